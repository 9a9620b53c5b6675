"""The actions of a table, by name, and its log. A table is the result of its log of actions."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from bot.tables import beats, lobby, play, presence
from bot.tables.preconditions import LIMITED, PRECONDITIONS
from bot.tables.proof import deal_of
from bot.tables.refusals import Refused
from bot.tables.table import Chair, Table
from engine import Options
from engine.deal import Deal
from engine.errors import CelestiaError
from players.roster import player_of


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a table's log: what a seat did, or the bot by itself (no seat)."""

    seat: int | None
    action: str
    arguments: str = field(default="", repr=False)
    """May name a card of a hand."""


Handler = Callable[[Table, int | None, str], None]
"""Carries out an action of a seat with its arguments, or raises the reason for a refusal."""

OPEN: Final = "open"
"""The first line of every log: the table as it was opened."""
RESTORED: Final = "restored"
"""An older state was restored. Every button drawn since then is out of date for good."""
REPOST: Final = "repost"
"""The newest page is posted again, perhaps in another channel."""
OPEN_SEAL: Final = "open_seal"
"""A sealed answer whose turn has come, as if its seat moved now. It is no part of the move before
it: others would see that it had been sealed."""
ONLY_ANSWER: Final = "only_answer"
"""The bot gives the only answer that a person can give."""
BY_ORDER: Final = "by_order"
"""The bot gives the answer that follows from an order to stay."""

ACTIONS: Final[dict[str, Handler]] = {
    "join": lobby.join,
    "leave": lobby.leave,
    "add_computer": lobby.add_computer,
    "remove_computer": lobby.remove_computer,
    "word": lobby.word,
    "colour": lobby.colour,
    "setting": lobby.setting,
    "start": lobby.start,
    "move": play.say,
    "exchange": play.exchange,
    "answer": play.answer,
    "seal": play.seal,
    "arm": play.arm,
    "quiet": play.quiet,
    "always": play.always,
    "never": play.never,
    "stay_order": play.stay_order,
    "think": beats.think,
    "concede": play.concede,
    OPEN_SEAL: play.move,
    ONLY_ANSWER: play.move,
    BY_ORDER: play.move,
    "let_pass": play.move,  # for a seat that wants no questions, or whose window has ended
    "close": play.close,
    "stand_in": play.stand_in,
    "warn": presence.warn,
    "nudge": presence.nudge,
    "back": presence.back,
    "away": play.away,
    "pause": play.pause,
    "end_away": presence.end_away,
    "sleep": presence.sleep,
    REPOST: play.repost,
    RESTORED: play.restored,
    "cancel": play.cancel,
    "expire": play.expire,
}

SILENT: Final = frozenset({"seal", "arm", "quiet", "always", "never", "stay_order"})
"""Actions between a seat and the bot alone: nothing changes that others can see."""
SHOWS_UP: Final = frozenset({"nudge", "back", "think"})
"""Public actions: they bring a seat back, like any move that others can see."""
DECIDES: Final = frozenset({"move", "exchange", OPEN_SEAL})
"""A seat's own decisions; a sealed answer looks like one given now."""
BY_THE_BOT: Final = frozenset({ONLY_ANSWER, BY_ORDER})
"""Answers that the bot gives for people, who may be away."""
LIKE_CLICKS: Final = BY_THE_BOT | {OPEN_SEAL}
"""Moves that the bot makes as if people had clicked now: nobody may see the difference."""

_OF_THE_LOBBY: Final = ("captain_by_lot", "invited_only", "starts_full")
_OPENING: Final = (
    "id",
    "guild",
    "channel",
    "language",
    "opened",
    "secret",
    "pace",
    "window_seconds",
    "decision_seconds",
    "seats",
    "course",
    "board",
    "odds",
    "hints",
)


def execute(table: Table, action: str, seat: int | None, arguments: str = "") -> None:
    """Check and carry out an action, or raise the reason for a refusal.

    A table that has raised may be half changed, and must be dropped.
    """
    if action in PRECONDITIONS:
        PRECONDITIONS[action](table, seat, arguments)
    follow(table, Entry(seat, action, arguments))


