"""Renders public messages: pages of tables as they are stored, and pings beside them.

`KINDS` has one entry for each kind of public message: how it is drawn, and what stands in its place
when there is nothing to draw.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from bot.board.ships import ShipCache
from bot.errors import report
from bot.hosting.reader import TableState
from bot.hosting.replays import Replays
from bot.hosting.service import TableService
from bot.pages.end import damaged, end
from bot.pages.layout import Content, PlainName
from bot.pages.leg import answered, leg, notice
from bot.pages.lobby import lobby
from bot.pages.replay import Again, names_in
from bot.pages.views import TableView, table_view
from bot.store.store import Store
from bot.tables.refusals import Refused
from bot.tables.table import END, FROZEN, LEG, LOBBY, NOTICE, REPLACED, TEXT, PageKey, Table
from bot.words import Catalogue, catalogue
from engine import Record

NamesIn = Callable[[int, Iterable[int]], Awaitable[PlainName]]
"""Returns the names of these users in a server."""


async def _by_colours(_: int, __: Iterable[int]) -> PlainName:
    """Name people by the colours of their seats."""
    return lambda _, fallback: fallback


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as it is now: what it shows, where, and of which version of the table it is."""

    page: PageKey
    content: Content
    channel: int
    version: int
    is_current: bool
    """In the story: it is the newest page. Beside the story: its ping is still due."""
    reposts: int = 0
    """How often pages of this table were posted again on request."""
    generation: int = 0
    """Changes with each restore of an older state."""
    guild: int = 0
    """The server of the table."""
    pings: bool = True
    """A new message pings the people who are waited for, unless the page was reposted."""


class Renderer:
    """Renders the pages of the tables that are hosted here."""

    def __init__(
        self,
        service: TableService,
        store: Store,
        language_of: Callable[[int], Awaitable[str]],
        replays: Replays | None = None,
        names_in: NamesIn = _by_colours,
        link_of: Callable[[str], str] = lambda _: "",
        watch_of: Callable[[Table], str] = lambda _: "",
    ) -> None:
        """``link_of``: the address at which the replay of a table can be read on the web, or "".
        ``watch_of``: the one at which its game can be watched."""
        self.leaving = False
        """Boards say that the bot will be right back."""
        self.ships: Final = ShipCache(store)
        self.effect_of: Final = store.results.effect_of
        self._service = service
        self._store = store
        self._language_of = language_of
        self._replays = replays or Replays(service.history)
        self._names_in = names_in
        self._link_of = link_of
        self.watch_of: Final = watch_of

    async def render(self, table: str, page: PageKey, *, pictured: bool = True) -> RenderedPage:
        """Return a page as everybody may see it now; in words unless ``pictured``."""
        kind = KINDS[page.kind]
        try:
            state = await self._service.peek(table)
        except Refused as refused:
            return await self._frozen(table, page, kind, refused)
        say = catalogue(state.table.language)
        content = await kind.draw(self, state, page, say, pictured)
        newest = page == state.table.page.key
        return RenderedPage(
            page,
            content=content or kind.instead(say),
            channel=state.stored.channel,
            version=state.stored.version,
            is_current=newest if page.in_story else content is not None,
            reposts=state.table.reposts,
            generation=state.table.generation,
            guild=state.stored.guild,
            pings=page.number != state.table.page_reposted or not page.in_story,
        )

    async def _frozen(
        self, table: str, page: PageKey, kind: Kind, refused: Refused
    ) -> RenderedPage:
        """Return what stands for a table that was closed because it cannot be read."""
        stored = await self._store.table(table)
        if stored is None or stored.stage != FROZEN:
            raise refused
        content = kind.instead(catalogue(await self._language_of(stored.guild)))
        return RenderedPage(page, content, stored.channel, stored.version, is_current=False)

    # --- parts of pages ------------------------------------------------------------------------

    async def view_of(self, table: Table, page: PageKey) -> TableView:
        """Return the table on this page; an old page comes from the log, if that is intact."""
        if page.number not in [it.number for it in table.pages]:
            with suppress(Refused):  # then it has no story and no buttons
                whole = await self._service.history(table.id)
                whole.people, table = table.people, whole
        return table_view(table, page.number)

    async def leg_of(self, table: Table, page: PageKey) -> TableView:
        """Return the same, with the ships of the players."""
        shown = await self.view_of(table, page)
        ships = await self.ships.at(table)
        return replace(shown, ships=ships) if ships else shown

    async def record_of(self, table: Table) -> Record | None:
        """Return the record of a closed table, if its log is intact."""
        try:
            return (await self._replays.of(table.id)).record
        except Refused:
            return None  # the end is shown without it

    async def again(self, table: Table) -> Again | None:
        """Return how the game of a closed table can be replayed; None: it cannot."""
        try:
            game = await self._replays.of(table.id)
            return Again(game.moments, await self.replay_of(table), self._link_of(table.id))
        except Refused:
            return None
        except Exception as fault:  # the end is shown without it
            report(f"table {table.id}: the file of its replay", fault)
            return None

    async def replay_of(self, table: Table) -> str:
        """Return the file that replays the game of a closed table, or raise `Refused`."""
        say = catalogue(table.language)
        plain = await self._names_in(table.guild, table.people.values())
        names = names_in(table_view(table), say, plain)
        return await self._replays.file(table.id, say.language, names)

    async def replay_named(self, name: str) -> str:
        """Return the same for the table of this name."""
        return await self.replay_of((await self._service.peek(name)).table)

    async def invited(self, table: Table) -> dict[int, float]:
        """Return for whom seats of a lobby are kept, and until when."""
        return await self._store.invitations.of(table.id) if table.stage == "lobby" else {}

    async def board_link(self, state: TableState) -> str:
        """Return the address of the newest page of a table; "" if it was not posted."""
        posted = await self._store.message_of(state.table.id, state.table.page.key)
        return posted.link(state.stored.guild) if posted else ""


# --- the kinds -----------------------------------------------------------------------------

Draw = Callable[[Renderer, TableState, PageKey, Catalogue, bool], Awaitable[Content | None]]
"""Draws a page; the last argument says whether it may have a picture. None: see `Kind`."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of public message."""

    draw: Draw
    """Returns what it shows now; None: nothing, since its ping is answered."""
    instead: Callable[[Catalogue], Content]
    """Returns what stands in its place when it shows nothing, or its table cannot be read."""


async def _lobby(
    renderer: Renderer, state: TableState, page: PageKey, say: Catalogue, _: bool
) -> Content | None:
    kept = await renderer.invited(state.table)
    return lobby(await renderer.view_of(state.table, page), say, kept)


async def _leg(
    renderer: Renderer, state: TableState, page: PageKey, say: Catalogue, pictured: bool
) -> Content | None:
    view = await renderer.leg_of(state.table, page)
    board = view.board if pictured else TEXT
    watch = renderer.watch_of(state.table) if view.newest and not view.is_direct else ""
    return leg(view, say, leaving=renderer.leaving, board=board, watch=watch)


async def _end(
    renderer: Renderer, state: TableState, page: PageKey, say: Catalogue, pictured: bool
) -> Content | None:
    view = await renderer.view_of(state.table, page)
    record, again = await renderer.record_of(state.table), await renderer.again(state.table)
    effect = await renderer.effect_of(state.table.id)
    board = view.board if pictured else TEXT
    return end(view, say, record, again, board=board, effect=effect)


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
