"""The language of the machine."""

from __future__ import annotations

import locale
import os
from typing import Final

from players.words import ENGLISH

VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the language of messages; the first one that is set counts."""


def of_the_machine() -> str:
    """The tag of the language that this machine speaks, as far as it says so."""
    told = [os.environ[name] for name in VARIABLES if os.environ.get(name)]
    return told[0] if told else locale.getlocale()[0] or ENGLISH
