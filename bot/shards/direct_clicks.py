"""Forwards clicks in direct messages to the process that owns the table.

Discord sends all direct messages over its first shard, but their tables are spread over all shards.
The process with the first shard forwards such a click, and the owner of the table answers it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bot.direct import is_direct
from bot.discord.incoming import guild_of
from bot.shards.mail import Mail
from bot.store.leases import Share

KIND: Final = "click"


class DirectClicks:
    """Sends interactions to the processes that own their tables, and receives those of others."""

    def __init__(
        self, mail: Mail, share: Callable[[], Share], answer: Callable[[Any], None]
    ) -> None:
        """``answer`` answers an interaction in this process."""
        self._mail: Final = mail
        self._share: Final = share
        self._answer: Final = answer
        mail.on(KIND, self._came)

    def passes_on(self, data: Any) -> bool:
        """Pass an interaction on if it belongs to another process; return whether it does."""
        guild = guild_of(data)
        if not self._mail.has_others or not is_direct(guild) or self._share().has(guild):
            return False
        self._mail.post(KIND, data)
        return True

    def _came(self, data: Any) -> None:
        if self._share().has(guild_of(data)):
            self._answer(data)
