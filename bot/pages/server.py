"""The private page of a server's settings, for those who manage it."""

from __future__ import annotations

from typing import Final

from bot.discord.controls import CHANNEL_SELECT, NOWHERE, ROLE_SELECT, Press, native_select
from bot.pages.layout import PLAY_COLOUR, Content, Layout, named_button
from bot.store.data import ServerSettings
from bot.words import Catalogue
from bot.words.emoji import icon

MOST: Final = 25
"""Channels that Discord lets people choose at once."""


def server_settings(server: ServerSettings, say: Catalogue, *lines: str) -> Content:
    """Return the page: what is set, in lines, and the choice of who may open tables and where."""
    layout = Layout(PLAY_COLOUR).text(*lines)
    layout.text(f"{icon('seat')} {opening_line(server, say)}")
    places = Press(NOWHERE, "places")
    layout.choice(
        native_select(CHANNEL_SELECT, places, say("choose-places"), server.channels, most=MOST)
    )
    chosen = (server.opener,) if server.opener else ()
    layout.choice(
        native_select(ROLE_SELECT, Press(NOWHERE, "opener"), say("choose-opener"), chosen)
    )
    chosen = (server.journal,) if server.journal else ()
    layout.choice(
        native_select(CHANNEL_SELECT, Press(NOWHERE, "journal"), say("choose-journal"), chosen)
    )
    layout.buttons(
        [
            named_button(NOWHERE, "calls_off" if server.calls else "calls_on", say),
            named_button(NOWHERE, "threads_off" if server.threads else "threads_on", say),
            named_button(NOWHERE, "greet", say),
        ]
    )
    return layout.text(f"-# {say('settings-how')}").content()


def opening_line(server: ServerSettings, say: Catalogue) -> str:
    """Return who may open tables, and where."""
    where = ", ".join(f"<#{channel}>" for channel in server.channels)
    who = f"<@&{server.opener}>" if server.opener else ""
    opening = say(
        "settings-opening",
        who=who or say("settings-everybody"),
        where=where or say("settings-everywhere"),
    )
    calls = say("settings-calls-on" if server.calls else "settings-calls-off")
    journal = say("settings-journal", where=f"<#{server.journal}>") if server.journal else ""
    return " ".join(filter(None, [opening, calls, journal]))
