"""The bot loses its connection in every way there is: nothing is lost, and nothing done twice."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from bot import console
from tests.e2e.wire import Discord, Wire, wired
from tests.e2e.wire.faulty import Log
from tests.e2e.wire.flying import STAYED, boarding
from tests.e2e.wire.process import UP_WITHIN
from tests.e2e.wire.test_kill import killer_of
from tests.e2e.wire.waiting import LIVE, ends

Break = Callable[[Discord], Awaitable[None]]

REFUSED_LATE: Final = "an answer was refused: 404 10062"


async def _breaks_off(discord: Discord) -> None:
    discord.gateway.reset()


def _closed(code: int) -> Break:
    return lambda discord: discord.gateway.close(code)


BREAKS: Final[dict[str, Break]] = {
    "asked to reconnect": lambda discord: discord.gateway.ask_to_reconnect(),
    "unknown error": _closed(4000),
    "timed out": _closed(4009),
    "closed for no reason": _closed(1000),
    "broken off": _breaks_off,
    "invalid for a moment": lambda discord: discord.gateway.invalidate(resumable=True),
}
"""After each of these the session can be taken up again."""


@asynccontextmanager
async def _gap(discord: Discord, breaks: Break) -> AsyncIterator[None]:
    """Break the connection, and let the bot back in only after this."""
    discord.gateway.door.clear()
    await breaks(discord)
    await discord.until(lambda: not discord.gateway.connections)
    yield
    discord.gateway.door.set()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("way", BREAKS)
async def test_a_click_in_a_gap_is_carried_out_once(shared: Wire, way: str) -> None:
    discord, gateway = shared.discord, shared.discord.gateway
    flight = await boarding(shared)
    sessions, resumed = gateway.identified, gateway.resumed
    async with _gap(discord, BREAKS[way]):
        stay = await flight.stay().begin()
        look = await flight.captain.pressing(action="hand").begin()
    assert (await stay.comes()).wordless
    assert (await look.comes()).private
    await flight.is_shown()
    assert flight.ledger.acts == [STAYED]
    assert (gateway.identified, gateway.resumed) == (sessions, resumed + 1)


async def test_a_game_goes_through_many_breaks_and_double_deliveries(wire: Wire) -> None:
    """And it costs not one session more than it began with: of these there are 1,000 a day."""
    discord, killer = wire.discord, killer_of(wire, tables=1)
    discord.twice = True
    async with killer.playing():
        for number in range(12):
            await killer.clicks(4)
            async with _gap(discord, killer.rng.choice([*BREAKS.values()])):
                await killer.clicks(1, within=0.2)
            await discord.until(lambda times=number + 1: discord.gateway.resumed == times)
    await wire.bot.stop()
    await killer.looks()
    assert killer.faults == []
    assert sum(click.done is True for click in killer.journal.clicks) > 10
    assert (discord.gateway.identified, discord.gateway.resumed) == (1, 12)


async def _is_forgotten(discord: Discord) -> None:
    discord.gateway.resumes = False
    discord.gateway.reset()


LOSSES: Final[dict[str, Break]] = {
    "invalid": lambda discord: discord.gateway.invalidate(),
    "not to be resumed": _is_forgotten,
}
"""After each of these a new session begins."""


@pytest.mark.parametrize("loss", LOSSES)
async def test_after_a_lost_session_people_click_again(wire: Wire, loss: str) -> None:
    discord, gateway = wire.discord, wire.discord.gateway
    flight = await boarding(wire)
    async with _gap(discord, LOSSES[loss]):
        lost = await flight.stay().begin()
    await discord.until(lambda: gateway.identified == 2)
    with discord.acknowledged_within(0.2):
        assert (await lost.comes()).failed
    assert flight.ledger.acts == []
    assert (await flight.stays()).wordless
    await flight.is_shown()
    assert flight.ledger.acts == [STAYED]
    assert (gateway.identified, gateway.resumed) == (2, 0)


async def test_a_gateway_out_of_reach_is_waited_for(wire: Wire) -> None:
    """A click meanwhile is carried out, though it is too late to answer it."""
    discord, gateway, log = wire.discord, wire.discord.gateway, Log(wire)
    flight = await boarding(wire)
    gateway.down = True
    gateway.reset()
    await discord.until(lambda: not gateway.connections)
    with discord.acknowledged_within(1.0):
        stay = await flight.stays()
        assert stay.failed
        gateway.down = False
        await flight.is_shown()
        await log.says(REFUSED_LATE)
    assert (await flight.stays()).wordless  # it was carried out already
    assert flight.ledger.acts == [STAYED]
    assert (gateway.identified, gateway.resumed) == (1, 1)
    lines = [line for line in log.lines if " INFO " not in line]
    told = re.compile(r": no connection to Discord for shard 0 \(\w+\); once more in \d+ s$")
    assert 1 <= len(lines) <= 5
    assert all(told.search(line) for line in lines), lines
    refused = sum(REFUSED_LATE in line for line in log.lines)
    assert 1 <= refused <= 2  # a slow machine promises beside the answer


@pytest.mark.parametrize(("away", "how"), [("down", True), ("slams", 4000)])
async def test_a_gateway_that_is_away_at_the_start_is_waited_for(
    tmp_path: Path, away: str, how: object
) -> None:
    async with wired(tmp_path, started=False) as wire:
        discord, gateway = wire.discord, wire.discord.gateway
        before = getattr(gateway, away)
        setattr(gateway, away, how)
        await wire.bot.launch()
        await discord.until(lambda: gateway.turned_away)
        setattr(gateway, away, before)
        await discord.until(lambda: gateway.identified)
        assert (await wire.join("Ann").runs("rules")).private
        assert gateway.resumed == 0


@pytest.mark.parametrize("times", [1, pytest.param(2, marks=pytest.mark.long)])
async def test_time_stands_still_while_the_bot_is_unreachable(tmp_path: Path, times: int) -> None:
    """Instead of each ping the player gets all the time again, and the board shows it."""
    async with wired(tmp_path, **LIVE) as wire:
        discord, gateway = wire.discord, wire.discord.gateway
        flight = await boarding(wire, pace="live")
        gateway.door.clear()
        gateway.reset()
        for _ in range(times):
            drawn = flight.players.board
            await discord.until(lambda drawn=drawn: ends(flight.players.board) > ends(drawn))
        assert times == 1 or time.time() > ends(flight.drawn)
        assert flight.ledger.acts == []
        gateway.door.set()
        await discord.until(lambda: gateway.resumed)
        answer = await flight.stays()
        assert answer.wordless
        assert flight.ledger.acts == [STAYED]


@pytest.mark.long
async def test_a_half_open_connection_is_noticed(tmp_path: Path) -> None:
    async with wired(tmp_path, started=False) as wire:
        discord, gateway = wire.discord, wire.discord.gateway
        gateway.heartbeat = 5.0
        await wire.bot.start()
        flight = await boarding(wire)
        discord.ack_within = 3.0
        gateway.dies()
        stay = await flight.stay().begin()
        await discord.until(lambda: gateway.resumed, 90)
        await flight.is_shown()
        assert (await stay.comes()).failed
        assert flight.ledger.acts == [STAYED]
        assert gateway.identified == 1


@pytest.mark.parametrize(
    ("way", "code", "sentence"),
    [("at the start", 4004, console.LOGIN_REFUSED), ("later", 4014, console.BAD_INTENTS)],
)
async def test_a_bot_that_is_refused_ends_with_a_sentence(
    tmp_path: Path, way: str, code: int, sentence: str
) -> None:
    async with wired(tmp_path, started=False) as wire:
        gateway = wire.discord.gateway
        if way == "later":
            await wire.bot.start()
            gateway.refuses = code  # the bot may be sending just then, and never hear why
            await gateway.close(code)
        else:
            gateway.refuses = code
            await wire.bot.launch()
        assert await wire.bot.wait(UP_WITHIN) == 1
        said = [line for line in wire.bot.log.splitlines() if " INFO " not in line]
        assert said == [sentence]


async def test_an_unavailable_server_keeps_its_games(wire: Wire) -> None:
    discord = wire.discord
    flight = await boarding(wire)
    asked = len(discord.requests)
    await discord.fails(wire.guild)
    await discord.recovers(wire.guild)
    assert (await flight.stays()).wordless
    await flight.is_shown()
    assert flight.ledger.acts == [STAYED]
    boards = [it for it in discord.requests[asked:] if it.changes is not None]
    assert 1 <= len(boards) <= 2
