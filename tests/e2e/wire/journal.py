"""A journal of clicks and their answers, and its comparison with the database.

A click is *done* if Discord took the bot's answer to it and that was no refusal, *refused* if it
was one, and else nobody knows: the bot was killed, or had only promised to answer. A player
waits for an answer before the next click at a table, unless several click in one breath.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.discord.controls import Press
from bot.discord.limits import BESIDE_AFTER
from bot.hosting.action import SAY, SLOT, START
from bot.hosting.repeats import FIRST_SLOT
from bot.pages.lobby import OR_LEAVE
from bot.pages.views import TableView, table_view
from bot.store.errors import LogBroken
from bot.store.integrity import logged
from bot.store.sql import rows
from bot.store.sqlite.inspection import check_pages
from bot.store.sqlite.session import SqliteSession, finished
from bot.tables.actions import OPEN, SILENT, Entry, NotReplayed, execute, opened
from bot.tables.play import to_exchange
from bot.tables.presence import PASS
from bot.tables.table import Table, load, new_id
from bot.words import catalogue
from engine.deal import numbers_of
from tests.e2e.wire.people import Act, Answer

NEW: Final = "new"
"""The action of the command that opens a table."""
REFUSALS: Final = ("⚠️", "⌛")
"""Beginnings of an answer that refuses something."""
IN_ADVANCE: Final = 6
"""Moments before a question in which its answer may be given in advance."""
SOON: Final = 8
"""Moments after a question for which the bot remembers it."""
LATELY: Final = 40
"""Lines of the log by which a board may lag."""
NOTE: Final = "> "
"""Beginning of a private board that tells something, such as the move that was made."""
BY_THE_HOUSE: Final = frozenset(
    {
        "let_pass",
        "close",
        "answer",
        "open_seal",
        "only_answer",
        "by_order",
        "stand_in",
        "warn",
        "sleep",
        "expire",
    }
)
"""Lines of the log that the bot makes by itself, on any seat."""


@dataclass(eq=False, slots=True)
class Click:
    """Something that somebody did and that changes a table, unless it is refused."""

    user: int
    locale: str
    press: Press | None
    """None: it was the command `NEW`."""
    values: tuple[str, ...]
    breath: int
    """Clicks of one table in the order in which they were made, but for those of one breath."""
    answer: Answer | None = field(default=None, repr=False)
    done: bool | None = None
    """None: nobody knows."""
    void: bool = False
    """It was made while there was no bot."""

    @property
    def id(self) -> int:
        return self.answer.id if self.answer else 0

    @property
    def table(self) -> str:
        return self.press.table if self.press else new_id(self.id)

    @property
    def action(self) -> str:
        return self.press.action if self.press else NEW

    @property
    def argument(self) -> str:
        return self.press.argument if self.press else ""

    @property
    def told(self) -> str:
        """The answer, for a report."""
        it = self.answer
        return f"answered {it.kind} {it.text!r} after {it.after}" if it else "no answer"

    @property
    def passes(self) -> bool:
        return self.press is not None and (self.action, self.press.argument) == (SAY, PASS)

    @property
    def may_be_needless(self) -> bool:
        """It passes, and was taken without a word: it may have come a moment too late."""
        return self.passes and self.answer is not None and self.answer.acknowledged

    def repeats(self, earlier: Click) -> bool:
        """Is nothing lost by it, since the same was done already? It is taken without a word.

        That is the same press a moment later, or the same answer in a hand or given in advance.
        """
        mine, other = self.press, earlier.press
        if (mine, self.values) == (other, earlier.values):
            return True
        if mine is None or other is None or mine.action != SAY or mine.moment is None:
            return False
        if other.moment == mine.moment:
            return True
        said = (other.action, other.argument) == (SAY, mine.argument)
        return said and 0 < mine.moment - (other.moment or 0) <= IN_ADVANCE

    def heard(self) -> None:
        """Take down what its answer says, as long as it says it."""
        assert self.answer is not None
        if self.answer.failed:
            return
        # without a word, or with the board, or only a promise
        if self.answer.kind.startswith("deferred") or self.answer.wordless:
            at_once = (self.answer.after or 0.0) < BESIDE_AFTER
            # a pass that came a moment too late is taken without a word, too
            self.done = True if at_once and not self.passes else None
            return
        said = self.answer.text
        if catalogue(self.locale)("error-store_unreachable") in said:
            return
        stale = catalogue(self.locale)("error-moment_passed")
        unseen = catalogue(self.locale)("board-unreachable")
        stored = unseen in said
        refused = stale in said or (said.startswith(REFUSALS) and not stored)
        tells = said.startswith(NOTE) and not said.startswith(f"{NOTE}{unseen}")
        late = self.action == SLOT and self.argument == FIRST_SLOT and not tells
        if late and not refused:  # a pass that came a moment too late: the hand is drawn anew
            return
        # a new table that cannot be shown is there all the same
        self.done = None if refused and self.press is None else not refused


class Journal:
    """All clicks of a test, the first ones first."""

    def __init__(self) -> None:
        self.clicks: Final[list[Click]] = []
        self._breaths = 0

    def breath(self) -> int:
        """Clicks that are made from now on come after all that were made before."""
        self._breaths += 1
        return self._breaths

    def note(self, act: Act, breath: int, *, void: bool = False) -> Click:
        press = Press.read(act.data.get("custom_id", ""))
        values = tuple(act.data.get("values", ()))
        click = Click(act.person.id, act.person.locale, press, values, breath, void=void)
        self.clicks.append(click)
        return click

    def joins(self, db: sqlite3.Connection, table: str) -> int:
        """Return how often people sat down; the same button lets a seated person get up."""
        signed, seated, joined = processed(db), set[int](), 0
        for click in self.clicks:
            if click.id in signed and click.table == table and click.action in (NEW, "join"):
                joined += click.user not in seated
                seated ^= {click.user}
        return joined

    def settle(self, db: sqlite3.Connection, table: str | None = None) -> None:
        """Of what nobody knew, here or at all tables, the database says whether it was done.

        Nobody may be clicking there meanwhile.
        """
        signed = processed(db)
        for click in self.clicks:
            if click.done is None and click.id and table in (None, click.table):
                click.done = click.id in signed


def processed(db: sqlite3.Connection) -> set[int]:
    """The interactions that were carried out."""
    return {number for (number,) in db.execute("SELECT interaction FROM log WHERE interaction > 0")}


class Audit:
    """A comparison of a database with a journal."""

    def __init__(self, db: sqlite3.Connection, journal: Journal) -> None:
        self.faults: Final[list[str]] = []
        """Clicks lost, stored twice, out of order or invented."""
        self.scenes: Final[dict[str, list[TableView]]] = {}
        """The last views of each table, the newest last."""
        self._courses: Final[dict[str, _Course]] = {}
        """The course of each table's games."""
        check_pages(db)
        signed = processed(db)
        clicks: dict[str, list[Click]] = defaultdict(list)
        for click in journal.clicks:
            if click.id in signed:
                clicks[click.table].append(click)
        for (table,) in db.execute("SELECT id FROM tables").fetchall():
            found = self._table(db, table, clicks.pop(table, []))
            self.faults.extend(f"table {table}: {fault}" for fault in found)
        for left in clicks.values():
            self.faults.extend(f"lost: {click}, with its whole table" for click in left)
        self.faults.extend(self._broken_promises(journal.clicks, signed))

    def _table(self, db: sqlite3.Connection, name: str, clicks: list[Click]) -> Iterator[str]:
        """Yield the faults of one table; these clicks were carried out there."""
        session = SqliteSession(db)
        stored = finished(rows.read(session, name, None))
        assert stored is not None
        try:
            log = finished(rows.log(session, name))
            account = _Account(log, stored.people, clicks)
            table = account.audited()
        except (LogBroken, NotReplayed) as broken:
            yield f"the log is no log: {broken!r}"
            return
        yield from account.faults
        self.scenes[name] = account.scenes
        self._courses[name] = account.course
        if not stored.intact or logged(load(stored.snapshot)) != logged(table):
            yield "the snapshot is not what the log makes"
        # what it was told may give the house an appointment that somebody's click forestalls
        told = any(entry.action in SILENT for entry in log)
        alone = not (account.by_the_house or told) and table.pace == "none"
        least = len(clicks) + (account.by_the_house > 0)
        if stored.version < least or (alone and stored.version != len(log)):
            yield f"version {stored.version} after {len(log)} lines"

    def _broken_promises(self, clicks: Sequence[Click], signed: set[int]) -> Iterator[str]:
        carried_out: dict[tuple[int, str], list[Click]] = defaultdict(list)
        for click in clicks:
            if click.id in signed:
                carried_out[click.user, click.table].append(click)
        for click in clicks:
            is_repeat = any(map(click.repeats, carried_out[click.user, click.table]))
            course = self._courses.get(click.table)
            needless = is_repeat or (course is not None and course.took(click))
            if click.done and click.id not in signed and not needless:
                yield f"lost: {click}, {click.told}"
            if (click.void or click.done is False) and click.id in signed:
                yield f"done though it was refused: {click}"
        for number in signed - {click.id for click in clicks}:
            yield f"nobody has made click {number}"


