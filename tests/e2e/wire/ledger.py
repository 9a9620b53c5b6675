"""What people did beside what is stored: nothing is lost, and nothing was done twice.

ledger = Ledger(wire.bot.database, players.table)
answer = await bob.presses(action="say:stay")
assert ledger.acts == [(1, "move", "stay")]
assert not ledger.discrepancies([answer])
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from pathlib import Path
from typing import Any, Final

from bot.discord.controls import Press
from bot.hosting.action import SAY, SLOT
from bot.hosting.repeats import FIRST_SLOT
from bot.store.sqlite.files import reading
from bot.tables.presence import PASS
from bot.words import LANGUAGES, catalogue
from tests.e2e.wire.people import Answer

Line = tuple[int | None, str, str]
"""A seat (None: the house), what it did, and the words of it."""

BY_ITSELF: Final = (
    "answer",
    "open_seal",
    "let_pass",
    "close",
    "stand_in",
    "warn",
    "sleep",
    "expire",
)
"""Lines of the log that no click makes."""
NOT_DONE: Final = ("⚠️", "⌛", *[catalogue(it)("error-moment_passed") for it in LANGUAGES])
"""Marks of an answer that refuses something."""

DONE: Final = tuple(catalogue(it)("done") for it in LANGUAGES)
"""Words of a hand whose move was made."""


class Ledger:
    """Lines of a table's log from this moment on."""

    def __init__(self, database: Path, table: str) -> None:
        self._database = database
        self._table = table
        self._begun = len(self._log)

    @property
    def acts(self) -> list[Line]:
        """The lines since then."""
        return self._log[self._begun :]

    @property
    def _log(self) -> list[Line]:
        asks = "SELECT seat, command, arguments FROM log WHERE table_id = ? ORDER BY seq"
        with reading(self._database) as db:
            return db.execute(asks, (self._table,)).fetchall()

    def discrepancies(self, answers: Iterable[Answer]) -> list[str]:
        """Clicks that were taken note of and are not stored, and acts that nobody clicked for.

        These are the answers to all clicks since then that were to change something.
        """
        clicks = {answer.id: answer for answer in answers}
        with reading(self._database) as db:
            processed = {
                number
                for (number,) in db.execute("SELECT interaction FROM log WHERE interaction > 0")
            }
        missing = not_stored(clicks.values(), processed)
        lost = [f"{it.act.data} was answered, but is not stored" for it in missing if _is_done(it)]
        carried_out = processed & clicks.keys()
        acts = [line for line in self.acts if line[1] not in BY_ITSELF]
        if len(acts) != len(carried_out):
            return [*lost, f"{len(carried_out)} clicks have led to {len(acts)} acts: {acts}"]
        return lost


def not_stored(clicks: Iterable[Answer], processed: Container[int]) -> list[Answer]:
    """The clicks that left no line in the log, but for those that nothing is lost by.

    The same press a moment later, the same answer as in a hand, and a pass that comes too late,
    are taken without a word.
    """
    made = list(clicks)
    stored = [click for click in made if click.id in processed]
    done = [_pressed(click) for click in stored]
    answered = [(click.act.person.id, _moment(click)) for click in stored]
    return [
        click
        for click in made
        if click.id not in processed
        and not _passes(click)
        and _pressed(click) not in done
        and not (click.wordless and _says(click) in answered)
    ]


def _pressed(click: Answer) -> tuple[int, dict[str, Any]]:
    return click.act.person.id, click.act.data


def _moment(click: Answer) -> tuple[str, int | None]:
    """The table and the moment of it that a press counts for."""
    press = Press.read(click.act.data.get("custom_id", ""))
    return (press.table, press.moment) if press is not None else ("", None)


def _says(click: Answer) -> tuple[int, tuple[str, int | None]] | None:
    """Who answers on the board, and at which moment; None: it is another press."""
    press = Press.read(click.act.data.get("custom_id", ""))
    if press is None or press.action != SAY or press.moment is None:
        return None
    return click.act.person.id, _moment(click)


def says_done(text: str) -> bool:
    """A hand says that a move of it was made."""
    return any(word in text for word in DONE)


def _passes(click: Answer) -> bool:
    """A pass that came a moment too late is taken without a word, and not stored."""
    press = Press.read(click.act.data.get("custom_id", ""))
    if press is None:
        return False
    if (press.action, press.argument) == (SLOT, FIRST_SLOT):  # the hand is drawn anew
        return not says_done(click.text)
    return (press.action, press.argument) == (SAY, PASS)


def _is_done(click: Answer) -> bool:
    """The answer says that it was done: without a word, or with other words than these."""
    return click.acknowledged and not any(mark in click.text for mark in NOT_DONE)
