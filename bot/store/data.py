"""What the host hands to the store and gets back: plain values, no SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple, get_args

from bot import console
from bot.discord.controls import link_to
from bot.results.result import GameResult
from bot.store.leases import Lease
from bot.tables.actions import Entry
from bot.tables.table import REPLACED, PageKey

# --- tables ---------------------------------------------------------------------------------------


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
    """The hash of the snapshot fits."""
    people: Mapping[int, int]
    """The user on each seat that belongs to a person."""
    seated: bool = True
    """The hash of ``people`` fits: a hand may be shown to them."""
    sealed: bool = True
    """The hash of the rest of the row fits. That rest can be made again from the snapshot."""
    departed: Mapping[str, int] = field(default_factory=dict[str, int], repr=False)
    """How often each user has left this lobby, by anonymous marks."""
    processed: bool = False
    """The interaction that was asked about has been carried out already."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """The pending decisions at a slow table after a change."""

    at: float
    """When it was changed."""
    user: int | None
    """The user who made the change, and so has seen the table; None: the bot made it."""
    ends: Mapping[int, float | None]
    """The deadline of each user who has to decide; None: there is none."""
    paused: Mapping[int, float] = field(default_factory=dict[int, float])
    """Until when the clocks of absent users are paused."""


@dataclass(frozen=True, slots=True)
class Change:
    """All that one action changes at a table; stored whole or not at all."""

    table: str
    guild: int
    channel: int
    stage: str
    version: int
    """The version this change was made from; 0: a new table. It is stored as the next one."""
    entries: Sequence[Entry]
    snapshot: str = field(repr=False)
    people: Mapping[int, int]
    due: float | None
    """When the scheduler must attend to the table, in seconds of the epoch; None: never."""
    paint: Sequence[PageKey] = ()
    """Pages whose messages must be updated."""
    interaction: int | None = None
    """Discord's id of the click, stored with the first of ``entries``. No id is stored twice."""
    departed: Mapping[str, int] = field(default_factory=dict[str, int], repr=False)
    """How often each user has left, by anonymous marks; kept while the table is a lobby."""
    posted: PostedMessage | None = None
    """A page that was posted before it was stored: the message with which a game began."""
    result: GameResult | None = None
    """The result of the game that ends with this change."""
    lease: Lease | None = None
    """The lease without which it is not stored."""
    awaited: Awaited | None = None
    """The pending decisions, at a slow table; None: nobody is reminded of this table."""


@dataclass(frozen=True, slots=True)
class OpenTables:
    """Numbers of open tables on the shards of one process."""

    all: int
    """Lobbies included."""
    playing: int
    """Games in progress."""


class OldGame(NamedTuple):
    """A closed table, and when it was changed last."""

    changed: float
    table: str


FIRST: Final = OldGame(0.0, "")
"""Sorts before every table."""

# --- messages -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attached:
    """The picture attached to a message."""

    id: int
    """Discord's id of the file; 0 where Discord gave none."""
    name: str
    occasion: str
    """What the picture must show: the roll of a leg. Any other difference leaves it valid."""

    def __str__(self) -> str:
        return f"{self.id} {self.name} {self.occasion}"

    @classmethod
    def read(cls, text: str) -> Attached | None:
        """Return the picture from its text form, or None if that has none or is damaged."""
        number, _, rest = text.partition(" ")
        name, _, occasion = rest.partition(" ")
        return cls(int(number), name, occasion) if number.isdecimal() and name else None


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """The message that shows a page."""

    key: PageKey
    channel: int
    message: int
    reposts: int = 0
    """How often pages of this table had been reposted when this one was posted."""
    uncertain: bool = False
    """A newer message for the same page may exist whose id is unknown."""
    picture: Attached | None = None

    @property
    def replaced(self) -> PostedMessage:
        """The same message once a newer one has taken its place."""
        return replace(self, key=PageKey(REPLACED, self.message))

    def link(self, guild: int) -> str:
        """Return the message's URL."""
        return link_to(guild, self.channel, self.message)


# --- servers and people ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a Discord server."""

    language: str = ""
    """"": the language that the server told Discord."""
    pace: str = ""
    board: str = ""
    """"": the bot's own default, for both."""
    channels: tuple[int, ...] = ()
    """The channels in which tables may be opened; empty: all channels."""
    opener: int = 0
    """The role of those who may open tables; 0: everybody."""
    zone: str = ""
    """The time zone in which times are named; "": not chosen yet."""
    calls: bool = True
    """Players may be called."""
    threads: bool = False
    """Each new table gets a thread of its own."""
    journal: int = 0
    """The channel where a line tells who opened, called, removed and closed; 0: none."""


Wish = Literal["", "on", "off"]
"""A user's wish for tips; "": not said yet."""
WISHES: Final[tuple[Wish, ...]] = get_args(Wish)


@dataclass(frozen=True, slots=True)
class Tips:
    """A user's wish for tips, and which of them were given."""

    wish: Wish = ""
    given: frozenset[str] = frozenset()

    @property
    def wanted(self) -> bool:
        return self.wish == "on"

    def __str__(self) -> str:
        return " ".join([self.wish or "-", *sorted(self.given)])

    @classmethod
    def read(cls, text: str) -> Tips:
        """Return tips from their text form; a damaged one counts as never asked."""
        first, *given = text.split() or [""]
        return cls(first if first in WISHES else "", frozenset(given))


# --- the whole database ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Process:
    """A process of the bot that holds shards, or may."""

    name: str
    age: float
    """Seconds since it joined."""
    lease: float
    """Seconds until it counts as dead; negative: it does already."""
    shards: Sequence[int]
    """Its shards whose leases have not expired."""


@dataclass(frozen=True, slots=True)
class Overview:
    """Counts of what a database and its processes are doing; nothing of a person or a hand."""

    processes: Sequence[Process]
    """Empty where one process owns the database."""
    unowned: Sequence[int]
    """Shards without an owner."""
    open: int
    """Open tables, lobbies included."""
    playing: int
    """Games in progress."""
    active: int
    """Tables changed in the last minute."""
    due: int
    """Tables whose due time has passed."""
    waiting: int
    """Pages whose messages are out of date."""
    over: int
    """Games with a result."""
    size: int
    """Bytes on the disk."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage to one table; ``kind`` is a key of `console.DAMAGE`."""

    table: str
    """"": it concerns all of them."""
    kind: str
    line: int = 0
    """The first damaged line of the log, or the number of missing tables."""

    def __str__(self) -> str:
        name = "".join(letter if letter.isalnum() else "?" for letter in str(self.table)[:20])
        return console.DAMAGE[self.kind].format(table=name, line=self.line)


@dataclass(frozen=True, slots=True)
class Holdings:
    """Number of tables and lines in a database."""

    tables: int
    open: int
    lines: int

    def __str__(self) -> str:
        return console.HOLDINGS.format(tables=self.tables, open=self.open, lines=self.lines)
