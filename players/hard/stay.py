"""To stay or to leave, as numbers that a rule can be fitted to.

All of them are known to the seat: its own hand, the mean treasures, and public facts.
"""

from __future__ import annotations

from math import log
from typing import Final, NamedTuple

from engine.box import CITY, LAST
from engine.inside import Inside
from players.hard.chances import MEAN, Unseen, covers_of, pays_roll
from players.hard.facts import captain_pays, riches

FEATURES: Final = (
    *("one", "odds", "log odds", "odds of there", "odds of then", "there", "then"),
    *("jetpack", "jetpack in a crash", "captain next", "own odds next", "aboard"),
    *("missing", "lead", "wins by leaving", "city", "game is ending", "odds next"),
)
Weights = tuple[float, ...]
NOTHING: Final = 0.5
"""Added to a city's worth, so that it can be divided by when the city is empty."""
LIKELY: Final = 0.02
"""Added to odds, so that they have a logarithm."""


class StayWeights(NamedTuple):
    """The weights of `FEATURES`, fitted to games of these players."""

    easy: Weights
    normal: Weights


def features(game: Inside, seat: int) -> tuple[float, ...]:
    """Return the numbers for staying, in the order of `FEATURES`."""
    leg, me = game.leg, game.seats[seat]
    odds = captain_pays(game, seat)
    here = MEAN[leg.city] if game.piles[leg.city] else 0.0
    there = MEAN[leg.target]
    after = game.next_stop(leg.target)
    then = MEAN[after] if after else there
    heir = _heir(game)
    first = float(heir == seat)
    again = _odds_of(game, seat, heir, CITY[after].dice) if after else 1.0
    jetpack = float("jetpack" in me.hand)
    goal = game.rules.options.goal
    mine = riches(me)
    best = max([riches(other) for n, other in enumerate(game.seats) if n != seat])
    base = here + NOTHING
    return (
        *(1.0, odds, log(odds + LIKELY), odds * there / base, odds * again * then / base),
        *(log((there + NOTHING) / base), log((then + NOTHING) / base)),
        *(jetpack, jetpack * (1 - odds), first, first * again, len(game.in_ship) / len(game.seats)),
        *((goal - mine) / goal, (mine - best) / goal),
        *(float(mine + here >= goal and mine + here > best), leg.city / LAST),
        *(float(best >= goal), again),
    )


def _heir(game: Inside) -> int:
    """Return the captain of the next leg if all stay: the first aboard to the captain's left."""
    captain, seats = game.leg.captain, len(game.seats)
    return min(game.in_ship, key=lambda seat: (seat - captain - 1) % seats)


def _odds_of(game: Inside, seat: int, heir: int, dice: int) -> float:
    """Return the odds that the next captain pays for the next roll."""
    if heir == seat:
        return pays_roll(covers_of(game.seats[seat].hand), dice)
    unseen = Unseen.by(game, game.seats[seat])
    return unseen.pays_blindly(dice, len(game.seats[heir].hand))
