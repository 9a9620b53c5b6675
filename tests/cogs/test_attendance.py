"""Coming back and conceding."""

from tests.host.ground import Room
from tests.host.scenes import game, lobby, table_of, tells


async def test_concede_asks_for_confirmation_and_leaves_the_seat_to_a_computer(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await game(ann, bob)
    assert tells(await bob.runs("concede"), bob, "concede-seat")
    assert len((await table_of(room)).people) == 2
    answer = await bob.presses(action="concede_now")
    assert tells(answer, bob, "conceded")
    assert answer.shown[0].buttons == []
    assert (await table_of(room)).people == {0: ann.id}
    assert bob.mention not in room.board.text


async def test_a_host_who_concedes_hands_the_table_to_another_player(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    await ann.runs("concede")
    await ann.presses(action="concede_now")
    assert (await table_of(room)).host == 1


async def test_the_last_player_is_warned_that_conceding_ends_the_game(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await lobby(ann)
    await ann.runs("computer")
    await ann.runs("start")
    assert tells(await ann.runs("concede"), ann, "concede-game")
    assert (await table_of(room)).open
    assert tells(await ann.presses(action="concede_now"), ann, "cancelled")
    assert (await table_of(room)).stage == "cancelled"
