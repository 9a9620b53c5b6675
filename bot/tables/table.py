"""A table as plain data, and its form in the store.

The log of a table lists every action; the snapshot is the result. Either is enough to play on.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from math import inf
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    Field,
    PlainSerializer,
    PlainValidator,
    TypeAdapter,
    ValidationError,
)

from bot.tables import paces
from bot.tables.paces import GIVEN_UP_AFTER, LOBBY_KEPT, LOBBY_LASTS, PACES, Pace
from engine import Game, Options
from engine.box import SEATS
from engine.deal import JOIN
from engine.errors import CelestiaError
from engine.events import Event, from_json
from engine.options import LESSON_GOAL
from players.roster import player_of


@dataclass(frozen=True, slots=True, repr=False)
class StoodIn(Event):
    """A seat's time is over, and a computer makes its next decision."""

    kind: ClassVar[str] = "stood_in"
    seat: int


@dataclass(frozen=True, slots=True, repr=False)
class TakenOver(Event):
    """The owner of this seat has left the game, and a computer plays on."""

    kind: ClassVar[str] = "taken_over"
    seat: int


@dataclass(frozen=True, slots=True, repr=False)
class WentAway(Event):
    """The owner of this seat is away for days, and a computer plays until then."""

    kind: ClassVar[str] = "went_away"
    seat: int


@dataclass(frozen=True, slots=True, repr=False)
class ClockPaused(Event):
    """The owner of this seat is away for days, and the game waits."""

    kind: ClassVar[str] = "clock_paused"
    seat: int


TABLE_EVENTS: Final[dict[str, type[StoodIn | TakenOver | WentAway | ClockPaused]]] = {
    it.kind: it for it in (StoodIn, TakenOver, WentAway, ClockPaused)
}
"""Events beside those of the game, told in the same story. They name seats, and no users, so that
people who have left are named nowhere."""


def event_of(data: Mapping[str, Any]) -> Event:
    """Return the event with this JSON form."""
    table_event = TABLE_EVENTS.get(data["kind"])
    return table_event(data["seat"]) if table_event else from_json(data)


LOBBY: Final = "lobby"
LEG: Final = "leg"
"""A part of the story, usually one leg."""
END: Final = "end"
NOTICE: Final = "notice"
"""A ping beside the story, because an edit of a board notifies nobody."""
REPLACED: Final = "replaced"
"""A message that a newer one has replaced, until it is deleted. Its id is its number."""

LEG_PICTURE: Final = "picture"
"""The picture of a leg, where Discord does not keep it in the message of the board itself."""

STORY: Final = (LOBBY, LEG, END)
"""The kinds that tell the story. Their numbers count on from one to the next."""


class PageKey(NamedTuple):
    """The name of a message of a table, whether it is posted or not."""

    kind: str
    number: int

    @property
    def in_story(self) -> bool:
        return self.kind in STORY


Stage = Literal["lobby", "playing", "over", "cancelled", "expired"]
"""The stages of a table, from its lobby to its end."""
OPEN_STAGES: Final[tuple[Stage, ...]] = ("lobby", "playing")
"""The stages in which a table occupies its channel."""
FROZEN: Final = "frozen"
"""The stage of a table that was closed because neither its snapshot nor its log can be read. Only
the store knows it: no `Table` is ever made from such a row."""

Board = Literal["picture", "text"]
PICTURE, TEXT = "picture", "text"
BOARDS: Final[tuple[Board, ...]] = (PICTURE, TEXT)
"""How a game can be shown: painted, or in words."""
Hints = Literal["on", "off", "alone"]
HINTS: Final[tuple[Hints, ...]] = ("alone", "on", "off")
"""When there are hints: "alone" is where no rating is at stake, as in a game with computers."""
FEWEST: Final = 2
"""People who must begin a game for it to count on a ladder."""

SECRET_BYTES: Final = 32
ID_BYTES: Final = 5
NEWS: Final = 8
"""Private lines of each seat that are kept."""


def _player(name: str) -> str:
    return name and player_of(name)


PlayerName = Annotated[str, AfterValidator(_player)]


