"""All that can be done at a table, by name; a table is what its log of acts makes of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from bot.store.protocol import Entry
from bot.tables import lobby, play, presence
from bot.tables.preconditions import PRECONDITIONS
from bot.tables.refusals import Refused
from bot.tables.table import Chair, Table
from engine import Options
from engine.errors import CelestiaError

Handler = Callable[[Table, int | None, str], None]

OPEN: Final = "open"
"""The first line of every log: the table as it was opened."""

COMMANDS: Final[dict[str, Handler]] = {
    "join": lobby.join,
    "leave": lobby.leave,
    "add_computer": lobby.add_computer,
    "remove_computer": lobby.remove_computer,
    "colour": lobby.colour,
    "setting": lobby.setting,
    "start": lobby.start,
    "move": play.move,
    "answer": play.answer,
    "seal": play.seal,
    "arm": play.arm,
    "quiet": play.quiet,
    "concede": play.concede,
    "let_pass": play.let_pass,
    "stand_in": play.stand_in,
    "warn": presence.warn,
    "nudge": presence.nudge,
    "back": presence.back,
    "sleep": presence.sleep,
    "restored": play.restored,
    "cancel": play.cancel,
    "expire": play.expire,
}

SILENT: Final = frozenset({"seal", "arm", "quiet"})
"""What is between a seat and the house: nothing that others see changes."""
SHOWS_UP: Final = frozenset({"nudge", "back"})
"""What people do in the open: whoever does it is back, as by any move that others can see."""

_OPENING: Final = (
    *("id", "language", "opened", "secret", "pace", "window_seconds", "decision_seconds"),
    *("seats", "joins"),
)


def execute(table: Table, name: str, seat: int | None, words: str = "") -> None:
    """Do this at the table, or raise why not; then the table is not to be used any more."""
    if name in PRECONDITIONS:
        PRECONDITIONS[name](table, seat, words)
    follow(table, name, seat, words)


def follow(table: Table, name: str, seat: int | None, words: str) -> None:
    """Do what was let through already."""
    known, before = set(presence.expected(table)), _course(table)
    COMMANDS[name](table, seat, words)
    after = _course(table)
    # what is between a seat and the house changes nothing here, or others could tell
    in_the_open = name in SHOWS_UP or (name == "move" and after != before)
    if in_the_open and seat is not None and table.is_person(seat):
        presence.came(table, seat)
        known.add(seat)
    presence.hush(table)
    if after.page == before.page:  # a new page calls by itself
        presence.call_next(table, known)


class _Course(NamedTuple):
    """How far the game is, as all can see."""

    page: int
    told: int
    moment: int
    waiting: tuple[int, ...]


def _course(table: Table) -> _Course:
    waiting = table.game.waiting if table.game else ()
    return _Course(table.page.number, len(table.page.events), table.moment, waiting)


def opening(table: Table) -> Entry:
    """The first line of the log of a table that was just opened by its only guest."""
    data: dict[str, Any] = {name: getattr(table, name) for name in _OPENING}
    data["options"] = table.options.to_json()
    data["captain_by_lot"] = table.captain_by_lot
    data["computers"] = [chair.computer for chair in table.chairs[1:]]
    return Entry(None, OPEN, json.dumps(data, separators=(",", ":")))


def opened(words: str) -> Table:
    """The table as it was opened."""
    data = json.loads(words)
    options = Options.from_json(data.pop("options"))
    computers = data.pop("computers")
    chairs = [Chair(), *[Chair(computer=name, name=n) for n, name in enumerate(computers)]]
    return Table(**data, options=options, chairs=chairs)


class NotReplayed(Exception):
    """The log of a table does not lead anywhere; ``line`` is the first that does not fit."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def replay(log: Iterable[Entry]) -> Table:
    """The table that this log makes, with all moves ever made and all events ever told."""
    table: Table | None = None
    for number, entry in enumerate(log):
        try:
            if table is None:
                table = opened(entry.words)
                table.whole = True
            else:
                follow(table, entry.act, entry.seat, entry.words)
        except (Refused, CelestiaError, ValueError, LookupError, TypeError, AttributeError):
            raise NotReplayed(number) from None
    if table is None:
        raise NotReplayed(0)
    return table


def rebuilt(log: Iterable[Entry]) -> Table:
    """The table that this log makes, as it would be loaded: what is played on with."""
    table = replay(log)
    table.made, table.told, table.whole = [], [], False
    table.pages = table.pages[-play.PAGES :]
    return table
