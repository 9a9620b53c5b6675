"""Ratings by the Plackett-Luce model: a game is a ranking, and each skill has an uncertainty.

The shown rating is a lower bound of the skill, so it grows as the uncertainty shrinks. Computers
are opponents whose skill is fixed.
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
"""The shown rating before the first game."""
SCALE: Final = 40
SIGMAS_BELOW: Final = 3
"""Sigmas that the shown rating lies below mu."""
SETTLED_GAMES: Final = 10
"""Games before which a rating is provisional ..."""
SETTLED_SIGMA: Final = 6.0
"""... and it stays provisional until sigma is below this."""
IDLE: Final = 90 * 86_400.0
"""Seconds after the last game until a rating leaves the ladder."""
COMPUTER_SIGMA: Final = 1.0
COMPUTERS: Final[Mapping[str, float]] = {RANDOM: 5.0, EASY: 19.0, NORMAL: 25.0, HARD: 27.0}
"""Mu of each computer, fitted to games among them: a normal one wins 40 of 100 games against three
easy ones."""

_MODEL: Final = PlackettLuce(mu=MU, sigma=SIGMA)


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's skill on a ladder."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    last: float = 0.0
    """When the last game ended, in seconds of the epoch."""

    @property
    def shown(self) -> int:
        """The rating that people see."""
        return round(NEW + SCALE * (self.mu - SIGMAS_BELOW * self.sigma))

    @property
    def provisional(self) -> bool:
        """Whether too few games support it."""
        return self.games < SETTLED_GAMES or self.sigma >= SETTLED_SIGMA


def rated(game: GameResult, before: Mapping[int, Rating], ended: float) -> dict[int, Rating]:
    """Return the ratings of the people after this game, by seat.

    ``before``: ratings of the people who started the game. Leavers rank last, and the computers
    that took over for them do not rank. A weaker computer does not count as an opponent: otherwise
    beating computers all night would pay. A person without any opponent, because the data of all
    others was deleted, keeps the rating.
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
        last = len(game.seats) + 1.0
        places = [last if seat.left else float(seat.rank) for seat in field]
        now = _MODEL.rate(teams, ranks=places)[people.index(me)][0]
        after[me.seat] = Rating(now.mu, now.sigma, known.games + 1, ended)
    return after


def _skill(seat: SeatResult, before: Mapping[int, Rating]) -> tuple[float, float]:
    known = before.get(seat.seat)
    if known is not None:
        return known.mu, known.sigma
    return COMPUTERS.get(seat.computer, MU), COMPUTER_SIGMA
