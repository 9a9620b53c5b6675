"""On which ladder a game counts: there is one for each family of options."""

from __future__ import annotations

from typing import Final

from engine import Options

BASE: Final = "base"
LITTLE_HELP: Final = "little_help"
INITIATIVE: Final = "initiative"
EVERYTHING: Final = "everything"
CREW: Final = "crew"
LADDERS: Final = (BASE, LITTLE_HELP, INITIATIVE, EVERYTHING, CREW)
"""The bonus boxes change little, so a game with some of them counts as one without."""
UNRATED: Final = ""


def ladder_of(options: Options) -> str:
    """The ladder of a game with these options."""
    if options.variant == "crew":
        return CREW
    helped, initiative = (box in options.boxes for box in (LITTLE_HELP, INITIATIVE))
    if helped and initiative:
        return EVERYTHING
    return LITTLE_HELP if helped else INITIATIVE if initiative else BASE
