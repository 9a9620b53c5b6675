"""Calling players: those who asked for it, seldom, and only while the lobby waits."""

from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from simcord.backend.models import Role

from bot.board.calls import AWAY, EVERY
from bot.words import catalogue
from tests.client.messages import Shown
from tests.host.ground import Room
from tests.host.people import Answer, Person
from tests.host.scenes import forbid, game, lobby, pings, sent, table_of, tells

SAY = catalogue("en")


def without(room: Room, *names: str) -> None:
    """Take permissions from the bot in the whole server."""
    backend = room.env.backend
    guild = backend.guilds[room.guild.id]
    for number in [guild.id, *guild.members[backend.bot_user.id].role_ids]:
        role: Role = guild.roles[number]
        role.permissions = discord.Permissions(
            **{
                name: given
                for name, given in discord.Permissions(role.permissions)
                if name not in names
            }
        ).value


async def wants(person: Person) -> Answer:
    return await person.presses(action="tell_me")


async def calls(host: Person) -> Answer:
    page = (await host.presses(action="more")).shown[-1]
    return await host.presses(action="call", on=page)


def roles_called(room: Room) -> list[list[str]]:
    """Return the roles that each message has pinged, where it has pinged any."""
    found = [it["allowed_mentions"].get("roles", []) for way, it in sent(room) if way == "POST"]
    return [it for it in found if it]


def call(room: Room) -> list[Shown]:
    return [it for it in room.messages if it.text.startswith("📯")]


async def test_a_role_is_given_called_once_and_the_call_goes_with_the_lobby(room: Room) -> None:
    ann, bob, cleo = map(room.join, ("Ann", "Bob", "Cleo"))
    await lobby(ann)
    assert tells(await calls(ann), ann, "error-nobody_wants_calls")
    await wants(bob)
    await wants(cleo)
    (role,) = [
        it
        for it in room.env.backend.guilds[room.guild.id].roles.values()
        if it.name == SAY("call-role")
    ]
    members = room.env.backend.guilds[room.guild.id].members
    assert [role.id in members[it.id].role_ids for it in (ann, bob, cleo)] == [False, True, True]
    await calls(ann)
    assert roles_called(room) == [[f"{role.id}"]]
    assert pings(room) == []
    (message,) = call(room)
    assert ann.mention in message.text
    assert tells(await calls(ann), ann, "error-called_already")
    await bob.presses(action="join", on=message)
    assert bob.mention in room.messages[0].text
    await ann.presses(action="start")
    assert call(room) == []
    assert len(roles_called(room)) == 1


async def test_a_role_that_was_made_just_before_a_stop_is_found_again(room: Room) -> None:
    ann = room.join("Ann")
    await lobby(ann)
    await wants(ann)
    await room.bot.store.calls.set_role(room.guild.id, 0)
    await wants(ann)
    roles = room.env.backend.guilds[room.guild.id].roles.values()
    assert [it.name for it in roles].count(SAY("call-role")) == 1


async def test_a_server_is_called_once_in_six_hours(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann)
    await wants(bob)
    await calls(ann)
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    assert call(room) == []
    await lobby(ann)
    assert SAY("error-called_lately", when="").partition(".")[0] in (await calls(ann)).text
    assert len(roles_called(room)) == 1
    await room.passes(EVERY + 1)
    await calls(ann)
    assert len(roles_called(room)) == 2


async def test_where_no_role_can_be_given_at_most_twenty_are_named(room: Room) -> None:
    ann, *others = [room.join(f"P{number}") for number in range(23)]
    without(room, "manage_roles", "administrator")
    await lobby(ann)
    for person in others[:20]:
        assert tells(await wants(person), person, "tell-me-done")
    assert tells(await wants(others[20]), others[20], "error-too_many_named", most=20)
    answer = await wants(others[0])
    await others[0].presses(action="tell_no_more", on=answer.shown[-1])
    await wants(others[20])
    await calls(ann)
    assert [{*it} for it in pings(room)] == [{it.id for it in others[1:21]}]
    assert roles_called(room) == []


