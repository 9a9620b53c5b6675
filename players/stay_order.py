"""Orders to stay: the wish to stay as a passenger and to fly on as captain, for many legs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from engine import View
from engine.box import TREASURES, TURBO, UPGRADED
from engine.moves import Declare, Leave, Pay, Stay
from engine.state.payment import shortfall, to_face
from players.stakes import chance, riches, worth

LAST: Final = max(TREASURES)
CITIES: Final = range(2, LAST + 1)
"""Cities at which a seat may ask to be asked again."""
EVERYWHERE: Final = 1
"""In place of a city: as passenger the seat is asked in every city."""
TO_THE_END: Final = LAST + 1
"""In place of a city: the seat is asked again at none."""
ODDS: Final = (40, 60, 80)
"""Odds in percent below which a seat may want to be asked."""
CARDS: Final = (2, 3, 4, 5)
"""Numbers of cards below which a seat may distrust the captain."""
TURBOS: Final = (0, 1, 2, 8)
"""The numbers of Turbos that an order may allow; the last is all that the game has."""
SINGLE, DOUBLE = "single", "upgraded"
SPARED: Final = (DOUBLE, SINGLE)
"""Kinds of equipment that a captain may want to keep where the other does."""
FORM: Final = re.compile(
    r"until=(\d{1,2})(?: odds=(\d{1,2}))?(?: cards=(\d))?(?: captains=([0-5]+))?( goal)?"
    r"(?: turbos=(\d))?(?: spare=(single|upgraded))?"
)


@dataclass(frozen=True, slots=True)
class StayOrder:
    """A seat's order: as passenger, stay until a city, with exceptions; as captain, fly on.

    As captain the seat says that it can fly on if it needs at most ``turbos`` Turbos for that.
    """

    until: int = EVERYWHERE
    """The first city at which the seat is asked again."""
    odds: int = 0
    """The seat is asked if the captain's odds are lower, in percent."""
    cards: int = 0
    """The seat is asked if the captain holds fewer."""
    captains: tuple[int, ...] = ()
    """The seat is asked if one of these is the captain."""
    goal: bool = False
    """The seat leaves where any treasure takes it to the goal."""
    turbos: int | None = None
    """The most Turbos to use as captain; 0: say that we cannot fly on; None: ask the seat."""
    spare: str = ""
    """The kind of equipment to keep where the captain may choose what to show; "": ask."""

    @classmethod
    def parse(cls, words: str) -> StayOrder:
        """Return the order of these words, as `str` gives them; or raise ValueError."""
        found = FORM.fullmatch(words)
        if found is None:
            raise ValueError
        until, odds, cards = [int(number or 0) for number in found.groups()[:3]]
        turbos = None if found[6] is None else int(found[6])
        if until not in (EVERYWHERE, *CITIES, TO_THE_END):
            raise ValueError
        if odds not in (0, *ODDS) or cards not in (0, *CARDS) or turbos not in (None, *TURBOS):
            raise ValueError
        captains = tuple(sorted({int(seat) for seat in found[4] or ""}))
        return cls(until, odds, cards, captains, bool(found[5]), turbos, found[7] or "")

    def __str__(self) -> str:
        return words(
            f"{self.until}",
            f"{self.odds or ''}",
            f"{self.cards or ''}",
            "".join(map(str, self.captains)),
            goal=self.goal,
            turbos="" if self.turbos is None else f"{self.turbos}",
            spare=self.spare,
        )

    @property
    def asks_all(self) -> bool:
        """True if the seat is asked everything, as without an order."""
        return self == StayOrder()

    def answer(self, view: View) -> Stay | Leave | None:
        """Return the answer of the seat that sees this; None: it wants to be asked.

        It follows from what everybody sees and, for the goal, from the seat's own treasures.
        """
        now = view.leg
        if now.city not in TREASURES:
            return None
        if self.goal and riches(view) + worth(view, now.city)[0] >= view.options.goal:
            return Leave()
        if now.city >= self.until or now.captain in self.captains:
            return None
        if view.seats[now.captain].hand < self.cards:
            return None
        if self.odds and to_face(now) and 100 * chance(view) < self.odds:
            return None
        return Stay()

    def word(self, view: View) -> Declare | None:
        """Return what the captain who sees this declares; None: it wants to be asked.

        It speaks for a captain who may choose, because equipment alone does not cover all dice.
        """
        if self.turbos is None:
            return None
        open_events = shortfall(to_face(view.leg), view.hand)
        needed = open_events - view.leg.turned.count(TURBO)
        if needed <= self.turbos:
            return Declare("can")
        return Declare("cannot") if not self.turbos else None

    def payment(self, view: View) -> Pay | None:
        """Return the cards that the captain who sees this shows; None: it wants to be asked."""
        ways = [move for move in view.legal if isinstance(move, Pay)]
        if not self.spare or not ways:
            return None
        doubles = [sum(card in UPGRADED for card in way.cards) for way in ways]
        wanted = min(doubles) if self.spare == DOUBLE else max(doubles)
        return min(
            [way for way, count in zip(ways, doubles, strict=True) if count == wanted],
            key=lambda way: (len(way.cards), way.cards),
        )


def words(
    until: str,
    odds: str = "",
    cards: str = "",
    captains: str = "",
    *,
    goal: bool = False,
    turbos: str = "",
    spare: str = "",
) -> str:
    """Return the words of an order with these numbers, which are not checked."""
    numbers = {"until": until, "odds": odds, "cards": cards, "captains": captains}
    parts = [f"{name}={number}" for name, number in numbers.items() if number]
    parts += ["goal"] if goal else []
    wishes = {"turbos": turbos, "spare": spare}
    return " ".join([*parts, *[f"{name}={wish}" for name, wish in wishes.items() if wish]])
