"""What the bot asks of the ships that people have decorated."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from bot.ships.ship import Ship


class Ships(Protocol):
    """Ships by user, wherever they play, and the words that servers do not want in their names."""

    async def of(self, users: Collection[int]) -> dict[int, Ship]:
        """The ships of those among these people who have chosen anything."""
        ...

    async def change(
        self,
        user: int,
        *,
        name: str | None = None,
        balloon: str | None = None,
        stripes: str | None = None,
        emblem: str | None = None,
    ) -> Ship:
        """Keep what is chosen, and leave the rest as it was; what the ship is now."""
        ...

    async def unnamed(self, table: str) -> frozenset[int]:
        """The seats of a table whose ships fly without their names there."""
        ...

    async def unname(self, table: str, seat: int) -> None:
        """Have the ship of this seat fly without its name at this table."""
        ...

    async def unwanted(self, guild: int) -> str:
        """The list of words that this server does not want."""
        ...

    async def set_unwanted(self, guild: int, listed: str) -> None:
        """Keep this list."""
        ...
