"""Several processes are one bot: they share its shards, and follow each other."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.store.leases import LEASE
from tests.e2e.wire.server import ON_A_BUSY_MACHINE
from tests.e2e.wire.sharded import Sharded, sharded
from tests.postgresql.fresh import empty
from tests.postgresql.server import Server

pytestmark = pytest.mark.posix
SHARDS = 8
UP_WITHIN = 120.0  # seconds; a busy machine is slow


@pytest.fixture
async def ground(postgresql: Server, tmp_path: Path) -> AsyncIterator[Sharded]:
    """A Discord of eight shards, and no process yet."""
    async with (
        empty(postgresql) as address,
        sharded(tmp_path, shards=SHARDS, database=address) as ground,
    ):
        yield ground


async def shared(ground: Sharded, *sizes: int) -> None:
    """Wait until the processes hold so many shards each, which are all of them."""
    await becomes(ground, lambda: sorted(len(it.shards) for it in ground.running) == [*sizes])
    await ground.is_covered(UP_WITHIN)


async def becomes(ground: Sharded, wanted: Callable[[], bool]) -> None:
    try:
        await ground.discord.until(wanted, UP_WITHIN)
    except TimeoutError:
        logs = "\n\n".join(it.log[-3000:] for it in ground.processes)
        raise AssertionError(f"{[it.shards for it in ground.running]}\n{logs}") from None


async def answers(ground: Sharded) -> None:
    """A person on each shard asks for the rules, and is answered."""
    ground.discord.ack_within = ON_A_BUSY_MACHINE
    for shard in range(SHARDS):
        answer = await ground.join(f"Ann {shard}", shard).runs("rules")
        assert answer.acknowledged


async def test_processes_share_the_shards_and_follow_each_other(ground: Sharded) -> None:
    one = await ground.adds()
    await shared(ground, 8)
    await answers(ground)
    two, three = await ground.adds(), await ground.adds()
    await shared(ground, 2, 3, 3)
    await answers(ground)

    held, since = two.shards, time.monotonic()
    await two.kill()
    await shared(ground, 4, 4)
    heard = ground.heard_again(held, since)
    assert sorted(heard) == held
    await answers(ground)

    held, since = three.shards, time.monotonic()
    assert await three.stop() == 0
    await shared(ground, 8)
    heard = ground.heard_again(held, since)
    assert sorted(heard) == held
    assert max(heard.values()) < LEASE  # they did not wait until the leases ended
    await answers(ground)
    assert one.shards == [*range(SHARDS)]
    assert not ground.discord.gateway.identifies.early


async def test_a_stalled_process_has_lost_its_shards_when_it_wakes(ground: Sharded) -> None:
    one = await ground.adds()
    await shared(ground, 8)
    two = await ground.adds()
    await shared(ground, 4, 4)
    before = one.shards
    one.stalls()
    await becomes(ground, lambda: two.shards == [*range(SHARDS)])
    one.goes_on()
    await becomes(ground, lambda: not {*before} & {*one.shards} - {*two.shards})
    await shared(ground, 4, 4)
    await answers(ground)
    ground.forgive("our leases end", "were taken by others")
