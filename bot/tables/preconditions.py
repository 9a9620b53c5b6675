"""Checks of actions before they are carried out.

A replay of a log skips them: earlier versions allowed more, and their tables must still play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from bot.tables import lobby
from bot.tables.play import DECLARATIONS, KICK, fate
from bot.tables.refusals import Refused, Stale
from bot.tables.table import Table
from engine import IllegalMove, Options
from engine.box import SEATS
from engine.options import VARIANTS

MOST_CHANGES: Final = 200
"""Changes that one chair can make in a lobby; people need far fewer."""
LIMITED: Final = frozenset({"add_computer", "remove_computer", "colour", "setting"})
"""The actions that count as a change."""


def join(table: Table, seat: int | None, arguments: str) -> None:
    """Refuse a person if the variant has no seat left."""
    lobby.in_lobby(table)
    if seat is None:
        _has_room(table)


def add_computer(table: Table, seat: int | None, arguments: str) -> None:
    """Refuse a computer if the variant has no seat left."""
    by_host(table, seat, arguments)
    _has_room(table)


def by_host(table: Table, seat: int | None, arguments: str) -> None:
    """Refuse all but the host, and a host who has made too many changes."""
    lobby.in_lobby(table)
    lobby.hosted_by(table, seat)
    by_player(table, seat, arguments)


def by_player(table: Table, seat: int | None, arguments: str) -> None:
    """Refuse all but players, and one who has made too many changes: each is a line of the log."""
    lobby.in_lobby(table)
    if table.chairs[lobby.seated(seat)].changes >= MOST_CHANGES:
        raise Refused("too_many_changes", most=MOST_CHANGES)


def setting(table: Table, seat: int | None, arguments: str) -> None:
    """Refuse a setting that conflicts with another, so that none is dropped silently."""
    by_host(table, seat, arguments)
    name, _, value = arguments.partition("=")
    if name in _SETTINGS:
        _SETTINGS[name](table, value)


def concede(table: Table, seat: int | None, arguments: str) -> None:
    """Refuse to end the game for all if the player was told that a computer would play on."""
    _, _, told = arguments.partition(" ")
    if told not in ("", KICK, fate(table)):
        raise Stale("moment_passed")


def seal(table: Table, seat: int | None, arguments: str) -> None:
    """Refuse a captain's word that is not true of the hand."""
    if seat is None or table.game is None or arguments not in DECLARATIONS:
        return
    true = table.game.answers(seat)
    if true and arguments not in [f"declare {answer}" for answer in true]:
        raise IllegalMove("not_this_one", seat=seat)


def _has_room(table: Table) -> None:
    fitting = table.options.seats
    if fitting != SEATS and len(table.chairs) >= fitting[-1]:
        raise Refused("crew_full")


def _variant(table: Table, value: str) -> None:
    if value in VARIANTS and len(table.chairs) > _replace(table, variant=value).seats[-1]:
        raise Refused("crew_taken", seats=len(table.chairs))


def _replace(table: Table, **changes: Any) -> Options:
    """Return other options; the engine refuses those that do not go together."""
    return replace(table.options, **changes)


def _seats(table: Table, value: str) -> None:
    if lobby.number(value, SEATS) not in table.options.seats:
        raise Refused("crew_seats")


def _several(table: Table, value: str) -> None:
    """Refuse them all if any is refused after those before it."""
    then = table.copy()
    for step in lobby.steps(value):
        setting(then, then.host, step)
        lobby.setting(then, then.host, step)


_SETTINGS: Final[dict[str, Callable[[Table, str], object]]] = {
    "variant": _variant,
    "boxes": lambda table, value: _replace(table, boxes=lobby.named(value)),
    "box": lambda table, value: _replace(table, boxes=lobby.toggled(table, value)),
    "seats": _seats,
    lobby.SEVERAL: _several,
}

PRECONDITIONS: Final[dict[str, Callable[[Table, int | None, str], None]]] = {
    "join": join,
    "add_computer": add_computer,
    "remove_computer": by_host,
    "colour": by_player,
    "setting": setting,
    "concede": concede,
    "seal": seal,
}
"""The precondition of each action that has one."""
