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
FEWEST: Final = 2
"""A game is rated if at least so many people began it."""


def ladder_of(options: Options, people: int, *, hints: bool) -> str:
    """The ladder of a game that so many people began; hints help some more than others."""
    if people < FEWEST or hints or options.variant == "beginner":
        return UNRATED
    if options.variant == "crew":
        return CREW
    helped, initiative = (box in options.boxes for box in (LITTLE_HELP, INITIATIVE))
    if helped and initiative:
        return EVERYTHING
    return LITTLE_HELP if helped else INITIATIVE if initiative else BASE
