"""Unfair ends of games bring no gain: 200 games of one cheat, beside 200 honest ones.

The games are random walks to the goal. All are equally good, so a cheat can gain only by choosing
which games count, against whom.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import mean

import pytest

from bot.results.computation import COUNTS_WHOLLY
from bot.results.ratings import Rating, is_decided, rated
from bot.results.result import GameResult
from engine.options import GOAL
from tests.bot.results.games import game, seat

GAMES = 200
SEEDS = 2
STRANGERS = 40
ME = 0
"""The cheat's seat."""

Scores = tuple[int, ...]
Policy = Callable[[Sequence[Scores], Random], GameResult | None]
"""Turns the scores of a game, leg by leg, into the game as the cheat lets it end; None: unrated."""


def walk(rng: Random, seats: int) -> list[Scores]:
    scores, legs = [0] * seats, [(0,) * seats]
    while max(scores) < GOAL:
        scores[rng.randrange(seats)] += rng.randint(1, 9)
        legs.append(tuple(scores))
    return legs


def share(scores: Scores) -> float:
    return min(max(scores) / (COUNTS_WHOLLY * GOAL), 1.0)


def result(
    scores: Scores,
    *,
    over: bool = True,
    gone: Collection[int] = (),
    kicked: Mapping[int, Scores] | None = None,
) -> GameResult:
    """The result of a game with these scores; ``kicked``: the scores when seats were kicked."""
    ranks = [1 + sum(other > mine for other in scores) for mine in scores]
    kicked = kicked or {}
    places = {n: sum(other >= then[n] for other in then) for n, then in kicked.items()}
    seats = [
        seat(
            n,
            ranks[n],
            left=n in gone or n in kicked,
            kicked_at=places.get(n, 0),
            share=share(kicked[n]) if n in kicked else 1.0 if over else share(scores),
        )
        for n in range(len(scores))
    ]
    there = len(scores) - len({*gone, *kicked})
    can_gain = over and not kicked and there > 1
    return game(*seats, ending="over" if over else "cancelled", can_gain=can_gain)


@dataclass
class World:
    """The ratings of everybody, and who met whom how often with what outcome."""

    known: dict[str, Rating] = field(
        default_factory=lambda: {f"{n}": Rating(25.0, 2.0, 100) for n in range(STRANGERS)}
    )
    met: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    ahead: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])

    def play(self, users: Sequence[str], played: GameResult) -> None:
        numbers = range(len(users))
        before = {n: self.known.setdefault(users[n], Rating()) for n in numbers}
        decided = [
            frozenset((a, b)) for a in numbers for b in range(a) if self._decided(users, a, b)
        ]
        for n, now in rated(played, before, 0.0, decided).items():
            self.known[users[n]] = now
        if not played.finished:
            return
        for one in played.seats:
            for other in played.seats:
                if one is not other and not one.kicked_at and not other.kicked_at:
                    pair = users[one.seat], users[other.seat]
                    self.met[pair] += 1
                    self.ahead[pair] += (one.left, one.rank) < (other.left, other.rank)

    def _decided(self, users: Sequence[str], a: int, b: int) -> bool:
        one, other = (users[a], users[b]), (users[b], users[a])
        return is_decided(self.met[one], self.ahead[one], self.ahead[other])


def strangers(rng: Random) -> list[str]:
    return ["me", *map(str, rng.sample(range(STRANGERS), 3))]


def career(
    policy: Policy, users: Callable[[Random], list[str]] = strangers, games: int = GAMES
) -> list[Rating]:
    """The ratings of one person after these games, once for each seed."""
    ratings: list[Rating] = []
    for seed in range(SEEDS):
        world = World()
        for number in range(games):
            rng = Random(f"fair {seed} {number}")
            table = users(rng)
            played = policy(walk(rng, len(table)), rng)
            if played is not None:
                world.play(table, played)
        ratings.append(world.known.get("me", Rating()))
    return ratings


def shown(ratings: Sequence[Rating]) -> float:
    return mean(it.shown for it in ratings)


def honest(legs: Sequence[Scores], rng: Random) -> GameResult:
    return result(legs[-1])


