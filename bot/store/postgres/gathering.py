"""Many moves at many tables in one statement: they share its way to the server and to the disk.

Only moves in the course of a game are gathered, which most are. All else goes by
`bot.store.sql.rows`, step by step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from bot.store import chain
from bot.store.postgres.driver import Connection
from bot.store.postgres.session import packed
from bot.store.protocol import Change, Outdated, StoreError
from bot.store.sql.rows import COLUMNS, end_of, log_lines, pages_of, row_of
from bot.store.sql.session import Row, Value
from bot.tables.table import OPEN_STAGES

KNOWN: Final = 10_000
"""So many tables whose ends are known are remembered."""

_TYPES: Final = {
    **dict.fromkeys(COLUMNS, "text"),
    **dict.fromkeys(("guild", "channel", "is_open", "version", "last_seq"), "bigint"),
    **dict.fromkeys(("due", "changed"), "double precision"),
    "snapshot": "bytea",
}
_NEW: Final = ", ".join(f"${n}::{_TYPES[name]}[]" for n, name in enumerate(COLUMNS, 1))
_SET: Final = ", ".join(f"{name} = new.{name}" for name in COLUMNS[1:])
_FROM: Final = len(COLUMNS) + 1
_LINE: Final = ("text", "bigint", "bigint", "text", "text", "bigint", "text")
_PAGE: Final = ("text", "text", "bigint", "bigint")


def _unnested(first: int, types: Sequence[str]) -> str:
    return ", ".join(f"${n}::{kind}[]" for n, kind in enumerate(types, first))


_STORE: Final = f"""
WITH new AS (
    SELECT * FROM unnest({_NEW}, ${_FROM}::bigint[]) AS new ({", ".join(COLUMNS)}, made_from)
), done AS (
    UPDATE tables SET {_SET} FROM new
    WHERE tables.id = new.id AND tables.version = new.made_from RETURNING tables.id
), lines AS (
    INSERT INTO log (table_id, seq, seat, command, arguments, interaction, hash)
    SELECT * FROM unnest({_unnested(_FROM + 1, _LINE)}) AS line (
        table_id, seq, seat, command, arguments, interaction, hash
    ) WHERE table_id IN (SELECT id FROM done)
), pages AS (
    INSERT INTO outbox (table_id, kind, number, version)
    SELECT * FROM unnest({_unnested(_FROM + 1 + len(_LINE), _PAGE)}) AS page (
        table_id, kind, number, version
    ) WHERE table_id IN (SELECT id FROM done)
    ON CONFLICT (table_id, kind, number) DO UPDATE SET version = excluded.version
)
SELECT id FROM done
"""  # noqa: S608 - our own names
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


class End(NamedTuple):
    """What the next line of a table's log goes on from."""

    version: int
    seq: int
    head: str
    people: Mapping[int, int]


class Gathering:
    """Remembers where tables end, so that a move needs no look at what is stored.

    Its statement asks for the version all the same, and the log takes no number twice: what is
    remembered may be out of date, but does no harm.
    """

    def __init__(self) -> None:
        self._ends: dict[str, End] = {}

    async def ready(self, db: Connection, changes: Iterable[Change]) -> list[Change]:
        """Those of these changes that can be gathered."""
        chosen = {it.table: it for it in changes if _is_a_move(it)}
        unknown = [name for name, it in chosen.items() if not self._is_known(it)]
        if unknown:
            await self._look(db, unknown)
        return [it for it in chosen.values() if self._goes_on(it)]

    def _is_known(self, change: Change) -> bool:
        end = self._ends.get(change.table)
        return end is not None and end.version == change.version

    def _goes_on(self, change: Change) -> bool:
        """Is the end of its log known, and do the same people sit there?"""
        end = self._ends.get(change.table)
        return self._is_known(change) and end is not None and end.people == change.people

    async def _look(self, db: Connection, tables: Sequence[str]) -> None:
        for found in await db.fetch(_LOOK, tables):
            table, version, last_seq, last_hash, seq, head, seats, users = found
            there = (0, chain.start(table)) if seq is None else (seq, head)
            if (last_seq, last_hash) == there:  # or one of them has rotted
                people: dict[int, int] = dict(zip(seats or (), users or (), strict=True))
                self._remember(table, End(version, *there, people))

    async def store(
        self, db: Connection, changes: Sequence[Change], now: float
    ) -> list[StoreError | None]:
        """Store changes that are `ready`, in one statement; what became of each."""
        rows: list[Row] = []
        lines: list[tuple[Value, ...]] = []
        pages: list[tuple[Value, ...]] = []
        ends: dict[str, End] = {}
        for change in changes:
            end = self._ends[change.table]
            added = log_lines(change, end.seq, end.head)
            seq, head = end_of(added, end.seq, end.head)
            rows.append(row_of(change, change.people, seq, head, now))
            ends[change.table] = End(change.version + 1, seq, head, dict(change.people))
            lines += added
            pages += pages_of(change)
        values = _columns([[row[name] for name in COLUMNS[:-1]] for row in rows], len(COLUMNS) - 1)
        snapshots = [packed(change.snapshot) for change in changes]
        versions = [change.version for change in changes]
        more = (*_columns(lines, len(_LINE)), *_columns(pages, len(_PAGE)))
        found = await db.fetch(_STORE, *values, snapshots, versions, *more)
        done = {name for (name,) in found}
        for table in ends:
            if table in done:
                self._remember(table, ends[table])
            else:
                self.forget(table)
        return [
            None if it.table in done else Outdated("outdated", table=it.table) for it in changes
        ]

    def forget(self, table: str) -> None:
        """Look again before the next move at this table."""
        self._ends.pop(table, None)

    def forget_all(self) -> None:
        """Nobody knows what became of the last moves."""
        self._ends.clear()

    def _remember(self, table: str, end: End) -> None:
        self._ends.pop(table, None)
        self._ends[table] = end
        if len(self._ends) > KNOWN:
            del self._ends[next(iter(self._ends))]


def _is_a_move(change: Change) -> bool:
    """Is it one that touches nothing but its table, its log and what must be painted?"""
    rare = change.result is not None or change.posted is not None
    return change.version > 0 and not rare and change.stage in OPEN_STAGES


def _columns(rows: Sequence[Sequence[Any]], count: int) -> list[list[Any]]:
    """The columns of these rows, though there may be none."""
    return [[row[n] for row in rows] for n in range(count)]
