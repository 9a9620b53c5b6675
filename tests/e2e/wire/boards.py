"""What a board has to say, drawn by the bot's own hand from what is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.pages.leg import leg
from bot.pages.lobby import lobby
from bot.pages.views import TableView
from bot.words import catalogue
from bot.words.emoji import plain
from tests.client.messages import Shown
from tests.client.offers import is_over, presses

TIME: Final = "<t:"
"""A line with this in it tells a time, which no log does."""


def table_of(board: Shown) -> str:
    return next((press.table for press in presses(board)), "")


def shows(board: Shown | None, scene: TableView, *, leaving: bool = False) -> bool:
    """It shows this and nothing else, times aside; an end need only be that of the same table."""
    if board is None or table_of(board) != scene.table:
        return False
    if is_over(board) or scene.stage not in ("lobby", "playing"):
        return is_over(board) and scene.stage not in ("lobby", "playing")
    return _lines(board) == _lines(drawn(scene, leaving=leaving))


def was_stored(board: Shown, scenes: Sequence[TableView]) -> bool:
    """What it shows is one of these scenes, sought from the last one on."""
    leaving = catalogue("en")("right-back") in board.text
    return any(shows(board, scene, leaving=leaving) for scene in reversed(scenes))


def drawn(scene: TableView, *, leaving: bool) -> Shown:
    """A page of an open table, in English."""
    say = catalogue("en")
    lobbies = scene.stage == "lobby"
    picture = lobby(scene, say) if lobbies else leg(scene, say, leaving=leaving)
    return Shown({"content": "", "embeds": [], "components": picture.view.to_components()})


def _lines(shown: Shown) -> list[str]:
    return [line for line in plain(shown.text).splitlines() if TIME not in line]
