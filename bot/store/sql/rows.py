"""A table in the database: how a change of it is stored, and how it is read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.store import chain
from bot.store.integrity import TableRecord
from bot.store.protocol import (
    Change,
    ChannelTaken,
    LogBroken,
    Outdated,
    Repeated,
    Stored,
)
from bot.store.sql import reckoning, results, seals
from bot.store.sql.session import NotUnique, Row, Session, Value
from bot.tables.actions import Entry
from bot.tables.table import OPEN_STAGES

ENDS_KEPT = 86_400.0
"""For how many seconds the end of a game waits to be shown."""

COLUMNS: Final = (
    *("id", "guild", "channel", "stage", "is_open", "version", "due", "changed", "people"),
    *("people_hash", "departed", "last_seq", "last_hash", "snapshot_hash", "row_hash", "snapshot"),
)
"""Those of a table."""
_INSERT: Final = f"""
INSERT INTO tables ({", ".join(COLUMNS)}) VALUES ({", ".join("?" * len(COLUMNS))})
ON CONFLICT (id) DO NOTHING
"""  # noqa: S608 - our own names
_UPDATE: Final = f"""
UPDATE tables SET {", ".join(f"{name} = ?" for name in COLUMNS[1:])} WHERE id = ? AND version = ?
"""  # noqa: S608 - our own names
_LOG: Final = (
    "INSERT INTO log (table_id, seq, seat, command, arguments, interaction, hash)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_PAINT: Final = (
    "INSERT INTO outbox (table_id, kind, number, version) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (table_id, kind, number) DO UPDATE SET version = excluded.version"
)
_DELETE: Final = (
    "DELETE FROM outbox WHERE table_id = ?",
    "DELETE FROM messages WHERE table_id = ?",
    "DELETE FROM message_seals WHERE table_id = ?",
    "DELETE FROM players WHERE table_id = ?",
    "DELETE FROM leavers WHERE table_id = ?",
    "DELETE FROM unnamed WHERE table_id = ?",
    "DELETE FROM log WHERE table_id = ?",
)
"""What hangs on a table, which comes before the table itself."""


async def store(db: Session, change: Change, now: float) -> None:
    """Carry out a change within the transaction that is open."""
    await _check_is_new(db, change)
    seq, head = await _head(db, change)
    lines = log_lines(change, seq, head)
    people = await _seated(db, change)
    row = row_of(change, people, *end_of(lines, seq, head), now)
    await _put(db, change, row)
    await db.do_all(_LOG, lines)
    await list_players(db, change.table, people, in_game=change.stage != "lobby")
    await db.do_all(_PAINT, pages_of(change))
    if change.result is not None:
        await results.keep(db, change.result, now)
    if change.posted is not None:
        await seals.put_message(db, change.table, change.posted)


def log_lines(change: Change, seq: int, head: str) -> list[tuple[Value, ...]]:
    """The lines that a change adds to the log, behind the one of this number and hash."""
    lines: list[tuple[Value, ...]] = []
    click = change.interaction
    for number, entry in enumerate(change.entries, seq + 1):
        head = chain.link(head, number, entry, click)
        facts = (entry.seat, entry.action, entry.arguments)
        lines.append((change.table, number, *facts, click, head))
        click = None
    return lines


def end_of(lines: list[tuple[Value, ...]], seq: int, head: str) -> tuple[int, str]:
    """The number and hash of the last of these lines, or those before them."""
    if not lines:
        return seq, head
    return seq + len(lines), f"{lines[-1][-1]}"


def pages_of(change: Change) -> list[tuple[Value, ...]]:
    """The pages that wait to be painted since this change."""
    return [(change.table, *page, change.version + 1) for page in change.paint]


async def _check_is_new(db: Session, change: Change) -> None:
    """Raise if this interaction has been carried out before."""
    if change.interaction is None:
        return
    if not change.entries:
        raise ValueError(change.interaction)  # nothing would remember it
    if await _is_processed(db, change.interaction):
        raise Repeated("repeated", table=change.table)


async def _is_processed(db: Session, interaction: int | None) -> bool:
    return await db.row("SELECT 1 FROM log WHERE interaction = ?", interaction) is not None


async def _head(db: Session, change: Change) -> tuple[int, str]:
    """The number and the hash that the log of this table goes on from.

    If its last line is not the one that the table names, one of them has rotted. The next line
    comes after both, so that the table can be played on, or closed.
    """
    named = await db.row("SELECT last_seq, last_hash FROM tables WHERE id = ?", change.table)
    if named is None:
        return 0, chain.start(change.table)
    if not change.version:
        raise Outdated("outdated", table=change.table)  # this name is no longer new
    last = "SELECT seq, hash FROM log WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
    found = await db.row(last, change.table)
    there: tuple[int, str] = (found[0], found[1]) if found else (0, chain.start(change.table))
    if named == there or await _is_its_end(db, change.table, *there):
        return there
    return max((seq for seq in (named[0], there[0]) if isinstance(seq, int)), default=0), named[1]


async def _is_its_end(db: Session, table: str, seq: int, head: str) -> bool:
    """Does the row of a table, of which the end of its log has rotted, speak for this end?"""
    found = await db.named("SELECT * FROM tables WHERE id = ?", table)
    return any(seals.is_sealed({**row, "last_seq": seq, "last_hash": head}) for row in found)


def row_of(change: Change, people: Mapping[int, int], seq: int, head: str, now: float) -> Row:
    """The row of a table as it is after this change, whose last line has this number and hash."""
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
        "people_hash": chain.people_seal(change.table, people),
        "departed": seals.counted(change.departed if change.stage == "lobby" else {}),
        "last_seq": seq,
        "last_hash": head,
        "snapshot_hash": chain.seal(change.table, new, change.stage, change.snapshot),
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
        raise ChannelTaken("channel_taken", channel=change.channel) from error
    if not done:
        raise Outdated("outdated", table=change.table)
    if not change.version:
        await seals.count_in(db, change.table)


async def _seated(db: Session, change: Change) -> dict[int, int]:
    """The people of a change.

    Nobody comes to a closed table any more: whoever is missing there was forgotten since it was
    read for this change. Nobody is forgotten between this look and the end of the transaction.
    """
    people = dict(change.people)
    if not change.version or change.stage in OPEN_STAGES:
        return people
    await db.take_turns()
    seated = await _known_people(db, change.table)
    return {seat: user for seat, user in people.items() if seated.get(seat) == user}


async def _known_people(db: Session, table: str) -> Mapping[int, int]:
    """Who sits at a table, as far as that can be told."""
    found = await db.named("SELECT * FROM tables WHERE id = ?", table)
    told = [seals.people(row, await seals.players(db, table)) for row in found]
    return told[0] or {} if told else {}


async def list_players(
    db: Session, table: str, people: Mapping[int, int], *, in_game: bool
) -> None:
    """Have a table found by the people who sit there, who are mostly those of before.

    Who gets up from a game is remembered until it ends.
    """
    listed = await seals.players(db, table)
    if listed == people:
        return
    if in_game:
        gone = {seat: user for seat, user in listed.items() if people.get(seat) != user}
        await results.note_leavers(db, table, gone)
    await db.do("DELETE FROM players WHERE table_id = ?", table)
    await db.do_all(
        "INSERT INTO players (table_id, seat, user_id) VALUES (?, ?, ?)",
        [(table, seat, user) for seat, user in people.items()],
    )


async def forget(db: Session, user: int) -> int:
    """Take a user off the seats of closed tables, and out of the results; how many seats."""
    await db.take_turns()  # first: no table is closed or changed between the look and the end
    closed = await db.named(
        "SELECT * FROM tables WHERE is_open = 0"
        " AND id IN (SELECT table_id FROM players WHERE user_id = ?)",
        user,
    )
    await reckoning.forget(db, user)
    return sum([await _forget(db, row, user) for row in closed])


async def _forget(db: Session, row: Row, user: int) -> int:
    """Take a user off a closed table, whose seals are whole afterwards if they were before."""
    table, listed = row["id"], await seals.players(db, row["id"])
    was_sealed, told = seals.is_sealed(row), seals.people(row, listed)
    left = {seat: other for seat, other in (told or listed).items() if other != user}
    row["people"] = seals.written(left)
    row["people_hash"] = chain.people_seal(table, left) if told is not None else ""
    if was_sealed:
        row["row_hash"] = seals.row_seal(row)
    await db.do(
        "UPDATE tables SET people = ?, people_hash = ?, row_hash = ? WHERE id = ?",
        *(row["people"], row["people_hash"], row["row_hash"], table),
    )
    await db.do("DELETE FROM players WHERE table_id = ? AND user_id = ?", table, user)
    return sum([other == user for other in (told or listed).values()])


async def delete_lobby(db: Session, table: str) -> bool:
    """Delete a closed table with all that hangs on it, unless cards were ever dealt there."""
    found = await db.row(
        "SELECT 1 FROM tables WHERE id = ? AND is_open = 0 AND NOT EXISTS"
        " (SELECT 1 FROM log WHERE table_id = id AND command = 'start')",
        table,
    )
    if found is None:
        return False
    await delete(db, table)
    return True


async def delete(db: Session, table: str) -> None:
    """Delete a table with all that hangs on it, unless somebody else has done so."""
    await db.take_turns()  # before any row is locked, so that nobody waits for each other
    for sql in _DELETE:
        await db.do(sql, table)
    if await db.do("DELETE FROM tables WHERE id = ?", table):
        await seals.count_in(db, table, -1)


async def forget_old_pages(db: Session, now: float) -> None:
    """Give up showing the ends of games that nobody can be waiting for any more."""
    await db.do(
        "DELETE FROM outbox WHERE table_id IN"
        " (SELECT id FROM tables JOIN outbox ON table_id = id WHERE is_open = 0 AND changed < ?)",
        now - ENDS_KEPT,
    )


async def read(db: Session, table: str, interaction: int | None) -> Stored | None:
    """The table of this name, and whether the interaction has been carried out."""
    found = await db.named("SELECT * FROM tables WHERE id = ?", table)
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
        intact=row["snapshot_hash"] == chain.seal(table, version, stage, snapshot),
        sealed=seals.is_sealed(row) and people == listed and row["people"] == seals.written(listed),
        people=people or {},
        seated=people is not None,
        departed=seals.counts(row),
        processed=await _is_processed(db, interaction),
    )


async def record(db: Session, table: str, *, with_log: bool) -> TableRecord:
    """All that there is of a table; without its log if it is closed and that is not wanted."""
    stored = await read(db, table, None)
    entries: list[Entry] | LogBroken = []
    if with_log or (stored and stored.stage in OPEN_STAGES):
        try:
            entries = await log(db, table)
        except LogBroken as broken:
            entries = broken
    return TableRecord(table, stored, entries, await seals.messages_are_sealed(db, table))


async def log(db: Session, table: str) -> list[Entry]:
    """The whole log of a table, if each line hangs on the one before and the last is there."""
    named = await db.row("SELECT last_seq, last_hash FROM tables WHERE id = ?", table)
    seq, head = 0, chain.start(table)
    entries: list[Entry] = []
    lines = await db.rows(
        "SELECT seq, seat, command, arguments, interaction, hash FROM log WHERE table_id = ?"
        " ORDER BY seq",
        table,
    )
    for seq, (number, seat, command, arguments, click, written) in enumerate(lines, 1):
        entry = Entry(seat, command, arguments)
        head = chain.link(head, seq, entry, click)
        if number != seq or written != head:
            raise LogBroken("log_broken", table=table, seq=seq)
        entries.append(entry)
    if named is not None and named != (seq, head) and not await _is_its_end(db, table, seq, head):
        raise LogBroken("log_broken", table=table, seq=seq + 1)
    return entries
