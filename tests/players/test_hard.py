"""The hard player: its knowledge, its determinism, and the nets that it asks."""

import pickle
from collections.abc import Iterator
from random import Random

import pytest

from engine import Game, Move, View
from engine.moves import Leave, Play, Stay
from engine.options import BOXES
from engine.view import SeatView
from players.hard import Hard
from players.hard.dilemma import DILEMMAS, Dilemma, dilemmas
from players.hard.net import Net, gains, nets
from players.normal import Normal
from tests.engine.mixes import mix, seed
from tests.rules.builder import Tested, table

FIRST = 0.6
"""Share of the moves that are the first of the legal ones: people mostly stay, pass and fly on."""


def views(number: int, share: float) -> list[View]:
    """Some views of a game by lot, of seats that have a choice."""
    seats, options = mix(number)
    game, rng = Game.new(seats, options, seed(number)), Random(number)
    found: list[View] = []
    while not game.over:
        seat = game.waiting[0]
        legal = game.legal(seat)
        if len(legal) > 1 and rng.random() < share:
            found.append(game.view(seat))
        move = rng.choice(legal[:1] if rng.random() < FIRST else legal)
        game.play(seat, move, quiet=True)
    return found


# --- what it knows -------------------------------------------------------------------------


def same_answer(view: View, number: int) -> bool:
    """Return whether an imagined game that shares the view gets the same answer."""
    unreal = Game.imagine(view, Random(number)).view(view.seat)
    mine, theirs = (Hard().choose(it, Random(number)) for it in (view, unreal))
    return mine == theirs


@pytest.mark.parametrize("number", [2, 3, 6, 9, 12])
def test_the_move_depends_on_the_view_alone(number: int) -> None:
    seen = views(number, 0.3)
    assert seen
    assert all(same_answer(view, number) for view in seen)


def test_bounds_are_kept_even_where_all_cards_are_in_hands() -> None:
    view = next(it for it in views(19, 0.5) if not it.deck and sum(map(bounded, it.seats)) > 2)
    for number in range(20):
        imagined = Game.imagine(view, Random(number)).view(view.seat)
        assert [it.bounds for it in imagined.seats] == [it.bounds for it in view.seats]


def bounded(seat: SeatView) -> bool:
    return bool(seat.bounds)


@pytest.mark.long
@pytest.mark.parametrize("number", range(1, 25))
def test_a_thousand_views_of_each_mix_are_answered_without_the_game(number: int) -> None:
    left, game = 1_000, number
    while left > 0:
        for view in views(game, 0.5)[:left]:
            assert same_answer(view, game)
            left -= 1
        game += 24  # the same kind of mix


@pytest.mark.parametrize("number", [1, 6])
def test_a_pickled_view_is_all_that_it_needs(number: int) -> None:
    for view in views(number, 0.1):
        alone = pickle.loads(pickle.dumps(view))  # noqa: S301 - bytes from the line itself
        assert Hard().choose(alone, Random(1)) in view.legal


def test_the_same_luck_gives_the_same_move() -> None:
    for view in views(5, 0.1):
        assert Hard().choose(view, Random(3)) == Hard().choose(view, Random(3))


# --- dilemmas ------------------------------------------------------------------------------


def asked_in(number: int) -> Iterator[tuple[View, tuple[Dilemma, ...]]]:
    for view in views(number, 0.5):
        if asked := dilemmas(view):
            yield view, asked


@pytest.mark.parametrize("number", range(1, 13))
def test_dilemmas_have_two_answers_and_the_same_numbers_in_every_world(number: int) -> None:
    for view, asked in asked_in(number):
        assert len({it.one for it in asked}) == 1
        answers = [asked[0].one, *[it.other for it in asked]]
        assert len(set(answers)) == len(answers)
        assert set(answers) <= set(view.legal)
        unreal = Game.imagine(view, Random(number)).view(view.seat)
        assert dilemmas(unreal) == asked
        assert max(abs(number) for it in asked for number in it.inputs) < 10


def test_passengers_captains_and_owners_of_cards_have_dilemmas() -> None:
    names = {it.name for number in range(1, 7) for _, asked in asked_in(number) for it in asked}
    assert names == set(DILEMMAS)


