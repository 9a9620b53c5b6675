"""Games in direct messages over the wire, with one process and with several."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from bot.direct import place_of
from bot.store.leases import shard_of
from tests.bot.store.kinds import database
from tests.client.honest import assert_honest
from tests.e2e.wire import Wire
from tests.e2e.wire.people import Person
from tests.e2e.wire.playing import begin
from tests.e2e.wire.process import UP_WITHIN, BotProcess
from tests.e2e.wire.sharded import Sharded, sharded
from tests.e2e.wire.striking import OWNED_WITHIN
from tests.postgresql.server import Server

SHORT: Final = {"computers": 2, "goal": 25, "pace": "none"}
SHARDS: Final = 4


async def test_a_game_over_a_kill(wire: Wire) -> None:
    wire.forgive("an answer did not get through")
    players = await begin(wire.join("Ann").alone(), seed=3, **SHORT)
    await players.play(until=lambda: len(players.answers) > 6)
    await wire.bot.kill()
    await wire.bot.start()
    await players.play()
    assert assert_honest(players).seats == 3
    await players.people[0].presses(action="rematch", on=players.board)


@pytest.fixture
async def ground(tmp_path: Path, postgresql: Server) -> AsyncIterator[Sharded]:
    """Two processes on a new database, each with half of the shards."""
    async with (
        database(postgresql) as address,
        sharded(tmp_path, shards=SHARDS, database=address) as ground,
    ):
        ground.forgive("an answer did not get through", "were taken by others", "our leases end")
        for _ in range(2):
            await ground.adds()
        await ground.balanced(UP_WITHIN)
        yield ground


def owner_of(ground: Sharded, person: Person) -> BotProcess:
    shard = shard_of(place_of(person.channel.id), ground.shards)
    return next(it for it in ground.running if shard in it.shards)


def first(ground: Sharded) -> BotProcess:
    """Return the process that Discord tells of direct messages."""
    return next(it for it in ground.running if 0 in it.shards)


def owned_by_the_other(ground: Sharded) -> Person:
    """Return somebody whose tables in direct messages belong to the second process."""
    while True:
        person = ground.join("Ann", 0).alone()
        if owner_of(ground, person) is not first(ground):
            return person


@pytest.mark.posix
@pytest.mark.parametrize("killed", ["owner", pytest.param("first", marks=pytest.mark.long)])
async def test_clicks_reach_the_process_that_owns_the_table(ground: Sharded, killed: str) -> None:
    ann = owned_by_the_other(ground)
    owner, hears = owner_of(ground, ann), first(ground)
    players = await begin(ann, seed=3, **SHORT)
    await players.play(until=lambda: len(players.answers) > 6)
    assert await ann.types("new", "preset", "")
    assert all(it.acknowledged for it in players.answers)
    answered = {it.entrance for it in ground.discord.asked("POST", "/callback$")}
    assert [ground.discord.gateway.by(it) for it in answered] == [owner.shards]
    await (owner if killed == "owner" else hears).kill()
    await ground.is_covered(OWNED_WITHIN)
    await players.play()
    assert_honest(players)
