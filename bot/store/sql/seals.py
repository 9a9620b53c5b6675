"""Hashes on rows, which notice changes from outside; a database's own check misses most of them.

Each table has seals on its row, its users and its snapshot, and a chain through its log. In a file
two sums notice rows that are missing: one of the messages of each table, and a count of the tables
themselves. The hashes have no key: they notice accidents, but not a person who computes them again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from string import hexdigits
from typing import Any, Final

from bot.store.data import Damage, PostedMessage
from bot.store.sql.session import Row, Session
from bot.tables.actions import Entry

Part = str | int | float | None

NOTHING: Final = "0" * 64
"""The sum of no hashes."""
SEALED: Final = (
    "id",
    "guild",
    "channel",
    "stage",
    "is_open",
    "version",
    "due",
    "changed",
    "people_hash",
    "departed",
    "last_seq",
    "last_hash",
    "snapshot_hash",
)
"""The columns of ``tables`` that the row's own hash covers."""
SELECT_TABLE: Final = "SELECT * FROM tables WHERE id = ?"
_PLAYERS: Final = "SELECT seat, user_id FROM players WHERE table_id = ? ORDER BY seat"


def digest(*parts: Part) -> str:
    """Return the hash of these parts. Each is preceded by its type and length, so none runs into
    the next."""
    whole = sha256()
    for part in parts:
        text = str(part).encode()
        whole.update(b"%s:%d:" % (type(part).__name__.encode(), len(text)))
        whole.update(text)
    return whole.hexdigest()


def toggled(total: str, *hashes: str) -> str:
    """Return a sum of hashes with these added, or removed if it has them; order does not matter."""
    number = int(total, 16)
    for each in hashes:
        number ^= int(each, 16)
    return f"{number:064x}"


# --- the log --------------------------------------------------------------------------------------


def log_start(table: str) -> str:
    """Return the hash that the first line of a table's log continues."""
    return digest("log", table)


def log_link(previous: str, seq: int, entry: Entry, interaction: int | None = None) -> str:
    """Return the hash of a line, which covers all lines before it, too."""
    return digest(previous, seq, entry.seat, entry.action, entry.arguments, interaction)


# --- a table's row, its snapshot and its people ---------------------------------------------------


def snapshot_seal(table: str, version: int, stage: str, snapshot: str) -> str:
    """Return the hash that is stored beside a snapshot and changes with any of these."""
    return digest("snapshot", table, version, stage, snapshot)


def people_seal(table: str, people: Mapping[int, int]) -> str:
    """Return the hash of a table's users by seat."""
    return digest("people", table, *[part for pair in sorted(people.items()) for part in pair])


def row_seal(row: Row) -> str:
    """Return the hash of the other columns of a table's row."""
    return digest("row", *[part for name in sorted(SEALED) for part in (name, row[name])])


def is_sealed(row: Row) -> bool:
    """Return whether this row is the one that was written."""
    return bool(row["row_hash"] == row_seal(row))


def written(people: Mapping[int, int]) -> str:
    """Return users in the form of the column ``people``."""
    return json.dumps({f"{seat}": people[seat] for seat in sorted(people)}, separators=(",", ":"))


def _read(people: object) -> dict[int, int] | None:
    try:
        data = json.loads(people) if isinstance(people, str) else None
        return {int(seat): int(user) for seat, user in data.items()} if data is not None else None
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None


async def players(db: Session, table: str) -> dict[int, int]:
    """Return the users of a table by the list that finds a user's tables."""
    return dict(await db.rows(_PLAYERS, table))


def people(row: Row, listed: Mapping[int, int]) -> dict[int, int] | None:
    """Return the users of this table; None if damage hides them.

    The row and the list of players both name them. Either counts only if its hash is the one in
    the row, or the one that the hash of the row fits.
    """
    for told in (_read(row["people"]), dict(listed)):
        if told is None:
            continue
        sealed = people_seal(row["id"], told)
        if sealed == row["people_hash"] or is_sealed({**row, "people_hash": sealed}):
            return told
    return None


def counted(departed: Mapping[str, int]) -> str:
    """Return how often users have left, in the form of the column ``departed``."""
    return json.dumps({**departed}, separators=(",", ":"), sort_keys=True)


def counts(row: Row) -> dict[str, int]:
    """Return how often users have left; empty if that is damaged."""
    try:
        data = json.loads(row["departed"])
        return {f"{mark}": int(times) for mark, times in data.items()}
    except (ValueError, TypeError, AttributeError, RecursionError):
        return {}


# --- messages -----------------------------------------------------------------------------------

