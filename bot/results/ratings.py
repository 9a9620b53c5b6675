"""Ratings by the Plackett-Luce model: a game is a ranking, and each skill has an uncertainty.

The shown rating is a lower bound of the skill, so it grows as the uncertainty shrinks. Computers
are opponents whose skill is fixed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
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

LAST_PLACE: Final = 99.0
"""Behind all ranks."""

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
        """True if too few games support it."""
        return self.games < SETTLED_GAMES or self.sigma >= SETTLED_SIGMA


def rated(
    game: GameResult,
    before: Mapping[int, Rating],
    ended: float,
    decided: Collection[frozenset[int]] = (),
) -> dict[int, Rating]:
    """Return the ratings of the people whom this game changes, by seat.

    ``before``: ratings of the people who started the game. ``decided``: pairs of seats that do not
    count as opponents, see `is_decided`.

    Leavers rank last, and the computers that took over for them do not rank. A weaker computer does
    not count as an opponent: otherwise beating computers all night would pay. A person without any
    other person as an opponent keeps the rating.

    Where no rating may rise, the game tells only of its losers, so no uncertainty shrinks and it
    does not support a rating. Somebody who was kicked is rated by the standing of that moment, and
    nobody passes them any more: otherwise a second account as host would rescue its owner from
    each game that goes badly, or free them from an opponent who is ahead.
    """
    if not game.is_rated:
        return {}
    people = [seat for seat in game.seats if seat.seat in before]
    computers = [seat for seat in game.seats if not seat.person]
    after: dict[int, Rating] = {}
    for me in people:
        known = before[me.seat]
        others = [it for it in people if it is not me and {it.seat, me.seat} not in decided]
        stronger = [it for it in computers if COMPUTERS.get(it.computer, MU) > known.mu]
        if not others:
            continue
        mu, sigma = _skill_after(me, others, stronger, before)
        mu = known.mu + me.share * (mu - known.mu)
        if game.can_gain:
            after[me.seat] = Rating(mu, sigma, known.games + 1, ended)
        elif mu < known.mu:
            after[me.seat] = replace(known, mu=mu, last=ended)
    return after


Place = tuple[SeatResult, float]


def _skill_after(
    me: SeatResult,
    others: Sequence[SeatResult],
    computers: Sequence[SeatResult],
    before: Mapping[int, Rating],
) -> tuple[float, float]:
    """Return mu and sigma of a seat after the whole game."""
    if me.kicked_at:
        ranked = sorted(others, key=_final_place)
        behind_some = (me, me.kicked_at - 0.5)
        return _rate(before, behind_some, *[(it, float(n)) for n, it in enumerate(ranked, 1)])
    mine = _final_place(me)
    there = [(it, _final_place(it)) for it in others if not it.kicked_at]
    ranks = [(it, float(it.rank)) for it in computers] if there else []
    mu, sigma = _rate(before, (me, mine), *there, *ranks)
    place = 1 + sum(other < mine for _, other in there)
    kicked = [it for it in others if it.kicked_at and (me.left or it.kicked_at <= place)]
    if kicked:
        passed, _ = _rate(before, (me, mine), *there, *[(it, mine - 0.5) for it in kicked])
        mu += max(it.share for it in kicked) * min(passed - mu, 0.0)
    return mu, sigma


def _rate(before: Mapping[int, Rating], me: Place, *others: Place) -> tuple[float, float]:
    field = [me, *others]
    teams = [_MODEL.rating(*_skill(seat, before)) for seat, _ in field]
    if others:
        ranks = [place for _, place in field]
        teams = [it for (it,) in _MODEL.rate([[it] for it in teams], ranks=ranks)]
    return teams[0].mu, teams[0].sigma


def _final_place(seat: SeatResult) -> float:
    """Return the rank at the end; leavers share the last place."""
    return LAST_PLACE if seat.left else float(seat.rank)


def is_decided(games: int, ahead: int, behind: int) -> bool:
    """Return whether more games between two people say nothing new about who is stronger.

    The lead exceeds two standard deviations of equal players' luck. Then they do not count as
    opponents until the other has caught up: losing on purpose makes nobody's rating.
    """
    return (ahead - behind) ** 2 > 4 * games


def _skill(seat: SeatResult, before: Mapping[int, Rating]) -> tuple[float, float]:
    known = before.get(seat.seat)
    if known is not None:
        return known.mu, known.sigma
    return COMPUTERS.get(seat.computer, MU), COMPUTER_SIGMA
