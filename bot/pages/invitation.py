"""The choice of whom to invite, and the message that invites them."""

from __future__ import annotations

from collections.abc import Mapping

from bot.discord.controls import USER_SELECT, Control, Press, Style, button, native_select
from bot.pages.layout import LOBBY_COLOUR, Content, Layout, person, timestamp
from bot.words import Catalogue
from bot.words.emoji import icon


def choice_of_guest(table: str, say: Catalogue) -> Control:
    """Return the choice of whom to invite."""
    return native_select(USER_SELECT, Press(table, "invite"), say("choose-guest"), least=1)


def invitation(table: str, say: Catalogue, guest: int, host: int, until: float) -> Content:
    """Return the message that pings a guest; ``until``: how long the seat is kept."""
    words = say("invitation", guest=person(guest), host=person(host), when=timestamp(until))
    layout = Layout(LOBBY_COLOUR).text(f"{icon('invite')} {words}")
    take = button(Press(table, "take"), say("button-take"), Style.success, emoji=icon("seat"))
    decline = button(Press(table, "decline"), say("button-decline"))
    return layout.buttons([take, decline]).content((guest,))


def kept_line(kept: Mapping[int, float], say: Catalogue) -> str:
    """Return for whom seats are kept; "" if none is."""
    listed = ", ".join(f"{person(guest)} ({timestamp(until)})" for guest, until in kept.items())
    return f"{icon('invite')} {say('lobby-kept', guests=listed)}" if listed else ""
