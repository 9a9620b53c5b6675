"""The hand: a seat's cards and moves, and the orders it gives in advance."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from bot.board.responses import Reply
from bot.client import Celestia
from bot.discord.controls import Press, button, link_button
from bot.hosting.action import ARM, ARM_SLOTS, EXCHANGE_SLOTS, SAY, SLOT, Action
from bot.hosting.reader import TableState
from bot.pages.hand import HOLD, sealed_note
from bot.pages.layout import PLAY_COLOUR, Layout
from bot.pages.views import hand_view
from bot.tables.beats import may_hold, may_hold_next
from bot.tables.lobby import is_number
from bot.tables.play import NOTHING, SEALABLE, may_seal, to_declare
from bot.tables.refusals import Refused, Stale, in_play
from bot.words.emoji import icon
from cogs.click import Click, bound
from cogs.cog import CelestiaCog
from cogs.which_table import here, seated_here, to_read
from engine import IllegalMove
from engine.errors import CelestiaError, UnknownMove
from engine.moves import Declare, Leave, Stay, parse
from players.hints import hint_for

CAN: Final = str(Declare("can"))
CANNOT: Final = str(Declare("cannot"))
NOT_AMONG: Final = "not_this_one"
NO_CARD: Final = "none"
QUIET: Final = {"on": "quiet", "off": "ask"}


class Hand(CelestiaCog):
    """The commands and buttons of a seat's owner."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.slash("hand", self.hand, at=to_read)
        self.slash("play", self.play, at=here, suggest={"move": self.moves})
        self.slash("arm", self.arm, group="seat", at=here, suggest={"card": self.cards_to_arm})
        self.slash("quiet", self.quiet, group="seat", at=here)
        self.slash("hint", self.hint, group="seat", at=here)
        self.slash("think", self.cards_pressed, group="seat", at=here)
        moments = {"moment": self.moments_to_pass}
        self.slash("orders", self.orders, group="seat", at=here, suggest=moments)
        self.slash("browser", self.browser, group="seat", at=here)
        self.button("hand", self.hand)
        self.button("refresh", self.hand)
        self.button("cards", self.cards_pressed)
        self.button("hint", self.hint)
        self.button("say", self.say_pressed)
        self.button("slot", self.slot_pressed)
        self.button("exchange", self.exchange_pressed)
        self.button("arm", self.arm_pressed)
        self.button("quiet", self.quiet_pressed)
        self.button("always", self.always_pressed)
        self.button("answer", self.answer_pressed)
        self.button("orders", self.orders)
        self.button("never", self.never_pressed)
        self.button("browser", self.browser)

    async def hand(self, click: Click) -> Reply:
        """Show the seat's cards, treasures and legal moves."""
        return click.hand(await click.look())

    async def cards_pressed(self, click: Click) -> Reply:
        """Show the hand to a player who looks for a move beyond those on the board.

        The board offers this whether or not there is one: otherwise it would reveal the hand. An
        open window is held for a while, or else the next one will be.
        """
        state = await click.look()
        table, seat = state.table, state.seat
        is_wish = click.press is None or click.argument == HOLD
        if seat is not None and (may_hold(table, seat) or (is_wish and may_hold_next(table, seat))):
            with suppress(Refused, CelestiaError):  # it has just closed
                return click.hand(await click.do(Action("think", moment=table.moment)))
        said = ""
        if seat is not None and table.stage == "playing":
            moves = table.running.legal(seat)
            if moves and {*moves} <= {Stay(), Leave()}:
                said = f"{icon('cards')} {click.say('nothing-else')}"
        return click.hand(state, said)

    async def answer_pressed(self, click: Click) -> Reply:
        """Show the captain each die with what covers it, and which declaration is true."""
        state = await click.look()
        game = state.table.game
        others = game is not None and game.view(None).leg.captain != state.seat
        return click.hand(state, click.say("answer-captain") if others else "")

    async def hint(self, click: Click) -> Reply:
        """Show the move of a computer player, and why. Nothing about it is stored."""
        state = await click.look()
        if state.seat is None or state.table.game is None:
            return click.hand(state)  # refuses, and says why
        if not state.table.gives_hints:
            raise Refused("no_hints")
        view = state.table.game.view(state.seat)
        if len(view.legal) < 2 or state.table.stage != "playing":
            return click.hand(state, click.say("no-choice"))
        # takes some milliseconds, which would delay the clicks of others
        return click.hand(state, hint=await asyncio.to_thread(hint_for, view))

    async def browser(self, click: Click) -> Reply:
        """Return a new link to the seat, for a browser; the last one is void."""
        links, pages = self.bot.live_links, self.bot.live
        state = await click.look()
        if state.seat is None:
            raise Refused("not_seated")
        in_play(state.table)
        if links is None or pages is None or not self.bot.has_page:
            raise Refused("no_page")
        link = await links.to_seat(click.table, click.user)
        pages.void(click.table, click.user)
        layout = Layout(PLAY_COLOUR).text(f"{icon('browser')} {click.say('browser-link')}")
        way = link_button(click.say("button-browser"), link, icon("browser"))
        return Reply(layout.buttons([way]).content())

    # --- moves ---------------------------------------------------------------------------------

    async def play(self, click: Click, move: str) -> Reply | None:
        """Make one of the seat's moves."""
        press = _chosen(click, move, SLOT, SAY)
        if press is not None and press.action == SLOT:
            return await self._make(click, press.argument, bound(press))
        if press is not None:
            return await self._say(click, press.argument, press.moment)
        try:
            parse(move)
        except UnknownMove:
            raise Refused("choose_from_list") from None
        return await self._say(click, move, None)

    async def say_pressed(self, click: Click) -> Reply | None:
        """Answer by a button of the public board."""
        return await self._say(click, click.argument, click.press and click.press.moment)

    async def slot_pressed(self, click: Click) -> Reply:
        """Make one of the moves of a private page."""
        number = click.values[0] if click.values else click.argument
        return await self._make(click, number, bound(click.press))

    async def exchange_pressed(self, click: Click) -> Reply:
        """Exchange the cards that are chosen."""
        moment, turn = bound(click.press)
        slots = ",".join(click.values)
        state = await click.do(Action(EXCHANGE_SLOTS, slots, moment=moment, turn=turn))
        return click.hand(state, click.told(state))

    async def _say(self, click: Click, words: str, moment: int | None) -> Reply | None:
        """Answer in public; before the seat's turn the answer is sealed."""
        try:
            state = await click.do(Action(SAY, words, moment=moment))
        except IllegalMove as illegal:
            # both buttons are there whatever the captain holds; the untrue one is explained in
            # private
            if illegal.code == NOT_AMONG and words == CAN:
                raise Refused("cannot_fly_on") from None
            if illegal.code == NOT_AMONG and words == CANNOT:
                raise Refused("must_fly_on") from None
            raise
        if state.seat is not None and words in (NOTHING, state.table.sealed.get(state.seat)):
            return _sealed(click, state, state.seat)
        news = click.private_news(state)
        if click.interaction.is_private and state.seat is not None:
            return _done(click, state, news)
        return click.note(*news) if news else None

    async def _make(self, click: Click, number: str, bound: tuple[int, int]) -> Reply:
        """Make the seat's move with this number."""
        moment, turn = bound
        state = await click.do(Action(SLOT, number, moment=moment, turn=turn))
        return _done(click, state, click.private_news(state))

    async def moves(self, click: Click) -> list[tuple[str, str]]:
        """Return the seat's moves; before its turn, the answers that it can seal."""
        state = await seated_here(click)
        if state is None or state.seat is None:
            return []
        table, voice = state.table, click.label_voice(state)
        legal = table.running.legal(state.seat)
        sealed, back = state.seat in table.sealed, ("button-take-back", NOTHING)
        ahead = _ahead(state, state.seat)
        if ahead and not legal:
            return _spoken(click, state, ahead if not sealed else [*ahead, back])
        moves = [(voice.move(move), _slot(state, n)) for n, move in enumerate(legal)]
        return [*_spoken(click, state, [*ahead, back] if sealed else ahead), *moves]

    # --- in advance ----------------------------------------------------------------------------

    async def arm(self, click: Click, card: str) -> Reply:
        """Arm a card, which is played automatically at its moment."""
        slot = _chosen(click, card, SLOT)
        if slot is None and card != NO_CARD:
            raise Refused("choose_from_list")
        state = await click.look()
        if state.seat is None:
            raise Refused("not_seated")
        if state.table.game is None:
            raise Refused("not_started")
        if slot is None:
            return await self._arm(click, "", (state.table.moment, state.table.turns[state.seat]))
        armed, ready = state.table.armed.get(state.seat, []), state.table.game.ready(state.seat)
        return await self._arm(click, _slots_with(armed, ready, slot.argument), bound(slot))

    async def arm_pressed(self, click: Click) -> Reply:
        """Arm exactly the cards that are chosen."""
        if click.press is not None and click.press.moment is None:
            return self._armed(click, await click.do(Action(ARM, ",".join(click.values))))
        return await self._arm(click, ",".join(click.values), bound(click.press))  # an old select

    async def _arm(self, click: Click, slots: str, bound: tuple[int, int]) -> Reply:
        moment, turn = bound
        action = Action(ARM_SLOTS, slots, moment=moment, turn=turn)
        return self._armed(click, await click.do(action))

    def _armed(self, click: Click, state: TableState) -> Reply:
        armed = state.seat is not None and state.table.armed.get(state.seat)
        return click.orders(state, click.say("armed-now" if armed else "disarmed"))

    async def cards_to_arm(self, click: Click) -> list[tuple[str, str]]:
        """Return the cards that can be armed, each with its moment."""
        state = await seated_here(click)
        if state is None or state.seat is None:
            return []
        say, voice = click.say, click.label_voice(state)
        names = [
            say("armed", window=say(f"window-{window}"), card=voice.card(card))
            for window, card in state.table.running.ready(state.seat)
        ]
        ready = [(name, _slot(state, number)) for number, name in enumerate(names)]
        return [(say("disarm-all"), NO_CARD), *ready]

    async def quiet(self, click: Click, on: bool = True) -> Reply:
        """Pass automatically for the rest of this leg, or stop doing so."""
        wish = "on" if on else "off"
        await click.do(Action("quiet", wish))
        return click.note(f"{icon(QUIET[wish])} {click.say(f'quiet-{wish}')}")

    async def quiet_pressed(self, click: Click) -> Reply:
        """Switch it by its button."""
        wish = "off" if click.argument == "off" else "on"
        state = await click.do(Action("quiet", wish))
        if click.interaction.is_private or wish == "off":
            return click.hand(state, click.say(f"quiet-{wish}"))
        way_back = button(Press(click.table, "quiet", "off"), click.say("button-quiet-off"))
        layout = Layout(PLAY_COLOUR).text(f"{icon(QUIET[wish])} {click.say(f'quiet-{wish}')}")
        return Reply(layout.buttons([way_back]).content())

    async def always_pressed(self, click: Click) -> Reply:
        """Be asked even where only one answer is possible, or no longer."""
        return await self._always(click, "off" if click.argument == "off" else "on")

    async def _always(self, click: Click, wish: str) -> Reply:
        state = await click.do(Action("always", wish))
        return click.orders(state, click.say(f"always-{wish}"))

    async def orders(self, click: Click, moment: str = "", ask: bool | None = None) -> Reply:
        """Show the standing orders; with a moment, always pass at it or, with ``ask``, be asked.

        Without a moment, ``ask`` is about questions with one possible answer.
        """
        if ask is not None and not moment:
            return await self._always(click, "on" if ask else "off")
        state = await click.look()
        if not moment or state.seat is None or state.table.game is None:
            return click.orders(state)
        never = {*state.table.never.get(state.seat, ())} - {moment}
        return await self._never(click, sorted(never if ask else {*never, moment}))

    async def never_pressed(self, click: Click) -> Reply:
        """Always pass at exactly the moments that are chosen."""
        return await self._never(click, click.values)

    async def _never(self, click: Click, moments: Iterable[str]) -> Reply:
        state = await click.do(Action("never", " ".join(moments)))
        kinds = state.table.never.get(state.seat, ()) if state.seat is not None else ()
        named = ", ".join(click.say(f"window-{kind}") for kind in kinds)
        said = click.say("never-set" if kinds else "never-none", moments=named)
        return click.orders(state, said)

    async def moments_to_pass(self, click: Click) -> list[tuple[str, str]]:
        """Return the moments of this game at which a seat may pass."""
        state = await seated_here(click)
        kinds = state.table.running.windows if state is not None else ()
        return [(click.say(f"window-{kind}"), kind) for kind in kinds]


