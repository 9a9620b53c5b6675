"""The boards of all tables: where they stand, what they have to show, and their deliveries.

A page that has to be shown is in the store's outbox, so a crash only delays it. A click that
changes a board carries it in its answer where that can be. All else is delivered by edits and
posts, one delivery at a time for each table; clicks that arrive meanwhile share the next one. A
board that cannot be shown never holds up a game: the next click is told why, and tries again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import Final, NamedTuple

import discord

from bot import log
from bot.board import picture_support as support
from bot.board.messages import NEEDS_PEOPLE, Messages, Posts, is_in_place
from bot.board.picture_support import Place
from bot.board.renderer import KINDS, Renderer
from bot.board.requests import NOT_DONE, UNREACHABLE
from bot.board.responses import InlineUpdate, Outcome
from bot.discord.allowance import OF_A_BOT, UNLIMITED, Allowance
from bot.discord.circuit_breaker import is_passing
from bot.discord.limits import EDIT_TIMEOUT, NONCE_KNOWN, UNKNOWN_CHANNEL
from bot.errors import kind_of, report
from bot.events import Events
from bot.hosting.reader import TableState
from bot.periodic import Periodic
from bot.retry import RETRY_DELAYS
from bot.store.errors import StoreError
from bot.store.store import Store
from bot.tables.refusals import Refused
from bot.tables.table import OPEN_STAGES, PageKey

DISCORD_AWAY: Final = "unreachable"
"""The reason of boards that need no people: Discord is away, and they are retried."""
CANNOT_PAINT: Final = "cannot_paint"
"""The reason of boards with a fault that nobody knows."""
RETRY_BY_LOOK_INTERVAL: Final = 10.0
"""Seconds after a refusal until a look at the table tries again; looks come in crowds."""
EDIT_BY_TOKEN_INTERVAL: Final = 0.4
"""Seconds between two edits of a board by tokens of presses, which do not count for the bot."""
LAST_DELIVERY_TIMEOUT: Final = 2.5
"""Seconds for deliveries under way when the bot stops, or loses shards."""
FLUSH_DELAY: Final = 1.0
"""Seconds in which arrivals are gathered before they are taken off the outbox."""
DEAD_BOARDS_INTERVAL: Final = 3600.0
"""Seconds between two searches for blocked boards of tables that are deleted or over."""
MAX_BOARDS: Final = 5000
"""Tables whose boards are remembered while nothing is to be done for them."""
MAX_CHANGES: Final = 16
"""Changes of one table that are timed each; beyond that the newest stands for the one before."""

_log = logging.getLogger(__name__)


class _Change(NamedTuple):
    """A stored change that no board shows yet."""

    version: int
    """The version of the table that it made; 0: it was stored before this process began."""
    since: float
    cause: str


@dataclass(slots=True)
class Idle:
    """Nothing is under way."""

    reason: None = None


@dataclass(slots=True, eq=False)
class Reservation:
    """The hold of one click on a board: its answer may carry it, and nothing else is delivered."""

    board: Board = field(repr=False)
    message: int
    """The message that was pressed on."""
    changed: bool = field(default=False, init=False)
    """The table has changed since the update was drawn."""
    update: InlineUpdate | None = field(default=None, init=False)
    reason: str | None = field(default=None, init=False)
    """Why the board cannot be shown, as was found out meanwhile."""

    async def prepare(self) -> InlineUpdate | None:
        """Draw the board if the click has changed it; None: the answer cannot carry a board.

        The change is stored by now, so a fault here must not refuse the click: the board is
        delivered afterwards, and the reason is told if that fails as well.
        """
        if not self.changed:
            return None
        self.changed = False  # a change from here on may not be in the update
        try:
            self.update = await self.board.update_for(self.message)
        except (StoreError, Refused):
            pass
        except Exception as fault:
            report(f"table {self.board.table}: an inline update", fault)
        finally:
            self.changed = self.changed or self.update is None
        return self.update

    def release_if_unchanged(self) -> None:
        """Release the board before the answer if the click did not change it.

        A board that did change is delivered after the answer, by the token of the click.
        """
        if self.update is None and not self.changed:
            self.release()

    def release(self) -> None:
        """Release the board, once: a delivery shows all that the answer did not show."""
        if self.board.state is self:
            self.board.released(self)


@dataclass(slots=True)
class Delivering:
    """Edits and posts are under way."""

    reason: str | None
    """Why the board was not shown before; None once it is."""
    again: bool = False
    """The table has changed since."""
    task: asyncio.Task[None] = field(init=False)


@dataclass(slots=True)
class Waiting:
    """The next delivery begins by itself at a later time."""

    reason: str
    timer: asyncio.TimerHandle


@dataclass(slots=True)
class Blocked:
    """Discord refuses the board until people do something; a click tries again."""

    reason: str
    since: float = -inf
    """When it was tried last, by the clock of the loop."""


State = Idle | Reservation | Delivering | Waiting | Blocked


def _at_rest(reason: str | None) -> State:
    """Return the state of a board of which nothing is under way."""
    return Idle() if reason is None else Blocked(reason)


class Board:
    """All volatile state of the board of one table. Dropping it loses nothing that is stored."""

    def __init__(self, table: str, boards: Boards) -> None:
        self.table: Final = table
        self.state: State = Idle()
        self.posts: Final = Posts(table)
        self._boards: Final = boards
        self._pages: dict[PageKey, int] | None = None
        """The pages in the outbox with the version that put them there (0: an earlier one); None:
        the store has to be asked."""
        self._noted = 0
        """Number of changes of the outbox that this process knows of."""
        self._changes: list[_Change] = []
        self._awaited = False
        """A user waits to see the board."""
        self._repaints = False
        """The outbox was filled during a delivery, which must not take that off again."""
        self._began = -inf
        """When the last delivery began."""
        self._tries = 0
        """Deliveries that have failed in a row because Discord was away."""
        self._refused: InlineUpdate | None = None
        """A board with a picture that Discord refused as an answer, until it is delivered."""

    @property
    def is_quiet(self) -> bool:
        """True if the board has nothing to do or to remember, so that it can be evicted."""
        kept = self._changes or self._refused or self.posts.unconfirmed or self.posts.false_starts
        return isinstance(self.state, Idle) and not kept

    # --- changes that are not shown yet --------------------------------------------------------

    @property
    def waits_since(self) -> float | None:
        """When the oldest change was stored that is not shown."""
        return self._changes[0].since if self._changes else None

    def note_change(self, version: int, pages: Sequence[PageKey]) -> None:
        """Remember that the outbox has these pages of this version; none: unknown ones."""
        self._noted += 1
        since = self._boards.clock()
        if len(self._changes) >= MAX_CHANGES:
            last = self._changes.pop()
            since = last.since
            with log.caused_by(last.cause):
                _log.debug("table %s: version %s is shown with the next", self.table, last.version)
        self._changes.append(_Change(version, since, log.cause.get()))
        if not pages:
            self._pages = None
        elif self._pages is not None:
            self._pages.update(dict.fromkeys(pages, version))

    def reread(self) -> None:
        """Ask the store for the outbox the next time."""
        self._noted += 1
        self._pages = None

    def repaint(self) -> None:
        """Note that the store has put the newest page into the outbox."""
        self.reread()
        self._repaints = isinstance(self.state, Delivering | Reservation)

    def _shows(self, version: int) -> None:
        """Report the changes that the board shows with this version."""
        changes, self._changes = self._changes, []
        now = self._boards.clock()
        for change in changes:
            if change.version > version:
                self._changes.append(change)
            elif change.version:
                self._boards.events.board_shown(now - change.since)
                with log.caused_by(change.cause):
                    told = self.table, change.version, now - change.since
                    _log.debug("table %s: shown as version %s, %.3f s", *told)

    async def _waiting_pages(self) -> list[PageKey]:
        """Return the pages in the outbox by their numbers; a damaged kind is taken off it."""
        known = self._pages
        if known is None:
            changes = self._noted
            await self._boards.flush()  # or wait for a flush that is under way
            found = await self._boards.store.pages_to_paint(self.table)
            known = dict.fromkeys(found, 0)
            if changes == self._noted:  # or there may be more of them by now
                self._pages = known
        pages = sorted(known, key=lambda page: (page.number, page.kind))
        for page in pages:
            if page.kind not in KINDS:
                _log.error("table %s: a page of an unknown kind cannot be painted", self.table)
                await self._boards.messages.record(self.posts, page, None, None)
        return [page for page in pages if page.kind in KINDS]

    # --- in the answer to a click --------------------------------------------------------------

    def reserve(self, message: int) -> Reservation | None:
        """Reserve the board for a click on this message; None: something else is under way."""
        if not isinstance(self.state, Idle):
            return None
        self.state = Reservation(self, message)
        return self.state

    async def update_for(self, message: int) -> InlineUpdate | None:
        """Return an update if all that has changed can be shown on this very message."""
        boards, pictures = self._boards, self._boards.messages.pictures
        waiting = await self._waiting_pages()
        story = story_of(waiting)
        if len(story) != 1:
            return None
        (page,) = story
        posted = await boards.messages.confirmed(self.posts, page)
        if posted is None or posted.message != message:
            return None
        rendered = await boards.renderer.render(self.table, page)
        moved = posted.uncertain or not is_in_place(posted, rendered)
        if not rendered.is_current or rendered.content.files or moved:
            return None
        picture, takes = posted.picture, pictures.takes("rides", posted.channel)
        keeps = picture is None or (picture.id and takes is not False)
        if not keeps or not support.fits(rendered.content, picture):
            return None
        place, asks = Place(rendered.guild, posted.channel), picture is not None and takes is None
        others = len(waiting) > 1
        return InlineUpdate(page, rendered.version, posted, place, rendered.content, asks, others)

    def released(self, click: Reservation) -> None:
        """Note what became of the answer to a click, and deliver what it did not show."""
        self.state, update = _at_rest(click.reason), click.update
        is_shown = update is None or (self._is_shown(update) and not update.others)
        if click.changed or not is_shown:
            self.deliver()

    def _is_shown(self, update: InlineUpdate) -> bool:
        """Note what became of an update; return whether Discord shows it, picture and all."""
        if update.outcome is Outcome.REFUSED and update.may_be_the_picture:
            self._refused = update
        if update.outcome is not Outcome.SENT or self._has_lost_picture(update):
            return False
        if self._pages is not None and self._pages.get(update.page, 0) <= update.version:
            self._pages.pop(update.page, None)
        self._boards.take_off_outbox(self.table, update.page, update.version)
        self._awaited = False
        if not update.others:
            self._shows(update.version)
        return True

    def _has_lost_picture(self, update: InlineUpdate) -> bool:
        """Note whether Discord keeps pictures in updates, where it said so."""
        if update.lost_picture is None:
            return False
        pictures, posted = self._boards.messages.pictures, update.posted
        if not update.lost_picture or pictures.is_present(posted.message, posted.picture):
            pictures.note("rides", update.place, taken=not update.lost_picture)
        if update.lost_picture:  # an edit that keeps it would be refused
            posted = replace(posted, picture=None)
            self.posts.note(update.page, posted)
        pictures.note_present(posted.message, posted.picture)
        return update.lost_picture

    # --- by edits and posts --------------------------------------------------------------------

    def deliver(self, *, awaited: bool = True) -> None:
        """Deliver the board as soon as possible; ``awaited``: a user waits to see it."""
        if self._boards.is_paused:
            return
        if awaited:
            self._awaited = True
            self._boards.pacing.hurry(self.table)
        match self.state:
            case Reservation() as click:
                click.changed = True
            case Delivering() as under_way:
                under_way.again = True
            case Idle() | Waiting() | Blocked() as before:
                self.stop_waiting()
                self.state = under_way = Delivering(before.reason)
                delivery = self._deliver(under_way)
                under_way.task = asyncio.create_task(delivery, name=f"deliver {self.table}")

    def stop_waiting(self) -> None:
        """Cancel a retry that would begin by itself."""
        if isinstance(self.state, Waiting):
            self.state.timer.cancel()

    def try_again(self) -> None:
        """Retry a blocked board, since a user looks at its table and help may have come."""
        now = asyncio.get_running_loop().time()
        if isinstance(self.state, Blocked) and now - self.state.since >= RETRY_BY_LOOK_INTERVAL:
            self.deliver()

    def block(self, reason: str) -> None:
        """Note that Discord cannot show the board, whatever is under way."""
        if isinstance(self.state, Idle):
            self.state = Blocked(reason)
        else:
            self.state.reason = reason

    async def wait_delivered(self) -> None:
        """Wait until the board is delivered, or known not to be deliverable for now.

        In a crowd this returns at once: all who wait would be kept in memory.
        """
        for _ in range(2):  # a delivery may have begun before the change; another one follows it
            if isinstance(self.state, Delivering) and not self._boards.pacing.crowded:
                await asyncio.wait({self.state.task}, timeout=EDIT_TIMEOUT)

    async def _deliver(self, under_way: Delivering) -> None:
        """Deliver until nothing has changed meanwhile, and note how that ended."""
        try:
            await self._deliver_all(under_way)
            after = _at_rest(under_way.reason)
        except discord.RateLimited as fault:
            after = self._wait(under_way.reason or DISCORD_AWAY, fault.retry_after)
        except (*UNREACHABLE, StoreError, discord.HTTPException) as fault:
            if isinstance(fault, discord.HTTPException) and not is_passing(fault):
                _log.warning("table %s: its board cannot be painted (%s)", self.table, fault.code)
                after = self._give_up(NEEDS_PEOPLE.get(fault.code, CANNOT_PAINT))
            else:
                after = self._retry(fault)
        except Refused as fault:
            _log.error("table %s: cannot be painted: %s", self.table, fault.code)
            after = self._give_up()
        except Exception as fault:
            report(f"table {self.table} cannot be painted", fault)
            after = self._give_up()
        self.state = after
        if under_way.again and (self._awaited or after.reason is None):
            self.deliver(awaited=False)

    async def _deliver_all(self, under_way: Delivering) -> None:
        boards = self._boards
        while True:
            await self._wait_for_turn()
            under_way.again = self._awaited = False
            reason, change = under_way.reason, self._changes[-1] if self._changes else None
            # clicks since the one that began this task may have changed the board as well
            log.cause.set((change and change.cause) or log.cause.get())
            if self._repaints:
                self._repaints = False
                await boards.flush()
                await boards.store.repaint([self.table])
                self.reread()
            if await self._deliver_pages(under_way):
                self._shows(change.version if change else 0)
                self._is_reachable()
                if reason is not None and under_way.reason == reason:
                    under_way.reason = None
                    boards.events.board_unblocked(self.table)
            if not under_way.again:
                return

    async def _wait_for_turn(self) -> None:
        """Keep an interval between two deliveries of one board, then wait for a turn among all."""
        boards, loop = self._boards, asyncio.get_running_loop()
        by_token = await self._goes_by_token()
        interval = min(boards.edit_interval, EDIT_BY_TOKEN_INTERVAL if by_token else inf)
        wait = self._began + interval - loop.time()
        if wait > 0:
            await asyncio.sleep(wait)
        if not by_token:
            await boards.pacing.turn(self.table, urgent=self._awaited)
        self._began = loop.time()

    async def _goes_by_token(self) -> bool:
        """Return whether one edit by the token of a press shows all that has changed."""
        messages, known = self._boards.messages, self.posts.known.values()
        # after a start there are no tokens, and the store need not be asked about every table
        if not any(messages.requests.has_token(it.message) for it in known):
            return False
        waiting = await self._waiting_pages()
        if len(waiting) != 1:
            return False
        posted = await messages.confirmed(self.posts, waiting[0])
        return posted is not None and messages.requests.has_token(posted.message)

    async def _deliver_pages(self, under_way: Delivering) -> bool:
        """Show all pages of the outbox. False: a newer page was begun meanwhile."""
        boards, messages = self._boards, self._boards.messages
        refused, self._refused = self._refused, None
        noted, waiting = self._noted, await self._waiting_pages()
        self._pages = None  # what is shown is taken off the outbox
        is_one_edit = len(waiting) == 1
        story = story_of(waiting)
        # the newest first: no old page may hold it up, nor be posted below it
        unconfirmed = [page for page in story if page in self.posts.unconfirmed]
        for page in [*unconfirmed, *(it for it in reversed(story) if it not in unconfirmed)]:
            if page != story[-1] and not await self._is_ready(page):
                continue
            rendered = await boards.renderer.render(self.table, page)
            if not rendered.is_current and await self._has_turned(story[-1]):
                under_way.again = True
                return False
            before = self.posts.known.get(page)
            with self._noting_posts(page):
                if await messages.show(self.posts, rendered):
                    boards.take_off_outbox(self.table, page, rendered.version)
            after = self.posts.known.get(page)
            stayed = before and after and before.message == after.message
            is_one_edit = is_one_edit and rendered.is_current and bool(stayed)
            # an edit took the very board that was refused as an answer, picture and all
            same = refused and (page, rendered.version) == (refused.page, refused.version)
            if refused and same and self.posts.known.get(page) == refused.posted:
                messages.pictures.note("rides", refused.place, taken=False)
        for page in waiting:
            if not page.in_story:
                is_one_edit = False
                with self._noting_posts(page):
                    await messages.show_beside(self.posts, page)
        if is_one_edit and noted == self._noted:
            self._pages = {}  # a new message would leave an old one in the outbox, to be deleted
        return True

    async def _is_ready(self, page: PageKey) -> bool:
        """Wait for the turn of an old page, which yields to boards that somebody waits for.

        False: it was over before it could be posted.
        """
        messages = self._boards.messages
        posted = await messages.find(self.posts, page)
        if posted is None and page not in self.posts.unconfirmed:
            await messages.record(self.posts, page, None, None)  # the log tells its story
            return False
        if posted is None or not messages.requests.has_token(posted.message):
            await self._boards.pacing.turn(self.table, urgent=False)
        return True

    @contextmanager
    def _noting_posts(self, page: PageKey) -> Generator[None]:
        """Tell the private boards about a new public message, which has pushed them away."""
        before = self.posts.known.get(page)
        yield
        after = self.posts.known.get(page)
        if after is not None and (before is None or before.message != after.message):
            self._boards.events.board_posted(self.table, after.message)

    async def _has_turned(self, newest: PageKey) -> bool:
        """Return whether a newer page has come, to be posted before this one loses its buttons."""
        story = story_of(await self._boards.store.pages_to_paint(self.table))
        return bool(story) and story[-1].number > newest.number

    # --- how a delivery ended ------------------------------------------------------------------

    def _retry(self, fault: Exception) -> Waiting:
        if not self._boards.retrying:  # one line for all, until the last of them is shown
            _log.warning(
                "table %s: its board cannot be shown (%s); boards are tried again by themselves",
                *(self.table, kind_of(fault)),
            )
        self._tries += 1
        return self._wait(DISCORD_AWAY, RETRY_DELAYS[min(self._tries, len(RETRY_DELAYS)) - 1])

    def _wait(self, reason: str, seconds: float) -> Waiting:
        self._boards.retrying.add(self.table)
        loop = asyncio.get_running_loop()
        return Waiting(reason, loop.call_later(seconds, partial(self.deliver, awaited=False)))

    def _give_up(self, reason: str = CANNOT_PAINT) -> Blocked:
        self._is_reachable()
        return Blocked(reason, asyncio.get_running_loop().time())

    def _is_reachable(self) -> None:
        self._tries = 0
        if self.table in self._boards.retrying:
            self._boards.retrying.remove(self.table)
            if not self._boards.retrying:
                _log.info("no board waits any more")

    def reset(self, *, keeps_reason: bool) -> None:
        """Forget all that another process may change; nothing is being delivered.

        A click that has reserved the board keeps it: its answer may still be under way.
        """
        self.stop_waiting()
        reason = self.state.reason if keeps_reason else None
        if isinstance(self.state, Reservation):
            self.state.reason = reason
        else:
            self.state = _at_rest(reason)
        self.posts.forget()
        self.reread()
        self._changes = []
        self._awaited, self._tries, self._refused = False, 0, None
        self._boards.retrying.discard(self.table)

    async def announce_shutdown(self) -> None:
        """Show on the newest page that the bot stops; a page without a message stays so."""
        boards = self._boards
        try:
            await self.wait_delivered()
            await boards.repaint([self.table])
            story = story_of(await boards.store.pages_to_paint(self.table))
            posted = await boards.messages.confirmed(self.posts, story[-1]) if story else None
            if posted is not None:
                rendered = await boards.renderer.render(self.table, posted.key)
                await boards.messages.edit(self.table, rendered, posted)
        except (StoreError, Refused, *NOT_DONE) as fault:
            _log.info("table %s: not told that the bot stops: %s", self.table, kind_of(fault))


class Boards:
    """The boards of the tables of this process."""

    def __init__(
        self,
        store: Store,
        renderer: Renderer,
        messages: Messages,
        edit_interval: float,
        events: Events,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``edit_interval``: seconds between two edits of a board; 0: a simulated Discord."""
        self.store: Final = store
        self.renderer: Final = renderer
        self.messages: Final = messages
        self.edit_interval: Final = edit_interval
        self.events: Final = events
        self.clock: Final = clock
        self.pacing: Final = Allowance(OF_A_BOT if edit_interval else UNLIMITED)
        """The order of deliveries alone; `Requests` counts what they ask of Discord."""
        self.is_paused = False
        """No delivery begins: the bot stops, or shards change hands."""
        self._is_closed = False
        self.retrying: Final[set[str]] = set()
        """Tables whose boards wait because Discord is away."""
        self._boards: Final[OrderedDict[str, Board]] = OrderedDict()
        """The one that was used longest ago comes first."""
        self._arrived: dict[tuple[str, PageKey], int] = {}
        """The versions of pages that Discord shows and the outbox still has."""
        self._flush_timer: asyncio.TimerHandle | None = None
        self._flushes: Final[set[asyncio.Task[None]]] = set()
        self._flush_lock: Final = asyncio.Lock()
        self._search: Final = Periodic("dead boards", self.drop_dead, DEAD_BOARDS_INTERVAL)

    def of(self, table: str) -> Board:
        """Return the board of a table."""
        board = self._boards.get(table)
        if board is None:
            board = self._boards[table] = Board(table, self)
            self._evict()
        self._boards.move_to_end(table)
        return board

    def _evict(self) -> None:
        """Drop boards that were used longest ago; one with work to do counts as used now."""
        for _ in range(len(self._boards) - MAX_BOARDS):
            oldest = next(iter(self._boards.values()))
            if oldest.is_quiet:
                del self._boards[oldest.table]
            else:
                self._boards.move_to_end(oldest.table)

    # --- tables that come and go ---------------------------------------------------------------

    async def start(self) -> None:
        """Deliver what the outbox has: from before the start, or of tables that are new here."""
        await self._read_unconfirmed()
        self._search.start()
        waiting = await self.store.unpainted()
        self._drop_undeliverable(self._boards.keys() - {*waiting})
        for table in waiting:
            board = self.of(table)
            if board.waits_since is None:
                board.note_change(0, [])
            board.deliver(awaited=False)

    async def _read_unconfirmed(self) -> None:
        for table, page in await self.store.pages_never_posted(NONCE_KNOWN):
            self.of(table).posts.unconfirmed.add(page)

    async def release(self) -> None:
        """Reset all boards, since some shards are lost: others may change what is known.

        The outbox has the boards of tables that this process still owns, and `start` finds them
        there. Those that were blocked stay so until they are shown: people get back the time in
        which they could not see them.
        """
        self.is_paused = True
        try:
            await self._end_deliveries()
            for board in self._boards.values():
                board.reset(keeps_reason=bool(self.store.share.mine))
            await self.flush()
            with suppress(StoreError):  # then `start` reads it
                await self._read_unconfirmed()
        finally:
            self.is_paused = self._is_closed

    def _drop_undeliverable(self, tables: Iterable[str]) -> None:
        """Drop blocked boards of these tables, which have nothing in the outbox."""
        for table in [*tables]:
            board = self._boards.get(table)
            if board is not None and isinstance(board.state, Blocked):
                del self._boards[table]

    async def drop_dead(self) -> None:
        """Drop blocked boards of tables that are deleted, or over and without a channel."""
        blocked = {table: it.state.reason for table, it in self._boards.items() if it.state.reason}
        waiting = {*await self.store.unpainted()} if blocked else set[str]()
        self._drop_undeliverable(blocked.keys() - waiting)
        for table, reason in blocked.items():
            if reason != NEEDS_PEOPLE[UNKNOWN_CHANNEL] or table not in waiting:
                continue
            stored = await self.store.table(table)
            if stored is None or stored.stage not in OPEN_STAGES:
                for page in await self.store.pages_to_paint(table):
                    await self.store.record_painted(table, page, None, None)
                self._drop_undeliverable([table])

    # --- what happens at tables ----------------------------------------------------------------

    def changed(self, table: str, version: int, pages: Sequence[PageKey], *, awaited: bool) -> None:
        """Deliver these pages, which are in the outbox; none: pages that are not known here."""
        board = self.of(table)
        board.note_change(version, pages)
        # a blocked board waits for a click: Discord would refuse it for each thing the bot does
        if awaited or not isinstance(board.state, Waiting | Blocked):
            board.deliver(awaited=awaited)

    def deliver(self, table: str, *, awaited: bool = True) -> None:
        """Deliver what the outbox has of a table; ``awaited``: a user waits to see it."""
        board = self.of(table)
        board.reread()
        board.deliver(awaited=awaited)

    async def repaint(self, tables: Sequence[str]) -> None:
        """Put the newest page of each of these tables into the outbox."""
        await self.flush()  # what arrived before must not take it off again
        await self.store.repaint(tables)
        for table in tables:
            if board := self._boards.get(table):
                board.repaint()

    def reserve(self, table: str, message: int) -> Reservation | None:
        """Reserve a board for a click on this message; None: something else is under way."""
        return None if self.is_paused else self.of(table).reserve(message)

    def try_again(self, table: str) -> None:
        """Retry a blocked board, since a user looks at its table."""
        if board := self._boards.get(table):
            board.try_again()

    async def wait_delivered(self, table: str) -> None:
        """Wait until a board is delivered, or known not to be deliverable for now."""
        if board := self._boards.get(table):
            await board.wait_delivered()

    def announced(self, state: TableState) -> AbstractAsyncContextManager[str]:
        """Post the messages with which a game begins; see `Messages.announced`."""
        return self.messages.announced(self.of(state.table.id).posts, state)

    def block(self, table: str, reason: str) -> None:
        """Note that a board cannot be shown."""
        self.of(table).block(reason)

    def reason(self, table: str) -> str | None:
        """Return why a board is not shown, as the code of a sentence; None: it is."""
        board = self._boards.get(table)
        return board.state.reason if board else None

    # --- figures -------------------------------------------------------------------------------

    def reasons(self) -> Counter[str]:
        """Return how many boards are not shown, by reason."""
        return Counter(it.state.reason for it in self._boards.values() if it.state.reason)

    def waiting(self) -> tuple[int, float]:
        """Return how many boards wait, and for how many seconds the oldest has waited.

        Boards that need people are left out.
        """
        since = [
            board.waits_since
            for board in self._boards.values()
            if board.waits_since is not None and board.state.reason in (None, DISCORD_AWAY)
        ]
        return len(since), self.clock() - min(since) if since else 0.0

    # --- the outbox ----------------------------------------------------------------------------

    def take_off_outbox(self, table: str, page: PageKey, version: int) -> None:
        """Take a page off the outbox soon, together with those of other tables.

        After a crash in between the board is delivered once more, and shows the same.
        """
        self._arrived[table, page] = max(version, self._arrived.get((table, page), 0))
        if self._flush_timer is None:
            loop = asyncio.get_running_loop()
            self._flush_timer = loop.call_later(FLUSH_DELAY, self._begin_flush)

    def _begin_flush(self) -> None:
        log.cause.set("")  # not that of the click which happened to set the timer
        flush = asyncio.get_running_loop().create_task(self.flush())
        self._flushes.add(flush)
        flush.add_done_callback(self._flushes.discard)

    async def flush(self) -> None:
        """Take what has arrived off the outbox now."""
        async with self._flush_lock:
            if self._flush_timer is not None:
                self._flush_timer.cancel()
                self._flush_timer = None
            arrived, self._arrived = self._arrived, {}
            if not arrived:
                return
            try:
                await self.store.cross_out([(*it, version) for it, version in arrived.items()])
            except StoreError as fault:  # they stay in the outbox, and are delivered once more
                _log.warning("boards that were shown are painted again (%s)", kind_of(fault))
                for table, _ in arrived:
                    if board := self._boards.get(table):
                        board.reread()

    # --- stopping ------------------------------------------------------------------------------

    async def announce_shutdown(self, tables: Sequence[str]) -> None:
        """Show on these boards that the bot stops. The next start delivers them again."""
        self._stop()
        seen = [board for table in tables if not (board := self.of(table)).state.reason]
        last = [asyncio.ensure_future(board.announce_shutdown()) for board in seen]
        await self._end_deliveries(last)
        await self.flush()
        await self.store.repaint(tables)  # a delivery under way may have taken them off just now

    async def close(self) -> None:
        """End what is under way; after a short time it is left to the next start."""
        self._stop()
        await self._search.close()
        await self._end_deliveries()
        await self.flush()

    def _stop(self) -> None:
        self.is_paused = self._is_closed = True
        for board in self._boards.values():
            board.stop_waiting()

    async def _end_deliveries(self, others: Sequence[asyncio.Task[None]] = ()) -> None:
        """Wait for deliveries under way, but not for long; cancel the rest, and the retries."""
        tasks = [*others]
        for board in self._boards.values():
            board.stop_waiting()
            tasks += [board.state.task] if isinstance(board.state, Delivering) else []
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=LAST_DELIVERY_TIMEOUT)
            for task in late:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def story_of(pages: Sequence[PageKey]) -> list[PageKey]:
    """Return the pages of the story among these, the newest last."""
    return [page for page in pages if page.in_story]
