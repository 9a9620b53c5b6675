"""Stores many moves at many tables by one statement, which they share on the network and the disk.

Only moves in the course of a game are batched; most changes are such moves. Others go step by step
through `bot.store.sql.rows`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from bot.lru import Lru
from bot.store.data import Change
from bot.store.errors import LeaseLost, Outdated, StoreError
from bot.store.leases import Lease
from bot.store.postgres.driver import Connection
from bot.store.postgres.session import packed
from bot.store.sql import seals
from bot.store.sql.rows import COLUMNS, end_of, log_lines, pages_of, row_of
from bot.store.sql.session import Row, Value, statement
from bot.tables.table import OPEN_STAGES

MAX_KNOWN_ENDS: Final = 10_000  # tables

_TYPES: Final = {
    **dict.fromkeys(COLUMNS, "text"),
    **dict.fromkeys(("guild", "channel", "is_open", "version", "last_seq"), "bigint"),
    **dict.fromkeys(("due", "changed"), "double precision"),
    "snapshot": "bytea",
}
_GUARDS: Final = ("bigint", "bigint", "bigint")
"""A change is stored if its table has this version, and a shard this epoch, if it names one."""
_LINE: Final = ("text", "bigint", "bigint", "text", "text", "bigint", "text")
_PAGE: Final = ("text", "text", "bigint", "bigint")


def _arrays(first: int, types: Iterable[str]) -> list[str]:
    """Return numbered parameters that are arrays of these types."""
    return [f"${n}::{kind}[]" for n, kind in enumerate(types, first)]


_STORE: Final = statement(
    """
WITH new AS (
    SELECT * FROM unnest({new}) AS new ({columns}, made_from, lease_shard, lease_epoch)
    WHERE lease_shard IS NULL OR EXISTS (
        SELECT 1 FROM shards WHERE shard = lease_shard AND epoch = lease_epoch
    )
), done AS (
    UPDATE tables SET {values} FROM new
    WHERE tables.id = new.id AND tables.version = new.made_from RETURNING tables.id
), lines AS (
    INSERT INTO log (table_id, seq, seat, command, arguments, interaction, hash)
    SELECT * FROM unnest({lines}) AS line (
        table_id, seq, seat, command, arguments, interaction, hash
    ) WHERE table_id IN (SELECT id FROM done)
), pages AS (
    INSERT INTO outbox (table_id, kind, number, version)
    SELECT * FROM unnest({pages}) AS page (
        table_id, kind, number, version
    ) WHERE table_id IN (SELECT id FROM done)
    ON CONFLICT (table_id, kind, number) DO UPDATE SET version = excluded.version
)
SELECT id FROM done
""",
    new=_arrays(1, [*(_TYPES[name] for name in COLUMNS), *_GUARDS]),
    columns=COLUMNS,
    values=[f"{name} = new.{name}" for name in COLUMNS[1:]],
    lines=_arrays(1 + len(COLUMNS) + len(_GUARDS), _LINE),
    pages=_arrays(1 + len(COLUMNS) + len(_GUARDS) + len(_LINE), _PAGE),
)
_LOOK: Final = """
SELECT id, version, last_seq, last_hash, seq, hash, seats, users
FROM tables
LEFT JOIN LATERAL (
    SELECT seq, hash FROM log WHERE table_id = id ORDER BY seq DESC LIMIT 1
) AS newest ON TRUE
LEFT JOIN LATERAL (
    SELECT array_agg(seat) AS seats, array_agg(user_id) AS users FROM players WHERE table_id = id
) AS seated ON TRUE
WHERE id = ANY ($1::text[])
"""


_EPOCHS: Final = "SELECT shard, epoch FROM shards"


class End(NamedTuple):
    """The state of a table from which its next move continues."""

    version: int
    seq: int
    head: str
    people: Mapping[int, int]


class Batch:
    """Caches the ends of logs, so that a move needs no read.

    An end that is out of date does no harm: the statement checks the version, and the log accepts
    no number twice.
    """

    def __init__(self) -> None:
        self._ends: Lru[str, End] = Lru(MAX_KNOWN_ENDS)

    async def ready(self, db: Connection, changes: Iterable[Change]) -> list[tuple[Change, End]]:
        """Return the changes that `store` can store, each with the state it continues from."""
        moves = {it.table: it for it in changes if _is_a_move(it)}
        unknown = [name for name, it in moves.items() if self._known_end(it) is None]
        if unknown:
            await self._look(db, unknown)
        ends = [(it, self._known_end(it)) for it in moves.values()]
        return [(it, end) for it, end in ends if end is not None and end.people == it.people]

    def _known_end(self, change: Change) -> End | None:
        end = self._ends.get(change.table)
        return end if end is not None and end.version == change.version else None

    async def _look(self, db: Connection, tables: Sequence[str]) -> None:
        for found in await db.fetch(_LOOK, tables):
            table, version, last_seq, last_hash, seq, head, seats, users = found
            there = (0, seals.log_start(table)) if seq is None else (seq, head)
            if (last_seq, last_hash) == there:  # else one of them is damaged
                people: dict[int, int] = dict(zip(seats or (), users or (), strict=True))
                self._ends[table] = End(version, *there, people)

    async def store(
        self, db: Connection, ready: Sequence[tuple[Change, End]], now: float
    ) -> list[StoreError | None]:
        """Store these by one statement; return the failure of each, or None."""
        rows: list[Row] = []
        lines: list[tuple[Value, ...]] = []
        pages: list[tuple[Value, ...]] = []
        ends: dict[str, End] = {}
        for change, end in ready:
            added = log_lines(change, end.seq, end.head)
            seq, head = end_of(added, end.seq, end.head)
            rows.append(row_of(change, change.people, seq, head, now))
            ends[change.table] = End(change.version + 1, seq, head, dict(change.people))
            lines += added
            pages += pages_of(change)
        values = _columns([[row[name] for name in COLUMNS[:-1]] for row in rows], len(COLUMNS) - 1)
        snapshots = [packed(change.snapshot) for change, _ in ready]
        guards = [(it.version, *(it.lease or (None, None))) for it, _ in ready]
        more = (*_columns(lines, len(_LINE)), *_columns(pages, len(_PAGE)))
        found = await db.fetch(_STORE, *values, snapshots, *_columns(guards, len(_GUARDS)), *more)
        done = {name for (name,) in found}
        for table in ends:
            if table in done:
                self._ends[table] = ends[table]
            else:
                self.forget(table)
        if len(done) == len(ready):
            return [None] * len(ready)
        held = {Lease(*found) for found in await db.fetch(_EPOCHS)}
        return [None if it.table in done else _failure(it, held) for it, _ in ready]

    def forget(self, table: str) -> None:
        """Read the end again before the next move at this table."""
        self._ends.pop(table)

    def forget_all(self) -> None:
        """Read all ends again: the last moves are in doubt."""
        self._ends.clear()


def _failure(change: Change, held: Collection[Lease]) -> StoreError:
    """Return why a change was not stored; ``held``: the leases that are held by any process."""
    if change.lease is not None and change.lease not in held:
        return LeaseLost(table=change.table)
    return Outdated(table=change.table)


def _is_a_move(change: Change) -> bool:
    """Return whether it touches nothing but its table, its log and the outbox."""
    rare = not (change.result is change.posted is change.awaited is None)
    return change.version > 0 and not rare and change.stage in OPEN_STAGES


def _columns(rows: Sequence[Sequence[Any]], count: int) -> list[list[Any]]:
    """Return the columns of these rows, of which there may be none."""
    return [[row[n] for row in rows] for n in range(count)]
