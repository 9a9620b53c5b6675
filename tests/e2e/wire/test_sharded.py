"""Several processes on one wire: each hears of its shards, and others take over what it leaves.

They are clients of a few lines with fixed shards: what is proved here is the ground alone.
"""

import sys
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from tests.e2e.wire.people import Answer
from tests.e2e.wire.process import UP_WITHIN, BotProcess
from tests.e2e.wire.server import Discord
from tests.e2e.wire.sharded import Sharded, sharded

pytestmark = pytest.mark.posix
SHARDS = 4
COMMAND = {"id": "1", "name": "celestia", "type": 1, "options": [], "description": ""}


class SmallProcess(BotProcess):
    """A process of a client of a few lines."""

    def __init__(self, discord: Discord, folder: Path, url: str, shards: Sequence[int]) -> None:
        super().__init__(discord, folder, url=url, burst=None)
        held = ",".join(map(str, shards))
        self.command = (sys.executable, "-m", f"{__package__}.small_client", held, f"{SHARDS}")


@pytest.fixture
async def ground(tmp_path: Path) -> AsyncIterator[Sharded]:
    """Two processes with two shards each; a third one is to have those of the first."""
    shares = iter([(0, 1), (2, 3), (0, 1)])

    def make(discord: Discord, folder: Path, url: str) -> SmallProcess:
        return SmallProcess(discord, folder, url, next(shares))

    async with sharded(tmp_path, shards=SHARDS, pause=0.2, make=make) as ground:
        ground.discord.world.commands[None] = [COMMAND]
        ground.discord.ack_within = 1.0
        await ground.adds()
        await ground.adds()
        await ground.is_covered(UP_WITHIN)
        yield ground


async def ask(ground: Sharded, shard: int) -> Answer:
    """A person on this shard runs the command."""
    return await ground.join("Ann", shard).runs("")


async def who_answers(ground: Sharded) -> list[int]:
    """The process that answers in each shard's guild; 0: none."""
    answers = [await ask(ground, shard) for shard in range(SHARDS)]
    return [int(it.text) if it.acknowledged else 0 for it in answers]


async def test_each_process_answers_for_its_shards(ground: Sharded) -> None:
    one, two = ground.processes
    assert (one.shards, two.shards) == ([0, 1], [2, 3])
    assert await who_answers(ground) == [one.pid, one.pid, two.pid, two.pid]
    assert [ground.owner(shard) for shard in range(SHARDS)] == [one, one, two, two]


async def test_shards_of_a_killed_process_are_served_again(ground: Sharded) -> None:
    one, two = ground.processes
    held, since = one.shards, time.monotonic()
    await one.kill()
    assert await who_answers(ground) == [0, 0, two.pid, two.pid]
    three = await ground.adds()
    await ground.is_covered(UP_WITHIN)
    assert await who_answers(ground) == [three.pid, three.pid, two.pid, two.pid]
    again = ground.heard_again(held, since)
    assert again.keys() == {0, 1}
    assert min(again.values()) > 1.0  # the clicks that nobody answered


async def test_one_that_is_told_to_stop_ends_its_sessions(ground: Sharded) -> None:
    one, two = ground.processes
    since = time.monotonic()
    assert await one.stop() == 0
    assert [it.shard[0] for it in ground.discord.gateway.sessions.values()] == two.shards
    await ground.adds()
    await ground.is_covered(UP_WITHIN)
    unheard = ground.unheard([0, 1, 2, 3], since)
    assert unheard.keys() == {0, 1}


async def test_a_stalled_process_keeps_its_sessions_beside_those_of_another(
    ground: Sharded,
) -> None:
    one, two = ground.processes
    one.stalls()
    three = await ground.adds()
    await ground.discord.until(lambda: three.shards == [0, 1])
    assert one.shards == [0, 1]
    asked = await ask(ground, 0)
    assert int(asked.text) == three.pid
    one.goes_on()
    path = f"/interactions/{asked.id}/"
    await ground.discord.until(lambda: len(ground.discord.asked("POST", path)) == 2)
    await ground.discord.settled()
    given = [(it.entrance, it.code) for it in ground.discord.asked("POST", path)]
    assert given == [(three.entrance, 0), (one.entrance, 40060)]
    assert await who_answers(ground) in [
        [first, second, two.pid, two.pid]
        for first in (one.pid, three.pid)
        for second in (one.pid, three.pid)
    ]
    await one.kill()
    await ground.is_covered(UP_WITHIN)
