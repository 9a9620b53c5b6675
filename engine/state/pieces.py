"""The pieces of a game as plain data.

Every value in these slots is a number, a string or a tuple (three lists and a dict belong to
the `GameState` alone), so a copy is a copy of the slots and a saved game is their listing.
"""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.codec import ABSENT

SHIP: Final = "ship"
BOAT: Final = "boat"
ASHORE: Final = "ashore"


class Sighting(NamedTuple):
    """A hidden card that a seat has seen and knows to be there still.

    ``zone`` and ``at`` say where: the hand or the treasures of seat ``at``, or the pile of city
    ``at``. In a pile, ``depth`` counts from the bottom; -1 means somewhere in it.
    """

    zone: str
    at: int
    card: str
    depth: int = -1


class Bound(NamedTuple):
    """A public fact about the equipment for one symbol in a hand.

    Without the ``new`` cards that came later, the hand covers at most ``most`` of these events.
    """

    symbol: str
    most: int
    new: int = 0


@dataclass(slots=True, repr=False)
class Seat:
    """A player's place. It has no text form, for it holds secrets."""

    hand: tuple[str, ...] = ()
    treasures: tuple[str, ...] = ()
    """In the order in which they were taken."""
    crew: int = 1
    """The seat's crew members in the craft."""
    character: str = ""
    power: bool = False
    """The character's power can still be used."""
    tokens: int = 0
    laid: tuple[str, ...] = ()
    """Cards laid face down; they stay part of the hand until they are turned over."""
    drawn: tuple[str, ...] = ()
    """Treasures that were drawn, to keep one of them."""
    memory: tuple[Sighting, ...] = ()
    bounds: tuple[Bound, ...] = field(default=(), metadata={ABSENT: ()})
    """Public limits of the hand; at most one bound for each symbol."""

    def copy(self) -> "Seat":
        twin = Seat.__new__(Seat)
        twin.hand = self.hand
        twin.treasures = self.treasures
        twin.crew = self.crew
        twin.character = self.character
        twin.power = self.power
        twin.tokens = self.tokens
        twin.laid = self.laid
        twin.drawn = self.drawn
        twin.memory = self.memory
        twin.bounds = self.bounds
        return twin


class Craft(NamedTuple):
    """The ship or the rowboat."""

    city: int = 1
    card: str = ""
    """The Rowboat card that lies before the boat's owner."""
    fresh: bool = False
    """The boat was boarded in this turn."""
    kept: tuple[str, ...] = ()
    """Dice that a Mooring line left lying, under the house rule."""
    course: int = 0
    """The city those dice were rolled for; 0: the next stop."""

    def moved(self, city: int) -> "Craft":
        """Return the craft at another city, with nothing left over from the last one."""
        return Craft(city, self.card, self.fresh)


@dataclass(slots=True)
class Leg:
    """One try of one craft to reach the next city. All of it is public."""

    craft: str = SHIP
    captain: int = 0
    city: int = 1
    target: int = 2
    extra: int = 0
    """Dice more (or fewer) than the target's tile says."""
    dice: tuple[str, ...] = ()
    undecided: tuple[int, ...] = ()
    """Passengers who have not spoken yet, the next one first."""
    spoken: bool = False
    """All passengers have spoken."""
    stayed: tuple[int, ...] = ()
    """Seats that decided to stay in this leg."""
    gone: tuple[int, ...] = ()
    """Seats that decided to leave in this leg."""
    took: tuple[int, ...] = ()
    """Seats ashore whose last treasure was taken in this leg."""
    said: str = ""
    """The captain's declaration, while it stands."""
    ignored: tuple[str, ...] = ()
    """Events that need not be faced in this leg."""
    fixed: tuple[str, ...] = ()
    """Faces that are not rolled again in this leg."""
    usurper: int = -1
    """The seat that Blue's power made captain; -1: none."""
    helped: bool = False
    """Little help was turned over in this leg."""
    help: tuple[str, ...] = ()
    """Little help that lies open and counts."""
    helpers: tuple[int, ...] = ()
    """The seat that laid each card of it."""
    turned: tuple[str, ...] = ()
    """Cards of the draw pile that count."""
    paid: tuple[str, ...] = ()
    jumpers: tuple[tuple[int, str, str], ...] = ()
    """Seats that are about to land, the card that carries each, and the one that helps it."""

    def decide(self, seat: int, *, stays: bool) -> None:
        """Record a decision; a seat's last one counts."""
        if seat in self.stayed:
            self.stayed = tuple([other for other in self.stayed if other != seat])
        if seat in self.gone:
            self.gone = tuple([other for other in self.gone if other != seat])
        if stays:
            self.stayed += (seat,)
        else:
            self.gone += (seat,)

    def copy(self) -> "Leg":
        twin = Leg.__new__(Leg)
        twin.craft = self.craft
        twin.captain = self.captain
        twin.city = self.city
        twin.target = self.target
        twin.extra = self.extra
        twin.dice = self.dice
        twin.undecided = self.undecided
        twin.spoken = self.spoken
        twin.stayed = self.stayed
        twin.gone = self.gone
        twin.took = self.took
        twin.said = self.said
        twin.ignored = self.ignored
        twin.fixed = self.fixed
        twin.usurper = self.usurper
        twin.helped = self.helped
        twin.help = self.help
        twin.helpers = self.helpers
        twin.turned = self.turned
        twin.paid = self.paid
        twin.jumpers = self.jumpers
        return twin
