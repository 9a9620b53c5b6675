"""What the host asks of a database; `bot.store.sqlite.store` is one that keeps it.

Everything that must survive goes through `Store.commit`: one change of one table in one
transaction. The log speaks of seats; whose they are stands in a list of its own, so that a person
can be forgotten and games stay whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

OPEN_STAGES: Final = ("lobby", "playing")
"""The stages of a table that takes up its channel."""
FROZEN: Final = "frozen"
"""The stage of a table that was closed since it could not be read: snapshot and log are damaged."""
UNSURE = -1
"""Instead of how often a board had been called back: a fresh message may hang beside this one."""
ANY_VERSION = 2**62
"""Later than any version that a table can come to."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log: what a seat (None: the house) did."""

    seat: int | None
    act: str
    words: str = field(repr=False)
    """The rest of what was done, which may name a card of a hand."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it was read."""

    table: str
    guild: int
    channel: int
    stage: str
    version: int
    snapshot: str = field(repr=False)
    intact: bool
    """The snapshot is the one that was written: its hash fits."""
    people: Mapping[int, int]
    """The user on each seat that belongs to a person."""
    done: bool = False
    """The interaction that was asked about has been carried out already."""


@dataclass(frozen=True, slots=True)
class Change:
    """All that one act changes: it is stored whole or not at all."""

    table: str
    guild: int
    channel: int
    stage: str
    version: int
    """The version this was made from; it becomes the next one. 0: a new table."""
    entries: Sequence[Entry]
    snapshot: str = field(repr=False)
    people: Mapping[int, int]
    due: float | None
    """When the table is to be looked at again, in seconds of the epoch; None: never by itself."""
    paint: Sequence[int] = ()
    """The pages whose messages must be painted again."""
    interaction: int | None = None
    """What Discord calls the click; the same one is never carried out twice."""


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """Where a page of a table's story hangs."""

    page: int
    channel: int
    message: int
    reposts: int = 0
    """How often the board had been called back when it was hung up."""

    def link(self, guild: int) -> str:
        """The address that leads there."""
        return f"https://discord.com/channels/{guild}/{self.channel}/{self.message}"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a Discord server has set."""

    language: str = ""
    """"": the language that the server told Discord."""
    pace: str = ""
    """"": the bot's own default."""


class StoreError(Exception):
    """The database did not do it; nothing has changed. ``code`` says why, ``data`` where."""

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data

    def __str__(self) -> str:
        facts = ", ".join(f"{key}={value!r}" for key, value in self.data.items())
        return f"{self.code} ({facts})" if facts else self.code


OF_THE_WHOLE_STORE = frozenset({"full", "read_only", "locked", "failing", "cannot_open", "closed"})
"""The codes of troubles of the whole database; any other may be that of one table alone."""


class Repeated(StoreError):
    """This interaction has been carried out before."""


class Outdated(StoreError):
    """The table has moved on since it was read."""


class ChannelTaken(StoreError):
    """There is an open table in this channel already."""


class LogBroken(StoreError):
    """The log of a table is not the one that was written."""


class Store(Protocol):
    """A database of tables."""

    async def open(self) -> None:
        """Bring the database up to date and make it ours alone."""
        ...

    async def close(self) -> None:
        """Finish what is under way, and let go."""
        ...

    async def commit(self, change: Change) -> None:
        """Store this change, durably, or raise a `StoreError` and change nothing."""
        ...

    async def table(self, table: str, interaction: int | None = None) -> Stored | None:
        """The table of this name."""
        ...

    async def log(self, table: str) -> list[Entry]:
        """All that was done at a table; `LogBroken` if it is not what was written."""
        ...

    async def open_table_in(self, channel: int) -> str | None:
        """The open table of this channel."""
        ...

    async def last_table_in(self, channel: int) -> str | None:
        """The table that this channel had last, open or not."""
        ...

    async def open_tables_of(self, user: int, guild: int) -> list[str]:
        """The open tables of a server at which this user sits, the latest first."""
        ...

    async def count_open_tables(self, guild: int) -> int:
        """How many tables are open in this server."""
        ...

    async def tables_to_show_in(self, guild: int) -> list[str]:
        """The open tables of this server, and those whose end waits to be shown."""
        ...

    async def lately_played(self, since: float, most: int) -> list[str]:
        """The games that were changed since then, the latest first."""
        ...

    async def due(self, now: float) -> list[str]:
        """The tables that are to be looked at by now, the longest due first; it reads none."""
        ...

    async def next_due(self, after: float = 0.0) -> float | None:
        """When the next table is to be looked at, of those that are due after this time."""
        ...

    async def last_changed(self) -> float | None:
        """When an open table was changed last, by the clock as it was then; it reads no table."""
        ...

    async def unpainted(self) -> list[str]:
        """The tables with pages that wait to be painted, the open ones first."""
        ...

    async def pages_never_posted(self, within: float) -> list[tuple[str, int]]:
        """What waits to be painted and may hang where nobody knows.

        Of tables that were changed within so many seconds.
        """
        ...

    async def pages_to_paint(self, table: str) -> list[int]:
        """The pages of this table that wait to be painted, the first ones first."""
        ...

    async def message_of(self, table: str, page: int) -> PostedMessage | None:
        """Where this page hangs, if it does."""
        ...

    async def painted(
        self, table: str, page: int, version: int, message: PostedMessage | None
    ) -> None:
        """Note that a page shows this version, and where it hangs now (None: nowhere)."""
        ...

    async def record_post(
        self, table: str, message: PostedMessage, old: PostedMessage | None = None
    ) -> None:
        """Note where a page hangs, and that its old message waits to be taken down, as a call."""
        ...

    async def repaint(self, tables: Sequence[str]) -> None:
        """Have the newest page that hangs of each of these tables painted again."""
        ...

    async def server(self, guild: int) -> ServerSettings:
        """What this server has set."""
        ...

    async def set_server(self, guild: int, server: ServerSettings) -> None:
        """Keep what this server sets."""
        ...

    async def fact(self, name: str) -> str | None:
        """Something that the bot noted for itself."""
        ...

    async def note(self, name: str, value: str) -> None:
        """Note something for the next time."""
        ...

    async def about(self, user: int) -> list[tuple[str, int, str]]:
        """All that is known of a user: table, seat and stage of each seat they hold."""
        ...

    async def forget(self, user: int) -> int:
        """Take this user off all seats of tables that are no longer open; how many."""
        ...
