"""Discord is out of order for all tables at once, slow, or shuts us out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from bot.discord.limits import SHUT_OUT
from bot.words import catalogue
from tests.e2e.wire import Wire, at_once, wired
from tests.e2e.wire.application import ENTRY_POINT
from tests.e2e.wire.faulty import AWAY, BOARDS, CALLBACK, LIMITED, ORIGINAL, Log, done, edits
from tests.e2e.wire.flying import STAYED, boarding, lobby
from tests.e2e.wire.interactions import UPDATE
from tests.e2e.wire.playing import Players
from tests.e2e.wire.test_kill import locked

Json = dict[str, Any]

say: Final = catalogue("en")
AFTERWARDS: Final = "^/(?!interactions/|applications/)"
"""Every request but first answers to clicks, and the icons after a start."""

TABLES: Final = 6
GUESTS: Final = ("Bob", "Cleo", "Dan")
OWN_REQUESTS: Final = "^/(channels|applications)/"
"""All requests by the bot's own token, those for its icons as well: a ban concerns them all."""
SHUT: Final = "we are shut out"
BLOCKED: Final[Json] = {"message": "You are blocked for a while.", "code": 0}
"""Discord's own answer to too many requests, without a time."""


async def tables(wire: Wire) -> list[Players]:
    """Hosts who wait for their guests, each at a table of their own."""
    waiting = [await lobby(wire, "Ann") for _ in range(TABLES)]
    await wire.discord.settled()
    return waiting


async def guests_come(wire: Wire, waiting: Sequence[Players], *, pressing: bool = False) -> int:
    """All sit down at all tables; each of them is answered at once, whatever becomes of boards.

    Return how many answers came too early to carry a board, as on a busy machine.

    Boards come with the answers to those who press; for a command, they are edited.
    """
    early = 0
    for name in GUESTS:
        guests = [wire.join(name, channel=players.people[0].channel) for players in waiting]
        if pressing:
            answers = await at_once(*[guest.pressing(action="join") for guest in guests])
            early += sum(answer.kind == "deferred_update" for answer in answers)
            assert all(answer.kind in ("deferred_update", "update") for answer in answers)
        else:
            answers = await at_once(*[guest.running("join") for guest in guests])
            assert all(say("done") in answer.text for answer in answers)
    return early


def shows_all(players: Players) -> bool:
    names = len(GUESTS) + 1
    return f"({names} of" in players.board.text


async def edits_until_all_is_shown(wire: Wire, waiting: Sequence[Players]) -> list[int]:
    """Return how often each board is edited until all show their guests and the bot is quiet."""
    before = {*done(wire.discord.requests)}
    await wire.discord.until(lambda: all(map(shows_all, waiting)))
    await wire.discord.settled(0.5)
    new = {*done(wire.discord.asked("PATCH"))} - before
    boards = [edits(players.people[0]).removeprefix("^") for players in waiting]
    return [sum(it.path.startswith(board) for it in new) for board in boards]


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
    each = await edits_until_all_is_shown(wire, waiting)
    assert all(1 <= edited <= most for edited in each), each
    assert len(log.warnings) == (status == 503), log.warnings
    assert all(AWAY in line for line in log.warnings)


async def test_after_an_outage_a_private_board_is_brought_up_to_date(wire: Wire) -> None:
    flight = await boarding(wire)
    hand = await flight.captain.presses(action="hand")
    before = (await hand.says()).text
    away = wire.discord.fault("*", f"/{hand.interaction.token}/", drop=True, times=None)
    await flight.stay().begin()
    await wire.discord.until(lambda: away.hits)
    await flight.is_shown()
    away.lift()
    await wire.discord.until(lambda: hand.shown[0].text != before)


async def test_where_channels_are_out_of_order_boards_come_with_answers(wire: Wire) -> None:
    waiting, log = await tables(wire), Log(wire)
    away = wire.discord.fault("*", BOARDS, status=503, times=None)
    early = await guests_come(wire, waiting, pressing=True)
    await wire.discord.until(lambda: all(map(shows_all, waiting)))
    assert len(away.hits) <= early
    assert len(log.warnings) <= early, log.warnings


