"""Inviting somebody to a lobby: one ping, and a seat that is kept for a while."""

from typing import Any

import pytest

from bot.words import catalogue
from tests.client.messages import Shown
from tests.host.ground import Room
from tests.host.people import Answer, Person
from tests.host.scenes import lobby, pings, table_of, tells

SAY = catalogue("en")


async def invites(host: Person, guest: Person) -> Answer:
    page = (await host.presses(action="settings")).shown[0]
    return await host.chooses(f"{guest.id}", of=page.selects[0], on=page)


def sitting(table: Any) -> list[int]:
    return [*table.people.values()]


async def test_a_guest_is_pinged_once_and_takes_the_seat(room: Room) -> None:
    ann, bob, cleo = room.join("Ann"), room.join("Bob", locale="fr"), room.join("Cleo")
    await lobby(ann, seats=2)
    call = (await invites(ann, bob)).shown[-1]
    assert bob.mention in call.text
    assert pings(room) == [(bob.id,)]
    assert SAY("lobby-kept", guests="").strip() in room.messages[0].text
    assert tells(await invites(ann, bob), ann, "error-guest_invited")
    assert tells(await invites(ann, cleo), ann, "error-no_seat_to_keep")
    late = await cleo.presses(action="join", on=room.messages[0])
    assert SAY("error-seats_kept", when="").partition("{")[0][:40] in late.text
    await ann.runs("computer")  # nor is it for a computer
    assert sitting(await table_of(room)) == [ann.id]
    assert len((await table_of(room)).chairs) == 1
    assert tells(await cleo.presses(action="take", on=call), cleo, "error-not_invited")
    assert sitting(await table_of(room)) == [ann.id]
    await bob.presses(action="take", on=call)
    assert sitting(await table_of(room)) == [ann.id, bob.id]
    assert SAY("lobby-kept", guests="").strip() not in room.messages[0].text
    assert await room.bot.store.invitations.of((await table_of(room)).id) == {}


async def test_a_guest_who_declines_frees_the_seat_and_is_not_asked_again(room: Room) -> None:
    ann, bob, cleo = room.join("Ann"), room.join("Bob", locale="fr"), room.join("Cleo")
    await lobby(ann, seats=2)
    call = (await invites(ann, bob)).shown[-1]
    assert tells(await bob.presses(action="decline", on=call), bob, "invitation-declined")
    assert tells(await invites(ann, bob), ann, "error-guest_invited")
    await cleo.presses(action="join", on=room.messages[0])
    assert sitting(await table_of(room)) == [ann.id, cleo.id]
    assert tells(await bob.presses(action="take", on=call), bob, "error-not_invited")


async def test_a_seat_that_was_kept_long_enough_is_free(room: Room) -> None:
    ann, bob, cleo = room.join("Ann"), room.join("Bob"), room.join("Cleo")
    await lobby(ann, seats=2)
    await invites(ann, bob)
    now = room.bot.now()
    object.__setattr__(room.bot.store.invitations, "_clock", lambda: now + 601)
    await cleo.presses(action="join", on=room.messages[0])
    assert sitting(await table_of(room)) == [ann.id, cleo.id]


async def test_a_guest_may_sit_down_by_the_lobby_as_well(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann, seats=2)
    await invites(ann, bob)
    await bob.presses(action="join", on=room.messages[0])
    assert sitting(await table_of(room)) == [ann.id, bob.id]
    assert await room.bot.store.invitations.of((await table_of(room)).id) == {}


@pytest.mark.parametrize("guest", ["host", "bot"])
async def test_who_is_there_is_not_invited(room: Room, guest: str) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann)
    page: Shown = (await ann.presses(action="settings")).shown[0]
    chosen = ann.id if guest == "host" else room.bot.user.id
    answer = await ann.chooses(f"{chosen}", of=page.selects[0], on=page)
    assert tells(answer, ann, {"host": "error-guest_sits", "bot": "error-guest_is_bot"}[guest])
    assert tells(
        await bob.chooses(f"{bob.id}", of=page.selects[0], on=page),
        *(bob, "error-not_in_charge"),
        host=ann.mention,
    )
    assert pings(room) == []


async def test_a_table_can_be_for_invited_people_alone(room: Room) -> None:
    ann, bob, cleo = room.join("Ann"), room.join("Bob", locale="fr"), room.join("Cleo")
    await lobby(ann)
    await ann.chooses("guests=invited")
    assert SAY("guests-invited") in room.messages[0].text
    assert tells(await cleo.presses(action="join"), cleo, "error-for_invited")
    call = (await invites(ann, bob)).shown[-1]
    await bob.presses(action="take", on=call)
    assert sitting(await table_of(room)) == [ann.id, bob.id]
    await ann.presses(action="join", on=room.messages[0])  # leaving is for everybody
    assert sitting(await table_of(room)) == [bob.id]
    await bob.runs("option", setting="guests=all")
    await cleo.presses(action="join", on=room.messages[0])
    assert sitting(await table_of(room)) == [bob.id, cleo.id]


async def test_a_table_can_start_by_itself_when_it_is_full(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await lobby(ann, seats=2)
    await ann.chooses("begin=full")
    assert (await table_of(room)).stage == "lobby"
    await bob.presses(action="join")
    table = await table_of(room)
    assert table.stage == "playing"
    assert sitting(table) == [ann.id, bob.id]


async def test_the_menu_of_a_person_invites_to_the_table_of_the_channel(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    menu = SAY("command-invite-menu")
    await ann.actor.context_menu(room.channel, menu, bob.actor)
    assert pings(room) == []
    await lobby(ann)
    await ann.actor.context_menu(room.channel, menu, bob.actor)
    await room.settle()
    assert pings(room) == [(bob.id,)]
    await ann.actor.context_menu(room.channel, menu, bob.actor)
    await ann.actor.context_menu(room.channel, menu, ann.actor)
    assert pings(room) == [(bob.id,)]
    await bob.presses(action="take", on=room.messages[-1])
    assert sitting(await table_of(room)) == [ann.id, bob.id]
