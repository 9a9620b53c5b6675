"""What is in sight on a phone when a player is asked."""

from bench.screen.ride import LESSON, ride
from tests.host.shots import in_a_browser

QUESTIONS = 3


@in_a_browser
async def test_hand_and_true_picture_are_in_sight_when_a_newcomer_is_asked() -> None:
    seen = await ride(LESSON, seed=1, most=QUESTIONS)
    assert seen.asked == seen.hand_in_sight == seen.picture_true == QUESTIONS
    assert seen.without_board == 0
    assert seen.presses >= QUESTIONS
