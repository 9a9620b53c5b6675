"""The hard player: its knowledge, its determinism, and the parts of its search."""

import pickle
from collections.abc import Iterator
from random import Random

import pytest

from engine import Game, Move, View, rules
from engine.cards.base import AlternativeRoute
from engine.cards.parts import Parts
from engine.moves import Leave, Stay
from engine.options import BOXES, VARIANTS
from players.hard import Hard
from players.hard.dilemma import DILEMMAS, Dilemma, dilemma
from players.hard.light import Light
from players.hard.lines import MAX_LINES, lines
from players.hard.net import Net, better, nets
from players.hard.player import SEARCHED, Searching, search_for
from players.hard.search import Effort, Search
from players.hard.stay import FEATURES as STAYING
from players.hard.stay import StayWeights
from players.hard.value import FEATURES as VALUE
from players.hard.value import Value, final_shares
from players.hard.weights import staying_weights, value_weights
from players.normal import Normal
from tests.engine.mixes import mix, seed
from tests.rules.builder import Tested, table

QUICK = Effort(rungs=(2, 4))


def views(number: int, share: float) -> list[View]:
    """Some views of a game between light players, of seats that have a choice."""
    seats, options = mix(number)
    game, rng, light = Game.new(seats, options, seed(number)), Random(number), light_player()
    found: list[View] = []
    while not game.over:
        seat = game.waiting[0]
        legal = game.legal(seat)
        if len(legal) == 1:
            game.play(seat, legal[0], quiet=True)
            continue
        if rng.random() < share:
            found.append(game.view(seat))
        game.play(seat, light.choose(game.inside, seat, legal), quiet=True)
    return found


def light_player() -> Light:
    return Light(staying_weights())


# --- what it knows -------------------------------------------------------------------------


def same_answer(view: View, number: int) -> bool:
    """Return whether an imagined game that shares the view gets the same answer."""
    unreal = Game.imagine(view, Random(number)).view(view.seat)
    return all(
        player.choose(view, Random(number)) == player.choose(unreal, Random(number))
        for player in (Hard(QUICK), Searching(QUICK))
    )


@pytest.mark.parametrize("number", [2, 3, 6, 9])
def test_the_move_depends_on_the_view_alone(number: int) -> None:
    seen = views(number, 0.03)
    assert seen
    assert all(same_answer(view, number) for view in seen)


def test_bounds_are_kept_even_where_all_cards_are_in_hands() -> None:
    """Here one deal in fourteen keeps all of them."""
    view = views(47, 0.5)[458]
    known = [seat.bounds for seat in view.seats]
    assert view.deck == 0
    assert sum(map(bool, known)) > 1
    for number in range(20):
        imagined = Game.imagine(view, Random(number)).view(view.seat)
        assert [seat.bounds for seat in imagined.seats] == known


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
    for view in views(number, 0.03):
        alone = pickle.loads(pickle.dumps(view))  # noqa: S301 - bytes from the line itself
        assert Hard(QUICK).choose(alone, Random(1)) in view.legal


def test_the_same_luck_gives_the_same_move() -> None:
    for view in views(5, 0.1)[:3]:
        assert Hard().choose(view, Random(3)) == Hard().choose(view, Random(3))


# --- what nets decide ----------------------------------------------------------------------


def dilemmas(number: int) -> Iterator[tuple[View, Dilemma]]:
    for view in views(number, 0.5):
        if asked := dilemma(view):
            yield view, asked


@pytest.mark.parametrize("number", range(1, 13))
def test_a_dilemma_has_two_answers_and_the_same_numbers_in_every_world(number: int) -> None:
    for view, asked in dilemmas(number):
        assert {asked.one, asked.other} <= set(view.legal)
        assert asked.one != asked.other
        unreal = Game.imagine(view, Random(number)).view(view.seat)
        assert dilemma(unreal) == asked
        assert max(map(abs, asked.inputs)) < 8


def test_passengers_and_captains_have_dilemmas() -> None:
    names = {asked.name for number in (1, 2, 3) for _, asked in dilemmas(number)}
    assert names == set(DILEMMAS)


def test_there_are_nets_for_all_numbers_of_a_dilemma() -> None:
    for number in (1, 2, 3):
        for _, asked in dilemmas(number):
            assert nets()[asked.name].width == len(asked.inputs)