@dataclass(slots=True)
class Chair:
    """A place at the table."""

    computer: PlayerName = ""
    """The computer player on it; "" for a person."""
    name: int = 0
    """Which of the invented names the computer has."""
    colour: str = ""
    """The character chosen in the lobby."""
    changes: int = 0
    """How often its player has changed something in the lobby."""
    words: int = 0
    """How often its player has added a word to the deal."""


@dataclass(slots=True)
class Page:
    """A part of the story: one message in the channel."""

    number: int = 0
    kind: str = LOBBY
    events: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    """The public events told on it."""
    begun: bool = False
    """A leg has begun on it."""
    _read: Annotated[list[Any], Field(exclude=True)] = field(
        default_factory=list[Any], init=False, repr=False, compare=False
    )
    """The events read so far."""

    @property
    def key(self) -> PageKey:
        return PageKey(self.kind, self.number)

    @property
    def story(self) -> tuple[Event, ...]:
        """The public events told on it."""
        self._read += map(event_of, self.events[len(self._read) :])
        return tuple(self._read)

    def copy(self) -> Page:
        """An independent copy."""
        twin = Page(self.number, self.kind, self.events.copy(), self.begun)
        twin._read = self._read.copy()
        return twin


@dataclass(frozen=True, slots=True)
class Notice:
    """A ping for some seats: a message of its own in the channel."""

    number: int
    reason: str
    seats: tuple[int, ...]

    @property
    def key(self) -> PageKey:
        return PageKey(NOTICE, self.number)


def _known_pace(name: str) -> str:
    if name not in PACES:
        raise ValueError
    return name


GameData = Annotated[
    Game,
    PlainValidator(lambda data: data if isinstance(data, Game) else Game.load(data)),
    PlainSerializer(lambda game: game.dump()),
]
PaceName = Annotated[str, AfterValidator(_known_pace)]
OptionsData = Annotated[
    Options,
    PlainValidator(lambda data: data if isinstance(data, Options) else Options.from_json(data)),
    PlainSerializer(lambda options: options.to_json()),
]


