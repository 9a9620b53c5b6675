"""A call to those who are waited for: a short message of its own, since edits notify nobody."""

from __future__ import annotations

from bot.pages.layout import ASK_COLOUR, Content, Layout, seat_name, timestamp
from bot.pages.leg import persons
from bot.pages.views import TableView
from bot.words import Catalogue


def notice(scene: TableView, say: Catalogue, link: str) -> Content | None:
    """The call that is due at this table; None if there is none."""
    if scene.notice is None:
        return None
    named = [seat for seat in scene.notice.seats if seat in scene.awaited]
    if not named:
        return None
    seats = ", ".join(seat_name(scene, say, seat) for seat in named)
    sheet = Layout(ASK_COLOUR)
    sheet.text(
        f"🔔 {say(f'notice-{scene.notice.reason}', seats=seats)}",
        _ends(scene, say, named),
        say("board-link", link=link) if link else "",
    )
    return Content(sheet.view, mentions=persons(scene, tuple(named)))


def answered(say: Catalogue) -> Content:
    """In place of a call that nobody is meant by any more, for as long as it still hangs."""
    sheet = Layout(ASK_COLOUR)
    sheet.text(f"-# 🔔 {say('notice-over')}")
    return Content(sheet.view)


def _ends(scene: TableView, say: Catalogue, named: list[int]) -> str:
    """Until when they can still answer, if that ends by itself."""
    if scene.is_window and scene.window_ends is not None:
        return f"-# {say('window-ends', when=timestamp(scene.window_ends))}"
    ends = [scene.ends_at[seat] for seat in named if seat in scene.ends_at]
    return f"-# {say('decision-ends', when=timestamp(min(ends)))}" if ends else ""
