"""Reminders of slow tables on the wire: each of them once, whatever becomes of the process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.reminders.reminder import SOON, UNTOLD
from bot.store.sqlite.files import reading
from bot.words import catalogue
from tests.bot.store.kinds import database
from tests.client.messages import Shown
from tests.e2e.wire import Wire, wired
from tests.e2e.wire.asked import Asked
from tests.e2e.wire.people import Person
from tests.e2e.wire.playing import Players, begin
from tests.e2e.wire.process import UP_WITHIN
from tests.e2e.wire.sharded import Sharded, sharded
from tests.e2e.wire.waiting import boarded, deciding, stay
from tests.e2e.wire.world import Channel, User, new_id
from tests.postgresql.server import Server

SAY: Final = catalogue("en")
POST: Final = r"^/channels/\d+/messages$"
DELETE: Final = r"^/channels/\d+/messages/\d+$"
KILLS: Final = 200


@pytest.fixture
async def wire(tmp_path: Path) -> AsyncIterator[Wire]:
    """A wire whose clock can be set."""
    async with wired(tmp_path, ahead=0.0) as wire:
        yield wire


def reminders(wire: Wire, channel: Channel) -> list[Shown]:
    return [it for it in wire.discord.messages_in(channel) if it.text.startswith("🔔")]


def posted(wire: Wire, person: Person) -> list[Asked]:
    """Return the requests to post a reminder that pings this person."""
    return [
        it
        for it in wire.discord.asked("POST", POST)
        if "🔔" in f"{it.json}" and f"{person.id}" in it.json["allowed_mentions"].get("users", [])
    ]


async def waiting(wire: Wire, name: str = "slow") -> tuple[Players, Person, Shown]:
    """Begin a slow game, and play until Bob has to decide and does not know it; return him."""
    guild = wire.discord.add_guild(name)  # a server has few tables at once
    channel = wire.discord.add_channel(guild, "table")
    await wire.discord.recovers(guild)
    ann, bob = wire.join("Ann", channel=channel), wire.join("Bob", channel=channel)
    players = await begin(ann, bob, seed=name, pace="4h", power_cards=False)
    while True:
        board = await boarded(wire, players, bob)
        if told(wire, bob) == UNTOLD:
            return players, bob, board
        await players.click(bob, (stay(board), ""))


def told(wire: Wire, person: Person) -> int | None:
    with reading(wire.bot.database) as db:
        found = db.execute("SELECT told FROM waits WHERE user_id = ?", (person.id,)).fetchone()
    return found and found[0]


def ahead(wire: Wire, seconds: float = SOON + 1) -> None:
    """Let this much time pass by the bot's clock."""
    wire.bot.sets_clock(wire.bot.now - time.time() + seconds)


@pytest.mark.parametrize("after", [False, True])
async def test_a_bot_that_is_killed_as_it_reminds_does_so_once(wire: Wire, after: bool) -> None:
    _, bob, board = await waiting(wire)
    held = wire.discord.fault("POST", POST, held=True, after=after)
    ahead(wire)
    await wire.discord.until(lambda: bool(held.hits))
    await wire.bot.kill()
    held.lift()
    await wire.bot.start()
    await wire.discord.until(lambda: bool(reminders(wire, bob.channel)))
    await wire.discord.settled()
    (ping,) = reminders(wire, bob.channel)
    assert SAY("notice-turn", seats=bob.mention) in ping.text
    await bob.presses(stay(board))
    await wire.discord.until(lambda: not reminders(wire, bob.channel))


async def test_a_bot_that_is_killed_as_it_takes_one_back_does_so(wire: Wire) -> None:
    _, bob, board = await waiting(wire)
    ahead(wire)
    await wire.discord.until(lambda: bool(reminders(wire, bob.channel)))
    await wire.discord.settled()
    held = wire.discord.fault("DELETE", DELETE, held=True)
    await bob.presses(stay(board))
    await wire.discord.until(lambda: bool(held.hits))
    await wire.bot.kill()
    held.lift()
    await wire.bot.start()
    await wire.discord.until(lambda: not reminders(wire, bob.channel))


