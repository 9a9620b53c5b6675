"""The inputs of pages: a `TableView` of public facts, a `HandView` for one seat.

Code that draws a public page gets a `TableView` and can reach nothing else. A `HandView` is for the
owner of a seat, and its page is only ever sent in private.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.direct import is_direct
from bot.ships import PLAIN_SHIP, Ship
from bot.tables import beats, presence
from bot.tables.autoplay import gives_only_answers, has_no_choice, passes
from bot.tables.play import may_seal, to_exchange
from bot.tables.presence import PASS
from bot.tables.proof import digest_of, lobby_counts, promise_of
from bot.tables.table import Chair, Notice, Table, event_of
from engine import Event, Move, Options, Score, View
from engine.moves import Leave
from players.hints import Hint
from players.stay_order import StayOrder


@dataclass(frozen=True, slots=True)
class TableView:
    """The public facts of a table, for one page of its story."""

    table: str
    stage: str
    moment: int
    chairs: tuple[Chair, ...]
    colours: tuple[str, ...]
    """The character of each seat, once all have one."""
    people: dict[int, int]
    is_direct: bool
    """It is in direct messages with the bot: nobody else can come."""
    host: int
    options: Options
    pace: str
    window_seconds: int
    beat_minutes: int
    pause_days: int
    seats: int
    captain_by_lot: bool
    invited_only: bool
    starts_full: bool
    board: str
    """How the game is shown: as a picture or as text."""
    odds: bool
    """True if the board shows the captain's odds by the public facts."""
    hints: str
    """When seats may ask for hints."""
    gives_hints: bool
    """True if they may now."""
    is_rated: bool
    """True if the game counts on a ladder."""
    is_first_flight: bool
    """The table is a first flight: a short game in which one person learns the rules."""
    ashore: dict[int, int]
    """Where seats went ashore in this journey."""
    thinking: tuple[int, ...]
    """Seats that hold the window."""
    promise: str
    """The SHA-256 of the secret."""
    digest: str
    """A hash of all that has happened in the lobby."""
    lobby_counts: tuple[int, int, int]
    """How often people have sat down in the lobby, and how often they have got up."""
    secret: str = field(repr=False)
    """"" while the table is open."""
    expires: float | None
    page: int
    newest: bool
    """This page is the newest, which is still being written."""
    story: tuple[Event, ...]
    """The events of this page, in their public form."""
    view: View | None
    offers: tuple[str, ...]
    window_ends: float | None
    ends_at: dict[int, float]
    """When each deciding seat's time is over."""
    substituted: tuple[int, ...]
    """Seats that have a substitute."""
    away: dict[int, float]
    """Until when the owners of some of them have said to be away."""
    paused: dict[int, float]
    """Until when the clocks of seats are paused, whose owners have said to be away."""
    to_ping: tuple[int, ...]
    """Seats of present persons that the game waits for, so that others may ping them."""
    asleep: bool
    given_up_at: float | None
    """When a sleeping game is closed."""
    notice: Notice | None
    scores: tuple[Score, ...]
    """Empty until the table is closed."""
    held: tuple[tuple[str, ...], ...]
    """The treasures of each seat, once the table is closed: the secret reveals them anyway."""
    legs: int
    """Legs begun; 0 until the table is closed."""
    cancelled_by: int | None
    """The seat that closed the table before its end."""
    cancelled_by_moderator: bool
    decision_seconds: int
    has_record: bool
    ships: Mapping[int, Ship] = field(default_factory=dict[int, Ship])
    """Decorated ships by seat."""

    @property
    def ship(self) -> Ship:
        """The captain's ship."""
        return self.ships.get(self.view.captain, PLAIN_SHIP) if self.view else PLAIN_SHIP

    @property
    def waiting(self) -> tuple[int, ...]:
        return self.view.waiting if self.view else ()

    @property
    def is_window(self) -> bool:
        return PASS in self.offers

    @property
    def awaited(self) -> tuple[int, ...]:
        """Seats of present persons that the game waits for."""
        there = self.people.keys() - set(self.substituted)
        return tuple([seat for seat in self.waiting if seat in there])

    @property
    def is_deserted(self) -> bool:
        """True if every person is away."""
        return self.people.keys() <= set(self.substituted)