def test_a_net_is_summed_up_layer_by_layer() -> None:
    net = Net([([[1.0, -2.0], [0.0, 1.0]], [0.5, -3.0]), ([[2.0, 10.0]], [0.25])])
    assert net.gain((1.0, 0.25)) == 2 * (1 - 0.5 + 0.5) + 0.25  # the second unit is off
    assert net.gain((0.0, 4.0)) == 10 * 1 + 0.25


def test_the_better_answer_is_given() -> None:
    asked = Dilemma("stay", Stay(), Leave(), (1.0,))
    for slope, best in ((0.25, Stay()), (-0.25, Leave())):
        assert better(asked, {"stay": Net([([[slope]], [0.0])])}) == (best, 0.25)


@pytest.mark.parametrize(
    ("dice", "answer"), [("fog fog fog", Leave()), ("blank blank blank", Stay())]
)
def test_a_passenger_stays_where_a_captain_without_cards_can_pay(dice: str, answer: Move) -> None:
    view = table(4, dice=dice, city=5, hands={0: ""}).on_to("decisions").do("1 stay").game.view(2)
    assert Hard().choose(view, Random(1)) == answer


# --- the search ----------------------------------------------------------------------------


def search() -> Search:
    return search_for("standard", Effort())


def last_leg() -> View:
    """All dice are blank, and the last city lies ahead."""
    return table(4, city=8, dice="blank blank blank blank").on_to("decisions").game.view(1)


@pytest.mark.parametrize(("usual", "other"), [(Leave(), Stay()), (Stay(), Leave())])
def test_the_usual_move_stands_where_no_other_is_surely_better(usual: Move, other: Move) -> None:
    view, moves = last_leg(), ((usual,), (other,))
    (best,), gain = search().best(1, moves, lambda rng: Game.imagine(view, rng), Random(1))
    assert best == Stay()
    assert (gain > 0) == (usual == Leave())


@pytest.mark.parametrize("number", range(1, 13))
def test_lines_are_few_and_the_usual_move_comes_first(number: int) -> None:
    for view in views(number, 0.1):
        usual = Normal().choose(view, Random(1))
        found = lines(view, usual)
        assert found[0][0] == usual
        assert 2 <= len(found) <= MAX_LINES
        assert len(set(found)) == len(found)
        assert {line[0] for line in found} <= set(view.legal)


def matryoshburg(hand: str) -> Tested:
    """The ship has crashed, and all choose what to exchange."""
    t = table(boxes=("matryoshburg",), dice="fog", hands={0: hand}).on_to("decisions")
    t.all_stay().declare("cannot")
    return t.on_to("matryoshburg")


def at_matryoshburg(hand: str) -> View:
    return matryoshburg(hand).game.view(0)


def test_whole_sets_are_compared_at_matryoshburg() -> None:
    view = at_matryoshburg("ejection ejection wind_gust wind_gust cannon jetpack turbo")
    sizes = {
        len([move for move in line if move.kind == "discard"])
        for line in lines(view, view.legal[0])
    }
    assert {0, 1, 2, 4, 7} <= sizes


@pytest.mark.parametrize("laid", ["", "cannon", "cannon " * 3, "lightning_rod " * 3])
def test_each_set_can_be_laid_also_behind_cards_that_lie_there(laid: str) -> None:
    t = matryoshburg("cannon " * 3 + "lightning_rod " * 3)
    game = t.do(*[f"0 discard {card}" for card in laid.split()]).game
    for usual in game.legal(0):
        for line in lines(game.view(0), usual):
            tried = game.copy()
            for move in line:
                tried.play(0, move)
            assert 0 not in tried.waiting or tried.question != "matryoshburg"


def test_a_hopeless_hand_is_exchanged_at_matryoshburg() -> None:
    view = at_matryoshburg("ejection ejection wind_gust wind_gust cannon cannon cannon cannon")
    assert Searching().choose(view, Random(1)).kind == "discard"


def test_the_searched_questions_come_up() -> None:
    asked = {view.question for number in range(1, 25, 2) for view in views(number, 0.5)}
    assert asked >= SEARCHED - {"pick_dice"}


