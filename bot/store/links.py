"""Links to seats at tables. Only their hashes are stored: a copy of the database opens none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.store.sql.session import Database, Session

_ISSUE: Final = """
INSERT INTO links (table_id, user_id, link, browser) VALUES (?, ?, ?, NULL)
ON CONFLICT (table_id, user_id) DO UPDATE SET link = excluded.link, browser = NULL
"""
_OF: Final = "SELECT table_id, user_id, browser FROM links WHERE link = ?"
_GUILD: Final = """
SELECT tables.guild FROM links JOIN tables ON tables.id = links.table_id WHERE link = ?
"""
_BIND: Final = "UPDATE links SET browser = ? WHERE link = ? AND browser IS NULL"


@dataclass(frozen=True, slots=True)
class Link:
    """A link that was opened: whose seat it is, and at which table."""

    table: str
    user: int
    browser: str | None
    """The hash of the key of the browser that it belongs to; None: of none yet."""


class Links:
    """The links to seats, at most one for each user and table."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    async def issue(self, table: str, user: int, link: str) -> None:
        """Note a new link of a user at a table, by its hash; an earlier one is void."""
        await self._database.write(lambda db: db.do(_ISSUE, table, user, link))

    async def open(self, link: str, browser: str) -> Link | None:
        """Return the link with this hash; the first browser that opens it is the only one."""
        found = await self._find(link)
        if found is None or found.browser is not None:
            return found

        async def bind(db: Session) -> None:
            await db.do(_BIND, browser, link)

        await self._database.write(bind)
        return await self._find(link)

    async def guild_of(self, link: str) -> int | None:
        """Return the server of the table of the link with this hash."""
        found = await self._database.rows(_GUILD, link)
        return found[0][0] if found else None

    async def _find(self, link: str) -> Link | None:
        found = await self._database.rows(_OF, link)
        return Link(*found[0]) if found else None
