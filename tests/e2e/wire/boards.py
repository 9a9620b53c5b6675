"""What a board has to say, drawn by the bot's own hand from what is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.pictures.leg import leg
from bot.pictures.lobby import lobby
from bot.pictures.scene import Scene
from bot.words import words
from tests.host.driver import is_over, presses
from tests.host.reading import Shown

TIME: Final = "<t:"
"""A line with this in it tells a time, which no log does."""


def table_of(board: Shown) -> str:
    return next((press.table for press in presses(board)), "")


def shows(board: Shown | None, scene: Scene, language: str = "en") -> bool:
    """It shows this and nothing else, times aside; an end need only be that of the same table."""
    if board is None or table_of(board) != scene.table:
        return False
    if is_over(board) or scene.stage not in ("lobby", "playing"):
        return is_over(board) and scene.stage not in ("lobby", "playing")
    return _lines(board) == _lines(drawn(scene, language))


def drawn(scene: Scene, language: str) -> Shown:
    """A page of an open table."""
    picture = (lobby if scene.stage == "lobby" else leg)(scene, words(language))
    return Shown({"content": "", "embeds": [], "components": picture.view.to_components()})


def _lines(shown: Shown) -> list[str]:
    return [line for line in shown.text.splitlines() if TIME not in line]


def was_stored(board: Shown, scenes: Sequence[Scene]) -> bool:
    """What it shows is one of these scenes, sought from the last one on."""
    return any(shows(board, scene) for scene in reversed(scenes))
