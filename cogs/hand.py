"""The hand: one's cards, and all that a seat may do with them, now or by itself later."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.board.responses import Reply
from bot.client import Celestia
from bot.discord.controls import Press, button
from bot.hosting.action import ARM, ARM_SLOTS, EXCHANGE_SLOTS, SAY, SLOT, Action
from bot.hosting.reader import TableState
from bot.pages.hand import sealed_note
from bot.pages.layout import PLAY_COLOUR, Layout
from bot.pages.views import hand_view
from bot.tables.beats import may_hold
from bot.tables.lobby import is_number
from bot.tables.play import NOTHING, SEALABLE, to_declare, to_speak
from bot.tables.refusals import Refused, Stale
from bot.words.emoji import icon
from cogs.click import Click
from cogs.cog import CelestiaCog
from cogs.which_table import here, to_read
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
    """What the owner of a seat sees and does."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.slash("hand", self.hand, at=to_read)
        self.slash("play", self.play, at=here, suggest={"move": self.moves})
        self.slash("arm", self.arm, group="seat", at=here, suggest={"card": self.cards_to_arm})
        self.slash("quiet", self.quiet, group="seat", at=here)
        self.slash("hint", self.hint, group="seat", at=here)
        self.slash("think", self.cards_pressed, group="seat", at=here)
        self.slash(
            "orders", self.orders, group="seat", at=here, suggest={"moment": self.moments_to_pass}
        )
        self.button("hand", self.hand)
        self.button("refresh", self.hand)
        self.button("cards", self.cards_pressed)
        self.button("hint", self.hint)
        self.button("say", self.say_pressed)
        self.button("slot", self.slot_pressed)
        self.button("exchange", self.exchange_pressed)
        self.button("arm", self.arm_pressed)
        self.button("quiet", self.quiet_pressed)
        self.button("answer", self.answer_pressed)
        self.button("orders", self.orders)
        self.button("never", self.never_pressed)

    async def hand(self, click: Click) -> Reply:
        """Show cards, treasures, and all that one may do now."""
        return click.hand(await click.look())

    async def cards_pressed(self, click: Click) -> Reply:
        """The same for a player who looks for more than the board offers; there may be no more.

        The board cannot know: it would tell all what somebody holds. A window waits for a while.
        """
        state = await click.look()
        if state.seat is not None and may_hold(state.table, state.seat):
            with suppress(Refused, CelestiaError):  # it has just closed; the hand says what is next
                state = await click.do(Action("think", moment=state.table.moment))
        said = ""
        if state.seat is not None and state.table.stage == "playing":
            moves = state.table.running.legal(state.seat)
            if moves and {*moves} <= {Stay(), Leave()}:
                said = f"{icon('cards')} {click.say('nothing-else')}"
        return click.hand(state, said)

    async def answer_pressed(self, click: Click) -> Reply:
        """Show the captain each die with what covers it, and what can truly be declared."""
        return click.answer(await click.look())

    async def hint(self, click: Click) -> Reply:
        """Say what a computer would do now, and why. Nothing of that is stored."""
        state = await click.look()
        if state.seat is None or state.table.game is None:
            return click.hand(state)  # which says what is missing
        if not state.table.gives_hints:
            raise Refused("no_hints")
        view = state.table.game.view(state.seat)
        if len(view.legal) < 2 or state.table.stage != "playing":
            return click.hand(state, click.say("no-choice"))
        # some milliseconds, in which others should not wait for their clicks
        return click.hand(state, hint=await asyncio.to_thread(hint_for, view))

    # --- moves ---------------------------------------------------------------------------------

    async def play(self, click: Click, move: str) -> Reply | None:
        """Do one of the things that one may do now."""
        slot, press = _Slot.read(move), Press.read(move)
        if slot is not None:
            click.table = slot.table
            return await self._make(click, slot.number, slot.bound)
        if press is not None and press.action == SAY:
            click.table = press.table
            return await self._say(click, press.argument, press.moment)
        try:
            parse(move)
        except UnknownMove:
            raise Refused("choose_from_list") from None
        return await self._say(click, move, None)

    async def say_pressed(self, click: Click) -> Reply | None:
        """Answer by a button that everybody sees."""
        return await self._say(click, click.argument, click.press and click.press.moment)

    async def slot_pressed(self, click: Click) -> Reply:
        """Make one of the moves that a private answer shows."""
        number = click.values[0] if click.values else click.argument
        return await self._make(click, number, click.bound)

    async def exchange_pressed(self, click: Click) -> Reply:
        """Exchange the cards that are chosen."""
        moment, turn = click.bound
        slots = ",".join(click.values)
        state = await click.do(Action(EXCHANGE_SLOTS, slots, moment=moment, turn=turn))
        return click.hand(state, click.say("done"))

    async def _say(self, click: Click, words: str, moment: int | None) -> Reply | None:
        """Answer in the open. Before one's turn the answer is sealed."""
        try:
            state = await click.do(Action(SAY, words, moment=moment))
        except IllegalMove as illegal:
            # the buttons are there whatever the captain holds: what is not true is explained in
            # private
            if illegal.code == NOT_AMONG and words == CAN:
                raise Refused("cannot_fly_on") from None
            if illegal.code == NOT_AMONG and words == CANNOT:
                raise Refused("must_fly_on") from None
            raise
        if state.seat is not None and words in (NOTHING, state.table.sealed.get(state.seat)):
            return _sealed(click, state, state.seat)
        news = click.private_news(state)
        return click.note(*news) if news else None

    async def _make(self, click: Click, number: str, bound: tuple[int, int]) -> Reply:
        """Make the move with this number among one's own."""
        moment, turn = bound
        state = await click.do(Action(SLOT, number, moment=moment, turn=turn))
        return click.hand(state, " · ".join([click.say("done"), *click.private_news(state)]))

    async def moves(self, click: Click) -> list[tuple[str, str]]:
        """All that may be done now; before one's turn, what can be sealed ahead of it."""
        state = await _glance(click)
        if state is None or state.seat is None:
            return []
        table, voice = state.table, click.label_voice(state)
        legal = table.running.legal(state.seat)
        sealed, back = state.seat in table.sealed, ("button-take-back", NOTHING)
        ahead = _ahead(state, state.seat)
        if ahead and not legal:
            return _spoken(click, state, ahead if not sealed else [*ahead, back])
        moves = [(voice.move(move), _Slot.of(state, n).value) for n, move in enumerate(legal)]
        return [*_spoken(click, state, [*ahead, back] if sealed else ahead), *moves]

    # --- what happens by itself ----------------------------------------------------------------

    async def arm(self, click: Click, card: str) -> Reply:
        """Have a card played by itself when its moment comes."""
        slot = _Slot.read(card)
        if slot is None and card != NO_CARD:
            raise Refused("choose_from_list")
        if slot is not None:
            click.table = slot.table
        state = await click.look()
        if state.seat is None:
            raise Refused("not_seated")
        if state.table.game is None:
            raise Refused("not_started")
        if slot is None:
            return await self._arm(click, "", (state.table.moment, state.table.turns[state.seat]))
        armed, ready = state.table.armed.get(state.seat, []), state.table.game.ready(state.seat)
        return await self._arm(click, _slots_with(armed, ready, slot.number), slot.bound)

    async def arm_pressed(self, click: Click) -> Reply:
        """Arm the cards that are chosen, and no others."""
        if click.press is not None and click.press.moment is None:
            return self._armed(click, await click.do(Action(ARM, ",".join(click.values))))
        return await self._arm(click, ",".join(click.values), click.bound)  # as it was drawn once

    async def _arm(self, click: Click, slots: str, bound: tuple[int, int]) -> Reply:
        moment, turn = bound
        action = Action(ARM_SLOTS, slots, moment=moment, turn=turn)
        return self._armed(click, await click.do(action))

    def _armed(self, click: Click, state: TableState) -> Reply:
        armed = state.seat is not None and state.table.armed.get(state.seat)
        return click.orders(state, click.say("armed-now" if armed else "disarmed"))

    async def cards_to_arm(self, click: Click) -> list[tuple[str, str]]:
        """The cards that can be armed, each with its moment."""
        state = await _glance(click)
        if state is None or state.seat is None:
            return []
        say, voice = click.say, click.label_voice(state)
        ready = [
            (
                say("armed", window=say(f"window-{window}"), card=voice.card(card)),
                _Slot.of(state, number).value,
            )
            for number, (window, card) in enumerate(state.table.running.ready(state.seat))
        ]
        return [(say("disarm-all"), NO_CARD), *ready]

    async def quiet(self, click: Click, on: bool = True) -> Reply:
        """Pass by itself in this leg, or ask again."""
        wish = "on" if on else "off"
        await click.do(Action("quiet", wish))
        return click.note(f"{icon(QUIET[wish])} {click.say(f'quiet-{wish}')}")

    async def quiet_pressed(self, click: Click) -> Reply:
        """The same by its button."""
        wish = "off" if click.argument == "off" else "on"
        state = await click.do(Action("quiet", wish))
        if click.interaction.is_private or wish == "off":
            return click.hand(state, click.say(f"quiet-{wish}"))
        way_back = button(Press(click.table, "quiet", "off"), click.say("button-quiet-off"))
        layout = Layout(PLAY_COLOUR).text(f"{icon(QUIET[wish])} {click.say(f'quiet-{wish}')}")
        return Reply(layout.buttons([way_back]).content())

    async def orders(self, click: Click, moment: str = "", ask: bool = False) -> Reply:
        """Show one's standing orders; with a moment, never be asked at it, or be asked again."""
        state = await click.look()
        if not moment or state.seat is None or state.table.game is None:
            return click.orders(state)
        never = {*state.table.never.get(state.seat, ())} - {moment}
        return await self._never(click, sorted(never if ask else {*never, moment}))

    async def never_pressed(self, click: Click) -> Reply:
        """Never be asked at the moments that are chosen, and at no others."""
        return await self._never(click, click.values)

    async def _never(self, click: Click, moments: Iterable[str]) -> Reply:
        state = await click.do(Action("never", " ".join(moments)))
        kinds = state.table.never.get(state.seat, ()) if state.seat is not None else ()
        named = ", ".join(click.say(f"window-{kind}") for kind in kinds)
        said = click.say("never-set" if kinds else "never-none", moments=named)
        return click.orders(state, said)

    async def moments_to_pass(self, click: Click) -> list[tuple[str, str]]:
        """The moments of this game at which one may pass."""
        state = await _glance(click)
        kinds = state.table.running.windows if state is not None else ()
        return [(click.say(f"window-{kind}"), kind) for kind in kinds]


