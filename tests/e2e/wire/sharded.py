"""A Discord with several shards, and several processes of one bot on it.

    async with sharded(folder, shards=8, database=address) as ground:
        one, two = await ground.adds(), await ground.adds()
        await ground.is_covered(within=30)
        held, since = one.shards, time.monotonic()
        await one.kill()                            # or one.stop(), one.stalls(), one.goes_on()
        await ground.is_covered(within=20)
        print(ground.heard_again(held, since))      # seconds for each shard

There is a guild with a channel on each shard; people `join` there.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from tests.e2e.wire.gateway import PAUSE
from tests.e2e.wire.kept import Kept, kept_at
from tests.e2e.wire.people import Person
from tests.e2e.wire.process import BotProcess
from tests.e2e.wire.server import Discord
from tests.e2e.wire.wire import errors_in
from tests.e2e.wire.world import Channel, User, new_id

Make = Callable[[Discord, Path, str], BotProcess]
"""Makes one more process, with a folder and an address of its own. It is not started."""


class Sharded:
    """The ground of a test with several processes."""

    def __init__(self, discord: Discord, folder: Path, make: Make, kept: Kept) -> None:
        self.discord: Final = discord
        self.kept: Final = kept
        self.processes: Final[list[BotProcess]] = []
        """All that there ever were."""
        self.channels: Final[list[Channel]] = []
        """One on each shard, by its number."""
        self._folder: Final = folder
        self._make: Final = make
        self._forgiven: list[re.Pattern[str]] = []
        for shard in range(discord.gateway.shards):
            guild = discord.add_guild(f"Celestia {shard}", shard=shard)
            self.channels.append(discord.add_channel(guild, f"table-{shard}"))

    @property
    def running(self) -> list[BotProcess]:
        return [it for it in self.processes if it.running]

    @property
    def shards(self) -> int:
        return self.discord.gateway.shards

    def join(self, name: str, shard: int, *, locale: str = "en-US") -> Person:
        """Return a new person in the guild of this shard."""
        return Person(self.discord, User(new_id(), name, locale), self.channels[shard])

    async def adds(self) -> BotProcess:
        """Start one more process, and wait for nothing."""
        folder = self._folder / f"process-{len(self.processes) + 1}"
        folder.mkdir()
        process = self._make(self.discord, folder, await self.discord.entrance())
        self.processes.append(process)
        await process.launch()
        return process

    async def becomes(self, wanted: Callable[[], bool], within: float) -> None:
        """Wait until this holds, as long as no process ends; else show shards and logs."""
        ends = [asyncio.ensure_future(it.wait()) for it in self.running]
        becomes = asyncio.ensure_future(self.discord.until(wanted, within))
        await asyncio.wait({becomes, *ends}, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()
        if not becomes.done() or becomes.exception() is not None:
            becomes.cancel()
            held = {it.pid: it.shards for it in self.running}
            logs = "\n".join(it.log[-2000:] for it in self.processes)
            raise AssertionError(f"the shards are {held}\n{logs}")

    async def is_covered(self, within: float) -> None:
        """Wait until each shard is heard by one process, and by one alone."""
        await self.becomes(self._is_covered, within)

    def _is_covered(self) -> bool:
        held = sorted(shard for it in self.processes for shard in it.shards)
        return held == [*range(self.shards)]

    async def balanced(self, within: float) -> None:
        """Wait until each process has its fair share, and each shard one process."""

        def fair() -> bool:
            shares = [len(it.shards) for it in self.running]
            return self._is_covered() and max(shares) - min(shares) <= 1

        await self.becomes(fair, within)

    def heard_again(self, shards: Collection[int], since: float) -> dict[int, float]:
        """Return after how many seconds a session first had each of these again."""
        found: dict[int, float] = {}
        for turn in self.discord.gateway.turns:
            if turn.at > since and turn.what != "gone" and turn.shard in shards:
                found.setdefault(turn.shard, turn.at - since)
        return found

    @property
    def leases(self) -> int:
        """Number of processes with leases in the database; those of dead ones end by themselves."""
        with self.kept.reading() as db:
            (count,) = db.execute("SELECT count(*) FROM processes").fetchone()
        return count

    def forgive(self, *patterns: str) -> None:
        """Let log lines that match one of these fail nothing: the test expects them."""
        self._forgiven += map(re.compile, patterns)

    def complaints(self) -> list[str]:
        """Return errors of the processes and faults of the wire itself."""
        lines = [line for it in self.processes for line in errors_in(it.log, self._forgiven)]
        return [*self.discord.violations, *self.discord.breakdowns, *lines]

    async def close(self) -> None:
        """End all processes, also those that stand still."""
        for process in self.running:
            process.goes_on()
        for process in self.running:
            await process.close()


@asynccontextmanager
async def sharded(
    folder: Path,
    *,
    shards: int,
    database: str = "celestia.db",
    make: Make | None = None,
    variables: Mapping[str, str] | None = None,
) -> AsyncIterator[Sharded]:
    """A Discord with this number of shards, and no process yet. It ends with all complaints."""

    def bot(discord: Discord, own: Path, url: str) -> BotProcess:
        told: dict[str, Any] = {"database": database}
        if shards > 1:
            told["shards"] = f"{shards}"
        return BotProcess(discord, own, url=url, variables=variables, **told)

    discord = Discord()
    discord.limited = False
    discord.gateway.shards = shards
    discord.gateway.identifies.max_concurrency = shards
    discord.gateway.identifies.pause = PAUSE
    await discord.start()
    ground = Sharded(discord, folder, make or bot, kept_at(database, folder))
    try:
        yield ground
        await discord.settled()
    finally:
        await ground.close()
        await discord.stop()
    complaints = ground.complaints()
    assert not complaints, "\n".join(["the bot did wrong:", *complaints])
