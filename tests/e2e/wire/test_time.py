"""Time on the wire: people who are away, clocks that are set, and a bot that is not there."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
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
from tests.bot.hosting.in_place import InPlace
from tests.e2e.wire import Person, Wire, wired
from tests.e2e.wire.playing import Players, begin
from tests.e2e.wire.waiting import (
    A_SECOND,
    KEPT,
    LIVE,
    PATIENT,
    WARNED,
    asked,
    boarded,
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


def has_all_time_of(wire: Wire, players: Players, since: float) -> bool:
    """Return whether the player who decides at a table of `wire` was given all time again."""
    return has_all_time(wire, players.board, since, PATIENT)


async def seated(
    wire: Wire, name: str, channel: Channel | None = None, **options: Any
) -> tuple[Players, Person, Person]:
    """Ann and Bob at a table of their own, in a channel of its own."""
    channel = channel or wire.discord.add_channel(wire.guild, name)
    ann, bob = wire.join("Ann", channel=channel), wire.join("Bob", locale="fr", channel=channel)
    options = {"pace": "live", "power_cards": False} | options
    return await begin(ann, bob, seed=name, **options), ann, bob


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
    live, _, bob = await seated(wire, "live")
    slow, _, other = await seated(wire, "slow", pace="relaxed")
    drawn, patient = await asyncio.gather(
        boarded(wire, live, bob, alone=False), boarded(wire, slow, other, alone=False)
    )
    await wire.bot.kill()
    wire.bot.sets_clock(HOUR)
    since = wire.bot.now
    await wire.bot.start()
    await wire.discord.until(lambda: has_all_time_of(wire, live, since))
    assert deciding(live.board) == bob.id
    assert (await bob.presses(stay(drawn))).wordless
    await wire.discord.until(lambda: ends(live.board) == 0 or deciding(live.board) != bob.id)
    await other.runs("board")
    assert ends(slow.board) == ends(patient)
    for board in (live.board, slow.board):
        assert say("board-asleep") not in board.text
    assert stood_in(wire, live.table, slow.table) == 0


async def test_a_suspended_machine_takes_nobody_s_turn(wire: Wire) -> None:
    players, ann, bob = await seated(wire, "table")
    board = await boarded(wire, players, bob)
    assert say("nudged") in (await ann.presses(action="nudge")).text
    await wire.discord.until(lambda: calls(wire, bob))
    wire.bot.sleeps(PATIENT)
    since = wire.bot.now
    await wire.discord.until(lambda: has_all_time_of(wire, players, since))
    assert deciding(players.board) == bob.id
    await wire.discord.until(lambda: ends(calls(wire, bob)[0]) == ends(players.board))
    assert (await bob.presses(stay(board))).wordless
    assert stood_in(wire, players.table) == 0


async def test_time_stands_still_where_the_board_cannot_be_shown(hurried: Wire) -> None:
    wire, discord = hurried, hurried.discord
    places = [discord.add_channel(wire.guild, name) for name in ("deleted", "forbidden")]
    for name in ("out of order", "sent away"):
        places.append(discord.add_channel(discord.add_guild(name), name))
        await discord.invites(places[-1].guild)
    tables = await asyncio.gather(*[seated(wire, "", place) for place in places])
    ids = [players.table for players, *_ in tables]
    deleted, forbidden, broken, away = places
    while True:
        boarding = [boarded(wire, players, bob, alone=False) for players, _, bob in tables]
        boards = await asyncio.gather(*boarding)
        before = stood_in(wire, *ids)
        if min(map(ends, boards)) > wire.bot.now + WARNED:  # else a decision may end just now
            break
    await discord.deletes(deleted)
    await discord.forbids(forbidden, "view_channel")
    await discord.fails(broken.guild)
    await discord.kicks(away.guild)
    await asyncio.sleep(max(map(ends, boards)) - time.time() + AFTERWARDS)
    assert stood_in(wire, *ids) == before
    await discord.allows(forbidden)
    await discord.recovers(broken.guild)
    await discord.invites(away.guild)
    await _is_called_elsewhere(wire, tables[0][2])
    for (players, _, bob), board in zip(tables[1:], boards[1:], strict=True):
        assert (await bob.presses(stay(board))).wordless
        await discord.until(lambda players=players, bob=bob: deciding(players.board) != bob.id)
    assert stood_in(wire, *ids) == before


async def _is_called_elsewhere(wire: Wire, bob: Person) -> None:
    bob.channel, since = wire.discord.add_channel(wire.guild, "another"), wire.bot.now
    called = await bob.runs("board")
    assert catalogue("fr")("board-here") in called.text
    assert has_all_time(wire, wire.discord.board_in(bob.channel), since)


# --- a clock that is set -------------------------------------------------------------------------


async def test_setting_the_clock_costs_no_turn_and_refuses_no_click(wire: Wire) -> None:
    one, _, bob = await seated(wire, "one")
    two, _, other = await seated(wire, "two")
    slow, _, patient = await seated(wire, "slow", pace="relaxed")
    first, second, third = await asyncio.gather(
        boarded(wire, one, bob, alone=False),
        boarded(wire, two, other, alone=False),
        boarded(wire, slow, patient, alone=False),
    )
    await _shows_the_time_after_setting_it(wire, HOUR, one, two)
    assert deciding(one.board) == bob.id
    assert (await bob.presses(stay(first))).wordless
    await asked(wire, one, bob)
    await _shows_the_time_after_setting_it(wire, 0.0, one, two)
    assert deciding(two.board) == other.id
    assert (await other.presses(stay(second))).wordless
    assert (await patient.presses(stay(third))).wordless
    assert stood_in(wire, one.table, two.table, slow.table) == 0


async def _shows_the_time_after_setting_it(wire: Wire, ahead: float, *tables: Players) -> None:
    """Set the bot's clock; its boards are right again when it has compared its clocks."""
    wire.bot.sets_clock(ahead)
    since = wire.bot.now
    await wire.discord.until(lambda: all(has_all_time_of(wire, it, since) for it in tables))


def test_no_click_is_judged_by_a_clock() -> None:
    for folder in ("bot", "cogs"):
        for file in (ROOT / folder).rglob("*.py"):
            assert "is_expired" not in file.read_text("utf-8"), file


# --- a table that nobody comes to ----------------------------------------------------------------


async def test_an_abandoned_table_sleeps_and_is_closed_with_its_scores(
    wire: Wire,
) -> None:
    players, _, bob = await seated(wire, "table", pace="none")
    await _is_looked_at(wire, players, 8 * DAY)
    assert say("board-asleep") in players.board.text
    resumed = await bob.presses(action="back")
    assert catalogue("fr")("resumed") in resumed.text
    await wire.discord.until(lambda: say("board-asleep") not in players.board.text)
    await _is_looked_at(wire, players, 16 * DAY, 47 * DAY)
    assert players.over
    assert say("end-expired") in players.board.text
    for person in players.people:
        assert person.mention in players.board.text


async def _is_looked_at(wire: Wire, players: Players, *later: float) -> None:
    """So much time goes by, all of it with the bot running; then it runs on the wire again."""
    table = players.table
    await wire.bot.stop()
    before = players.board
    for ahead in later:
        clock = partial(add, time.time(), ahead)
        store = SqliteStore(wire.bot.database, clock=clock)
        await store.open()
        service = TableService(
            store, clock, ThinkingTime(0, 0), InPlace(), Availability(lambda: 0.0), Events()
        )
        await service.attend(table)
        await store.close()
    wire.bot.sets_clock(later[-1])
    await wire.bot.start()
    await wire.discord.until(lambda: players.board.payload is not before.payload)
