"""A game table as rows: how a change of it is stored, and how it is read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.direct import is_direct
from bot.store.data import Change, Stored
from bot.store.errors import ChannelTaken, LeaseLost, LogBroken, Outdated, Repeated
from bot.store.integrity import TableRecord
from bot.store.sql import seals, standings, waits
from bot.store.sql.catalogue import DELETE_OF_TABLE
from bot.store.sql.seals import SELECT_TABLE
from bot.store.sql.session import NotUnique, Row, Session, Value, insert, statement
from bot.tables.actions import Entry
from bot.tables.table import OPEN_STAGES

MAX_AGE_OF_WAITING_END: Final = 86_400.0
"""Seconds for which the end of a game waits to be shown."""

COLUMNS: Final = (*seals.SEALED, "people", "row_hash", "snapshot")
"""The columns of ``tables``."""

_INSERT: Final = statement("{insert} ON CONFLICT (id) DO NOTHING", insert=insert("tables", COLUMNS))
_UPDATE: Final = statement(
    "UPDATE tables SET {values} WHERE id = ? AND version = ?",
    values=[f"{name} = ?" for name in COLUMNS[1:]],
)
_DELETE: Final = "DELETE FROM tables WHERE id = ?"
_OPEN_OF: Final = """
SELECT id FROM tables WHERE is_open = 1 AND stage = 'playing'
AND id IN (SELECT table_id FROM players WHERE user_id = ?) ORDER BY id
"""
_SET_DUE: Final = "UPDATE tables SET due = ?, row_hash = ? WHERE id = ? AND version = ?"
_SET_PEOPLE: Final = "UPDATE tables SET people = ?, people_hash = ?, row_hash = ? WHERE id = ?"
_ADD_LINE: Final = """
INSERT INTO log (table_id, seq, seat, command, arguments, interaction, hash)
VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_LOG: Final = """
SELECT seq, seat, command, arguments, interaction, hash FROM log WHERE table_id = ? ORDER BY seq
"""
_LAST_LINE: Final = "SELECT seq, hash FROM log WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
_EXPECTED_END: Final = "SELECT last_seq, last_hash FROM tables WHERE id = ?"
_LEASE: Final = "SELECT 1 FROM shards WHERE shard = ? AND epoch = ?"
_INTERACTION: Final = "SELECT 1 FROM log WHERE interaction = ?"
_PAINT: Final = """
INSERT INTO outbox (table_id, kind, number, version) VALUES (?, ?, ?, ?)
ON CONFLICT (table_id, kind, number) DO UPDATE SET version = excluded.version
"""
_CLEAR_SEATS: Final = "DELETE FROM players WHERE table_id = ?"
_CLEAR_SEATS_OF: Final = "DELETE FROM players WHERE table_id = ? AND user_id = ?"
_SEAT: Final = "INSERT INTO players (table_id, seat, user_id) VALUES (?, ?, ?)"
_CLOSED_OF: Final = """
SELECT * FROM tables WHERE is_open = 0
AND id IN (SELECT table_id FROM players WHERE user_id = ?)
"""
_LOBBY: Final = """
SELECT 1 FROM tables WHERE id = ? AND is_open = 0
AND NOT EXISTS (SELECT 1 FROM log WHERE table_id = id AND command = 'start')
"""
_DROP_WAITING_ENDS: Final = """
DELETE FROM outbox WHERE table_id IN
    (SELECT id FROM tables JOIN outbox ON table_id = id WHERE is_open = 0 AND changed < ?)
"""


async def store(db: Session, change: Change, now: float) -> None:
    """Store a change within the open transaction."""
    await _check_lease(db, change)
    await _check_is_new(db, change)
    seq, head = await _head(db, change)
    lines = log_lines(change, seq, head)
    people = await _seated(db, change)
    row = row_of(change, people, *end_of(lines, seq, head), now)
    await _put(db, change, row)
    await db.do_all(_ADD_LINE, lines)
    await list_players(db, change.table, people, in_game=change.stage != "lobby")
    await db.do_all(_PAINT, pages_of(change))
    await waits.note(db, change)
    if change.result is not None:
        await standings.keep(db, change.result, now)
    if change.posted is not None:
        await seals.put_message(db, change.table, change.posted)


def log_lines(change: Change, seq: int, head: str) -> list[tuple[Value, ...]]:
    """Return the lines that a change adds to the log after the one of this number and hash."""
    lines: list[tuple[Value, ...]] = []
    click = change.interaction
    for number, entry in enumerate(change.entries, seq + 1):
        head = seals.log_link(head, number, entry, click)
        facts = (entry.seat, entry.action, entry.arguments)
        lines.append((change.table, number, *facts, click, head))
        click = None
    return lines


