"""Python reads this at the start of the bot's process, before the bot itself, which is unmodified.

``WIRE_DISCORD`` is where Discord is to be found. ``WIRE_BURST``, if it is there, is how many
clicks of one user at once the bot's guard against floods lets through, and how many tables in an
hour: tests click on and on.
``WIRE_CLOCK`` names a file with two numbers, looked at whenever the bot asks for the time: the
seconds by which the clock is wrong, and those by which the clock that nobody can set is as well, as
if the machine had slept. ``WIRE_ICONS`` is the folder of the icons that it uploads. ``WIRE_HARD``
is how many seconds of a processor a hard computer thinks for each move. ``WIRE_HELD`` names a file
into which the bot writes when its own work held the event loop, and for how long, if that was not
short.
"""

import asyncio
import os
import time
import traceback
from datetime import UTC, datetime
from pathlib import Path

UNREDIRECTED = 70
"""The process ends with this code sooner than it would ask the real Discord for anything."""
LOOK = 0.002
"""Seconds between two looks at the event loop."""
WORTH_NOTING = 0.01


def _redirect(address: str) -> None:
    import discord
    import yarl
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    Route.BASE = address + "/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws", 1) + "/gateway")
    setattr(discord.Asset, "BASE", address + "/cdn")  # noqa: B010 (its type is that one text)


def _let_through(burst: int) -> None:
    from bot.discord import rate_limit
    from bot.discord.rate_limit import A_SECOND, BURST, OPENINGS, UserRateLimit

    assert burst > OPENINGS
    rate_limit.OPENINGS = burst
    assert UserRateLimit.__init__.__defaults__ == (BURST, A_SECOND)
    UserRateLimit.__init__.__defaults__ = (burst, A_SECOND)


def _set_wrong(file: str) -> None:
    """From now on the clocks are as wrong as the file says."""
    right, steady, told = time.time, time.monotonic, Path(file)

    def ahead(number: int) -> float:
        return float(told.read_text("ascii").split()[number])

    time.time = lambda: right() + ahead(0)
    time.monotonic = lambda: steady() + ahead(1)
    import discord

    discord.utils.utcnow = lambda: datetime.fromtimestamp(time.time(), UTC)


def _take_icons_from(folder: str) -> None:
    from bot.board.icons import FOLDER, Icons

    assert Icons.__init__.__defaults__ == (FOLDER,)
    Icons.__init__.__defaults__ = (Path(folder),)


def _think_for(seconds: float) -> None:
    """Hard computers think for so long."""
    from players import roster

    class Slow(roster.Thumb):
        def choose(self, view, rng):
            end = time.thread_time() + seconds
            while time.thread_time() < end:
                rng.random()
            return super().choose(view, rng)

    roster.PLAYERS[roster.HARD] = Slow


def _watch_loop(file: str) -> None:
    """Note how long the event loop was held by its own work, however busy the machine is."""
    run = asyncio.Runner.run

    async def watch() -> None:
        before = time.thread_time()
        while True:
            await asyncio.sleep(LOOK)
            held, before = time.thread_time() - before, time.thread_time()
            if held > WORTH_NOTING:
                with Path(file).open("a") as notes:
                    notes.write(f"{time.time()} {held}\n")

    async def watched(work):
        watching = asyncio.create_task(watch())
        try:
            return await work
        finally:
            watching.cancel()

    def run_watched(self, coro, *, context=None):
        return run(self, watched(coro), context=context)

    asyncio.Runner.run = run_watched


try:
    if "WIRE_CLOCK" in os.environ:  # first: modules that are imported later may keep the clock
        _set_wrong(os.environ["WIRE_CLOCK"])
    if "WIRE_DISCORD" in os.environ:
        _redirect(os.environ["WIRE_DISCORD"])
    if "WIRE_BURST" in os.environ:
        _let_through(int(os.environ["WIRE_BURST"]))
    if "WIRE_ICONS" in os.environ:
        _take_icons_from(os.environ["WIRE_ICONS"])
    if "WIRE_HARD" in os.environ:
        _think_for(float(os.environ["WIRE_HARD"]))
    if "WIRE_HELD" in os.environ:
        _watch_loop(os.environ["WIRE_HELD"])
except BaseException:  # Python would print even a SystemExit, and start the bot all the same
    traceback.print_exc()
    os._exit(UNREDIRECTED)
