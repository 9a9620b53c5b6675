"""How commands say why they did nothing."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot import console

if TYPE_CHECKING:
    from bot.store.protocol import StoreError


def failed(*reasons: str) -> int:
    """Print each reason as a line; the answer is the exit code."""
    for line in reasons:
        print(line, file=sys.stderr, flush=True)
    return 1


def why_not(error: StoreError, words: Mapping[str, str], database: object) -> str:
    """The sentence for what this database, or a file that the error names, refused."""
    path, why = error.data.get("path", database), error.data.get("why")
    sentence = words.get(error.code, console.STORE_OTHER)
    return sentence.format(path=path, file=path, folder=path, why=why, code=error.code)