def end_of(lines: list[tuple[Value, ...]], seq: int, head: str) -> tuple[int, str]:
    """Return number and hash of the last of these lines; without lines, those given."""
    if not lines:
        return seq, head
    return seq + len(lines), f"{lines[-1][-1]}"


def pages_of(change: Change) -> list[tuple[Value, ...]]:
    """Return the outbox rows of a change."""
    return [(change.table, *page, change.version + 1) for page in change.paint]


async def _check_is_new(db: Session, change: Change) -> None:
    """Raise `Repeated` if this interaction was carried out before."""
    if change.interaction is None:
        return
    if not change.entries:
        raise ValueError(change.interaction)  # no line would store its id
    if await _is_processed(db, change.interaction):
        raise Repeated(table=change.table)


async def _check_lease(db: Session, change: Change) -> None:
    """Raise `LeaseLost` if another process has taken the shard of this table.

    This process may have stood still for longer than its lease lasts, with a click in hand.
    """
    if change.lease is not None and await db.row(_LEASE, *change.lease) is None:
        raise LeaseLost(table=change.table)


async def _is_processed(db: Session, interaction: int | None) -> bool:
    return await db.row(_INTERACTION, interaction) is not None


async def _head(db: Session, change: Change) -> tuple[int, str]:
    """Return the number and the hash from which the log of this table continues.

    If its last line is not the one that the table names, one of them is damaged. The next line
    gets a number after both, so that the table can be played on, or closed.
    """
    named = await db.row(_EXPECTED_END, change.table)
    if named is None:
        return 0, seals.log_start(change.table)
    if not change.version:
        raise Outdated(table=change.table)  # this name is no longer new
    found = await db.row(_LAST_LINE, change.table)
    there: tuple[int, str] = (found[0], found[1]) if found else (0, seals.log_start(change.table))
    if named == there or await _is_its_end(db, change.table, *there):
        return there
    return max((seq for seq in (named[0], there[0]) if isinstance(seq, int)), default=0), named[1]


async def _is_its_end(db: Session, table: str, seq: int, head: str) -> bool:
    """Return whether the hash of a table's row fits with this end of the log in it."""
    found = await db.named(SELECT_TABLE, table)
    return any(seals.is_sealed({**row, "last_seq": seq, "last_hash": head}) for row in found)


def row_of(change: Change, people: Mapping[int, int], seq: int, head: str, now: float) -> Row:
    """Return the row of a table after this change, whose last line has this number and hash."""
    new = change.version + 1
    row: Row = {
        "id": change.table,
        "guild": change.guild,
        "channel": change.channel,
        "stage": change.stage,
        "is_open": int(change.stage in OPEN_STAGES),
        "version": new,
        "due": None if change.due is None else float(change.due),
        "changed": float(now),
        "people": seals.written(people),
        "people_hash": seals.people_seal(change.table, people),
        "departed": seals.counted(change.departed if change.stage == "lobby" else {}),
        "last_seq": seq,
        "last_hash": head,
        "snapshot_hash": seals.snapshot_seal(change.table, new, change.stage, change.snapshot),
        "snapshot": change.snapshot,
    }
    return {**row, "row_hash": seals.row_seal(row)}


async def _put(db: Session, change: Change, row: Row) -> None:
    values = [row[name] for name in COLUMNS[:-1]] + [db.pack(change.snapshot)]
    try:
        if change.version:
            done = await db.do(_UPDATE, *values[1:], change.table, change.version)
        else:
            done = await db.do(_INSERT, *values)
    except NotUnique as error:
        raise ChannelTaken(channel=change.channel) from error
    if not done:
        raise Outdated(table=change.table)
    if not change.version:
        await seals.add_to_count(db, change.table)


async def _seated(db: Session, change: Change) -> dict[int, int]:
    """Return the users of a change, without those forgotten since the table was read for it.

    Only forgetting takes users off a closed table, and the lock keeps it out until the end of the
    transaction.
    """
    people = dict(change.people)
    if not change.version or change.stage in OPEN_STAGES:
        return people
    await db.lock_globally()
    seated = await _known_people(db, change.table)
    return {seat: user for seat, user in people.items() if seated.get(seat) == user}


async def _known_people(db: Session, table: str) -> Mapping[int, int]:
    """Return the users of a table; empty if damage hides them."""
    found = await db.named(SELECT_TABLE, table)
    told = [seals.people(row, await seals.players(db, table)) for row in found]
    return told[0] or {} if told else {}


async def list_players(
    db: Session, table: str, people: Mapping[int, int], *, in_game: bool
) -> None:
    """Store the users of a table, by whom it is found; leavers of a game are remembered."""
    listed = await seals.players(db, table)
    if listed == people:
        return
    if in_game:
        gone = {seat: user for seat, user in listed.items() if people.get(seat) != user}
        await standings.note_leavers(db, table, gone)
    await db.do(_CLEAR_SEATS, table)
    await db.do_all(_SEAT, [(table, seat, user) for seat, user in people.items()])


