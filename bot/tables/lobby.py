"""The actions of a lobby."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final, cast

from bot.tables.paces import BEATS, DECISIONS, PACES, PAUSES, WINDOWS
from bot.tables.play import begin_page, tell
from bot.tables.proof import deal_of
from bot.tables.refusals import Refused
from bot.tables.table import BOARDS, HINTS, Chair, Table
from engine import Options
from engine.box import CHARACTERS, SEATS
from engine.deal import (
    COMPUTER,
    DISMISS,
    JOIN,
    LEAVE,
    LONGEST_WORD,
    WORD,
    in_order,
    is_start,
    is_word,
)
from engine.options import BOXES, GOALS, LESSON_GOAL, VARIANTS, Box
from players.roster import player_of

COMPUTER_NAMES: Final = 6
"""How many names for computers the catalogues have."""
MOST_JOINS: Final = 1000
"""The record of a game lists every join, so they are limited; `bot.hosting.action` limits those of
each user."""
MOST_WORDS: Final = 10
"""Words that one chair can add: the record lists every one, also those that were replaced."""
SWITCHES: Final = (
    *("power_cards", "spyglasses", "mooring_keeps_dice", "blue_takes_help"),
    *("instructor_for_all", "late_ejection", "help_stays", "reroll_none"),
)
"""Options of the game that are on or off."""
SEVERAL: Final = "several"
"""The setting that changes several at once, named in a JSON object."""
LONGEST_NUMBER: Final = 9
"""Digits. Python refuses to parse numbers of thousands of digits, which people can type."""


def join(table: Table, seat: int | None, arguments: str) -> None:
    """Give a person a chair."""
    in_lobby(table)
    if seat is not None:
        raise Refused("seated_already")
    _refuse_if_full(table)
    if table.course.count(JOIN) >= MOST_JOINS:
        raise Refused("too_many_joins")
    table.chairs.append(Chair())
    table.course.append(JOIN)


def leave(table: Table, seat: int | None, arguments: str) -> None:
    """Take a person's chair away; the last person to leave closes the table."""
    if table.stage == "playing" and seat is not None:
        raise Refused("concede_instead")
    in_lobby(table)
    _remove(table, seated(seat))
    if not table.persons:
        table.stage = "cancelled"
    elif table.host not in table.persons:
        table.host = table.persons[0]


def add_computer(table: Table, seat: int | None, arguments: str) -> None:
    """Give a computer a chair."""
    in_lobby(table)
    hosted_by(table, seat)
    _refuse_if_full(table)
    taken = {chair.name for chair in table.chairs if chair.computer}
    name = next(n for n in range(COMPUTER_NAMES) if n not in taken)
    table.chairs.append(Chair(computer=player_of(arguments), name=name))
    table.course.append(COMPUTER)


def remove_computer(table: Table, seat: int | None, arguments: str) -> None:
    """Take the last computer's chair away."""
    in_lobby(table)
    hosted_by(table, seat)
    computers = [n for n, chair in enumerate(table.chairs) if chair.computer]
    if not computers:
        raise Refused("no_computer")
    _remove(table, computers[-1])


def word(table: Table, seat: int | None, arguments: str) -> None:
    """Add a player's word to the deal, in place of an earlier one."""
    in_lobby(table)
    me = seated(seat)
    if not is_word(arguments):
        raise Refused("no_word", most=LONGEST_WORD)
    chair = table.chairs[me]
    if chair.words >= MOST_WORDS:
        raise Refused("too_many_words")
    chair.words += 1
    table.course.append(f"{WORD} {me} {arguments}")


def colour(table: Table, seat: int | None, arguments: str) -> None:
    """Choose a seat's character; "" leaves it to chance."""
    in_lobby(table)
    chair = table.chairs[seated(seat)]
    if "little_help" not in table.options.boxes:
        raise Refused("no_characters")
    if arguments and arguments not in CHARACTERS:
        raise Refused("unknown_choice")
    if arguments and any(it.colour == arguments for it in table.chairs if it is not chair):
        raise Refused("character_taken", colour=arguments)
    chair.colour = arguments


