"""A newcomer's first questions, in a browser window of a phone's size."""

import pytest

from bench.screen.ride import DOORS, LESSON, ride
from bot.pages.hand import hand
from bot.pages.views import hand_view
from bot.words import catalogue
from tests.bot.pages.reading import parts
from tests.bot.pages.test_private import deciding, named
from tests.host.shots import PATIENCE, in_a_browser

QUESTIONS = 3
ANSWERS = ("say", "slot")
"""Actions of buttons that answer a question."""
BUTTON = 2


def test_a_ride_knows_the_buttons_of_a_board_that_answer_nothing() -> None:
    """It never came back from a page that it took for an answer."""
    say, t, met = catalogue("en"), deciding("jetpack"), set[str]()
    t.table.hints = "on"
    doors = tuple([say(f"button-{name}") for name in DOORS])
    for state in (t, t.do("1 stay_order until=9"), t.do("0 quiet")):
        for seat in range(3):
            page = hand(hand_view(state.table, seat), say, named)
            for it in parts(page):
                if it["type"] == BUTTON and it["custom_id"].split(":")[4] not in ANSWERS:
                    met.add(it["label"])
    assert {say("button-stay_order"), say("button-orders"), say("button-hold")} <= met
    assert [label for label in met if not label.endswith(doors)] == []


@in_a_browser
async def test_hand_and_true_picture_are_in_sight_when_a_newcomer_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for patience in ("LATEST", "REDRAW_PATIENCE"):  # a busy machine lays boards late
        monkeypatch.setattr(f"bench.screen.ride.{patience}", PATIENCE)
    seen = await ride(LESSON, seed=1, most=QUESTIONS)
    assert seen.asked == seen.hand_in_sight == seen.picture_true == QUESTIONS
    assert seen.without_board == 0
    assert seen.presses >= QUESTIONS
