"""Whether what somebody wants goes together with what is set, or with what they were told.

It is asked when something is to be done, and not when a log is followed: earlier versions let more
through, and what came of it still stands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, cast

from bot.tables import lobby
from bot.tables.play import fate
from bot.tables.refusals import Refused, Stale
from bot.tables.table import Table
from engine.box import SEATS
from engine.options import VARIANTS, Variant


def join(table: Table, seat: int | None, arguments: str) -> None:
    """Nobody sits down where the variant has no place for them."""
    lobby.in_lobby(table)
    if seat is None:
        _has_room(table)


def add_computer(table: Table, seat: int | None, arguments: str) -> None:
    """No computer does so, either."""
    lobby.in_lobby(table)
    lobby.hosted_by(table, seat)
    _has_room(table)


def setting(table: Table, seat: int | None, arguments: str) -> None:
    """What does not go with another setting is refused, so that none is lost without a word."""
    lobby.in_lobby(table)
    lobby.hosted_by(table, seat)
    name, _, value = arguments.partition("=")
    if name in _SETTINGS:
        _SETTINGS[name](table, value)


def concede(table: Table, seat: int | None, arguments: str) -> None:
    """Whoever was told that a computer plays on does not end the game for all."""
    _, _, told = arguments.partition(" ")
    if told and told != fate(table):
        raise Stale("moment_passed")


def _has_room(table: Table) -> None:
    fitting = table.options.seats
    if fitting != SEATS and len(table.chairs) >= fitting[-1]:
        raise Refused("crew_full")


def _variant(table: Table, value: str) -> None:
    if value not in VARIANTS:
        return
    # the engine refuses options that do not go together
    wanted = replace(table.options, variant=cast("Variant", value))
    if len(table.chairs) > wanted.seats[-1]:
        raise Refused("crew_taken", seats=len(table.chairs))


def _boxes(table: Table, value: str) -> None:
    replace(table.options, boxes=lobby.named(value))


def _box(table: Table, value: str) -> None:
    replace(table.options, boxes=lobby.with_or_without(table, value))


def _seats(table: Table, value: str) -> None:
    if lobby.number(value, SEATS) not in table.options.seats:
        raise Refused("crew_seats")


_SETTINGS: Final[dict[str, Callable[[Table, str], None]]] = {
    "variant": _variant,
    "boxes": _boxes,
    "box": _box,
    "seats": _seats,
}

PRECONDITIONS: Final[dict[str, Callable[[Table, int | None, str], None]]] = {
    "join": join,
    "add_computer": add_computer,
    "setting": setting,
    "concede": concede,
}
"""What is looked at before such an act is done."""
