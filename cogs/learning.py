"""Learning the game: an immediate first flight, and tips for players who want them."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final

import discord

from bot.board.messages import NotBegun
from bot.board.responses import Reply
from bot.client import Celestia
from bot.discord.permissions import OPEN_PRIVATE_THREAD, OPEN_THREAD, THREAD, lacking, missing
from bot.hosting.action import Action
from bot.pages.tutorial import PILOTS, WITH_CARDS
from bot.tables.refusals import Refused
from bot.words.emoji import icon
from cogs.click import Click
from cogs.cog import CelestiaCog
from cogs.opening import Place, open_table, thread_for
from engine.options import GOAL

FIRST: Final = {"lesson": "on"}
SECOND: Final = {"variant": "standard", "power_cards": "on", "spyglasses": "on", "goal": f"{GOAL}"}
UNHURRIED: Final = {"seats": f"{len(PILOTS) + 1}", "pace": "none"}


class Learning(CelestiaCog):
    """Starts a short first game, and turns tips on and off in any game."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.slash("learn", self.learn)
        self.button("learn", self.learn_pressed)
        self.slash("tips", self.tips, group="seat")
        self.button("tips", self.tips_pressed)

    async def learn(self, click: Click, power_cards: bool = False) -> Reply:
        """Start a game with two computers and show the hand; a first flight turns tips on."""
        kind = SECOND if power_cards else FIRST
        state = await open_table(click, await _place(click), {**kind, **UNHURRIED}, PILOTS)
        if not power_cards:
            await self.bot.tips.wish(click.user, "on")
        click.table = state.table.id
        if state.table.stage == "lobby":
            try:
                state = await click.start(self.bot.boards.announced, opened=True)
            except NotBegun as fault:
                return click.not_begun(fault)
        else:  # the same click, delivered twice
            state = await click.look()
        elsewhere = state.stored.channel != click.channel
        said = [click.say("learn-cards" if power_cards else "learn-begun")]
        said += [await click.link(state)] if elsewhere else []
        return click.hand(state, " ".join(said), in_place=False, stays=True)

    async def learn_pressed(self, click: Click) -> Reply:
        """Start a first flight, or the one that follows it, by a button."""
        return await self.learn(click, power_cards=click.argument == WITH_CARDS)

    async def tips(self, click: Click, tips: bool = True) -> Reply:
        """Turn tips on or off."""
        return click.note(f"{icon('tip')} {await self._wish(click, tips)}")

    async def tips_pressed(self, click: Click) -> Reply:
        """Turn tips on or off by a button; a hand is redrawn at once."""
        said = await self._wish(click, click.argument != "off")
        with suppress(Refused):  # the table is gone
            state = await click.look()
            if state.seat is not None and state.table.game is not None:
                return click.hand(state, said)
        return Reply(click.note(f"{icon('tip')} {said}").content, in_place=True)

    async def _wish(self, click: Click, wanted: bool) -> str:
        await self.bot.tips.wish(click.user, "on" if wanted else "off")
        return click.say("tips-on" if wanted else "tips-off")


async def _place(click: Click) -> int | Place:
    """Return this channel, or a maker of a thread in it if people play or wait there.

    A lobby in which the user is the only person makes room: nobody else waits for its game.
    """
    asked = click.interaction
    rights = asked.app_permissions
    there = await click.bot.store.open_table_in(click.channel)
    if there is None or await _is_alone_in(click, there):
        click.refuse_without(missing(rights, asked.in_thread))
        return click.channel if there is None else partial(_in_place_of, there, click)
    where = click.bot.get_channel(click.channel)
    private = not lacking(rights, (*THREAD, OPEN_PRIVATE_THREAD))
    if not isinstance(where, discord.TextChannel) or not (
        private or not lacking(rights, (*THREAD, OPEN_THREAD))
    ):
        raise Refused("learn_elsewhere")
    return lambda: thread_for(click, where, private=private)


async def _is_alone_in(click: Click, table: str) -> bool:
    """Return whether this table is a lobby with the user as its only person."""
    waiting = (await click.bot.service.look(table, click.guild)).table
    return waiting.stage == "lobby" and [*waiting.people.values()] == [click.user]


@asynccontextmanager
async def _in_place_of(lobby: str, click: Click) -> AsyncGenerator[int]:
    """Close a lobby, now that nothing else can refuse the table that comes in its place."""
    away = Action("leave")
    await click.bot.service.do(lobby, away, user=click.user, guild=click.guild)
    yield click.channel


setup = Learning.load
