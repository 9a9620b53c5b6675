"""A leg as plain public numbers, from which the board is painted."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.pictures import board
from bot.pictures.canvas import name_of
from bot.pictures.own_ship import colours_of
from bot.pictures.sheet import sheet
from bot.ships.ship import PLAIN, Livery


@dataclass(frozen=True, slots=True)
class Place:
    """A seat by public facts."""

    colour: str
    place: str
    """In the ship, in the boat or ashore."""
    city: int
    """The city where it went ashore in this journey; 0: none, or unknown."""
    hand: int
    treasures: int
    tokens: int
    progress: int
    """Certain points on the way to the goal."""
    crew: int
    """Crew members aboard; 0 in games without a crew."""
    power: str
    """Whether a character's power is "ready" or "used"; "" in games without characters."""
    on_turn: bool
    captain: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A leg of a journey, by public facts, without names and words."""

    piles: tuple[int, ...]
    """The treasures left in cities 1 to 9."""
    ship: int
    boat: int
    """The cities where the crafts are."""
    craft: str
    """The craft that flies in this leg."""
    target: int
    """The city it flies to; 0: none."""
    dice: tuple[str, ...]
    ignored: tuple[int, ...]
    """Indices of dice that need not be faced."""
    seats: tuple[Place, ...]
    goal: int
    boxes: tuple[str, ...]
    """The bonus cities in play."""
    gifts: int
    lit: bool
    livery: Livery = field(default=PLAIN, repr=False)
    """The look of the ship. A plain one is not in `name`: posted boards keep their pictures."""

    @property
    def name(self) -> str:
        return name_of("board", self if self.livery == PLAIN else (self, self.livery))

    @property
    def occasion(self) -> str:
        """The leg and its dice: leaving and boarding need no new picture."""
        told = (self.craft, self.ship, self.boat, self.target, self.dice, self.ignored, self.lit)
        return name_of("leg", told if self.livery == PLAIN else (*told, self.livery))

    def aboard(self, craft: str) -> tuple[Place, ...]:
        """Return the seats in the ship or in the boat."""
        return tuple([seat for seat in self.seats if seat.place == craft])

    def paint(self) -> bytes:
        exact = () if self.livery == PLAIN else colours_of(self.livery)
        return board.painted(self, sheet()).png(exact)
