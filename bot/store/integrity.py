"""Checks that tables are whole: their hashes, and the snapshots of open ones against their logs.

Everything here only reads, and reports name tables and lines of logs, never what they hold.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot import console
from bot.store.data import Damage, Stored
from bot.store.errors import LogBroken
from bot.tables.actions import Entry, NotReplayed, replay
from bot.tables.play import PAGES
from bot.tables.table import BESIDE_THE_LOG, FROZEN, OPEN_STAGES, Table, Unreadable, dump, load

MAX_NAMED: Final = 5
"""Damaged tables that are named one by one."""


def sentences(damages: Sequence[Damage]) -> Iterator[str]:
    """Yield a handful of sentences, however many tables are damaged."""
    yield from map(str, damages[:MAX_NAMED])
    if len(damages) > MAX_NAMED:
        yield console.MORE_DAMAGE.format(count=len(damages) - MAX_NAMED)


@dataclass(frozen=True, slots=True)
class TableRecord:
    """All rows of one table, read at one moment."""

    table: str
    stored: Stored | None
    log: Sequence[Entry] | LogBroken
    messages_sealed: bool = True
    """The hash of its messages fits."""


def damage_of(record: TableRecord) -> Iterator[Damage]:
    """Yield all damage to a table. An open one is replayed from its log."""
    yield from _damages(record, _in_play)


def broken_seals(record: TableRecord) -> Iterator[Damage]:
    """Yield the damage that the hashes of a table prove; nothing is replayed."""
    yield from _damages(record, _unsealed)


def _damages(
    record: TableRecord, look: Callable[[TableRecord, Stored], Damage | None]
) -> Iterator[Damage]:
    stored = record.stored
    if stored is None or (stored.stage == FROZEN and stored.intact and stored.sealed):
        return  # the bot has closed it for the damage
    if not stored.seated:
        yield Damage(record.table, "seats")
        return
    damage = look(record, stored)
    if damage is not None:
        yield damage
    if not stored.sealed and (damage is None or damage.kind == "log"):
        yield Damage(record.table, "row")  # else it is written again with the snapshot
    if not record.messages_sealed:
        yield Damage(record.table, "messages")


def _unsealed(record: TableRecord, stored: Stored) -> Damage | None:
    if isinstance(record.log, LogBroken):
        return Damage(record.table, "log" if stored.intact else "lost", record.log.line)
    return None if stored.intact else Damage(record.table, "snapshot")


def _in_play(record: TableRecord, stored: Stored) -> Damage | None:
    """Return the damage to snapshot and log, which must lead to each other."""
    table, log = record.table, record.log
    is_open = stored.stage in OPEN_STAGES
    known = _loaded(stored) if is_open else None
    good = stored.intact and (known is not None or not is_open)
    if isinstance(log, LogBroken):
        return Damage(table, "log" if good else "lost", log.line)
    if not is_open:
        return None if good else Damage(table, "snapshot")
    return _compared(known if good else None, table, log)


def _loaded(stored: Stored) -> Table | None:
    try:
        return load(stored.snapshot)
    except Unreadable:
        return None


def _compared(known: Table | None, table: str, log: Sequence[Entry]) -> Damage | None:
    """Compare a snapshot with the replayed log; None stands for a damaged snapshot."""
    try:
        replayed = replay(log)
    except NotReplayed as astray:
        return Damage(table, "lost" if known is None else "astray", astray.line + 1)
    if known is None:
        return Damage(table, "snapshot")
    return None if logged(known) == logged(replayed) else Damage(table, "unlike")


def logged(table: Table) -> dict[str, Any]:
    """Return the parts of a table that its log determines."""
    data: dict[str, Any] = json.loads(dump(table))
    data["pages"] = data["pages"][-PAGES:]  # a table that is played keeps only these
    if data["game"]:
        for seat in data["game"]["table"]["seats"]:
            # release 0.2.0 stored none, so games that it began know less than their log
            seat.pop("bounds", None)
    return {name: value for name, value in data.items() if name not in BESIDE_THE_LOG}
