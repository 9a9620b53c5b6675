"""Has the boards of open tables posted again after the database went back in time."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from bot.store.data import Change, Stored
from bot.store.errors import LogBroken
from bot.store.sql import rows
from bot.store.sql.session import Session
from bot.tables.actions import RESTORED, Entry, NotReplayed, execute, rebuilt
from bot.tables.table import Table, Unreadable, dump, load, new_generation

OPEN_TABLES: Final = "SELECT id, changed FROM tables WHERE is_open = 1 ORDER BY id"


async def repost(db: Session, table: str, changed: float) -> None:
    """Have an open board posted again: its channel shows what came after the copy was made."""
    stored = await rows.read(db, table, None)
    if stored is None or not stored.seated:
        return
    log: Sequence[Entry] = ()
    if not stored.intact:
        with suppress(LogBroken):
            log = await rows.log(db, table)
    played = _as_played(stored, log)
    if played is not None:
        await rows.store(db, _as_restored(stored, played), changed)


def _as_played(stored: Stored, log: Sequence[Entry]) -> Table | None:
    """Return the table as the bot will continue it; None if it cannot."""
    if stored.intact:
        with suppress(Unreadable):
            return load(stored.snapshot)
    with suppress(NotReplayed):
        return rebuilt(log)
    return None


def _as_restored(stored: Stored, table: Table) -> Change:
    execute(table, RESTORED, None)
    table.generation = new_generation()
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