async def test_a_server_can_want_no_calls(room: Room) -> None:
    manager, ann, bob = room.join("Max", manager=True), room.join("Ann"), room.join("Bob")
    await lobby(ann)
    await wants(bob)
    page = (await manager.runs("settings")).shown[-1]
    page = (await manager.presses(action="calls_off", on=page)).shown[-1]
    assert tells(await calls(ann), ann, "error-calls_are_off")
    await manager.presses(action="calls_on", on=page)
    await calls(ann)
    assert len(roles_called(room)) == 1


async def test_nobody_is_called_to_a_table_for_invited_people(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann)
    await wants(bob)
    page = (await ann.presses(action="more")).shown[-1]
    await ann.chooses("guests=invited")
    late = await ann.presses(action="call", on=page)
    assert tells(late, ann, "error-called_though_invited")
    assert SAY("button-call") not in (await ann.presses(action="more")).shown[-1].open
    assert roles_called(room) == []


async def test_only_who_sits_there_calls(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann)
    await wants(bob)
    page = (await bob.presses(action="more")).shown[-1]
    assert SAY("button-call") not in page.open
    assert SAY("button-tell_me") in page.open
    assert roles_called(room) == []


@pytest.mark.parametrize("action", ["start", "cancel"])
async def test_a_call_goes_though_the_bot_was_down_when_the_lobby_ended(
    room: Room, action: str
) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann, bob)
    await wants(bob)
    await calls(ann)
    room.bot.calls.lobby_ended = lambda table: None  # as if the bot had stopped just then
    if action == "start":
        await ann.presses(action="start")
    else:
        await ann.runs("cancel")
        await ann.presses(action="cancel_now")
    assert len(call(room)) == 1
    await room.restart()
    await room.passes(20)
    assert call(room) == []


async def test_the_journal_tells_who_opened_called_removed_and_closed(room: Room) -> None:
    manager, ann, bob = room.join("Max", manager=True), room.join("Ann"), room.join("Bob")
    log = room.add_channel("log")
    page = (await manager.runs("settings")).shown[-1]
    select = page.selects[-1]
    await manager.chooses(f"{log.id}", of=select, on=page)
    await lobby(ann, bob)
    await wants(bob)
    await calls(ann)
    await ann.runs("kick", player=bob.actor)
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    where = f"<#{room.channel.id}>"
    assert [it.text.partition(" ")[2] for it in room.messages_in(log)] == [
        SAY("journal-opened", who=ann.mention, where=where),
        SAY("journal-called", who=ann.mention, where=where),
        SAY("journal-removed", who=ann.mention, whom=bob.mention, where=where),
        SAY("journal-closed", who=ann.mention, where=where),
    ]
    assert not [it for it in pings(room) if it]


async def test_a_channel_is_refused_where_the_bot_cannot_tell_anything(room: Room) -> None:
    manager = room.join("Max", manager=True)
    log = room.add_channel("log")
    page = (await manager.runs("settings")).shown[-1]
    forbid(room, log, "send_messages")
    refused = await manager.chooses(f"{log.id}", of=page.selects[-1], on=page)
    assert tells(refused, manager, "error-lacks_permissions", names=SAY("permission-send_messages"))
    assert not (await room.bot.store.server(room.guild.id)).journal


async def test_a_server_that_discord_has_not_told_of_yet_asks_to_press_again(room: Room) -> None:
    ann = room.join("Ann")
    await lobby(ann)
    room.bot.get_guild(room.guild.id).unavailable = True
    assert tells(await wants(ann), ann, "error-not_told_now")
    room.bot.get_guild(room.guild.id).unavailable = False
    assert tells(await wants(ann), ann, "tell-me-done")


async def test_each_table_gets_a_thread_where_the_server_wants_that(room: Room) -> None:
    manager, ann = room.join("Max", manager=True), room.join("Ann")
    page = (await manager.runs("settings")).shown[-1]
    await manager.presses(action="threads_on", on=page)
    await ann.runs("new")
    (thread,) = room.channel.threads
    assert SAY("lobby-title") in room.board_in(thread).text


