"""Kick and cancel, for hosts and moderators."""

import pytest

from tests.cogs.tables import cancel, gathered, playing
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import game, lobby, said, table_of, tells


def moderator(room: Room) -> Person:
    return room.join("Mod", manager=True)


@pytest.mark.parametrize("locale", ["en-US", "fr"])
async def test_the_host_gives_a_seat_to_a_computer(room: Room, locale: str) -> None:
    ann, bob = room.join("Ann", locale=locale), room.join("Bob")
    await game(ann, bob)
    asked = await ann.runs("kick", player=bob.actor)
    assert tells(asked, ann, "kick-sure", player=bob.mention)
    assert tells(asked, ann, "kick-counts")
    assert len((await table_of(room)).people) == 2
    assert tells(await ann.presses(action="kick_now"), ann, "kicked-playing")
    assert (await table_of(room)).people == {0: ann.id}


async def test_a_player_who_has_left_cannot_be_kicked(room: Room) -> None:
    ann, bob = await playing(room)
    await ann.runs("kick", player=bob.actor)
    await bob.runs("concede")
    await bob.presses(action="concede_now")
    assert tells(await ann.presses(action="kick_now"), ann, "error-not_at_this_table")


async def test_a_moderator_may_kick_without_a_seat(room: Room) -> None:
    _, bob = await gathered(room)
    mod = moderator(room)
    assert tells(await mod.runs("kick", player=bob.actor), mod, "kicked")
    assert bob.mention not in room.board.text


async def test_the_game_ends_when_the_last_person_is_kicked(room: Room) -> None:
    ann, mod = room.join("Ann"), moderator(room)
    await lobby(ann)
    await ann.runs("computer")
    await ann.runs("start")
    await mod.runs("kick", player=ann.actor)
    assert tells(await mod.presses(action="kick_now"), mod, "cancelled")


async def test_only_host_and_moderators_kick(room: Room) -> None:
    ann, bob = await playing(room)
    answer = await bob.runs("kick", player=ann.actor)
    assert tells(answer, bob, "error-not_in_charge", host=ann.mention)
    assert len((await table_of(room)).people) == 2


@pytest.mark.parametrize("by_button", [False, True])
async def test_cancel_asks_for_confirmation(room: Room, by_button: bool) -> None:
    ann, _ = await gathered(room)
    answer = await (ann.presses(action="cancel") if by_button else ann.runs("cancel"))
    assert tells(answer, ann, "cancel-sure")
    assert (await table_of(room)).open
    assert tells(await ann.presses(action="cancel_now"), ann, "cancelled")
    assert not (await table_of(room)).open


async def test_a_moderator_may_cancel_without_a_seat(room: Room) -> None:
    ann, _ = await playing(room)
    await cancel(moderator(room))
    assert (await table_of(room)).stage == "cancelled"
    assert said(ann, "end-cancelled") in room.board.text


async def test_only_host_and_moderators_cancel(room: Room) -> None:
    ann, bob = await playing(room)
    assert tells(await bob.runs("cancel"), bob, "error-not_in_charge", host=ann.mention)
    assert (await table_of(room)).open
