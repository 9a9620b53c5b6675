"""The capacity for open tables: of a user, of a server, and apart for first flights."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from bot.hosting.action import Action
from bot.hosting.reader import TableState
from bot.hosting.service import TableService
from bot.tables.refusals import Refused
from bot.tables.table import Table

TABLES_PER_HOST: Final = 5
"""Open tables that a user may host in one server."""

_log = logging.getLogger(__name__)


async def make_room(service: TableService, table: Table, user: int, guild: int, most: int) -> None:
    """Make room for a table of this user in a server, or raise `Refused`.

    First flights have ``most`` places of their own, and so have all other tables. If none is free,
    the table that sleeps and was changed longest ago is closed.
    """
    store = service.store
    mine = await store.open_tables_of(user, guild)
    if len(mine) >= TABLES_PER_HOST:
        hosted = [
            it for it in await _read(service, mine) if it.table.people.get(it.table.host) == user
        ]
        if len(hosted) >= TABLES_PER_HOST:
            raise Refused("too_many_hosted", most=TABLES_PER_HOST)
    names = await store.open_tables_in(guild)
    if len(names) < most:
        return
    states = await _read(service, names)
    unreadable = 0 if table.is_first_flight else len(names) - len(states)
    alike = [it.table for it in states if it.table.is_first_flight == table.is_first_flight]
    if len(alike) + unreadable < most:
        return
    for sleeping in [it for it in alike if it.asleep]:
        with suppress(Refused):  # it has ended meanwhile
            await service.do(sleeping.id, Action("expire"))
        _log.info("table %s: closed in its sleep, to make room", sleeping.id)
        return
    raise Refused("too_many_tables", most=most)


async def _read(service: TableService, names: Iterable[str]) -> list[TableState]:
    """Return these tables but those that cannot be read."""
    states: list[TableState] = []
    for name in names:
        with suppress(Refused):
            states.append(await service.peek(name))
    return states
