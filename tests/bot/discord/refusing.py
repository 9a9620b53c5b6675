"""Discord's refusals, and broken connections."""

from typing import Any

import aiohttp
import discord


class _Response:
    """As much of an HTTP response as an exception reads."""

    def __init__(self, status: int, *, via: bool = True) -> None:
        self.status = status
        self.reason = ""
        self.headers = {"Via": "1.1 google"} if via else {}


def refused(code: int, status: int = 400, *, via: bool = True) -> discord.HTTPException:
    """A refusal with this code of Discord's."""
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    response: Any = _Response(status, via=via)
    return kind(response, {"code": code, "message": "as Discord puts it"})


def banned() -> discord.HTTPException:
    """A refusal by Cloudflare, which stands before Discord."""
    response: Any = _Response(429, via=False)
    return discord.HTTPException(response, "error code: 1015")


def broken() -> discord.DiscordServerError:
    """A fault of Discord's own."""
    response: Any = _Response(503)
    return discord.DiscordServerError(response, "")


def cut() -> aiohttp.ClientError:
    """A connection that broke."""
    return aiohttp.ServerDisconnectedError()