def test_there_are_nets_for_all_numbers_of_a_dilemma() -> None:
    for number in range(1, 7):
        for _, asked in asked_in(number):
            assert all(nets()[it.name].width == len(it.inputs) for it in asked)


def test_every_card_that_may_be_played_is_weighed() -> None:
    hands = {0: "foghorn", 1: "alternative_route wind_gust ejection"}
    t = table(dice="lightning blank", city=6, hands=hands).all_stay().on_to("spoken")
    asked = dilemmas(t.game.view(1))
    assert {it.other for it in asked} == {*t.game.legal(1)[1:]}
    assert {it.other.card for it in asked if isinstance(it.other, Play)} == {*hands[1].split()}


def test_a_passenger_with_a_rowboat_may_also_board_it() -> None:
    t = table(hands={1: "rowboat_fog"}, boxes=BOXES, dice="fog fog", city=3).on_to("decisions")
    assert [str(it.other) for it in dilemmas(t.game.view(1))] == ["leave", "play rowboat_fog"]


def at_matryoshburg(hand: str) -> Tested:
    """The ship has crashed, and all choose what to exchange."""
    t = table(boxes=("matryoshburg",), dice="fog", hands={0: hand}).on_to("decisions")
    t.all_stay().declare("cannot")
    return t.on_to("matryoshburg")


def test_what_no_net_knows_is_answered_as_by_a_normal_player() -> None:
    view = at_matryoshburg("ejection ejection wind_gust cannon cannon cannon").game.view(0)
    assert dilemmas(view) == ()
    assert Hard().choose(view, Random(1)) == Normal().choose(view, Random(1))


RICH = {1: "9:25 8:20 1:2"}


@pytest.mark.parametrize(
    ("rival", "wins"), [("", True), ("1:2 2:3", True), ("9:25 3:4", False)], ids=str
)
def test_a_passenger_who_wins_by_leaving_leaves(rival: str, wins: bool) -> None:
    """A rival aboard may still find the dearest treasure of all."""
    hands, treasures = {0: "cannon", 1: "jetpack"}, {**RICH, 0: rival}
    t = table(3, hands=hands, dice="fog", city=3, treasures=treasures).on_to("decisions")
    view = t.game.view(1)
    assert [it.wins for it in dilemmas(view)] == [wins]
    if wins:
        assert Hard().choose(view, Random(1)) == Leave()


def test_a_win_is_better_than_any_play() -> None:
    known = {"stay": Net([([[0.5]], [0.0])]), "play": Net([([[-0.5]], [0.0])])}
    win, boat = Dilemma("stay", Stay(), Leave(), (1.0,), wins=True), Play("rowboat_fog")
    found = gains((win, Dilemma("play", Stay(), boat, (1.0,))), known)
    assert max(found, key=found.__getitem__) == Leave()


# --- nets ----------------------------------------------------------------------------------


def test_a_net_is_summed_up_layer_by_layer() -> None:
    net = Net([([[1.0, -2.0], [0.0, 1.0]], [0.5, -3.0]), ([[2.0, 10.0]], [0.25])])
    assert net.gain((1.0, 0.25)) == 2 * (1 - 0.5 + 0.5) + 0.25  # the second unit is off
    assert net.gain((0.0, 4.0)) == 10 * 1 + 0.25


def test_answers_are_compared_with_the_first() -> None:
    known = {"stay": Net([([[0.25]], [0.0])]), "play": Net([([[-0.5]], [0.0])])}
    boat = Play("rowboat_fog")
    asked = (Dilemma("stay", Stay(), Leave(), (1.0,)), Dilemma("play", Stay(), boat, (1.0,)))
    assert gains(asked, known) == {Stay(): 0.0, Leave(): -0.25, boat: 0.5}


@pytest.mark.parametrize(
    ("dice", "answer"), [("fog fog fog", Leave()), ("blank blank blank", Stay())]
)
def test_a_passenger_stays_where_a_captain_without_cards_can_pay(dice: str, answer: Move) -> None:
    view = table(4, dice=dice, city=5, hands={0: ""}).on_to("decisions").do("1 stay").game.view(2)
    assert Hard().choose(view, Random(1)) == answer
