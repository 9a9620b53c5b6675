"""A view: all that one seat may know, copied from the state by an allow-list.

A view holds only the fields named below, so a new secret stays secret by default.
The agenda, the leg and the crafts hold public facts only.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.box import CITY_OF, TREASURES
from engine.moves import Move
from engine.options import Options
from engine.state.game_state import GameState
from engine.state.pieces import Bound, Craft, Leg, Seat, Sighting
from engine.state.scores import Score, final
from engine.state.step import Step


@dataclass(frozen=True, slots=True)
class SeatView:
    """The public facts of a seat."""

    hand: int
    """The number of cards it holds."""
    treasures: tuple[int, ...]
    """The cities its treasures come from, in order: their backs show it."""
    place: str
    crew: int
    character: str
    power: bool
    tokens: int
    drawn: int
    """The number of treasures it has drawn, to keep one of them."""
    bounds: tuple[Bound, ...]
    """Public limits of its hand."""


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat (None: a spectator) may know of a game."""

    options: Options
    seat: int | None

    # Public.
    seats: tuple[SeatView, ...]
    piles: tuple[int, ...]
    """The number of treasures left in cities 1 to 9."""
    deck: int
    discard: dict[str, int]
    removed: tuple[str, ...]
    gifts: tuple[int, ...]
    """The cities that the gifts come from."""
    gifts_shown: tuple[str, ...]
    ship: Craft
    boat: Craft
    captain: int
    journey: int
    crashed: bool
    lit: bool
    leg: Leg
    agenda: tuple[Step, ...]
    waiting: tuple[int, ...]
    scores: tuple[Score, ...]
    """Once the game is over."""

    # For this seat alone; left out of the text form.
    hand: tuple[str, ...] = field(repr=False)
    treasures: tuple[str, ...] = field(repr=False)
    laid: tuple[str, ...] = field(repr=False)
    drawn: tuple[str, ...] = field(repr=False)
    memory: tuple[Sighting, ...] = field(repr=False)
    legal: tuple[Move, ...] = field(repr=False)

    @property
    def question(self) -> str:
        """The kind of the step that waits for an answer; "" when the game is over."""
        return self.agenda[-1].kind if self.agenda else ""


_SPECTATOR = Seat()


def view_of(state: GameState, seat: int | None, legal: tuple[Move, ...]) -> View:
    """Return the state as this seat sees it."""
    me = _SPECTATOR if seat is None else state.seats[seat]
    return View(
        options=state.rules.options,
        seat=seat,
        seats=tuple([_seat_view(other, state.place(n)) for n, other in enumerate(state.seats)]),
        piles=tuple([len(state.piles[city]) for city in TREASURES]),
        deck=len(state.deck),
        discard=state.discard.copy(),
        removed=state.removed,
        gifts=tuple([CITY_OF[gift] for gift in state.gifts]),
        gifts_shown=state.gifts if state.gifts_shown else (),
        ship=state.ship,
        boat=state.boat,
        captain=state.captain,
        journey=state.journey,
        crashed=state.crashed,
        lit=state.lit,
        leg=state.leg.copy(),
        agenda=tuple(state.agenda),
        waiting=state.waiting,
        scores=() if state.waiting else final(state),
        hand=me.hand,
        treasures=me.treasures,
        laid=me.laid,
        drawn=me.drawn,
        memory=me.memory,
        legal=legal,
    )


def _seat_view(seat: Seat, place: str) -> SeatView:
    return SeatView(
        hand=len(seat.hand),
        # In the order in which they came, a gap would tell which of two was given away.
        treasures=tuple(sorted([CITY_OF[name] for name in seat.treasures])),
        place=place,
        crew=seat.crew,
        character=seat.character,
        power=seat.power,
        tokens=seat.tokens,
        drawn=len(seat.drawn),
        bounds=seat.bounds,
    )
