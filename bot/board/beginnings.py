"""Posts the messages with which games begin, and takes them back."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

import discord

from bot.board.messages import NEEDS_PEOPLE, NOT_DONE, Messages, without_text
from bot.hosting.reader import TableState
from bot.pages.lobby import beginning
from bot.pages.views import table_view
from bot.store.protocol import InDoubt
from bot.tables.proof import digest_of
from bot.words import catalogue

_log = logging.getLogger(__name__)


class NotBegun(Exception):
    """Discord did not take the message; ``key`` is that of the sentence that says why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class Beginnings:
    """The message with which a game begins is posted before it is stored: its id is mixed in."""

    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self._taken_back: Final[Counter[str]] = Counter()
        """How many first messages of a table came to nothing: Discord would not post one again."""

    @asynccontextmanager
    async def announced(self, state: TableState) -> AsyncGenerator[int]:
        """Post the message with which the game begins, and give its id.

        It is taken back if the game could not be stored, and nobody doubts that.
        """
        messages, channel, table = self._messages, state.stored.channel, state.table
        # what was posted though nobody told us is found again, unless the lobby has changed
        again = f"{digest_of(table)[:8]}-{self._taken_back[table.id]}"
        content = beginning(table_view(table), catalogue(table.language))
        try:
            message = await messages.post(channel, content, f"{table.id}-{again}")
        except NOT_DONE as fault:
            _log.warning("table %s: no game was started: %s", table.id, without_text(fault))
            raise NotBegun(_why(fault)) from None
        try:
            yield message
        except InDoubt:  # nor if it is cancelled: a game that may be stored needs its message
            raise
        except Exception:  # whatever it was by: no game was stored, and its message says one begins
            self._taken_back[table.id] += 1
            await messages.take_back(channel, message)
            raise


def _why(fault: Exception) -> str:
    """The key of the sentence for a message that Discord did not take."""
    code = fault.code if isinstance(fault, discord.HTTPException) else 0
    return f"board-{NEEDS_PEOPLE[code]}" if code in NEEDS_PEOPLE else "not-begun-slow"
