"""The greeting of a server that invites the bot: once, in its language, where the bot may write."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from discord import Permissions

from bot.discord.permissions import least
from bot.words import catalogue
from tests.client.messages import Shown
from tests.e2e.wire import Wire, wired
from tests.e2e.wire.world import Channel, Guild

KILLS: Final = 100
POST: Final = r"^/channels/\d+/messages$"


class Home:
    """A server that is about to invite the bot, with two channels."""

    def __init__(self, wire: Wire, locale: str = "en-US") -> None:
        self.wire = wire
        self.guild: Guild = wire.discord.add_guild("Home", locale=locale)
        self.guild.has_bot = False
        self.first: Channel = wire.discord.add_channel(self.guild, "rules")
        self.second: Channel = wire.discord.add_channel(self.guild, "games")

    async def invites(self) -> None:
        await self.wire.discord.invites(self.guild)

    @property
    def greetings(self) -> list[tuple[Channel, Shown]]:
        messages = self.wire.discord.messages_in
        return [(place, it) for place in (self.first, self.second) for it in messages(place)]

    async def is_greeted(self, times: int = 1) -> tuple[Channel, Shown]:
        await self.wire.discord.until(lambda: len(self.greetings) == times)
        await self.wire.discord.settled()
        assert len(self.greetings) == times
        return self.greetings[-1]


async def test_an_invitation_is_greeted_in_the_server_s_language(wire: Wire) -> None:
    home = Home(wire, locale="fr")
    home.guild.system_channel = home.second
    await home.invites()
    place, greeting = await home.is_greeted()
    say = catalogue("fr")
    assert place is home.second
    assert say("hello-text") in greeting.text
    assert say("hello-lacks", names="") not in greeting.text
    labels = [it.label for it in greeting.buttons]
    keys = ("button-learn", "hello-open", "button-tell_me", "button-language")
    assert labels == [say(key) for key in keys]
    assert not wire.messages  # those who have had the bot for long hear nothing


@pytest.mark.parametrize(("action", "shown"), [("learn", "city-1"), ("new", "lobby-title")])
async def test_one_press_begins_a_game(wire: Wire, action: str, shown: str) -> None:
    home = Home(wire)
    await home.invites()
    place, greeting = await home.is_greeted()
    ann = wire.join("Ann", channel=place)
    assert (await ann.presses(action=action, on=greeting)).acknowledged
    await wire.discord.until(
        lambda: catalogue("en")(shown) in wire.discord.messages_in(place)[-1].text
    )
    assert wire.discord.messages_in(place)[0].text == greeting.text


async def test_from_the_invitation_to_the_first_leg_nobody_presses_more_than_twice(
    wire: Wire,
) -> None:
    home = Home(wire)
    await home.invites()
    place, greeting = await home.is_greeted()
    ann, bob, cleo = [wire.join(name, channel=place) for name in ("Ann", "Bob", "Cleo")]
    await ann.presses(action="new", on=greeting)
    for guest in (bob, cleo):
        await guest.presses(action="join")
    await ann.presses(action="start")
    city = catalogue("en")("city-1")
    await wire.discord.until(lambda: city in wire.discord.messages_in(place)[-1].text)


async def test_a_greeting_whose_answer_is_lost_is_not_posted_twice(wire: Wire) -> None:
    home = Home(wire)
    lost = wire.discord.fault("POST", POST, drop=True, after=True)
    await home.invites()
    await wire.discord.until(lambda: bool(lost.hits))
    await home.is_greeted()
    await wire.bot.restart()
    await home.is_greeted()


async def test_a_bot_that_is_killed_as_it_greets_greets_once(wire: Wire) -> None:
    for after in (False, True):
        home = Home(wire)
        held = wire.discord.fault("POST", POST, held=True, after=after)
        await home.invites()
        await wire.discord.until(lambda held=held: bool(held.hits))
        await wire.bot.kill()
        held.lift()
        await wire.bot.start()
        await home.is_greeted()


@pytest.mark.long
async def test_a_bot_that_is_killed_at_any_moment_greets_once(wire: Wire) -> None:
    lot, homes = Random(27), list[Home]()
    for _ in range(KILLS):
        homes.append(Home(wire))
        await homes[-1].invites()
        await asyncio.sleep(lot.random() * 0.08)
        await wire.bot.kill()
        await wire.bot.start()
        await homes[-1].is_greeted()
    assert [len(home.greetings) for home in homes] == [1] * KILLS


async def test_a_server_that_invites_it_again_is_greeted_again(wire: Wire) -> None:
    home = Home(wire)
    await home.invites()
    await home.is_greeted()
    await wire.discord.fails(home.guild)
    await wire.discord.recovers(home.guild)
    await wire.bot.restart()
    await home.is_greeted()
    await wire.discord.kicks(home.guild)
    await home.invites()
    await home.is_greeted(2)


async def test_an_invitation_to_a_bot_that_is_down_is_greeted_at_its_start(tmp_path: Path) -> None:
    async with wired(tmp_path, started=False) as wire:
        home = Home(wire)
        await home.invites()
        await wire.bot.start()
        await home.is_greeted()


async def test_it_says_what_it_lacks_where_it_may_write(wire: Wire) -> None:
    home = Home(wire)
    await wire.discord.forbids(home.first, "send_messages")
    lacks = ("attach_files", "create_public_threads")
    home.guild.permissions = Permissions(least().value)
    home.guild.permissions.update(**dict.fromkeys(lacks, False))
    await home.invites()
    place, greeting = await home.is_greeted()
    say = catalogue("en")
    names = ", ".join(say(f"permission-{name}") for name in lacks)
    assert place is home.second
    assert say("hello-lacks", names=names) in greeting.text


async def test_where_it_may_write_nowhere_it_is_silent_until_it_may(wire: Wire) -> None:
    home = Home(wire)
    home.guild.permissions = Permissions(view_channel=True)
    await home.invites()
    await wire.discord.settled()
    assert not home.greetings
    home.guild.permissions = least()
    await wire.bot.restart()
    await home.is_greeted()


@pytest.mark.parametrize("manager", [True, False])
async def test_who_manages_the_server_chooses_its_language(wire: Wire, manager: bool) -> None:
    home = Home(wire)
    await home.invites()
    place, greeting = await home.is_greeted()
    ann = wire.join("Ann", manager=manager, channel=place)
    answer = await ann.presses(action="language", on=greeting)
    if not manager:
        assert catalogue("en")("error-needs_manage_guild") in answer.text
        return
    (menu,) = answer.shown[0].selects
    chosen: Any = await ann.chooses("fr", of=menu, on=answer.shown[0])
    assert "Français" in chosen.text
    await wire.discord.until(lambda: catalogue("fr")("hello-text") in home.greetings[0][1].text)
    await home.is_greeted()
