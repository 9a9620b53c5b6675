"""Attendance: return to a seat, ping the players the game waits for, and concede."""

from __future__ import annotations

from bot.board.responses import Reply
from bot.client import Celestia
from bot.discord.controls import Press, Style, button
from bot.hosting.action import Action
from bot.pages.layout import CRASH_COLOUR, PLAY_COLOUR, Layout
from bot.tables.play import LAST, fate
from bot.tables.presence import is_substituted
from bot.tables.refusals import Refused, Stale, in_play, playing
from bot.words.emoji import icon
from cogs.click import Click, bound
from cogs.cog import CelestiaCog
from cogs.which_table import here, of_channel
from players.roster import STAND_IN


class Attendance(CelestiaCog):
    """The commands and buttons of players who come back, nudge others or concede."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.slash("back", self.back, group="seat", at=here)
        self.slash("nudge", self.nudge, at=here)
        self.slash("concede", self.concede, group="seat", at=of_channel)
        self.button("back", self.back)
        self.button("nudge", self.nudge)
        self.button("concede", self.concede)
        self.button("concede_now", self.concede_now)

    async def back(self, click: Click) -> Reply:
        """Return the seat from the computer to its player, and wake the table."""
        before = await click.look()
        state = await click.do(Action("back"))
        away = before.seat is not None and is_substituted(before.table, before.seat)
        said = "resumed" if before.table.asleep else "back-again" if away else "never-away"
        return click.hand(state, click.say(said))

    async def nudge(self, click: Click) -> Reply:
        """Ping the players the game waits for, as the host; other players ping the host."""
        await click.do(Action("nudge"))
        return click.note(f"{icon('nudge')} {click.say('nudged')}")

    async def concede(self, click: Click) -> Reply:
        """Ask for confirmation before a seat is given up."""
        return await _ask_to_concede(click)

    async def concede_now(self, click: Click) -> Reply:
        """Give the seat to a computer, if the outcome is still the one that was confirmed.

        The last person closes the table, and keeps the seat, and so the name in the result.
        """
        try:
            moment, turn = bound(click.press)
            is_last = click.argument == fate((await click.look()).table) == LAST
            words = "" if is_last else f"{STAND_IN} {click.argument}"
            name = "cancel" if is_last else "concede"
            state = await click.do(Action(name, words, moment=moment, turn=turn))
        except Stale:  # the outcome has changed since: ask again
            return await _ask_to_concede(click, again=True)
        said = click.say("conceded" if state.table.open else "cancelled")
        return Reply(Layout(PLAY_COLOUR).text(f"{icon('concede')} {said}").content(), in_place=True)


async def _ask_to_concede(click: Click, *, again: bool = False) -> Reply:
    """Return the confirmation, which is bound to the current moment and the seat's turn."""
    state, say = await click.look(), click.say
    if state.table.stage == "lobby" and state.seat is not None:
        raise Refused("leave_instead")
    in_play(state.table)
    seat, what = playing(state.table, state.seat), fate(state.table)
    press = Press(click.table, "concede_now", what, state.table.moment, state.table.turns[seat])
    layout = Layout(CRASH_COLOUR).text(say("concede-again") if again else "")
    layout.text(f"{icon('concede')} {say(f'concede-{what}')}")
    if state.table.is_rated:
        layout.text(say(f"concede-{what}-counts"))
    layout.buttons([button(press, say("button-concede_now"), Style.danger)])
    return Reply(layout.content(), in_place=True)


setup = Attendance.load