def follow(table: Table, entry: Entry) -> None:
    """Carry out an action whose preconditions were met when it was given."""
    before = _progress(table)
    if entry.action in LIMITED and entry.seat is not None:
        table.chairs[entry.seat].changes += 1
    ACTIONS[entry.action](table, entry.seat, entry.arguments)
    after = _progress(table)
    # silent actions bring no seat back: others would see that
    in_the_open = entry.action in SHOWS_UP or (entry.action in DECIDES and after != before)
    if in_the_open and entry.seat is not None and table.is_person(entry.seat):
        presence.came(table, entry.seat)
    presence.withdraw_notice(table)


class _Progress(NamedTuple):
    """How far the game has come, in public facts."""

    page: int
    told: int
    moment: int
    waiting: tuple[int, ...]


def _progress(table: Table) -> _Progress:
    waiting = table.game.waiting if table.game else ()
    return _Progress(table.page.number, len(table.page.events), table.moment, waiting)


# --- the log -------------------------------------------------------------------------------


def opening(table: Table) -> Entry:
    """Return the first line of the log of a table that its host has just opened."""
    data: dict[str, Any] = {name: getattr(table, name) for name in _OPENING}
    data["options"] = table.options.to_json()
    data |= {name: getattr(table, name) for name in _OF_THE_LOBBY}
    data["computers"] = [chair.computer for chair in table.chairs[1:]]
    return Entry(None, OPEN, json.dumps(data, separators=(",", ":")))


def opened(arguments: str) -> Table:
    """Return the table that the arguments of the first line describe."""
    data = json.loads(arguments)
    options = Options.from_json(data.pop("options"))
    computers = data.pop("computers")
    chairs = [Chair(), *[Chair(player_of(it), n) for n, it in enumerate(computers)]]
    return Table(**data, options=options, chairs=chairs)


class NotReplayed(Exception):
    """The log of a table cannot be replayed; ``line`` is the number of the first bad one."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def replayed(log: Iterable[Entry]) -> Iterator[tuple[Entry, Table]]:
    """Yield each line of a log with its table, which is changed in place, after that line.

    Raises `NotReplayed` at the first line that does not fit.
    """
    table: Table | None = None
    for number, entry in enumerate(log):
        try:
            if table is None:
                table = opened(entry.arguments)
                table.whole = True
            else:
                follow(table, entry)
        except (Refused, CelestiaError, ValueError, LookupError, TypeError, AttributeError):
            raise NotReplayed(number) from None
        yield entry, table


def replay(log: Iterable[Entry]) -> Table:
    """Return the table that results from a log, with all its moves and events."""
    last = deque(replayed(log), maxlen=1)
    if not last:
        raise NotReplayed(0)
    return last[0][1]


def rebuilt(log: Iterable[Entry]) -> Table:
    """Return the table that results from a log, in the form of a loaded one."""
    table = replay(log)
    table.made, table.told, table.whole = [], [], False
    table.notices += play.AFTER_RESTORE  # a ping of an earlier version may have any lower number
    table.pages = table.pages[-play.PAGES :]
    return table


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game with all that is needed to show it again as its players saw it."""

    deal: Deal = field(repr=False)
    moves: tuple[tuple[int, str], ...] = field(repr=False)
    own: frozenset[int] = field(repr=False)
    """The numbers of the moves that a person made on its own seat, in its turn or before."""


def finished_game(log: Iterable[Entry]) -> FinishedGame:
    """Return the game of a log; moves that the bot made for people are not their own.

    Raises `NotReplayed` if no game began.
    """
    own: set[int] = set()
    known, table = 0, None
    for entry, table in replayed(log):
        seat = entry.seat
        if entry.action in (*DECIDES, BY_ORDER) and seat is not None and table.is_person(seat):
            own.update(range(known, len(table.made)))
        known = len(table.made)
    if table is None or table.game is None:
        raise NotReplayed(0)
    return FinishedGame(deal_of(table), tuple(table.made), frozenset(own))
