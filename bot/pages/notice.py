"""The ping of the seats that the game waits for: a new message, since edits notify nobody."""

from __future__ import annotations

from bot.pages.layout import ASK_COLOUR, Content, Layout, seat_name, timestamp
from bot.pages.leg import persons
from bot.pages.views import TableView
from bot.words import Catalogue
from bot.words.emoji import icon


def notice(shown: TableView, say: Catalogue, link: str) -> Content | None:
    """Return the ping that a table needs now; None if it needs none."""
    if shown.notice is None:
        return None
    named = [seat for seat in shown.notice.seats if seat in shown.awaited]
    if not named:
        return None
    seats = ", ".join(seat_name(shown, say, seat) for seat in named)
    layout = Layout(ASK_COLOUR)
    layout.text(
        f"{icon('nudge')} {say(f'notice-{shown.notice.reason}', seats=seats)}",
        _ends(shown, say, named),
        say("board-link", link=link) if link else "",
    )
    return layout.content(persons(shown, tuple(named)))


def answered(say: Catalogue) -> Content:
    """Return the replacement of a ping that is over, until its message is deleted."""
    layout = Layout(ASK_COLOUR)
    layout.text(f"-# {icon('nudge')} {say('notice-over')}")
    return layout.content()


def _ends(shown: TableView, say: Catalogue, named: list[int]) -> str:
    """Return when the time to answer ends; "" without a limit."""
    if shown.is_window and shown.window_ends is not None:
        return f"-# {say('window-ends', when=timestamp(shown.window_ends))}"
    ends = [shown.ends_at[seat] for seat in named if seat in shown.ends_at]
    return f"-# {say('decision-ends', when=timestamp(min(ends)))}" if ends else ""
