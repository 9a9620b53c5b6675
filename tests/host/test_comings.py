"""People come and go in a lobby, each of them so often, and nobody wears it out for others."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.hosting.checks import JOINS_EACH
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import lobby, now, table_of, tells


async def comes_and_goes(person: Person, times: int) -> None:
    for _ in range(times):
        await person.runs("join")
        await person.runs("leave")


def departed(tmp_path: Path) -> list[int]:
    with closing(sqlite3.connect(tmp_path / "celestia.db")) as database:
        ((counted,),) = database.execute("SELECT departed FROM tables").fetchall()
    return [*json.loads(counted).values()]


async def test_one_who_comes_and_goes_keeps_nobody_else_out(room: Room) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob"), room.join("Eve", locale="fr")
    await lobby(ann)
    await comes_and_goes(eve, 120)
    await bob.runs("join")
    assert bob.mention in room.board.text
    assert tells(await eve.runs("join"), eve, "error-came_too_often", most=JOINS_EACH)
    log = await room.bot.store.log((await table_of(room)).id)
    assert sum(entry.command == "join" for entry in log) == JOINS_EACH + 1


async def test_a_restart_gives_nobody_more_joins(room: Room) -> None:
    ann, eve = room.join("Ann"), room.join("Eve")
    await lobby(ann)
    await comes_and_goes(eve, JOINS_EACH)
    await room.restart()
    assert tells(await eve.runs("join"), eve, "error-came_too_often", most=JOINS_EACH)


async def test_one_who_is_sent_away_has_gone_as_well(room: Room) -> None:
    ann, eve = room.join("Ann"), room.join("Eve")
    await lobby(ann)
    for _ in range(JOINS_EACH):
        await eve.runs("join")
        await ann.runs("kick", player=eve.actor)
    assert tells(await eve.runs("join"), eve, "error-came_too_often", most=JOINS_EACH)


async def test_who_came_and_went_is_forgotten_with_the_lobby(room: Room, tmp_path: Path) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob"), room.join("Eve")
    await lobby(ann, bob)
    await comes_and_goes(eve, 2)
    assert departed(tmp_path) == [2]
    await ann.presses(action="start")
    assert departed(tmp_path) == []


async def test_who_came_and_went_is_named_nowhere(room: Room, tmp_path: Path) -> None:
    ann, eve = room.join("Ann"), room.join("Eve")
    await lobby(ann)
    await comes_and_goes(eve, 1)
    with closing(sqlite3.connect(tmp_path / "celestia.db")) as database:
        dump = "\n".join(database.iterdump())
    assert departed(tmp_path) == [1]
    assert str(ann.id) in dump
    assert str(eve.id) not in dump
    assert "departed" not in (await now(room)).stored.snapshot.replace('"departed":{}', "")
