"""Limits on joining and leaving a lobby repeatedly, per user."""

import json

from bot.hosting.action import MAX_JOINS
from tests.host.ground import Room
from tests.host.rows import everything, store_of
from tests.host.scenes import lobby, now, tells


async def departed(room: Room) -> list[int]:
    ((counted,),) = await store_of(room).rows("SELECT departed FROM tables")
    return [*json.loads(counted).values()]


async def test_joins_are_counted_without_a_name_until_the_game_begins(room: Room) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob"), room.join("Eve", locale="fr")
    await lobby(ann, bob)
    for _ in range(MAX_JOINS - 1):
        await eve.runs("join")
        await eve.runs("leave")
    await eve.runs("join")
    await ann.runs("kick", player=eve.actor)
    await room.restart()
    assert tells(await eve.runs("join"), eve, "error-came_too_often", most=MAX_JOINS)
    assert await departed(room) == [MAX_JOINS]
    stored = await everything(room)
    assert str(ann.id) in stored
    assert str(eve.id) not in stored
    assert "departed" not in (await now(room)).stored.snapshot.replace('"departed":{}', "")
    await ann.presses(action="start")
    assert await departed(room) == []
