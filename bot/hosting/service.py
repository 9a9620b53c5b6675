"""The click path: lock, load, look whether it is still meant, play, store. Then it may be seen.

Whoever asks for something to be done gets a `Done` only when it is stored. Nothing is kept in
memory from one click to the next but what is stored already.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random, SystemRandom
from typing import Final, Protocol
from weakref import WeakValueDictionary

from bot.hosting.cache import TableCache
from bot.store.protocol import FROZEN, Change, Entry, LogBroken, Outdated, Repeated, Store, Stored
from bot.tables import autoplay, deadlines
from bot.tables.commands import SILENT, NotReplayed, execute, opening, rebuilt, replay
from bot.tables.diff import changed_pages, timed_pages, visible
from bot.tables.play import to_speak
from bot.tables.refusals import Refused, Stale
from bot.tables.table import Table, Unreadable, dump, load
from engine import Event
from engine.errors import CelestiaError

SAY: Final = "say"
"""To answer in the open; a passenger whose turn has not come seals the answer by it."""
SLOT: Final = "slot"
"""To make the move of this number among one's own."""
ARM_SLOTS: Final = "arm_slots"
"""To arm the cards of these numbers, with commas between, among those that can be."""

NUDGE_EVERY: Final = 60.0
"""Seconds between two calls of a host."""
DOUBTFUL: Final = (Repeated, Outdated, Refused, CelestiaError)
"""How a click can end that has been carried out already, for all that we know by heart."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Command:
    """Something that is to be done at a table."""

    act: str
    words: str = field(default="", repr=False)
    moment: int | None = None
    """The moment that it was meant for; None: whenever it comes."""
    turn: int | None = None
    """The seat's turn that it was meant for, where it names a slot of a private answer."""


@dataclass(frozen=True, slots=True)
class TableState:
    """What came of it, stored already."""

    table: Table
    stored: Stored
    seat: int | None
    told: tuple[Event, ...] = field(default=(), repr=False)
    repeated: bool = False
    """This very click had been carried out before; nothing was done again."""


class Listener(Protocol):
    """Who must know when a table has changed."""

    def changed(self, table: str, due: float | None, *, seen: bool, asked: bool) -> None:
        """This table is stored, and is to be looked at again by then.

        It waits to be painted if others can see what has changed, and somebody waits for that
        unless the house did it by itself.
        """
        ...