def setting(table: Table, seat: int | None, arguments: str) -> None:
    """Change a setting, by the host: ``name=value``."""
    in_lobby(table)
    hosted_by(table, seat)
    name, _, value = arguments.partition("=")
    if name in _WITH_EFFECTS:
        _WITH_EFFECTS[name](table, value)
    elif name in _OF_THE_GAME:
        _change(table, **{name: _value(value, _OF_THE_GAME[name])})
    elif name in _OF_THE_TABLE:
        field, allowed = _OF_THE_TABLE[name]
        setattr(table, field, _value(value, allowed))
    else:
        raise Refused("unknown_choice")


def start(table: Table, seat: int | None, arguments: str) -> None:
    """Start the game, by the host, and deal the cards.

    ``arguments`` are the ids of the message that closed the lobby and of a later one, which could
    not be foreseen before; until release 0.3.0 there was only the latter.
    """
    check_start(table, seat)
    if not is_start(arguments) or not in_order(arguments):
        raise Refused("unknown_choice")
    table.start = arguments
    deal = deal_of(table)
    game = deal.game()
    table.options = game.options
    table.game = game
    table.stage = "playing"
    table.turns = [0] * len(table.chairs)
    table.competitors = len(table.persons)
    table.news = [[] for _ in table.chairs]
    table.moment += 1
    table.word_since = table.moment
    begin_page(table)
    tell(table, game.opening)


def check_start(table: Table, seat: int | None) -> None:
    """Refuse to start a game that cannot begin."""
    in_lobby(table)
    hosted_by(table, seat)
    count = len(table.chairs)
    if count < SEATS[0]:
        raise Refused("too_few", needed=SEATS[0])
    deal_of(table).options.check_seats(count)


def in_lobby(table: Table) -> None:
    """Refuse the action unless the table is in its lobby."""
    if table.stage == "playing":
        raise Refused("started_already")
    if table.stage != "lobby":
        raise Refused("table_closed")


def seated(seat: int | None) -> int:
    """Return the seat; refuse a user who has none."""
    if seat is None:
        raise Refused("not_seated_yet")
    return seat


def hosted_by(table: Table, seat: int | None) -> None:
    """Refuse all but the host."""
    if seat is None or seat != table.host:
        raise Refused("not_host", host=table.host, user=table.people.get(table.host))


def _refuse_if_full(table: Table) -> None:
    """Refuse another player at a full table; the host may be able to add seats."""
    if len(table.chairs) < table.seats:
        return
    if table.seats == SEATS[-1]:
        raise Refused("no_more_seats", seats=table.seats)
    raise Refused("table_full", seats=table.seats)


def _remove(table: Table, seat: int) -> None:
    """Take a chair away; the ones behind it move up."""
    table.course.append(f"{DISMISS if table.chairs[seat].computer else LEAVE} {seat}")
    del table.chairs[seat]
    table.people = {n - (n > seat): user for n, user in table.people.items() if n != seat}
    table.host -= table.host > seat


# --- settings ------------------------------------------------------------------------------


def _change(table: Table, **changes: Any) -> None:
    """Change options.

    `preconditions` refuses settings that conflict. Earlier versions dropped them silently, as
    `_boxes` and `_variant` still do, so that their logs can be replayed.
    """
    table.options = Options(**{**asdict(table.options), **changes})


def named(value: str) -> tuple[Box, ...]:
    """Return the boxes of these names, which commas separate."""
    names = set(filter(None, value.split(",")))
    if not names.issubset(BOXES):
        raise Refused("unknown_choice")
    return tuple([box for box in BOXES if box in names])


def _boxes(table: Table, value: str) -> None:
    wanted = named(value)
    _change(table, boxes=wanted, **({"variant": "standard"} if wanted else {}))
    if "little_help" not in wanted:
        for chair in table.chairs:
            chair.colour = ""


def toggled(table: Table, value: str) -> tuple[Box, ...]:
    """Return the boxes in play with this one added, or removed if it is in play."""
    chosen = {*table.options.boxes} ^ {*named(value)}
    return tuple([box for box in BOXES if box in chosen])


def _box(table: Table, value: str) -> None:
    _boxes(table, ",".join(toggled(table, value)))


