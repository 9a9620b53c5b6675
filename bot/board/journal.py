"""A line in a channel of a server's choice for what people do who open, call, remove and close."""

from __future__ import annotations

import logging
from typing import Final

from bot.background import Background
from bot.board.requests import NOT_DONE, Requests
from bot.discord.rest import body
from bot.errors import kind_of, report
from bot.hosting.servers import Servers
from bot.pages.layout import PAST_COLOUR, Layout, person
from bot.store.errors import StoreError
from bot.store.store import Store
from bot.words import catalogue
from bot.words.emoji import icon

_log = logging.getLogger(__name__)


class Journal:
    """Writes each line once, or not at all: nothing depends on it, and it pings nobody."""

    def __init__(self, store: Store, servers: Servers, requests: Requests) -> None:
        self._store: Final = store
        self._servers: Final = servers
        self._requests: Final = requests
        self._background: Final = Background("journal")

    async def close(self) -> None:
        """Stop; what is not written yet is lost."""
        await self._background.close()

    def note(self, what: str, guild: int, user: int, channel: int, whom: int | None = None) -> None:
        """Write in the background what a user did in a channel, and to whom."""
        self._background.begin(self._note(what, guild, user, channel, whom))

    async def _note(self, what: str, guild: int, user: int, channel: int, whom: int | None) -> None:
        try:
            server = await self._store.server(guild)
            if not server.journal:
                return
            say = catalogue(await self._servers.language_of(guild))
            values = {"who": person(user), "where": f"<#{channel}>"}
            if whom is not None:
                values["whom"] = person(whom)
            line = f"{icon('log')} {say(f'journal-{what}', **values)}"
            content = Layout(PAST_COLOUR).text(line).content()
            await self._requests.post(server.journal, body(content.components))
        except NOT_DONE as fault:
            _log.info("a line for the journal of server %s is lost: %s", guild, kind_of(fault))
        except StoreError as fault:
            _log.warning("a line for the journal of server %s is lost: %s", guild, fault.code)
        except Exception as fault:
            report("the journal", fault)
