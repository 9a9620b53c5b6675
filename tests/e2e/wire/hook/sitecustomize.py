"""Python reads this at the start of the bot's process, before the bot itself, which is unmodified.

``WIRE_DISCORD`` is where Discord is to be found. ``WIRE_BURST``, if it is there, is how many
clicks of one user at once the bot's guard against floods lets through: tests click on and on.
"""

import os
import traceback

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
    from bot.turnstile import A_SECOND, BURST, Turnstile

    assert Turnstile.__init__.__defaults__ == (BURST, A_SECOND)
    Turnstile.__init__.__defaults__ = (burst, A_SECOND)


try:
    if "WIRE_DISCORD" in os.environ:
        _redirect(os.environ["WIRE_DISCORD"])
    if "WIRE_BURST" in os.environ:
        _let_through(int(os.environ["WIRE_BURST"]))
except BaseException:
    traceback.print_exc()
    os._exit(UNREDIRECTED)
