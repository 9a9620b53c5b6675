"""Draws what stands in the channels: pages of tables, and pings beside them, as they are stored.

`KINDS` has one entry for each kind of public message: how it is drawn, and what stands in its place
when there is nothing to draw.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from bot.board.fleet import Fleet
from bot.board.rendered import RenderedPage
from bot.errors import report
from bot.hosting.reader import TableState
from bot.hosting.replays import Replays
from bot.hosting.service import TableService
from bot.pages.end import damaged, end
from bot.pages.layout import Content, PlainName
from bot.pages.leg import leg
from bot.pages.lobby import lobby
from bot.pages.notice import answered, notice
from bot.pages.replay import Again, names_in
from bot.pages.views import TableView, table_view
from bot.results.standing import Shift
from bot.store.protocol import Store
from bot.tables.pages import END, LEG, LOBBY, NOTICE, REPLACED, PageKey
from bot.tables.refusals import Refused
from bot.tables.table import FROZEN, TEXT, Table
from bot.words import Catalogue, catalogue
from engine import Record

NameIn = Callable[[int], PlainName]
"""How people are called in a server."""


def _by_colour(_: int, fallback: str) -> str:
    """Nobody is known by name."""
    return fallback


class Renderer:
    """Renders the pages of the tables that are hosted here."""

    def __init__(
        self,
        service: TableService,
        store: Store,
        language_of: Callable[[int], Awaitable[str]],
        replays: Replays | None = None,
        name_in: NameIn = lambda _: _by_colour,
    ) -> None:
        self.leaving = False
        """Boards say that the bot will be right back."""
        self._service = service
        self._store = store
        self._language_of = language_of
        self.fleet: Final = Fleet(store)
        self._replays = replays or Replays(service.history)
        self._name_in = name_in
        self.link_of: Callable[[str], str] = lambda _: ""
        """Where the replay of a table can be read on the web."""

    async def render(self, table: str, page: PageKey, *, pictured: bool = True) -> RenderedPage:
        """This page of this table, as everybody may see it; in words if it has no picture."""
        kind = KINDS[page.kind]
        try:
            state = await self._service.peek(table)
        except Refused as refused:
            return await self._frozen(table, kind, refused)
        say = catalogue(state.table.language)
        content = await kind.draw(self, state, page, say, pictured)
        newest = page == state.table.page.key
        return RenderedPage(
            content=content or kind.instead(say),
            channel=state.stored.channel,
            version=state.stored.version,
            is_current=newest if page.in_story else content is not None,
            reposts=state.table.reposts,
            generation=state.table.generation,
            pings=page.number != state.table.page_reposted or not page.in_story,
        )

    async def _frozen(self, table: str, kind: Kind, refused: Refused) -> RenderedPage:
        """What stands for a table that was closed because it cannot be read."""
        stored = await self._store.table(table)
        if stored is None or stored.stage != FROZEN:
            raise refused
        content = kind.instead(catalogue(await self._language_of(stored.guild)))
        return RenderedPage(content, stored.channel, stored.version, is_current=False)

    # --- what the kinds are drawn from ---------------------------------------------------------

    async def view_of(self, table: Table, page: PageKey) -> TableView:
        """The table on this page. An old one is found in the log, if the log is whole."""
        kept = page.number in [it.number for it in table.pages]
        if not kept:
            with suppress(Refused):  # then it stands without its story, and without its buttons
                table = await self._whole(table)
        return table_view(table, page.number)

    async def leg_of(self, table: Table, page: PageKey) -> TableView:
        """The same, with the ships of those who play."""
        shown = await self.view_of(table, page)
        ships = await self.fleet.at(table)
        return replace(shown, ships=ships) if ships else shown

    async def record_of(self, table: Table) -> Record | None:
        """The record of a closed table, if its log is whole."""
        try:
            return (await self._replays.of(table.id)).record
        except Refused:
            return None  # the end is told all the same

    async def again(self, table: Table) -> Again | None:
        """How the game of a closed table can be seen again, if it was one and its log is whole."""
        try:
            game = await self._replays.of(table.id)
            file = await self.replay_of(table)
        except Refused:
            return None
        except Exception as fault:  # the end is told all the same
            report(f"table {table.id}: the file of its replay", fault)
            return None
        return Again(game.moments, file, self.link_of(table.id))

    async def replay_of(self, table: Table) -> str:
        """The file that replays the game of a closed table; refused if there is none."""
        say = catalogue(table.language)
        names = names_in(table_view(table), say, self._name_in(table.guild))
        return await self._replays.file(table.id, say.language, names)

    async def replay_named(self, name: str) -> str:
        """The same for a table of which no more than the name is known."""
        return await self.replay_of((await self._service.peek(name)).table)

    async def shifts(self, table: Table) -> Mapping[int, Shift]:
        """What the game of a table did to the ratings of its people."""
        return await self._store.results.shifts_by(table.id)

    async def board_link(self, state: TableState) -> str:
        """Where the newest page of a table stands; "" if it was not posted."""
        posted = await self._store.message_of(state.table.id, state.table.page.key)
        return posted.link(state.stored.guild) if posted else ""

    async def _whole(self, table: Table) -> Table:
        """A table with all its pages, and all the moves that were ever made at it."""
        whole = await self._service.history(table.id)
        whole.people = table.people
        return whole


# --- the kinds -----------------------------------------------------------------------------

Draw = Callable[[Renderer, TableState, PageKey, Catalogue, bool], Awaitable[Content | None]]
"""Draws a page; the last argument says whether it may have a picture."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of public message."""

    draw: Draw
    """What it shows now; None: nothing, because nobody is meant by it any more."""
    instead: Callable[[Catalogue], Content]
    """What stands in its place when it shows nothing, or its table cannot be read."""


async def _lobby(
    renderer: Renderer, state: TableState, page: PageKey, say: Catalogue, _: bool
) -> Content | None:
    return lobby(await renderer.view_of(state.table, page), say)


async def _leg(
    renderer: Renderer, state: TableState, page: PageKey, say: Catalogue, pictured: bool
) -> Content | None:
    view = await renderer.leg_of(state.table, page)
    board = view.board if pictured else TEXT
    return leg(view, say, leaving=renderer.leaving, board=board)


async def _end(
    renderer: Renderer, state: TableState, page: PageKey, say: Catalogue, pictured: bool
) -> Content | None:
    view = await renderer.view_of(state.table, page)
    kept = await renderer.record_of(state.table)
    again = await renderer.again(state.table)
    shifts = await renderer.shifts(state.table)
    board = view.board if pictured else TEXT
    return end(view, say, kept, again, board=board, shifts=shifts)


async def _notice(
    renderer: Renderer, state: TableState, page: PageKey, say: Catalogue, _: bool
) -> Content | None:
    due = state.table.notice
    if due is None or due.key != page:
        return None
    return notice(table_view(state.table), say, await renderer.board_link(state))


async def _nothing(*_: object) -> None:
    return None


KINDS: Final[Mapping[str, Kind]] = {
    LOBBY: Kind(_lobby, damaged),
    LEG: Kind(_leg, damaged),
    END: Kind(_end, damaged),
    NOTICE: Kind(_notice, answered),
    REPLACED: Kind(_nothing, answered),
}
"""Every kind of public message by its name."""
