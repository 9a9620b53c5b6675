"""Settings of tables under the names that servers have given them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.store.sql.session import Database, Session

MOST: Final = 5
"""Presets of one server."""

_OF: Final = "SELECT name, settings FROM presets WHERE guild = ? ORDER BY name"
_SAVE: Final = """
INSERT INTO presets (guild, name, settings) VALUES (?, ?, ?)
ON CONFLICT (guild, name) DO UPDATE SET settings = excluded.settings
"""


class SavedPresets:
    """The presets of servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild: int) -> dict[str, str]:
        """Return the settings of this server's presets by their names."""
        return _named(await self._database.rows(_OF, guild))

    async def save(self, guild: int, name: str, settings: str) -> bool:
        """Store settings under this name, or replace them; return whether there was room."""

        async def save(db: Session) -> bool:
            known = _named(await db.rows(_OF, guild))
            if name not in known and len(known) >= MOST:
                return False
            await db.do(_SAVE, guild, name, settings)
            return True

        return await self._database.write(save)


def _named(rows: Sequence[tuple[str, str]]) -> dict[str, str]:
    return dict(rows)
