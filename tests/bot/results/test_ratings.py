"""Ratings find true skill, and each game counts on its ladder."""

from math import exp
from random import Random
from statistics import correlation

import pytest

from bot.results.computation import result_of
from bot.results.ratings import (
    COMPUTERS,
    NEW,
    SETTLED_GAMES,
    SETTLED_SIGMA,
    SIGMA,
    Rating,
    is_decided,
    rated,
)
from bot.results.result import SeatResult
from bot.results.standing import BASE, CREW, EVERYTHING, INITIATIVE, LADDERS, LITTLE_HELP, ladder_of
from engine import Options
from engine.options import BOXES, Box
from players.roster import EASY, HARD, PLAYERS
from tests.bot.results.games import game, seat, won_by
from tests.bot.tables.driven import lobby

PEOPLE = 40
SPREAD = 6.0
"""Standard deviation of the true skills."""


def drawn(skills: list[float], rng: Random) -> list[int]:
    """The places of one game: the stronger the likelier, as Plackett and Luce have it."""
    left, order = [*range(len(skills))], list[int]()
    while left:
        odds = [exp(skills[n] / 9.25) for n in left]
        order.append(left.pop(rng.choices(range(len(left)), odds)[0]))
    return [1 + order.index(n) for n in range(len(skills))]


def seasons(games: int, rng: Random) -> float:
    """Return the correlation of ratings and true skills after this many games each."""
    skills = [rng.gauss(25, SPREAD) for _ in range(PEOPLE)]
    known = {n: Rating() for n in range(PEOPLE)}
    while min(it.games for it in known.values()) < games:
        table = rng.sample(range(PEOPLE), 4)
        places = drawn([skills[n] for n in table], rng)
        played = game(*[seat(n, place) for n, place in enumerate(places)])
        after = rated(played, {n: known[who] for n, who in enumerate(table)}, 0.0)
        known |= {who: after[n] for n, who in enumerate(table)}
    return correlation(skills, [float(known[n].shown) for n in range(PEOPLE)])


@pytest.mark.parametrize(
    ("games", "least"), [(50, 0.75), pytest.param(250, 0.90, marks=pytest.mark.long)]
)
def test_ratings_find_true_skill(games: int, least: float) -> None:
    assert seasons(games, Random(f"skill {games}")) > least


@pytest.mark.parametrize("computer", [EASY, HARD])
@pytest.mark.parametrize("skill", [25.0, 35.0])
def test_two_friends_who_always_beat_computers_climb_no_higher_than_those(
    computer: str, skill: float
) -> None:
    known = {0: Rating(skill, 2.0, 100), 1: Rating(skill, 2.0, 100)}
    others = [seat(n, 3, user=0, computer=computer) for n in (2, 3, 4, 5)]
    for night in range(200):
        first = night % 2
        known = rated(game(seat(0, 1 + first), seat(1, 2 - first), *others), known, 0.0)
    assert max(it.mu for it in known.values()) < max(skill, COMPUTERS[computer]) + 1


def test_a_stronger_computer_can_be_gained_from() -> None:
    beaten = game(seat(0, 1), seat(1, 3), seat(2, 2, user=0, computer=HARD))
    weak = game(seat(0, 1), seat(1, 3), seat(2, 2, user=0, computer=EASY))
    before = {0: Rating(), 1: Rating()}
    assert rated(beaten, before, 0.0)[0].mu > rated(weak, before, 0.0)[0].mu


def test_the_winner_gains_and_the_last_loses() -> None:
    after = rated(won_by(1, 2, 3), {n: Rating(games=5) for n in range(3)}, 77.0)
    assert after[0].mu > after[1].mu > after[2].mu
    assert all(it.sigma < SIGMA and it.games == 6 and it.last == 77.0 for it in after.values())


def test_ties_are_rated_alike() -> None:
    after = rated(game(seat(0, 1), seat(1, 1), seat(2, 3)), {n: Rating() for n in range(3)}, 0.0)
    assert (after[0].mu, after[0].sigma) == (after[1].mu, after[1].sigma)


def test_a_leaver_ranks_last() -> None:
    before = {n: Rating() for n in range(3)}
    gone = rated(game(seat(0, 1, left=True), seat(1, 2), seat(2, 3)), before, 0.0)
    assert gone[0].mu < gone[2].mu < gone[1].mu


def test_only_games_on_a_ladder_are_rated() -> None:
    assert rated(won_by(1, 2, ladder=""), {0: Rating(), 1: Rating()}, 0.0) == {}


