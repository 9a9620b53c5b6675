"""Looking back: a seat's own decisions, those in doubt, and what they cost."""

from random import Random
from typing import Final

import pytest

from engine import Game, Record
from engine.moves import Leave, Pass, Play, Stay, parse
from players.hard.search import Effort
from players.match import Match
from players.normal import Normal
from players.review import (
    MAX_SLIPS,
    Cost,
    Decision,
    SearchJudge,
    costliest,
    decisions,
    doubtful,
    weighed,
)
from players.review.slips import MAX_WEIGHED, MIN_LOSS, screened
from tests.players.hinted import deciding
from tests.players.test_thumb import RICH
from tests.rules.builder import table

QUICK: Final = SearchJudge(Effort(rungs=(8,)), Effort(rungs=(16,), doubt=0.0))
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


# --- those in doubt ------------------------------------------------------------------------


def test_the_worst_by_rules_of_thumb_comes_first() -> None:
    good, bad = made("leave"), made("stay")
    assert doubtful([good, bad, good], 2) == [bad, good]


def test_a_rule_beyond_the_worths_counts_too() -> None:
    """A normal computer lets a ship crash that its rules of thumb alone would save."""
    hands = {0: "cannon", 1: RICH}
    t = table(4, hands=hands, dice="fog blank blank", city=6, treasures={3: "1:spyglass"})
    t.all_stay().on_to("declaration")
    view = t.do("0 declare cannot").on_to("cannot").do("1 pass", "2 pass").game.view(3)
    passed, saved = Decision(view, Pass()), Decision(view, Play("spyglass"))
    assert Normal().choose(view, Random(0)) == Pass()
    assert doubtful([passed, saved], 1) == [saved]


def test_only_a_few_decisions_of_a_game_are_weighed() -> None:
    record = played()
    assert len(screened(record.deal, record.moves, 0, ALL)) == MAX_WEIGHED


# --- what they cost ------------------------------------------------------------------------


def test_staying_with_a_captain_without_cards_costs_something() -> None:
    cost = QUICK.cost(made("stay"), Random(1))
    assert cost is not None
    assert (cost.better, cost.lost > MIN_LOSS) == (Leave(), True)


def test_what_is_best_costs_nothing() -> None:
    assert QUICK.cost(made("leave"), Random(1)) is None


@pytest.mark.parametrize("luck", range(3))
def test_a_cost_depends_on_the_view_and_the_luck_alone(luck: int) -> None:
    asked = made("stay", "cannon cannon")
    unreal = Game.imagine(asked.view, Random(9)).view(1)
    assert QUICK.cost(Decision(unreal, asked.move), Random(luck)) == QUICK.cost(asked, Random(luck))


class Fixed:
    """Finds that staying would have been better, by so much."""

    def __init__(self, lost: float) -> None:
        self._lost = lost

    def cost(self, made: Decision, luck: Random) -> Cost | None:
        return Cost(Stay(), self._lost) if self._lost else None


def test_a_slip_says_what_speaks_for_the_better_move() -> None:
    slip = weighed(made("leave", "cannon"), 1, Fixed(0.2))
    assert slip is not None
    assert (slip.better.move, slip.better.why, slip.lost) == (Stay(), "stay", 0.2)


@pytest.mark.parametrize("lost", [0.0, MIN_LOSS / 2])
def test_a_tiny_loss_is_no_slip(lost: float) -> None:
    assert weighed(made("leave"), 1, Fixed(lost)) is None


def test_the_costliest_slips_come_first_and_are_few() -> None:
    costs = (0.1, 0.3, 0.0, 0.05, 0.2)
    found = costliest([weighed(made("leave"), 1, Fixed(lost)) for lost in costs])
    assert [slip.lost for slip in found] == [0.3, 0.2, 0.1]
    assert len(found) == MAX_SLIPS
