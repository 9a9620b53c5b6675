"""The private page behind *More...*: a line and a button for each further action."""

from __future__ import annotations

from bot.discord.controls import Style
from bot.pages.layout import PLAY_COLOUR, Content, Layout, named_button
from bot.pages.views import TableView
from bot.words import Catalogue
from bot.words.emoji import icon

OFTEN = ("rules", "log", "proof")
"""Actions for all, at every table."""
STYLES = {"cancel": Style.danger, "concede": Style.danger}


def more(shown: TableView, say: Catalogue, seat: int | None) -> Content:
    """Return the page for a seat, or for a spectator (None)."""
    names = _offered(shown, seat)
    layout = Layout(PLAY_COLOUR).text(f"### {icon('more')} {say('more-title')}")
    layout.text(*[_told(say, name) for name in names])
    buttons = [named_button(shown.table, it, say, STYLES.get(it, Style.secondary)) for it in names]
    return layout.buttons(buttons).content()


def _offered(shown: TableView, seat: int | None) -> list[str]:
    """Return the actions that are possible now; only seats may change the table."""
    names = [name for name in OFTEN if name != "log" or shown.view is not None]
    if shown.stage == "lobby" and not shown.is_direct:
        names.append("tell_me")
    if seat is None:
        return names
    if shown.stage == "lobby":
        calls = not shown.invited_only and not shown.is_direct
        return [*names, *(["call"] if calls else []), "ship", "word", "cancel"]
    if shown.stage == "playing":
        return [*names, "ship", *(["nudge"] if shown.to_ping else []), "concede"]
    return names


def _told(say: Catalogue, name: str) -> str:
    return f"{icon(name)} **{say(f'button-{name}')}** — {say(f'more-{name}')}"
