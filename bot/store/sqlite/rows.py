"""A table in the database: how a change of it is stored, and how it is read back."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any, Final

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
from bot.store.sqlite import reckoning, results, seals
from bot.tables.entry import Entry
from bot.tables.stages import OPEN_STAGES

ENDS_KEPT = 86_400.0
"""For how many seconds the end of a game waits to be shown."""

_INSERT: Final = """
INSERT INTO tables (id, guild, channel, stage, is_open, version, due, changed, people, people_hash,
                    departed, last_seq, last_hash, snapshot_hash, row_hash, snapshot)
VALUES (:id, :guild, :channel, :stage, :is_open, :version, :due, :changed, :people, :people_hash,
        :departed, :last_seq, :last_hash, :snapshot_hash, :row_hash, :snapshot)
"""
_UPDATE: Final = """
UPDATE tables
SET guild = :guild, channel = :channel, stage = :stage, is_open = :is_open, version = :version,
    due = :due, changed = :changed, people = :people, people_hash = :people_hash,
    departed = :departed, last_seq = :last_seq, last_hash = :last_hash,
    snapshot_hash = :snapshot_hash, row_hash = :row_hash, snapshot = :snapshot
WHERE id = :id AND version = :made_from
"""
_DELETE: Final = (
    "DELETE FROM outbox WHERE table_id = ?",
    "DELETE FROM messages WHERE table_id = ?",
    "DELETE FROM message_seals WHERE table_id = ?",
    "DELETE FROM players WHERE table_id = ?",
    "DELETE FROM leavers WHERE table_id = ?",
    "DELETE FROM unnamed WHERE table_id = ?",
    "DELETE FROM log WHERE table_id = ?",
    "DELETE FROM tables WHERE id = ?",
)
"""What hangs on a table comes before the table itself."""


def store(db: sqlite3.Connection, change: Change, now: float) -> None:
    """Carry out a change within the transaction that is open."""
    _check_is_new(db, change)
    seq, head = _head(db, change)
    lines: list[tuple[object, ...]] = []
    click = change.interaction
    for seq, entry in enumerate(change.entries, seq + 1):  # noqa: B020 - it counts on from there
        head = chain.link(head, seq, entry, click)
        lines.append((change.table, seq, entry.seat, entry.command, entry.arguments, click, head))
        click = None
    people = _seated(db, change)
    if change.stage != "lobby":
        results.note_leavers(db, change.table, people)
    _put(db, change, people, seq, head, now)
    db.executemany(
        "INSERT INTO log (table_id, seq, seat, command, arguments, interaction, hash)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        lines,
    )
    list_players(db, change.table, people)
    db.executemany(
        "INSERT INTO outbox (table_id, kind, number, version) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (table_id, kind, number) DO UPDATE SET version = excluded.version",
        [(change.table, *page, change.version + 1) for page in change.paint],
    )
    if change.result is not None:
        results.keep(db, change.result, now)


def _check_is_new(db: sqlite3.Connection, change: Change) -> None:
    """Raise if this interaction has been carried out before."""
    if change.interaction is None:
        return
    if not change.entries:
        raise ValueError(change.interaction)  # nothing would remember it
    if _is_processed(db, change.interaction):
        raise Repeated("repeated", table=change.table)


def _is_processed(db: sqlite3.Connection, interaction: int | None) -> bool:
    found = db.execute("SELECT 1 FROM log WHERE interaction = ?", (interaction,))
    return found.fetchone() is not None


def _head(db: sqlite3.Connection, change: Change) -> tuple[int, str]:
    """The number and the hash that the log of this table goes on from.

    If its last line is not the one that the table names, one of them has rotted. The next line
    comes after both, so that the table can be played on, or closed.
    """
    row = db.execute("SELECT last_seq, last_hash FROM tables WHERE id = ?", (change.table,))
    named = row.fetchone()
    if named is None:
        return 0, chain.start(change.table)
    if not change.version:
        raise Outdated("outdated", table=change.table)  # this name is no longer new
    last = "SELECT seq, hash FROM log WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
    found = db.execute(last, (change.table,)).fetchone()
    there: tuple[int, str] = found or (0, chain.start(change.table))
    if named == there or _is_its_end(db, change.table, *there):
        return there
    return max((seq for seq in (named[0], there[0]) if isinstance(seq, int)), default=0), named[1]


def _is_its_end(db: sqlite3.Connection, table: str, seq: int, head: str) -> bool:
    """Does the row of a table, of which the end of its log has rotted, speak for this end?"""
    found = seals.rows(db, "SELECT * FROM tables WHERE id = ?", table)
    return any(seals.is_sealed({**row, "last_seq": seq, "last_hash": head}) for row in found)


def _put(
    db: sqlite3.Connection,
    change: Change,
    people: Mapping[int, int],
    seq: int,
    head: str,
    now: float,
) -> None:
    new = change.version + 1
    row: dict[str, Any] = {
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
        "made_from": change.version,
    }
    row["row_hash"] = seals.row_seal(row)
    try:
        done = db.execute(_UPDATE if change.version else _INSERT, row)
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_UNIQUE:
            raise
        raise ChannelTaken("channel_taken", channel=change.channel) from error
    if not done.rowcount:
        raise Outdated("outdated", table=change.table)
    if not change.version:
        seals.count_in(db, change.table)


def _seated(db: sqlite3.Connection, change: Change) -> dict[int, int]:
    """The people of a change.

    Nobody comes to a closed table any more: whoever is missing there was forgotten since it was
    read for this change.
    """
    people = dict(change.people)
    if not change.version or change.stage in OPEN_STAGES:
        return people
    seated = _known_people(db, change.table)
    return {seat: user for seat, user in people.items() if seated.get(seat) == user}


def _known_people(db: sqlite3.Connection, table: str) -> Mapping[int, int]:
    """Who sits at a table, as far as that can be told."""
    found = seals.rows(db, "SELECT * FROM tables WHERE id = ?", table)
    told = [seals.people(row, seals.players(db, table)) for row in found]
    return told[0] or {} if told else {}


def list_players(db: sqlite3.Connection, table: str, people: Mapping[int, int]) -> None:
    """Have a table found by the people who sit there, who are mostly those of before."""
    if seals.players(db, table) == people:
        return
    db.execute("DELETE FROM players WHERE table_id = ?", (table,))
    db.executemany(
        "INSERT INTO players (table_id, seat, user_id) VALUES (?, ?, ?)",
        [(table, seat, user) for seat, user in people.items()],
    )


def forget(db: sqlite3.Connection, user: int) -> int:
    """Take a user off the seats of closed tables, and out of the results; how many seats."""
    closed = seals.rows(
        db,
        "SELECT * FROM tables WHERE is_open = 0"
        " AND id IN (SELECT table_id FROM players WHERE user_id = ?)",
        user,
    )
    reckoning.forget(db, user)
    return sum([_forget(db, row, user) for row in closed])


def _forget(db: sqlite3.Connection, row: dict[str, Any], user: int) -> int:
    """Take a user off a closed table, whose seals are whole afterwards if they were before."""
    table, listed = row["id"], seals.players(db, row["id"])
    was_sealed, told = seals.is_sealed(row), seals.people(row, listed)
    left = {seat: other for seat, other in (told or listed).items() if other != user}
    row["people"] = seals.written(left)
    row["people_hash"] = chain.people_seal(table, left) if told is not None else ""
    if was_sealed:
        row["row_hash"] = seals.row_seal(row)
    db.execute(
        "UPDATE tables SET people = :people, people_hash = :people_hash, row_hash = :row_hash"
        " WHERE id = :id",
        row,
    )
    db.execute("DELETE FROM players WHERE table_id = ? AND user_id = ?", (table, user))
    return sum([other == user for other in (told or listed).values()])


def delete_lobby(db: sqlite3.Connection, table: str) -> bool:
    """Delete a closed table with all that hangs on it, unless cards were ever dealt there."""
    found = db.execute(
        "SELECT 1 FROM tables WHERE id = ? AND is_open = 0 AND NOT EXISTS"
        " (SELECT 1 FROM log WHERE table_id = id AND command = 'start')",
        (table,),
    ).fetchone()
    if found is None:
        return False
    delete(db, table)
    return True


def delete(db: sqlite3.Connection, table: str) -> None:
    """Delete a table with all that hangs on it."""
    for sql in _DELETE:
        db.execute(sql, (table,))
    seals.count_in(db, table, -1)


def forget_old_pages(db: sqlite3.Connection, now: float) -> None:
    """Give up showing the ends of games that nobody can be waiting for any more."""
    db.execute(
        "DELETE FROM outbox WHERE table_id IN"
        " (SELECT id FROM tables JOIN outbox ON table_id = id WHERE is_open = 0 AND changed < ?)",
        (now - ENDS_KEPT,),
    )


def read(db: sqlite3.Connection, table: str, interaction: int | None) -> Stored | None:
    """The table of this name, and whether the interaction has been carried out."""
    found = seals.rows(db, "SELECT * FROM tables WHERE id = ?", table)
    if not found:
        return None
    (row,) = found
    listed = seals.players(db, table)
    people = seals.people(row, listed)
    version, stage, snapshot = row["version"], row["stage"], row["snapshot"]
    return Stored(
        table=table,
        guild=row["guild"],
        channel=row["channel"],
        stage=stage,
        version=version,
        snapshot=str(snapshot),  # rot can make it bytes
        intact=row["snapshot_hash"] == chain.seal(table, version, stage, snapshot),
        sealed=seals.is_sealed(row) and people == listed and row["people"] == seals.written(listed),
        people=people or {},
        seated=people is not None,
        departed=seals.counts(row),
        processed=_is_processed(db, interaction),
    )


def record(db: sqlite3.Connection, table: str, *, with_log: bool) -> TableRecord:
    """All that there is of a table; without its log if it is closed and that is not wanted."""
    stored = read(db, table, None)
    entries: list[Entry] | LogBroken = []
    if with_log or (stored and stored.stage in OPEN_STAGES):
        try:
            entries = log(db, table)
        except LogBroken as broken:
            entries = broken
    return TableRecord(table, stored, entries, seals.messages_are_sealed(db, table))


def log(db: sqlite3.Connection, table: str) -> list[Entry]:
    """The whole log of a table, if each line hangs on the one before and the last is there."""
    found = db.execute("SELECT last_seq, last_hash FROM tables WHERE id = ?", (table,)).fetchone()
    seq, head = 0, chain.start(table)
    entries: list[Entry] = []
    lines = db.execute(
        "SELECT seq, seat, command, arguments, interaction, hash FROM log WHERE table_id = ?"
        " ORDER BY seq",
        (table,),
    )
    for seq, (number, seat, command, arguments, click, written) in enumerate(lines.fetchall(), 1):
        entry = Entry(seat, command, arguments)
        head = chain.link(head, seq, entry, click)
        if number != seq or written != head:
            raise LogBroken("log_broken", table=table, seq=seq)
        entries.append(entry)
    if found is not None and found != (seq, head) and not _is_its_end(db, table, seq, head):
        raise LogBroken("log_broken", table=table, seq=seq + 1)
    return entries
