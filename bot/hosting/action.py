"""An action at a table: whether it may be done now, and its line in the table's log.

The log speaks of seats. How often a user has left a lobby is counted beside it, under a keyed hash
(the key is the secret of the table): it identifies no user, survives a restart, and is deleted with
the lobby.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Final, TypeVar

from bot.store.data import Stored
from bot.tables.actions import Entry
from bot.tables.lobby import is_number
from bot.tables.play import (
    AFTER_RESTORE,
    DECLARATIONS,
    NOTHING,
    is_about_the_dice,
    to_declare,
    to_exchange,
    to_speak,
)
from bot.tables.refusals import Refused, Stale
from bot.tables.table import Table

SAY: Final = "say"
"""Answers in public; a seat that is not asked yet seals its answer by it."""
SLOT: Final = "slot"
"""Makes the move of this number among the seat's legal moves."""
ARM_SLOTS: Final = "arm_slots"
"""Arms the cards of these numbers, separated by commas, among those that can be armed now."""
ARM: Final = "arm_cards"
"""Arms the cards of these numbers, separated by commas, among all that this game has."""
EXCHANGE_SLOTS: Final = "exchange_slots"
"""Exchanges the cards of these numbers, separated by commas, among those that can be exchanged."""
START: Final = "start"
"""Starts the game, with the ids of the two messages that were posted for it just before."""

NUDGE_INTERVAL: Final = 60.0
"""Seconds between two pings that people ask for at one table."""
MAX_JOINS: Final = 5
"""How often one user can join a table: joining and leaving must not wear out a lobby."""
USER_HASH_BYTES: Final = 8

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Action:
    """A change that a user or a seat wants at a table."""

    name: str
    arguments: str = field(default="", repr=False)
    moment: int | None = None
    """The moment that it is meant for; None: any."""
    turn: int | None = None
    """The seat's turn that it is meant for, if it names a slot of a private page."""
    is_drawn: bool = field(default=False, compare=False)
    """Discord has the control in a message of the bot, so the moment once was one of the table."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An action, and by whom: a user or else a seat, from a server, by a click."""

    action: Action
    user: int | None
    seat: int | None
    guild: int | None
    interaction: int | None


def comparable(action: Action) -> Action:
    """The action without the ids of messages, which differ for each click that starts the game."""
    return replace(action, arguments="") if action.name == START else action


def log_entry(table: Table, seat: int | None, action: Action) -> Entry:
    """Return the line of the table's log for this action, or raise `Stale`."""
    arguments = action.arguments
    if action.name == SAY:
        early = arguments == NOTHING or _is_early(table, seat, arguments)
        return Entry(seat, "seal" if early else "move", arguments)
    if action.name == SLOT:
        legal = table.running.legal(seat) if seat is not None and table.game else ()
        if not is_number(arguments) or int(arguments) >= len(legal):
            raise Stale("moment_passed")
        return Entry(seat, "move", str(legal[int(arguments)]))
    if action.name == ARM_SLOTS:
        ready = table.running.ready(seat) if seat is not None and table.game else ()
        return Entry(seat, "arm", ";".join(map(" ".join, _picked(ready, arguments))))
    if action.name == ARM:
        armable = table.game.armable if table.game else ()
        return Entry(seat, "arm", ";".join(map(" ".join, _picked(armable, arguments))))
    if action.name == EXCHANGE_SLOTS:
        cards = to_exchange(table, seat) if seat is not None and table.game else ()
        return Entry(seat, "exchange", " ".join(_picked(cards, arguments)))
    return Entry(seat, action.name, arguments)


def _is_early(table: Table, seat: int | None, words: str) -> bool:
    """Does it answer a question that this seat has not been asked yet?"""
    if table.game is None or table.stage != "playing" or seat is None:
        return False
    if words in DECLARATIONS:
        return seat == to_declare(table)
    return seat not in table.game.waiting and seat in to_speak(table)


def _picked(offered: Sequence[_T], numbers: str) -> list[_T]:
    """The offered items that have these numbers."""
    picked = {int(number) for number in numbers.split(",") if is_number(number)}
    if any(number >= len(offered) for number in picked):
        raise Stale("moment_passed")
    return [offered[number] for number in sorted(picked)]


# --- checks -----------------------------------------------------------------------------------


def check_server(stored: Stored, guild: int | None) -> None:
    """Refuse an action from another server: ids of tables are no secret, and can be typed."""
    if guild is not None and stored.guild != guild:
        raise Refused("other_server")


def check_moment(table: Table, seat: int | None, action: Action) -> None:
    """Refuse an action for another moment of the table, or for another turn of the seat."""
    moment, turn = action.moment, action.turn
    if moment is not None and action.is_drawn and 0 < moment - table.moment < AFTER_RESTORE:
        raise Stale("went_back")  # only a stored moment is ever drawn
    if moment is not None and moment != table.moment and not _still_counts(table, action, moment):
        raise Stale("moment_passed")
    if turn is None:
        return
    if seat is None:
        raise Refused("not_seated")
    if not table.turns or turn != table.turns[seat]:
        raise Stale("moment_passed")


def _still_counts(table: Table, action: Action, moment: int) -> bool:
    """Return whether an outdated press still counts: a captain's word about the same dice."""
    return action.name == SAY and is_about_the_dice(table, action.arguments, moment)


def limit_nudges(table: Table, now: float) -> None:
    """Note a ping, or refuse it if the last was less than a minute ago."""
    if 0 <= now - table.nudged_at < NUDGE_INTERVAL:
        raise Refused("nudged_lately")
    table.nudged_at = now


def limit_joins(table: Table, user: int) -> None:
    """Refuse a user who has joined and left this table too often."""
    if table.departed.get(_user_hash(table, user), 0) >= MAX_JOINS:
        raise Refused("came_too_often", most=MAX_JOINS)


def note_departures(table: Table, seated: Mapping[int, int]) -> None:
    """Count the users who sat here before the action and left by it."""
    for user in {*seated.values()} - {*table.people.values()}:
        key = _user_hash(table, user)
        table.departed[key] = table.departed.get(key, 0) + 1


def _user_hash(table: Table, user: int) -> str:
    secret = bytes.fromhex(table.secret)
    return blake2b(f"{user}".encode(), key=secret, digest_size=USER_HASH_BYTES).hexdigest()
