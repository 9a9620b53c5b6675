"""The hashes on rows: who is believed to sit where, which messages are ours, which tables exist."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from string import hexdigits
from typing import Any, Final

from bot.store import chain
from bot.store.damage import Damage
from bot.store.protocol import PostedMessage
from bot.store.sql.session import Row, Session

SEALED: Final = (
    *("id", "guild", "channel", "stage", "is_open", "version", "due", "changed"),
    *("people_hash", "departed", "last_seq", "last_hash", "snapshot_hash"),
)
"""The columns of a table that its row's own hash speaks for."""

# --- a table's row and its people ---------------------------------------------------------------


def row_seal(row: Row) -> str:
    """The hash that belongs to this row."""
    return chain.row_seal({name: row[name] for name in SEALED})


def is_sealed(row: Row) -> bool:
    """Is this row the one that was written?"""
    return bool(row["row_hash"] == row_seal(row))


def written(people: Mapping[int, int]) -> str:
    """People in the form in which a table's row lists them."""
    return json.dumps({f"{seat}": people[seat] for seat in sorted(people)}, separators=(",", ":"))


def _read(people: object) -> dict[int, int] | None:
    try:
        data = json.loads(people) if isinstance(people, str) else None
        return {int(seat): int(user) for seat, user in data.items()} if data is not None else None
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None


async def players(db: Session, table: str) -> dict[int, int]:
    """The seats as the list of players has them, which is there to find a person's tables."""
    sql = "SELECT seat, user_id FROM players WHERE table_id = ? ORDER BY seat"
    return dict(await db.rows(sql, table))


def people(row: Row, listed: Mapping[int, int]) -> dict[int, int] | None:
    """Who sits at this table; None if nobody can tell any more.

    Its row and the list of players both say it. Either is believed only if its hash is the one in
    the row, or the one that the seal of the row speaks for.
    """
    for told in (_read(row["people"]), dict(listed)):
        if told is None:
            continue
        sealed = chain.people_seal(row["id"], told)
        if sealed == row["people_hash"] or is_sealed({**row, "people_hash": sealed}):
            return told
    return None


def counted(departed: Mapping[str, int]) -> str:
    """How often users have got up, in the form in which a table's row lists it."""
    return json.dumps({**departed}, separators=(",", ":"), sort_keys=True)


def counts(row: Row) -> dict[str, int]:
    """How often users have got up; if that has rotted, they begin anew."""
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
_ALONE: Final = (
    "INSERT INTO message_seals (table_id, hash) VALUES (?, ?)"
    " ON CONFLICT (table_id) DO UPDATE SET hash = message_seals.hash"
)
"""Locks the seal of a table: no other process changes a message between a look and the end."""


async def put_message(db: Session, table: str, message: PostedMessage) -> None:
    """Note where a page stands."""
    row = (
        *(table, *message.key, message.channel, message.message),
        *(message.reposts, int(message.uncertain), f"{message.picture or ''}"),
    )
    await _replace(db, table, *message.key, row)
    await db.do(
        "INSERT INTO messages"
        " (table_id, kind, number, channel, message, reposts, is_uncertain, picture)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (table_id, kind, number) DO UPDATE SET"
        " channel = excluded.channel, message = excluded.message, reposts = excluded.reposts,"
        " is_uncertain = excluded.is_uncertain, picture = excluded.picture",
        *row,
    )


async def drop_message(db: Session, table: str, kind: str, number: int) -> None:
    """A page stands nowhere any more."""
    await _replace(db, table, kind, number)
    await db.do(
        "DELETE FROM messages WHERE table_id = ? AND kind = ? AND number = ?",
        *(table, kind, number),
    )


async def drop_messages(db: Session, table: str) -> None:
    """Nobody knows where the pages of this table stand."""
    await db.do("DELETE FROM messages WHERE table_id = ?", table)
    await db.do("DELETE FROM message_seals WHERE table_id = ?", table)


async def messages_are_sealed(db: Session, table: str) -> bool:
    """Are the messages of this table those that were written, all of them?"""
    hashes = [_message_hash(row) for row in await db.rows(_MESSAGES, table)]
    return chain.toggled(chain.NOTHING, *hashes) == await _message_seal(db, table)


def _message_hash(row: tuple[Any, ...]) -> str:
    """The hash of a message; without a picture it is the same as before there were any."""
    *others, picture = row
    return chain.digest("message", *others, *filter(None, [picture]))


async def _message_seal(db: Session, table: str) -> object:
    found = await db.row("SELECT hash FROM message_seals WHERE table_id = ?", table)
    return found[0] if found else chain.NOTHING


async def _replace(
    db: Session, table: str, kind: str, number: int, row: tuple[Any, ...] | None = None
) -> None:
    """Let the seal speak for this row, and no longer for the one there was before it."""
    await db.do(_ALONE, table, chain.NOTHING)
    before = await _message_seal(db, table)
    if not _is_hash(before):  # it has rotted, and must not seem whole by being made anew
        return
    old = await db.row(f"{_MESSAGES} AND kind = ? AND number = ?", table, kind, number)
    hashes = [_message_hash(it) for it in (old, row) if it is not None]
    await db.do(
        "UPDATE message_seals SET hash = ? WHERE table_id = ?",
        *(chain.toggled(str(before), *hashes), table),
    )


# --- the tables that there are ------------------------------------------------------------------


async def count_in(db: Session, table: str, by: int = 1) -> None:
    """Enter a new table into the census, or take one out of it (``by`` -1)."""
    await db.take_turns()
    for count, total in await db.rows("SELECT tables, hash FROM census"):
        if _is_hash(total) and isinstance(count, int):
            hashed = chain.toggled(total, chain.digest("table", table))
            await db.do("UPDATE census SET tables = ?, hash = ?", count + by, hashed)


async def census_damage(db: Session) -> Damage | None:
    """What the census says is wrong: tables are missing, or it is itself damaged."""
    names = await _names(db)
    found = await db.rows("SELECT tables, hash FROM census")
    if found == [(len(names), _sum_of(names))]:
        return None
    count = found[0][0] if len(found) == 1 else 0
    if isinstance(count, int) and count > len(names):
        return Damage("", "missing", count - len(names))
    return Damage("", "census")


async def count_anew(db: Session) -> None:
    """Let the census be what there is."""
    names = await _names(db)
    await db.do("DELETE FROM census")
    await db.do("INSERT INTO census (tables, hash) VALUES (?, ?)", len(names), _sum_of(names))


async def _names(db: Session) -> list[str]:
    return [name for (name,) in await db.rows("SELECT id FROM tables NOT INDEXED")]


def _sum_of(names: Iterable[str]) -> str:
    return chain.toggled(chain.NOTHING, *[chain.digest("table", name) for name in names])


def _is_hash(text: object) -> bool:
    return isinstance(text, str) and len(text) == len(chain.NOTHING) and {*text} <= {*hexdigits}