@dataclass(slots=True)
class Table:
    """All data of a table; the people are stored beside it."""

    id: str
    language: str
    opened: float
    """When, in seconds of the epoch."""
    secret: str = field(repr=False)
    """Fixed before anybody joins; shown when all is over."""
    guild: int = 0
    """The server that it belongs to, for good."""
    channel: int = 0
    """Where its pages are posted."""
    options: OptionsData = field(default_factory=Options)
    pace: PaceName = paces.USUAL
    window_seconds: int = 8
    decision_seconds: int = 45
    """Seconds of a window and of a decision at a live table; `bot.tables.beats` has the share of
    each kind of window."""
    beat_minutes: int = 30
    """Minutes of a window at a slow table."""
    pause_days: int = 0
    """Days a year for which an absence pauses the clock of a seat at a slow table; 0: a computer
    plays."""
    seats: int = SEATS[-1]
    """How many can sit down, as set by the host."""
    captain_by_lot: bool = True
    """Otherwise the host is the first captain."""
    invited_only: bool = False
    """Only who was invited can sit down."""
    starts_full: bool = False
    """The game begins by itself once every seat is taken."""
    board: Board = PICTURE
    """How the game is shown."""
    odds: bool = False
    """The board shows the captain's odds by the public facts."""
    hints: Hints = "off"
    """When a seat may ask in private what a computer would do. The default is that of tables of
    earlier releases, which had no such setting."""
    competitors: int = 0
    """How many people began the game."""
    stage: Stage = "lobby"
    cancelled_by: int | None = None
    """The seat that closed it before its end."""
    cancelled_by_moderator: bool = False
    """A moderator without a seat closed it before its end."""
    chairs: list[Chair] = field(default_factory=list[Chair])
    host: int = 0
    """The seat of the person who may change the table."""
    course: list[str] = field(default_factory=lambda: [JOIN], repr=False)
    """The history of the lobby, from its host's join on, in the words of `engine.deal`. All of it
    is mixed into the key of the game."""
    start: str = ""
    """Discord's ids of the two messages with which the game began; mixed in last."""
    game: GameData | None = field(default=None, repr=False)
    ashore: dict[int, int] = field(default_factory=dict[int, int])
    """Where seats went ashore in this journey."""
    thinking: list[int] = field(default_factory=list[int])
    """Seats that hold the window: they are about to play a card, or pretend to be."""
    asks: list[int] = field(default_factory=list[int], repr=False)
    """Seats that will hold the next window of this leg."""
    declined: list[int] = field(default_factory=list[int], repr=False)
    """Seats that passed before the captain's word in this journey: it does not stop them again."""
    moment: int = 0
    """Counts the questions, so that old buttons are recognised."""
    word_since: int | None = None
    """First moment at which the captain's word was about the dice as they lie now."""
    turns: list[int] = field(default_factory=list[int])
    """How often each seat has acted, so that old private answers are recognised."""
    pages: list[Page] = field(default_factory=lambda: [Page()])
    """The last pages of the story, the newest at the end."""
    news: list[list[dict[str, Any]]] = field(default_factory=list[list[dict[str, Any]]], repr=False)
    """The last private events of each seat."""

    # Private instructions of seats to the bot.
    sealed: dict[int, str] = field(default_factory=dict[int, str], repr=False)
    """Answers of passengers, and the captain's word, before they are asked."""
    stay_orders: dict[int, str] = field(default_factory=dict[int, str], repr=False)
    """Orders to stay, as `players.stay_order` reads them."""
    by_order: list[int] = field(default_factory=list[int], repr=False)
    """Seats whose sealed answer follows from their order to stay."""
    by_hand: list[int] = field(default_factory=list[int], repr=False)
    """Seats that answer themselves in this leg, whatever their order to stay."""
    armed: dict[int, list[str]] = field(default_factory=dict[int, list[str]], repr=False)
    """Cards that the bot is to play: ``window card``."""
    quiet: list[int] = field(default_factory=list[int], repr=False)
    """Seats that are not asked in windows during this leg."""
    always: list[int] = field(default_factory=list[int], repr=False)
    """Seats that are asked even where only one answer is possible."""
    never: dict[int, list[str]] = field(default_factory=dict[int, list[str]], repr=False)
    """The kinds of windows in which a seat is never asked."""

    # Presence: `bot.tables.presence` has the rules.
    missed: dict[int, int] = field(default_factory=dict[int, int])
    """How many decisions in a row each seat has missed."""
    away: dict[int, tuple[float, PlayerName]] = field(
        default_factory=dict[int, tuple[float, PlayerName]]
    )
    """Until when the owners of seats have said to be away, and which computer plays for them."""
    paused: dict[int, float] = field(default_factory=dict[int, float])
    """Until when the clocks of seats are paused, whose owners have said to be away."""
    was_paused: list[int] = field(default_factory=list[int])
    """The seats whose clocks were paused in this journey."""
    asleep: bool = False
    """People have been away for long; the bot does nothing until one comes back."""
    notice: Notice | None = None
    """The ping in the channel."""
    notices: int = 0
    """Pings so far."""
    warned: list[int] = field(default_factory=list[int])
    """Seats that were warned about their time."""

    # Times at which the bot acts by itself, in seconds of the epoch.
    answers_at: dict[int, float] = field(default_factory=dict[int, float], repr=False)
    """When the bot answers for a seat."""
    window_ends: float | None = None
    beat_ends: float | None = None
    """When the window ends if no seat holds it."""
    held_until: dict[int, float] = field(default_factory=dict[int, float])
    """Until when each seat holds it."""
    met: list[str] = field(default_factory=list[str])
    """The kinds of windows that this table has met at live pace."""
    ends_at: dict[int, float] = field(default_factory=dict[int, float])
    """When a computer decides for a seat."""
    warns_before: float = 0.0
    """How many seconds earlier its owner is warned."""
    seen_at: float = 0.0
    """When a person last did something here."""
    nudged_at: float = 0.0
    """When a player last pinged the others."""
    slept_at: float | None = None
    """When the table went to sleep."""
    closes_at: float | None = None
    """When the lobby is closed if the game is not started."""
    closed_at: float | None = None
    """When the lobby was closed, if no game began in it."""
    planned: int | None = None
    """The moment for which these times were set."""

    reposts: int = 0
    """How often a player had a page posted again."""
    page_reposted: int | None = None
    """The last page that was reposted: it pings nobody a second time."""
    generation: int = 0
    """Drawn anew when an older state is restored, so that Discord does not take new messages for
    those that it got before the restore."""
    spoken_for: list[int] = field(default_factory=list[int], repr=False)
    """Seats for which the bot passes in this window: it has played a card for them, or they asked
    for it while they held the window."""

    # Not part of the snapshot.
    people: Annotated[dict[int, int], PlainSerializer(lambda _: {})] = field(
        default_factory=dict[int, int], repr=False
    )
    """The user on each seat that belongs to a person."""
    departed: Annotated[dict[str, int], PlainSerializer(lambda _: {})] = field(
        default_factory=dict[str, int], repr=False
    )
    """How often users have got up from this lobby, by pseudonyms."""
    made: Annotated[list[tuple[int, str]], PlainSerializer(lambda _: [])] = field(
        default_factory=list[tuple[int, str]], repr=False
    )
    """The moves made on the game since the table was loaded."""
    told: Annotated[list[Any], PlainSerializer(lambda _: [])] = field(
        default_factory=list[Any], repr=False
    )
    """The events since the table was loaded."""

    whole: Annotated[bool, PlainSerializer(lambda _: False)] = False
    """The table is being replayed from its log, and keeps all its pages."""

    @property
    def page(self) -> Page:
        """The newest page, which is still being written."""
        return self.pages[-1]

    def key_of(self, number: int) -> PageKey:
        """Return the key of a page of the story; pages that are no longer kept were legs."""
        kept = next((page for page in self.pages if page.number == number), None)
        return kept.key if kept else PageKey(LEG if number else LOBBY, number)

    @property
    def places(self) -> int:
        """How many can sit down in this variant."""
        return min(self.seats, self.options.seats[-1])

    @property
    def running(self) -> Game:
        """The game; raises ValueError if none has begun."""
        if self.game is None:
            raise ValueError(self.stage)
        return self.game

    @property
    def open(self) -> bool:
        return self.stage in OPEN_STAGES

    @property
    def is_rated(self) -> bool:
        """True if the game counts on a ladder; then no player gets help that others lack."""
        people = self.competitors or len(self.persons)
        is_lesson = self.options.variant == "beginner" or self.options.goal == LESSON_GOAL
        return people >= FEWEST and self.hints != "on" and not is_lesson

    @property
    def is_first_flight(self) -> bool:
        """A lone player in a short game without power cards or a clock; it is closed soon.

        Until release 0.3.0 it was a game of the beginners' variant.
        """
        options = self.options
        is_lesson = options.goal == LESSON_GOAL or options.variant == "beginner"
        return is_lesson and self.pace == "none" and len(self.persons) == 1

    @property
    def gives_hints(self) -> bool:
        """True if seats may ask for hints."""
        return self.hints == "on" or (self.hints == "alone" and not self.is_rated)

    @property
    def question(self) -> str:
        """The game's current question; "" for none."""
        return self.game.question if self.game else ""

    @property
    def due(self) -> float | None:
        """When the bot has to act at this table next."""
        if not self.open:
            return self.deleted_at
        times: list[float | None] = [*self.answers_at.values(), self.window_ends]
        times += [self.warn_at(seat) for seat in self.ends_at]
        times += [self.sleep_at, self.given_up_at, *[until for until, _ in self.away.values()]]
        times += self.paused.values()
        if self.stage == "lobby":
            times.append(self.closes_at or self.opened + LOBBY_LASTS)
        return min([at for at in times if at is not None], default=None)

    def warn_at(self, seat: int) -> float:
        """Return when to warn a seat about its time; once it is warned, when its time is over."""
        ends = self.ends_at.get(seat, inf)
        no_warning = seat in self.warned or self.pace_rules.is_slow
        return ends if no_warning else ends - self.warns_before

    @property
    def pace_rules(self) -> Pace:
        return PACES[self.pace]

    @property
    def sleeps_after(self) -> float:
        """Seconds without a person's action after which the game goes to sleep."""
        return (
            paces.FIRST_FLIGHT_SLEEPS_AFTER
            if self.is_first_flight
            else self.pace_rules.sleeps_after
        )

    @property
    def given_up_after(self) -> float:
        """Seconds of sleep after which the game is closed."""
        return paces.FIRST_FLIGHT_GIVEN_UP_AFTER if self.is_first_flight else GIVEN_UP_AFTER

    @property
    def sleep_at(self) -> float | None:
        """When the game goes to sleep if no person comes."""
        if self.stage != "playing" or self.asleep or not self.seen_at:
            return None
        return max([self.seen_at, *self.paused.values()]) + self.sleeps_after

    @property
    def given_up_at(self) -> float | None:
        """When the game is closed if no person comes."""
        return None if self.slept_at is None else self.slept_at + self.given_up_after

    @property
    def deleted_at(self) -> float | None:
        """When a closed lobby is deleted; a game never is."""
        if self.open or self.game is not None or self.closed_at is None:
            return None
        return self.closed_at + LOBBY_KEPT

    def seat_of(self, user: int) -> int | None:
        """Return the seat of a user, if they have one."""
        return next((seat for seat, other in self.people.items() if other == user), None)

    def is_person(self, seat: int) -> bool:
        return not self.chairs[seat].computer

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple([seat for seat, chair in enumerate(self.chairs) if not chair.computer])

    def copy(self) -> Table:
        """Return an independent copy of the table."""
        twin = object.__new__(Table)
        for name in Table.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if type(value) in (list, dict) else value)
        twin.game = self.game and self.game.copy()
        twin.chairs = [replace(chair) for chair in self.chairs]
        twin.pages = [page.copy() for page in self.pages]
        twin.news = [told.copy() for told in self.news]
        twin.armed = {seat: cards.copy() for seat, cards in self.armed.items()}
        twin.never = {seat: kinds.copy() for seat, kinds in self.never.items()}
        return twin


