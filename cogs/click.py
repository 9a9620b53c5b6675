"""One click or command: who did it, where, at which table, and the answer to it."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from bot.board.messages import NotBegun
from bot.board.private_pages import Reader
from bot.board.responses import Reply, note
from bot.client import Celestia
from bot.discord.controls import Press
from bot.discord.incoming import Incoming
from bot.errors import report, sentence
from bot.hosting.action import Action
from bot.hosting.reader import TableState
from bot.hosting.repeats import Superfluous
from bot.hosting.service import Post
from bot.pages.end import review as review_page
from bot.pages.layout import CRASH_COLOUR, Content, PlainName, label_voice, open_voice
from bot.pages.views import table_view
from bot.pictures.sheet import SheetError
from bot.tables.refusals import Refused, Stale
from bot.words import Catalogue, Voice, catalogue
from bot.words.emoji import icon
from engine.errors import CelestiaError
from players.hints import Hint
from players.review import Slip


def bound(press: Press | None) -> tuple[int, int]:
    """Return the moment and turn that a slot counts for; raise `Stale` if the control has none."""
    if press is None or press.moment is None or press.turn is None:
        raise Stale("moment_passed")
    return press.moment, press.turn


@dataclass(slots=True)
class Click:
    """What a user did in Discord, by a button, a select or a slash command.

    It lives as long as the answer takes. Nothing that a player must know lives only here.
    """

    bot: Celestia
    interaction: Incoming
    table: str = ""
    """The table that it is about; "" until that is known."""
    press: Press | None = None
    """What the button or select stood for; None: it was a command."""
    values: tuple[str, ...] = ()
    """What was chosen in the select."""
    seen: TableState | None = field(default=None, init=False)
    """The table as this click saw it last."""
    told_why_blocked: bool = field(default=False, init=False)
    """The answer says already why the board does not show what was done."""
    fault: Exception | None = field(default=None, init=False)
    """Why it was not carried out; None: it was, or is not yet."""
    beside: Reply | None = field(default=None, init=False)
    """What is told in private beside the answer, once that is there."""

    @property
    def say(self) -> Catalogue:
        """The words of the user who clicked."""
        return catalogue(self.interaction.locale)

    @property
    def user(self) -> int:
        return self.interaction.user.id

    @property
    def guild(self) -> int:
        return self.interaction.guild

    @property
    def channel(self) -> int:
        return self.interaction.channel

    @property
    def argument(self) -> str:
        """What the control that was pressed says beside its action."""
        return self.press.argument if self.press else ""

    @property
    def may_moderate(self) -> bool:
        """True if the user may free a table that is stuck: moderators of messages may."""
        rights = self.interaction.permissions
        return rights.manage_guild or rights.manage_messages or rights.administrator

    # --- at the table --------------------------------------------------------------------------

    async def look(self) -> TableState:
        """Return the table as the user's seat sees it, and retry its board if that is blocked."""
        state = await self.glance()
        self.bot.boards.try_again(self.table)
        self.seen = state
        return state

    async def glance(self) -> TableState:
        """Return the same without a retry, while the user types."""
        state = await self.bot.service.look(self.table, self.guild)
        return replace(state, seat=state.table.seat_of(self.user))

    async def do(self, action: Action, user: int | None = None) -> TableState:
        """Carry out an action for the user who clicked, or for another one."""
        return await self._carried_out(
            self.bot.service.do(
                self.table,
                replace(action, is_drawn=self.interaction.is_drawn),
                user=user or self.user,
                guild=self.guild,
                interaction=self.interaction.id,
            )
        )

    async def start(self, post: Post, *, opened: bool = False) -> TableState:
        """Start the game with a message that is posted for it.

        A click that has ``opened`` the table is in its log already, and counts only once.
        """
        return await self._carried_out(
            self.bot.service.start(
                self.table,
                post,
                user=self.user,
                guild=self.guild,
                interaction=None if opened else self.interaction.id,
            )
        )

    async def _carried_out(self, work: Awaitable[TableState]) -> TableState:
        try:
            state = await work
        except Superfluous as done:
            self.bot.boards.try_again(self.table)
            if self.interaction.is_press:
                raise
            raise done.reason from None  # a command needs an answer
        except (Refused, CelestiaError):  # an old board offers what cannot be done any more
            self.bot.boards.try_again(self.table)
            raise
        self.seen = state
        return state

    async def repost(self, channel: int, interaction: int | None) -> None:
        """Post the newest page of the table again, in this channel."""
        await self.bot.service.repost(self.table, channel, interaction, self.guild)
        await self.bot.boards.wait_delivered(self.table)

    def refuse_unless_in_charge(self, state: TableState) -> None:
        """Refuse a user who is neither the host nor a moderator."""
        host = state.table.host
        if state.seat != host and not self.may_moderate:
            raise Refused("not_in_charge", host=host, user=state.table.people.get(host))

    def refuse_without(self, lacks: list[str]) -> None:
        """Refuse if the bot lacks any permission, with their names."""
        if lacks:
            names = ", ".join(self.say(f"permission-{name}") for name in lacks)
            raise Refused("lacks_permissions", names=names)

    def log(self, what: str, channel: int, whom: int | None = None) -> None:
        """Write into the server's journal what the user did in a channel, and to whom."""
        self.bot.journal.note(what, self.guild, self.user, channel, whom)

    # --- answers -------------------------------------------------------------------------------

    def note(self, *lines: str) -> Reply:
        """Return a private answer of a few lines."""
        return note(*lines)

    def not_begun(self, fault: NotBegun) -> Reply:
        """Return why a game has not begun, and what to do."""
        self.fault = fault
        return note(f"{icon('failed')} {self.say('not-begun')} {self.say(fault.key)}")

    def done(self) -> Reply:
        """Return the answer to a command that has succeeded without one of its own."""
        return note(f"{icon('done')} {self.say('done')}")

    def hand(
        self,
        state: TableState,
        said: str = "",
        *,
        in_place: bool = True,
        hint: Hint | None = None,
        stays: bool = False,
    ) -> Reply:
        """Return the private page of the user's seat; it also says why a board is not shown."""
        reason = self.bot.boards.reason(state.table.id)
        if reason is not None and state.seat is not None and state.table.game is not None:
            self.told_why_blocked = True
            said = " ".join(filter(None, [said, self.say(f"board-{reason}")]))
        return self.bot.private_pages.hand(
            self.reader, state, said, in_place=in_place, hint=hint, stays=stays
        )

    def orders(self, state: TableState, said: str = "") -> Reply:
        """Return the private page with the standing orders of the user's seat."""
        return self.bot.private_pages.orders(self.reader, state, said)

    def stay_order(self, state: TableState, said: str = "") -> Reply:
        """Return the private page with the order of the user's seat to stay."""
        return self.bot.private_pages.stay_order(self.reader, state, said)

    def review(self, state: TableState, slips: Sequence[Slip]) -> Content:
        """Return what the user could have done better."""
        return review_page(table_view(state.table), slips, self.say, self._plain_name)

    def private_news(self, state: TableState) -> list[str]:
        """Return the lines about what the click led to that its user alone may know."""
        seen = [(event.seen_by(state.seat), event.seen_by(None)) for event in state.told]
        news = [mine for mine, all_see in seen if mine is not None and mine != all_see]
        if not news:  # as after most moves
            return []
        voice = self.voice(state)
        return [f"{voice.icon(mine)} {voice.event(mine)}" for mine in news]

    def told(self, state: TableState) -> str:
        """Return the first event of the click, or that it was done: a pass has none."""
        voice = self.voice(state)
        seen = [event for it in state.told if (event := it.seen_by(state.seat)) is not None]
        if not seen:
            return self.say("done")
        return f"{voice.icon(seen[0])} {voice.event(seen[0])}"

    def why_blocked(self, table: str) -> Reply | None:
        """Return why the board is not shown, if it is not."""
        code = self.bot.boards.reason(table)
        return note(f"{icon('failed')} {self.say(f'board-{code}')}") if code else None

    async def link(self, state: TableState) -> str:
        """A line with the way to the newest page of a table; "" if it was not posted."""
        link = await self.bot.renderer.board_link(state)
        return self.say("board-link", link=link) if link else ""

    async def in_vain(self) -> Reply | None:
        """Return the answer to a needless press: none, but on a hand, which is drawn anew."""
        if not self.interaction.is_private:
            return None
        state = await self.look()
        return self.hand(state) if state.seat is not None and state.table.game else None

    async def late(self, stale: Stale) -> Reply:
        """Return the answer to a click for another moment, with where the game stands now."""
        state = await self.look()
        said = self.say(f"error-{stale.code}")
        private = self.interaction.is_private or not self.interaction.is_press
        if private and state.seat is not None and state.table.game:
            return self.hand(state, said)
        return note(f"⌛ {said}", await self.link(state))

    async def pictured(
        self, content: Content, *, in_place: bool = True, public: bool = False
    ) -> Reply:
        """Return an answer with its picture; in words alone where the art is missing."""
        painted = b""
        if content.picture is not None:
            try:
                painted = await self.bot.studio.picture(content.picture)
            except SheetError as fault:
                report("the picture of an answer", fault)
                content = content.in_words()
        return Reply(content, in_place=in_place, public=public, painted=painted)

    def refusal(self, error: Exception) -> Reply:
        """Return why it could not be done, and what can."""
        say, what = self.say, f"interaction {self.interaction.id}"
        said = sentence(error, say, lambda seat: say("seat-number", number=seat + 1), what)
        return note(f"{icon('failed')} {said}", colour=CRASH_COLOUR)

    # --- words ---------------------------------------------------------------------------------

    def voice(self, state: TableState) -> Voice:
        """Return the voice for texts that this user reads."""
        return open_voice(table_view(state.table), self.say)

    def label_voice(self, state: TableState) -> Voice:
        """Return the voice for labels that this user reads."""
        return label_voice(table_view(state.table), self.say, self._plain_name)

    @property
    def reader(self) -> Reader:
        """The user who clicked, as the reader of private pages."""
        return Reader(self.user, self.say, self._plain_name)

    @property
    def _plain_name(self) -> PlainName:
        return partial(self.bot.names.of, guild=self.guild)
