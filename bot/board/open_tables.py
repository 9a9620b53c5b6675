"""A person's open tables in all servers, and the tables for later, as lists show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.appointments.appointment import Appointment
from bot.board.renderer import Renderer
from bot.hosting.service import TableService
from bot.pages.games import LATER, LOBBY, OTHERS, TURN, OpenTable
from bot.store.store import Store
from bot.tables import presence
from bot.tables.refusals import Refused

MOST: Final = 40
"""Tables that are looked at."""


class OpenTables:
    """Looks up where a person sits, and whose turn it is there."""

    def __init__(
        self,
        store: Store,
        service: TableService,
        renderer: Renderer,
        server_name: Callable[[int], str],
    ) -> None:
        """``server_name``: the name of a server; "" if it is not known."""
        self._store: Final = store
        self._service: Final = service
        self._renderer: Final = renderer
        self._server_name: Final = server_name

    async def of(self, user: int) -> list[OpenTable]:
        """Return the tables at which a user sits, the longest unchanged one first."""
        found = [
            await self._table(user, name, since)
            for name, since in await self._store.seats_of(user, MOST)
        ]
        return [table for table in found if table is not None]

    async def to_come(self, user: int) -> list[OpenTable]:
        """Return the tables for later to which a user did not say no."""
        return [self._planned(it) for it in await self._store.appointments.to_come_of(user)]

    def _planned(self, planned: Appointment) -> OpenTable:
        return OpenTable(
            LATER,
            planned.at,
            planned.link,
            self._server_name(planned.guild),
            len(planned.coming),
            planned.seats,
        )

    async def _table(self, user: int, name: str, since: float) -> OpenTable | None:
        """Return a table of the list; None if it cannot be read."""
        try:
            state = await self._service.peek(name)
        except Refused:
            return None
        table = state.table
        seat = table.seat_of(user)
        kind = TURN if seat in presence.asked(table) else OTHERS
        return OpenTable(
            LOBBY if table.stage == "lobby" else kind,
            since,
            await self._renderer.board_link(state),
            self._server_name(state.stored.guild),
            len(table.chairs),
            table.seats,
            guild=state.stored.guild,
            ends=None if seat is None else table.ends_at.get(seat),
        )
