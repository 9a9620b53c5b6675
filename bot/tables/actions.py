"""Every command of a table, by name. A table is the result of its log of commands."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from bot.tables import beats, lobby, play, presence
from bot.tables.preconditions import LIMITED, PRECONDITIONS
from bot.tables.refusals import Refused
from bot.tables.table import Chair, Table
from engine import Options
from engine.errors import CelestiaError
from players.roster import player_of


@dataclass(frozen=True, slots=True)
class Entry:
    """What a seat did at a table, or what the bot did by itself (no seat)."""

    seat: int | None
    action: str
    arguments: str = field(default="", repr=False)
    """They may name a card of a hand."""


Handler = Callable[[Table, int | None, str], None]
"""Carries out a command of a seat with its arguments, or raises the reason why not."""

OPEN: Final = "open"
"""The first line of every log: the table as it was opened."""
RESTORED: Final = "restored"
"""An older state was restored. Every button drawn since then is out of date for good."""
REPOST: Final = "repost"
"""The newest page is posted again, perhaps in another channel."""
OPEN_SEAL: Final = "open_seal"
"""A seat's sealed answer, from the moment at which all see it."""

ACTIONS: Final[dict[str, Handler]] = {
    "join": lobby.join,
    "leave": lobby.leave,
    "add_computer": lobby.add_computer,
    "remove_computer": lobby.remove_computer,
    "word": lobby.word,
    "colour": lobby.colour,
    "setting": lobby.setting,
    "start": lobby.start,
    "move": play.move,
    "exchange": play.exchange,
    "answer": play.answer,
    "seal": play.seal,
    "arm": play.arm,
    "quiet": play.quiet,
    "never": play.never,
    "think": beats.think,
    "concede": play.concede,
    OPEN_SEAL: play.open_seal,
    "let_pass": play.let_pass,
    "close": play.close,
    "stand_in": play.stand_in,
    "warn": presence.warn,
    "nudge": presence.nudge,
    "back": presence.back,
    "sleep": presence.sleep,
    REPOST: play.repost,
    RESTORED: play.restored,
    "cancel": play.cancel,
    "expire": play.expire,
}

SILENT: Final = frozenset({"seal", "arm", "quiet", "never"})
"""Commands between a seat and the bot alone: nothing changes that others can see."""
SHOWS_UP: Final = frozenset({"nudge", "back", "think"})
"""Public commands: they bring a seat back, like any move that others can see."""
DECIDES: Final = frozenset({"move", "exchange", OPEN_SEAL})
"""What a seat decides itself; nobody can tell a sealed answer from one given now."""

_OPENING: Final = (
    *("id", "guild", "channel", "language", "opened", "secret"),
    *("pace", "window_seconds", "decision_seconds", "seats", "course", "board", "odds"),
    "hints",
)


def execute(table: Table, command: str, seat: int | None, arguments: str = "") -> None:
    """Carry out a command, or raise the reason why not; a table that raised is of no more use."""
    if command in PRECONDITIONS:
        PRECONDITIONS[command](table, seat, arguments)
    follow(table, Entry(seat, command, arguments))


def follow(table: Table, entry: Entry) -> None:
    """Carry out a command whose preconditions were met when it was given."""
    expected, before = set(presence.expected(table)), _course(table)
    if entry.action in LIMITED and entry.seat is not None:
        table.chairs[entry.seat].changes += 1
    ACTIONS[entry.action](table, entry.seat, entry.arguments)
    after = _course(table)
    # silent commands bring nobody back: others would see that
    in_the_open = entry.action in SHOWS_UP or (entry.action in DECIDES and after != before)
    if in_the_open and entry.seat is not None and table.is_person(entry.seat):
        presence.came(table, entry.seat)
        expected.add(entry.seat)
    presence.withdraw_notice(table)
    if after.page == before.page:  # a new page pings by itself
        presence.ping_next(table, expected)


class _Course(NamedTuple):
    """How far the game has come, as everybody can see."""

    page: int
    told: int
    moment: int
    waiting: tuple[int, ...]


def _course(table: Table) -> _Course:
    waiting = table.game.waiting if table.game else ()
    return _Course(table.page.number, len(table.page.events), table.moment, waiting)


# --- the log -------------------------------------------------------------------------------


def opening(table: Table) -> Entry:
    """The first line of the log of a table that its host has just opened."""
    data: dict[str, Any] = {name: getattr(table, name) for name in _OPENING}
    data["options"] = table.options.to_json()
    data["captain_by_lot"] = table.captain_by_lot
    data["computers"] = [chair.computer for chair in table.chairs[1:]]
    return Entry(None, OPEN, json.dumps(data, separators=(",", ":")))


def opened(arguments: str) -> Table:
    """The table as it was opened."""
    data = json.loads(arguments)
    options = Options.from_json(data.pop("options"))
    computers = data.pop("computers")
    chairs = [Chair(), *[Chair(player_of(it), n) for n, it in enumerate(computers)]]
    return Table(**data, options=options, chairs=chairs)


class NotReplayed(Exception):
    """The log of a table cannot be replayed; ``line`` is the first that does not fit."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def following(log: Iterable[Entry]) -> Iterator[tuple[Entry, Table]]:
    """Each line of this log with the one table of it, as it was after that line."""
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
    """The table that results from this log, with every move and every event there ever was."""
    last = deque(following(log), maxlen=1)
    if not last:
        raise NotReplayed(0)
    return last[0][1]


def rebuilt(log: Iterable[Entry]) -> Table:
    """The table that results from this log, in the form in which it is loaded and played on."""
    table = replay(log)
    table.made, table.told, table.whole = [], [], False
    table.pages = table.pages[-play.PAGES :]
    return table