@pytest.fixture(scope="module")
def fair() -> float:
    """The mean rating of somebody who plays all games to their end."""
    return shown(career(honest))


def when_behind(
    share: float, cheat: Callable[[Sequence[Scores], Scores], GameResult | None]
) -> Policy:
    """Cheat in the games in which somebody else is ahead at this share of the goal."""

    def policy(legs: Sequence[Scores], rng: Random) -> GameResult | None:
        then = next(scores for scores in legs if max(scores) >= share * GOAL)
        return honest(legs, rng) if then[ME] == max(then) else cheat(legs, then)

    return policy


def close(legs: Sequence[Scores], then: Scores) -> GameResult:
    """As the host, as a moderator, or by a friend who leaves last."""
    return result(then, over=False)


def rescue(legs: Sequence[Scores], then: Scores) -> GameResult:
    """A second account is the host, and kicks its owner."""
    return result(legs[-1], kicked={ME: then})


def kick_leaders(legs: Sequence[Scores], then: Scores) -> GameResult:
    leaders = [n for n, points in enumerate(then) if points == max(then)]
    return result(legs[-1], kicked=dict.fromkeys(leaders, then))


def kick_all(legs: Sequence[Scores], then: Scores) -> GameResult:
    return result(legs[-1], kicked={n: then for n in range(len(then)) if n != ME})


def stall(legs: Sequence[Scores], then: Scores) -> GameResult:
    """Until the game is given up."""
    return result(then, over=False, gone=[ME])


def make_unrated(legs: Sequence[Scores], then: Scores) -> None:
    """Until release 0.3.0 a game that was closed counted for nobody."""


@pytest.mark.parametrize(
    "share", [0.1, *(pytest.param(it, marks=pytest.mark.long) for it in (0.3, 0.6, 0.9))]
)
@pytest.mark.parametrize("cheat", [close, rescue, kick_leaders, kick_all, stall])
def test_a_cheat_who_is_behind_gains_nothing(
    fair: float, cheat: Callable[[Sequence[Scores], Scores], GameResult], share: float
) -> None:
    assert shown(career(when_behind(share, cheat))) < fair


def test_control_a_cheat_would_gain_if_closed_games_did_not_count(fair: float) -> None:
    assert shown(career(when_behind(0.34, make_unrated))) > fair + 150


def test_kicking_everybody_at_the_start_gains_nothing_and_costs_the_others_little() -> None:
    def policy(legs: Sequence[Scores], rng: Random) -> GameResult:
        return kick_all(legs, legs[1])

    world = World()
    for number in range(GAMES):
        rng = Random(f"kick {number}")
        world.play(["me", "1", "2", "3"], policy(walk(rng, 4), rng))
    assert world.known["me"].shown <= Rating().shown
    before = Rating(25.0, 2.0, 100).shown
    assert min(world.known[name].shown for name in "123") > before - GAMES


def won(legs: Sequence[Scores], rng: Random) -> GameResult:
    """All others lose on purpose."""
    return result(tuple(sorted(legs[-1], reverse=True)))


@pytest.mark.parametrize("accounts", [1, 2, 3])
@pytest.mark.parametrize("at_once", [False, True])
def test_accounts_that_lose_on_purpose_bring_nobody_onto_a_ladder(
    accounts: int, at_once: bool
) -> None:
    names = [f"account {n}" for n in range(accounts)]
    found = career(won, lambda rng: ["me", *(names if at_once else [rng.choice(names)])])
    assert all(it.provisional for it in found)


def test_a_friend_who_always_comes_last_lifts_nobody() -> None:
    def with_friend(rng: Random) -> list[str]:
        return ["me", "friend", *strangers(rng)[2:]]

    def friend_loses(legs: Sequence[Scores], rng: Random) -> GameResult:
        return result((legs[-1][ME], 0, *legs[-1][2:]))

    assert shown(career(friend_loses, with_friend)) < shown(career(honest, with_friend)) + 40


def test_equals_who_always_play_each_other_are_rated_as_equals() -> None:
    found = career(honest, lambda _: ["me", "friend"])
    assert not any(it.provisional for it in found)
    assert 23.0 < mean(it.mu for it in found) < 27.0
