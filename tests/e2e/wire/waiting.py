"""Tables at which somebody is waited for, what they say of time, and what is stored of them.

board = await asked(wire, players, bob)                 # they play on until Bob has to decide
await wire.discord.until(lambda: calls(wire, bob))      # he does not, and is called
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from bot.discord.controls import Press
from bot.hosting.action import SAY
from bot.pages.views import table_view
from bot.store.sqlite.files import reading
from bot.tables.presence import PASS
from bot.words import catalogue
from tests.client.messages import Button, Shown, pick
from tests.client.offers import named, question
from tests.e2e.wire.boards import newest_in, shows
from tests.e2e.wire.journal import processed
from tests.e2e.wire.people import Answer, Person, at_once
from tests.e2e.wire.playing import Players
from tests.e2e.wire.wire import Wire

DECISION: Final = 15.0
"""Seconds for a decision at a live table, at least; two thirds later its player is pinged."""
WARNED: Final = DECISION / 3
"""Seconds between the ping and the end."""
LIVE: Final[dict[str, Any]] = {"decision_seconds": f"{DECISION:.0f}", "window_seconds": "3"}
"""Settings of live tables at which tests wait for the end of a decision."""
PATIENT: Final = 55.0
"""Seconds for a decision where tests do not wait for its end.

The bot compares its clocks each second only if something is due within a minute.
"""
A_SECOND: Final = 1.0
"""Boards show times without fractions."""

say: Final = catalogue("en")
"""The sentences of boards."""
KEPT: Final = say("mark-substituted")
_ENDS: Final = re.escape(say("decision-ends", when="WHEN")).replace("WHEN", r"<t:(\d+):R>")


def ends(shown: Shown) -> float:
    """Return when the time for a decision is over, by the countdown of a board; 0: never."""
    found = re.search(_ENDS, shown.text)
    return float(found[1]) if found else 0.0


def deciding(shown: Shown) -> int:
    """Return the only person who has to decide, and cannot just be passed over; 0: none."""
    asked = [*named(shown)]
    return asked[0] if len(asked) == 1 and ends(shown) else 0


async def asked(wire: Wire, players: Players, person: Person) -> Shown:
    """Play on until this person has to decide something; return the board."""
    return await played(wire, players, lambda board: deciding(board) == person.id)


async def boarded(wire: Wire, players: Players, person: Person, *, alone: bool = True) -> Shown:
    """Play on until this person has to say whether to stay; return the board."""
    return await played(wire, players, lambda it: _is_boarded(it, person), alone=alone)


async def boarded_in_time(wire: Wire, players: Players, person: Person, seconds: float) -> Shown:
    """Do the same, until more than these seconds are left, while others play.

    On a slow machine their time may be over before they have looked: then they answer, or come
    back, and play on.
    """
    while True:
        board = await played(
            wire, players, lambda it: KEPT in it.text or _is_boarded(it, person), alone=False
        )
        if KEPT in board.text:
            await at_once(*[it.pressing(action="back", on=board) for it in players.people])
            await wire.discord.until(lambda: KEPT not in players.board.text)
        elif ends(board) > wire.bot.now + seconds:
            return board
        else:
            await players.click(person, (stay(board), ""))


def _is_boarded(board: Shown, person: Person) -> bool:
    return deciding(board) == person.id and question(board) == "decisions"


async def played(
    wire: Wire, players: Players, holds: Callable[[Shown], bool], *, alone: bool = True
) -> Shown:
    """Play on until the board is like this, and no click is under way; return it.

    While others play (they are not ``alone``) it is never quiet: then nobody waits for that.
    """
    while True:
        await players.play(until=lambda: holds(players.board))
        await caught_up(wire, players, alone=alone)
        if holds(players.board):
            return players.board
        assert not players.over


async def caught_up(wire: Wire, players: Players, *, alone: bool = True) -> None:
    """Wait until all their clicks are done or refused, and the board shows the result.

    A board that is a click behind looks like any other, and on a slow machine it may stay so for
    a while.
    """
    await wire.discord.until(lambda: _all_done(wire, players))
    await wire.discord.until(lambda: _shows_all(wire, players))
    if alone:
        await wire.discord.settled()


def _all_done(wire: Wire, players: Players) -> bool:
    """Whether no click is promised alone: the rest is stored, said, or repeats what is stored."""
    with reading(wire.bot.database) as db:
        signed = processed(db)
    stored = [it for it in players.answers if it.id in signed]
    done = [*map(_moment, stored), *((it.act.person.id, str(it.act.data)) for it in stored)]
    return all(
        it.id in signed or it.failed or it.shown or _is_needless(it, done) for it in players.answers
    )


def _moment(click: Answer) -> tuple[int, object]:
    """Return who pressed, and for which moment of which table."""
    press = Press.read(click.act.data.get("custom_id", ""))
    return click.act.person.id, press and (press.table, press.moment)


def _is_needless(click: Answer, done: list[tuple[int, object]]) -> bool:
    """Whether it may be taken without a word, and not be stored: a late pass, or a repetition."""
    press = Press.read(click.act.data.get("custom_id", ""))
    if (
        press is not None
        and press.action == SAY
        and (press.argument == PASS or (press.moment is not None and _moment(click) in done))
    ):
        return True
    return (click.act.person.id, str(click.act.data)) in done


def _shows_all(wire: Wire, players: Players) -> bool:
    table = newest_in(wire.bot.database, players.people[0].channel.id)
    return table is not None and shows(players.last, table_view(table))


def stay(board: Shown) -> Button:
    """Return the button with which a passenger stays aboard."""
    (button,) = pick(board.buttons, None, "say:stay")
    return button


def asks_still(players: Players, asked: Shown) -> bool:
    """Whether the board still has the button with which a passenger stays, of this moment."""
    return stay(asked).custom_id in [it.custom_id for it in players.board.buttons]


def has_all_time(wire: Wire, board: Shown, since: float, seconds: float = DECISION) -> bool:
    """Whether the player who decides was given all their ``seconds`` after ``since``.

    Both are times of the bot's clock.
    """
    begun = ends(board) - seconds
    return since - A_SECOND <= begun <= wire.bot.now + A_SECOND


def calls(wire: Wire, person: Person) -> list[Shown]:
    """Return the messages beside the board that call this person and nobody else."""
    there = wire.discord.messages_in(person.channel)
    return [it for it in there if it.pinged == [person.id] and not it.buttons]


def stood_in(wire: Wire, *tables: str) -> int:
    """Return how often a computer decided at these tables in the place of an absent player."""
    return sum(reminders(wire, table).count("stand_in") for table in tables)


def reminders(wire: Wire, table: str) -> list[str]:
    """Return the bot's warnings and substitutions at a table, in their order."""
    asks = "SELECT command FROM log WHERE table_id = ? AND command IN ('warn', 'stand_in')"
    with reading(wire.bot.database) as db:
        return [name for (name,) in db.execute(f"{asks} ORDER BY seq", (table,))]


def clicked(wire: Wire, what: str = "*") -> int:
    """Return the number of lines in all logs, or of clicks (``interaction``) behind them."""
    with reading(wire.bot.database) as db:
        (count,) = db.execute(f"SELECT COUNT({what}) FROM log").fetchone()  # noqa: S608
    return count


def stored(wire: Wire) -> list[tuple[str, int, str]]:
    """Return all stored tables; any change at one changes this."""
    with reading(wire.bot.database) as db:
        return db.execute("SELECT id, version, snapshot FROM tables ORDER BY id").fetchall()
