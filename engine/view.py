"""What one seat may know, picked from the table piece by piece.

Nothing gets in here but by being named below, so a secret cannot slip through by being
forgotten. The agenda, the leg and the crafts hold public facts only.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.box import CITY_OF, TREASURES
from engine.moves import Move
from engine.options import Options
from engine.table.scores import Score, final
from engine.table.state import Craft, Leg, Seat, Sighting
from engine.table.step import Step
from engine.table.table import Table


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody may know of a seat."""

    hand: int
    """How many cards it holds."""
    treasures: tuple[int, ...]
    """The cities its treasures come from: their backs show it."""
    place: str
    crew: int
    character: str
    power: bool
    tokens: int
    drawn: int
    """Treasures in hand, of which one is to be kept."""


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat (None: a spectator) may know of a game."""

    options: Options
    seat: int | None

    # What everybody may know.
    seats: tuple[SeatView, ...]
    piles: tuple[int, ...]
    """How many treasures are left in cities 1 to 9."""
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

    # What this seat alone may know; no text form shows it.
    hand: tuple[str, ...] = field(repr=False)
    treasures: tuple[str, ...] = field(repr=False)
    laid: tuple[str, ...] = field(repr=False)
    drawn: tuple[str, ...] = field(repr=False)
    memory: tuple[Sighting, ...] = field(repr=False)
    legal: tuple[Move, ...] = field(repr=False)

    @property
    def question(self) -> str:
        """The kind of step that waits for answers; "" when the game is over."""
        return self.agenda[-1].kind if self.agenda else ""


_SPECTATOR = Seat()


def view_of(table: Table, seat: int | None, legal: tuple[Move, ...]) -> View:
    """The table as this seat sees it."""
    me = _SPECTATOR if seat is None else table.seats[seat]
    return View(
        options=table.rules.options,
        seat=seat,
        seats=tuple([_seat_view(other, table.place(n)) for n, other in enumerate(table.seats)]),
        piles=tuple([len(table.piles[city]) for city in TREASURES]),
        deck=len(table.deck),
        discard=table.discard.copy(),
        removed=table.removed,
        gifts=tuple([CITY_OF[gift] for gift in table.gifts]),
        gifts_shown=table.gifts if table.gifts_shown else (),
        ship=table.ship,
        boat=table.boat,
        captain=table.captain,
        journey=table.journey,
        crashed=table.crashed,
        lit=table.lit,
        leg=table.leg.copy(),
        agenda=tuple(table.agenda),
        waiting=table.waiting,
        scores=() if table.waiting else final(table),
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
        treasures=tuple([CITY_OF[name] for name in seat.treasures]),
        place=place,
        crew=seat.crew,
        character=seat.character,
        power=seat.power,
        tokens=seat.tokens,
        drawn=len(seat.drawn),
    )
