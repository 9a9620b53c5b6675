"""What the bot asks of a database; `bot.store.sqlite` and `bot.store.postgres` keep it.

Everything that must survive goes through `Store.commit`: one change of one table in one
transaction. The log speaks of seats. Whose they are stands in a list of its own, so that a person
can be forgotten and games stay whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.results.result import GameResult
from bot.store.damage import Damage
from bot.store.leases import Leases, Share
from bot.store.overview import OpenTables
from bot.store.people import People
from bot.store.results import Results
from bot.store.retention import Retention
from bot.store.ships import Ships
from bot.tables.actions import Entry
from bot.tables.pages import REPLACED, PageKey
from engine.errors import CodedError


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
    seated: bool = True
    """Those are the people that were written, whom a hand may be shown to."""
    sealed: bool = True
    """So is the rest of what stands beside the snapshot. It can be made again."""
    departed: Mapping[str, int] = field(default_factory=dict[str, int], repr=False)
    """How often users have got up from this lobby, by marks that name nobody."""
    processed: bool = False
    """The interaction that was asked about has been carried out already."""


@dataclass(frozen=True, slots=True)
class Change:
    """All that one command changes. It is stored whole or not at all."""

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
    """When the table has to be looked at again, in seconds of the epoch; None: never by itself."""
    paint: Sequence[PageKey] = ()
    """The pages whose messages must be painted again."""
    interaction: int | None = None
    """Discord's id of the click, which has a line in ``entries``. The same one is never carried out
    twice."""
    departed: Mapping[str, int] = field(default_factory=dict[str, int], repr=False)
    """How often users have got up, by marks that name nobody; kept as long as it is a lobby."""
    posted: PostedMessage | None = None
    """A page that was posted before it was stored: the message with which a game began."""
    result: GameResult | None = None
    """What the game has come to that ends now."""


@dataclass(frozen=True, slots=True)
class Attached:
    """The picture that lies beside a message."""

    id: int
    """Discord's id of the file; 0 where it did not tell."""
    name: str
    occasion: str
    """What it must show: the roll of a leg. What changes besides does not make it wrong."""

    def __str__(self) -> str:
        return f"{self.id} {self.name} {self.occasion}"

    @classmethod
    def read(cls, text: str) -> Attached | None:
        """The picture from its text form; None if there is none, or none that can be read."""
        number, _, rest = text.partition(" ")
        name, _, occasion = rest.partition(" ")
        return cls(int(number), name, occasion) if number.isdecimal() and name else None


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """Where a page stands in Discord."""

    key: PageKey
    channel: int
    message: int
    reposts: int = 0
    """How often pages of this table had been reposted when it was posted."""
    uncertain: bool = False
    """A newer message for the same page may have been posted, and nobody knows where."""
    picture: Attached | None = None

    @property
    def replaced(self) -> PostedMessage:
        """The same message once a newer one stands in its place."""
        return replace(self, key=PageKey(REPLACED, self.message))

    def link(self, guild: int) -> str:
        """The address that leads there."""
        return f"https://discord.com/channels/{guild}/{self.channel}/{self.message}"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a Discord server has set."""

    language: str = ""
    """"": the language that the server told Discord."""
    pace: str = ""
    board: str = ""
    """"": the bot's own default, for both."""


class StoreError(CodedError):
    """The database did not do it; nothing has changed, unless it is `InDoubt`.

    ``code`` says why, ``data`` where.
    """


OF_THE_WHOLE_STORE = frozenset(
    {"full", "read_only", "locked", "failing", "cannot_open", "closed", "unreachable", "no_entry"}
)
"""The codes of failures of the whole database. Any other may concern one table alone."""


class InDoubt(StoreError):
    """The answer of the database was lost, and nobody could look: it may be stored all the same."""


class Repeated(StoreError):
    """This interaction has been carried out before."""


class Outdated(StoreError):
    """The table has moved on since it was read."""


class ChannelTaken(StoreError):
    """There is an open table in this channel already."""


class LogBroken(StoreError):
    """The log of a table is not the one that was written."""


