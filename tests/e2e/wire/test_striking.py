"""The striker, tried on one process with all shards and a SQLite file."""

import time
from pathlib import Path

import pytest

from tests.e2e.wire.process import UP_WITHIN
from tests.e2e.wire.sharded import sharded
from tests.e2e.wire.striking import Striker

pytestmark = pytest.mark.posix
FORGIVEN = "an answer did not get through"


async def test_one_process_is_killed_stopped_and_stalled_while_people_play(tmp_path: Path) -> None:
    database = f"{tmp_path / 'celestia.db'}"
    async with sharded(tmp_path, shards=1, pause=0.0, database=database) as ground:
        ground.forgive(FORGIVEN)
        striker = Striker(ground)
        one = await ground.adds()
        await ground.is_covered(UP_WITHIN)
        async with striker.playing():
            await striker.clicks(20)
            await striker.kills(one)
        await striker.looks()
        two = ground.running[0]
        async with striker.playing():
            await striker.clicks(20)
            two.stalls()
            await striker.clicks(1, within=4.0)
            two.goes_on()
            await striker.clicks(10)
        await striker.looks()
        async with striker.playing():
            await striker.clicks(10)
        code = await two.stop()
        await ground.adds()
        await ground.is_covered(UP_WITHIN)
        await striker.looks()
        await striker.boards_catch_up()
    assert code == 0
    assert not striker.faults, "\n".join(striker.faults)
    assert striker.figures.done == {"killed": 1}
    assert max(striker.figures.again) > 0.0
    print(striker.figures)


async def test_an_unattended_table_is_missed(tmp_path: Path) -> None:
    """The judge finds a clock that stands still, and shards of which nobody hears."""
    database = f"{tmp_path / 'celestia.db'}"
    async with sharded(tmp_path, shards=1, pause=0.0, database=database) as ground:
        striker = Striker(ground)
        one = await ground.adds()
        await ground.is_covered(UP_WITHIN)
        async with striker.playing():
            await striker.clicks(20)
            held, since = one.shards, time.monotonic()
            await one.kill()
        await striker._heard_again("killed", held, since, 1.0)
        assert striker.faults == ["killed: of shards [0] nobody heard for 1.0 s"]
        with pytest.raises(TimeoutError):
            await striker.clocks_go_on(2.0)
