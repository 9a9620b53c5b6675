import asyncio

import pytest

from bot.periodic import Periodic
from bot.store.errors import Locked


@pytest.mark.parametrize("fault", [Locked(), ValueError()])
async def test_a_failed_run_is_followed_by_the_next(fault: Exception) -> None:
    runs: asyncio.Queue[None] = asyncio.Queue()

    async def job() -> None:
        runs.put_nowait(None)
        raise fault

    periodic = Periodic("job", job, 0.0)
    periodic.start()
    for _ in range(3):
        await runs.get()
    await periodic.close()


async def test_no_run_begins_after_close() -> None:
    runs: asyncio.Queue[None] = asyncio.Queue()

    async def job() -> None:
        runs.put_nowait(None)
        await asyncio.Event().wait()

    periodic = Periodic("job", job, 0.0)
    periodic.start()
    await runs.get()
    await periodic.close()
    await asyncio.sleep(0)
    assert runs.empty()