async def games_of(db: Session, user: int) -> list[str]:
    """Return the tables at which a user is playing."""
    return [table for (table,) in await db.rows(_OPEN_OF, user)]


async def make_due(db: Session, table: str, at: float) -> None:
    """Have the process that owns a table attend to it by this time, unless it does so earlier."""
    for row in await db.named(SELECT_TABLE, table):
        was_sealed = seals.is_sealed(row)
        if row["due"] is None or row["due"] > at:
            row["due"] = at
            row["row_hash"] = seals.row_seal(row) if was_sealed else row["row_hash"]
            await db.do(_SET_DUE, at, row["row_hash"], table, row["version"])


async def forget(db: Session, user: int) -> int:
    """Take a user off the seats of closed tables, and out of the results; count the seats."""
    await db.lock_globally()  # first: no table is closed between the look and the end
    closed = await db.named(_CLOSED_OF, user)
    await standings.forget(db, user)
    return sum([await _forget(db, row, user) for row in closed])


async def _forget(db: Session, row: Row, user: int) -> int:
    """Take a user off a closed table; its hashes fit afterwards if they did before.

    One in direct messages is deleted: its channel is the user's alone.
    """
    table, listed = row["id"], await seals.players(db, row["id"])
    if is_direct(row["guild"]):
        await delete(db, table)
        return len(listed)
    was_sealed, told = seals.is_sealed(row), seals.people(row, listed)
    left = {seat: other for seat, other in (told or listed).items() if other != user}
    row["people"] = seals.written(left)
    row["people_hash"] = seals.people_seal(table, left) if told is not None else ""
    if was_sealed:
        row["row_hash"] = seals.row_seal(row)
    await db.do(_SET_PEOPLE, row["people"], row["people_hash"], row["row_hash"], table)
    await db.do(_CLEAR_SEATS_OF, table, user)
    return sum([other == user for other in (told or listed).values()])


async def delete_lobby(db: Session, table: str) -> bool:
    """Delete a closed table in which no game ever began; return whether it was one."""
    if await db.row(_LOBBY, table) is None:
        return False
    await delete(db, table)
    return True


async def delete(db: Session, table: str) -> None:
    """Delete a table with all rows that refer to it, unless it is gone already."""
    await db.lock_globally()  # before any row is locked, or two transactions could deadlock
    for sql in DELETE_OF_TABLE:
        await db.do(sql, table)
    if await db.do(_DELETE, table):
        await seals.add_to_count(db, table, -1)


async def drop_waiting_ends(db: Session, now: float) -> None:
    """Give up showing the ends of games that ended long ago."""
    await db.do(_DROP_WAITING_ENDS, now - MAX_AGE_OF_WAITING_END)


async def read(db: Session, table: str, interaction: int | None) -> Stored | None:
    """Return the table of this name, and whether the interaction was carried out."""
    found = await db.named(SELECT_TABLE, table)
    if not found:
        return None
    (row,) = found
    listed = await seals.players(db, table)
    people = seals.people(row, listed)
    version, stage, snapshot = row["version"], row["stage"], db.unpack(row["snapshot"])
    return Stored(
        table=table,
        guild=row["guild"],
        channel=row["channel"],
        stage=stage,
        version=version,
        snapshot=snapshot,
        intact=row["snapshot_hash"] == seals.snapshot_seal(table, version, stage, snapshot),
        sealed=seals.is_sealed(row) and people == listed and row["people"] == seals.written(listed),
        people=people or {},
        seated=people is not None,
        departed=seals.counts(row),
        processed=await _is_processed(db, interaction),
    )


async def record(db: Session, table: str, *, with_log: bool) -> TableRecord:
    """Return all that is stored of a table; of a closed one the log only on request."""
    stored = await read(db, table, None)
    entries: list[Entry] | LogBroken = []
    if with_log or (stored and stored.stage in OPEN_STAGES):
        try:
            entries = await log(db, table)
        except LogBroken as broken:
            entries = broken
    return TableRecord(table, stored, entries, await seals.messages_are_sealed(db, table))


async def log(db: Session, table: str) -> list[Entry]:
    """Return the log of a table; raise `LogBroken` unless its hashes form an unbroken seals."""
    named = await db.row(_EXPECTED_END, table)
    seq, head = 0, seals.log_start(table)
    entries: list[Entry] = []
    lines = await db.rows(_LOG, table)
    for seq, (number, seat, command, arguments, click, written) in enumerate(lines, 1):
        entry = Entry(seat, command, arguments)
        head = seals.log_link(head, seq, entry, click)
        if number != seq or written != head:
            raise LogBroken(table=table, seq=seq)
        entries.append(entry)
    if named is not None and named != (seq, head) and not await _is_its_end(db, table, seq, head):
        raise LogBroken(table=table, seq=seq + 1)
    return entries
