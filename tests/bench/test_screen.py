"""A newcomer's first questions, in a browser window of a phone's size."""

import pytest

from bench.screen.ride import LESSON, ride
from tests.host.shots import in_a_browser

QUESTIONS = 3


@in_a_browser
async def test_hand_and_true_picture_are_in_sight_when_a_newcomer_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bench.screen.ride.SETTLING", 5.0)  # a busy machine lays boards late
    seen = await ride(LESSON, seed=1, most=QUESTIONS)
    assert seen.asked == seen.hand_in_sight == seen.picture_true == QUESTIONS
    assert seen.without_board == 0
    assert seen.presses >= QUESTIONS
