"""The chapters of the rules, with their boxes and cards."""

from typing import Final, NamedTuple

from engine.box import CHARACTERS, EQUIPMENT, LITTLE_HELP, ROWBOATS, SPYGLASS, TURBO, UPGRADED
from engine.options import Box


class Topic(NamedTuple):
    """A chapter; its words are those of ``rules-<name>`` and ``rules-<name>-text``."""

    name: str
    box: Box | None = None
    """The box that it is about; None for the base game."""
    cards: tuple[str, ...] = ()
    """The cards that it explains."""


_POWER_CARDS: Final = ("ejection", "alternative_route", "wind_gust", "jetpack")

TOPICS: Final = (
    Topic("goal"),
    Topic("leg"),
    Topic("decisions"),
    Topic("captain"),
    Topic("windows"),
    Topic("payment", cards=(*EQUIPMENT, TURBO)),
    Topic("cards", cards=_POWER_CARDS),
    Topic("treasures", cards=(SPYGLASS,)),
    Topic("end"),
    Topic("beginner"),
    Topic("crew"),
    Topic("little_help", "little_help", (*UPGRADED, *LITTLE_HELP, "bandit", "mooring_line")),
    Topic("characters", "little_help", tuple(CHARACTERS)),
    Topic("initiative", "initiative", (*ROWBOATS, "desperate_need", "new_equipment", "spy")),
    Topic("grappling_hook", "grappling_hook", ("grappling_hook",)),
    Topic("instructor", "instructor", ("instructor",)),
    Topic("krismastri", "krismastri"),
    Topic("matryoshburg", "matryoshburg"),
    Topic("boscalumia", "boscalumia"),
    Topic("house_rules"),
    Topic("board"),
    Topic("table"),
)
"""In reading order."""
