"""The language of the operating system."""

from __future__ import annotations

import locale
import os
from typing import Final

from players.words import ENGLISH

VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Variables for the language of messages; the first one that is set counts."""


def of_the_machine() -> str:
    """Return the language tag of the system; English if it has none."""
    found = [os.environ[name] for name in VARIABLES if os.environ.get(name)]
    return found[0] if found else locale.getlocale()[0] or ENGLISH
