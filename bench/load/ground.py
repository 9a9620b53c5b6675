"""A Discord with a bot on it, seen from outside: its use of the machine, its stored tables."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from functools import cache
from itertools import islice
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

from bench.load.database import IN_A_GUILD, Original, channel_id, guild_id, hand_id, message_id
from bench.load.visibility import Watched
from bench.load.yardsticks import BOARDS, MINI
from tests.e2e.wire.asked import BY_BOT
from tests.e2e.wire.messages import EPHEMERAL, LAYOUT, Upload
from tests.e2e.wire.process import BotProcess
from tests.e2e.wire.server import Discord
from tests.e2e.wire.world import Channel, Guild, Message

TICKS: Final = os.sysconf("SC_CLK_TCK")
HEARTBEAT: Final = 5.0
"""Seconds; each one makes the gateway drop its received events."""
SWEEP_INTERVAL: Final = 0.5
"""Seconds between two deletions of recorded requests and payloads, which only tests need."""
EDIT_EVERY: Final = "1"
AT_ONCE: Final = "0"
"""Without Discord's limits every board is delivered."""


class Pinned(BotProcess):
    """The bot, or a yardstick, with a core of its own if there are two."""

    def __init__(
        self,
        discord: Watched,
        folder: Path,
        yardstick: str = "",
        *,
        edit_every: str = EDIT_EVERY,
        sampled: bool = False,
    ) -> None:
        self._stages: Final = folder / "stages.json"
        # the bot's own arguments follow, which a yardstick ignores
        line: tuple[str, ...] = ()
        if yardstick:
            line = (sys.executable, "-m", "bench.load.yardsticks", yardstick)
        elif sampled:
            line = (sys.executable, "-m", "bench.load.sampled", str(self._stages))
        super().__init__(discord, folder, line=line, edit_every=edit_every, computer_pause="1,2.5")
        self.yardstick: Final = yardstick
        self.watched: Final = discord

    @property
    def painted(self) -> int:
        """Boards posted or changed, in whatever way."""
        return self.watched.boards

    @property
    def by_bot(self) -> int:
        """Requests by the bot's token, of which Discord takes fifty a second."""
        return self.discord.allowances.taken[BY_BOT]

    async def launch(self) -> None:
        await super().launch()
        bots, _ = cores()
        os.sched_setaffinity(self.pid, bots)

    def rest(self, resting: bool = True) -> None:
        """Leave the core to the bot that is measured; this one may still have boards to deliver."""
        if not may_rest():
            return
        turn = os.SCHED_IDLE if resting else os.SCHED_OTHER
        for thread in Path(f"/proc/{self.pid}/task").iterdir():
            with suppress(ProcessLookupError):  # one that has just ended
                os.sched_setscheduler(int(thread.name), turn, os.sched_param(0))

    @asynccontextmanager
    async def sampling(self) -> AsyncGenerator[dict[str, float]]:
        """Sample meanwhile; afterwards the dict has the seconds of each stage (`sampled`)."""
        used: dict[str, float] = {}
        self._stages.unlink(missing_ok=True)
        os.kill(self.pid, signal.SIGUSR1)
        yield used
        os.kill(self.pid, signal.SIGUSR2)
        while not self._stages.exists():
            assert self.running, self.log
            await asyncio.sleep(SWEEP_INTERVAL)
        used |= json.loads(self._stages.read_text("utf-8"))

    @property
    def memory(self) -> float:
        """Resident megabytes."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return next(
            int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS")
        )

    @property
    def busy(self) -> float:
        """Seconds of a core used so far."""
        return _used(self.pid)

    @property
    def stored(self) -> int:
        """Versions stored, of all tables together."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as db:
            return db.execute("SELECT COALESCE(SUM(version), 0) FROM tables").fetchone()[0]


@cache
def may_rest() -> bool:
    """Return whether a process may be set to rest and back; the latter may need rights."""
    may = Event()

    def try_both() -> None:
        with suppress(PermissionError):
            for turn in (os.SCHED_IDLE, os.SCHED_OTHER):
                os.sched_setscheduler(0, turn, os.sched_param(0))  # for this thread alone
            may.set()

    trying = Thread(target=try_both)
    trying.start()
    trying.join()
    return may.is_set()


def cores() -> tuple[set[int], set[int]]:
    """Return the cores for the bots, and those for this process."""
    known = sorted(os.sched_getaffinity(os.getppid()))
    return ({known[0]}, {*known[1:]}) if len(known) > 1 else ({*known}, {*known})


def pin() -> None:
    """Leave one core to the bots."""
    _, others = cores()
    os.sched_setaffinity(0, others)