# --- light players and values --------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 13))
def test_light_players_play_every_mix_to_its_end(number: int) -> None:
    seats, options = mix(number)
    game, light = Game.new(seats, options, seed(number)), light_player()
    inside = game.inside
    while game.waiting:
        while choice := game.to_choice(inside.journey):
            seat, legal = choice
            assert len(legal) > 1
            game.play(seat, light.choose(inside, seat, legal), quiet=True)
        shares = Value(value_weights(options.variant)).shares(inside)
        assert sum(shares) == pytest.approx(1)
        assert min(shares) >= 0
    won = [score.seat for score in game.scores if score.rank == 1]
    expected = [(seat in won) / len(won) for seat in range(seats)]
    assert final_shares(inside) == pytest.approx(expected)


def light_moves(t: Tested, seat: int) -> list[str]:
    """What a normal and an easy light player do on this seat."""
    legal = t.game.legal(seat)
    players = light_player(), Light(staying_weights(), frozenset({seat}))
    return [str(player.choose(t.game.inside, seat, legal)) for player in players]


def test_an_easy_captain_says_can_where_another_one_bluffs() -> None:
    t = table(dice="fog blank", hands={0: "turbo cannon"}).all_stay().on_to("declaration")
    assert light_moves(t, 0) == ["declare cannot", "declare can"]


def test_an_easy_player_averts_a_crash_that_a_normal_one_lets_happen() -> None:
    t = table(4, dice="fog blank blank", hands={0: "cannon"}, city=6, treasures={3: "1:spyglass"})
    t.all_stay().declare("cannot").on_to("cannot").do("1 pass", "2 pass")
    assert light_moves(t, 3) == ["pass", "play spyglass"]


@pytest.fixture
def parachutes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Replaces the Grappling hook by a card that no player has a rule for."""

    class Parachute(AlternativeRoute):
        kind = "parachute"

    monkeypatch.setitem(rules.PARTS, "grappling_hook", Parts(acts=(Parachute(),)))
    rules.rules_of.cache_clear()
    yield
    rules.rules_of.cache_clear()


@pytest.mark.usefixtures("parachutes")
def test_light_players_play_an_unknown_card_as_a_rescue_alone() -> None:
    hands = {0: "foghorn", 1: "parachute"}
    t = table(dice="lightning lightning", city=6, hands=hands, boxes=("grappling_hook",))
    easy = Light(staying_weights(), frozenset({1}))
    t.all_stay().on_to("spoken")
    assert "play parachute" in t.legal(1)
    assert str(easy.choose(t.game.inside, 1, t.game.legal(1))) == "pass"
    t.declare("cannot").on_to("cannot")
    assert str(easy.choose(t.game.inside, 1, t.game.legal(1))) == "play parachute"


def test_each_kind_of_player_stays_by_weights_of_its_own() -> None:
    t = table(dice="fog fog", city=4).on_to("decisions")
    always, never = [(sign * 1e6, *[0.0] * (len(STAYING) - 1)) for sign in (1, -1)]
    light = Light(StayWeights(easy=always, normal=never), frozenset({1}))
    assert str(light.choose(t.game.inside, 1, t.game.legal(1))) == "stay"
    game = t.do("1 stay").game
    assert str(light.choose(game.inside, 2, game.legal(2))) == "leave"


def test_rivals_are_now_easy_and_now_normal_players(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[frozenset[int]] = []

    class Noted(Light):
        def __init__(self, staying: StayWeights, easy: frozenset[int] = frozenset()) -> None:
            super().__init__(staying, easy)
            seen.append(easy)

    monkeypatch.setattr("players.hard.search.Light", Noted)
    view = last_leg()
    worlds = search_for("standard", Effort(rungs=(64,)))
    worlds.best(1, ((Stay(),), (Leave(),)), lambda rng: Game.imagine(view, rng), Random(1))
    assert len(seen) == 64
    assert not any(1 in easy for easy in seen)
    for rival in (0, 2, 3):
        assert 20 <= sum(rival in easy for easy in seen) <= 44


def test_there_are_weights_for_every_variant() -> None:
    assert [len(weights) for weights in staying_weights()] == [len(STAYING)] * 2
    for variant in VARIANTS:
        assert len(value_weights(variant)) == len(VALUE)


def test_more_points_and_more_cards_are_worth_more() -> None:
    t = table(4, treasures={0: "7:15"}, boxes=BOXES)
    shares = Value(value_weights("standard")).shares(t.game.inside)
    assert shares[0] == max(shares)
