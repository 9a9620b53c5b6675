"""Databases full of running tables: a few games are played, the others are copies of them.

A copy has a name and people of its own and is stored by the bot's own store, so that every hash is
right: 10,000 tables with a hundred lines of log each take about a quarter of a minute.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from bench.load.clicks import AN_EVENING, Click, Habits, chosen, play_on
from bot.pages.hand import hand as hand_picture
from bot.pages.layout import Picture
from bot.pages.leg import leg
from bot.pages.views import hand_view, table_view
from bot.store.data import Attached, Change, PostedMessage
from bot.store.sqlite.store import SqliteStore
from bot.tables import autoplay
from bot.tables.actions import Entry, execute, opening
from bot.tables.table import Chair, PaceName, PageKey, Table, dump, load
from bot.words import catalogue

LINES: Final = 100
"""Lines in the log of each table."""
BOXES: Final = ("", "little_help", "little_help,initiative", "")
IN_A_GUILD: Final = 100
AT_ONCE: Final = 200
"""Tables written in one transaction."""
NAME: Final = "originaltable"
SERVER: Final = 7_171_717_171
CHANNEL: Final = 7_272_727_272
"""Placeholders for a table's own values, until it is copied."""
TEMPO: Final = autoplay.ThinkingTime(1.0, 2.5)

_IDS: Final = 1 << 58
"""The first id: of the year 2017, since Discord's ids are times."""
_KIND: Final = 1 << 40
_SEATS: Final = 8
_HANDS: Final = 1 << 36
"""The distance from the ids of boards to those of private messages."""


def table_name(number: int) -> str:
    return f"load{number:07}"


def guild_id(number: int) -> int:
    return _IDS + number // IN_A_GUILD


def channel_id(number: int) -> int:
    return _IDS + _KIND + number


def message_id(number: int) -> int:
    return _IDS + 2 * _KIND + number


def user_id(number: int, seat: int) -> int:
    return _IDS + 3 * _KIND + number * _SEATS + seat


def _attached(original: int, picture: Picture | None) -> Attached | None:
    if picture is None:
        return None
    return Attached(_IDS + 4 * _KIND + original, picture.name, picture.occasion)


def hand_id(number: int, seat: int) -> int:
    """Return the id of a private message that has been open for a while."""
    return message_id(number * _SEATS + seat) + _HANDS


@dataclass(frozen=True, slots=True)
class Pace:
    """The pace of the tables, and since when they wait."""

    name: PaceName = "none"
    """Without a clock the bot adds no moves; at any other pace windows close by themselves."""
    window: int = 60
    decision: int = 600
    began: float = 0.0


@dataclass(frozen=True, slots=True)
class Original:
    """A game that was played, and its next clicks."""

    entries: tuple[Entry, ...]
    snapshot: str
    seats: int
    due: float | None
    page: PageKey
    board: list[dict[str, Any]]
    """The board in its channel, as Discord's components."""
    picture: Picture | None
    """The picture of the board."""
    attached: Attached | None
    """The picture's file beside each copy."""
    hands: tuple[list[dict[str, Any]], ...]
    clicks: tuple[Click, ...]


def originals(pace: Pace, clicks: int, count: int, habits: Habits = AN_EVENING) -> list[Original]:
    """Play some games of all sizes, each with this many clicks that follow."""
    return [
        _original(Random(f"load {number}"), number, pace, clicks, habits) for number in range(count)
    ]


def _original(rng: Random, number: int, pace: Pace, clicks: int, habits: Habits) -> Original:
    while True:  # a game may be over too soon
        table, entries = _begun(rng, number, pace)
        while len(entries) < LINES and table.stage == "playing":
            seat = rng.choice(table.running.waiting)
            move = str(chosen(table.running.legal(seat), rng))
            execute(table, "move", seat, move)
            entries.append(Entry(seat, "move", move))
        if table.stage == "playing":
            break
    autoplay.plan(table, pace.began, TEMPO, rng)
    snapshot = dump(table)
    board = leg(table_view(table), catalogue("en"))
    hands = [_hand(table, seat) for seat in range(len(table.chairs))]
    copy = load(snapshot)
    copy.people = dict(table.people)  # which a snapshot leaves to a place of its own
    follow = play_on(copy, clicks, rng, habits)
    return Original(
        entries=tuple(entries),
        snapshot=snapshot,
        seats=len(table.chairs),
        due=table.due,
        page=table.page.key,
        board=[*board.components],
        picture=board.picture,
        attached=_attached(number, board.picture),
        hands=tuple(hands),
        clicks=tuple(follow),
    )


def _begun(rng: Random, number: int, pace: Pace) -> tuple[Table, list[Entry]]:
    """Return a table that has just been dealt, and its log."""
    table = Table(
        id=NAME,
        language="en",
        opened=pace.began,
        secret=rng.randbytes(32).hex(),
        guild=SERVER,
        channel=CHANNEL,
        pace=pace.name,
        window_seconds=pace.window,
        decision_seconds=pace.decision,
        seen_at=pace.began,
        chairs=[Chair()],
    )
    entries = [opening(table)]
    seats = 2 + number % 5
    acts = [("setting", 0, f"boxes={BOXES[number % len(BOXES)]}")]
    acts += [("join", None, "")] * (seats - 1)
    acts += [("start", 0, "7"), *[("always", seat, "on") for seat in range(seats)]]
    for name, seat, said in acts:  # the bot answers nothing by itself
        execute(table, name, seat, said)
        entries.append(Entry(seat, name, said))
    table.people = {seat: user_id(0, seat) for seat in range(seats)}
    return table, entries


def _hand(table: Table, seat: int) -> list[dict[str, Any]]:
    shown = hand_picture(hand_view(table, seat), catalogue("en"), lambda _, name: name)
    return [*shown.in_words().components]


# --- copies --------------------------------------------------------------------------------


async def fill(file: Path, games: Sequence[Original], first: int, count: int) -> None:
    """Store this many copies of these games, numbered from the first."""
    store = SqliteStore(file)
    await store.open()
    try:
        for start in range(first, first + count, AT_ONCE):
            numbers = range(start, min(start + AT_ONCE, first + count))
            changes = [_copy(games[number % len(games)], number) for number in numbers]
            await asyncio.gather(*map(store.commit, changes))
            hung = [
                store.record_painted(table_name(it), *_hung(games[it % len(games)], it))
                for it in numbers
            ]
            await asyncio.gather(*hung)
    finally:
        await store.close()


def _moved(text: str, number: int) -> str:
    """Replace the placeholders in a text by the values of this copy."""
    places = {SERVER: guild_id(number), CHANNEL: channel_id(number)}
    for before, after in places.items():
        text = text.replace(f":{before}", f":{after}")
    return text.replace(NAME, table_name(number))


def _copy(game: Original, number: int) -> Change:
    name = table_name(number)
    first, *others = game.entries
    return Change(
        table=name,
        guild=guild_id(number),
        channel=channel_id(number),
        stage="playing",
        version=0,
        entries=(Entry(first.seat, first.action, _moved(first.arguments, number)), *others),
        snapshot=_moved(game.snapshot, number),
        people={seat: user_id(number, seat) for seat in range(game.seats)},
        due=game.due,
    )


def _hung(game: Original, number: int) -> tuple[PageKey, int, PostedMessage]:
    posted = PostedMessage(game.page, channel_id(number), message_id(number), picture=game.attached)
    return game.page, 1, posted
