"""Brings to the channels what has changed: one painting at a time for each table, the latest.

What must be painted stands in the store's outbox, so a crash only delays it. Clicks that arrive
during an edit share the next one. A board that cannot be painted never holds up a game: the reason
is kept for whoever clicks next, and that click tries it again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import discord

from bot import log
from bot.board.delivery import NEEDS_PEOPLE
from bot.board.fares import Fares
from bot.board.leftovers import Leftovers
from bot.board.messages import Messages
from bot.board.outbox import Outbox, story_of
from bot.board.rendered import PageRenderer
from bot.board.renderer import KINDS
from bot.board.requests import NOT_DONE, UNREACHABLE
from bot.board.rides import End, Fare, Ride
from bot.board.unshown import Unshown
from bot.discord.allowance import OF_A_BOT, UNLIMITED, Allowance
from bot.discord.circuit_breaker import is_passing
from bot.discord.limits import EDIT_TIMEOUT
from bot.errors import kind_of, report
from bot.store.protocol import Store, StoreError
from bot.tables.pages import PageKey
from bot.tables.refusals import Refused

AWAY: Final = "unreachable"
"""Why a board waits that needs nobody's help: Discord is away, and it is tried again."""
RETRY_AFTER: Final = (2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
"""Seconds between the tries while Discord cannot be reached."""
TRIED_AGAIN: Final = 10.0
"""Seconds after a refusal until a look at the table is reason enough to try again: many looks at
once are not."""
BY_TOKEN_EVERY: Final = 0.4
"""Seconds between two edits of a board that do not count among the bot's own requests."""
LAST_PAINTING: Final = 2.5
"""Seconds for the last paintings before we stop."""

_log = logging.getLogger(__name__)


class Painter:
    """Paints all tables. For each there is at most one painting under way."""

    def __init__(
        self, store: Store, renderer: PageRenderer, messages: Messages, edit_every: float
    ) -> None:
        self.blocked: dict[str, str] = {}
        """Tables whose boards cannot be painted, and the code of the reason."""
        self.on_unblocked: Callable[[str], None] = lambda _: None
        """Is told of each of them that is painted again."""
        self.unshown: Final = Unshown()
        self._store = store
        self._renderer = renderer
        self._messages = messages
        self._edit_every = edit_every
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._rides: dict[str, Ride] = {}
        """Boards that go along with the answers to clicks."""
        self._refused_rides: dict[str, Fare] = {}
        """Boards with pictures that Discord refused as answers, until they are painted."""
        self._notes: set[asyncio.Task[None]] = set()
        self._outbox: Final = Outbox(store)
        self._fares: Final = Fares(renderer, messages, self._known_pages)
        self._again: set[str] = set()
        self._overtaken: Final[set[str]] = set()
        """Tables that had to be painted again while they were painted: what was under way shows
        what was before, and crosses out what had just been noted."""
        self._asked: set[str] = set()
        """Tables at which somebody waits for the painting."""
        # an interval of 0 means a Discord of one's own
        self._pacing: Final = Allowance(OF_A_BOT if edit_every else UNLIMITED)
        """The order of boards alone; what they ask of Discord, `Requests` counts."""
        self._tries: dict[str, int] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._begun: dict[str, float] = {}
        """When a table was last painted, if that was lately."""
        self._given_up: dict[str, float] = {}
        """When the boards that are blocked for good were last tried."""
        self._leftovers: Final = Leftovers(store, self.blocked, self._forget_board)
        self._closed = False

    async def start(self) -> None:
        """Paint what has waited for us to come back, or for tables to become ours."""
        await self._messages.open()
        self._leftovers.start()
        waiting = await self._store.unpainted()
        for table in self.blocked.keys() - {*waiting}:
            self._forget_board(table)
        for table in waiting:
            self.unshown.left(table)
            self.schedule(table, asked=False)

    async def let_go(self) -> None:
        """Some tables are no longer ours: end what is under way, and forget what waits.

        What is ours still is in the store's list. Its boards stay blocked until they are painted:
        people get back the time in which they could not see them.
        """
        for timer in self._timers.values():
            timer.cancel()
        for state in (self._timers, self._tries, self._given_up, self._refused_rides):
            state.clear()
        if not self._store.share.mine:
            self.blocked.clear()
        self._asked.clear()
        self._again.clear()
        await _within([*self._under_way.values(), *self._notes], LAST_PAINTING)
        self._outbox.forget_all()
        self._messages.forget_all()
        self.unshown.forget_all()
        await self._outbox.cross_out()

    def allow(self, part: float) -> None:
        """Take this part of the turns that Discord gives the bot: others take the rest."""
        self._pacing.allow(part)

    def changed(self, table: str, version: int, pages: Sequence[PageKey], *, asked: bool) -> None:
        """The store has noted that these pages must be painted; none: some that we do not know."""
        self.unshown.changed(table, version)
        if pages:
            self._outbox.changed(table, version, pages)
        else:
            self._outbox.forget(table)
        # a board that cannot be painted waits for somebody's click: Discord would only refuse it
        # again and again for what the bot does by itself
        if asked or table not in self.blocked:
            self.schedule(table, asked=asked)

    async def repaint(self, tables: Sequence[str]) -> None:
        """Have the store note that all that stands for these tables must be painted again."""
        await self._outbox.cross_out()  # what arrived before must not cross this out
        await self._store.repaint(tables)
        for table in tables:
            self._outbox.forget(table)
            if table in self._under_way or table in self._rides:
                self._overtaken.add(table)

    def schedule(self, table: str, *, asked: bool = True) -> None:
        """Have a table painted that has changed; ``asked``: somebody waits to see it."""
        if self._closed:
            return
        if asked:
            self._asked.add(table)
            self._pacing.hurry(table)
        ride = self._rides.get(table)
        if ride is not None:
            ride.changed = True
            return
        timer = self._timers.pop(table, None)
        if timer is not None:
            timer.cancel()
        if table in self._under_way:
            self._again.add(table)
            return
        task = asyncio.get_running_loop().create_task(self._run(table), name=f"paint {table}")
        self._under_way[table] = task
        task.add_done_callback(lambda _: self._finished(table))

    def try_again(self, table: str) -> None:
        """Somebody looks at a table. If its board needs people's help, it may have come."""
        now = asyncio.get_running_loop().time()
        lately = now - self._given_up.get(table, -TRIED_AGAIN) < TRIED_AGAIN
        if table in self.blocked and table not in self._timers and not lately:
            self.schedule(table)

    async def wait_painted(self, table: str) -> None:
        """Wait until this table is painted, or known not to be paintable for now.

        In a crowd nobody waits: all who did would be kept in memory.
        """
        for _ in range(2):  # what is under way may have begun before; then it is painted once more
            task = self._under_way.get(table)
            if task is not None and not self._pacing.crowded:
                await asyncio.wait({task}, timeout=EDIT_TIMEOUT)

    # --- stopping ------------------------------------------------------------------------------

    async def announce_shutdown(self, tables: Sequence[str]) -> None:
        """Paint these boards for the last time. The next start paints them again."""
        self._begin_no_more()
        seen = [table for table in tables if table not in self.blocked]
        last = [asyncio.ensure_future(self._paint_last(table)) for table in seen]
        await _within([*self._under_way.values(), *last], LAST_PAINTING)
        await self._outbox.cross_out()
        await self._store.repaint(tables)  # even if what was under way has just crossed it out

    async def _paint_last(self, table: str) -> None:
        try:
            await self.wait_painted(table)
            await self.repaint([table])
            story = story_of(await self._store.pages_to_paint(table))
            posted = await self._messages.certain(table, story[-1]) if story else None
            if posted is not None:
                rendered = await self._renderer.render(table, posted.key)
                await self._messages.edit(table, rendered, posted)
        except (StoreError, Refused, *NOT_DONE) as fault:
            _log.info("table %s: not told that we stop: %s", table, kind_of(fault))

    async def close(self) -> None:
        """Let what is under way end, unless that takes long: it is stored anyway."""
        self._begin_no_more()
        await self._leftovers.close()
        await _within([*self._under_way.values(), *self._notes], LAST_PAINTING)
        await self._outbox.cross_out()

    def _begin_no_more(self) -> None:
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()

    # --- boards that ride on clicks ------------------------------------------------------------

    def reserve(self, table: str, message: int) -> Ride | None:
        """Reserve the board for a click at this message; None: it is being painted."""
        busy = table in self._under_way or table in self._rides or table in self._timers
        if self._closed or busy or table in self.blocked:
            return None
        ride = self._rides[table] = Ride(table, message, self._fares.load, self._ride_is_over)
        return ride

    def _ride_is_over(self, ride: Ride, fare: Fare | None) -> None:
        """Note what arrived, and paint what changed meanwhile."""
        if fare is not None and ride.end is End.ARRIVED and not ride.dropped:
            self._outbox.arrived(ride.table, fare.page, fare.version)
            if not ride.changed:
                self._asked.discard(ride.table)
            if not fare.others:
                self.unshown.shown(ride.table, fare.version)
        pictured = fare is not None and fare.posted.picture is not None
        if fare is not None and pictured and ride.end is End.REFUSED and ride.may_be_the_picture:
            self._refused_rides[ride.table] = fare
        if fare is not None and pictured and ride.dropped is not None:
            # nothing else may be painted before it is known whether the picture is still there
            note = asyncio.get_running_loop().create_task(self._note_ride(ride, fare))
            self._notes.add(note)
            note.add_done_callback(self._notes.discard)
        else:
            self._release(ride, fare)

    async def _note_ride(self, ride: Ride, fare: Fare) -> None:
        """Remember what Discord did with the picture; paint the board again if it has lost it."""
        try:
            if await self._fares.note_ride(ride, fare):
                ride.changed = True
                await self.repaint([ride.table])
        except StoreError as fault:
            _log.warning("table %s: its picture is missing (%s)", ride.table, fault.code)
        finally:
            self._release(ride, fare)

    def _release(self, ride: Ride, fare: Fare | None) -> None:
        """Let others paint the board."""
        del self._rides[ride.table]
        if ride.changed or (fare is not None and fare.others):
            self.schedule(ride.table)

    # --- painting ------------------------------------------------------------------------------

    def _finished(self, table: str) -> None:
        self._under_way.pop(table, None)
        again, refused = table in self._again, table in self.blocked
        self._again.discard(table)
        if again and (table in self._asked or not refused):
            self.schedule(table, asked=False)

    async def _run(self, table: str) -> None:
        """Paint until nothing has changed meanwhile."""
        try:
            while True:
                await self._wait_for_turn(table)
                self._again.discard(table)
                self._asked.discard(table)
                reason, newest = self.blocked.get(table), self.unshown.newest(table)
                # this task is of this table alone, but other clicks have changed it meanwhile
                log.cause.set(self.unshown.cause(table) or log.cause.get())
                try:
                    await self._note_again(table)
                    whole = await self._paint(table)
                finally:
                    self._outbox.forget(table)  # what was shown is crossed out already
                if whole:
                    self.unshown.shown(table, newest)
                    self._is_painted(table, reason)
                if table not in self._again:
                    return
        except (*UNREACHABLE, StoreError) as fault:
            self._try_later(table, kind_of(fault))
        except discord.RateLimited as fault:
            self.blocked.setdefault(table, AWAY)
            self._wait(table, fault.retry_after)
        except discord.HTTPException as fault:
            if is_passing(fault):
                self._try_later(table, f"{fault.status}, {fault.code}")
            else:
                self._give_up(table, NEEDS_PEOPLE.get(fault.code, "cannot_paint"))
                _log.warning("table %s: its board cannot be painted (%s)", table, fault.code)
        except Refused as fault:
            self._give_up(table)
            _log.error("table %s: cannot be painted: %s", table, fault.code)
        except Exception as fault:
            self._give_up(table)
            report(f"table {table} cannot be painted", fault)

    async def _note_again(self, table: str) -> None:
        if table in self._overtaken:
            self._overtaken.discard(table)
            await self._outbox.cross_out()
            await self._store.repaint([table])

    async def _wait_for_turn(self, table: str) -> None:
        """Keep some time between two paintings of one board, then wait for a turn among all."""
        loop = asyncio.get_running_loop()
        by_token = await self._goes_by_token(table)
        if table in self._begun:
            every = min(self._edit_every, BY_TOKEN_EVERY) if by_token else self._edit_every
            await asyncio.sleep(self._begun[table] + every - loop.time())
        if not by_token:
            await self._pacing.turn(table, urgent=table in self._asked)
        begun = self._begun[table] = loop.time()
        loop.call_later(self._edit_every, self._forget, table, begun)

    async def _goes_by_token(self, table: str) -> bool:
        """Can all that has changed be shown by the token of a click? No new message can."""
        if not self._messages.has_token(table):
            return False
        waiting = await self._known_pages(table)
        return len(waiting) == 1 and await self._messages.is_newest(table, waiting[0])

    def _forget_board(self, table: str) -> None:
        """Nobody will ever see the board of this table."""
        if table not in self._under_way and table not in self._timers:
            self._given_up.pop(table, None)
            self.blocked.pop(table, None)
            self.unshown.forget(table)
            self._outbox.forget(table)

    def _forget(self, table: str, begun: float) -> None:
        if self._begun.get(table) == begun:
            del self._begun[table]

    async def _paint(self, table: str) -> bool:
        """Show all that waits for it. False: a newer page came in between."""
        refused = self._refused_rides.pop(table, None)
        self._outbox.forget(table)
        waiting = await self._known_pages(table)
        story = story_of(waiting)
        for page in self._in_order(table, story):
            if page != story[-1]:
                if not await self._messages.is_posted(table, page):
                    # it was over before it could be posted: its story stands in the log
                    await self._messages.record(table, page, None, None)
                    continue
                await self._pacing.turn(table, urgent=True)
            rendered = await self._renderer.render(table, page)
            if not rendered.is_current and await self._has_turned(table, story[-1]):
                self._again.add(table)
                return False
            await self._messages.show(table, page, rendered)
            if refused is not None and (page, rendered.version) == (refused.page, refused.version):
                await self._fares.note_refusal(table, refused)
        for page in waiting:
            if not page.in_story:
                await self._messages.show_beside(table, page)
        return True

    async def _known_pages(self, table: str) -> list[PageKey]:
        """What waits to be painted; a page of an unknown kind has rotted, and waits no more."""
        waiting = await self._outbox.pages(table)
        for page in waiting:
            if page.kind not in KINDS:
                _log.error("table %s: a page of an unknown kind cannot be painted", table)
                await self._messages.record(table, page, None, None)
        return [page for page in waiting if page.kind in KINDS]

    async def _has_turned(self, table: str, newest: PageKey) -> bool:
        """Has a newer page come meanwhile? It must be posted before this one loses its buttons."""
        story = story_of(await self._store.pages_to_paint(table))
        return bool(story) and story[-1].number > newest.number

    def _in_order(self, table: str, story: Sequence[PageKey]) -> list[PageKey]:
        """The newest first: no old page may hold it up, nor be posted below it."""
        unsure = [page for page in story if self._messages.may_be_posted(table, page)]
        return [*unsure, *[page for page in reversed(story) if page not in unsure]]

    # --- what came of it -----------------------------------------------------------------------

    def _is_painted(self, table: str, reason: str | None) -> None:
        """A table is shown again, unless we have heard meanwhile that it cannot be any more."""
        self._waits_no_more(table)
        if reason is not None and self.blocked.get(table) == reason:
            del self.blocked[table]
            self.on_unblocked(table)

    def _try_later(self, table: str, why: str) -> None:
        if not self._tries:  # one line for all, until the last of them is painted
            _log.warning(
                "table %s: Discord cannot be reached (%s); boards are tried again by themselves",
                *(table, why),
            )
        tries = self._tries.get(table, 0) + 1
        self.blocked[table] = AWAY
        self._wait(table, RETRY_AFTER[min(tries, len(RETRY_AFTER)) - 1])
        self._tries[table] = tries

    def _wait(self, table: str, seconds: float) -> None:
        self._tries.setdefault(table, 0)
        loop = asyncio.get_running_loop()
        self._timers[table] = loop.call_later(seconds, partial(self.schedule, table, asked=False))

    def _waits_no_more(self, table: str) -> None:
        self._given_up.pop(table, None)
        if self._tries.pop(table, None) is not None and not self._tries:
            _log.info("no board waits for Discord any more")

    def _give_up(self, table: str, code: str = "cannot_paint") -> None:
        """Try nothing again by ourselves: people have to mend it, and then to click."""
        self.blocked[table] = code
        self._waits_no_more(table)
        self._given_up[table] = asyncio.get_running_loop().time()


async def _within(tasks: Sequence[asyncio.Task[None]], seconds: float) -> None:
    """Wait so long for these, and cancel the others."""
    if tasks:
        _, late = await asyncio.wait(tasks, timeout=seconds)
        for task in late:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
