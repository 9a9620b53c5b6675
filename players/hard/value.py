"""The chances to win at the start of a journey: a rule that was fitted to whole games."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from engine.box import CITY_OF, LITTLE_HELP, SPYGLASSES
from engine.inside import Inside, InsideSeat
from engine.state.scores import BEGINNER_CITIES
from players.hard.chances import covers_of, pays_roll
from players.hard.facts import riches

FEATURES: Final = (
    *("points", "points late", "points at the end", "lead", "lead late", "lead at the end"),
    *("lead squared", "points squared", "progress", "cards", "cards late", "pays", "pays late"),
    *("turbos", "turbos late", "jetpack", "jetpack late", "alternative_route", "ejection"),
    *("wind_gust", "spyglasses", "spyglasses late", "symbols", "turn", "captain"),
    *("captain pays", "other cards", "power", "treasures"),
)
Row = tuple[float, ...]
SPECIAL: Final = ("alternative_route", "ejection", "wind_gust")
USUAL_DICE: Final = (2, 3)


def features(game: Inside) -> list[Row]:
    """Return the numbers of each seat, in the order of `FEATURES`."""
    options, seats = game.rules.options, game.seats
    goal, fee = options.goal, options.help_penalty
    rich = [riches(seat) for seat in seats]
    scores = [
        points - fee * sum([card in LITTLE_HELP for card in seat.hand])
        for seat, points in zip(seats, rich, strict=True)
    ]
    if options.variant == "beginner":
        done = [len({CITY_OF[name] for name in seat.treasures}) / BEGINNER_CITIES for seat in seats]
    else:
        done = [points / goal for points in rich]
    first, second = sorted(scores, reverse=True)[:2]
    late = max(done)
    rows: list[Row] = []
    for number, seat in enumerate(seats):
        score = scores[number]
        rival = second if score == first else first
        turn = (number - game.leg.captain) % len(seats)
        rows.append(
            (
                *_of_points(score / goal, (score - rival) / goal, late, done[number]),
                *_of_hand(seat, late, turn=turn / len(seats)),
            )
        )
    return rows


def _of_points(points: float, lead: float, late: float, done: float) -> Row:
    return (
        *(points, points * late, points * late * late),
        *(lead, lead * late, lead * late * late, lead * abs(lead), points * points, done),
    )


def _of_hand(seat: InsideSeat, late: float, *, turn: float) -> Row:
    hand = seat.hand
    covers = covers_of(hand)
    pays = sum([pays_roll(covers, dice) for dice in USUAL_DICE]) / len(USUAL_DICE)
    turbos, jetpack = covers[-1] / 4, float("jetpack" in hand)
    spyglasses = float(sum([name in SPYGLASSES for name in seat.treasures]))
    special = [hand.count(card) for card in SPECIAL]
    other = len(hand) - sum(covers) - sum(special) - int(jetpack)
    captain = float(turn == 0)
    return (
        *(len(hand) / 10, len(hand) / 10 * late, pays, pays * late, turbos, turbos * late),
        *(jetpack, jetpack * late, *[count / 2 for count in special]),
        *(spyglasses, spyglasses * late, sum([n > 0 for n in covers[:-1]]) / 4),
        *(turn, captain, captain * pays, other / 10, float(seat.power), len(seat.treasures) / 10),
    )


class Value:
    """The chances of all seats, by fitted weights."""

    def __init__(self, weights: Sequence[float]) -> None:
        self._weights = weights

    def shares(self, game: Inside) -> list[float]:
        """Return the chance of each seat; together they are 1."""
        weights = self._weights
        scores = [sum([a * b for a, b in zip(weights, row, strict=True)]) for row in features(game)]
        most = max(scores)
        odds = [exp(score - most) for score in scores]
        whole = sum(odds)
        return [each / whole for each in odds]


def final_shares(game: Inside) -> list[float]:
    """Return each seat's share of the win when the game is over; ties split it."""
    fee = game.rules.options.help_penalty
    keys = [
        (riches(s) - fee * sum([c in LITTLE_HELP for c in s.hand]), -len(s.treasures))
        for s in game.seats
    ]
    best = max(keys)
    return [(key == best) / keys.count(best) for key in keys]
