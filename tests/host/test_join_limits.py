"""Limits on joining and leaving a lobby repeatedly, per user."""

import json

from bot.hosting.action import MAX_JOINS
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.rows import everything, store_of
from tests.host.scenes import lobby, now, table_of, tells


async def comes_and_goes(person: Person, times: int) -> None:
    for _ in range(times):
        await person.runs("join")
        await person.runs("leave")


async def departed(room: Room) -> list[int]:
    ((counted,),) = await store_of(room)._read("SELECT departed FROM tables")
    return [*json.loads(counted).values()]


async def test_joining_and_leaving_repeatedly_keeps_no_other_out(room: Room) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob"), room.join("Eve", locale="fr")
    await lobby(ann)
    await comes_and_goes(eve, MAX_JOINS + 2)
    await bob.runs("join")
    assert bob.mention in room.board.text
    assert tells(await eve.runs("join"), eve, "error-came_too_often", most=MAX_JOINS)
    log = await room.bot.store.log((await table_of(room)).id)
    assert sum(entry.action == "join" for entry in log) == MAX_JOINS + 1


async def test_joins_are_counted_across_a_restart(room: Room) -> None:
    ann, eve = room.join("Ann"), room.join("Eve")
    await lobby(ann)
    await comes_and_goes(eve, MAX_JOINS)
    await room.restart()
    assert tells(await eve.runs("join"), eve, "error-came_too_often", most=MAX_JOINS)


async def test_a_kicked_player_counts_as_gone(room: Room) -> None:
    ann, eve = room.join("Ann"), room.join("Eve")
    await lobby(ann)
    for _ in range(MAX_JOINS):
        await eve.runs("join")
        await ann.runs("kick", player=eve.actor)
    assert tells(await eve.runs("join"), eve, "error-came_too_often", most=MAX_JOINS)


async def test_join_counts_are_deleted_with_the_lobby(room: Room) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob"), room.join("Eve")
    await lobby(ann, bob)
    await comes_and_goes(eve, 2)
    assert await departed(room) == [2]
    await ann.presses(action="start")
    assert await departed(room) == []


async def test_join_counts_name_no_user(room: Room) -> None:
    ann, eve = room.join("Ann"), room.join("Eve")
    await lobby(ann)
    await comes_and_goes(eve, 1)
    stored = await everything(room)
    assert await departed(room) == [1]
    assert str(ann.id) in stored
    assert str(eve.id) not in stored
    assert "departed" not in (await now(room)).stored.snapshot.replace('"departed":{}', "")
