"""The path of an action: lock, load, check, play, store. Only then may it be seen.

Callers get a `TableState` only when it is stored. Between two clicks, memory holds only copies of
stored tables, and which buttons were just pressed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import replace
from math import inf
from random import Random, SystemRandom
from typing import Final
from weakref import WeakValueDictionary

from bot.errors import report
from bot.events import ChangedPages, Commit, Events
from bot.hosting.action import (
    START,
    Action,
    Attempt,
    check_moment,
    check_server,
    limit_joins,
    limit_nudges,
    log_entry,
    note_departures,
)
from bot.hosting.availability import Availability
from bot.hosting.reader import TableReader, TableState
from bot.hosting.repeats import Repeats, Superfluous
from bot.results.computation import result_of
from bot.results.result import GameResult
from bot.store.data import Awaited, Change, Damage, PostedMessage, Stored
from bot.store.errors import Conflict, LogBroken, Outdated, Repeated, StoreError, Unavailable
from bot.store.store import Store
from bot.tables import absence, autoplay, deadlines, lobby, presence
from bot.tables.absence import Absence
from bot.tables.actions import (
    LIKE_CLICKS,
    REPOST,
    RESTORED,
    SILENT,
    Entry,
    NotReplayed,
    execute,
    opening,
)
from bot.tables.diff import changed_pages, timed_pages, visible
from bot.tables.refusals import Refused
from bot.tables.table import FROZEN, OPEN_STAGES, PageKey, Table, dump, new_generation
from engine.deal import numbers_of
from engine.errors import CelestiaError

OVERTAKES: Final = (Repeated, Outdated)
"""Errors of an action if another process has stored something at the same table meanwhile."""
MAX_OVERTAKEN: Final = 3
"""Retries of such an action; the other process may have stored this very click."""
DOUBTFUL: Final = (*OVERTAKES, Refused, CelestiaError)
"""Errors of an action at a cached table that only the store can confirm."""

_log = logging.getLogger(__name__)


Post = Callable[[TableState], AbstractAsyncContextManager[str]]
"""Posts the messages with which a game begins, and deletes them if the game does not begin; their
numbers are the start of the deal."""


class TableService(TableReader):
    """Carries out every action at tables."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        thinking: autoplay.ThinkingTime,
        availability: Availability,
        events: Events,
    ) -> None:
        super().__init__(store)
        self.now = now
        self.thinking = thinking
        self.rng: Random = SystemRandom()
        self._availability: Final = availability
        self._events: Final = events
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._repeats = Repeats()

    # --- what people do ------------------------------------------------------------------------

    async def open(
        self, table: Table, user: int, guild: int, channel: int, interaction: int | None
    ) -> TableState:
        """Open a table for a user, who sits on its first seat."""
        table.people = {0: user}
        table.guild, table.channel = guild, channel
        entries = (opening(table),)
        stored = Stored(table.id, guild, channel, table.stage, 0, "", intact=True, people={})
        state = TableState(table, stored, 0)
        return await self._store(state, entries, interaction, paint=(table.page.key,))

    async def do(
        self,
        table: str,
        action: Action,
        *,
        user: int | None = None,
        seat: int | None = None,
        guild: int | None = None,
        interaction: int | None = None,
    ) -> TableState:
        """Carry out an action of a user (or a seat), or raise why not.

        After an error nothing has changed, unless the store is `InDoubt`.
        """
        # shielded: an action is carried out whole or not at all, even if its click is cancelled
        attempt = Attempt(action, user, seat, guild, interaction)
        return await asyncio.shield(self._do_locked(table, attempt))

    def was_just_done(self, table: str, user: int, action: Action) -> bool:
        """Is this action of the user the second press of a double click?"""
        return self._repeats.was_just_done(table, user, action, self.now())

    async def _do_locked(self, table: str, attempt: Attempt) -> TableState:
        async with self.lock(table):
            state = self.cached(table, attempt.guild)
            if state is not None:
                with suppress(*DOUBTFUL):
                    return await self._do(state, attempt)
            forgives = state is not None
            for _ in range(MAX_OVERTAKEN):
                with suppress(*OVERTAKES):
                    return await self._do_as_stored(table, attempt, forgives=forgives)
            return await self._do_as_stored(table, attempt, forgives=forgives)

    async def _do_as_stored(self, table: str, attempt: Attempt, *, forgives: bool) -> TableState:
        """Carry the action out on the table as the store has it.

        ``forgives``: the table was in use, so a press may have come just too late to matter.
        """
        state = await self.read(table, attempt.interaction, attempt.guild)
        try:
            return await self._do(state, attempt)
        except (Refused, CelestiaError) as refused:
            if refused.code == "went_back":  # from `check_moment`
                await self._note_loss(state)
            user, needless = attempt.user, self._repeats.makes_superfluous
            if forgives and user is not None and needless(state, user, attempt.action, self.now()):
                raise Superfluous(refused) from None
            raise

    async def _note_loss(self, state: TableState) -> None:
        """Go on with a table of which the database has lost the latest moves, as after a restore.

        Its channel shows what is not stored, with buttons for moments that will come again.
        """
        table = state.table
        if not table.open:
            return
        _log.error(
            "table %s: a button was pressed for a moment that the database does not have: it has"
            " lost what came last, as a file does without its -wal, or a server that was set back",
            table.id,
        )
        execute(table, RESTORED, None)
        table.generation = new_generation()
        await self._store(state, (Entry(None, RESTORED),), None, (table.page.key,))

    async def start(
        self,
        table: str,
        post: Post,
        *,
        user: int,
        guild: int | None = None,
        interaction: int | None = None,
    ) -> TableState:
        """Post the messages with which a game begins, and start the game with their numbers.

        Or raise why not: then nothing is posted, or it is taken back unless the store is `InDoubt`.
        """
        return await asyncio.shield(self._start_locked(table, post, user, guild, interaction))

    async def _start_locked(
        self, table: str, post: Post, user: int, guild: int | None, interaction: int | None
    ) -> TableState:
        # The table is locked while Discord posts: a message says that the lobby is closed, and the
        # number of the next one goes into the deal, so the lobby must not change meanwhile.
        async with self.lock(table):
            state = await self.read(table, interaction, guild)
            state = replace(state, seat=state.table.seat_of(user))
            if state.repeated:
                return state
            try:
                lobby.check_start(state.table, state.seat)
            except Refused as refused:
                if self._repeats.makes_superfluous(state, user, Action(START), self.now()):
                    raise Superfluous(refused) from None
                raise
            async with post(state) as numbers:
                action = Action(START, numbers)
                return await self._do(state, Attempt(action, user, None, guild, interaction))

    async def _do(self, state: TableState, attempt: Attempt) -> TableState:
        table, action, user = state.table, attempt.action, attempt.user
        me = attempt.seat if user is None else table.seat_of(user)
        state = replace(state, seat=me)
        if state.repeated:
            return state
        check_moment(table, me, action)
        entry = log_entry(table, me, action)
        before, seated = visible(table), dict(table.people)
        execute(table, entry.action, me, entry.arguments)
        if entry.action == "nudge":
            limit_nudges(table, self.now())
        if entry.action == "join" and user is not None:
            limit_joins(table, user)
            state = replace(state, seat=len(table.chairs) - 1)
            table.people[len(table.chairs) - 1] = user
        note_departures(table, seated)
        paint = () if entry.action in SILENT else changed_pages(before, table)
        if paint:
            table.seen_at = self.now()
        # a silent action is secret, and must not be named in the log
        _log.debug("table %s: %s", table.id, entry.action if paint else "a silent command")
        stored = await self._store(state, (entry,), attempt.interaction, paint, by=user)
        if user is not None:
            self._repeats.note(state, user, action, self.now())
        return stored

    async def repost(
        self, table: str, channel: int, interaction: int | None, guild: int | None = None
    ) -> TableState:
        """Post the newest page again, in this channel."""
        return await asyncio.shield(self._repost_locked(table, channel, interaction, guild))

    async def _repost_locked(
        self, table: str, channel: int, interaction: int | None, guild: int | None
    ) -> TableState:
        async with self.lock(table):
            state = await self.read(table, interaction, guild)
            if state.repeated:
                return state
            self._extend(state)
            entry = Entry(None, REPOST, f"{channel}")
            execute(state.table, entry.action, entry.seat, entry.arguments)
            state.table.seen_at = self.now()
            return await self._store(state, (entry,), interaction, paint=timed_pages(state.table))

    async def mend(self, damage: Damage) -> None:
        """Repair a table whose hashes do not match, or close it if it cannot be rebuilt."""
        table = damage.table
        if damage.kind == "log":  # the table can be played, and nothing can repair the log
            return
        if damage.kind == "messages":
            await self.store.forget_messages(table)
        await self.store.repair_version(table)
        async with self._clearing(table), self.lock(table):
            self.cache.drop(table)
            state = await self.read(table)
            paint = (state.table.page.key,) if state.table.open else ()
            await self._store(state, (), None, paint, asked=False)

    @asynccontextmanager
    async def _clearing(self, table: str) -> AsyncGenerator[None]:
        """Close the table if it proves unreadable; ignore that it was deleted."""
        try:
            yield
        except Refused as refused:
            if refused.code == "unknown_table":
                return
            if refused.code != "table_frozen":
                raise
            await self.clear(table)

    async def clear(self, table: str, guild: int | None = None) -> None:
        """Close a table that cannot be read, so that its channel is free again.

        Its board is painted once more, without the buttons, which would all be refused.
        """
        async with self.lock(table):
            stored = await self.store.table(table)
            if stored is None or stored.stage == FROZEN:
                return
            check_server(stored, guild)
            _log.error("table %s: cannot be made again, and is closed", table)
            self.cache.drop(table)
            closed = Change(
                table=table,
                guild=stored.guild,
                channel=stored.channel,
                stage=FROZEN,
                version=stored.version,
                entries=(),
                snapshot=stored.snapshot,
                people=stored.people,
                due=None,
            )
            await self._commit(closed, stored.stage)
            await self.store.repaint([table])
        self._events.table_changed(table, None, ChangedPages(stored.version + 1, ()), asked=True)

    # --- what the bot does by itself -----------------------------------------------------------

    async def attend(self, table: str) -> None:
        """Do what is due at this table by now."""
        async with self._clearing(table):
            with suppress(*OVERTAKES):
                return await self._attend(table)
            return await self._attend(table)

    async def _attend(self, table: str) -> None:
        async with self.lock(table):
            state = await self.look(table)
            if not self.store.share.has(state.table.guild):
                self.cache.drop(table)  # another process owns it now
                return
            if (state.table.deleted_at or inf) <= self.now():
                await self._delete(table)
                return
            entries: list[Entry] = []
            before = visible(state.table)
            extended = self._extend(state)
            absences = await self._absences(state.table)
            while entry := self._due_action(state.table, absences):
                entries.append(entry)
                execute(state.table, entry.action, entry.seat, entry.arguments)
                autoplay.plan(state.table, self.now(), self.thinking, self.rng)
                if state.table.page.number != before.page:
                    break  # the new page is posted before the story goes on
                await asyncio.sleep(0)  # a computer's move takes a while: clicks go first
            # such an answer is treated as the click that it looks like
            clicked = any(entry.action in LIKE_CLICKS for entry in entries)
            if clicked:
                state.table.seen_at = self.now()
            paint = {
                *changed_pages(before, state.table),
                *(timed_pages(state.table) if extended else ()),
            }
            await self._store(state, entries, None, sorted(paint), asked=clicked)

    async def _absences(self, table: Table) -> Mapping[int, Absence]:
        """Return the absences of the users at this table, as far as they concern it."""
        if not absence.concerns(table):
            return {}
        return await self.store.reminders.absences(table.people.values(), self.now())

    def _due_action(self, table: Table, absences: Mapping[int, Absence]) -> Entry | None:
        """Return the next action that the bot owes by now."""
        now = self.now()
        due = autoplay.next_action(table, now)
        if due is None and absence.concerns(table):
            due = absence.due_action(table, absences, now)
        return due

    async def _delete(self, table: str) -> None:
        """Delete a lobby that closed long ago; its message in the channel stays."""
        if not await self.store.delete_lobby(table):
            raise Refused("table_frozen", table=table)  # its log contains a game
        _log.info("table %s: it closed without a game, and is deleted", table)

    def _extend(self, state: TableState) -> bool:
        """Give time to people who could not reach the bot; return whether the board changes."""
        awake = self._availability.connected_since(state.stored)
        since = self._availability.reachable_since(state.stored)
        table = state.table
        if not table.open:
            return False
        losses = self._availability.losses(table.id)
        given_back = bool(losses) and deadlines.give_back(table, losses, self.now())
        return deadlines.extend(table, since, awake, self.now()) or given_back

    # --- storing -------------------------------------------------------------------------------

    async def _store(
        self,
        state: TableState,
        entries: Iterable[Entry],
        interaction: int | None,
        paint: Iterable[PageKey],
        *,
        asked: bool = True,
        by: int | None = None,
    ) -> TableState:
        """Store the table, then report the change; ``by``: the user who made it."""
        table, pages, lines = state.table, tuple(paint), tuple(entries)
        autoplay.plan(table, self.now(), self.thinking, self.rng)
        due = table.due
        change = Change(
            table=table.id,
            guild=table.guild,
            channel=table.channel,
            stage=table.stage,
            version=state.stored.version,
            entries=lines,
            snapshot=dump(table),
            people=dict(table.people),
            departed=dict(table.departed),
            due=due,
            paint=pages,
            interaction=interaction,
            posted=_posted(state, lines),
            result=await _game_result(self.store, state, lines),
            awaited=_awaited(table, by, self.now()),
        )
        await self._commit(change, state.stored.stage)
        state = replace(state, told=tuple(table.told))
        self.cache.put(table, _as_stored(state.stored, change), used=asked)
        changed = ChangedPages(change.version + 1, pages) if pages else None
        self._events.table_changed(table.id, due, changed, asked=asked)
        self._events.table_stored(table, change.version + 1, state.told)
        self._repeats.follow(table, self.now())
        return state

    async def _commit(self, change: Change, before: str) -> None:
        """Store a change; if that fails, drop the cached table."""
        begun, fault = time.perf_counter(), None
        try:
            await _commit_with_result(self.store, change)
        except BaseException as failed:  # a cancelled commit may be stored all the same
            fault = failed
            self.cache.drop(change.table)
            raise
        finally:
            seconds = time.perf_counter() - begun
            self._events.committed(Commit(change, before, seconds, fault))

    def lock(self, name: str) -> asyncio.Lock:
        """The lock of a table, or of a server in which tables are opened; dropped when unused."""
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock


