"""Whether tables are whole: their hashes, and the snapshots of open ones against their logs.

Everything here only reads, and what it says names tables and lines of logs, never what they hold.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot import console
from bot.store.protocol import LogBroken, Stored
from bot.tables.commands import NotReplayed, replay
from bot.tables.entry import Entry
from bot.tables.play import PAGES
from bot.tables.stages import FROZEN, OPEN_STAGES
from bot.tables.table import BESIDE_THE_LOG, Table, Unreadable, dump, load

SHOWN: Final = 5
"""So many damaged tables are named one by one."""


@dataclass(frozen=True, slots=True)
class TableRecord:
    """All that a database holds of one table, read at one moment."""

    table: str
    stored: Stored | None
    log: Sequence[Entry] | LogBroken
    """Its log, or what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """How much a database holds."""

    tables: int
    open: int
    lines: int

    def __str__(self) -> str:
        return console.HOLDINGS.format(tables=self.tables, open=self.open, lines=self.lines)


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with one table; ``kind`` is one of `console.DAMAGE`."""

    table: str
    kind: str
    line: int = 0

    def __str__(self) -> str:
        name = "".join(letter if letter.isalnum() else "?" for letter in self.table[:20])
        return console.DAMAGE[self.kind].format(table=name, line=self.line)


def sentences(damages: Sequence[Damage]) -> Iterator[str]:
    """A handful of sentences, however many tables are damaged."""
    yield from map(str, damages[:SHOWN])
    if len(damages) > SHOWN:
        yield console.MORE_DAMAGE.format(count=len(damages) - SHOWN)


def damages(records: Iterable[TableRecord]) -> Iterator[Damage]:
    """What is wrong, table by table. Open ones are replayed from their logs."""
    for record in records:
        damage = _damage(record)
        if damage is not None:
            yield damage


def _damage(record: TableRecord) -> Damage | None:
    table, stored, log = record.table, record.stored, record.log
    if stored is None or stored.stage == FROZEN:  # the bot has seen to it
        return None
    is_open = stored.stage in OPEN_STAGES
    known = _loaded(stored) if is_open else None
    good = stored.intact and (known is not None or not is_open)
    if isinstance(log, LogBroken):
        return Damage(table, "log" if good else "lost", _line(log))
    if not is_open:
        return None if good else Damage(table, "snapshot")
    return _compared(known if good else None, table, log)


def _line(broken: LogBroken) -> int:
    line = broken.data["seq"]
    return line if isinstance(line, int) else 0


def _loaded(stored: Stored) -> Table | None:
    try:
        return load(stored.snapshot)
    except Unreadable:
        return None


def _compared(known: Table | None, table: str, log: Sequence[Entry]) -> Damage | None:
    """Compare a snapshot with what its log makes; None stands for a damaged one."""
    try:
        replayed = replay(log)
    except NotReplayed as astray:
        return Damage(table, "lost" if known is None else "astray", astray.line + 1)
    if known is None:
        return Damage(table, "snapshot")
    return None if logged(known) == logged(replayed) else Damage(table, "unlike")


def logged(table: Table) -> dict[str, Any]:
    """All of a table that its log tells."""
    data: dict[str, Any] = json.loads(dump(table))
    data["pages"] = data["pages"][-PAGES:]  # a table that is played keeps no more
    return {name: value for name, value in data.items() if name not in BESIDE_THE_LOG}
