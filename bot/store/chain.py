"""Hashes that notice what was changed behind our back; a database's own check misses most of it."""

from __future__ import annotations

from hashlib import sha256

from bot.tables.entry import Entry

Part = str | int | None


def _digest(*parts: Part) -> str:
    """The hash of these parts; kind and length stand before each, so none runs into the next."""
    whole = sha256()
    for part in parts:
        text = str(part).encode()
        whole.update(b"%s:%d:" % (type(part).__name__.encode(), len(text)))
        whole.update(text)
    return whole.hexdigest()


def seal(table: str, version: int, stage: str, snapshot: str) -> str:
    """The hash that is stored beside a snapshot and notices any change of it."""
    return _digest("snapshot", table, version, stage, snapshot)


def start(table: str) -> str:
    """The hash from which the first line of a table's log goes on."""
    return _digest("log", table)


def link(previous: str, seq: int, entry: Entry) -> str:
    """The hash of a line, which speaks for all lines before it too."""
    return _digest(previous, seq, entry.seat, entry.command, entry.arguments)
