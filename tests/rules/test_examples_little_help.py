"""The rulebooks' examples of A Little Help.

Seat 0 is Orville, seat 1 Amelia, seat 2 Ambroise; clockwise in this order.
"""

from typing import Any

import pytest

from tests.rules.builder import Tested, table

BOX = ("little_help",)
COLOURS = ("black", "purple", "yellow")


def orville_lacks_two_cards() -> Tested:
    """Four events, two of which Orville can cover; both passengers have laid help."""
    t = table(
        hands={0: "compass lightning_rod compass", 1: "help_birds turbo", 2: "help_pirates cannon"},
        dice="fog lightning birds pirates",
        city=7,
        boxes=BOX,
        characters=COLOURS,
    )
    t.all_stay().on_to("declaration")
    assert t.legal(0) == {"declare cannot"}
    return t.do("0 declare cannot", "1 play help_birds", "2 play help_pirates")


def test_E5_nothing_is_seen_of_the_help_until_all_have_passed() -> None:
    t = orville_lacks_two_cards()
    assert [t.game.view(0).seats[seat].hand for seat in (1, 2)] == [2, 2]
    assert t.happened("help_shown") == []
    t.all_pass()
    assert t.happened("help_shown")[-1].to_json()["cards"] == ["help_birds", "help_pirates"]


def test_E5_the_captain_must_add_two_cards_the_ship_flies_on_and_help_is_discarded() -> None:
    t = orville_lacks_two_cards().all_pass()
    assert t.legal(0) == {"declare can"}
    assert t.do("0 declare can").on_to("payment").legal(0) == {"pay compass lightning_rod"}
    t.do("0 pay compass lightning_rod").on_to("decisions")
    assert (t.city, t.captain) == (8, 1)
    assert [t.hand(seat) for seat in range(3)] == ["compass", "turbo", "cannon"]
    assert (t.discarded("help_birds"), t.discarded("help_pirates")) == (1, 1)


@pytest.mark.parametrize(
    ("treasures", "scores"), [("9:25 9:25", [(0, 2), (0, 2), (46, 1)]), ("9:25 8:20 3:4", [])]
)
def test_E6_fifty_points_end_the_game_but_two_help_cards_leave_46(
    treasures: str, scores: list[tuple[int, int]]
) -> None:
    hands = {0: "cannon", 2: "help_fog help_birds"}
    laid: Any = {"boxes": BOX, "characters": COLOURS, "treasures": {2: treasures}}
    t = table(hands=hands, dice="fog fog", **laid).all_stay().declare("cannot")
    t.on_to("" if scores else "before_roll")
    assert (t.game.over, t.journey) == (bool(scores), 1 if scores else 2)
    assert [(score.total, score.rank) for score in t.game.scores] == scores