class _Course:
    """Who stayed, left or declared at a table, by the moments at which this stood there."""

    def __init__(self, people: Mapping[int, int]) -> None:
        self._seats: Final = {user: seat for seat, user in people.items()}
        self._stood: Final[dict[int, set[tuple[int, str]]]] = defaultdict(set)

    def follow(self, table: Table) -> None:
        """Take down what stands there now."""
        if table.game is None:
            return
        leg = table.game.leg
        stood = self._stood[table.moment]
        stood.update((seat, "stay") for seat in leg.stayed)
        stood.update((seat, "leave") for seat in leg.gone)
        stood.add((leg.captain, f"declare {leg.said}"))

    def took(self, click: Click) -> bool:
        """Had the game gone as a late and wordless click would have it, by whosever doing?"""
        press, answer = click.press, click.answer
        if press is None or press.moment is None or answer is None or not answer.wordless:
            return False
        said = self._seats.get(click.user, -1), press.argument
        soon = range(press.moment + 1, press.moment + SOON + 1)
        return press.action == SAY and any(said in self._stood[moment] for moment in soon)


class _Account:
    """A log, line by line, beside the clicks that should have made it."""

    def __init__(
        self, log: list[Entry], people: Mapping[int, int], clicks: Iterable[Click]
    ) -> None:
        self.faults: Final[list[str]] = []
        self.by_the_house = 0
        """Number of lines that no click has made."""
        self.course: Final = _Course(people)
        self.scenes: Final[list[TableView]] = []
        self._log = log
        self._people = people
        self._clicks = sorted(clicks, key=lambda click: click.breath)

    def audited(self) -> Table:
        """The table that the log makes, when all its lines were held against the clicks."""
        table: Table | None = None
        for number, entry in enumerate(self._log):
            if table is not None and _is_the_houses(table, entry):
                self.by_the_house += 1
                user = None
            else:
                user = self._take(table, entry)
                if user is None:
                    self.faults.append(
                        f"line {number + 1} is no click that is due there: {entry.action}"
                    )
            table = self._played(table, number, entry)
            self.course.follow(table)
            if user is not None and entry.action in (OPEN, "join"):
                table.people[len(table.chairs) - 1] = user
            if number >= len(self._log) - LATELY:
                self.scenes.append(table_view(table))
        assert table is not None
        self.faults.extend(f"lost: {click}, signed for" for click in self._clicks)
        if table.people != self._people:
            self.faults.append(f"on the seats are {self._people}, and not {table.people}")
        return table

    @staticmethod
    def _played(table: Table | None, number: int, entry: Entry) -> Table:
        try:
            if table is None:
                table = opened(entry.arguments)
                table.whole = True
            else:
                execute(table, entry.action, entry.seat, entry.arguments)
        except Exception as fault:
            raise NotReplayed(number) from fault
        return table

    def _take(self, table: Table | None, entry: Entry) -> int | None:
        """Cross out a click of the next breath that has made this line; whose it was."""
        for click in self._clicks:
            if click.breath != self._clicks[0].breath:
                break
            if self._fits(click, table, entry):
                self._clicks.remove(click)
                return click.user
        return None

    def _fits(self, click: Click, table: Table | None, entry: Entry) -> bool:
        if table is None or click.press is None:
            return table is None and click.press is None and entry.action == OPEN
        seat = table.seat_of(click.user)
        if click.action == "join" and seat is None:
            return entry == Entry(None, "join", "")
        if click.action == "join":
            return click.press.argument == OR_LEAVE and entry == Entry(seat, "leave", "")
        if click.action == START:  # with the ids of messages, one of which nobody could know
            it = (entry.seat, entry.action, len(numbers_of(entry.arguments)))
            return it == (seat, START, 2)
        return entry.seat == seat and (entry.action, entry.arguments) in _meant(click, table, seat)


