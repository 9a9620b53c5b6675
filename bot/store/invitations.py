"""Seats that are kept in lobbies for people who were invited."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.store.sql.session import Database, Session

_OF: Final = """
SELECT user_id, until FROM invitations WHERE table_id = ? AND until > ? ORDER BY until, user_id
"""
_INVITE: Final = """
INSERT INTO invitations (table_id, user_id, until, interaction) VALUES (?, ?, ?, ?)
ON CONFLICT DO NOTHING
"""
_BY: Final = "SELECT 1 FROM invitations WHERE table_id = ? AND user_id = ? AND interaction = ?"
_END: Final = "UPDATE invitations SET until = 0 WHERE table_id = ? AND user_id = ?"


class Invitations:
    """The invitations to tables; each person is invited to a table once."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    async def of(self, table: str) -> dict[int, float]:
        """Return the users for whom a seat is kept, and until when."""
        return dict(await self._database.rows(_OF, table, self._clock()))

    async def invite(self, table: str, user: int, until: float, interaction: int) -> bool:
        """Keep a seat for this user; return whether this is the first invitation.

        A click that is delivered twice is one invitation.
        """

        async def invite(db: Session) -> bool:
            await db.do(_INVITE, table, user, until, interaction)
            return await db.row(_BY, table, user, interaction) is not None

        return await self._database.write(invite)

    async def end(self, table: str, user: int) -> None:
        """Keep no seat for this user any more."""
        await self._database.write(lambda db: db.do(_END, table, user))