async def _glance(click: Click) -> TableState | None:
    """The table of somebody who types and sits at a game; None for anybody else."""
    click.table = await here(click)
    state = await click.glance()
    return None if state.seat is None or state.table.game is None else state


def _ahead(state: TableState, seat: int) -> list[tuple[str, str]]:
    """What this seat can answer before it is asked, each under its key."""
    table = state.table
    if table.stage != "playing":
        return []
    if seat == to_declare(table):
        return [(f"move-declare-{it}", f"declare {it}") for it in table.running.answers(seat)]
    speaks_later = seat in to_speak(table) and seat not in table.running.waiting
    return [(f"move-{kind}", kind) for kind in SEALABLE] if speaks_later else []


def _sealed(click: Click, state: TableState, seat: int) -> Reply:
    """What a seat has sealed now; a private message that was clicked on shows it itself."""
    if click.interaction.is_private or seat not in state.table.sealed:
        return click.hand(state)
    return Reply(sealed_note(hand_view(state.table, seat), click.say))


def _spoken(click: Click, state: TableState, words: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """What can be said at this moment, each under its key."""
    table = state.table
    return [
        (click.say(key), Press(table.id, SAY, word, table.moment).custom_id) for key, word in words
    ]


def _slots_with(armed: list[str], ready: tuple[tuple[str, str], ...], wanted: str) -> str:
    """The slots of what is armed already, and of the wanted one."""
    if int(wanted) >= len(ready):
        raise Stale("moment_passed")
    slots = [n for n, pair in enumerate(ready) if " ".join(pair) in armed or n == int(wanted)]
    return ",".join(map(str, slots))


@dataclass(frozen=True, slots=True)
class _Slot:
    """What a choice stands for: a number in a list that was offered at that moment."""

    table: str
    number: str
    bound: tuple[int, int]
    """The moment, and the seat's own turn."""

    @classmethod
    def of(cls, state: TableState, number: int) -> _Slot:
        """The slot with this number for the seat that sees the table so."""
        table = state.table
        return cls(table.id, f"{number}", (table.moment, table.turns[state.seat or 0]))

    @classmethod
    def read(cls, value: str) -> _Slot | None:
        """The slot with this value. What is typed in place of a choice can be anything."""
        parts = value.split(".")
        if len(parts) != 4 or not all(map(is_number, parts[1:])):
            return None
        table, moment, turn, number = parts
        return cls(table, number, (int(moment), int(turn)))

    @property
    def value(self) -> str:
        moment, turn = self.bound
        return f"{self.table}.{moment}.{turn}.{self.number}"


async def setup(bot: Celestia) -> None:
    """Declare what the owner of a seat can do."""
    await bot.add_cog(Hand(bot))
