"""A player's own ship: its name, colours and emblem."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.board.responses import Reply
from bot.client import Celestia
from bot.pages.ship import name_form, ship_page
from bot.results.standing import EVERYWHERE, Standing
from bot.ships import COLOURS, EMBLEMS, MAX_TYPED, PLAIN_SHIP, Ship, earned
from bot.ships import ship_name as clean_name
from bot.tables.refusals import Refused
from bot.words.emoji import icon
from cogs.click import Click
from cogs.cog import CelestiaCog, choice, chosen
from cogs.which_table import of_channel

COLOUR_CHOICES: Final = [choice(f"livery-{name}", name) for name in COLOURS]
PLAYING: Final = "playing"
EMBLEM_CHOICES: Final = [choice(f"emblem-{name}", name) for name in EMBLEMS]
PARTS: Final = {"balloon": COLOUR_CHOICES, "stripes": COLOUR_CHOICES, "emblem": EMBLEM_CHOICES}


class Ships(CelestiaCog):
    """Decorates the user's ship, and removes an unfit name from another's."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.slash("ship", self.ship, choices=PARTS)
        self.slash("unname", self.unname, group="table", at=of_channel)
        self.button("ship", self.ship_pressed)
        for part in PARTS:
            self.button(f"ship_{part}", self.part_pressed)
        self.button("ship_name", self.name_pressed)
        self.button("ship_named", self.named)

    async def ship(
        self,
        click: Click,
        ship_name: app_commands.Range[str, 1, MAX_TYPED] = "",
        balloon: str = "",
        stripes: str = "",
        emblem: str = "",
    ) -> Reply:
        """Show the user's ship and change the given parts; a name without letters removes it."""
        given = {"balloon": balloon, "stripes": stripes, "emblem": emblem}
        parts = {part: chosen(PARTS[part], value) for part, value in given.items() if value}
        if ship_name:
            parts["name"] = clean_name(ship_name)
        return await self._changed(click, parts)

    async def ship_pressed(self, click: Click) -> Reply:
        """Show the user's ship."""
        return replace(await self._changed(click, {}), in_place=False)

    async def part_pressed(self, click: Click) -> Reply:
        """Change a colour or the emblem by its select."""
        part = click.press.action.removeprefix("ship_") if click.press else ""
        return await self._changed(click, {part: chosen(PARTS[part], "".join(click.values))})

    async def name_pressed(self, click: Click) -> Reply:
        """Ask for the name, by a form."""
        asked = name_form(await self._of(click), click.say)
        return replace(await self._changed(click, {}), form=asked)

    async def named(self, click: Click) -> Reply:
        """Change the name by the form."""
        return await self._changed(click, {"name": clean_name("".join(click.values))})

    async def unname(self, click: Click, player: discord.User) -> Reply:
        """Remove the name of the ship of a player at this table.

        The host hides it at this table alone. A moderator deletes it everywhere, but only while its
        owner plays here, so that no ship can be stripped from afar. Nothing is said in public,
        colours and emblem stay, and the owner may choose another name; the server's unwanted words
        keep the old one away.
        """
        state = await click.look()
        table, seat = state.table, state.table.seat_of(player.id)
        click.refuse_unless_in_charge(state)
        if seat is None:
            raise Refused("not_at_this_table")
        if click.may_moderate:
            await self.bot.store.ships.change(player.id, name="")
        else:
            await self.bot.store.ships.unname(table.id, seat)
            self.bot.renderer.ships.invalidate_table(table.id)
        await ship_changed(self.bot, player.id)
        said = "ship-unnamed" if click.may_moderate else "ship-unnamed-here"
        return click.note(f"{icon('done')} {click.say(said, who=player.mention)}")

    # --- the page ------------------------------------------------------------------------------

    async def _changed(self, click: Click, parts: Mapping[str, str]) -> Reply:
        """Store these parts, and return the page of the ship as it is then."""
        ever, ship = await self._ever(click), await self._of(click)
        if parts.get("emblem", ship.livery.emblem) not in (*earned(ever), ship.livery.emblem):
            raise Refused("not_earned")
        if parts:
            ship = await self.bot.store.ships.change(click.user, **parts)
            await ship_changed(self.bot, click.user)
        here = await self.bot.renderer.ships.of([click.user], click.guild)
        shown_here = here.get(click.user, PLAIN_SHIP).name == ship.name
        return await click.pictured(ship_page(ship, ever, click.say, shown_here=shown_here))

    async def _of(self, click: Click) -> Ship:
        return (await self.bot.store.ships.of([click.user])).get(click.user, PLAIN_SHIP)

    async def _ever(self, click: Click) -> Standing:
        """Return the user's standing over all games."""
        return (await self.bot.store.results.profile(click.user, EVERYWHERE, self.bot.now())).ever


async def ship_changed(bot: Celestia, user: int) -> None:
    """Redraw the boards that show this user's ship.

    Others read the ship when they are drawn next; so do other processes.
    """
    bot.renderer.ships.invalidate_user(user)
    seats = await bot.store.about(user)
    played = [(table, seat) for table, seat, stage in seats if stage == PLAYING]
    flying = [table for table, seat in played if await _flies_here(bot, table, seat)]
    await bot.boards.repaint(flying)
    for table in flying:
        bot.boards.deliver(table, awaited=False)


async def _flies_here(bot: Celestia, table: str, seat: int) -> bool:
    """Return whether this seat is a captain at a table of this process; false if unreadable."""
    with suppress(Refused):
        it = (await bot.service.peek(table)).table
        game = it.game if bot.store.share.has(it.guild) else None
        return game is not None and game.view(None).captain == seat
    return False


setup = Ships.load