BESIDE_THE_LOG: Final = (
    "answers_at",
    "window_ends",
    "ends_at",
    "warns_before",
    "planned",
    "beat_ends",
    "held_until",
    "met",
    "ashore",
    "competitors",
    "declined",
    "word_since",
    "seen_at",
    "nudged_at",
    "slept_at",
    "closes_at",
    "closed_at",
    "generation",
    "notice",
    "notices",
)
"""Fields that do not follow from the log: the bot's own times, which it can plan anew, fields that
snapshots of earlier versions lack, and pings, of which earlier versions made more."""

GENERATIONS: Final = 1000
"""Generations to draw from, so that an older state that is restored twice differs each time."""
_FORM: Final = TypeAdapter(Table)


def new_id(interaction: int | None = None) -> str:
    """Return a unique id for a table; the same interaction always yields the same id."""
    if interaction is None:
        return secrets.token_hex(ID_BYTES)
    return sha256(f"{interaction}".encode()).hexdigest()[: 2 * ID_BYTES]


def new_secret() -> str:
    """Return 32 random bytes, in hex."""
    return secrets.token_hex(SECRET_BYTES)


def new_generation() -> int:
    """Return a random `Table.generation` for a table that goes on from an older state."""
    return 1 + secrets.randbelow(GENERATIONS - 1)


def dump(table: Table) -> str:
    """Return the snapshot of a table."""
    return _FORM.dump_json(table).decode()


class Unreadable(Exception):
    """The snapshot is damaged, or this version cannot play it."""


def load(snapshot: str) -> Table:
    """Return the table of a snapshot; every field is checked.

    Raises `Unreadable`, which shows nothing of the snapshot.
    """
    try:
        return _FORM.validate_json(snapshot)
    except (ValidationError, CelestiaError, RecursionError):
        # the text of the cause may show a hand
        raise Unreadable from None
