"""A table in the database: how a change of it is stored, and how it is read back."""

from __future__ import annotations

import sqlite3

from bot.store import chain
from bot.store.protocol import (
    Change,
    ChannelTaken,
    LogBroken,
    Outdated,
    Repeated,
    Stored,
)
from bot.tables.entry import Entry
from bot.tables.stages import OPEN_STAGES

INTERACTIONS_KEPT = 86_400.0
"""For how many seconds an interaction is remembered; Discord lets it live for 900."""

ENDS_KEPT = 86_400.0
"""For how many seconds the end of a game waits to be shown."""

_INSERT = """
INSERT INTO tables (id, guild, channel, stage, is_open, version, due, changed,
                    last_seq, last_hash, snapshot_hash, snapshot)
VALUES (:id, :guild, :channel, :stage, :is_open, :version + 1, :due, :changed,
        :last_seq, :last_hash, :snapshot_hash, :snapshot)
"""
_UPDATE = """
UPDATE tables
SET guild = :guild, channel = :channel, stage = :stage, is_open = :is_open,
    version = version + 1, due = :due, changed = :changed, last_seq = :last_seq,
    last_hash = :last_hash, snapshot_hash = :snapshot_hash, snapshot = :snapshot
WHERE id = :id AND version = :version
"""


def store(db: sqlite3.Connection, change: Change, now: float) -> None:
    """Carry out a change within the transaction that is open."""
    _remember(db, change, now)
    seq, head = _head(db, change)
    lines: list[tuple[object, ...]] = []
    for seq, entry in enumerate(change.entries, seq + 1):  # noqa: B020 - it counts on from there
        head = chain.link(head, seq, entry)
        lines.append((change.table, seq, entry.seat, entry.command, entry.arguments, head))
    _put(db, change, seq, head, now)
    db.executemany(
        "INSERT INTO log (table_id, seq, seat, command, arguments, hash) VALUES (?, ?, ?, ?, ?, ?)",
        lines,
    )
    _place(db, change)
    db.executemany(
        "INSERT INTO outbox (table_id, kind, number, version) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (table_id, kind, number) DO UPDATE SET version = excluded.version",
        [(change.table, *page, change.version + 1) for page in change.paint],
    )


def _remember(db: sqlite3.Connection, change: Change, now: float) -> None:
    """Remember the interaction, or raise that it has been carried out before."""
    if change.interaction is None:
        return
    forget_interactions(db, now)  # about one is old for each that is new
    new = db.execute(
        "INSERT INTO processed_interactions (interaction, at) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (change.interaction, now),
    )
    if not new.rowcount:
        raise Repeated("repeated", table=change.table)


def _head(db: sqlite3.Connection, change: Change) -> tuple[int, str]:
    """The number and the hash that the log of this table goes on from.

    If its last line is not the one that the table names, one of them has rotted. The next line
    comes after both, so that the table can be played on, or closed.
    """
    found = db.execute(
        "SELECT last_seq, last_hash, (SELECT MAX(seq) FROM log WHERE table_id = id)"
        " FROM tables WHERE id = ?",
        (change.table,),
    ).fetchone()
    if found is None:
        return 0, chain.start(change.table)
    if not change.version:
        raise Outdated("outdated", table=change.table)  # this name is no longer new
    named, head, there = found
    return max((seq for seq in (named, there) if isinstance(seq, int)), default=0), head


def _put(db: sqlite3.Connection, change: Change, seq: int, head: str, now: float) -> None:
    new = change.version + 1
    row: dict[str, object] = {
        "id": change.table,
        "guild": change.guild,
        "channel": change.channel,
        "stage": change.stage,
        "is_open": int(change.stage in OPEN_STAGES),
        "version": change.version,
        "due": change.due,
        "changed": now,
        "last_seq": seq,
        "last_hash": head,
        "snapshot_hash": chain.seal(change.table, new, change.stage, change.snapshot),
        "snapshot": change.snapshot,
    }
    try:
        done = db.execute(_UPDATE if change.version else _INSERT, row)
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_UNIQUE:
            raise
        raise ChannelTaken("channel_taken", channel=change.channel) from error
    if not done.rowcount:
        raise Outdated("outdated", table=change.table)


def _place(db: sqlite3.Connection, change: Change) -> None:
    """Seat the people of a change, who are mostly those that sit there already.

    Nobody comes to a closed table any more: whoever is missing there was forgotten since it was
    read for this change.
    """
    seated, people = _people(db, change.table), dict(change.people)
    if change.version and change.stage not in OPEN_STAGES:
        people = {seat: user for seat, user in people.items() if seated.get(seat) == user}
    if seated == people:
        return
    db.execute("DELETE FROM players WHERE table_id = ?", (change.table,))
    db.executemany(
        "INSERT INTO players (table_id, seat, user_id) VALUES (?, ?, ?)",
        [(change.table, seat, user) for seat, user in people.items()],
    )


def forget_interactions(db: sqlite3.Connection, now: float) -> None:
    """Delete the interactions that Discord forgot long ago."""
    db.execute("DELETE FROM processed_interactions WHERE at < ?", (now - INTERACTIONS_KEPT,))


def forget_old_pages(db: sqlite3.Connection, now: float) -> None:
    """Give up showing the ends of games that nobody can be waiting for any more."""
    db.execute(
        "DELETE FROM outbox WHERE table_id IN"
        " (SELECT id FROM tables JOIN outbox ON table_id = id WHERE is_open = 0 AND changed < ?)",
        (now - ENDS_KEPT,),
    )


def _people(db: sqlite3.Connection, table: str) -> dict[int, int]:
    found = db.execute(
        "SELECT seat, user_id FROM players WHERE table_id = ? ORDER BY seat", (table,)
    )
    return dict(found.fetchall())


def read(db: sqlite3.Connection, table: str, interaction: int | None) -> Stored | None:
    """The table of this name, and whether the interaction has been carried out."""
    found = db.execute(
        "SELECT guild, channel, stage, version, snapshot_hash, snapshot FROM tables WHERE id = ?",
        (table,),
    ).fetchone()
    if found is None:
        return None
    guild, channel, stage, version, seal, snapshot = found
    processed = db.execute(
        "SELECT 1 FROM processed_interactions WHERE interaction = ?", (interaction,)
    ).fetchone()
    return Stored(
        table=table,
        guild=guild,
        channel=channel,
        stage=stage,
        version=version,
        snapshot=str(snapshot),  # rot can make it bytes
        intact=seal == chain.seal(table, version, stage, snapshot),
        people=_people(db, table),
        processed=processed is not None,
    )


def log(db: sqlite3.Connection, table: str) -> list[Entry]:
    """The whole log of a table, if each line hangs on the one before and the last is there."""
    found = db.execute("SELECT last_seq, last_hash FROM tables WHERE id = ?", (table,)).fetchone()
    seq, head = 0, chain.start(table)
    entries: list[Entry] = []
    lines = db.execute(
        "SELECT seq, seat, command, arguments, hash FROM log WHERE table_id = ? ORDER BY seq",
        (table,),
    )
    for seq, (number, seat, command, arguments, written) in enumerate(lines.fetchall(), 1):
        entry = Entry(seat, command, arguments)
        head = chain.link(head, seq, entry)
        if number != seq or written != head:
            raise LogBroken("log_broken", table=table, seq=seq)
        entries.append(entry)
    if found is not None and found != (seq, head):
        raise LogBroken("log_broken", table=table, seq=seq + 1)
    return entries
