"""Records the greetings of servers, so that each invitation of the bot is greeted once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.store.sql.session import Database, Session

_BEGIN: Final = """
INSERT INTO greetings (guild, invited, begun) VALUES (?, ?, ?)
ON CONFLICT (guild) DO UPDATE SET
    invited = excluded.invited, begun = excluded.begun, channel = NULL, message = NULL
WHERE greetings.invited <> excluded.invited
"""
_FORGET: Final = "DELETE FROM greetings WHERE guild = ?"
_OF: Final = "SELECT guild, invited, begun, channel, message FROM greetings WHERE guild = ?"
_POSTED: Final = "UPDATE greetings SET channel = ?, message = ? WHERE guild = ? AND invited = ?"
_DROP: Final = "DELETE FROM greetings WHERE guild = ? AND invited = ?"


@dataclass(frozen=True, slots=True)
class Greeting:
    """The greeting of a server."""

    guild: int
    invited: float
    """When the bot was invited, by Discord's clock."""
    begun: float
    """When the greeting was first about to be posted."""
    channel: int | None
    message: int | None
    """None: it may be posted, or not."""


class Greetings:
    """The greetings of servers, each of the server's last invitation."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild: int) -> Greeting | None:
        """Return the greeting of this server."""
        return _read(await self._database.rows(_OF, guild))

    async def begin(self, guild: int, invited: float, now: float) -> Greeting:
        """Return the greeting of this invitation; a new one is about to be posted."""

        async def begin(db: Session) -> Greeting:
            await db.do(_BEGIN, guild, invited, now)
            return _read(await db.rows(_OF, guild)) or Greeting(guild, invited, now, None, None)

        return await self._database.write(begin)

    async def begin_again(self, guild: int, invited: float, now: float) -> None:
        """Let this invitation be greeted once more."""

        async def begin(db: Session) -> None:
            await db.do(_FORGET, guild)
            await db.do(_BEGIN, guild, invited, now)

        await self._database.write(begin)

    async def note_posted(self, greeting: Greeting, channel: int, message: int) -> None:
        """Note where a greeting stands."""
        values = (channel, message, greeting.guild, greeting.invited)
        await self._database.write(lambda db: db.do(_POSTED, *values))

    async def drop(self, greeting: Greeting) -> None:
        """Forget a greeting that was certainly not posted."""
        values = (greeting.guild, greeting.invited)
        await self._database.write(lambda db: db.do(_DROP, *values))


def _read(rows: Sequence[tuple[Any, ...]]) -> Greeting | None:
    return Greeting(*rows[0]) if rows else None