class TableService:
    """All that is done to tables goes through here."""

    def __init__(
        self, store: Store, now: Callable[[], float], tempo: autoplay.ThinkingTime
    ) -> None:
        self.store = store
        self.now = now
        self.tempo = tempo
        self.luck: Random = SystemRandom()
        self.listener: Listener | None = None
        self.since = 0.0
        """Since when people can reach us: what ran out before is not held against them."""
        self.shown_since: Callable[[Stored], float] = lambda _: 0.0
        """The same for one table, whose board could not be shown; now, as long as it cannot."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.cache = TableCache()

    async def look(self, table: str) -> TableState:
        """The table as it was stored last, without a look at the database if that can be."""
        return self._kept(table) or await self.read(table)

    def _kept(self, table: str) -> TableState | None:
        found = self.cache.take(table)
        return found and TableState(*found, None)

    async def read(self, table: str, interaction: int | None = None) -> TableState:
        """The table as it stands, put together from its log if the snapshot is damaged."""
        stored = await self.store.table(table, interaction)
        if stored is None:
            raise Refused("unknown_table")
        if stored.stage == FROZEN:  # its rot was sealed anew when it was closed, and looks whole
            raise Refused("table_frozen", table=table)
        known = await self._rebuilt(stored) if not stored.intact else None
        if known is None:
            try:
                known = load(stored.snapshot)
            except Unreadable:
                known = await self._rebuilt(stored)
        known.people = dict(stored.people)
        return TableState(known, stored, None, repeated=stored.done)

    async def history(self, table: str) -> Table:
        """The table played again from its log: with every move ever made and event ever told."""
        try:
            return await self._from_log(table, replay)
        except (LogBroken, NotReplayed):
            raise Refused("log_damaged", table=table) from None

    async def _rebuilt(self, stored: Stored) -> Table:
        _log.error("table %s: its snapshot is damaged and is made again from its log", stored.table)
        try:
            return await self._from_log(stored.table, rebuilt)
        except (LogBroken, NotReplayed):
            raise Refused("table_frozen", table=stored.table) from None

    async def _from_log(self, table: str, made: Callable[[Iterable[Entry]], Table]) -> Table:
        try:
            # a long game takes longer than others should wait for their clicks
            return await asyncio.to_thread(made, await self.store.log(table))
        except (LogBroken, NotReplayed) as fault:
            _log.error("table %s: its log cannot be followed: %r", table, fault)
            raise

    async def open(
        self, table: Table, user: int, guild: int, channel: int, interaction: int | None
    ) -> TableState:
        """Open a table for a user, who sits on its first seat."""
        table.people = {0: user}
        entries = (opening(table),)
        stored = Stored(table.id, guild, channel, table.stage, 0, "", intact=True, people={})
        return await self._keep(TableState(table, stored, 0), entries, interaction, paint=(0,))

    async def do(
        self,
        table: str,
        deed: Command,
        *,
        user: int | None = None,
        seat: int | None = None,
        interaction: int | None = None,
    ) -> TableState:
        """Do this for a user (or for a seat), or raise why not; then nothing has changed."""
        # a click whose handler is cancelled is carried out whole or not at all
        work = self._do_locked(table, deed, user, seat, interaction)
        return await asyncio.shield(asyncio.ensure_future(work))

    async def repost(self, table: str, channel: int, interaction: int | None) -> TableState:
        """Have the newest page hung up afresh, in this channel."""
        work = self._repost_locked(table, channel, interaction)
        return await asyncio.shield(asyncio.ensure_future(work))

    async def _repost_locked(self, table: str, channel: int, interaction: int | None) -> TableState:
        async with self.lock(table):
            known = await self.read(table, interaction)
            if known.repeated:
                return known
            known = replace(known, stored=replace(known.stored, channel=channel))
            known.table.reposts += 1
            known.table.seen_at = self.now()
            self._excuse(known)
            known.table.page_reposted = known.table.page.number
            return await self._keep(known, (), interaction, paint=timed_pages(known.table))

    async def clear(self, table: str) -> None:
        """Close a table that cannot be read any more, so that its channel is free again.

        Its board is painted once more, for its buttons lead nowhere.
        """
        async with self.lock(table):
            stored = await self.store.table(table)
            if stored is None or stored.stage == FROZEN:
                return
            _log.error("table %s: cannot be made again, and is closed", table)
            self.cache.drop(table)
            await self.store.commit(
                Change(
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
            )
            await self.store.repaint([table])
        if self.listener is not None:
            self.listener.changed(table, None, seen=True, asked=True)

    async def attend(self, table: str) -> None:
        """Keep the house's appointments at this table that are due by now."""
        try:
            await self._attend(table)
        except Refused as refused:
            if refused.code != "table_frozen":
                raise
            await self.clear(table)

    async def _attend(self, table: str) -> None:
        async with self.lock(table):
            known = await self.look(table)
            entries: list[Entry] = []
            before = visible(known.table)
            moved = self._excuse(known)
            while entry := autoplay.next_command(known.table, self.now(), self.luck):
                entries.append(entry)
                execute(known.table, entry.act, entry.seat, entry.words)
                autoplay.plan(known.table, self.now(), self.tempo, self.luck)
                if known.table.page.number != before.page:
                    break  # the new page hangs before the story goes on
            paint = {
                *changed_pages(before, known.table),
                *(timed_pages(known.table) if moved else ()),
            }
            await self._keep(known, entries, None, sorted(paint), asked=False)

    def _excuse(self, known: TableState) -> bool:
        """Give those more time who could not reach us; has anything changed that all see?"""
        since = max(self.since, self.shown_since(known.stored))
        table = known.table
        return table.open and deadlines.excuse(table, since, self.since, self.now())

    async def _do_locked(
        self, table: str, deed: Command, user: int | None, seat: int | None, interaction: int | None
    ) -> TableState:
        async with self.lock(table):
            known = self._kept(table)
            faults = DOUBTFUL if known else (Repeated, Outdated)
            with suppress(*faults):
                known = known or await self.read(table, interaction)
                return await self._do(known, deed, user, seat, interaction)
            # it must be looked at as it stands in the database
            known = await self.read(table, interaction)
            return await self._do(known, deed, user, seat, interaction)

    async def _do(
        self,
        known: TableState,
        deed: Command,
        user: int | None,
        seat: int | None,
        interaction: int | None,
    ) -> TableState:
        table = known.table
        me = seat if user is None else table.seat_of(user)
        known = replace(known, seat=me)
        if known.repeated:
            return known
        _is_meant_for_now(table, me, deed)
        name, words = _resolved(table, me, deed)
        before = visible(table)
        execute(table, name, me, words)
        if name == "nudge":
            self._not_too_often(table)
        entry = Entry(me, name, words)
        if name == "join" and user is not None:
            known = replace(known, seat=len(table.chairs) - 1)
            table.people[len(table.chairs) - 1] = user
        paint = () if name in SILENT else changed_pages(before, table)
        if paint:
            table.seen_at = self.now()
        # what nobody sees is nobody's to read, not even in the log
        _log.info("table %s: %s", table.id, name if paint else "a word to the house")
        return await self._keep(known, (entry,), interaction, paint)

    def _not_too_often(self, table: Table) -> None:
        if 0 <= self.now() - table.nudged_at < NUDGE_EVERY:
            raise Refused("nudged_lately")
        table.nudged_at = self.now()

    async def _keep(
        self,
        known: TableState,
        entries: Iterable[Entry],
        interaction: int | None,
        paint: Iterable[int],
        *,
        asked: bool = True,
    ) -> TableState:
        """Store it; only then may anybody see it."""
        table, seen = known.table, tuple(paint)
        autoplay.plan(table, self.now(), self.tempo, self.luck)
        change = Change(
            table=table.id,
            guild=known.stored.guild,
            channel=known.stored.channel,
            stage=table.stage,
            version=known.stored.version,
            entries=tuple(entries),
            snapshot=dump(table),
            people=dict(table.people),
            due=table.due if table.open else None,
            paint=seen,
            interaction=interaction,
        )
        await self._commit(change)
        self.cache.put(table, _as_stored(known.stored, change), used=asked)
        if self.listener is not None:
            due = table.due if table.open else None
            self.listener.changed(table.id, due, seen=bool(seen), asked=asked)
        return replace(known, told=tuple(table.told))

    async def _commit(self, change: Change) -> None:
        """Store a change; whatever becomes of it, nothing older is believed any more."""
        try:
            await self.store.commit(change)
        except BaseException:  # one that is cancelled may be stored all the same
            self.cache.drop(change.table)
            raise

    def lock(self, name: str) -> asyncio.Lock:
        """The lock of a table, or of a server in which tables are opened; it lives as long as
        somebody holds it or waits for it."""
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock


