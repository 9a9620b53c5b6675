"""Several processes are one bot: they share its shards, and follow each other."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.wire import wired
from tests.e2e.wire.server import ON_A_BUSY_MACHINE, PATIENCE
from tests.e2e.wire.sharded import Sharded, sharded
from tests.postgresql.fresh import SETTABLE_CLOCK, asking, empty, set_clock
from tests.postgresql.server import Server

pytestmark = pytest.mark.posix
SHARDS = 8


@pytest.fixture
async def ground(postgresql: Server, tmp_path: Path) -> AsyncIterator[Sharded]:
    """A Discord of eight shards, and no process yet."""
    async with (
        empty(postgresql) as address,
        sharded(tmp_path, shards=SHARDS, database=address) as ground,
    ):
        ground.discord.ack_within = ON_A_BUSY_MACHINE
        yield ground


async def answers(ground: Sharded) -> None:
    """Wait until the shards are fairly shared; then somebody is answered on each."""
    await ground.balanced(PATIENCE)
    for shard in range(SHARDS):
        answer = await ground.join(f"Ann {shard}", shard).runs("rules")
        assert answer.acknowledged


async def test_processes_share_the_shards_and_follow_each_other(ground: Sharded) -> None:
    one = await ground.adds()
    await answers(ground)
    two, three = await ground.adds(), await ground.adds()
    await answers(ground)

    held, since = two.shards, time.monotonic()
    await two.kill()
    await answers(ground)
    assert sorted(ground.heard_again(held, since)) == held

    held, since, leases = three.shards, time.monotonic(), ground.leases
    assert await three.stop() == 0
    assert ground.leases == leases - 1  # nobody has to wait until they end
    await answers(ground)
    assert sorted(ground.heard_again(held, since)) == held
    assert one.shards == [*range(SHARDS)]
    assert not ground.discord.gateway.identifies.early


async def test_a_stalled_process_has_lost_its_shards_when_it_wakes(ground: Sharded) -> None:
    one = await ground.adds()
    await ground.balanced(PATIENCE)
    two = await ground.adds()
    await ground.balanced(PATIENCE)
    before = one.shards
    one.stalls()
    await ground.becomes(lambda: two.shards == [*range(SHARDS)], PATIENCE)
    one.goes_on()
    await ground.becomes(lambda: not {*before} & {*one.shards} - {*two.shards}, PATIENCE)
    await answers(ground)
    ground.forgive("our leases end", "were taken by others")


@pytest.mark.parametrize("seconds", [-600, 600])
async def test_a_database_whose_clock_was_set_delays_nobody(
    postgresql: Server, tmp_path: Path, seconds: int
) -> None:
    """Shards of a killed process are heard as soon as ever, and nobody else loses any."""
    async with empty(postgresql) as address, asking(address) as admin:
        await admin.execute(SETTABLE_CLOCK)
        async with sharded(tmp_path, shards=SHARDS, database=address) as ground:
            ground.discord.ack_within = ON_A_BUSY_MACHINE
            await ground.adds()
            two = await ground.adds()
            await ground.balanced(PATIENCE)
            connected = ground.discord.gateway.identified
            await set_clock(admin, seconds)
            held = two.shards
            await two.kill()
            await answers(ground)
            assert ground.discord.gateway.identified == connected + len(held)


async def test_without_settings_one_process_has_all_recommended_shards(tmp_path: Path) -> None:
    async with wired(tmp_path, started=False) as wire:
        gateway = wire.discord.gateway
        gateway.shards = 3
        guilds = [wire.discord.add_guild("Celestia", shard=shard) for shard in range(3)]
        people = [wire.join("Ann", channel=wire.discord.add_channel(it, "table")) for it in guilds]
        await wire.bot.start()
        await wire.discord.until(lambda: gateway.connections == 3)
        assert all([(await person.runs("new")).acknowledged for person in people])
        gateway.reset()
        await wire.discord.until(lambda: gateway.resumed == 3)
        assert gateway.identified == 3
        assert all([(await person.runs("rules")).acknowledged for person in people])
