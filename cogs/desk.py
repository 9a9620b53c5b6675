"""What all cogs have in common: whose click it is, which table it means, and the answer to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.board.messages import NEEDS_PEOPLE
from bot.board.responses import Interaction, Reply, add, answer, from_private, is_press, note
from bot.client import Celestia
from bot.discord.limits import CHOICE_NAME, CHOICES
from bot.discord.permissions import missing
from bot.errors import sentence
from bot.hosting.service import Command, TableState
from bot.pages.hand import hand as hand_picture
from bot.pages.layout import CRASH_COLOUR, label_voice, open_voice
from bot.pages.views import hand_view, table_view
from bot.tables.refusals import Refused, Stale
from bot.words import Catalogue, Voice, catalogue
from engine.errors import CelestiaError

LOST: Final = frozenset(NEEDS_PEOPLE.values())
"""Why a table's channel cannot be used: then its players may go on in another one."""
_AT: Final = "at"
"""Under this name an interaction remembers the table that it was about."""
_TOLD: Final = "told"
"""And under this one, that its answer says already why the board does not show it."""


class Desk:
    """Answers in private, in the user's language, whatever happens. It holds nothing."""

    def __init__(self, bot: Celestia) -> None:
        self.bot: Final = bot

    # --- whose, and which ------------------------------------------------------------------

    def say(self, interaction: Interaction) -> Catalogue:
        """The words of whoever clicked."""
        return catalogue(str(interaction.locale))

    async def table_here(self, interaction: Interaction) -> str:
        """The open table that somebody means in this channel: its own, or the one they sit at."""
        channel, guild = interaction.channel_id or 0, interaction.guild_id or 0
        table = await self.bot.store.open_table_in(channel)
        if table is not None:
            return table
        mine = await self.bot.store.open_tables_of(interaction.user.id, guild)
        if not mine:
            raise Refused("no_table_here")
        return mine[0]

    async def table_to_show(self, interaction: Interaction) -> str:
        """The same; or the last one of this channel, if its end could not be shown yet.

        Of those that somebody sits at, one that has lost its channel comes first: it can be shown
        in no other way, and nobody asks for another one's board in a third channel.
        """
        store, channel = self.bot.store, interaction.channel_id or 0
        if await store.open_table_in(channel) is None:
            mine = await store.open_tables_of(interaction.user.id, interaction.guild_id or 0)
            lost = [table for table in mine if self.bot.painter.blocked.get(table) in LOST]
            if lost:
                return lost[0]
        try:
            return await self.table_here(interaction)
        except Refused:
            last = await store.last_table_in(channel)
            if last is None or not await store.pages_to_paint(last):
                raise
            return last

    async def table_to_read(self, interaction: Interaction) -> str:
        """The table that is meant here; or else the last game of this channel, which is over.

        What a button below its end shows, a command does too.
        """
        try:
            return await self.table_here(interaction)
        except Refused:
            last = await self.bot.store.last_table_in(interaction.channel_id or 0)
            if last is None or not await self._was_played(last):
                raise
            return last

    async def _was_played(self, table: str) -> bool:
        """Cards were dealt at a table, and it can be read."""
        try:
            return (await self.bot.service.look(table)).table.game is not None
        except Refused:
            return False

    async def table_of_channel(self, interaction: Interaction) -> str:
        """The open table of this very channel: nobody sits down at another, or ends one, by it."""
        table = await self.bot.store.open_table_in(interaction.channel_id or 0)
        if table is None:
            raise Refused("no_table_here")
        return table

    async def look(self, interaction: Interaction, table: str) -> TableState:
        """The table as it stands, with the seat of whoever clicked; its board may need a try."""
        done = await self.glance(interaction, table)
        self.bot.painter.try_again(table)
        interaction.extras[_AT] = done
        return done

    async def glance(self, interaction: Interaction, table: str) -> TableState:
        """The same, while somebody types."""
        done = await self.bot.service.look(table)
        return replace(done, seat=done.table.seat_of(interaction.user.id))

    async def do(
        self, interaction: Interaction, table: str, deed: Command, user: int | None = None
    ) -> TableState:
        """Have this done at a table for whoever clicked, or for another user."""
        try:
            done = await self.bot.service.do(
                table, deed, user=user or interaction.user.id, interaction=interaction.id
            )
        except (Refused, CelestiaError):  # an old board lets people do what cannot be done
            self.bot.painter.try_again(table)
            raise
        interaction.extras[_AT] = done
        return done

    def must_play_here(self, interaction: Interaction) -> None:
        """Refuse where the bot lacks what it needs for a board in this very channel."""
        in_thread = isinstance(interaction.channel, discord.Thread)
        self.refuse_without(interaction, missing(interaction.app_permissions, in_thread))

    def refuse_without(self, interaction: Interaction, lacks: list[str]) -> None:
        """Refuse if the bot lacks any permission, and name those it lacks."""
        if lacks:
            say = self.say(interaction)
            names = ", ".join(say(f"permission-{name}") for name in lacks)
            raise Refused("lacks_permissions", names=names)

    # --- answers ---------------------------------------------------------------------------

    async def answer(
        self, interaction: Interaction, work: Callable[[], Awaitable[Reply | None]]
    ) -> None:
        """Answer with what the work gives, or with why it could not be done."""
        self.bot.names.saw(interaction.user)

        async def guarded() -> Reply | None:
            if self.bot.leaving:
                raise Refused("restarting")
            if not self.bot.rate_limit.allows(interaction.user.id):
                raise Refused("too_fast")
            return await work()

        async def fault(error: Exception) -> Reply:
            return self.refusal(interaction, error)

        with self.bot.click():
            await answer(interaction, guarded, fault)
            await self._tell_if_unseen(interaction)

    async def _tell_if_unseen(self, interaction: Interaction) -> None:
        """What was done is stored and answered, but if the board cannot show it, say why."""
        done: TableState | None = interaction.extras.get(_AT)
        if done is None:
            return
        await self.bot.painter.wait_painted(done.table.id)
        if self.bot.leaving:
            return  # the next start paints it
        reason = self.blocked(interaction, done)
        if reason is not None and not interaction.extras.get(_TOLD):
            await add(interaction, reason)

    def refusal(self, interaction: Interaction, error: Exception) -> Reply:
        """Why it could not be done, and what can."""
        say = self.say(interaction)
        what = f"interaction {interaction.id}"
        said = sentence(error, say, lambda seat: say("seat-number", number=seat + 1), what)
        return note(f"⚠️ {said}", colour=CRASH_COLOUR)

    async def late(self, interaction: Interaction, table: str, stale: Stale) -> Reply:
        """It was meant for another moment: so it is said, and where the game stands now."""
        say = self.say(interaction)
        done = await self.look(interaction, table)
        said = say(f"error-{stale.code}")
        private = from_private(interaction) or not is_press(interaction)
        if private and done.seat is not None and done.table.game:
            return self.hand_of(interaction, done, said)
        link = await self.board_link(done)
        return note(f"⌛ {said}", say("board-link", link=link) if link else "")

    def hand_of(
        self, interaction: Interaction, done: TableState, said: str = "", *, in_place: bool = True
    ) -> Reply:
        """The private answer with everything of a seat."""
        say = self.say(interaction)
        if done.seat is None and done.table.game is None:
            raise Refused("not_seated_yet")
        if done.seat is None:
            raise Refused("not_seated")
        if done.table.game is None:
            raise Refused("not_started")
        blocked = self.bot.painter.blocked.get(done.table.id)
        if blocked is not None:
            interaction.extras[_TOLD] = True
            said = " ".join(filter(None, [said, say(f"board-{blocked}")]))
        picture = hand_picture(
            hand_view(done.table, done.seat), say, self._plain(interaction), said
        )
        return Reply(picture, in_place=in_place)

    def private_news(self, interaction: Interaction, done: TableState) -> list[str]:
        """What came of a click that its owner alone may know."""
        seen = [(event.seen_by(done.seat), event.seen_by(None)) for event in done.told]
        news = [mine for mine, all_see in seen if mine is not None and mine != all_see]
        if not news:  # as after most moves
            return []
        voice = open_voice(table_view(done.table), self.say(interaction))
        return [f"{voice.icon(mine)} {voice.event(mine)}" for mine in news]

    def label_voice(self, interaction: Interaction, done: TableState) -> Voice:
        """The voice for labels that this user reads."""
        return label_voice(table_view(done.table), self.say(interaction), self._plain(interaction))

    def _plain(self, interaction: Interaction) -> Callable[[int, str], str]:
        guild = interaction.guild_id or 0
        return lambda user, fallback: self.bot.plain_name(user, fallback, guild)

    def blocked(self, interaction: Interaction, done: TableState) -> Reply | None:
        """Why nothing of this is to be seen on the board, if it is not."""
        code = self.bot.painter.blocked.get(done.table.id)
        return note(f"⚠️ {self.say(interaction)(f'board-{code}')}") if code else None

    async def board_link(self, done: TableState) -> str:
        """Where the newest page of a table hangs; "" if it does not."""
        message = await self.bot.store.message_of(done.table.id, done.table.page.key)
        return message.link(done.stored.guild) if message else ""


async def at_table(
    interaction: Interaction,
    work: Callable[[Desk, str], Awaitable[Reply | None]],
    meant: Callable[[Desk, Interaction], Awaitable[str]] = Desk.table_here,
) -> None:
    """Do what a command asks for at the table that it means here.

    What succeeds without a word is confirmed.
    """
    desk = Desk(interaction.client)

    async def whole() -> Reply:
        table = await meant(desk, interaction)
        try:
            reply = await work(desk, table)
        except Stale as stale:
            return await desk.late(interaction, table, stale)
        return reply or note(f"✅ {desk.say(interaction)('done')}")

    await desk.answer(interaction, whole)


def fitting(named: Sequence[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """The choices, each a name and what it stands for, that fit what is typed so far."""
    found = [pair for pair in named if typed.casefold() in pair[0].casefold()]
    return [
        app_commands.Choice(name=name[:CHOICE_NAME], value=value) for name, value in found[:CHOICES]
    ]


def may_manage(interaction: Interaction) -> bool:
    """Whoever may manage the server's messages may also free a table that is stuck."""
    rights = interaction.permissions
    return rights.manage_guild or rights.manage_messages or rights.administrator
