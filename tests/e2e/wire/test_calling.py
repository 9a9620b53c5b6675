"""Pings about lobbies on the wire: each of them once, whatever becomes of the process."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

import pytest
from discord import Permissions

from bot.discord.permissions import least
from bot.words import catalogue
from tests.client.messages import Shown
from tests.e2e.wire import Wire
from tests.e2e.wire.asked import Asked
from tests.e2e.wire.people import Person
from tests.e2e.wire.world import Channel

SAY: Final = catalogue("en")
POST: Final = r"^/channels/\d+/messages$"
ROLES: Final = r"^/guilds/\d+/roles$"
KILLS: Final = 200
SERVERS_KNOWN: Final = 2.0
"""Seconds after which discord.py takes its list of servers as complete."""


def calls(wire: Wire, channel: Channel) -> list[Shown]:
    return [it for it in wire.discord.messages_in(channel) if it.text.startswith("📯")]


def posted_calls(wire: Wire) -> list[Asked]:
    return [it for it in wire.discord.asked("POST", POST) if "📯" in f"{it.json}"]


async def server(wire: Wire, *, roles: bool = False) -> Channel:
    """Return a channel of a server of its own, since a server calls only once in six hours."""
    guild = wire.discord.add_guild("Other")
    guild.permissions = Permissions(least().value)
    guild.permissions.update(manage_roles=roles)
    channel = wire.discord.add_channel(guild, "table")
    await wire.discord.recovers(guild)
    return channel


async def called(ann: Person) -> None:
    page = (await ann.presses(action="more")).shown[-1]
    await ann.begins(ann.pressing(action="call", on=page))


async def over(wire: Wire, ann: Person) -> None:
    """Close the lobby, with which the call goes."""
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    await wire.discord.until(lambda: not calls(wire, ann.channel))


@pytest.mark.parametrize("roles", [False, True])
@pytest.mark.parametrize("after", [False, True])
async def test_a_bot_that_is_killed_as_it_calls_calls_once(
    wire: Wire, roles: bool, after: bool
) -> None:
    channel = await server(wire, roles=roles)
    ann, bob = wire.join("Ann", channel=channel), wire.join("Bob", channel=channel)
    await ann.runs("new")
    await bob.presses(action="tell_me")
    held = wire.discord.fault("POST", POST, held=True, after=after)
    await called(ann)
    await wire.discord.until(lambda: bool(held.hits))
    await wire.bot.kill()
    held.lift()
    await wire.bot.start()
    await wire.discord.until(lambda: bool(calls(wire, channel)))
    await wire.discord.settled()
    (call,) = calls(wire, channel)
    given = [*channel.guild.bearers.values()]
    assert given == ([{bob.id}] if roles else [])
    assert (f"<@&{next(iter(channel.guild.roles))}>" if roles else bob.mention) in call.text
    await over(wire, ann)


async def test_a_bot_that_is_killed_as_it_makes_the_role_makes_one(wire: Wire) -> None:
    channel = await server(wire, roles=True)
    ann, bob = wire.join("Ann", channel=channel), wire.join("Bob", channel=channel)
    await ann.runs("new")
    held = wire.discord.fault("POST", ROLES, held=True, after=True)
    page = (await bob.presses(action="more")).shown[-1]
    await bob.begins(bob.pressing(action="tell_me", on=page))
    await wire.discord.until(lambda: bool(held.hits))
    await wire.bot.kill()
    held.lift()
    await wire.bot.start()
    await bob.presses(action="tell_me")
    assert [*channel.guild.bearers.values()] == [{bob.id}]


async def test_a_click_that_comes_twice_calls_once(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob")
    await ann.runs("new")
    await bob.presses(action="tell_me")
    page = (await ann.presses(action="more")).shown[-1]
    wire.discord.twice = True
    await ann.presses(action="call", on=page)
    await wire.discord.settled()
    assert len(calls(wire, ann.channel)) == 1


async def test_a_call_whose_answer_is_lost_goes_with_its_lobby(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob")
    await ann.runs("new")
    await bob.presses(action="tell_me")
    lost = wire.discord.fault("POST", POST, drop=True, after=True)
    await called(ann)
    await wire.discord.until(lambda: bool(lost.hits))
    assert calls(wire, ann.channel)
    lost.lift()
    await over(wire, ann)
    assert sum(bool(it.json["allowed_mentions"]["users"]) for it in posted_calls(wire)) == 1


@pytest.mark.long
async def test_a_bot_that_is_killed_at_any_moment_calls_and_pings_a_host_once(wire: Wire) -> None:
    lot = Random(27)
    for number in range(KILLS // 2):
        channel = await server(wire, roles=number % 2 == 1)
        ann, bob = wire.join("Ann", channel=channel), wire.join("Bob", channel=channel)
        await ann.runs("new", seats=2)
        await bob.presses(action="tell_me")
        page = (await ann.presses(action="more")).shown[-1]
        lobby = wire.discord.messages_in(channel)[0]
        for before, (person, action, on) in enumerate(((ann, "call", page), (bob, "join", lobby))):
            pressing = person.pressing(action=action, on=on)
            press = asyncio.ensure_future(person.begins(pressing))
            await asyncio.sleep(lot.random() * 0.1)
            await wire.bot.kill()
            press.cancel()
            await wire.bot.start()
            await wire.discord.settled(quiet=2 * SERVERS_KNOWN)
            if len(calls(wire, channel)) == before:  # the click was lost with the process
                await person.begins(pressing)
                await wire.discord.until(lambda n=before, at=channel: len(calls(wire, at)) > n)
            await wire.discord.settled()
            assert len(calls(wire, channel)) == before + 1
        await over(wire, ann)
