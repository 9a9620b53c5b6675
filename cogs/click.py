"""One click or command: who did it, where, at which table, and what they get to see of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from bot.board.beginnings import NotBegun
from bot.board.responses import Reply, note
from bot.board.tutor import Tutor
from bot.client import Celestia
from bot.discord.controls import Press
from bot.discord.incoming import Incoming
from bot.discord.rate_limit import HourlyLimit
from bot.errors import report, sentence
from bot.hosting.action import Action
from bot.hosting.reader import TableState
from bot.hosting.repeats import Superfluous
from bot.hosting.service import Post
from bot.pages.answer import answer as answer_page
from bot.pages.answer import may_declare
from bot.pages.hand import hand as hand_page
from bot.pages.layout import CRASH_COLOUR, Content, PlainName, label_voice, open_voice, timestamp
from bot.pages.orders import orders as orders_page
from bot.pages.review import review as review_page
from bot.pages.views import HandView, hand_key, hand_view, table_view
from bot.pictures.sheet import SheetError
from bot.tables.refusals import Refused, Stale
from bot.words import Catalogue, Voice, catalogue
from bot.words.emoji import icon
from engine.errors import CelestiaError
from players.hints import Hint
from players.review import Slip

PrivatePage = Callable[[HandView, Catalogue, PlainName, str], Content]
"""Draws a page of a seat for its owner, in these words, with what has just been done."""


@dataclass(slots=True)
class Click:
    """What somebody did in Discord, by a button, a select or a slash command.

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
    def bound(self) -> tuple[int, int]:
        """The moment and turn that a slot counts for; without them nobody knows what it means."""
        if self.press is None or self.press.moment is None or self.press.turn is None:
            raise Stale("moment_passed")
        return self.press.moment, self.press.turn

    @property
    def may_moderate(self) -> bool:
        """Those who may manage the server's messages may also free a table that is stuck."""
        rights = self.interaction.permissions
        return rights.manage_guild or rights.manage_messages or rights.administrator

    # --- at the table --------------------------------------------------------------------------

    async def look(self) -> TableState:
        """The table as it stands, seen by the user; its board is tried again if it needs that."""
        state = await self.glance()
        self.bot.painter.try_again(self.table)
        self.seen = state
        return state

    async def glance(self) -> TableState:
        """The same while somebody types."""
        state = await self.bot.service.look(self.table, self.guild)
        return replace(state, seat=state.table.seat_of(self.user))

    async def do(self, action: Action, user: int | None = None) -> TableState:
        """Have an action carried out for the user who clicked, or for another one."""
        return await self._carried_out(
            self.bot.service.do(
                self.table,
                action,
                user=user or self.user,
                guild=self.guild,
                interaction=self.interaction.id,
            )
        )

    async def start(self, post: Post, *, opened: bool = False) -> TableState:
        """Have the game started by a message that is posted for it.

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
            self.bot.painter.try_again(self.table)
            if self.interaction.is_press:
                raise
            raise done.reason from None  # a command needs an answer
        except (Refused, CelestiaError):  # an old board offers what cannot be done any more
            self.bot.painter.try_again(self.table)
            raise
        self.seen = state
        return state

    async def repost(self, channel: int, interaction: int | None) -> None:
        """Have the newest page of the table posted again, in this channel."""
        await self.bot.service.repost(self.table, channel, interaction, self.guild)
        await self.bot.painter.wait_painted(self.table)

    def count(self, limit: HourlyLimit, refused: Callable[[int, str], Refused]) -> None:
        """Count what the user does, or refuse it; say how often it may be done, and when again."""
        again = limit.take(self.user)
        if again is not None:
            raise refused(limit.most, timestamp(again))

    def refuse_without(self, lacks: list[str]) -> None:
        """Refuse if the bot lacks any permission, and name those it lacks."""
        if lacks:
            names = ", ".join(self.say(f"permission-{name}") for name in lacks)
            raise Refused("lacks_permissions", names=names)

    # --- answers -------------------------------------------------------------------------------

    def note(self, *lines: str) -> Reply:
        """A private answer of a few lines."""
        return note(*lines)

    def not_begun(self, fault: NotBegun) -> Reply:
        """Why a game has not begun, and what to do."""
        self.fault = fault
        return note(f"{icon('failed')} {self.say('not-begun')} {self.say(fault.key)}")

    def done(self) -> Reply:
        """A private answer to a command that succeeds without a word of its own."""
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
        """The private answer with everything of the user's seat, perhaps with a hint.

        What is ``said`` goes with the next change of the page, or ``stays`` until the seat acts.
        """
        _own(state)  # or there is nothing to show, whatever stands in the way of the board
        reason = self.bot.painter.blocked.get(state.table.id)
        if reason is not None:
            self.told_why_blocked = True
            said = " ".join(filter(None, [said, self.say(f"board-{reason}")]))
        return self._private(state, hand_page, said, in_place=in_place, hint=hint, stays=stays)

    def _private(
        self,
        state: TableState,
        page: PrivatePage,
        said: str = "",
        *,
        in_place: bool = True,
        hint: Hint | None = None,
        stays: bool = False,
        teaches: bool = True,
    ) -> Reply:
        """A private page of a seat, which is kept up to date for as long as that can be."""
        mine = _own(state)
        asked = mine.public.moment, mine.turn
        drawn = _Drawn(
            *(page, self.user, self.say, self._plain_name, asked, state.table.id, self.bot.tutor),
            _teaches=teaches,
            _hint=hint,
            _greeting=said if stays else "",
        )
        content = drawn.page(mine, said, looks=True)
        # a page is not edited only to take away what it says has been done
        lasting = drawn.page(mine) if said else content
        live = partial(self.bot.hands.opened, state, self.user, drawn, lasting)
        return Reply(content, in_place=in_place, live=live)

    def orders(self, state: TableState, said: str = "") -> Reply:
        """The private answer with the standing orders of the user's seat."""
        return self._private(state, orders_page, said, teaches=False)

    def answer(self, state: TableState) -> Reply:
        """The captain's card, and the hand once there is nothing to answer any more."""
        mine = _own(state)
        said = "" if may_declare(mine) else self.say("answer-captain")
        return self._private(state, _answer_page, said)

    def review(self, state: TableState, slips: Sequence[Slip]) -> Content:
        """What the user could have done better."""
        return review_page(table_view(state.table), slips, self.say, self._plain_name)

    def private_news(self, state: TableState) -> list[str]:
        """What came of a click that its owner alone may know."""
        seen = [(event.seen_by(state.seat), event.seen_by(None)) for event in state.told]
        news = [mine for mine, all_see in seen if mine is not None and mine != all_see]
        if not news:  # as after most moves
            return []
        voice = self.voice(state)
        return [f"{voice.icon(mine)} {voice.event(mine)}" for mine in news]

    def why_blocked(self, table: str) -> Reply | None:
        """Why nothing of this is to be seen on the board, if it is not."""
        code = self.bot.painter.blocked.get(table)
        return note(f"{icon('failed')} {self.say(f'board-{code}')}") if code else None

    async def link(self, state: TableState) -> str:
        """A line with the way to the newest page of a table; "" if it was not posted."""
        link = await self.bot.renderer.board_link(state)
        return self.say("board-link", link=link) if link else ""

    async def in_vain(self) -> Reply | None:
        """Nothing is lost by it, so nothing is said; a hand is drawn anew."""
        if not self.interaction.is_private:
            return None
        state = await self.look()
        return self.hand(state) if state.seat is not None and state.table.game else None

    async def late(self, stale: Stale) -> Reply:
        """It was meant for another moment: say so, and show where the game stands now."""
        state = await self.look()
        said = self.say(f"error-{stale.code}")
        private = self.interaction.is_private or not self.interaction.is_press
        if private and state.seat is not None and state.table.game:
            return self.hand(state, said)
        return note(f"⌛ {said}", await self.link(state))

    async def pictured(
        self, content: Content, *, in_place: bool = True, public: bool = False
    ) -> Reply:
        """An answer with its picture; in words alone where there is no art to paint with."""
        painted = b""
        if content.picture is not None:
            try:
                painted = await self.bot.studio.picture(content.picture)
            except SheetError as fault:
                report("the picture of an answer", fault)
                content = content.in_words()
        return Reply(content, in_place=in_place, public=public, painted=painted)

    def refusal(self, error: Exception) -> Reply:
        """Why it could not be done, and what can."""
        say, what = self.say, f"interaction {self.interaction.id}"
        said = sentence(error, say, lambda seat: say("seat-number", number=seat + 1), what)
        return note(f"{icon('failed')} {said}", colour=CRASH_COLOUR)

    # --- words ---------------------------------------------------------------------------------

    def voice(self, state: TableState) -> Voice:
        """The voice for texts that this user reads."""
        return open_voice(table_view(state.table), self.say)

    def label_voice(self, state: TableState) -> Voice:
        """The voice for labels that this user reads."""
        return label_voice(table_view(state.table), self.say, self._plain_name)

    @property
    def _plain_name(self) -> PlainName:
        bot, guild = self.bot, self.guild
        return lambda user, fallback: bot.plain_name(user, fallback, guild)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """How a private page is kept up to date. It outlives the click by which it was opened."""

    _page: PrivatePage
    _user: int
    _say: Catalogue
    _plain: PlainName
    _asked: tuple[int, int]
    """The moment and the seat's own turn when it was opened."""
    _table: str
    _tutor: Tutor
    _teaches: bool
    """It has room for a tip."""
    _hint: Hint | None = None
    """A hint for what was asked then."""
    _greeting: str = ""
    """What it says until the seat acts."""

    def page(self, mine: HandView, said: str = "", *, looks: bool = False) -> Content:
        """The page, with what has just been done; ``looks``: its owner has asked for it."""
        still_asked = (mine.public.moment, mine.turn) == self._asked
        shown = replace(
            mine,
            hint=self._hint if still_asked else None,
            tip=self._tutor.tip(mine, self._user, looks=looks) if self._teaches else "",
            tips=self._tutor.wanted(self._user),
        )
        greets = mine.turn == self._asked[1]
        return self._page(shown, self._say, self._plain, said or self._greeting * greets)

    def shown(self) -> None:
        """Discord shows what was drawn last."""
        if self._teaches:
            self._tutor.shown(self._table, self._user)

    def key(self, now: TableState) -> object:
        """What the page is made of, in short."""
        seat = now.table.seat_of(self._user)
        return None if seat is None or now.table.game is None else hand_key(now.table, seat)

    def draw(self, now: TableState) -> Content | None:
        """What it shows now; None: nothing any more."""
        seat = now.table.seat_of(self._user)
        return None if seat is None else self.page(hand_view(now.table, seat))


def _answer_page(mine: HandView, say: Catalogue, plain: PlainName, said: str) -> Content:
    """The captain's card, or the hand."""
    return answer_page(mine, say) if may_declare(mine) else hand_page(mine, say, plain, said)


def _own(state: TableState) -> HandView:
    """What the user's seat may see of a game, or why there is nothing."""
    if state.seat is None:
        if state.table.game is None:
            raise Refused("not_seated_yet")
        raise Refused("not_seated")
    if state.table.game is None:
        raise Refused("not_started")
    return hand_view(state.table, state.seat)
