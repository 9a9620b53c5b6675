"""Requests for boards: by the token of a click where there is one, else by the bot's own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol, TypeVar

import aiohttp
import discord

from bot.board.tokens import Tokens
from bot.discord.allowance import UNLIMITED, Allowance
from bot.discord.circuit_breaker import BROKEN, CircuitBreaker
from bot.discord.limits import EDIT_TIMEOUT
from bot.discord.rest import Json, Upload
from bot.discord.retries import counted
from bot.store.protocol import PostedMessage

UNREACHABLE: Final = (aiohttp.ClientError, OSError)
NOT_DONE: Final = (discord.HTTPException, discord.RateLimited, *UNREACHABLE)
"""How a request can end that Discord did not carry out."""

_T = TypeVar("_T")


class NotOurs(ConnectionError):
    """Other processes have our shards by now, and paint their boards."""


class Sends(Protocol):
    """As much of Discord's interface as boards need: see `bot.discord.rest`."""

    async def post(self, channel: int, message: Json, uploads: Sequence[Upload] = ()) -> Json:
        """Post a message."""
        ...

    async def edit(
        self, channel: int, message: int, changes: Json, uploads: Sequence[Upload] = ()
    ) -> Json:
        """Change a message by the bot's token."""
        ...

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message."""
        ...

    async def edit_answer(self, token: str, changes: Json) -> Json:
        """Change the message that was pressed on, by the token of the press."""
        ...


class Requests:
    """Asks Discord for what boards need, unless it takes too long or we are shut out."""

    def __init__(
        self,
        rest: Sends,
        tokens: Tokens,
        timed_out: Callable[[], None],
        allowance: Allowance | None = None,
        is_ours: Callable[[], bool] = lambda: True,
    ) -> None:
        """``is_ours``: are the boards that we knew of still ours, at this moment?"""
        self.tokens = tokens
        self._is_ours = is_ours
        self._allowance = allowance or Allowance(UNLIMITED)
        self._rest = rest
        self._timed_out = timed_out
        self._breaker = CircuitBreaker(lambda: asyncio.get_running_loop().time())

    async def post(self, channel: int, message: Json, uploads: Sequence[Upload] = ()) -> Json:
        """Post a message; what became of it."""
        return await self._if_ours(lambda: self._rest.post(channel, message, uploads))

    async def edit(
        self, posted: PostedMessage, changes: Json, uploads: Sequence[Upload] = ()
    ) -> Json:
        """Change a message; new files need the bot's own token."""
        self._check_ours()
        token = self.tokens.newest(posted.message) if not uploads else None
        if token is not None:
            told = await self._by_token(posted.message, token, changes)
            if told is not None:
                return told
        return await self._if_ours(
            lambda: self._rest.edit(posted.channel, posted.message, changes, uploads)
        )

    async def _by_token(self, message: int, token: str, changes: Json) -> Json | None:
        """None: the token is not taken, or too often used; the bot's own will do."""
        try:
            async with asyncio.timeout(EDIT_TIMEOUT):
                return await self._rest.edit_answer(token, changes)
        except discord.HTTPException as refused:
            if refused.status >= BROKEN:
                raise
            self.tokens.forget(message, token)
            return None
        except TimeoutError:  # discord.py waits out the limit of a webhook, however long that is
            self.tokens.forget(message, token)
            raise

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message."""
        await self._if_ours(lambda: self._rest.delete(channel, message))

    async def _if_ours(self, call: Callable[[], Awaitable[_T]]) -> _T:
        def checked() -> Awaitable[_T]:
            self._check_ours()  # after the wait for our turn
            return call()

        return await self.request(checked)

    def _check_ours(self) -> None:
        """Paint nothing over what others have painted: a machine may have slept on the way here."""
        if not self._is_ours():
            raise NotOurs

    async def in_passing(self, call: Callable[[], Awaitable[_T]]) -> _T:
        """The same as `request` for what nobody waits for."""
        return await self.request(call, spare=True)

    async def request(self, call: Callable[[], Awaitable[_T]], *, spare: bool = False) -> _T:
        """Ask Discord for something by the bot's token, when it is our turn."""
        await self._allowance.take(spare=spare)
        with self._breaker.request(), counted(self._allowance.repeat):
            try:
                async with asyncio.timeout(EDIT_TIMEOUT):
                    return await call()
            except TimeoutError:
                self._timed_out()
                raise