async def test_the_greeting_can_be_seen_again(room: Room) -> None:
    manager: Any = room.join("Max", manager=True)
    page = (await manager.runs("settings")).shown[-1]
    await manager.presses(action="greet", on=page)
    assert [it.text for it in room.messages if SAY("hello-text") in it.text]
    ann = room.join("Ann")
    assert tells(await ann.presses(action="greet", on=page), ann, "error-needs_manage_guild")


async def test_who_plays_is_told_of_games_from_the_end_on(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    assert tells(await bob.presses(action="tell_me"), bob, "tell-me-done")


async def test_the_host_hears_once_that_the_table_is_full(room: Room) -> None:
    ann, bob, cleo = map(room.join, ("Ann", "Bob", "Cleo"))
    await lobby(ann, seats=2)
    await bob.presses(action="join")
    assert pings(room) == [(ann.id,)]
    (message,) = call(room)
    await bob.presses(action="join", on=room.messages[0])
    await cleo.presses(action="join", on=room.messages[0])
    assert pings(room) == [(ann.id,)]
    answer = await ann.presses(action="quiet_host", on=message)
    await ann.presses(action="start", on=message)
    assert call(room) == []
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    seen = len(pings(room))
    await lobby(ann, seats=2)
    await bob.presses(action="join")
    assert len(pings(room)) == seen
    await ann.presses(action="loud_host", on=answer.shown[-1])
    assert not await room.bot.store.calls.is_quiet_host(ann.id)


async def test_a_host_who_may_be_away_hears_that_somebody_came(room: Room) -> None:
    ann, bob, cleo = map(room.join, ("Ann", "Bob", "Cleo"))
    await lobby(ann)
    await cleo.presses(action="join")
    assert pings(room) == []
    await room.passes(AWAY)
    await bob.presses(action="join")
    assert pings(room) == [(ann.id,)]
    assert SAY("host-came", host=ann.mention, taken=3) in call(room)[0].text


@pytest.mark.parametrize("begin", ["host", "full"])
async def test_a_table_is_full_though_the_bot_stopped_as_somebody_sat_down(
    room: Room, begin: str
) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann, seats=2)
    if begin == "full":
        await ann.chooses("begin=full")
    room.bot.seating.sat_down = AsyncMock(return_value=False)
    await bob.presses(action="join")
    assert pings(room) == []
    for _ in range(2):
        await room.restart()
        await room.passes(30)
        if begin == "full":
            assert (await table_of(room)).stage == "playing"
        else:
            assert pings(room) == [(ann.id,)]
            assert SAY("host-full", host=ann.mention) in call(room)[0].text


async def test_a_start_pings_no_host_who_was_the_last_to_do_something(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann, bob, seats=3)
    await ann.presses(what="Easy")
    await room.restart()
    await room.passes(20)
    assert pings(room) == []


async def test_a_rematch_for_invited_people_keeps_their_seats_without_a_ping(room: Room) -> None:
    ann, bob, cleo = map(room.join, ("Ann", "Bob", "Cleo"))
    await lobby(ann, bob)
    await ann.chooses("guests=invited")
    await ann.presses(action="start")
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    seen = len(pings(room))
    await ann.presses(action="rematch")
    assert tells(await cleo.presses(action="join"), cleo, "error-for_invited")
    await bob.presses(action="join")
    assert bob.id in (await table_of(room)).people.values()
    assert len(pings(room)) == seen


async def test_a_call_that_discord_does_not_take_can_be_pressed_again(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann)
    await wants(bob)
    post = room.bot.requests.post

    async def fails(*_: Any) -> None:
        raise OSError

    room.bot.requests.post = fails
    assert tells(await calls(ann), ann, "error-not_called")
    room.bot.requests.post = post
    await calls(ann)
    assert len(roles_called(room)) == 1
    assert tells(await calls(ann), ann, "error-called_already")
