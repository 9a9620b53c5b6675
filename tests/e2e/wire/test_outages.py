"""Discord is out of order for all tables at once, slow, or shuts us out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from bot.discord.limits import EDIT_TIMEOUT, SHUT_OUT
from bot.words import catalogue
from tests.e2e.wire import Answer, Wire, at_once, wired
from tests.e2e.wire.faulty import AT_ONCE, AWAY, BOARDS, LIMITED, Log, done, edits
from tests.e2e.wire.flying import boarding, lobby
from tests.e2e.wire.playing import Players

Json = dict[str, Any]

TABLES: Final = 6
GUESTS: Final = ("Bob", "Cleo", "Dan")
SHUT: Final = "we are shut out"
BLOCKED: Final[Json] = {"message": "You are blocked for a while.", "code": 0}
"""What Discord itself answers too many requests with, without saying for how long."""


async def tables(wire: Wire) -> list[Players]:
    """Hosts who wait for their guests, each at a table of their own."""
    waiting = [await lobby(wire, "Ann") for _ in range(TABLES)]
    await wire.discord.settled()
    return waiting


async def guests_come(wire: Wire, waiting: Sequence[Players]) -> None:
    """All sit down at all tables; each of them is answered at once, whatever becomes of boards."""
    for name in GUESTS:
        guests = [wire.join(name, channel=players.people[0].channel) for players in waiting]
        answers = await at_once(*[guest.pressing(action="join") for guest in guests])
        assert_at_once(answers)


def assert_at_once(answers: Sequence[Answer]) -> None:
    assert all(answer.kind == "deferred_update" for answer in answers)
    assert max(answer.after or 9.0 for answer in answers) < AT_ONCE


def shows_all(players: Players) -> bool:
    names = len(GUESTS) + 1
    return f"({names} of" in players.board.text


async def edits_until_all_is_shown(
    wire: Wire, waiting: Sequence[Players], timeout: float
) -> list[int]:
    """How often each board is edited until it shows all guests, and for a while after that."""
    people = [players.people[0] for players in waiting]
    before = [len(done(wire.discord.asked("PATCH", edits(host)))) for host in people]
    await wire.discord.until(lambda: all(map(shows_all, waiting)), timeout)
    await wire.discord.settled(0.5)
    after = [len(done(wire.discord.asked("PATCH", edits(host)))) for host in people]
    return [late - early for early, late in zip(before, after, strict=True)]


# --- out of order --------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "most"), [(503, 1), (500, 2)])
async def test_after_an_outage_each_board_is_brought_up_to_date(
    wire: Wire, status: int, most: int
) -> None:
    """Once; where discord.py tries again by itself, what it has in hand comes before that."""
    waiting, log = await tables(wire), Log(wire)
    away = wire.discord.fault("*", BOARDS, status=status, times=None)
    await guests_come(wire, waiting)
    await wire.discord.settled(0.3)
    away.lift()
    each = await edits_until_all_is_shown(wire, waiting, 20)
    assert all(1 <= edited <= most for edited in each), each
    assert len(log.warnings) == (status == 503), log.warnings
    assert all(AWAY in line for line in log.warnings)


@pytest.mark.long
async def test_after_a_minute_away_each_board_is_edited_once(wire: Wire) -> None:
    waiting, log = await tables(wire), Log(wire)
    away = wire.discord.fault("*", BOARDS, status=502, times=None)
    await guests_come(wire, waiting)
    await asyncio.sleep(60)
    away.lift()
    assert await edits_until_all_is_shown(wire, waiting, 70) == [1] * TABLES
    assert len(log.warnings) == 1, log.warnings


async def test_an_edit_that_hangs_holds_up_no_answer(wire: Wire) -> None:
    players = await lobby(wire, "Ann")
    (ann,) = players.people
    held = wire.discord.fault("PATCH", edits(ann), held=True)
    await guests_come(wire, [players])
    assert (await ann.presses(action="rules")).private
    assert len(held.hits) == 1
    held.release()
    assert await edits_until_all_is_shown(wire, [players], 10) == [2]


@pytest.mark.long
async def test_an_edit_that_hangs_is_given_up_and_retried(wire: Wire) -> None:
    flight, log = await boarding(wire), Log(wire)
    held = wire.discord.fault("PATCH", BOARDS, held=True)
    await flight.stays()
    await flight.is_shown(EDIT_TIMEOUT + 10)
    held.release()
    assert len(log.warnings) == 1
    assert "TimeoutError" in log.warnings[0]


# --- too much ------------------------------------------------------------------------------------

BANS: Final[dict[str, Json]] = {"by Cloudflare": {"via": False}, "by Discord": {"body": BLOCKED}}


@pytest.mark.parametrize("ban", BANS)
async def test_a_bot_that_is_shut_out_sends_no_more_and_still_answers(wire: Wire, ban: str) -> None:
    flight, waiting, log = await boarding(wire), await tables(wire), Log(wire)
    shut = wire.discord.fault("*", BOARDS, status=429, times=None, **BANS[ban])
    stay = await flight.stays()
    assert_at_once([stay])
    assert (await stay.says()).text == f"⚠️ {catalogue('en')('board-unreachable')}"
    await guests_come(wire, waiting)
    await wire.discord.settled(1.0)
    assert len(shut.hits) == 1
    assert len(log.warnings) == 1, log.warnings
    assert SHUT in log.warnings[0]


@pytest.mark.long
async def test_after_a_pause_one_board_is_tried_and_then_all_are_painted(wire: Wire) -> None:
    waiting, log = await tables(wire), Log(wire)
    shut = wire.discord.fault("*", BOARDS, status=429, times=None, via=False)
    await guests_come(wire, waiting)
    asked, begun = len(shut.hits), shut.hits[-1].at
    await wire.discord.until(lambda: len(shut.hits) > asked, SHUT_OUT + 10)
    assert shut.hits[-1].at - begun > SHUT_OUT - AT_ONCE
    await wire.discord.settled(1.0)
    assert len(shut.hits) == asked + 1
    shut.lift()
    assert (
        await edits_until_all_is_shown(wire, waiting, SHUT_OUT + EDIT_TIMEOUT + 10) == [1] * TABLES
    )
    assert len(log.warnings) == 2, log.warnings


@pytest.mark.long
async def test_a_long_global_rate_limit_blocks_nobody(wire: Wire) -> None:
    flight, other = await boarding(wire), await boarding(wire)
    body = {"message": "You are being rate limited.", "retry_after": 12.0, "global": True}
    wire.discord.fault("PATCH", edits(flight.captain), status=429, body=body)
    await asyncio.gather(flight.stays(), other.stays())
    await asyncio.gather(flight.is_shown(30), other.is_shown(30))


async def test_a_bot_whose_commands_discord_does_not_take_runs_all_the_same(tmp_path: Path) -> None:
    async with wired(tmp_path, started=False) as wire:
        taken = wire.discord.fault("PUT", "/commands", status=429, retry_after=600.0)
        await wire.bot.start()
        assert len(taken.hits) == 1
        warnings = Log(wire, whole=True).warnings
        assert [LIMITED in warnings[0], "Discord takes no commands" in warnings[1]] == [True, True]
        await wire.bot.restart()
        await boarding(wire)
