"""The moment after somebody has sat down: a full table starts by itself, or its host is pinged.

A stop may come between the two, so a start looks again at the lobbies that changed just before.
"""

from __future__ import annotations

import logging
from typing import Final

from bot.board.boards import Boards
from bot.board.calls import Calls
from bot.board.messages import NotBegun
from bot.discord.limits import NONCE_KNOWN
from bot.errors import kind_of
from bot.hosting.service import TableService
from bot.store.errors import Damaged
from bot.store.store import Store
from bot.tables.refusals import Refused
from bot.tables.table import Table

MOST: Final = 100
"""Lobbies that a start looks at."""

_log = logging.getLogger(__name__)


class Seating:
    """Starts full tables whose hosts want that, and has the other hosts pinged."""

    def __init__(self, store: Store, service: TableService, boards: Boards, calls: Calls) -> None:
        self._store: Final = store
        self._service: Final = service
        self._boards: Final = boards
        self._calls: Final = calls

    async def sat_down(self, table: Table, user: int) -> bool:
        """Start the table if it is full, or tell its host; return whether the game has begun."""
        host = table.people.get(table.host)
        if host is None or not table.starts_full or len(table.chairs) < table.places:
            await self._calls.tell_host(table, user)
            return False
        try:
            await self._service.start(table.id, self._boards.announced, user=host)
        except (NotBegun, Refused) as fault:  # the host still can
            _log.warning("table %s does not start by itself: %s", table.id, kind_of(fault))
            return False
        return True

    async def resume(self) -> None:
        """Look again at the lobbies in which somebody had just sat down."""
        since = self._service.now() - NONCE_KNOWN
        for name in await self._store.recently_changed("lobby", since, MOST):
            try:
                table = (await self._service.peek(name)).table
                last = (await self._store.log(name))[-1]
                user = table.people.get(len(table.chairs) - 1)
                if last.action == "join" and user is not None:
                    await self.sat_down(table, user)
            except (Refused, Damaged) as fault:
                _log.info("the lobby of table %s is left alone: %s", name, kind_of(fault))
