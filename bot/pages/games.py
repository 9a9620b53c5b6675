"""The private page of a person's open tables in all servers, and the way to each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord.utils import escape_markdown

from bot.direct import is_direct
from bot.discord.controls import NOWHERE, Press, Style, button, link_button
from bot.discord.names import plain_name
from bot.pages.layout import PLAY_COLOUR, Content, Layout, named_button, timestamp
from bot.pages.results import EVERYWHERE, Asked
from bot.words import Catalogue
from bot.words.emoji import icon

TURN, OTHERS, LOBBY, LATER = "turn", "others", "lobby", "later"
"""The person is to act, others are, the game has not begun, or the table is not open yet."""
KINDS: Final = {TURN: "nudge", OTHERS: "wait", LOBBY: "seat", LATER: "later"}
"""The icon of each kind."""
SHOWN: Final = 15
"""Tables that are listed."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table, as a person who sits there or will come finds it in a list."""

    kind: str
    since: float
    """The time of the last change at the table, or when it opens."""
    link: str
    """The address of its message; "" if that is not posted."""
    server: str
    """The name of its server; "" if it is not known."""
    seated: int
    seats: int
    guild: int = 0
    ends: float | None = None
    """When the time of the person to decide is over."""


def games(user: int, tables: Sequence[OpenTable], last: str, say: Catalogue) -> Content:
    """Return the page; ``last``: the address of the end of the last game, "" if there is none."""
    layout = Layout(PLAY_COLOUR).text(f"## {icon('ship')} {say('games-title')}")
    if not tables:
        layout.text(say("games-none"))
    listed = sorted(tables, key=lambda table: table.since)[:SHOWN]
    for kind, sign in KINDS.items():
        lines = [table_line(table, say) for table in listed if table.kind == kind]
        if lines:
            layout.text(f"**{icon(sign)} {say(f'games-{kind}')}**", *lines)
    if len(tables) > SHOWN:
        layout.text(f"-# {say('games-more', count=len(tables) - SHOWN)}")
    waiting = [table.link for table in listed if table.kind == TURN and table.link]
    buttons = [link_button(say("games-next"), waiting[0], icon("stay_order"))] if waiting else []
    if not tables:
        opens = Press(NOWHERE, "new")
        buttons.append(button(opens, say("hello-open"), Style.primary, emoji=icon("seat")))
    if last:
        buttons.append(link_button(say("games-last"), last, icon("over")))
    buttons.append(named_button(NOWHERE, "remind", say))
    press = Press(NOWHERE, "history", f"{Asked(user, EVERYWHERE)}")
    buttons.append(button(press, say("button-history"), emoji=icon("log")))
    return layout.buttons(buttons).content()


def table_line(table: OpenTable, say: Catalogue) -> str:
    """Return a table as a line of a list."""
    unnamed = say("games-direct" if is_direct(table.guild) else "games-server")
    parts = [escape_markdown(plain_name(table.server, unnamed))]
    if table.kind in (LOBBY, LATER):
        parts.append(say("games-seats", taken=table.seated, seats=table.seats))
    parts.append(timestamp(table.since))
    if table.link:
        what = "games-message" if table.kind == LATER else "games-board"
        parts.append(f"[{say(what)}]({table.link})")
    return f"- {' · '.join(parts)}"