def _awaited(table: Table, by: int | None, now: float) -> Awaited | None:
    """The pending decisions at a slow table; None for a table of which nobody is reminded."""
    if not table.pace_rules.is_slow or table.stage == "lobby":
        return None
    people = table.people
    seats = () if presence.is_alone(table) else presence.expected(table)
    ends = {people[seat]: table.ends_at.get(seat) for seat in seats if seat in people}
    paused = {people[seat]: until for seat, until in table.paused.items() if seat in people}
    return Awaited(now, by, ends, paused)


def _posted(state: TableState, entries: tuple[Entry, ...]) -> PostedMessage | None:
    """The first page of a game that begins: it is shown by the last message posted for it."""
    table = state.table
    if not any(entry.action == START for entry in entries):
        return None
    return PostedMessage(table.page.key, table.channel, numbers_of(table.start)[-1], table.reposts)


def _as_stored(before: Stored, change: Change) -> Stored:
    """The row as it is after this change."""
    return replace(
        before,
        channel=change.channel,
        stage=change.stage,
        version=change.version + 1,
        people=change.people,
        intact=True,
        seated=True,
        sealed=True,
    )


# --- results of games --------------------------------------------------------------------------


async def _game_result(
    store: Store, state: TableState, lines: Sequence[Entry]
) -> GameResult | None:
    """The result of this table's game if it ends with these lines; it is stored with them."""
    table = state.table
    if table.open or table.game is None or state.stored.stage not in OPEN_STAGES:
        return None
    try:
        log = await store.log(table.id)
        return await asyncio.to_thread(result_of, [*log, *lines])
    except (LogBroken, NotReplayed):
        _log.error("table %s: its log is damaged, so its result is not kept", table.id)
        return None


async def _commit_with_result(store: Store, change: Change) -> None:
    """Store a change; a game ends even if its result cannot be stored, which can be made up for."""
    try:
        await store.commit(change)
    except StoreError as fault:
        if change.result is None or isinstance(fault, Conflict | Unavailable):
            raise
        report(f"table {change.table}: its result", fault)
        await store.commit(replace(change, result=None))
