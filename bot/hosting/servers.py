"""The settings of a Discord server, its language, and its new tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from bot.direct import is_direct
from bot.settings import Settings
from bot.store.data import ServerSettings
from bot.store.store import Store
from bot.tables.actions import execute
from bot.tables.paces import PACES
from bot.tables.table import BOARDS, PICTURE, Chair, Table, new_id, new_secret
from bot.words import LANGUAGES
from players.words.catalogue import match

NO_CLOCK: Final = "none"
"""The usual pace in direct messages, where nobody waits for anybody."""


class Servers:
    """The settings of servers, with the operator's defaults."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], float]) -> None:
        self._store: Final = store
        self._settings: Final = settings
        self._now: Final = now

    async def of(self, guild: int) -> ServerSettings:
        """A server's settings, with defaults where it has set nothing."""
        server = await self._store.server(guild)
        return replace(  # an unreadable value counts as unset
            server,
            pace=server.pace if server.pace in PACES else self._settings.pace,
            board=server.board if server.board in BOARDS else PICTURE,
        )

    async def language_of(self, guild: int, told: object = None) -> str:
        """The language of a server's public messages: as set there, or as Discord says.

        Where the bot speaks neither, it is the operator's default.
        """
        server = await self._store.server(guild)
        spoken = [match(f"{tag}", LANGUAGES) for tag in (server.language, told) if tag]
        return next(filter(None, spoken), self._settings.language)

    async def new_table(
        self,
        user: int,
        guild: int,
        locale: object,
        interaction: int,
        settings: Mapping[str, str],
        computers: Iterable[str] = (),
    ) -> Table:
        """Make a table with these settings and a chair for its host; it is not opened yet.

        Its id comes from the interaction. A host who never played before sees the odds. Hints are
        on until the host turns them off: players who need them do not know the settings, all have
        them alike, and the lobby mentions them.
        """
        server = await self.of(guild)
        first = not await self._store.about(user)
        table = Table(
            id=new_id(interaction),
            language=await self.language_of(guild, locale),
            opened=self._now(),
            secret=new_secret(),
            window_seconds=self._settings.window_seconds,
            decision_seconds=self._settings.decision_seconds,
            chairs=[Chair()],
        )
        usual = {
            "pace": NO_CLOCK if is_direct(guild) else server.pace,
            "board": server.board,
            "odds": "on" if first else "off",
            "hints": "alone",
        }
        for name, value in {**usual, **settings}.items():
            execute(table, "setting", 0, f"{name}={value}")
        for player in computers:
            execute(table, "add_computer", 0, player)
        table.chairs[0].changes = 0  # these settings are its first, not changes
        return table
