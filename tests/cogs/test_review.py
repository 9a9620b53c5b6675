"""The review of a finished game, for its players."""

from tests.host.ground import Room
from tests.host.scenes import game, lobby, table_of, tells
from tests.host.states import ended


async def test_each_player_gets_their_own_review(room: Room) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob", locale="fr"), room.join("Eve")
    await ended(ann, bob)
    end = next(shown for shown in room.messages[::-1] if ":review:" in f"{shown.payload}")
    for person in (ann, bob):
        pressed = await person.presses(action="review", on=end)
        assert tells(pressed, person, "review-title")
        assert pressed.private
        ran = await person.runs("review")
        assert ran.shown[-1].text == pressed.shown[-1].text
    assert tells(await eve.presses(action="review", on=end), eve, "error-not_seated")


async def test_a_cancelled_game_has_a_review(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await game(ann, bob)
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    assert tells(await bob.runs("review"), bob, "review-none")


async def test_there_is_no_review_before_the_end(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await lobby(ann, bob)
    assert tells(await bob.runs("review"), bob, "error-not_started")
    await ann.presses(action="start")
    assert tells(await bob.runs("review"), bob, "error-review_later")
    assert (await table_of(room)).stage == "playing"


async def test_asking_for_a_review_leaves_no_trace(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    name, public = (await table_of(room)).id, len(room.public)
    before = await room.bot.store.table(name), [*await room.bot.store.log(name)]
    await bob.presses(action="review")
    assert (await room.bot.store.table(name), [*await room.bot.store.log(name)]) == before
    assert len(room.public) == public
