"""Hashes that notice what was changed behind our back; a database's own check misses most of it.

Each table has seals on its row, its people, its snapshot and its messages, and a chain through its
log. A census counts the tables themselves. No key is in any of them: they notice accidents and
careless hands, but nobody who makes them anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from bot.tables.actions import Entry

Part = str | int | float | None

NOTHING: Final = "0" * 64
"""The sum of no hashes at all."""


def digest(*parts: Part) -> str:
    """The hash of these parts; kind and length stand before each, so none runs into the next."""
    whole = sha256()
    for part in parts:
        text = str(part).encode()
        whole.update(b"%s:%d:" % (type(part).__name__.encode(), len(text)))
        whole.update(text)
    return whole.hexdigest()


def seal(table: str, version: int, stage: str, snapshot: str) -> str:
    """The hash that is stored beside a snapshot and notices any change of it."""
    return digest("snapshot", table, version, stage, snapshot)


def people_seal(table: str, people: Mapping[int, int]) -> str:
    """The hash over who sits at a table."""
    return digest("people", table, *[part for pair in sorted(people.items()) for part in pair])


def row_seal(row: Mapping[str, Part]) -> str:
    """The hash over the rest of a table's row: where it stands, when it is due, and all else."""
    return digest("row", *[part for name in sorted(row) for part in (name, row[name])])


def start(table: str) -> str:
    """The hash from which the first line of a table's log goes on."""
    return digest("log", table)


def link(previous: str, seq: int, entry: Entry, interaction: int | None = None) -> str:
    """The hash of a line, which speaks for all lines before it too."""
    return digest(previous, seq, entry.seat, entry.action, entry.arguments, interaction)


def toggled(total: str, *hashes: str) -> str:
    """The sum of hashes with these added, or taken out if they are in it; the order is nothing."""
    number = int(total, 16)
    for each in hashes:
        number ^= int(each, 16)
    return f"{number:064x}"
