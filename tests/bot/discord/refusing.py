"""What Discord answers when it does not do what it is asked."""

from typing import Any

import aiohttp
import discord


class _Response:
    """As much of an HTTP response as an exception looks at."""

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
    """Not Discord refuses it, but Cloudflare before it."""
    response: Any = _Response(429, via=False)
    return discord.HTTPException(response, "error code: 1015")


def broken() -> discord.DiscordServerError:
    """Discord's own trouble."""
    response: Any = _Response(503)
    return discord.DiscordServerError(response, "")


def cut() -> aiohttp.ClientError:
    """The line was cut."""
    return aiohttp.ServerDisconnectedError()
