"""Keys that are put together from a name: each family, with all the names it must have."""

from collections.abc import Iterable

from engine.box import (
    CHARACTERS,
    CITY,
    COVERS,
    DIE,
    GAP,
    LITTLE_HELP,
    ROWBOATS,
    SEATS,
    SPYGLASS,
    TURBO,
    UPGRADED,
)
from engine.events import EVENTS
from engine.moves import MOVES
from engine.options import BOXES, VARIANTS, Options
from engine.rules import STEPS, rules_of
from engine.state.step import Step
from players.hints import WHYS
from players.roster import LEVELS
from players.tips import all_tips
from tests.players.words.refused import codes_in_engine

_RULES = rules_of(Options(boxes=BOXES))
SPECIALS = {*_RULES.act} - set(MOVES) - set(LITTLE_HELP)
"""Cards and powers that are played in the open."""
CARDS = {*COVERS, TURBO, SPYGLASS, *SPECIALS, *LITTLE_HELP}
ASKING = {kind for kind, step in STEPS.items() if step.legal is not Step.legal}
SECRET = {kind for kind, event in EVENTS.items() if event.secret}

FAMILIES: dict[str, Iterable[str]] = {
    "card-{}": CARDS,
    "card-{}-about": CARDS,
    "card-{}-text": CARDS,
    "card-{}-short": UPGRADED,
    "face-{}": {*DIE, "none"},
    "city-{}": [str(number) for number in CITY],
    "city-{}-short": (str(GAP),),
    "treasure{}": ("", "-spyglass"),
    "character-{}": CHARACTERS,
    "colour-{}": CHARACTERS,
    "box-{}": BOXES,
    "box-{}-about": BOXES,
    "variant-{}": VARIANTS,
    "list-{}": ("and", "times", "none", "nobody"),
    "event-{}": EVENTS.keys() - {"declared"},
    "event-{}-known": SECRET,
    "event-{}-none": ("rolled", "rerolled", "paid", "discarded"),
    "event-{}-empty": ("crashed",),
    "event-{}-later": ("journey_began",),
    "event-declared-{}": ("can", "cannot"),
    "event-played-{}": {*SPECIALS - set(ROWBOATS), "rowboat", "on"},
    "help-{}": ("of",),
    "choice-{}": ("draw", "cards", "treasure"),
    "move-{}": {*MOVES, "power", "lay"} - {"declare"},
    "move-{}-about": set(MOVES) - {"declare", "play"},
    "move-declare-{}": ("can", "cannot"),
    "move-declare-{}-about": ("can", "cannot"),
    "move-{}-none": ("reroll",),
    "move-{}-none-about": ("reroll",),
    "move-{}-to": ("roll",),
    "move-{}-using": ("leave", "play", "exchange"),
    "move-{}-on": ("play", "power"),
    "move-power-{}": ("for",),
    "the-craft{}": ("",),
    "all-decided{}": ("",),
    "cards-{}": ("held",),
    "question-{}": ASKING,
    "ask-{}": ASKING,
    "question-{}-none": ("decisions", "decisions-bound", "spoken"),
    "question-{}-bound": ("decisions",),
    "ask-{}-bound": ("decisions",),
    "ask-{}-none": ("decisions", "decisions-bound", "spoken"),
    "hint-{}": {*WHYS, "dice", "often", "instead", "here", "ahead"},
    "tip-{}": all_tips(),
    "refusal-{}": codes_in_engine(),
    "computer-{}": [str(seat) for seat in range(SEATS[-1])],
    "level-{}": LEVELS,
    "place-{}": ("ship", "boat", "ashore"),
    "mark-{}": ("captain",),
    "power-{}": ("used",),
    "language-{}": ("name",),
}

FILES = ("things", "events", "moves", "questions", "hints", "tips", "refusals")
"""The files whose keys are all of one of these families."""


def keys(families: dict[str, Iterable[str]] = FAMILIES) -> set[str]:
    return {family.format(name) for family, names in families.items() for name in names}
