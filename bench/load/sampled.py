"""Where the bot's processor time goes: ``python -m bench.load.sampled FILE python -m bot ...``.

Runs the bot as it is, and looks at the stack of its main thread every two milliseconds of processor
time. SIGUSR1 begins anew, and SIGUSR2 writes the seconds of each stage to the file. A sample counts
as much as the main thread has used since the one before it; the other threads have clocks of their
own. Sampling itself costs some five percent.
"""

from __future__ import annotations

import json
import runpy
import signal
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path
from types import FrameType
from typing import Final

EVERY: Final = 0.002
"""Seconds of processor time between two samples."""

REQUESTS: Final = "requests by aiohttp and discord.py"
STAGES: Final[dict[str, tuple[str, ...]]] = {
    "log": ("/logging/", "/bot/log.py"),
    "gateway": (
        *("/discord/gateway.py", "/discord/utils.py", "/bot/shards/"),
        "/bot/discord/dispatches.py",
    ),
    REQUESTS: (
        *("/aiohttp/", "/yarl/", "/multidict/", "/aiosignal/", "/discord/http.py"),
        *("/discord/webhook/", "/bot/discord/rest.py", "/bot/discord/adapter.py"),
        *("/bot/discord/allowance.py", "/bot/board/requests.py"),
    ),
    "snapshots": ("/bot/tables/table.py", "/pydantic", "/engine/saves.py", "/engine/codec.py"),
    "store, main thread": ("/bot/store/", "/aiosqlite/"),
    "words": ("/players/words/", "/bot/words/", "/fluent/", "/babel/"),
    "private pages": ("/bot/board/private_pages.py", "/bot/pages/hand.py"),
    "pages": ("/bot/pages/", "/bot/pictures/", "/bot/board/renderer.py"),
    "rules": ("/engine/", "/players/", "/bot/tables/"),
    "boards": ("/bot/board/",),
    "tables": ("/bot/hosting/",),
    "clicks": ("/cogs/", "/bot/discord/"),
}
"""Stages by parts of file names. The innermost frame that any stage knows tells; among stages the
first one."""
LOOP: Final = "loop and system calls"
THREADS: Final = {"_connection_worker_thread": "SQLite's thread", "painting": "painting threads"}
OTHERS: Final = "other threads"


class Sampler:
    """Counts the seconds of a core that each stage takes."""

    def __init__(self, file: Path) -> None:
        self._file: Final = file
        self._used: Final = defaultdict[str, float](float)
        self._stage_of: Final[dict[str, str | None]] = {}
        self._threads: dict[str, float] = {}
        self._last = 0.0

    def listen(self) -> None:
        """Wait for the signals."""
        signal.signal(signal.SIGPROF, self._sample)
        signal.signal(signal.SIGUSR1, self._begin)
        signal.signal(signal.SIGUSR2, self._end)

    def _begin(self, *_: object) -> None:
        self._used.clear()
        self._threads = _by_thread()
        self._last = time.thread_time()
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def _end(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        before = self._threads
        used = self._used | {
            name: seconds - before.get(name, 0.0) for name, seconds in _by_thread().items()
        }
        fresh = self._file.with_suffix(".new")
        fresh.write_text(json.dumps(used), "utf-8")
        fresh.replace(self._file)

    def _sample(self, _: int, frame: FrameType | None) -> None:
        now = time.thread_time()
        while frame is not None:
            stage = self._stage(frame.f_code.co_filename)
            if stage is not None:
                break
            frame = frame.f_back
        else:
            stage = LOOP
        self._used[stage] += now - self._last
        self._last = time.thread_time()

    def _stage(self, file: str) -> str | None:
        if file not in self._stage_of:
            found = (name for name, parts in STAGES.items() if any(it in file for it in parts))
            self._stage_of[file] = next(found, None)
        return self._stage_of[file]


def _by_thread() -> dict[str, float]:
    """Return the seconds that the threads beside the main one have used."""
    used = defaultdict[str, float](float)
    for thread in threading.enumerate():
        if thread is threading.main_thread() or thread.ident is None:
            continue
        name = next((it for part, it in THREADS.items() if part in thread.name), OTHERS)
        used[name] += time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    return used


if __name__ == "__main__":
    Sampler(Path(sys.argv[1])).listen()
    sys.argv = sys.argv[sys.argv.index("bot") :]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