def several(value: str) -> dict[str, str]:
    """Return the settings in the text of an action that changes them at once."""
    try:
        found: object = json.loads(value)
    except ValueError:
        raise Refused("unknown_choice") from None
    if not isinstance(found, dict) or SEVERAL in found:
        raise Refused("unknown_choice")
    return {f"{name}": f"{it}" for name, it in cast("dict[object, object]", found).items()}


def steps(value: str) -> list[str]:
    """Return the changes that lead to these settings from any others.

    A variant that would limit them is left first, and boxes that would keep it from being chosen.
    """
    found = several(value)
    leaves = ["variant=standard"] if "variant" in found else []
    leaves += ["boxes="] if found.get("variant", "standard") != "standard" else []
    return [*leaves, *[f"{name}={chosen}" for name, chosen in found.items()]]


def _several(table: Table, value: str) -> None:
    for step in steps(value):
        setting(table, table.host, step)


def _variant(table: Table, value: str) -> None:
    if value not in VARIANTS:
        raise Refused("unknown_choice")
    if value == "standard":
        _change(table, variant=value)
        return
    _boxes(table, "")
    _change(table, variant=value, **({"goal": 50} if value == "beginner" else {}))


def _lesson(table: Table, value: str) -> None:
    """Choose the game of a first flight: short, and without power cards."""
    if value != "on":
        raise Refused("unknown_choice")
    _variant(table, "standard")
    _boxes(table, "")
    _change(table, power_cards=False, spyglasses=False, goal=LESSON_GOAL)


def _pace(table: Table, value: str) -> None:
    """Choose the pace; windows follow it unless the host has chosen their minutes."""
    if value not in PACES:
        raise Refused("unknown_choice")
    if table.beat_minutes == table.pace_rules.beat:
        table.beat_minutes = PACES[value].beat
    table.pace = value


def _seats(table: Table, value: str) -> None:
    wanted = number(value, SEATS)
    if wanted < len(table.chairs):
        raise Refused("seats_taken", seats=len(table.chairs))
    table.seats = wanted


def is_number(text: str) -> bool:
    """Return whether a text is a number short enough to be meant."""
    return text.isdecimal() and len(text) <= LONGEST_NUMBER


def number(value: str, allowed: range) -> int:
    """Return the number that was typed or chosen; refuse one that is not allowed."""
    given = int(value) if is_number(value) else -1
    if given not in allowed:
        raise Refused("number_out_of_range", low=allowed[0], high=allowed[-1])
    return given


def _value(value: str, allowed: Mapping[str, object] | range) -> object:
    if isinstance(allowed, range):
        return number(value, allowed)
    if value not in allowed:
        raise Refused("unknown_choice")
    return allowed[value]


_ON_OFF: Final = {"on": True, "off": False}

_OF_THE_TABLE: Final[Mapping[str, tuple[str, Mapping[str, object] | range]]] = {
    "window": ("window_seconds", WINDOWS),
    "beat": ("beat_minutes", {f"{it}": it for it in BEATS}),
    "decision": ("decision_seconds", DECISIONS),
    "captain": ("captain_by_lot", {"host": False, "lot": True}),
    "pause": ("pause_days", {f"{it}": it for it in PAUSES}),
    "guests": ("invited_only", {"all": False, "invited": True}),
    "begin": ("starts_full", {"host": False, "full": True}),
    "board": ("board", {it: it for it in BOARDS}),
    "odds": ("odds", _ON_OFF),
    "hints": ("hints", {it: it for it in HINTS}),
}
"""Settings of the table itself: the field, and its values by their names, or its numbers."""
_OF_THE_GAME: Final[Mapping[str, Mapping[str, object] | range]] = {
    "goal": GOALS,
    "help_penalty": range(2, 5),
    **dict.fromkeys(SWITCHES, _ON_OFF),
}
"""Options of the game, with their values alike."""
_WITH_EFFECTS: Final[Mapping[str, Callable[[Table, str], None]]] = {
    "boxes": _boxes,
    "box": _box,
    "pace": _pace,
    "variant": _variant,
    "lesson": _lesson,
    "seats": _seats,
    SEVERAL: _several,
}
"""Settings that change others, or depend on them."""
