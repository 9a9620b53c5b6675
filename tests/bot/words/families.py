"""Keys that are put together from a name: each family, with all the names it must have."""

from collections.abc import Iterable

from bot.tables.table_events import TABLE_EVENTS
from bot.words.topics import TOPICS
from engine.box import (
    CHARACTERS,
    CITY,
    COVERS,
    DIE,
    GAP,
    LITTLE_HELP,
    ROWBOATS,
    SPYGLASS,
    TURBO,
    UPGRADED,
)
from engine.events import EVENTS
from engine.moves import MOVES
from engine.options import BOXES, VARIANTS, Options
from engine.rules import STEPS, rules_of
from engine.state.step import Step
from tests.players.test_words import codes_in_engine

_RULES = rules_of(Options(boxes=BOXES))
SPECIALS = {*_RULES.act} - set(MOVES) - set(LITTLE_HELP)
"""Cards and powers that are played in the open."""
CARDS = {*COVERS, TURBO, SPYGLASS, *SPECIALS, *LITTLE_HELP}
ASKING = {kind for kind, step in STEPS.items() if step.legal is not Step.legal}
SECRET = {kind for kind, event in EVENTS.items() if event.secret}
TITLES = {topic.name for topic in TOPICS}

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
    "event-{}": {*EVENTS, *TABLE_EVENTS} - {"declared"},
    "event-{}-known": SECRET,
    "event-{}-none": ("rolled", "paid"),
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
    "move-{}-to": ("roll",),
    "move-{}-using": ("leave", "play", "exchange"),
    "move-{}-on": ("play", "power"),
    "move-power-{}": ("for",),
    "the-craft{}": ("", "-first"),
    "question-{}": ASKING,
    "ask-{}": ASKING,
    "question-{}-none": ("decisions", "spoken"),
    "ask-{}-none": ("decisions", "spoken"),
    "refusal-{}": codes_in_engine(),
    # house rules that are not as usual, as the lobby tells them
    "{}-on": ("mooring_keeps_dice", "instructor_for_all"),
    "{}-off": ("blue_takes_help",),
    "help_penalty-{}": ("4",),
    "rules-{}": TITLES,
    "rules-{}-text": TITLES,
}

OURS = ("things", "events", "moves", "questions", "refusals", "rules")
"""The files whose keys are all of one of these families."""


def keys() -> set[str]:
    return {family.format(name) for family, names in FAMILIES.items() for name in names}