async def test_who_takes_no_messages_is_reminded_at_the_table_and_told_so_once(wire: Wire) -> None:
    _, bob, _ = await waiting(wire)
    page = (await bob.runs("games")).shown[-1]
    page = (await bob.presses(action="remind", on=page)).shown[-1]
    await bob.chooses("private", action="remind:place", on=page)
    wire.discord.world.refusing.add(bob.id)
    ahead(wire)
    await wire.discord.until(lambda: bool(reminders(wire, bob.channel)))
    (ping,) = reminders(wire, bob.channel)
    assert SAY("reminder-refused") in ping.text
    page = (await bob.presses(action="remind", on=ping)).shown[-1]
    assert SAY("reminders-refused") in page.text
    assert not wire.discord.messages_in(wire.discord.world.private_channel(bob.id))
    wire.discord.world.refusing.clear()
    await bob.chooses("private", action="remind:place", on=page)
    ahead(wire, 3 * 3600)  # the warning
    await wire.discord.until(
        lambda: bool(reminders(wire, wire.discord.world.private_channel(bob.id)))
    )
    assert not reminders(wire, bob.channel)


async def test_an_outage_delays_a_reminder_and_loses_none(wire: Wire) -> None:
    _, bob, _ = await waiting(wire)
    lost = wire.discord.fault("POST", POST, status=503)
    ahead(wire)
    await wire.discord.until(lambda: bool(lost.hits))
    lost.lift()
    ahead(wire, 40)  # the retry
    await wire.discord.until(lambda: bool(reminders(wire, bob.channel)))
    await wire.discord.settled()
    assert len(reminders(wire, bob.channel)) == 1


async def test_who_is_away_is_played_for_though_the_bot_is_killed(wire: Wire) -> None:
    players, bob, _ = await waiting(wire)
    page = (await bob.runs("games")).shown[-1]
    page = (await bob.presses(action="remind", on=page)).shown[-1]
    await bob.chooses("3", action="remind:away", on=page)
    await wire.bot.restart()
    ahead(wire)
    await wire.discord.until(lambda: SAY("mark-away", when="").split(";")[1] in players.board.text)
    await wire.discord.settled()
    assert posted(wire, bob) == []
    await bob.presses(action="back", on=players.board)
    await wire.discord.until(
        lambda: SAY("mark-away", when="").split(";")[1] not in players.board.text
    )


async def decides(ground: Sharded, shard: int, user: User) -> tuple[Players, Person]:
    """Begin a slow game on a shard, and play until this user has to decide."""
    ann, bob = (
        ground.join(f"Ann {shard}", shard),
        Person(ground.discord, user, ground.channels[shard]),
    )
    players = await begin(ann, bob, seed=shard, pace="relaxed", power_cards=False)
    await players.play(until=lambda: deciding(players.board) == bob.id)
    return players, bob


@pytest.mark.long
@pytest.mark.posix
async def test_all_processes_see_that_a_user_is_away_and_back(
    tmp_path: Path, postgresql: Server
) -> None:
    """They look into the store once a minute, and this takes two of these."""
    async with (
        database(postgresql) as address,
        sharded(tmp_path, shards=2, database=address) as ground,
    ):
        for _ in range(2):
            await ground.adds()
        await ground.balanced(UP_WITHIN)
        user = User(new_id(), "Bob", "en-US")
        (one, bob), (two, _) = [await decides(ground, shard, user) for shard in range(2)]
        page = (await bob.runs("games")).shown[-1]
        page = (await bob.presses(action="remind", on=page)).shown[-1]
        await bob.chooses("3", action="remind:away", on=page)
        mark = SAY("mark-away", when="").split(";")[1]
        began = time.monotonic()
        await ground.discord.until(lambda: all(mark in it.board.text for it in (one, two)), 70.0)
        print(f"away at both tables after {time.monotonic() - began:.1f} s")
        await bob.presses(action="back", on=one.board)
        began = time.monotonic()
        await ground.discord.until(
            lambda: not any(mark in it.board.text for it in (one, two)), 130.0
        )
        print(f"back at both tables after {time.monotonic() - began:.1f} s")


@pytest.mark.long
async def test_a_bot_that_is_killed_at_any_moment_reminds_once_and_takes_it_back(
    wire: Wire,
) -> None:
    lot = Random(28)
    for number in range(KILLS // 2):
        _, bob, board = await waiting(wire, f"slow {number}")
        ahead(wire)
        await asyncio.sleep(lot.random() * 2.5)
        await wire.bot.restart()
        await wire.discord.until(lambda it=bob: bool(reminders(wire, it.channel)))
        await wire.discord.settled()
        assert len(reminders(wire, bob.channel)) == 1
        assert len(posted(wire, bob)) <= 2
        press = asyncio.ensure_future(bob.begins(bob.pressing(stay(board))))
        await asyncio.sleep(lot.random() * 0.2)
        await wire.bot.restart()
        press.cancel()
        if told(wire, bob):  # the click was lost with the process
            await bob.begins(bob.pressing(stay(board)))
        await wire.discord.until(lambda it=bob: not reminders(wire, it.channel))
