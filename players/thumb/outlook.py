"""The outlook of a seat in this journey: the worth of arriving, of leaving, of a crash."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from engine.box import BOSCALUMIA, CITY, EVENTS, LAST, ROWBOATS, TOKEN_POINTS
from engine.rules import rules_of
from engine.state.pieces import BOAT, SHIP
from engine.view import View
from players.cards import Hand, Needs, Pool, pool_of
from players.odds import able, flight, flights, odds_now_that, rolls
from players.thumb import inference
from players.thumb.race import Race
from players.thumb.weights import Weights

FULL = 10
"""Hidden cards of a hand that count when planning."""
FAR = 2
"""Legs ahead from which on the pool counts as a new deck."""


class Outlook:
    """The facts of one view that the rules of thumb need; made for one question."""

    def __init__(self, view: View, weights: Weights) -> None:
        self.view = view
        self.weights = weights
        self.me = view.seat or 0
        self.leg = view.leg
        self.means = inference.Means(view)
        self.race = Race(view, weights, self.means)
        self.unseen = inference.unseen_cards(view)
        self.pool = pool_of(self.unseen)
        self.needs = inference.facing(view)
        self.junk: list[str] | None = None
        """The cards to exchange, once they have been chosen."""
        self._worth: dict[int, float] = {}
        self._odds_after: dict[tuple[tuple[str, ...], int], float] = {}

    # --- who is where ----------------------------------------------------------------------

    @cached_property
    def in_ship(self) -> tuple[int, ...]:
        return tuple([n for n, seat in enumerate(self.view.seats) if seat.place == SHIP])

    @cached_property
    def aboard(self) -> tuple[int, ...]:
        """The seats in the craft of this leg."""
        if self.leg.craft == SHIP:
            return self.in_ship
        return tuple([n for n, seat in enumerate(self.view.seats) if seat.place == BOAT])

    @property
    def kept_dice(self) -> tuple[str, ...]:
        """The dice that this leg's captain will find lying, instead of rolling."""
        return (self.view.ship if self.leg.craft == SHIP else self.view.boat).kept

    @property
    def is_captain(self) -> bool:
        return self.leg.captain == self.me

    def heir(self, captain: int, aboard: Iterable[int]) -> int:
        """Return the captain of the next leg: the first to the left of this leg's captain."""
        seats = len(self.view.seats)
        return min(aboard, key=lambda seat: (seat - captain - 1) % seats)

    def served(self, captain: int, aboard: tuple[int, ...]) -> tuple[int, ...]:
        """Return the seats that get a treasure when this leg's craft arrives.

        At the last stop there may be too few; the captain takes the first.
        """
        target = self.leg.target
        if target > LAST or inference.stops_behind(self.view, target):
            return aboard
        left = self.view.piles[target - 1]
        if left >= len(aboard):
            return aboard
        seats = len(self.view.seats)
        return tuple(sorted(aboard, key=lambda seat: (seat - captain) % seats)[:left])

    # --- points ----------------------------------------------------------------------------

    def points(self, city: int) -> float:
        """Return the average points for landing at a city."""
        if city == BOSCALUMIA:
            return float(TOKEN_POINTS)
        if city > LAST or not self.view.piles[city - 1]:
            return 0.0
        return self.means[city]

    def landing(self, city: int) -> float:
        """Return the worth of landing at a city."""
        if city not in self._worth:
            self._worth[city] = self.race.worth(self.points(city))
        return self._worth[city]

    def price(self, *cards: str) -> float:
        """Return the cost of losing these cards or powers."""
        return self.race.calm * sum(map(self.weights.price, cards))

    def lookup(self, city: int) -> float:
        """Return what an Instructor adds to a treasure of this city."""
        better = inference.best_treasure(self.view, city) - self.means[city]
        return better - self.price("instructor")

    # --- odds ------------------------------------------------------------------------------

    def hand(self, seat: int) -> Hand:
        return inference.hand_at(self.view, seat, bounded=self.weights.remembers)

    def can_pay(self, seat: int) -> float:
        """Return the odds that a seat could pay what the dice show."""
        return able(self.pool, self.hand(seat), self.needs)

    @cached_property
    def odds(self) -> float:
        """The current odds that this leg's craft flies on."""
        if self.leg.said == "can":
            return 1.0
        return 0.0 if self.leg.said == "cannot" else self.can_pay(self.leg.captain)

    @cached_property
    def full_deck(self) -> Pool:
        return pool_of(rules_of(self.view.options).copies)

    def _flights(
        self, seat: int, dice: int, legs: int, turns: int
    ) -> tuple[tuple[float, float], ...]:
        """Return the outcomes of a seat this many legs ahead, after payments on the way."""
        hand = self.hand(seat)
        if turns:
            left = round(self.view.seats[seat].hand - turns * dice * 2 / 3)
            hand = Hand(hidden=max(0, left))
        if hand.hidden > FULL:
            hand = hand._replace(hidden=FULL)
        return flights(self.full_deck if legs >= FAR else self.pool, hand, dice)

    # --- voyages ---------------------------------------------------------------------------

    def ahead(self, city: int, captain: int, aboard: tuple[int, ...]) -> float:
        """Return the worth of being aboard when a leg begins at this city.

        Computed backwards from the last stop, as if all aboard stayed.
        """
        stops = (city, *inference.stops_behind(self.view, city))
        order = [*aboard[aboard.index(captain) :], *aboard[: aboard.index(captain)]]
        value = self.landing(stops[-1])
        if stops[-1] <= LAST:  # there may be fewer treasures than seats
            value *= min(1.0, self.view.piles[stops[-1] - 1] / len(order))
        for leg in range(len(stops) - 2, -1, -1):
            turns, place = divmod(leg, len(order))
            dice = CITY[stops[leg + 1]].dice
            flying = self._flights(order[place], dice, leg, turns)
            here = self.landing(stops[leg]) if stops[leg] <= LAST else 0.0
            crash = self.fall(stops[leg])
            if order[place] != self.me:
                value *= self.weights.lasting
                value = sum(w * max(here, p * value + (1 - p) * crash) for p, w in flying)
                continue
            odds = sum(w * p for p, w in flying)
            value = odds * (value - self.toll(dice)) + (1 - odds) * crash
            if len(order) == 1:
                value = max(here, value)
        return value

    def toll(self, dice: int) -> float:
        """Return the average price of the cards that a captain pays for a leg."""
        return self.price("compass") * dice * (1 - 2 / 6)

    def fall(self, city: int) -> float:
        """Return the worth left after a crash that began at this city."""
        if "jetpack" not in self.view.hand or city > LAST:
            return 0.0
        return max(0.0, self.landing(city) - self.price("jetpack"))

    @cached_property
    def crash(self) -> float:
        """The worth left when this leg's craft crashes."""
        return self.fall(self.leg.city) if self.me in self.aboard else 0.0

    @cached_property
    def arrival(self) -> float:
        """The worth of being aboard when this leg's craft arrives."""
        return self.arrival_of(self.leg.captain)

    def arrival_of(self, captain: int, aboard: tuple[int, ...] | None = None) -> float:
        """Return the worth of arriving with this seat as captain of the leg."""
        aboard = tuple(sorted({*(aboard or self.aboard), self.me}))
        if self.leg.craft == BOAT:
            return self.rowing(self.leg.target, self.view.boat.card)
        if not inference.stops_behind(self.view, self.leg.target):
            mine = self.me in self.served(captain, aboard)
            return self.landing(self.leg.target) if mine else 0.0
        return self.ahead(self.leg.target, self.heir(captain, aboard), aboard)

    def rowing(self, city: int, card: str) -> float:
        """Return the worth of being in the boat at this city, before the next trip."""
        hand = self.hand(self.me)
        stops = (city, *inference.stops_behind(self.view, city))
        value = self.landing(stops[-1])
        for leg in range(len(stops) - 2, -1, -1):
            dice = CITY[stops[leg + 1]].dice
            left = hand if not leg else Hand(hidden=max(0, round(len(self.view.hand) - 2 * leg)))
            odds = flight(self.full_deck if leg else self.pool, left, dice, (ROWBOATS[card],))
            value = max(self.landing(stops[leg]), odds * (value - self.toll(dice)))
        return value

    def boarding(self, card: str) -> float:
        """Return the worth of stepping into the boat now; its first trip cannot be delayed."""
        city = self.leg.city
        ahead = inference.stops_behind(self.view, city)
        if not ahead:
            return self.landing(city)
        dice = CITY[ahead[0]].dice
        odds = flight(self.pool, self.hand(self.me), dice, (ROWBOATS[card],))
        return odds * (self.rowing(ahead[0], card) - self.toll(dice)) - self.price(card)

    # --- rivals ----------------------------------------------------------------------------

    @cached_property
    def prize(self) -> float:
        """The points that a rival gets on average when this leg's craft arrives."""
        stops = (self.leg.target, *inference.stops_behind(self.view, self.leg.target))
        return sum(self.points(stop) for stop in stops[:2]) / len(stops[:2])

    def begrudged(self, captain: int) -> float:
        """Return the cost of the rivals' gains when this leg's craft arrives under a captain."""
        return self.envied(self.served(captain, self.aboard)) * self.prize

    def envied(self, seats: Iterable[int]) -> float:
        """Return the cost of a point for each of these rivals."""
        rivals = [seat for seat in seats if seat != self.me]
        return self.weights.envy * sum(self.race.weight(seat) for seat in rivals)

    @cached_property
    def stake(self) -> float:
        """The worth of this leg's craft arriving instead of crashing."""
        mine = self.arrival - self.crash if self.me in self.aboard else 0.0
        return mine - self.begrudged(self.leg.captain)

    # --- dice that are rolled again --------------------------------------------------------

    @cached_property
    def _faced(self) -> list[Needs]:
        """The events to face if each face lies there n times, by n."""
        return [inference.facing(self.view, EVENTS * n) for n in range(len(self.leg.dice) + 1)]

    def after_reroll(self, kept: tuple[str, ...], dice: int) -> list[tuple[Needs, float]]:
        """Return the events to face, with their odds, after this many dice are rolled again."""
        fog, lightning, birds, pirates = [
            [self._faced[kept.count(event) + more][symbol] for more in range(dice + 1)]
            for symbol, event in enumerate(EVENTS)
        ]
        return [
            ((fog[a], lightning[b], birds[c], pirates[d]), likely)
            for (a, b, c, d), likely in rolls(dice)
        ]

    def odds_after(self, kept: tuple[str, ...], dice: int) -> float:
        """Return the odds that the captain pays after such a reroll."""
        if (kept, dice) not in self._odds_after:
            hand = self.hand(self.leg.captain)
            # a captain knows the own hand, not just the declaration
            said = "" if self.is_captain else self.leg.said
            odds = odds_now_that(said, self.pool, hand, self.needs)
            rolled = self.after_reroll(kept, dice)
            self._odds_after[kept, dice] = sum(likely * odds(needs) for needs, likely in rolled)
        return self._odds_after[kept, dice]
