"""Looking back: a seat's own decisions, and what they cost."""

from random import Random
from typing import Final

import pytest

from engine import Game, Record
from engine.moves import Leave, Stay, parse
from players.match import Match
from players.normal import Normal
from players.review import MAX_SLIPS, Decision, Slip, costliest, decisions, review, weighed
from players.review.slips import MIN_LOSS
from tests.players.hinted import deciding
from tests.players.test_thumb import RICH

FATAL: Final = {"dice": "fog lightning", "city": 4}
"""A leg that is fatal without cards, from a city that is worth something."""


def played(number: int = 3) -> Record:
    match = Match([Normal()] * 3, seed=bytes([number]) * 32)
    for _ in match.turns():
        pass
    return match.record


ALL: Final = range(10_000)
"""Every move was the seat's own."""


def made(move: str, captain: str = "", mine: str = RICH) -> Decision:
    """The decision of seat 1 to stay or leave."""
    return Decision(deciding(captain, mine, **FATAL).game.view(1), parse(move))


# --- the own decisions ---------------------------------------------------------------------


def test_a_decision_is_seen_as_it_was_seen_then() -> None:
    record = played()
    game, expected = record.deal.game(), []
    for seat, words in record.moves:
        if seat == 1 and len(game.legal(1)) > 1:
            expected.append((game.view(1), words))
        game.play(seat, parse(words), quiet=True)
    found = [(it.view, str(it.move)) for it in decisions(record.deal, record.moves, 1, ALL)]
    assert found
    assert [it for it in expected if it in found] == found
    assert {view.question for view, _ in expected} >= {view.question for view, _ in found}


def test_what_others_did_in_its_place_is_no_decision_of_a_seat() -> None:
    record = played()
    every = [*decisions(record.deal, record.moves, 1, ALL)]
    half = [*decisions(record.deal, record.moves, 1, range(0, 10_000, 2))]
    assert 0 < len(half) < len(every)
    assert [*decisions(record.deal, record.moves, 1, ())] == []


# --- what they cost ------------------------------------------------------------------------


def test_staying_with_a_captain_without_cards_costs_something() -> None:
    slip = weighed(made("stay"))
    assert slip is not None
    assert (slip.better.move, slip.better.why) == (Leave(), "leave")


def test_what_is_best_costs_nothing() -> None:
    assert weighed(made("leave")) is None


def test_a_cost_depends_on_the_view_alone() -> None:
    asked = made("stay", "cannon cannon")
    unreal = Game.imagine(asked.view, Random(9)).view(1)
    slips = weighed(Decision(unreal, asked.move)), weighed(asked)
    assert len({slip and (slip.move, slip.lost) for slip in slips}) == 1


@pytest.mark.parametrize("number", range(1, 4))
def test_a_game_has_a_few_slips_the_costliest_first(number: int) -> None:
    record = played(number)
    found = review(record.deal, record.moves, 0, ALL)
    assert len(found) <= MAX_SLIPS
    assert [*found] == sorted(found, key=lambda slip: -slip.lost)
    assert all(MIN_LOSS <= slip.lost < 1 for slip in found)


def test_the_costliest_slips_come_first_and_are_few() -> None:
    costs = (0.1, 0.3, 0.05, 0.2)
    found = costliest([*[Slip(made("leave"), Stay(), lost) for lost in costs], None])
    assert [slip.lost for slip in found] == [0.3, 0.2, 0.1]
    assert len(found) == MAX_SLIPS
