"""What the painted board shows, as plain public numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.pictures import board
from bot.pictures.canvas import name_of
from bot.pictures.own_ship import colours_of
from bot.pictures.sheet import sheet
from bot.ships.ship import PLAIN, Livery


@dataclass(frozen=True, slots=True)
class Place:
    """A seat, as everybody sees it."""

    colour: str
    place: str
    """In the ship, in the boat or ashore."""
    city: int
    """Where it went ashore in this journey; 0: it did not, or nobody knows any more."""
    hand: int
    treasures: int
    tokens: int
    progress: int
    """How far it certainly is on the way to the goal."""
    crew: int
    """Members in the craft; 0 in games without a crew."""
    power: str
    """Whether a character's power is "ready" or "used"; "" in games without characters."""
    on_turn: bool
    captain: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A leg of a journey. All of it is public, and it has no names and no words."""

    piles: tuple[int, ...]
    """The treasures left in cities 1 to 9."""
    ship: int
    boat: int
    """The cities where the crafts are."""
    craft: str
    """Which of them flies in this leg."""
    target: int
    """Where it flies; 0: nowhere."""
    dice: tuple[str, ...]
    ignored: tuple[int, ...]
    """Which of the dice need not be faced."""
    seats: tuple[Place, ...]
    goal: int
    boxes: tuple[str, ...]
    """Of the three bonus cities, those that are in play."""
    gifts: int
    lit: bool
    livery: Livery = field(default=PLAIN, repr=False)
    """What the ship looks like. A plain one is in no name: boards that hang keep their pictures."""

    @property
    def name(self) -> str:
        return name_of("board", self if self.livery == PLAIN else (self, self.livery))

    @property
    def occasion(self) -> str:
        """The leg and its dice: whoever comes and goes meanwhile needs no new picture."""
        told = (self.craft, self.ship, self.boat, self.target, self.dice, self.ignored, self.lit)
        return name_of("leg", told if self.livery == PLAIN else (*told, self.livery))

    def aboard(self, craft: str) -> tuple[Place, ...]:
        """Those who sit in the ship or in the boat."""
        return tuple([seat for seat in self.seats if seat.place == craft])

    def paint(self) -> bytes:
        exact = () if self.livery == PLAIN else colours_of(self.livery)
        return board.painted(self, sheet()).png(exact)