class Store(Protocol):
    """A database of tables, and of what their games came to."""

    share: Share
    """Whose tables `due`, `unpainted`, `open_tables` and their kin answer for."""

    @property
    def leases(self) -> Leases | None:
        """What we share with other processes; None: there are none, and all is ours alone."""
        ...

    @property
    def results(self) -> Results:
        """The results of games."""
        ...

    @property
    def ships(self) -> Ships:
        """The ships that people have decorated."""
        ...

    @property
    def people(self) -> People:
        """What people have chosen for themselves."""
        ...

    @property
    def retention(self) -> Retention:
        """What throws away what has been kept long enough."""
        ...

    async def open(self) -> None:
        """Bring the database up to date and make it ours alone."""
        ...

    async def close(self) -> None:
        """Finish what is under way, and let go."""
        ...

    # --- tables --------------------------------------------------------------------------------

    async def commit(self, change: Change) -> None:
        """Store this change, durably, or raise a `StoreError` and change nothing.

        After `InDoubt` nobody knows which.
        """
        ...

    async def table(self, table: str, interaction: int | None = None) -> Stored | None:
        """The table of this name, and whether this interaction was carried out."""
        ...

    async def delete_lobby(self, table: str) -> bool:
        """Delete all that is stored of a closed table in which no game ever began; was it one?"""
        ...

    async def log(self, table: str) -> list[Entry]:
        """All that was done at a table; `LogBroken` if it is not what was written."""
        ...

    async def names(self, after: str, most: int) -> list[str]:
        """The names of the next tables behind this one, open or not; it reads no table."""
        ...

    async def broken_seals(self, table: str) -> list[Damage]:
        """What the hashes of this table say is wrong; the log of a closed one is not read."""
        ...

    async def mend_version(self, table: str) -> None:
        """Give this table a version that can be, if it has none."""
        ...

    async def open_table_in(self, channel: int) -> str | None:
        """The open table of this channel."""
        ...

    async def last_table_in(self, channel: int) -> str | None:
        """The last table of this channel, open or not."""
        ...

    async def closed_tables_in(self, channel: int, most: int) -> list[str]:
        """The tables of this channel that are closed, the latest first."""
        ...

    async def open_tables_of(self, user: int, guild: int) -> list[str]:
        """The open tables of a server at which this user sits, the latest first."""
        ...

    async def count_open_tables(self, guild: int) -> int:
        """How many tables are open in this server."""
        ...

    async def open_tables(self) -> OpenTables:
        """How many tables of ours are open, and at how many a game is under way."""
        ...

    async def tables_to_show_in(self, guild: int) -> list[str]:
        """The open tables of this server, and those whose end has yet to be shown."""
        ...

    async def recently_played(self, since: float, most: int) -> list[str]:
        """The games that were changed since then, the latest first."""
        ...

    async def due(self, now: float) -> list[str]:
        """The tables that have to be looked at by now, the longest due first; it reads no table."""
        ...

    async def next_due(self, after: float = 0.0) -> float | None:
        """When the next table has to be looked at, of those that are due after this time."""
        ...

    async def last_changed(self) -> float | None:
        """When an open table was changed last, by the clock as it was then; it reads no table."""
        ...

    # --- pages ---------------------------------------------------------------------------------

    async def unpainted(self) -> list[str]:
        """The tables with pages that wait to be painted, the open ones first."""
        ...

    async def pages_never_posted(self, within: float) -> list[tuple[str, PageKey]]:
        """The pages that wait to be painted and may have been posted, though nobody knows where.

        Only those of tables that were changed within so many seconds.
        """
        ...

    async def pages_to_paint(self, table: str) -> list[PageKey]:
        """The pages of this table that wait to be painted, those with low numbers first."""
        ...

    async def message_of(self, table: str, page: PageKey) -> PostedMessage | None:
        """Where this page stands, if it was posted."""
        ...

    async def record_painted(
        self, table: str, page: PageKey, version: int | None, message: PostedMessage | None
    ) -> None:
        """Note that a page shows this version (None: whatever comes), and where it stands now."""
        ...

    async def cross_out(self, shown: Sequence[tuple[str, PageKey, int]]) -> None:
        """These pages of tables show these versions, on the messages where they stood before."""
        ...

    async def record_post(
        self, table: str, message: PostedMessage, old: PostedMessage | None = None
    ) -> None:
        """Note where a page stands, and that its old message waits to be deleted."""
        ...

    async def forget_messages(self, table: str) -> None:
        """Nobody knows any more where the pages of this table stand."""
        ...

    async def repaint(self, tables: Sequence[str]) -> None:
        """Have the newest posted page of the story of each of these tables painted again."""
        ...

    # --- servers, facts and people -------------------------------------------------------------

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
