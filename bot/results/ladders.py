"""The ladders: one for each family of options."""

from __future__ import annotations

from typing import Final

from engine import Options

BASE: Final = "base"
LITTLE_HELP: Final = "little_help"
INITIATIVE: Final = "initiative"
EVERYTHING: Final = "everything"
CREW: Final = "crew"
LADDERS: Final = (BASE, LITTLE_HELP, INITIATIVE, EVERYTHING, CREW)
"""Bonus boxes change little, so a game with them counts as one without."""
UNRATED: Final = ""


def ladder_of(options: Options) -> str:
    """Return the ladder of a game with these options."""
    if options.variant == "crew":
        return CREW
    helped, initiative = (box in options.boxes for box in (LITTLE_HELP, INITIATIVE))
    if helped and initiative:
        return EVERYTHING
    return LITTLE_HELP if helped else INITIATIVE if initiative else BASE