def _ahead(state: TableState, seat: int) -> list[tuple[str, str]]:
    """Return the answers that this seat can seal before it is asked, each with its key."""
    table = state.table
    if table.stage != "playing":
        return []
    if seat == to_declare(table):
        return [(f"move-declare-{it}", f"declare {it}") for it in table.running.answers(seat)]
    return [(f"move-{kind}", kind) for kind in SEALABLE] if may_seal(table, seat) else []


def _done(click: Click, state: TableState, news: list[str]) -> Reply:
    """Draw the hand that was clicked on after a move, with what it led to."""
    return click.hand(state, " · ".join(news) or click.told(state))


def _sealed(click: Click, state: TableState, seat: int) -> Reply:
    """Confirm the sealed answer; a private page that was clicked shows it itself."""
    if click.interaction.is_private or seat not in state.table.sealed:
        return click.hand(state)
    return Reply(sealed_note(hand_view(state.table, seat), click.say))


def _spoken(click: Click, state: TableState, words: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return choices for these public answers, bound to this moment."""
    table = state.table
    return [
        (click.say(key), Press(table.id, SAY, word, table.moment).custom_id) for key, word in words
    ]


def _slots_with(armed: list[str], ready: tuple[tuple[str, str], ...], wanted: str) -> str:
    """Return the slots of the armed cards and of the wanted one."""
    if not is_number(wanted) or int(wanted) >= len(ready):
        raise Stale("moment_passed")
    slots = [n for n, pair in enumerate(ready) if " ".join(pair) in armed or n == int(wanted)]
    return ",".join(map(str, slots))


def _slot(state: TableState, number: int) -> str:
    """Return the value of a choice: a number in the list that is offered at this moment."""
    table = state.table
    return Press(table.id, SLOT, f"{number}", table.moment, table.turns[state.seat or 0]).custom_id


def _chosen(click: Click, value: str, *actions: str) -> Press | None:
    """Return the choice with this value, and turn to its table; None for any other text."""
    press = Press.read(value)
    if press is None or press.action not in actions:
        return None
    click.table = press.table
    return press


setup = Hand.load
