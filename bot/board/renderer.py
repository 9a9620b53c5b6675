"""Draws what hangs in the channels: pages of tables and calls beside them, as they stand stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.board.rendered import RenderedPage
from bot.hosting.service import TableService, TableState
from bot.pages.end import damaged, end
from bot.pages.layout import Content
from bot.pages.leg import leg
from bot.pages.lobby import lobby
from bot.pages.notice import answered, notice
from bot.pages.views import table_view
from bot.store.protocol import FROZEN, Store
from bot.tables.proof import record
from bot.tables.refusals import Refused
from bot.tables.table import Table
from bot.words import Catalogue, catalogue


class Renderer:
    """The studio of the tables that are hosted here."""

    def __init__(
        self, host: TableService, store: Store, language_of: Callable[[int], Awaitable[str]]
    ) -> None:
        self.leaving = False
        """Boards say that we will be right back."""
        self._host = host
        self._store = store
        self._language_of = language_of

    async def painting(self, table: str, page: int) -> RenderedPage:
        """This page of this table, as everybody may see it."""
        try:
            known = await self._host.look(table)
        except Refused as refused:
            return await self._in_its_place(table, refused, damaged)
        return RenderedPage(
            picture=await self._picture(known.table, page),
            channel=known.stored.channel,
            version=known.stored.version,
            newest=page == known.table.page.number,
            reposts=known.table.reposts,
            first=page != known.table.page_reposted,
        )

    async def call(self, table: str, number: int) -> RenderedPage:
        """The call of this number; not the newest any more if nobody is meant by it now."""
        try:
            known = await self._host.look(table)
        except Refused as refused:
            return await self._in_its_place(table, refused, answered)
        say, call = catalogue(known.table.language), known.table.notice
        picture = None
        if call is not None and call.number == number:
            picture = notice(table_view(known.table), say, await self._link(known))
        channel, version = known.stored.channel, known.stored.version
        return RenderedPage(picture or answered(say), channel, version, newest=picture is not None)

    async def _link(self, known: TableState) -> str:
        """Where the newest page of a table hangs."""
        hung = await self._store.message_of(known.table.id, known.table.page.number)
        return hung.link(known.stored.guild) if hung else ""

    async def _in_its_place(
        self, table: str, refused: Refused, picture: Callable[[Catalogue], Content]
    ) -> RenderedPage:
        """What hangs of a table that was closed since it cannot be read; nothing more is hung."""
        stored = await self._store.table(table)
        if stored is None or stored.stage != FROZEN:
            raise refused
        say = catalogue(await self._language_of(stored.guild))
        return RenderedPage(picture(say), stored.channel, stored.version, newest=False)

    async def _picture(self, table: Table, page: int) -> Content:
        say = catalogue(table.language)
        kept = page == 0 or page in [it.number for it in table.pages]
        shown = table_view(table if kept else await self._with_old_pages(table), page)
        if page == 0:
            return lobby(shown, say)
        if table.open or page != table.page.number:
            return leg(shown, say, leaving=self.leaving)
        return end(shown, say, await self._record(table))

    async def _with_old_pages(self, table: Table) -> Table:
        """An old page that we did not get round to is found in the log, if that is whole."""
        try:
            return await self._whole(table)
        except Refused:
            return table  # it hangs without its story, and without its buttons

    async def _record(self, table: Table) -> str | None:
        """The record file of a closed table, if its log is whole."""
        try:
            return record(await self._whole(table))
        except Refused:
            return None  # the end is told all the same

    async def _whole(self, table: Table) -> Table:
        """A table with all its pages, and all the moves that were ever made at it."""
        whole = await self._host.history(table.id)
        whole.people = table.people
        return whole
