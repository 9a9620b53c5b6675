"""Orders to stay: a passenger's wish to stay, given once for many legs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from engine import View
from engine.box import TREASURES
from engine.moves import Leave, Stay
from engine.state.payment import to_face
from players.stakes import chance, riches, worth

LAST: Final = max(TREASURES)
CITIES: Final = range(2, LAST + 1)
"""Cities at which a seat may ask to be asked again."""
TO_THE_END: Final = LAST + 1
"""In place of a city: the seat is asked again at none."""
ODDS: Final = (40, 60, 80)
"""Odds in percent below which a seat may want to be asked."""
CARDS: Final = (2, 3, 4, 5)
"""Numbers of cards below which a seat may distrust the captain."""
FORM: Final = re.compile(
    r"until=(\d{1,2})(?: odds=(\d{1,2}))?(?: cards=(\d))?(?: captains=([0-5]+))?( goal)?"
)


@dataclass(frozen=True, slots=True)
class StayOrder:
    """A wish to stay in each leg before a city; some circumstances are excepted."""

    until: int
    """The first city at which the seat is asked again."""
    odds: int = 0
    """The seat is asked if the captain's odds are lower, in percent."""
    cards: int = 0
    """The seat is asked if the captain holds fewer."""
    captains: tuple[int, ...] = ()
    """The seat is asked if one of these is the captain."""
    goal: bool = False
    """The seat leaves where any treasure takes it to the goal."""

    @classmethod
    def parse(cls, words: str) -> StayOrder:
        """Return the order of these words, as `str` gives them; or raise ValueError."""
        found = FORM.fullmatch(words)
        if found is None:
            raise ValueError
        until, odds, cards = [int(number or 0) for number in found.groups()[:3]]
        if until not in (*CITIES, TO_THE_END):
            raise ValueError
        if odds not in (0, *ODDS) or cards not in (0, *CARDS):
            raise ValueError
        captains = tuple(sorted({int(seat) for seat in found[4] or ""}))
        return cls(until, odds, cards, captains, bool(found[5]))

    def __str__(self) -> str:
        odds, cards = [f"{number or ''}" for number in (self.odds, self.cards)]
        captains = "".join(map(str, self.captains))
        return words(f"{self.until}", odds, cards, captains, goal=self.goal)

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


def words(
    until: str, odds: str = "", cards: str = "", captains: str = "", *, goal: bool = False
) -> str:
    """Return the words of an order with these numbers, which are not checked."""
    numbers = {"until": until, "odds": odds, "cards": cards, "captains": captains}
    parts = [f"{name}={number}" for name, number in numbers.items() if number]
    return " ".join([*parts, "goal"] if goal else parts)