async def test_after_an_outage_of_all_that_shows_boards_each_is_brought_up_to_date(
    wire: Wire,
) -> None:
    waiting = await tables(wire)
    faults = [wire.discord.fault("POST", CALLBACK, kind=UPDATE, status=503, times=None)]
    faults += [wire.discord.fault("*", path, status=503, times=None) for path in (BOARDS, ORIGINAL)]
    await guests_come(wire, waiting, pressing=True)
    await wire.discord.settled(0.3)
    for fault in faults:
        fault.lift()
    await wire.discord.until(lambda: all(map(shows_all, waiting)))
    assert all(fault.hits for fault in faults if fault.path != BOARDS)


@pytest.mark.long
async def test_after_a_minute_away_each_board_is_edited_once(wire: Wire) -> None:
    waiting, log = await tables(wire), Log(wire)
    away = wire.discord.fault("*", BOARDS, status=502, times=None)
    await guests_come(wire, waiting)
    await asyncio.sleep(60)
    away.lift()
    assert await edits_until_all_is_shown(wire, waiting) == [1] * TABLES
    assert len(log.warnings) == 1, log.warnings


async def test_an_edit_that_hangs_holds_up_no_answer(wire: Wire) -> None:
    players = await lobby(wire, "Ann")
    (ann,) = players.people
    held = wire.discord.fault("PATCH", edits(ann), held=True)
    await guests_come(wire, [players])
    assert (await ann.presses(action="rules")).private
    assert len(held.hits) == 1
    held.release()
    assert await edits_until_all_is_shown(wire, [players]) == [2]


@pytest.mark.long
async def test_an_edit_that_hangs_is_given_up_and_retried(wire: Wire) -> None:
    flight, log = await boarding(wire), Log(wire)
    held = wire.discord.fault("PATCH", BOARDS, held=True)
    await flight.stays_by_command()
    await flight.is_shown()
    held.release()
    assert len(log.warnings) == 1
    assert "TimeoutError" in log.warnings[0]


# --- slow ----------------------------------------------------------------------------------------

SLOW: Final = (3.1, 6.0, 4.5)
"""Seconds that Discord takes for an answer: longer than a click waits for one."""
JUST_IN_TIME: Final = 2.7
"""Seconds that the first answer to a click is on its way, so that Discord still takes it."""
QUIET: Final = max(SLOW) + 0.5
WAYS: Final = ("on its way", pytest.param("confirmed late", marks=pytest.mark.long))


def slowed(wire: Wire, way: str) -> None:
    """Every request takes long; the first answers to clicks arrive in time."""
    for seconds in SLOW * 10:
        late = way == "confirmed late"
        first = seconds if late else JUST_IN_TIME
        wire.discord.fault("POST", CALLBACK, delay=first, after=late)
        wire.discord.fault("*", AFTERWARDS, delay=seconds)


@pytest.mark.parametrize("way", WAYS)
async def test_at_a_slow_discord_hands_are_shown_once(wire: Wire, way: str) -> None:
    flight, log = await boarding(wire), Log(wire)
    people = flight.players.people
    slowed(wire, way)
    hands = [await person.pressing(action="hand").begin() for person in people]
    hands += [await person.running("hand").begin() for person in people]
    for hand in hands:
        assert say("hand-title") in (await hand.says()).text
    await flight.stays()
    await flight.is_shown()
    await wire.discord.settled(QUIET)
    assert [len(hand.shown) for hand in hands] == [1] * len(hands)
    assert all(hand.private for hand in hands)
    assert flight.ledger.acts == [STAYED]
    assert log.warnings == []


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("command", say("done")),
        pytest.param("press", say("event-stayed", seat=""), marks=pytest.mark.long),
    ],
    ids=["command", "press"],
)
async def test_a_promise_that_discord_confirms_late_is_kept_once(
    wire: Wire, act: str, told: str
) -> None:
    """The work takes long as well: the answer is promised first."""
    flight = await boarding(wire)
    bob = flight.passenger
    hand = (await bob.presses(action="hand")).shown[-1]
    press, command = bob.pressing(action="slot:0", on=hand), bob.running("play", move="stay")
    slowed(wire, "confirmed late")
    async with locked(wire.bot.database):
        answer = await (press if act == "press" else command).begin()
        await wire.discord.until(lambda: answer.acknowledged)
    await wire.discord.settled(QUIET)
    assert [told in it.text for it in answer.shown] == [True]
    assert answer.private
    assert flight.ledger.acts == [STAYED]


