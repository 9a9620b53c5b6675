"""Ratings by Plackett and Luce: a game is an order of places, and everybody's skill is in doubt.

What is shown is what somebody is almost surely worth, so it grows as the doubt shrinks. Computers
are opponents whose skill is known; nothing that people do changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

from bot.results.result import GameResult, SeatResult
from players.roster import EASY, HARD, NORMAL, RANDOM

MU: Final = 25.0
SIGMA: Final = MU / 3
NEW: Final = 1000
"""What a person is shown to be worth before the first game."""
SCALE: Final = 40
DOUBT: Final = 3
"""So many times the doubt is taken off."""
ENOUGH: Final = 10
"""Before so many games a rating is provisional ..."""
SURE: Final = 6.0
"""... and as long as its doubt is not below this."""
IDLE: Final = 90 * 86_400.0
"""Seconds after the last game when a rating is listed no more."""
KNOWN: Final = 1.0
"""The doubt about a computer."""
COMPUTERS: Final[Mapping[str, float]] = {RANDOM: 5.0, EASY: 19.0, NORMAL: 25.0, HARD: 27.0}
"""The skill of each computer. The distances are those at which they beat each other in as many
games as they do: a normal one wins 40 of 100 games against three easy ones."""

_MODEL: Final = PlackettLuce(mu=MU, sigma=SIGMA)


@dataclass(frozen=True, slots=True)
class Rating:
    """How good somebody is on a ladder, as far as the games tell."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    last: float = 0.0
    """When the last of them ended, in seconds of the epoch."""

    @property
    def shown(self) -> int:
        """The rating as people read it."""
        return round(NEW + SCALE * (self.mu - DOUBT * self.sigma))

    @property
    def provisional(self) -> bool:
        """Too little is known of it."""
        return self.games < ENOUGH or self.sigma >= SURE


def rated(game: GameResult, before: Mapping[int, Rating], ended: float) -> dict[int, Rating]:
    """The ratings of the people after this game, by their seats.

    ``before`` has those of the seats that people had when it began. Whoever was gone in the end
    comes last, and the computer that took over has no place of its own. From a computer that is
    weaker than oneself there is nothing to gain, and nothing to lose to it: otherwise whoever beats
    computers all night would climb. Who had nobody to be measured by, since all others are
    forgotten, keeps the rating.
    """
    if not (game.ladder and game.finished):
        return {}
    people = [seat for seat in game.seats if seat.seat in before]
    others = [seat for seat in game.seats if not seat.person]
    after: dict[int, Rating] = {}
    for me in people:
        known = before[me.seat]
        stronger = [seat for seat in others if COMPUTERS.get(seat.computer, MU) > known.mu]
        field = [*people, *stronger]
        if len(field) == 1:
            continue
        teams = [[_MODEL.rating(*_skill(seat, before))] for seat in field]
        places = [float(_place(seat, game)) for seat in field]
        now = _MODEL.rate(teams, ranks=places)[people.index(me)][0]
        after[me.seat] = Rating(now.mu, now.sigma, known.games + 1, ended)
    return after


def _place(seat: SeatResult, game: GameResult) -> int:
    return len(game.seats) + 1 if seat.left else seat.rank


def _skill(seat: SeatResult, before: Mapping[int, Rating]) -> tuple[float, float]:
    known = before.get(seat.seat)
    if known is not None:
        return known.mu, known.sigma
    return COMPUTERS.get(seat.computer, MU), KNOWN
