"""Thinking beside the event loop holds nothing up, and lost workers are replaced."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from threading import Event

import pytest

from bot.hosting import thinker as thinker_module
from bot.hosting.thinker import (
    BREAKDOWN_WINDOW,
    BURST_SECONDS,
    MAX_BREAKDOWNS,
    MAX_PROCESSES,
    QUEUE_PER_WORKER,
    SUSTAINED_SHARE,
    Think,
    Thinker,
    Workers,
    default_processes,
    start_processes,
    start_thread,
    start_workers,
)
from bot.hosting.worker import Thinking
from bot.tables.autoplay import Thought
from engine import Game, View
from players.roster import EASY, RANDOM, choose
from tests.bot.cli.process import ROOT
from tests.bot.hosting.slow import TOO_LONG, die, die_of_one, stumble, think_for_ever, think_slowly

PATIENCE = 120.0
LUCK = b"\1" * 32
VIEW = Game.new(3, seed=bytes(32)).view(0)
HELD = 0.05
"""Longest time in seconds for which the loop may be held."""


def thought(number: int = 0, table: str = "blue", player: str = EASY) -> Thought:
    return Thought(table, 0, player, number, 0)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def pool(start: Callable[[], Workers], clock: Clock | None = None) -> AsyncIterator[Thinker]:
    made = Thinker(start, clock or Clock())
    yield made
    await made.close()


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


async def recalled(pool: Thinker, what: Thought) -> str:
    """The move, once it is there."""
    await until(lambda: pool.recall(what) is not None)
    return pool.recall(what) or ""


async def idle(pool: Thinker) -> None:
    """Wait until all work that was begun has ended."""
    await until(lambda: not (pool._starting or pool._queue or pool._under_way))


class Held:
    """A thread that thinks only once `go` is set."""

    def __init__(self) -> None:
        self.go = Event()
        self.begun: list[bytes] = []

    def __call__(self) -> Workers:
        return start_thread(self.think)

    def think(self, player: str, view: View, luck: bytes) -> Thinking:
        self.begun.append(luck)
        self.go.wait(PATIENCE)
        return Thinking("pass", 1.0)


# --- what is thought of --------------------------------------------------------------------


@pytest.mark.parametrize("start", [start_thread, partial(start_processes, 1)])
async def test_workers_think_what_the_player_would_think_here(start: Callable[[], Workers]) -> None:
    async with pool(start) as thinker:
        for asked in (thought(player=EASY), thought(player=RANDOM)):
            thinker.begin(asked, VIEW, LUCK)
            assert await recalled(thinker, asked) == str(choose(asked.player, VIEW, LUCK))


async def test_workers_start_with_the_first_thought() -> None:
    starts: list[Workers] = []

    def start() -> Workers:
        starts.append(start_thread())
        return starts[-1]

    async with pool(start) as thinker:
        await asyncio.sleep(0)
        assert not starts
        thinker.get_ready()
        thinker.get_ready()
        await idle(thinker)
        assert len(starts) == 1


async def test_outdated_thoughts_are_neither_begun_nor_kept() -> None:
    held = Held()
    async with pool(held) as thinker:
        for number in range(3):
            thinker.begin(thought(number), VIEW, bytes([number]))
        await until(lambda: held.begun)
        thinker.keep("blue", [thought(2)])
        assert [thinker.knows(thought(number)) for number in range(3)] == [False, False, True]
        held.go.set()
        await recalled(thinker, thought(2))
        assert held.begun == [b"\0", b"\2"]
        assert thinker.recall(thought(0)) is None
        thinker.keep("blue", ())
        assert not thinker._known


# --- limits --------------------------------------------------------------------------------


async def test_a_full_pool_drops_further_thoughts_silently() -> None:
    held = Held()
    thoughts = [thought(number, f"{number}") for number in range(QUEUE_PER_WORKER + 2)]
    async with pool(held) as thinker:
        thinker.begin(thoughts[0], VIEW, LUCK)
        await until(lambda: held.begun)
        for further in thoughts[1:]:
            thinker.begin(further, VIEW, LUCK)
        held.go.set()
        await idle(thinker)
        moves = [thinker.recall(it) for it in thoughts]
        assert moves == ["pass"] * (1 + QUEUE_PER_WORKER) + [None]
        assert thinker.knows(thoughts[-1])


async def test_a_table_that_has_had_its_share_waits_for_more_while_others_think() -> None:
    clock, held = Clock(), Held()
    held.go.set()  # each of its thoughts counts as one second
    async with pool(held, clock) as thinker:
        for number in range(int(BURST_SECONDS)):
            thinker.begin(thought(number), VIEW, LUCK)
            await recalled(thinker, thought(number))
        thinker.begin(thought(98), VIEW, LUCK)
        thinker.begin(thought(0, "red"), VIEW, LUCK)
        await recalled(thinker, thought(0, "red"))
        assert thinker.recall(thought(98)) is None
        clock.now += 0.1 / SUSTAINED_SHARE
        thinker.begin(thought(99), VIEW, LUCK)
        assert await recalled(thinker, thought(99)) == "pass"


@pytest.mark.parametrize("count", [0, 1])
async def test_thinking_never_holds_the_loop(count: int) -> None:
    """Measured in processor time of the loop, so that a busy machine does not count."""

    def start() -> Workers:
        return start_processes(1, think_slowly) if count else start_thread(think_slowly)

    thoughts = [thought(number, f"{number}") for number in range(3)]
    async with pool(start) as thinker:
        for each in thoughts:
            thinker.begin(each, VIEW, LUCK)
        longest, last = 0.0, time.thread_time()
        while thinker._starting or thinker._queue or thinker._under_way:
            await asyncio.sleep(0.002)
            longest, last = max(longest, time.thread_time() - last), time.thread_time()
        assert all(map(thinker.recall, thoughts))
        assert longest < HELD


# --- faults --------------------------------------------------------------------------------


async def test_a_worker_that_dies_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    async with pool(lambda: start_processes(1, die_of_one)) as thinker:
        thinker.begin(thought(0), VIEW, bytes(32))
        await idle(thinker)
        assert thinker.recall(thought(0)) is None
        thinker.begin(thought(1), VIEW, LUCK)
        assert await recalled(thinker, thought(1)) == str(VIEW.legal[-1])
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.posix
@pytest.mark.parametrize("busy", [True, False])
async def test_a_stopped_worker_is_replaced(busy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    async with pool(lambda: start_processes(2, think_slowly)) as thinker:
        if busy:
            thinker.begin(thought(0), VIEW, LUCK)
        await (until(lambda: thinker._under_way) if busy else thinker.work(os.getpid))
        found, stopped = children(thinker), thinker._workers
        for process in found:
            os.kill(process, signal.SIGSTOP)
        # only now: on a busy machine a worker that moves may seem to stand still
        monkeypatch.setattr(thinker_module, "STUCK_AFTER", TOO_LONG)
        thinker.begin(thought(1), VIEW, LUCK)
        await gone(*found)
        await until(lambda: thinker._workers is not stopped)  # a thought before that is lost
        monkeypatch.undo()
        thinker.begin(thought(2), VIEW, LUCK)
        assert await recalled(thinker, thought(2))


@pytest.mark.posix
async def test_a_worker_that_is_stopped_during_other_work_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinker_module, "WORK_STUCK_AFTER", TOO_LONG)
    async with pool(lambda: start_processes(1)) as thinker:
        await thinker.work(os.getpid)
        found = children(thinker)
        os.kill(found[0], signal.SIGSTOP)
        assert await thinker.work(os.getpid) not in found


async def test_a_thought_that_does_not_end_ends_its_worker() -> None:
    async with pool(lambda: start_processes(1, think_for_ever)) as thinker:
        thinker.begin(thought(), VIEW, LUCK)
        await idle(thinker)
        assert thinker.recall(thought()) is None


async def test_workers_that_keep_dying_rest_for_a_while() -> None:
    clock, starts = Clock(), 0

    def start() -> Workers:
        nonlocal starts
        starts += 1
        return start_processes(1, die)

    async with pool(start, clock) as thinker:
        for number in range(MAX_BREAKDOWNS + 2):
            thinker.begin(thought(number), VIEW, LUCK)
            thinker.keep("blue", [thought(number)])
            if number < MAX_BREAKDOWNS:
                await idle(thinker)
        assert starts == MAX_BREAKDOWNS
        clock.now += BREAKDOWN_WINDOW
        thinker.keep("blue", ())
        thinker.begin(thought(99), VIEW, LUCK)
        await idle(thinker)
        assert starts == MAX_BREAKDOWNS + 1


async def test_a_fault_of_a_player_is_logged_without_its_hand(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with pool(lambda: start_processes(1, stumble)) as thinker:
        thinker.begin(thought(), VIEW, LUCK)
        await idle(thinker)
        assert thinker.recall(thought()) is None
    (message,) = caplog.messages
    assert "KeyError" in message
    assert "slow.py" in message
    assert not any(card in message for card in VIEW.hand)


async def test_workers_that_cannot_be_started_are_tried_again_and_not_for_ever(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def start() -> Workers:
        raise MemoryError(*VIEW.hand)

    async with pool(start) as thinker:
        for number in range(MAX_BREAKDOWNS + 1):
            thinker.begin(thought(number), VIEW, LUCK)
            await until(lambda: not thinker._starting)
        assert len(caplog.records) == MAX_BREAKDOWNS
        assert not any(card in caplog.text for card in VIEW.hand)


@pytest.mark.parametrize("fault", [OSError(38, "no semaphores"), ImportError("_multiprocessing")])
def test_without_processes_a_thread_thinks(
    fault: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise fault

    monkeypatch.setattr(thinker_module, "ProcessPoolExecutor", refuse)
    made = start_workers(2)
    assert (made.size, len(caplog.records)) == (1, 1)
    made.executor.shutdown()


@pytest.mark.parametrize(("cores", "count"), [(1, 0), (2, 1), (4, 3), (64, MAX_PROCESSES)])
def test_as_many_processes_fit_as_there_are_cores_beside_the_one_of_the_bot(
    cores: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {*range(cores)}, raising=False)
    assert default_processes() == count


# --- the end -------------------------------------------------------------------------------


def children(pool: Thinker) -> list[int]:
    """The processes that think for it."""
    assert pool._workers is not None
    return [*pool._workers.executor._processes]  # pyright: ignore[reportAttributeAccessIssue] - nothing public tells them


def is_there(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):  # before or while its file is read
        return False


async def gone(*found: int) -> None:
    await until(lambda: not any(map(is_there, found)))


@pytest.mark.posix
@pytest.mark.parametrize("think", [think_slowly, think_for_ever, None])
async def test_no_worker_outlives_the_pool(think: Think | None) -> None:
    async with pool(lambda: start_processes(2, think or think_slowly)) as thinker:
        for number in range(4 if think else 0):
            thinker.begin(thought(number), VIEW, LUCK)
        await (until(lambda: thinker._under_way) if think else thinker.work(os.getpid))
        found = children(thinker)
        if think is None:
            os.kill(found[0], signal.SIGSTOP)
    await gone(*found)


async def test_a_closed_pool_begins_nothing() -> None:
    async with pool(start_thread) as thinker:
        thinker.get_ready()
        await thinker.close()
        thinker.begin(thought(), VIEW, LUCK)
        await asyncio.sleep(0.01)
        assert thinker._workers is None


LONELY = """
import asyncio
from functools import partial
from bot.hosting.thinker import Thinker, start_processes
from tests.bot.hosting.slow import think_for_a_minute
from tests.bot.hosting.test_thinking import LUCK, VIEW, children, thought, until

async def main():
    pool = Thinker(partial(start_processes, 2, think_for_a_minute))
    pool.begin(thought(1), VIEW, LUCK)
    await until(lambda: pool._under_way)
    print(*children(pool), flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.posix
@pytest.mark.parametrize(
    "stopped",
    [0, pytest.param(2, marks=pytest.mark.skipif(sys.platform != "linux", reason="Linux alone"))],
)
async def test_a_bot_that_is_killed_leaves_no_worker_behind(tmp_path: Path, stopped: int) -> None:
    script = tmp_path / "lonely.py"
    script.write_text(LONELY)
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, script),
        env={**os.environ, "PYTHONPATH": f"{ROOT}"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert bot.stdout is not None
    found = [int(it) for it in (await bot.stdout.readline()).split()]
    assert len(found) == 2
    for process in found[:stopped]:
        tasks = Path(f"/proc/{process}/task")
        await until(lambda tasks=tasks: len([*tasks.iterdir()]) > 1)  # it watches its parent
        os.kill(process, signal.SIGSTOP)
    bot.kill()
    async with asyncio.timeout(PATIENCE):
        await bot.wait()
    await gone(*found)
