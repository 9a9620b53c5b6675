"""The review of a finished game, for its players."""

from tests.cogs.tables import broken_off, gathered, joined
from tests.host.ground import Room
from tests.host.scenes import table_of, tells
from tests.host.states import ended


async def test_each_player_gets_their_own_review(room: Room) -> None:
    people, eve = joined(room), room.join("Eve")
    await ended(*people)
    end = next(shown for shown in room.messages[::-1] if ":review:" in f"{shown.payload}")
    for person in people:
        pressed = await person.presses(action="review", on=end)
        assert tells(pressed, person, "review-title")
        ran = await person.runs("review")
        assert ran.shown[-1].text == pressed.shown[-1].text
    assert tells(await eve.presses(action="review", on=end), eve, "error-not_seated")


async def test_a_cancelled_game_has_a_review(room: Room) -> None:
    _, bob = await broken_off(room)
    assert tells(await bob.runs("review"), bob, "review-none")


async def test_there_is_no_review_before_the_end(room: Room) -> None:
    ann, bob = await gathered(room)
    assert tells(await bob.runs("review"), bob, "error-not_started")
    await ann.presses(action="start")
    assert tells(await bob.runs("review"), bob, "error-review_later")
    assert (await table_of(room)).stage == "playing"
