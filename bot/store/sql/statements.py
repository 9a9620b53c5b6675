"""Puts names of tables and columns into statements; values always travel as parameters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.store.leases import SHARD_BITS, Share


def statement(template: str, **names: str | Iterable[str]) -> str:
    """Return this statement with the program's own names in place of its braces."""
    joined = {key: it if isinstance(it, str) else ", ".join(it) for key, it in names.items()}
    return template.format(**joined)


def insert(table: str, columns: Sequence[str]) -> str:
    """Return the statement that inserts a row of these columns."""
    marks = ["?"] * len(columns)
    template = "INSERT INTO {table} ({columns}) VALUES ({marks})"
    return statement(template, table=table, columns=columns, marks=marks)


def of_shards(template: str, share: Share) -> str:
    """Return this statement with ``{shards}`` as a further condition: tables of these shards."""
    if share.whole:
        return statement(template, shards="")
    own = ", ".join(f"{shard}" for shard in sorted(share.mine)) or "-1"
    condition = f" AND (guild >> {SHARD_BITS}) % {share.all} IN ({own})"
    return statement(template, shards=condition)