@dataclass(frozen=True, slots=True)
class HandView:
    """The facts that one seat may know, for its owner only."""

    public: TableView
    seat: int
    turn: int
    view: View = field(repr=False)
    moves: tuple[Move, ...] = field(repr=False)
    to_exchange: tuple[str, ...] = field(repr=False)
    """Cards that can be exchanged now, each copy of them."""
    ready: tuple[tuple[str, str], ...] = field(repr=False)
    """Cards that can be armed, as (window, card)."""
    armable: tuple[tuple[str, str], ...] = field(repr=False)
    """All such cards of this game: a custom_id names one by its index, never one of a hand."""
    armed: tuple[str, ...] = field(repr=False)
    sealed: str = field(repr=False)
    """The answer sealed in advance, as a part of keys of the catalogue; "" for none."""
    stay_order: StayOrder | None = field(repr=False)
    """The order to stay, by which the bot answers whether the seat stays."""
    by_order: bool = field(repr=False)
    """True if the order to stay gave the sealed answer."""
    quiet: bool = field(repr=False)
    always: bool = field(repr=False)
    """True if the seat is asked even where only one answer is possible."""
    may_seal: bool
    """True if the seat may answer in advance, before its turn to stay or leave."""
    news: tuple[Event, ...] = field(repr=False)
    """The last private events."""
    answers: tuple[str, ...] = field(default=(), repr=False)
    """True declarations as captain, now or in advance, as moves."""
    cover: tuple[tuple[str, tuple[str, ...]], ...] = field(default=(), repr=False)
    """Each event that the seat faces as captain, with its cards that would cover it."""
    windows: tuple[str, ...] = ()
    """The questions of this game that may be passed."""
    never: tuple[str, ...] = field(default=(), repr=False)
    """The windows in which this seat is never asked."""
    passes: bool = field(default=False, repr=False)
    """True if the bot passes for the seat in this window."""
    no_choice: bool = field(default=False, repr=False)
    """True if the bot gives the only answer that is possible."""
    may_ask: bool = field(default=False, repr=False)
    """True if the seat has a choice and may ask for a hint."""
    hint: Hint | None = field(default=None, repr=False)
    """The hint that was given for that choice."""
    tip: str = field(default="", repr=False)
    """The tip for the owner now."""
    tips: bool = field(default=False, repr=False)
    """True if the owner wants tips."""
    has_page: bool = False
    """The seat can be played in a browser."""
    is_settled: bool = field(default=False, repr=False)
    """The bot will give the captain's answer, because only one answer is true."""
    may_hold: bool = False
    """The seat may ask the others to wait for it, in this window or the next one."""
    holds_next: bool = field(default=False, repr=False)
    """The seat has asked for that ahead: the next window stays open for it."""

    @property
    def may_choose(self) -> bool:
        """True if the seat can say now, or in advance, whether it stays or leaves."""
        return self.may_seal or Leave() in self.moves