def test_nobody_gains_where_no_rating_may_rise_and_losers_lose_their_share() -> None:
    before = {n: Rating(games=5) for n in range(2)}
    whole = rated(won_by(1, 2), before, 9.0)
    lost = rated(won_by(1, 2, can_gain=False), before, 9.0)
    assert lost == {1: Rating(whole[1].mu, SIGMA, 5, 9.0)}
    half = game(seat(0, 1, share=0.5), seat(1, 2, share=0.5), can_gain=False, ending="cancelled")
    assert rated(half, before, 9.0)[1].mu == pytest.approx((25.0 + whole[1].mu) / 2)


def test_who_was_kicked_is_rated_by_that_moment_and_passed_by_nobody() -> None:
    before = {n: Rating() for n in range(3)}

    def after(kicked: SeatResult) -> dict[int, Rating]:
        return rated(game(kicked, seat(1, 1), seat(2, 2), can_gain=False), before, 0.0)

    led = after(seat(0, 3, left=True, kicked_at=1, share=1.0))
    fresh = after(seat(0, 3, left=True, kicked_at=3, share=0.0))
    trailed = after(seat(0, 3, left=True, kicked_at=3, share=1.0))
    assert [*led] == [*fresh] == [2]  # the kicked seat loses nothing if nobody was ahead of it
    assert [*trailed] == [0, 2]
    assert fresh[2] == trailed[2]


def test_a_leader_who_was_kicked_stays_ahead() -> None:
    before = {n: Rating() for n in range(2)}
    played = game(seat(0, 2, left=True, kicked_at=1, share=0.5), seat(1, 1), can_gain=False)
    lost = rated(won_by(2, 1), before, 0.0)[1].mu
    assert rated(played, before, 0.0)[1].mu == pytest.approx((25.0 + lost) / 2)


def test_pairs_that_are_decided_are_no_opponents() -> None:
    before = {n: Rating() for n in range(3)}
    assert rated(won_by(1, 2), before, 0.0, [frozenset((0, 1))]) == {}
    after = rated(won_by(1, 2, 3), before, 0.0, [frozenset((0, 1))])
    assert after[0].mu == after[1].mu > 25.0


def test_only_a_lead_beyond_luck_is_decided() -> None:
    assert [n for n in range(8) if is_decided(n, n, 0)] == [5, 6, 7]
    assert not is_decided(100, 60, 40)
    assert is_decided(100, 39, 61)


def test_a_rating_is_provisional_until_it_is_known() -> None:
    assert Rating().shown == NEW
    assert Rating(games=SETTLED_GAMES).provisional
    assert Rating(sigma=SETTLED_SIGMA - 0.1, games=SETTLED_GAMES - 1).provisional
    assert not Rating(sigma=SETTLED_SIGMA - 0.1, games=SETTLED_GAMES).provisional


def test_the_skill_of_each_computer_is_known() -> None:
    assert {*COMPUTERS} == {*PLAYERS}


BONUS: tuple[Box, ...] = tuple(box for box in BOXES if box not in ("little_help", "initiative"))


@pytest.mark.parametrize(
    ("options", "ladder"),
    [
        (Options(), BASE),
        (Options(boxes=BONUS, goal=75, power_cards=False), BASE),
        (Options(boxes=("little_help", *BONUS)), LITTLE_HELP),
        (Options(boxes=("initiative",)), INITIATIVE),
        (Options(boxes=("little_help", "initiative")), EVERYTHING),
        (Options(boxes=BOXES), EVERYTHING),
        (Options(variant="crew"), CREW),
    ],
)
def test_each_family_of_options_has_its_ladder(options: Options, ladder: str) -> None:
    assert ladder_of(options) == ladder
    assert ladder in LADDERS


@pytest.mark.parametrize(
    ("persons", "computers", "settings", "ladder"),
    [
        (2, 0, "hints=off", BASE),
        (2, 2, "hints=alone", BASE),
        (1, 2, "hints=off", ""),
        (3, 0, "hints=on", ""),
        (2, 0, "variant=beginner", ""),
        (2, 0, "lesson=on", ""),
    ],
)
def test_a_game_counts_if_two_people_begin_it_without_help(
    persons: int, computers: int, settings: str, ladder: str
) -> None:
    t = lobby(persons, computers, settings).do("0 start 1234567890123456789", "0 cancel")
    assert t.table.gives_hints == (not ladder and "hints=off" not in settings and persons > 2)
    found = result_of(t.log)
    assert found is not None
    assert found.ladder == ladder


def test_a_leaver_does_not_change_that_it_counts() -> None:
    t = lobby(3, settings="hints=alone").do("0 start 1234567890123456789")
    t.do("1 concede easy", "2 concede easy")
    assert t.table.is_rated
    assert not t.table.gives_hints
