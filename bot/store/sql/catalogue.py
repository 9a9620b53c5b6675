"""The tables of the database: what each is about, and what becomes of its rows.

The one place that says which rows go with a game table, with a user, with a server, and which are
copied. Deletion, forgetting, export and copies derive from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.store.sql.session import statement


class Fate(Enum):
    """What becomes of rows when the user or the server that they name is forgotten."""

    DELETED = "deleted"
    CLEARED = "cleared"
    """The row stays without the user: the results of the other players need it."""
    BY_TABLE = "by table"
    """The row changes together with its game table, whose hashes speak for it."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A table of the database."""

    name: str
    key: tuple[str, ...]
    """Columns that identify a row; copies are read in their order."""
    of_table: bool = False
    """Its rows are deleted with the game table that they name as ``table_id``."""
    users: tuple[str, ...] = ()
    """Columns with a user's id."""
    user: Fate | None = None
    server: Fate | None = None
    """Of rows that name a server as ``guild``."""
    exported: str = ""
    """The name under which a user gets their rows."""
    derived: bool = False
    """Computed from the results, and computed again by ``python -m bot results``."""
    copied: bool = True
    """Part of what the bot knows; the rest is about this database or the processes on it."""


_USER: Final = ("user_id",)
_RESULT: Final = ("game", "seat")
_SEAT: Final = ("table_id", "seat")
_PAGE: Final = ("table_id", "kind", "number")


def _of_results(name: str, *key: str, users: tuple[str, ...] = _USER) -> Relation:
    """Return a table of what is computed from the results of each user in each server."""
    gone = Fate.DELETED
    return Relation(name, key, users=users, user=gone, server=gone, exported=name, derived=True)


def _at_table(name: str, exported: str) -> Relation:
    """Return a table of facts about users at game tables."""
    key, gone = ("table_id", "user_id"), Fate.DELETED
    return Relation(name, key, of_table=True, users=_USER, user=gone, exported=exported)


CATALOGUE: Final = (
    Relation("tables", ("id",), server=Fate.BY_TABLE),
    Relation("census", ("tables",)),
    Relation("log", ("table_id", "seq"), of_table=True),
    Relation("players", _SEAT, of_table=True, users=_USER, user=Fate.BY_TABLE, exported="seats"),
    Relation("outbox", _PAGE, of_table=True),
    Relation("messages", _PAGE, of_table=True),
    Relation("message_seals", ("table_id",), of_table=True),
    Relation("servers", ("guild",), server=Fate.DELETED),
    Relation("facts", ("name",)),
    Relation("games", ("number",), server=Fate.CLEARED),
    Relation(
        "results", _RESULT, users=_USER, user=Fate.CLEARED, server=Fate.CLEARED, exported="games"
    ),
    _of_results("standings", "guild", "ladder", "period", "user_id"),
    _of_results("rivals", "user_id", "guild", "other_id", users=("user_id", "other_id")),
    _of_results("colours", "user_id", "guild", "colour"),
    _of_results("ratings", "guild", "ladder", "user_id"),
    Relation("rungs", ("guild", "ladder", "rung"), server=Fate.DELETED, derived=True),
    Relation("leavers", _SEAT, of_table=True, users=_USER, user=Fate.DELETED, exported="left"),
    Relation("people", _USER, users=_USER, user=Fate.DELETED, exported="chosen"),
    Relation("unnamed", _SEAT, of_table=True),
    Relation("absences", ("guild",), server=Fate.DELETED),
    Relation("greetings", ("guild",), server=Fate.DELETED),
    _at_table("invitations", "invited"),
    _at_table("links", "links"),
    Relation("presets", ("guild", "name"), server=Fate.DELETED),
    Relation("callings", ("guild",), server=Fate.DELETED),
    Relation(
        "callees",
        ("guild", "user_id"),
        users=_USER,
        user=Fate.DELETED,
        server=Fate.DELETED,
        exported="called",
    ),
    Relation("calls", ("table_id", "kind"), of_table=True),
    _at_table("waits", "waits"),
    Relation(
        "reminders",
        _USER,
        users=_USER,
        user=Fate.DELETED,
        server=Fate.DELETED,
        exported="reminders",
    ),
    Relation("pauses", ("user_id", "began"), users=_USER, user=Fate.DELETED, exported="pauses"),
    Relation(
        "appointments",
        ("id",),
        users=_USER,
        user=Fate.CLEARED,
        server=Fate.DELETED,
        exported="appointments",
    ),
    Relation(
        "answers", ("appointment", "user_id"), users=_USER, user=Fate.DELETED, exported="answers"
    ),
    Relation("schema_version", ("version",), copied=False),
    Relation("fleet", ("one",), copied=False),
    Relation("processes", ("process",), copied=False),
    Relation("shards", ("shard",), copied=False),
    Relation("identifies", ("bucket",), copied=False),
)
"""Every table, after those that it refers to."""

COPIED: Final = tuple(it for it in CATALOGUE if it.copied)


def _deletes(relations: Sequence[Relation], condition: str) -> tuple[str, ...]:
    template = "DELETE FROM {name} WHERE {condition}"
    return tuple(statement(template, name=it.name, condition=condition) for it in relations)


DELETE_OF_TABLE: Final = _deletes([it for it in CATALOGUE if it.of_table], "table_id = ?")
"""Delete what refers to a game table; they come before the deletion of the table itself."""

FORGET_USER: Final = tuple(
    statement(
        "DELETE FROM {name} WHERE {column} = ?"
        if it.user is Fate.DELETED
        else "UPDATE {name} SET {column} = NULL WHERE {column} = ?",
        name=it.name,
        column=column,
    )
    for it in CATALOGUE
    if it.user in (Fate.DELETED, Fate.CLEARED)
    for column in it.users
)
"""Take a user out of everything but the seats of tables."""

DELETE_OF_USER_IN_SERVER: Final = _deletes(
    [it for it in CATALOGUE if it.user is it.server is Fate.DELETED], "user_id = ? AND guild = ?"
)
"""Delete the sums of one user in one server."""

DELETE_OF_SERVER: Final = _deletes(
    [it for it in CATALOGUE if it.server is Fate.DELETED and not (it.derived and it.users)],
    "guild = ?",
)
"""Delete the rest of a server once the sums of its people are gone."""

DELETE_RESULTS: Final = tuple(
    statement("DELETE FROM {name}", name=it.name)
    for it in reversed(CATALOGUE)
    if it.derived or it.name in ("games", "results")
)
"""Delete all results and all that is computed from them, to insert them anew."""
