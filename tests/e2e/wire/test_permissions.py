"""Permissions that are missing one by one: each is named, or done without."""

from __future__ import annotations

from typing import Final

from discord import Permissions

from bot.discord.permissions import ALL_ROLES, CHANNEL, EVENTS, NEEDED, ROLES
from bot.words import catalogue
from tests.client.messages import Shown
from tests.e2e.wire import Wire
from tests.e2e.wire.world import Channel

SAY: Final = catalogue("en")
ALL: Final = (*NEEDED, *EVENTS, *ROLES, *ALL_ROLES)


async def server(wire: Wire, missing: str) -> Channel:
    """Return a channel of a new server in which the bot has all permissions but one."""
    guild = wire.discord.add_guild(f"Without {missing}")
    guild.permissions = Permissions(**{it: it != missing for it in ALL})
    channel = wire.discord.add_channel(guild, "table")
    await wire.discord.recovers(guild)
    return channel


def shown(wire: Wire, channel: Channel, words: str) -> list[Shown]:
    return [it for it in wire.discord.messages_in(channel) if words in it.text]


async def test_a_missing_permission_is_named_or_done_without(wire: Wire) -> None:
    for missing in ALL:
        channel = await server(wire, missing)
        guild = channel.guild
        ann, bob = wire.join("Ann", channel=channel), wire.join("Bob", channel=channel)
        if missing in CHANNEL:
            for answer in (await ann.runs("new"), await ann.runs("later", when="in 3 h")):
                assert SAY(f"permission-{missing}") in answer.text, missing
            assert not wire.discord.messages_in(channel)
            continue
        await ann.runs("new")
        assert shown(wire, channel, SAY("lobby-title")), missing
        assert SAY("tell-me-done") in (await bob.presses(action="tell_me")).text
        await ann.presses(action="call", on=(await ann.presses(action="more")).shown[-1])
        (call,) = shown(wire, channel, "📯")
        if missing in ROLES:
            assert not guild.roles
            assert bob.mention in call.text
        else:
            (role,) = guild.roles.values()
            assert f"<@&{role['id']}>" in call.text
            assert role["mentionable"] == (missing in ALL_ROLES)
        await ann.runs("later", when="in 3 h")
        await wire.discord.settled()
        assert len(shown(wire, channel, "📅")) == 1, missing
        assert len(guild.events) == 1, missing  # either permission will do


async def test_a_bot_that_may_make_no_events_plans_without_them(wire: Wire) -> None:
    ann = wire.join("Ann")
    await ann.runs("later", when="in 3 h")
    await wire.discord.settled()
    assert shown(wire, ann.channel, "📅")
    assert not wire.guild.events
    assert not wire.discord.asked("POST", r"/scheduled-events$")


async def test_permissions_that_are_taken_away_later_hold_up_nothing(wire: Wire) -> None:
    channel = await server(wire, "")
    ann, bob = wire.join("Ann", channel=channel), wire.join("Bob", channel=channel)
    await ann.runs("new")
    await bob.presses(action="tell_me")
    await ann.runs("later", when="in 3 h")
    await wire.discord.settled()
    # Discord refuses what the bot still believes it may do
    channel.guild.permissions.update(**dict.fromkeys((*EVENTS, *ROLES), False))
    (planned,) = shown(wire, channel, "📅")
    page = (await ann.presses(action="replan", on=planned)).shown[-1]
    await ann.presses(action="call_off", on=page)
    await wire.discord.settled()
    assert SAY("appointment-off") in shown(wire, channel, "📅")[0].text
    cleo = wire.join("Cleo", channel=channel)
    assert SAY("tell-me-done") in (await cleo.presses(action="tell_me")).text  # on the list
    await ann.presses(action="call", on=(await ann.presses(action="more")).shown[-1])
    (call,) = shown(wire, channel, "📯")
    assert cleo.mention in call.text
