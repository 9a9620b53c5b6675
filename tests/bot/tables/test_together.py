"""What does not go together in a lobby is refused, and nothing that was set is lost by it."""

import pytest

from bot.store.store import Entry
from bot.tables.acts import opening, replay
from tests.bot.tables.driven import lobby, opened

# --- settings ------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["crew", "beginner"])
def test_a_variant_that_stands_alone_takes_no_box(variant: str) -> None:
    t = lobby(settings=f"variant={variant}")
    assert t.refusal("0 setting boxes=krismastri") == "variant_alone"
    assert t.do("0 setting boxes=").table.options.variant == variant


@pytest.mark.parametrize("variant", ["crew", "beginner"])
def test_boxes_are_not_left_out_for_a_variant(variant: str) -> None:
    t = lobby(settings="boxes=krismastri")
    assert t.refusal(f"0 setting variant={variant}") == "variant_alone"
    t.do("0 setting boxes=", f"0 setting variant={variant}")
    assert t.table.options.variant == variant


def test_a_goal_is_not_given_up_for_beginners() -> None:
    t = lobby(settings="goal=75")
    assert t.refusal("0 setting variant=beginner") == "beginner_has_no_goal"
    assert t.do("0 setting goal=50", "0 setting variant=beginner").table.options.goal == 50


def test_what_a_variant_does_not_use_is_there_again_after_it() -> None:
    t = lobby(settings="power_cards=off variant=beginner variant=standard")
    assert not t.table.options.power_cards


# --- logs of earlier versions --------------------------------------------------------------


def test_a_log_from_before_these_refusals_is_followed_still() -> None:
    lines = ["variant=crew", "seats=5", "boxes=krismastri", "goal=75", "variant=beginner"]
    log = [opening(opened()), *[Entry(0, "setting", line) for line in lines]]
    assert replay(log[:4]).options.variant == "standard"
    assert replay(log).options.boxes == ()
    assert replay(log).options.goal == 50
