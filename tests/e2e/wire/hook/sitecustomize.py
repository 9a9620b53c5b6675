"""Python reads this at the start of the bot's process, before the bot itself, which is unmodified.

``WIRE_DISCORD`` is where Discord is to be found. ``WIRE_BURST``, if it is there, is how many
clicks of one user at once the bot's guard against floods lets through: tests click on and on.
``WIRE_CLOCK`` names a file with two numbers, looked at whenever the bot asks for the time: the
seconds by which the clock is wrong, and those by which the clock that nobody can set is as well, as
if the machine had slept. ``WIRE_ICONS`` is the folder of the icons that it uploads.
"""

import os
import time
import traceback
from datetime import UTC, datetime
from pathlib import Path

UNREDIRECTED = 70
"""The process ends with this code sooner than it would ask the real Discord for anything."""


def _redirect(address: str) -> None:
    import discord
    import yarl
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    Route.BASE = address + "/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws", 1) + "/gateway")
    setattr(discord.Asset, "BASE", address + "/cdn")  # noqa: B010 (its type is that one text)


def _let_through(burst: int) -> None:
    from bot.discord.rate_limit import A_SECOND, BURST, UserRateLimit

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


try:
    if "WIRE_CLOCK" in os.environ:  # first: modules that are imported later may keep the clock
        _set_wrong(os.environ["WIRE_CLOCK"])
    if "WIRE_DISCORD" in os.environ:
        _redirect(os.environ["WIRE_DISCORD"])
    if "WIRE_BURST" in os.environ:
        _let_through(int(os.environ["WIRE_BURST"]))
    if "WIRE_ICONS" in os.environ:
        _take_icons_from(os.environ["WIRE_ICONS"])
except BaseException:  # Python would print even a SystemExit, and start the bot all the same
    traceback.print_exc()
    os._exit(UNREDIRECTED)
