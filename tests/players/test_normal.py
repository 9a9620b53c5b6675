"""The normal player: when it lets the ship crash, what it remembers, and how well it plays."""

from random import Random
from typing import Any

import pytest

from engine.state.pieces import Bound
from players.normal import Normal
from players.normal.player import crash_pays
from players.thumb import Thumb
from tests.players.test_thumb import RICH
from tests.rules.builder import Tested, table


def chosen(t: Tested, seat: int) -> str:
    """Its move at this table, as text."""
    return str(Normal().choose(t.game.view(seat), Random(0)))


def spoken(stays: int, city: int, **hands: Any) -> Tested:
    """Of three passengers the first ones stay; seat 0 needs its Turbo."""
    given = {0: "cannon turbo", **{int(seat[1:]): hand for seat, hand in hands.items()}}
    t = table(4, hands=given, dice="fog blank", city=city).on_to("decisions")
    t.do(*[f"{seat} {'stay' if seat <= stays else 'leave'}" for seat in (1, 2, 3)])
    return t.on_to("declaration")


@pytest.mark.parametrize(
    ("aboard", "rivals", "city", "pays"),
    [(3, 3, 8, True), (2, 3, 4, True), (2, 3, 5, False), (1, 3, 1, True), (1, 3, 2, False)],
)
def test_a_crash_pays_with_many_aboard_and_not_far(
    aboard: int, rivals: int, city: int, *, pays: bool
) -> None:
    assert crash_pays(aboard, rivals, city) is pays


def test_without_rivals_aboard_no_crash_pays() -> None:
    assert not any(crash_pays(0, rivals, 1) for rivals in range(1, 6))


def test_a_ship_that_may_crash_is_not_rescued() -> None:
    given: Any = {
        "hands": {0: "cannon", 1: RICH},
        "dice": "fog blank blank",
        "treasures": {3: "1:spyglass"},
    }
    t = table(4, city=6, **given).all_stay()
    t.on_to("declaration").do("0 declare cannot").on_to("cannot").do("1 pass", "2 pass")
    assert str(Thumb().choose(t.game.view(3), Random(0))) == "play spyglass"
    assert chosen(t, 3) == "pass"


def test_it_remembers_what_a_captain_lacked() -> None:
    hands = {0: "cannon cannon cannon foghorn foghorn foghorn", 1: 3 * "compass foghorn cannon "}
    t = table(2, city=3, hands=hands, dice="fog blank").on_to("decisions")
    assert chosen(t, 1) == "stay"
    t.state.seats[0].bounds = (Bound("fog", 0),)
    assert chosen(t, 1) == "leave"
