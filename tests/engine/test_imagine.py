"""Imagined games: what was seen stays where it was seen, and all else is dealt again."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine import Game, IllegalMove, Options, imagination
from engine.audit import first_fault
from engine.state.memory import HAND
from engine.state.payment import answers
from engine.state.pieces import Sighting
from tests.engine.mixes import mix, seed
from tests.rules.builder import Tested, table

DEALS = 40


def deals(t: Tested, seat: int | None) -> list[Tested]:
    """Games that this seat imagines."""
    view = t.game.view(seat)
    return [Tested(Game.imagine(view, Random(number))) for number in range(DEALS)]


def hands(games: list[Tested], seat: int) -> set[str]:
    """The hands that are dealt to a seat."""
    return {one.hand(seat) for one in games}


def states(number: int, often: float, options: Options | None = None) -> Iterator[Game]:
    """Some states of a random game."""
    seats, mixed = mix(number)
    game, rng = Game.new(seats, options or mixed, seed(number)), Random(number)
    while not game.over:
        if rng.random() < often:
            yield game
        seat = rng.choice(game.waiting)
        game.play(seat, rng.choice(game.legal(seat)), quiet=True)


# --- hands ---------------------------------------------------------------------------------


def spied() -> Tested:
    """Seat 0 has seen that seat 1 holds a New equipment, a compass and two turbos."""
    given = {0: "spy", 1: "new_equipment compass turbo turbo", 2: "bandit cannon turbo"}
    boxes = ("little_help", "initiative")
    return table(hands=given, dice="fog blank", boxes=boxes).do("0 play spy on 1")


def test_a_spied_hand_is_dealt_again_exactly_and_unknown_to_others() -> None:
    assert hands(deals(spied(), 0), 1) == {"compass new_equipment turbo turbo"}
    for other in (2, None):
        assert len(hands(deals(spied(), other), 1)) > 10


def test_a_spied_hand_loses_what_was_played_since() -> None:
    given: Any = {"hands": {0: "spy", 1: "alternative_route compass"}, "dice": "fog blank fog"}
    t = table(boxes=("initiative",), **given).do("0 play spy on 1").on_to("decisions")
    t.do("1 stay", "2 stay", "1 play alternative_route", "0 reroll blank")
    assert hands(deals(t, 0), 1) == {"compass"}


def test_new_equipment_makes_a_spied_hand_unknown_again() -> None:
    t = spied().do("1 play new_equipment")
    assert t.game.view(0).memory == ()
    assert len(hands(deals(t, 0), 1)) > 10


def test_a_jetpack_that_came_back_is_known_to_all_the_others() -> None:
    t = table(hands={0: "jetpack", 1: "jetpack"}, left={1: 1}, dice="fog fog").on_to("decisions")
    t.all_stay().declare("cannot").on_to("crashing")
    t.do("0 play jetpack", "1 play jetpack").on_to("decisions")
    for other in (1, 2):
        assert Sighting(HAND, 0, "jetpack") in t.game.view(other).memory
        assert all("jetpack" in one.state.seats[0].hand for one in deals(t, other))


# --- treasures -----------------------------------------------------------------------------


def hooked() -> Tested:
    """Seat 1 has left with a treasure and put it back under its pile."""
    given = {0: "compass", 1: "grappling_hook"}
    t = table(hands=given, dice="fog blank", piles={1: "1:3"}, boxes=("grappling_hook",))
    t.on_to("decisions").do("1 leave", "2 stay").declare("can")
    return t.do("1 play grappling_hook")


def obeyed() -> Tested:
    """Purple has made seat 2 put its treasure back under the pile."""
    given = {0: "ejection", 1: "cannon", 2: "instructor"}
    boxes, characters = ("little_help", "instructor"), ("red", "purple", "green")
    t = table(hands=given, dice="fog fog", piles={1: "1:3"}, boxes=boxes, characters=characters)
    t.on_to("decisions").do("1 stay", "2 leave")
    return t.do("1 play purple on 2")


def test_a_treasure_put_under_its_pile_stays_there_and_only_its_owner_knows_it() -> None:
    for t, owner in ((hooked(), 1), (obeyed(), 2)):
        assert {one.pile(1)[-1] for one in deals(t, owner)} == {"1:3"}
        for other in {0, 1, 2, None} - {owner}:
            assert len({one.pile(1)[-1] for one in deals(t, other)}) > 2


def test_after_a_shuffle_it_lies_anywhere_in_the_pile() -> None:
    t = obeyed().do("0 play ejection on 2").on_to("take_treasure")
    t.do("2 play instructor", "2 keep 1:1")
    games = deals(t, 2)
    assert {one.pile(1).count("1:3") for one in games} == {2}
    assert len({one.pile(1)[-1] for one in games}) > 2


def looked_through() -> Tested:
    """Seat 2 has looked through the pile of city 1 and kept a treasure."""
    t = table(hands={2: "instructor"}, dice="fog fog", boxes=("instructor",))
    t.on_to("decisions").do("1 stay", "2 leave instructor")
    return t.do("2 keep 1:3")


def test_a_pile_keeps_the_treasures_that_were_seen_in_it() -> None:
    t = looked_through()
    games = deals(t, 2)
    assert {tuple(sorted(one.pile(1))) for one in games} == {tuple(sorted(t.pile(1)))}
    assert len({one.pile(1) for one in games}) > 10
    assert {one.state.seats[2].treasures for one in games} == {("1:3",)}
    for other in (0, 1, None):
        games = deals(t, other)
        assert len({tuple(sorted(one.pile(1))) for one in games}) > 2
        assert len({one.state.seats[2].treasures for one in games}) > 2


@pytest.mark.parametrize("number", range(1, 13))
def test_an_imagined_game_looks_the_same_to_its_seat_and_leaves_its_cards(number: int) -> None:
    for game in states(number, 0.03):
        for seat in (None, *range(game.seats)):
            dealt = Game.imagine(game.view(seat), Random(1))
            assert dealt.view(seat) == game.view(seat)
            assert seat is None or dealt._state.seats[seat] == game._state.seats[seat]


def test_drawn_treasures_stay_and_others_imagine_as_many() -> None:
    t = table(2, variant="crew", dice="fog fog").on_to("decisions").do("1 leave")
    assert {one.state.seats[1].drawn for one in deals(t, 1)} == {t.state.seats[1].drawn}
    imagined = {one.state.seats[1].drawn for one in deals(t, 0)}
    assert len(imagined) > 5
    assert all(len(drawn) == 3 for drawn in imagined)


# --- the captain's words -------------------------------------------------------------------


def words_are_true(game: Game, tries: int) -> int:
    """Check what a captain has declared in imagined games; how many were looked at."""
    leg = game._state.leg
    for seat in (None, *range(game.seats)):
        for number in range(tries):
            dealt = Game.imagine(game.view(seat), Random(number))
            hand = dealt._state.seats[leg.captain].hand
            assert leg.said in answers(dealt._state, hand), f"seat {seat}"
            assert all(dealt.legal(waiting) for waiting in dealt.waiting)
    return tries * (game.seats + 1)


@pytest.mark.parametrize("tries", [imagination.MAX_RANDOM_HANDS, 0])
@pytest.mark.parametrize("number", range(1, 12))
def test_the_declaration_is_true_in_every_imagined_game(
    number: int, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imagination, "MAX_RANDOM_HANDS", tries)
    said = [words_are_true(game, 2) for game in states(number, 0.3) if game._state.leg.said]
    assert said


@pytest.mark.parametrize("tries", [imagination.MAX_RANDOM_HANDS, 0])
@pytest.mark.parametrize("dice", ["birds fog fog", "fog fog birds", "fog birds fog"])
def test_it_is_true_with_a_Turbo_turned_up_by_Yellow(
    dice: str, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imagination, "MAX_RANDOM_HANDS", tries)
    given: Any = {"hands": {0: "upgraded_compass"}, "city": 4, "deck": "turbo ejection"}
    t = table(dice=dice, boxes=("little_help",), characters=("black", "yellow", "green"), **given)
    t.all_stay().declare("cannot").do("1 play yellow", "0 declare can")
    assert words_are_true(t.game, DEALS)


@pytest.mark.parametrize("tries", [imagination.MAX_RANDOM_HANDS, 0])
def test_it_is_true_with_a_Turbo_seen_in_the_hand(
    tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imagination, "MAX_RANDOM_HANDS", tries)
    given: Any = {"hands": {0: "turbo upgraded_compass"}, "city": 4, "dice": "birds fog fog"}
    t = table(boxes=("little_help", "initiative"), **given)
    t.state.seats[1].memory = (Sighting(HAND, 0, "turbo"),)
    t.all_stay().declare("can")
    assert words_are_true(t.game, DEALS)


# --- the dealing itself --------------------------------------------------------------------


def a_game() -> Game:
    return Game.new(4, Options(boxes=("little_help", "initiative")), seed(1))


def test_the_random_numbers_alone_deal_hands_piles_and_dice() -> None:
    view = a_game().view(0)
    assert Game.imagine(view, Random(1)).digest() == Game.imagine(view, Random(1)).digest()
    games = deals(Tested(a_game()), 0)
    assert len({one.state.seats[1].hand for one in games}) == DEALS
    assert len({one.pile(1) for one in games}) > DEALS // 2
    assert len({one.state.chance.seed for one in games}) == DEALS


@pytest.mark.parametrize("number", range(1, 13))
def test_an_imagined_game_can_be_played_to_its_end(number: int) -> None:
    rng = Random(number)
    game = next(states(number, 0.1))
    dealt = Game.imagine(game.view(rng.choice((None, *range(game.seats)))), rng)
    while not dealt.over:
        assert first_fault(dealt._state) == ""
        seat = rng.choice(dealt.waiting)
        dealt.play(seat, rng.choice(dealt.legal(seat)), quiet=True)
    assert first_fault(dealt._state) == ""


def test_a_finished_game_cannot_be_imagined() -> None:
    *_, game = states(1, 1.0)
    assert game.over
    with pytest.raises(IllegalMove) as caught:
        Game.imagine(game.view(0), Random(1))
    assert caught.value.code == "game_over"
