"""The state of a game: all its data, and the basic operations on it.

What happens next is data too. The *agenda* is a stack of steps: the top one is taken when no seat
is being waited for; a step that asks a question stays on top until it is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from engine import events
from engine.box import BLANK, CITY_OF, LAST, OFF_THE_LINE, SEATS
from engine.chance import Chance
from engine.events import Event
from engine.state import bounds, memory
from engine.state.pieces import ASHORE, BOAT, SHIP, Craft, Leg, Seat

if TYPE_CHECKING:  # the state holds steps and rules that work on it: a cycle of types alone
    from engine.state.rules import Rules
    from engine.state.step import Step

P = ParamSpec("P")

_ROTATIONS = tuple(
    tuple((*range(first, seats), *range(first)) for first in range(seats))
    for seats in range(SEATS[-1] + 1)
)
"""All seats from each one on, by the number of seats."""

_FROM_THE_LEFT = tuple(rotations[1:] + rotations[:1] for rotations in _ROTATIONS)
"""All seats from the left of each one on, that seat last."""

_LEADS_TO = {here.number: there.number for here, there in pairwise(OFF_THE_LINE)}


@dataclass(slots=True, repr=False)
class GameState:
    """One game as it stands. It has no text form, for it holds secrets."""

    rules: Rules
    chance: Chance
    seats: list[Seat]
    piles: list[tuple[str, ...]]
    """The treasures of each city by its number, the last one on top; places off the line
    have none."""
    deck: tuple[str, ...] = ()
    """The draw pile; the last card is on top."""
    discard: dict[str, int] = field(default_factory=dict[str, int])
    """The number of each card in the discard."""
    removed: tuple[str, ...] = ()
    """Treasures that are out of the game."""
    gifts: tuple[str, ...] = ()
    gifts_shown: bool = False
    in_ship: tuple[int, ...] = ()
    """The seats in the ship, and in the boat, by their numbers; all others are ashore."""
    in_boat: tuple[int, ...] = ()
    ship: Craft = field(default_factory=Craft)
    boat: Craft = field(default_factory=Craft)
    captain: int = 0
    """The seat that captained the ship last."""
    journey: int = 0
    crashed: bool = False
    """The ship crashed in this journey."""
    lit: bool = False
    """Boscalumia shines."""
    leg: Leg = field(default_factory=Leg)
    agenda: list[Step] = field(default_factory=list["Step"])
    waiting: tuple[int, ...] = ()
    """Seats that may answer the step on top of the agenda, in order of priority."""
    told: list[Event] | None = None
    """Collects the events; None: no events are made."""

    def copy(self) -> GameState:
        twin = GameState.__new__(GameState)
        twin.rules = self.rules
        twin.chance = self.chance.copy()
        twin.seats = [seat.copy() for seat in self.seats]
        twin.piles = self.piles.copy()
        twin.deck = self.deck
        twin.discard = self.discard.copy()
        twin.removed = self.removed
        twin.gifts = self.gifts
        twin.gifts_shown = self.gifts_shown
        twin.in_ship = self.in_ship
        twin.in_boat = self.in_boat
        twin.ship = self.ship
        twin.boat = self.boat
        twin.captain = self.captain
        twin.journey = self.journey
        twin.crashed = self.crashed
        twin.lit = self.lit
        twin.leg = self.leg.copy()
        twin.agenda = self.agenda.copy()
        twin.waiting = self.waiting
        twin.told = None
        return twin

    # --- the flow --------------------------------------------------------------------------

    def settle(self) -> None:
        """Take steps from the agenda until a seat is asked or the game is over."""
        agenda = self.agenda
        while agenda and not self.waiting:
            agenda.pop().open(self)

    def ask(self, step: Step, seats: tuple[int, ...]) -> None:
        """Put a question to these seats."""
        self.agenda.append(step)
        self.waiting = seats

    def tell(self, event: Callable[P, Event], *args: P.args, **kwargs: P.kwargs) -> None:
        """Make this event, if events are collected."""
        if self.told is not None:
            self.told.append(event(*args, **kwargs))

    # --- who is where ----------------------------------------------------------------------

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats, from this one on."""
        return _ROTATIONS[len(self.seats)][first]

    def by_priority(self) -> tuple[int, ...]:
        """All seats, from the captain's left; the captain last."""
        return _FROM_THE_LEFT[len(self.seats)][self.leg.captain]

    @property
    def aboard(self) -> tuple[int, ...]:
        """The seats in the craft of this leg, by their numbers."""
        return self.in_ship if self.leg.craft == SHIP else self.in_boat

    def captain_first(self) -> tuple[int, ...]:
        """The seats in the craft of this leg, the captain first, then clockwise."""
        return in_turn(self.aboard, self.leg.captain)

    def place(self, seat: int) -> str:
        """Return the place of a seat."""
        if seat in self.in_ship:
            return SHIP
        return BOAT if seat in self.in_boat else ASHORE

    @property
    def craft(self) -> Craft:
        """The craft of this leg."""
        return self.ship if self.leg.craft == SHIP else self.boat

    @craft.setter
    def craft(self, craft: Craft) -> None:
        if self.leg.craft == SHIP:
            self.ship = craft
        else:
            self.boat = craft

    def hand_over(self, captain: int) -> None:
        """Make this seat captain of the ship; the last captain's declaration falls."""
        self.leg.captain = self.captain = captain
        self.leg.said = ""
        self.tell(events.CaptainChanged, captain)

    def disembark(self, seat: int) -> None:
        """Put this seat ashore until the next journey.

        The boat's card goes to the discard; face-down cards of the seat return to its hand.
        """
        self.seats[seat].laid = ()
        if seat in self.in_boat:
            self.in_boat = ()
            self.drop((self.boat.card,))
            self.boat = Craft()
        else:
            self.in_ship = without(self.in_ship, (seat,))

    def embark(self, seat: int) -> None:
        """Bring this seat back into the ship."""
        self.in_ship = tuple(sorted((*self.in_ship, seat)))
        self.tell(events.Returned, seat)

    def step_into_boat(self, seat: int, card: str) -> None:
        """Leave the ship for the boat, behind this Rowboat card."""
        self.in_ship = without(self.in_ship, (seat,))
        self.in_boat = (seat,)
        self.boat = Craft(city=self.leg.city, card=card, fresh=True)

    # --- cities and treasures --------------------------------------------------------------

    def next_stop(self, city: int) -> int | None:
        """The next city behind this one that still has treasures."""
        if city > LAST:
            return _LEADS_TO.get(city)
        for stop in range(city + 1, LAST + 1):
            if self.piles[stop]:
                return stop
        return None

    def give_treasure(self, seat: int, city: int, treasure: str) -> None:
        """Give this seat a treasure that has left its pile; only the seat sees it."""
        self.seats[seat].treasures += (treasure,)
        self.tell(events.Took, seat, city, treasure)

    def take_top(self, seat: int, city: int) -> None:
        """Take the top treasure of a city that has one."""
        pile = self.piles[city]
        treasure = pile[-1]
        memory.treasure_drawn(self.seats, city, pile, treasure, taker=seat)
        self.piles[city] = pile[:-1]
        self.give_treasure(seat, city, treasure)

    def put_under(self, seat: int, treasure: str) -> None:
        """Put one of the seat's treasures under its city's pile."""
        me = self.seats[seat]
        me.treasures = without(me.treasures, (treasure,))
        city = CITY_OF[treasure]
        self.piles[city] = (treasure, *self.piles[city])
        memory.treasure_put_under(self.seats, city, treasure, owner=seat)
        self.tell(events.PutUnder, seat, city, treasure)

    def shuffle_pile(self, city: int) -> None:
        self.piles[city] = self.chance.shuffled(self.piles[city])
        memory.pile_shuffled(self.seats, city)

    def remove_treasure(self, seat: int, treasure: str) -> None:
        """Take one of the seat's treasures out of the game, in the open."""
        me = self.seats[seat]
        me.treasures = without(me.treasures, (treasure,))
        self.removed += (treasure,)
        memory.treasure_shown(self.seats, seat, treasure)
        self.tell(events.Removed, seat, treasure)

    # --- cards -----------------------------------------------------------------------------

    def take_cards(self, count: int) -> tuple[str, ...]:
        """The top cards of the draw pile; an empty pile is made again from the discard."""
        if not count:
            return ()
        taken = self.deck[: -count - 1 : -1]
        self.deck = self.deck[:-count]
        if len(taken) < count and self.discard:
            self._make_deck()
            taken += self.take_cards(count - len(taken))
        return taken

    def _make_deck(self) -> None:
        # sorted by name, so that the new order depends on the seed alone
        names = sorted(self.discard)
        cards = tuple([name for name in names for _ in range(self.discard[name])])
        self.discard = {}
        self.deck = self.chance.shuffled(cards)
        self.tell(events.Shuffled, len(cards))

    def draw(self, seat: int, count: int) -> None:
        """Draw cards into a hand."""
        cards = self.take_cards(count)
        me = self.seats[seat]
        me.hand += cards
        bounds.cards_came(me, len(cards))
        self.tell(events.Drew, seat, len(cards), cards)

    def drop(self, cards: Iterable[str]) -> None:
        """Put these cards into the discard."""
        discard = self.discard
        for card in cards:
            discard[card] = discard.get(card, 0) + 1

    def spend(self, seat: int, cards: tuple[str, ...]) -> None:
        """Put cards of a hand into the discard."""
        self.show(seat, cards)
        self.drop(cards)

    def show(self, seat: int, cards: tuple[str, ...]) -> None:
        """Take cards out of a hand, in the open."""
        if not cards:
            return
        me = self.seats[seat]
        me.hand = without(me.hand, cards)
        bounds.cards_left(me, cards)
        memory.cards_left_hand(self.seats, seat, cards)

    def take_back(self, seat: int, card: str) -> None:
        """Return a card that was played too late from the discard to its owner."""
        self.discard[card] -= 1
        if not self.discard[card]:
            del self.discard[card]
        self.seats[seat].hand += (card,)
        memory.card_came_back(self.seats, seat, card)
        self.tell(events.CameBack, seat, card)

    def take_back_laid(self) -> None:
        """Return all face-down cards to their owners, unseen."""
        for seat in self.seats:
            seat.laid = ()

    def drop_help(self, seats: tuple[int, ...]) -> None:
        """Discard the open Little help of these seats."""
        leg = self.leg
        if leg.help:
            open_ = tuple(zip(leg.helpers, leg.help, strict=True))
            kept = [(seat, card) for seat, card in open_ if seat not in seats]
            self.drop(card for seat, card in open_ if seat in seats)
            leg.helpers = tuple([seat for seat, _ in kept])
            leg.help = tuple([card for _, card in kept])

    def drop_failed_help(self) -> None:
        """Discard Little help that was not enough."""
        if self.leg.said == "cannot":
            self.drop_help(self.clockwise(0))

    # --- dice ------------------------------------------------------------------------------

    def roll(self, count: int) -> None:
        """Roll the dice of this leg."""
        leg = self.leg
        leg.dice = self.chance.dice(count)
        self.tell(events.Rolled, leg.captain, leg.dice)
        self._after_roll(count)

    def reroll(self, picked: tuple[str, ...]) -> None:
        """Roll the dice that show these faces again; the captain's word was about the old ones."""
        leg = self.leg
        if picked:
            self.drop_failed_help()
            leg.said = ""
        dice = list(leg.dice)
        places: list[int] = []
        for face in picked:
            places.append(next(n for n, f in enumerate(dice) if f == face and n not in places))
        for place, face in zip(sorted(places), self.chance.dice(len(places)), strict=True):
            dice[place] = face
        leg.dice = tuple(dice)
        self.tell(events.Rerolled, leg.captain, picked, leg.dice)
        self._after_roll(len(picked))

    def _after_roll(self, rolled: int) -> None:
        if rolled and self.leg.dice.count(BLANK) == len(self.leg.dice):
            self.agenda.extend(self.rules.after_blanks)

    def keep_dice(self) -> None:
        """Leave the dice of this leg lying for the craft's next one."""
        leg = self.leg
        course = leg.target if leg.target > LAST else 0
        self.craft = self.craft._replace(kept=leg.dice, course=course)


@cache
def in_turn(seats: tuple[int, ...], first: int) -> tuple[int, ...]:
    """These seats, by their numbers, clockwise from this one on."""
    return tuple(sorted(seats, key=lambda seat: seat < first))


T = TypeVar("T")


def without(things: tuple[T, ...], gone: Iterable[T]) -> tuple[T, ...]:
    """Return the rest when these are taken away."""
    rest = list(things)
    for thing in gone:
        rest.remove(thing)
    return tuple(rest)
