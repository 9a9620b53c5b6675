"""What the past tells of hidden hands: who knows what, until when, and that it is never wrong."""

from random import Random
from typing import Any

import pytest

from engine import Game
from engine.state.bounds import cannot_pay, keeps
from engine.state.pieces import Bound, Seat
from tests.engine.mixes import mix, seed
from tests.rules.builder import Tested, table

GAMES = 18
STATES = 4_000


def bounds(t: Tested, seat: int) -> tuple[Bound, ...]:
    """The public bounds of this hand."""
    return t.game.view(None).seats[seat].bounds


def spoken(answer: str, **laid_out: Any) -> Tested:
    """All passengers have stayed, and the captain has spoken."""
    return table(**laid_out).all_stay().declare(answer)


# --- what is learned -----------------------------------------------------------------------


def test_a_captain_who_cannot_lacks_equipment_for_the_only_symbol() -> None:
    t = spoken("cannot", hands={0: "compass cannon"}, dice="fog fog")
    assert bounds(t, 0) == (Bound("fog", 1),)


def test_with_several_symbols_it_is_unknown_which_one_was_lacking() -> None:
    assert bounds(spoken("cannot", hands={0: "compass cannon"}, dice="fog birds"), 0) == ()


def test_cards_on_the_table_are_not_lacking_in_the_hand() -> None:
    given: Any = {"characters": ("red", "green", "black"), "boxes": ("little_help",)}
    t = spoken("cannot", hands={0: "foghorn cannon"}, dice="fog pirates pirates", **given)
    t.do("1 play green")
    assert bounds(t, 0) == ()
    t.declare("cannot")
    assert bounds(t, 0) == (Bound("fog", 0),)


def test_who_pays_with_a_Turbo_has_none_of_that_equipment_left() -> None:
    hand = "compass turbo turbo cannon cannon"
    t = spoken("can", hands={0: hand}, dice="fog fog pirates").on_to("decisions")
    assert bounds(t, 0) == (Bound("fog", 0),)


def test_who_pays_with_equipment_tells_nothing() -> None:
    t = spoken("can", hands={0: "compass compass"}, dice="fog blank").on_to("decisions")
    assert bounds(t, 0) == ()


# --- how long it holds ---------------------------------------------------------------------


def bound_to(hand: str, **more: Any) -> Tested:
    """Seat 0 has said "cannot" to two fogs, with this hand; the next journey has begun."""
    given: Any = {"hands": {0: hand}, "dice": "fog fog blank blank", **more}
    return spoken("cannot", **given).on_to("decisions")


def test_cards_that_came_later_may_be_anything() -> None:
    assert bounds(bound_to("compass cannon"), 0) == (Bound("fog", 1, new=1),)


def test_equipment_that_leaves_in_the_open_is_missing_from_then_on() -> None:
    given: Any = {"boxes": ("matryoshburg",), "hands": {0: "compass cannon foghorn"}}
    t = spoken("cannot", dice="fog fog", **given).on_to("matryoshburg")
    t.do("0 discard compass", "0 done", "1 draw", "2 draw").on_to("decisions")
    assert bounds(t, 0) == (Bound("fog", 0, new=1),)


def test_a_hand_of_new_cards_is_unknown() -> None:
    t = bound_to("cannon new_equipment", boxes=("initiative",))
    assert bounds(t, 0) == (Bound("fog", 1, new=1),)
    t = table(hands={0: "new_equipment cannon"}, dice="fog", boxes=("initiative",))
    t.state.seats[0].bounds = (Bound("fog", 0),)
    assert bounds(t.do("0 play new_equipment"), 0) == ()


def test_a_stronger_bound_replaces_a_weaker_one() -> None:
    seat = Seat(hand=("cannon", "compass"), bounds=(Bound("birds", 0), Bound("fog", 2)))
    cannot_pay(seat, {"fog": 2})
    assert seat.bounds == (Bound("birds", 0), Bound("fog", 1))
    cannot_pay(seat, {"fog": 3})
    assert seat.bounds == (Bound("birds", 0), Bound("fog", 1))


# --- what it is used for -------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_imagined_hands_keep_the_bounds(viewer: int | None) -> None:
    t = bound_to("cannon cannon foghorn foghorn")
    for number in range(60):
        imagined = Game.imagine(t.game.view(viewer), Random(number))
        (bound,) = imagined.view(None).seats[0].bounds
        assert keeps(bound, imagined.view(0).hand)


def test_the_true_hand_lies_within_all_bounds() -> None:
    states = bounded = 0
    for number in range(1, GAMES + 1):
        seats, options = mix(number)
        game, rng = Game.new(seats, options, seed(number)), Random(number)
        while not game.over:
            seat = rng.choice(game.waiting)
            game.play(seat, rng.choice(game.legal(seat)), quiet=True)
            for each in game._state.seats:
                assert all(keeps(bound, each.hand) for bound in each.bounds)
                bounded += bool(each.bounds)
            states += 1
    assert states > STATES
    assert bounded > STATES / 10
