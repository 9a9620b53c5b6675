"""The bot as a process of its own, unmodified, without the settings of this machine."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from tests import forkserver
from tests.bot.cli.process import BOT, CLEAN, ROOT
from tests.e2e.wire.kept import kept_at
from tests.e2e.wire.server import Discord

UP_WITHIN: Final = 120.0
"""Seconds; a machine with much else to do is slow."""
DOWN_WITHIN: Final = 60.0
NOTICED: Final = 1.0
"""After this a broken connection was noticed, if there was one."""
FAST: Final = 1_000_000
"""Clicks at once: people in tests are faster than real ones."""
SETTINGS: Final = {"computer_pause": "0,0", "edit_every": "0", "log_level": "INFO"}


def free_ports(count: int) -> list[int]:
    """Return ports that were free a moment ago."""
    with ExitStack() as stack:
        lines = [stack.enter_context(socket.socket()) for _ in range(count)]
        for line in lines:
            line.bind(("127.0.0.1", 0))
        return [int(line.getsockname()[1]) for line in lines]


class BotProcess:
    """``python -m bot`` in a folder, on a wire. It can be started, ended and started again.

    Settings are the bot's own, by their names without the prefix: ``edit_every="1"``. ``burst`` is
    the number of clicks that its flood guard takes at once; None: the bot's own. ``ahead`` is the
    error of its clock in seconds; None: the clock cannot be set. ``variables`` are added to its
    environment, and ``line`` comes before its command line. ``url`` is an address of Discord.
    """

    def __init__(
        self,
        discord: Discord,
        folder: Path,
        *,
        burst: int | None = FAST,
        ahead: float | None = None,
        variables: Mapping[str, str] | None = None,
        line: Sequence[str] = (),
        url: str = "",
        **settings: str,
    ) -> None:
        self.discord: Final = discord
        self.url: Final = url or discord.url
        self.entrance: Final = int(self.url.rpartition(":")[2])
        self.folder: Final = folder
        self.settings: Final[dict[str, str]] = SETTINGS | settings
        database = self.settings.get("database", "celestia.db")
        self.burst = burst
        self._clock = folder / "clock"
        if ahead is not None:
            self.sets_clock(ahead)
        self.variables: Final[dict[str, str]] = dict(variables or {})
        self.line = tuple(line)
        self.database: Final = folder / database
        self.kept: Final = kept_at(database, folder)
        self.log_file: Final = folder / "bot.log"
        """Of all its lives."""
        self._process: asyncio.subprocess.Process | forkserver.Fork | None = None

    @property
    def _own_variables(self) -> dict[str, str]:
        wire = {"WIRE_DISCORD": self.url}
        if self.burst is not None:
            wire["WIRE_BURST"] = str(self.burst)
        if self._clock.exists():
            wire["WIRE_CLOCK"] = str(self._clock)
        ours = {f"CELESTIA_{name.upper()}": value for name, value in self.settings.items()}
        return {"DISCORD_TOKEN": self.discord.token} | ours | wire | self.variables

    @property
    def shards(self) -> list[int]:
        return self.discord.gateway.by(self.entrance)

    @property
    def begun(self) -> int:
        """Number of sessions it has begun."""
        turns = self.discord.gateway.turns
        return sum((it.what, it.entrance) == ("identified", self.entrance) for it in turns)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        return self.log_file.read_text("utf-8") if self.log_file.exists() else ""

    async def start(self, within: float = UP_WITHIN) -> None:
        """Start it and wait until Discord has welcomed it: from then on it receives every click."""
        before = self.begun
        await self.launch()
        up = asyncio.ensure_future(self.discord.until(lambda: self.begun > before, within))
        over = asyncio.ensure_future(self.wait())
        await asyncio.wait({up, over}, return_when=asyncio.FIRST_COMPLETED)
        over.cancel()
        if not up.done():
            up.cancel()
            raise AssertionError(f"the bot ended with {over.result()}:\n{self.log}")
        try:
            up.result()
        except TimeoutError:
            raise AssertionError(f"the bot does not come up:\n{self.log}") from None

    async def launch(self) -> None:
        """Start it, and wait for nothing."""
        assert not self.running, "it runs already"
        variables = self._own_variables
        environment = CLEAN | {"PYTHONPATH": f"{forkserver.HOOK}:{ROOT}"} | variables
        server = None if self.line else forkserver.server_for(BOT, variables)
        if server is not None:
            self._process = await asyncio.to_thread(
                server.fork, BOT, self.folder, environment, self.log_file, self.log_file
            )
            return
        with self.log_file.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self.line,
                *BOT,
                cwd=self.folder,
                env=environment,
                stdout=log,
                stderr=log,
            )

    def sets_clock(self, ahead: float, slept: float = 0.0) -> None:
        """Set its clock ahead, also of later lives; the monotonic one by the seconds ``slept``."""
        fresh = self._clock.with_suffix(".new")
        fresh.write_text(f"{ahead} {slept}", "ascii")
        fresh.replace(self._clock)

    @property
    def now(self) -> float:
        """The time by its clock."""
        ahead = self._clock.read_text("ascii").split()[0] if self._clock.exists() else 0
        return time.time() + float(ahead)

    def sleeps(self, seconds: float) -> None:
        """Suspend it until these seconds have passed by all its clocks, which can be set."""
        self.stalls()
        self.sets_clock(seconds, seconds)
        self.goes_on()

    def stalls(self) -> None:
        """Stop it (SIGSTOP); its connections stay."""
        os.kill(self.pid, signal.SIGSTOP)

    def goes_on(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    async def kill(self) -> None:
        """End it at once (SIGKILL), and wait until it and its connections are gone."""
        assert self._process is not None
        had = self.shards
        if self.running:
            self._process.kill()
        await self._process.wait()
        with suppress(TimeoutError):  # it may have had none yet
            await self.discord.until(lambda: not had or not self.shards, NOTICED)

    async def stop(self, within: float = DOWN_WITHIN) -> int:
        """Ask it to end (SIGTERM), and return its exit code; raises `TimeoutError`."""
        assert self._process is not None
        if self.running:
            self._process.send_signal(signal.SIGTERM)
        return await self.wait(within)

    async def wait(self, within: float | None = None) -> int:
        """Wait until it ends by itself, and return its exit code."""
        assert self._process is not None
        async with asyncio.timeout(within):
            return await self._process.wait()

    async def restart(self) -> None:
        """Kill it and start it again."""
        await self.kill()
        await self.start()

    async def close(self) -> None:
        """End it, in good order if that is possible."""
        if self.running:
            try:
                await self.stop()
            except TimeoutError:
                await self.kill()
