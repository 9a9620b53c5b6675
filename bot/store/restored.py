"""What becomes of a table that is restored: channels show what came after the copy was made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from secrets import randbelow
from typing import Final

from bot.store.protocol import Change, LogBroken, Stored
from bot.tables.actions import RESTORED, Entry, NotReplayed, execute, rebuilt
from bot.tables.table import Table, Unreadable, dump, load

GENERATIONS: Final = 1000
"""So many generations there are: a copy that is restored twice has another one each time."""


def as_restored(stored: Stored, log: Callable[[], Sequence[Entry]]) -> Change | None:
    """The change that has an open board posted anew; None if nobody can play at this table."""
    table = _as_played(stored, log) if stored.seated else None
    if table is None:
        return None
    execute(table, RESTORED, None)
    table.generation = 1 + randbelow(GENERATIONS - 1)
    return Change(
        table=stored.table,
        guild=table.guild,
        channel=table.channel,
        stage=table.stage,
        version=stored.version,
        entries=(Entry(None, RESTORED),),
        snapshot=dump(table),
        people=stored.people,
        departed=stored.departed,
        due=table.due,
        paint=(table.page.key,),
    )


def _as_played(stored: Stored, log: Callable[[], Sequence[Entry]]) -> Table | None:
    """The table as the bot will go on with it; None if it cannot."""
    if stored.intact:
        with suppress(Unreadable):
            return load(stored.snapshot)
    with suppress(LogBroken, NotReplayed):
        return rebuilt(log())
    return None
