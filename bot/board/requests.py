"""Requests for boards: by the token of a press where there is one, else by the bot's own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from typing import Final, TypeVar

import aiohttp
import discord

from bot.discord.allowance import UNLIMITED, Allowance, counted
from bot.discord.circuit_breaker import BROKEN, CircuitBreaker
from bot.discord.limits import EDIT_TIMEOUT, NONCE, TOKEN_KEPT
from bot.discord.rest import Json, Rest, Upload
from bot.lru import Lru
from bot.store.data import PostedMessage

UNREACHABLE: Final = (aiohttp.ClientError, OSError)
NOT_DONE: Final = (discord.HTTPException, discord.RateLimited, *UNREACHABLE)
"""How a request can end that Discord did not carry out."""
MAX_TOKENS: Final = 5000
"""Messages that are remembered with a token."""

_T = TypeVar("_T")


def once(what: str) -> Json:
    """Return the part of a message by which Discord takes it once, if it is posted again soon."""
    return {"nonce": sha256(what.encode()).hexdigest()[:NONCE], "enforce_nonce": True}


class NotOwned(ConnectionError):
    """Other processes own the shards of these boards by now."""


class Requests:
    """Sends requests within the bot's allowance, and none while Discord shuts the bot out."""

    def __init__(
        self,
        rest: Rest,
        timed_out: Callable[[], None],
        allowance: Allowance | None = None,
        is_owner: Callable[[], bool] = lambda: True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``is_owner``: does this process still own the shards of its boards, at this moment?"""
        self._tokens: Final = Lru[int, str](MAX_TOKENS, TOKEN_KEPT, clock)
        """The newest token of each message. In memory alone: a token lets its holder write as the
        bot."""
        self._is_owner: Final = is_owner
        self._allowance: Final = allowance or Allowance(UNLIMITED)
        self._rest: Final = rest
        self._timed_out: Final = timed_out
        self._breaker: Final = CircuitBreaker(lambda: asyncio.get_running_loop().time())

    # --- tokens of presses ---------------------------------------------------------------------

    def note_token(self, message: int, token: str) -> None:
        """Edit this message by this token from now on.

        A press that was acknowledged, or answered with a board, lets the bot edit its message for
        fifteen minutes without counting against the bot's own requests.
        """
        self._tokens[message] = token

    def has_token(self, message: int) -> bool:
        """Return whether a message can be edited by the token of a press."""
        return message in self._tokens

    def _forget_token(self, message: int, token: str) -> None:
        """Discord does not take this token any more; a newer one may have come meanwhile."""
        if self._tokens.get(message) == token:
            self._tokens.pop(message)

    # --- requests ------------------------------------------------------------------------------

    async def post(self, channel: int, message: Json, uploads: Sequence[Upload] = ()) -> Json:
        """Post a message; return it as Discord has it."""
        return await self._as_owner(lambda: self._rest.post(channel, message, uploads))

    async def edit(
        self, posted: PostedMessage, changes: Json, uploads: Sequence[Upload] = ()
    ) -> Json:
        """Edit a message; new files need the bot's own token."""
        self._check_ownership()
        token = None if uploads else self._tokens.get(posted.message)
        if token is not None:
            told = await self._edit_by_token(posted.message, token, changes)
            if told is not None:
                return told
        return await self._as_owner(
            lambda: self._rest.edit(posted.channel, posted.message, changes, uploads)
        )

    async def _edit_by_token(self, message: int, token: str, changes: Json) -> Json | None:
        """Return None where Discord does not take the token, or too often: then use the bot's."""
        try:
            async with asyncio.timeout(EDIT_TIMEOUT):
                return await self._rest.edit_answer(token, changes)
        except discord.HTTPException as refused:
            if refused.status >= BROKEN:
                raise
            self._forget_token(message, token)
            return None
        except TimeoutError:  # discord.py waits out the limit of a webhook, however long that is
            self._forget_token(message, token)
            raise

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message."""
        await self._as_owner(lambda: self._rest.delete(channel, message))

    async def _as_owner(self, call: Callable[[], Awaitable[_T]]) -> _T:
        def checked() -> Awaitable[_T]:
            self._check_ownership()  # again, after the wait for a turn
            return call()

        return await self.request(checked)

    def _check_ownership(self) -> None:
        """Raise where another process may have edited since: a machine may have slept."""
        if not self._is_owner():
            raise NotOwned

    async def request(self, call: Callable[[], Awaitable[_T]], *, spare: bool = False) -> _T:
        """Send a request by the bot's token in its turn; ``spare``: when no other one waits."""
        await self._allowance.take(spare=spare)
        with self._breaker.request(), counted(self._allowance.repeat):
            try:
                async with asyncio.timeout(EDIT_TIMEOUT):
                    return await call()
            except TimeoutError:
                self._timed_out()
                raise