# --- too much ------------------------------------------------------------------------------------

BANS: Final[dict[str, Json]] = {"by Cloudflare": {"via": False}, "by Discord": {"body": BLOCKED}}


@pytest.mark.parametrize("ban", BANS)
async def test_a_bot_that_is_shut_out_sends_no_more_and_still_answers(wire: Wire, ban: str) -> None:
    flight, waiting, log = await boarding(wire), await tables(wire), Log(wire)
    shut = wire.discord.fault("*", BOARDS, status=429, times=None, **BANS[ban])
    stay = await flight.stays_by_command()
    await wire.discord.until(lambda: say("board-unreachable") in stay.text)
    await guests_come(wire, waiting)
    await wire.discord.settled(1.0)
    assert len(shut.hits) == 1
    assert len(log.warnings) == 1, log.warnings
    assert SHUT in log.warnings[0]


@pytest.mark.long
async def test_after_a_pause_one_board_is_tried_and_then_all_are_painted(wire: Wire) -> None:
    waiting, log = await tables(wire), Log(wire)
    shut = wire.discord.fault("*", OWN_REQUESTS, status=429, times=None, via=False)
    await guests_come(wire, waiting)
    asked, begun = len(shut.hits), shut.hits[-1].at
    await wire.discord.until(lambda: len(shut.hits) > asked)
    assert shut.hits[-1].at - begun > SHUT_OUT - 1
    await wire.discord.settled(1.0)
    assert len(shut.hits) == asked + 1
    shut.lift()
    assert await edits_until_all_is_shown(wire, waiting) == [1] * TABLES
    assert len(log.warnings) == 2, log.warnings


@pytest.mark.long
async def test_a_long_global_rate_limit_blocks_nobody(wire: Wire) -> None:
    flight, other = await boarding(wire), await boarding(wire)
    body = {"message": "You are being rate limited.", "retry_after": 12.0, "global": True}
    wire.discord.fault("PATCH", edits(flight.captain), status=429, body=body)
    await asyncio.gather(flight.stays_by_command(), other.stays_by_command())
    await asyncio.gather(flight.is_shown(), other.is_shown())


async def test_a_bot_whose_commands_discord_does_not_take_runs_all_the_same(tmp_path: Path) -> None:
    async with wired(tmp_path, started=False) as wire:
        taken = wire.discord.fault("PUT", "/commands", status=429, retry_after=600.0)
        await wire.bot.start()
        assert len(taken.hits) == 1
        warnings = Log(wire, whole=True).warnings
        assert [LIMITED in warnings[0], "Discord takes no commands" in warnings[1]] == [True, True]
        refused = wire.discord.fault("PUT", "/commands", status=400, code=50035)
        await wire.bot.restart()
        assert len(refused.hits) == 1
        assert "Discord has not taken the commands" in Log(wire, whole=True).warnings[-1]
        await wire.bot.restart()
        await boarding(wire)


async def test_the_command_that_opens_an_activity_is_sent_along(tmp_path: Path) -> None:
    async with wired(tmp_path, started=False) as wire:
        opens = {"id": "7", "type": ENTRY_POINT, "name": "launch", "handler": 2}
        wire.discord.world.commands[None] = [opens]
        await wire.bot.start()
        known = wire.discord.world.commands[None]
        assert {it["name"]: it["id"] for it in known}["launch"] == "7"
        await boarding(wire)
