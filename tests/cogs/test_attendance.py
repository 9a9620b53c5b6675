"""Pinging those who are waited for, and conceding."""

from tests.cogs.tables import playing
from tests.host.ground import Room
from tests.host.scenes import flight, lobby, said, table_of, tells


async def test_concede_asks_for_confirmation_and_leaves_seat_and_table_to_others(
    room: Room,
) -> None:
    ann, bob = await playing(room)
    assert tells(await ann.runs("concede"), ann, "concede-seat")
    assert len((await table_of(room)).people) == 2
    answer = await ann.presses(action="concede_now")
    assert tells(answer, ann, "conceded")
    assert answer.shown[0].buttons == []
    table = await table_of(room)
    assert (table.people, table.host) == ({1: bob.id}, 1)
    assert ann.mention not in room.board.text


async def test_the_last_player_is_warned_that_conceding_ends_the_game(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await lobby(ann)
    await ann.runs("computer")
    await ann.runs("start")
    assert tells(await ann.runs("concede"), ann, "concede-game")
    assert (await table_of(room)).open
    assert tells(await ann.presses(action="concede_now"), ann, "cancelled")
    table = await table_of(room)
    assert (table.stage, table.people) == ("cancelled", {0: ann.id})
    assert ann.mention in room.board.text  # beside the score


async def test_a_ping_leaves_private_boards_at_the_bottom(room: Room) -> None:
    ann, bob = await playing(room, flight())
    await bob.presses(action="hand", on=room.board)
    await ann.runs("nudge")
    await room.passes(2.0)
    (*_, ping, board) = bob.sees
    assert (ping.private, board.private) == (False, True)
    assert bob.mention in ping.text
    assert said(bob, "hand-title") in board.text