def _is_the_houses(table: Table, entry: Entry) -> bool:
    if entry.action == "move" and entry.seat is not None:
        # lines that processes have lost may leave a seat that is not at the table
        return entry.seat < len(table.chairs) and not table.is_person(entry.seat)
    return entry.action in BY_THE_HOUSE


def _meant(click: Click, table: Table, seat: int | None) -> list[tuple[str, str]]:
    """The lines that a click could make at a table as it stands."""
    assert click.press is not None
    argument = click.values[0] if click.values else click.press.argument
    match click.action:
        case "say":
            return [("move", argument), ("seal", argument)]
        case "slot" | "exchange" | "arm" if table.game is None:
            return []  # the line that began the game was lost
        case "slot":
            legal = table.running.legal(seat or 0)
            return [("move", str(move)) for move in legal[int(argument) : int(argument) + 1]]
        case "exchange":
            cards = to_exchange(table, seat or 0)
            chosen = [cards[int(value)] for value in click.values if int(value) < len(cards)]
            return [("exchange", " ".join(chosen))]
        case "arm":
            armable = table.running.armable
            return [
                ("arm", ";".join(" ".join(armable[it]) for it in sorted(map(int, click.values))))
            ]
        case "quiet" | "always" | "setting" | "add_computer":
            return [(click.action, argument)]
        case lobby:
            return [(lobby, "")]