def _as_stored(before: Stored, change: Change) -> Stored:
    """What would be read now."""
    return replace(
        before,
        channel=change.channel,
        stage=change.stage,
        version=change.version + 1,
        people=change.people,
        intact=True,
    )


def _is_meant_for_now(table: Table, seat: int | None, deed: Command) -> None:
    if deed.moment is not None and deed.moment != table.moment:
        raise Stale("moment_passed")
    if deed.turn is None:
        return
    if seat is None:
        raise Refused("not_seated")
    if not table.turns or deed.turn != table.turns[seat]:
        raise Stale("moment_passed")


def _resolved(table: Table, seat: int | None, deed: Command) -> tuple[str, str]:
    """What a deed comes to at this table: the name of an act, and its words."""
    if deed.act == SAY:
        waits = table.game is not None and seat not in table.game.waiting
        early = waits and table.stage == "playing" and seat in to_speak(table)
        return ("seal" if early else "move"), deed.words
    if deed.act == SLOT:
        legal = table.running.legal(seat) if seat is not None and table.game else ()
        if not deed.words.isdecimal() or int(deed.words) >= len(legal):
            raise Stale("moment_passed")
        return "move", str(legal[int(deed.words)])
    if deed.act == ARM_SLOTS:
        ready = table.running.ready(seat) if seat is not None and table.game else ()
        numbers = [int(word) for word in deed.words.split(",") if word.isdecimal()]
        if any(number >= len(ready) for number in numbers):
            raise Stale("moment_passed")
        return "arm", ";".join(" ".join(ready[number]) for number in numbers)
    return deed.act, deed.words
