"""The message that calls players to a lobby, and the private page of who wants to be called."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.controls import NOWHERE, Press, Style, button
from bot.pages.layout import LOBBY_COLOUR, PLAY_COLOUR, Content, Layout, named_button, person
from bot.pages.views import TableView
from bot.words import Catalogue
from bot.words.emoji import icon


def call_page(shown: TableView, say: Catalogue, role: int, named: Sequence[int]) -> Content:
    """Return the call: it pings a role (0: none) and users."""
    called = [*([f"<@&{role}>"] if role else []), *map(person, named)]
    words = say(
        "call",
        who=" ".join(called),
        host=person(shown.people[shown.host]) if shown.host in shown.people else "",
        taken=len(shown.chairs),
        seats=shown.seats,
    )
    layout = Layout(LOBBY_COLOUR).text(f"{icon('call')} {words}")
    join = button(Press(shown.table, "join"), say("call-join"), Style.success, emoji=icon("seat"))
    return layout.buttons([join]).content(tuple(named))


def host_page(shown: TableView, say: Catalogue) -> Content:
    """Return the ping to the host: the table is full, or somebody has come."""
    host = shown.people[shown.host]
    full = len(shown.chairs) >= shown.seats
    words = say("host-full" if full else "host-came", host=person(host), taken=len(shown.chairs))
    layout = Layout(LOBBY_COLOUR).text(f"{icon('call')} {words}")
    start = named_button(shown.table, "start", say, Style.success)
    layout.buttons([start, named_button(NOWHERE, "quiet_host", say)])
    return layout.content((host,))


def quiet_page(say: Catalogue) -> Content:
    """Return the answer to a host who wants no such pings, with the way back."""
    layout = Layout(PLAY_COLOUR).text(f"{icon('tell_no_more')} {say('quiet-host-done')}")
    return layout.buttons([named_button(NOWHERE, "loud_host", say)]).content()


def told_page(say: Catalogue) -> Content:
    """Return the answer to who wants to be told of games, with the way back."""
    layout = Layout(PLAY_COLOUR).text(f"{icon('tell_me')} {say('tell-me-done')}")
    return layout.buttons([named_button(NOWHERE, "tell_no_more", say)]).content()
