"""Time on the wire: people who are away, clocks that are set, and a bot that is not there."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from operator import add
from pathlib import Path
from typing import Any, Final

import pytest

from bot.events import Events
from bot.hosting.availability import Availability
from bot.hosting.service import TableService
from bot.store.sqlite.store import SqliteStore
from bot.tables.autoplay import ThinkingTime
from bot.words import catalogue
from tests.bot.cli.process import ROOT
from tests.client.messages import Shown
from tests.e2e.wire import Person, Wire, at_once, wired
from tests.e2e.wire.playing import Players, begin
from tests.e2e.wire.waiting import (
    A_SECOND,
    KEPT,
    LIVE,
    PATIENT,
    WARNED,
    asked,
    asks_still,
    boarded,
    boarded_in_time,
    calls,
    deciding,
    ends,
    has_all_time,
    reminders,
    say,
    stay,
    stood_in,
)
from tests.e2e.wire.world import Channel

Seated = tuple[Players, Person, Person]

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
AFTERWARDS: Final = 2.0
"""Seconds in which the bot would have stood in for a player whose time is over."""
TRIES: Final = 5
THINKS: Final = "1,1"
"""Seconds that computers take for an answer; in the place of an absent player, twice as long."""
_CALL: Final = (
    re.escape(
        f"🔔 {say('notice-warning', seats='SEAT')}\n"
        f"-# {say('decision-ends', when='WHEN')}\n"
        f"{say('board-link', link='LINK')}"
    )
    .replace("SEAT", r"\S+ <@\d+>")
    .replace("WHEN", r"<t:\d+:R>")
    .replace("LINK", r"https://discord\.com/channels/\d+/\d+/\d+")
)
"""All that is said in public to a player whose time is running out."""


@pytest.fixture
async def hurried(tmp_path: Path) -> AsyncIterator[Wire]:
    """A wire on which decisions end soon and the clock can be set."""
    async with wired(tmp_path, ahead=0.0, computer_pause=THINKS, **LIVE) as wire:
        yield wire


@pytest.fixture
async def wire(tmp_path: Path) -> AsyncIterator[Wire]:
    """A wire on which no decision ends by itself and the clock can be set."""
    settings: dict[str, Any] = LIVE | {"decision_seconds": f"{PATIENT:.0f}"}
    async with wired(tmp_path, ahead=0.0, computer_pause=THINKS, **settings) as wire:
        yield wire


async def seated(
    wire: Wire, name: str, channel: Channel | None = None, **options: Any
) -> tuple[Players, Person, Person]:
    """Ann and Bob, who give all their answers themselves, in a channel of their own."""
    channel = channel or wire.discord.add_channel(wire.guild, name)
    ann, bob = wire.join("Ann", channel=channel), wire.join("Bob", locale="fr", channel=channel)
    options = {"pace": "live", "power_cards": False} | options
    players = await begin(ann, bob, seed=name, **options)
    for person in (ann, bob):
        await person.runs("seat orders", ask=True)
    return players, ann, bob


async def all_boarded(wire: Wire, *tables: Seated) -> list[Shown]:
    """Play until Bob decides at every table, with much of his time left; return the boards."""
    boards = dict[Players, Shown]()
    while len(boards) < len(tables):
        for players, _, bob in tables:
            boards[players] = await boarded_in_time(wire, players, bob, PATIENT / 2)
        least = wire.bot.now + PATIENT / 3
        boards = {players: board for players, board in boards.items() if ends(board) > least}
    return [boards[players] for players, _, _ in tables]


async def have_all_time(wire: Wire, since: float, *tables: Players) -> None:
    """Wait until the players who decide at these tables of `wire` have all their time again."""
    await wire.discord.until(
        lambda: all(has_all_time(wire, it.board, since, PATIENT) for it in tables)
    )


# --- absent players ------------------------------------------------------------------------------


async def test_absent_players_are_pinged_substituted_and_given_their_seats_back(
    hurried: Wire,
) -> None:
    """The bot is not told that Bob leaves the server, or his desk."""
    await asyncio.gather(
        _comes_back_by_the_button(hurried), _comes_back_by_a_move(hurried), _comes_in_time(hurried)
    )


async def _comes_back_by_the_button(wire: Wire) -> None:
    players, ann, bob = await seated(wire, "button")
    alone = Players((ann,), seed="alone")
    await _is_called_and_stood_in_for(wire, players, alone, bob)
    assert KEPT not in alone.board.text  # once is nothing
    await _is_away(wire, alone, bob)
    told = len(wire.discord.messages_in(ann.channel))
    await alone.play(until=lambda: len(wire.discord.messages_in(ann.channel)) > told + 1)
    assert say("button-back") in alone.board.open
    returned = wire.bot.now
    back = await bob.presses(action="back")
    assert back.private
    assert catalogue("fr")("back-again") in back.text
    await wire.discord.until(lambda: KEPT not in alone.board.text)
    board = await asked(wire, alone, bob)
    assert has_all_time(wire, board, returned)
    await players.play(until=lambda: ends(players.board) != ends(board))


async def _comes_back_by_a_move(wire: Wire) -> None:
    players, ann, bob = await seated(wire, "move")
    alone = Players((ann,), seed="alone")
    await asked(wire, players, bob)
    await _is_away(wire, alone, bob)
    await players.play(until=lambda: KEPT not in players.board.text)


async def _is_called_and_stood_in_for(
    wire: Wire, players: Players, alone: Players, bob: Person
) -> None:
    board = await asked(wire, players, bob)
    due = ends(board)
    await wire.discord.until(lambda: calls(wire, bob))
    assert wire.bot.now > due - WARNED - A_SECOND
    (call,) = calls(wire, bob)
    assert call.id > board.id
    assert re.fullmatch(_CALL, call.text), call.text
    await wire.discord.until(lambda: ends(alone.board) != due)
    assert wire.bot.now > due - A_SECOND
    assert reminders(wire, players.table)[-2:] == ["warn", "stand_in"]
    await wire.discord.until(lambda: not calls(wire, bob))


async def _is_away(wire: Wire, alone: Players, bob: Person) -> None:
    """Bob does nothing any more, until a computer keeps his seat."""
    await alone.play(until=lambda: KEPT in alone.board.text)
    await wire.discord.until(lambda: not calls(wire, bob))


async def _comes_in_time(wire: Wire) -> None:
    """A busy machine may be late for the seconds between the ping and the end: then once more."""
    players, _, bob = await seated(wire, "in time")
    for _ in range(TRIES):
        before = stood_in(wire, players.table)
        board = await boarded(wire, players, bob, alone=False)
        await wire.discord.until(lambda: calls(wire, bob))
        await bob.presses(stay(board))
        await wire.discord.until(lambda: not calls(wire, bob))
        if stood_in(wire, players.table) == before:
            return
    raise AssertionError("the ping never leaves enough time")


async def test_the_host_pings_the_awaited_players(wire: Wire) -> None:
    players, ann, bob = await seated(wire, "table")
    board = await boarded(wire, players, bob)
    refused = await bob.presses(action="nudge")
    assert catalogue("fr")("error-nobody_to_call") in refused.text
    assert not calls(wire, bob)
    assert say("nudged") in (await ann.presses(action="nudge")).text
    await wire.discord.until(lambda: calls(wire, bob))
    (call,) = calls(wire, bob)
    assert say("notice-nudge", seats="").strip() in call.text
    assert say("error-nudged_lately") in (await ann.runs("nudge")).text
    await bob.presses(stay(board))
    await wire.discord.until(lambda: not calls(wire, bob))


# --- a bot that is not there ---------------------------------------------------------------------


async def test_an_outage_of_an_hour_costs_no_turn_and_no_time_at_a_relaxed_table(
    wire: Wire,
) -> None:
    tables = [await seated(wire, "slow", pace="relaxed"), await seated(wire, "live")]
    (slow, _, other), (live, _, bob) = tables
    patient, drawn = await all_boarded(wire, *tables)
    before = stood_in(wire, live.table, slow.table)
    await wire.bot.kill()
    wire.bot.sets_clock(HOUR)
    since = wire.bot.now
    await wire.bot.start()
    await have_all_time(wire, since, live)
    assert deciding(live.board) == bob.id
    assert (await bob.presses(stay(drawn))).wordless
    await wire.discord.until(lambda: not asks_still(live, drawn))
    await other.runs("board")
    assert ends(slow.board) == ends(patient)
    for board in (live.board, slow.board):
        assert say("board-asleep") not in board.text
    assert stood_in(wire, live.table, slow.table) == before


async def test_a_suspended_machine_takes_nobody_s_turn(wire: Wire) -> None:
    players, ann, bob = await seated(wire, "table")
    (board,) = await all_boarded(wire, (players, ann, bob))
    before = stood_in(wire, players.table)
    assert say("nudged") in (await ann.presses(action="nudge")).text
    await wire.discord.until(lambda: calls(wire, bob))
    wire.bot.sleeps(PATIENT)
    lost = PATIENT - 3 * A_SECOND  # it may have been about to check its clocks
    await wire.discord.until(lambda: ends(players.board) > ends(board) + lost)
    assert deciding(players.board) == bob.id
    await wire.discord.until(lambda: ends(calls(wire, bob)[0]) == ends(players.board))
    assert (await bob.presses(stay(board))).wordless
    assert stood_in(wire, players.table) == before


async def test_time_stands_still_where_the_board_cannot_be_shown(hurried: Wire) -> None:
    wire, discord = hurried, hurried.discord
    deleted, forbidden = (discord.add_channel(wire.guild, it) for it in ("deleted", "forbidden"))
    broken, away = (discord.add_channel(discord.add_guild(it), it) for it in ("broken", "away"))
    for place in (broken, away):
        await discord.invites(place.guild)
    breaks = {
        deleted: lambda: discord.deletes(deleted),
        forbidden: lambda: discord.forbids(forbidden, "view_channel"),
        broken: lambda: discord.fails(broken.guild),
        away: lambda: discord.kicks(away.guild),
    }
    cut = await asyncio.gather(*[_is_cut_off(wire, *it) for it in breaks.items()])
    tables = [players.table for players, _, _ in cut]
    before = stood_in(wire, *tables)
    await asyncio.sleep(max(ends(board) for *_, board in cut) - time.time() + AFTERWARDS)
    assert stood_in(wire, *tables) == before
    await discord.allows(forbidden)
    await discord.recovers(broken.guild)
    await discord.invites(away.guild)
    (_, gone, _), *back = cut
    for answer in await at_once(*[bob.pressing(stay(board)) for _, bob, board in back]):
        assert answer.wordless
    gone.channel, since = discord.add_channel(wire.guild, "another"), wire.bot.now
    assert catalogue("fr")("board-here") in (await gone.runs("board")).text
    assert has_all_time(wire, discord.board_in(gone.channel), since)
    for players, _, board in back:
        await discord.until(lambda it=players, board=board: not asks_still(it, board))
    assert stood_in(wire, *tables) == before


async def _is_cut_off(
    wire: Wire, place: Channel, breaks: Callable[[], Awaitable[None]]
) -> tuple[Players, Person, Shown]:
    """Play there until Bob decides, and cut the bot off."""
    players, _, bob = await seated(wire, "", place)
    board = await boarded_in_time(wire, players, bob, WARNED)  # else it may end just now
    await breaks()
    return players, bob, board


# --- a clock that is set -------------------------------------------------------------------------


async def test_setting_the_clock_costs_no_turn_and_refuses_no_click(wire: Wire) -> None:
    tables = [
        await seated(wire, "slow", pace="relaxed"),
        await seated(wire, "two"),
        await seated(wire, "one"),
    ]
    (slow, _, patient), (two, _, other), (one, _, bob) = tables
    third, second, first = await all_boarded(wire, *tables)
    before = stood_in(wire, one.table, two.table, slow.table)
    wire.bot.sets_clock(HOUR)
    await have_all_time(wire, wire.bot.now, one, two)
    assert deciding(one.board) == bob.id
    assert (await bob.presses(stay(first))).wordless
    wire.bot.sets_clock(0.0)
    await have_all_time(wire, wire.bot.now, two)
    assert deciding(two.board) == other.id
    assert (await other.presses(stay(second))).wordless
    assert (await patient.presses(stay(third))).wordless
    assert stood_in(wire, one.table, two.table, slow.table) == before


def test_no_click_is_judged_by_a_clock() -> None:
    for folder in ("bot", "cogs"):
        for file in (ROOT / folder).rglob("*.py"):
            assert "is_expired" not in file.read_text("utf-8"), file


# --- a table that nobody comes to ----------------------------------------------------------------


async def test_an_abandoned_table_sleeps_and_is_closed_with_its_scores(wire: Wire) -> None:
    players, _, bob = await seated(wire, "table", pace="none")
    await _is_looked_at(wire, players.table, 8 * DAY)
    await wire.discord.until(lambda: say("board-asleep") in players.board.text)
    resumed = await bob.presses(action="back")
    assert catalogue("fr")("resumed") in resumed.text
    await wire.discord.until(lambda: say("board-asleep") not in players.board.text)
    await _is_looked_at(wire, players.table, 16 * DAY, 47 * DAY)
    await wire.discord.until(lambda: say("end-expired") in players.board.text)
    assert players.over
    for person in players.people:
        assert person.mention in players.board.text


async def _is_looked_at(wire: Wire, table: str, *later: float) -> None:
    """Let so much time go by, all of it with the bot running; then start it on the wire again."""
    await wire.bot.stop()
    for ahead in later:
        clock = partial(add, time.time(), ahead)
        store = SqliteStore(wire.bot.database, clock=clock)
        await store.open()
        service = TableService(
            store, clock, ThinkingTime(0, 0), Availability(lambda: 0.0), Events()
        )
        await service.attend(table)
        await store.close()
    wire.bot.sets_clock(later[-1])
    await wire.bot.start()