def busy() -> float:
    """Return the seconds of a core that this process has used so far."""
    return _used(os.getpid())


def _used(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@asynccontextmanager
async def ground(
    folder: Path,
    games: Sequence[Original],
    tables: int,
    *,
    yardstick: str = "",
    sampled: bool = False,
    limited: bool = True,
) -> AsyncGenerator[Pinned]:
    """Make a Discord with this many copies of the games, and a bot that is not started yet."""
    discord = Watched()
    discord.judged, discord.limited = False, limited
    discord.gateway.heartbeat = HEARTBEAT
    await discord.start()
    drawn = furnish(discord, games, tables)
    if yardstick == MINI:
        _write_answers(folder, games, drawn, tables)
    bot = Pinned(
        *(discord, folder, yardstick),
        edit_every=EDIT_EVERY if limited else AT_ONCE,
        sampled=sampled,
    )
    sweeping = asyncio.create_task(_sweep(bot))
    try:
        yield bot
    finally:
        sweeping.cancel()
        with suppress(AssertionError):
            await bot.close()
        await discord.stop()


async def _sweep(bot: Pinned) -> None:
    """Delete recorded requests and payloads: a minute of them would fill the memory.

    Interactions stay: by their tokens the bot edits messages for fifteen minutes.
    """
    discord, swept = bot.discord, 0
    while True:
        await asyncio.sleep(SWEEP_INTERVAL)
        discord.requests.clear()
        for it in islice(discord.interactions.values(), swept, None):
            if it.age < discord.ack_within:
                break
            it.told.clear()
            swept += 1


def furnish(discord: Discord, games: Sequence[Original], tables: int) -> list[Message]:
    """Make guilds with a channel and a board for each table; return the drawn boards."""
    drawn = [_drawn(discord, game) for game in games]
    for number in range(tables):
        if number % IN_A_GUILD == 0:
            guild = Guild(guild_id(number), f"guild {number}")
            discord.world.guilds[guild.id] = guild
        guild = discord.world.guilds[guild_id(number)]
        channel = discord.world.add(Channel(channel_id(number), guild, f"table {number}"))
        post_copy(discord, channel.id, message_id(number), drawn[number % len(drawn)])
    return drawn


def _write_answers(
    folder: Path, games: Sequence[Original], drawn: Sequence[Message], tables: int
) -> None:
    """Write *mini*'s answer for each message to its folder."""
    said: list[Any] = []
    of: dict[int, int] = {}
    for first, (game, board) in enumerate(zip(games, drawn, strict=True)):
        kept = [{"id": file["id"]} for file in board.files]
        of |= {message_id(it): len(said) for it in range(first, tables, len(games))}
        said.append(_answer(game.board, LAYOUT, kept))
        for seat, hand in enumerate(game.hands):
            of |= {hand_id(it, seat): len(said) for it in range(first, tables, len(games))}
            said.append(_answer(hand, LAYOUT | EPHEMERAL, []))
    (folder / BOARDS).write_text(json.dumps({"drawn": said, "of": of}), "utf-8")


def _answer(components: list[Any], flags: int, kept: list[Any]) -> dict[str, Any]:
    pings = {"parse": list[str]()}
    body = {"components": components, "flags": flags, "attachments": kept}
    return body | {"allowed_mentions": pings}


def _drawn(discord: Discord, game: Original) -> Message:
    channel = discord.world.add(Channel(1, Guild(1, "nowhere"), "nowhere"))
    picture = game.picture
    files = [Upload("files[0]", picture.name, picture.paint())] if picture else []
    body = {"components": game.board, "flags": LAYOUT}
    drawn = discord.scribe.write(channel.id, body, files)
    discord.world.remove(channel)
    if game.attached is not None:
        _name_file(drawn, game.attached.id)
    return drawn


def _name_file(drawn: Message, known: int) -> None:
    """Give the picture of a message the id by which the bot knows it."""
    (file,) = drawn.files
    payload, files = (
        json.loads(json.dumps(it).replace(file["id"], f"{known}"))
        for it in (drawn.payload, drawn.files)
    )
    drawn.payload, drawn.files = payload, files


def post_copy(
    discord: Discord, channel: int, message: int, like: Message, to: int | None = None
) -> Message:
    """Add a copy of this message, private to a user if one is given."""
    flags = LAYOUT | (EPHEMERAL if to else 0)
    payload = like.payload | {"id": str(message), "channel_id": str(channel), "flags": flags}
    made = Message(payload, to, [*like.files])
    discord.world.messages[channel][message] = made
    return made