def table_view(table: Table, page: int | None = None) -> TableView:
    """Return the public facts of a table, for its newest page or an older one."""
    shown = next((old for old in table.pages if old.number == page), None)
    newest = page is None or page == table.page.number
    if newest:
        shown = table.page
    game = table.game
    view = game.view(None) if game else None
    ended = game if not table.open else None
    return TableView(
        table=table.id,
        stage=table.stage,
        moment=table.moment,
        chairs=tuple(table.chairs),
        colours=_colours(table, view),
        people=dict(table.people),
        is_direct=is_direct(table.guild),
        host=table.host,
        options=table.options,
        pace=table.pace,
        window_seconds=table.window_seconds,
        beat_minutes=table.beat_minutes,
        pause_days=table.pause_days,
        seats=table.places,
        captain_by_lot=table.captain_by_lot,
        invited_only=table.invited_only,
        starts_full=table.starts_full,
        board=table.board,
        odds=table.odds,
        hints=table.hints,
        gives_hints=table.gives_hints,
        is_rated=table.is_rated,
        is_first_flight=table.is_first_flight,
        ashore=dict(table.ashore),
        thinking=tuple(table.thinking),
        promise=promise_of(table),
        digest=digest_of(table),
        lobby_counts=lobby_counts(table),
        secret="" if table.open else table.secret,
        expires=table.due if table.stage == "lobby" else None,
        page=table.page.number if page is None else page,
        newest=newest,
        story=shown.story if shown else (),
        view=view,
        offers=game.offers if game and table.stage == "playing" else (),
        window_ends=table.window_ends,
        ends_at=dict(table.ends_at),
        substituted=presence.substituted(table),
        away={seat: until for seat, (until, _) in table.away.items()},
        paused=dict(table.paused),
        to_ping=presence.to_ping(table),
        asleep=table.asleep,
        given_up_at=table.given_up_at,
        notice=table.notice,
        scores=ended.standings if ended else (),
        held=tuple([ended.view(seat).treasures for seat in range(ended.seats)]) if ended else (),
        legs=table.page.number - 1 if ended else 0,  # one a page, except the lobby and the end
        cancelled_by=table.cancelled_by,
        cancelled_by_moderator=table.cancelled_by_moderator,
        decision_seconds=table.decision_seconds,
        has_record=ended is not None,
    )


def _colours(table: Table, view: View | None) -> tuple[str, ...]:
    seats = view.seats if view else ()
    found = [seat.character for seat in seats] or [chair.colour for chair in table.chairs]
    return tuple(found) if all(found) else ()


def hand_view(table: Table, seat: int) -> HandView:
    """Return the facts that the owner of a seat may see."""
    game = table.running
    playing = table.stage == "playing"
    answers = game.answers(seat) if playing else ()
    return HandView(
        public=table_view(table),
        seat=seat,
        turn=table.turns[seat],
        view=game.view(seat),
        moves=game.legal(seat) if playing else (),
        to_exchange=to_exchange(table, seat) if playing else (),
        ready=game.ready(seat) if playing else (),
        armable=game.armable,
        armed=tuple(table.armed.get(seat, ())),
        sealed=table.sealed.get(seat, "").replace(" ", "-"),
        stay_order=StayOrder.parse(order) if (order := table.stay_orders.get(seat)) else None,
        by_order=seat in table.by_order,
        quiet=seat in table.quiet,
        always=seat in table.always,
        may_seal=may_seal(table, seat),
        news=tuple([event_of(event) for event in table.news[seat]]),
        answers=tuple([f"declare {it}" for it in answers]),
        cover=game.cover(seat) if playing else (),
        windows=game.windows,
        never=tuple(table.never.get(seat, ())),
        passes=playing and passes(table, seat),
        no_choice=playing and has_no_choice(table, seat),
        may_ask=playing and table.gives_hints and len(game.legal(seat)) > 1,
        is_settled=len(answers) == 1 and gives_only_answers(table, seat),
        may_hold=beats.may_hold(table, seat) or beats.may_hold_next(table, seat),
        holds_next=seat in table.asks,
    )


def hand_key(table: Table, seat: int) -> tuple[object, ...]:
    """Return a key of the private pages of a seat: they change only when it does."""
    return (
        table.stage,
        table.moment,
        table.asleep,
        presence.substituted(table),
        table.page.number,
        table.window_ends,
        *sorted(table.ends_at.items()),
        tuple(table.thinking),
        seat in table.asks,
        table.running.view(seat),
        table.turns[seat],
        table.news[seat],
        table.sealed.get(seat),
        table.stay_orders.get(seat),
        seat in table.by_order,
        table.armed.get(seat),
        seat in table.quiet,
        seat in table.always,
        table.never.get(seat),
        seat in table.spoken_for,
    )
