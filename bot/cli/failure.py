"""Prints why a command did nothing."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot import console

if TYPE_CHECKING:
    from bot.store.protocol import StoreError


def failed(*reasons: str) -> int:
    """Print each reason on a line of stderr, and return the exit code of a failure."""
    for line in reasons:
        print(line, file=sys.stderr, flush=True)
    return 1


def why_not(error: StoreError, sentences: Mapping[str, str], database: object) -> str:
    """Return the sentence for this error, about the file that it names or else this database."""
    path, why = error.data.get("path", database), error.data.get("why")
    sentence = sentences.get(error.code, console.STORE_OTHER)
    return sentence.format(path=path, file=path, folder=path, why=why, code=error.code)
