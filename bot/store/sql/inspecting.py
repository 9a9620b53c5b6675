"""A look at all that a database holds, table by table."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from bot.store.damage import Damage
from bot.store.integrity import Holdings, damages
from bot.store.sql import rows, seals
from bot.store.sql.session import Session


async def holdings(db: Session) -> Holdings:
    """How much there is."""
    ((tables, open_ones, lines),) = await db.rows(
        "SELECT COUNT(*), COUNT(*) FILTER (WHERE is_open = 1), (SELECT COUNT(*) FROM log)"
        " FROM tables"
    )
    return Holdings(tables, open_ones, lines)


async def damage_in(db: Session) -> AsyncGenerator[Damage]:
    """What is wrong, the census first and then the tables, open ones before the others."""
    census = await seals.census_damage(db)
    if census is not None:
        yield census
    for (table,) in await db.rows("SELECT id FROM tables ORDER BY is_open DESC, id"):
        for damage in damages([await rows.record(db, f"{table}", with_log=True)]):
            yield damage
