"""A table for one test, driven by lines of text; its log holds every action.

t = lobby(persons=2).do("0 setting seats=3", "- join c", "0 start 7")
t = laid(3, dice="fog blank").do("2 seal leave", "1 move stay")
assert t.table.sealed == {}
"""

from __future__ import annotations

from random import Random
from typing import Any

from bot.tables import autoplay
from bot.tables.actions import Entry, execute, opening
from bot.tables.refusals import Refused
from bot.tables.table import Chair, Page, Table, dump, load
from engine.errors import CelestiaError
from tests.rules.builder import table as rules_table

OPENED = 1_000_000.0
SECRET = "5e" * 32
START = "7"
"""The id of the message with which a game begins."""
NOBODY = "-"
NOW = OPENED
"""When the bot plans its own actions."""
STEADY = autoplay.ThinkingTime(2.0, 2.0)


class Driven:
    """A table and its log."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.log = [opening(table)] if table.stage == "lobby" else []

    def do(self, *lines: str) -> Driven:
        """Carry out actions, each after its seat (or -): ``"1 move stay"``."""
        for line in lines:
            self.act(entry_of(line))
        return self

    def act(self, entry: Entry) -> Driven:
        """Carry out an action, and log it."""
        execute(self.table, entry.action, entry.seat, entry.arguments)
        self.log.append(entry)
        return self

    def planned(
        self, now: float = NOW, tempo: autoplay.ThinkingTime = STEADY, luck: int = 0
    ) -> Table:
        """Return the table, with the times of the bot's own actions."""
        autoplay.plan(self.table, now, tempo, Random(luck))
        return self.table

    def refusal(self, line: str) -> str:
        """Return the code with which an action is refused."""
        entry, table = entry_of(line), self.again()
        try:
            execute(table, entry.action, entry.seat, entry.arguments)
        except (Refused, CelestiaError) as refused:
            return refused.code
        raise AssertionError(f"{line!r} was allowed")

    def again(self) -> Table:
        """Return the table as loaded from its snapshot."""
        return load(dump(self.table))

    def pass_on(self, question: str) -> Driven:
        """Have all seats pass until this question is asked."""
        while self.table.question != question:
            self.do(f"{self.table.running.waiting[0]} move pass")
        return self

    def first_move(self) -> Driven:
        """Have the seat that is asked first make its first legal move."""
        seat = self.waiting[0]
        return self.do(f"{seat} move {self.table.running.legal(seat)[0]}")

    @property
    def question(self) -> str:
        return self.table.question

    @property
    def waiting(self) -> tuple[int, ...]:
        return self.table.running.waiting

    def since(self, moment: int) -> int:
        """Return the number of moments since this one."""
        return self.table.moment - moment


def entry_of(line: str) -> Entry:
    """Return the entry of the log for a line of text."""
    seat, command, *arguments = line.split(" ", 2)
    return Entry(None if seat == NOBODY else int(seat), command, "".join(arguments))


def opened(**facts: object) -> Table:
    """Return a table with a person on its first seat."""
    facts = {"id": "blue", "language": "en", "opened": OPENED, "secret": SECRET, **facts}
    return Table(**facts, chairs=[Chair()])  # pyright: ignore[reportArgumentType] - facts by name


def lobby(persons: int = 1, computers: int = 0, settings: str = "", **facts: Any) -> Driven:
    """Return a lobby with this many persons, and computers behind them."""
    t = Driven(opened(**facts))
    t.do(*[f"0 setting {setting}" for setting in settings.split()])
    t.do(*["- join"] * (persons - 1))
    return t.do(*["0 add_computer random"] * computers)


def started(persons: int = 2, computers: int = 0, settings: str = "", **facts: Any) -> Driven:
    """Return a game that has just begun."""
    return lobby(persons, computers, settings, **facts).do(f"0 start {START}")


def laid(
    seats: int = 3, computers: tuple[int, ...] = (), pace: str = "live", **facts: object
) -> Driven:
    """Return a game at the start of a leg, laid out as in the tests of the rules."""
    game = rules_table(seats, **facts).game  # pyright: ignore[reportArgumentType] - facts by name
    chairs = [Chair(computer="random" if n in computers else "", name=n) for n in range(seats)]
    table = opened(pace=pace)
    table.chairs, table.game, table.stage = chairs, game, "playing"
    table.turns, table.news = [0] * seats, [[] for _ in chairs]
    table.pages = [Page(1, begun=True)]
    return Driven(table)


def spoken(seats: int = 3, **facts: Any) -> Driven:
    """Return the window after the decisions: everybody stayed."""
    t = laid(seats, **{"dice": "fog blank", **facts})
    return t.do(*[f"{seat} move stay" for seat in range(1, seats)])


def exchanging() -> Driven:
    """Return a crash after which all seats decide at once on their exchange."""
    t = laid(3, boxes=("matryoshburg",), dice="fog fog", captain=2, hands={2: "turbo"})
    t.do("0 move stay", "1 move stay").pass_on("declaration").do("2 move declare cannot")
    return t.pass_on("matryoshburg")