_MESSAGES: Final = (
    "SELECT table_id, kind, number, channel, message, reposts, is_uncertain, picture"
    " FROM messages WHERE table_id = ?"
)
_MESSAGE: Final = _MESSAGES + " AND kind = ? AND number = ?"
_NEW_SEAL: Final = """
INSERT INTO message_seals (table_id, hash) VALUES (?, ?) ON CONFLICT (table_id) DO NOTHING
"""
_PUT_MESSAGE: Final = """
INSERT INTO messages (table_id, kind, number, channel, message, reposts, is_uncertain, picture)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (table_id, kind, number) DO UPDATE SET
    channel = excluded.channel, message = excluded.message, reposts = excluded.reposts,
    is_uncertain = excluded.is_uncertain, picture = excluded.picture
"""
_DROP_MESSAGE: Final = "DELETE FROM messages WHERE table_id = ? AND kind = ? AND number = ?"
_DROP_MESSAGES: Final = "DELETE FROM messages WHERE table_id = ?"
_SEAL: Final = "SELECT hash FROM message_seals WHERE table_id = ?"
_SET_SEAL: Final = "UPDATE message_seals SET hash = ? WHERE table_id = ?"
_PUT_SEAL: Final = "INSERT INTO message_seals (table_id, hash) VALUES (?, ?)"
_DROP_SEAL: Final = "DELETE FROM message_seals WHERE table_id = ?"
_DROP_SEALS: Final = "DELETE FROM message_seals"


async def put_message(db: Session, table: str, message: PostedMessage) -> None:
    """Note the message of a page."""
    place = (message.channel, message.message, message.reposts, int(message.uncertain))
    row = (table, *message.key, *place, f"{message.picture or ''}")
    if db.keeps_sums:
        await _replace(db, table, *message.key, row)
    await db.do(_PUT_MESSAGE, *row)


async def drop_message(db: Session, table: str, kind: str, number: int) -> None:
    """Note that a page has no message."""
    if db.keeps_sums:
        await _replace(db, table, kind, number)
    await db.do(_DROP_MESSAGE, table, kind, number)


async def drop_messages(db: Session, table: str) -> None:
    """Forget all messages of this table."""
    await db.do(_DROP_MESSAGES, table)
    await db.do(_DROP_SEAL, table)


async def messages_are_sealed(db: Session, table: str) -> bool:
    """Return whether the messages of this table are those that were written, as far as is known."""
    if not db.keeps_sums:
        return True
    hashes = [_message_hash(row) for row in await db.rows(_MESSAGES, table)]
    return toggled(NOTHING, *hashes) == await _message_seal(db, table)


def _message_hash(row: tuple[Any, ...]) -> str:
    """Return the hash of a message; without a picture, that of versions before pictures."""
    *others, picture = row
    return digest("message", *others, *filter(None, [picture]))


async def _message_seal(db: Session, table: str) -> object:
    found = await db.row(_SEAL, table)
    return found[0] if found else NOTHING


async def _replace(
    db: Session, table: str, kind: str, number: int, row: tuple[Any, ...] | None = None
) -> None:
    """Put this row into the seal of a table, in place of the former row of its key."""
    await db.do(_NEW_SEAL, table, NOTHING)
    before = await _message_seal(db, table)
    if not _is_hash(before):  # damaged; a new one would hide that
        return
    old = await db.row(_MESSAGE, table, kind, number)
    hashes = [_message_hash(it) for it in (old, row) if it is not None]
    await db.do(_SET_SEAL, toggled(str(before), *hashes), table)


# --- the table count ----------------------------------------------------------------------------

_COUNT: Final = "SELECT tables, hash FROM census"
_SET_COUNT: Final = "UPDATE census SET tables = ?, hash = ?"
_CLEAR_COUNT: Final = "DELETE FROM census"
_PUT_COUNT: Final = "INSERT INTO census (tables, hash) VALUES (?, ?)"
_NAMES: Final = "SELECT id FROM tables NOT INDEXED"


async def add_to_count(db: Session, table: str, by: int = 1) -> None:
    """Add a new table to the table count, or take one out of it (``by`` -1)."""
    if not db.keeps_sums:
        return
    for count, total in await db.rows(_COUNT):
        if _is_hash(total) and isinstance(count, int):
            hashed = toggled(total, digest("table", table))
            await db.do(_SET_COUNT, count + by, hashed)


async def count_damage(db: Session) -> Damage | None:
    """Return what the table count proves: tables are missing, or the count itself is damaged."""
    if not db.keeps_sums:
        return None
    names = await _names(db)
    found = await db.rows(_COUNT)
    if found == [(len(names), _sum_of(names))]:
        return None
    count = found[0][0] if len(found) == 1 else 0
    if isinstance(count, int) and count > len(names):
        return Damage("", "missing", count - len(names))
    return Damage("", "census")


async def count_again(db: Session) -> None:
    """Make the table count fit the tables that exist."""
    names = await _names(db)
    await db.do(_CLEAR_COUNT)
    await db.do(_PUT_COUNT, len(names), _sum_of(names))


async def sum_again(db: Session) -> None:
    """Make all sums fit what came from a database that keeps none."""
    await count_again(db)
    await db.do(_DROP_SEALS)
    for table in await _names(db):
        rows = await db.rows(_MESSAGES, table)
        if rows:
            total = toggled(NOTHING, *[_message_hash(row) for row in rows])
            await db.do(_PUT_SEAL, table, total)


async def _names(db: Session) -> list[str]:
    return [name for (name,) in await db.rows(_NAMES)]


def _sum_of(names: Iterable[str]) -> str:
    return toggled(NOTHING, *[digest("table", name) for name in names])


def _is_hash(text: object) -> bool:
    return isinstance(text, str) and len(text) == len(NOTHING) and {*text} <= {*hexdigits}
