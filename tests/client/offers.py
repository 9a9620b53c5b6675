"""The offers of a message, read from its text and its custom_ids."""

import re
from typing import Final

from bot.discord.controls import Press
from bot.words import LANGUAGES, catalogue
from engine.records import SHORT
from players.roster import LEVELS
from tests.client.messages import Button, Select, Shown

ASKED: Final = "⏳"
"""The board's line with whom it waits for begins with it."""

Click = tuple[Button | Select, str]
"""A button, or a select with the value to choose."""


def presses(shown: Shown) -> list[Press]:
    """Return the presses of all its buttons and selects."""
    found = [Press.read(part.custom_id) for part in (*shown.buttons, *shown.selects)]
    return [press for press in found if press is not None]


def action(part: Button | Select) -> str:
    """Return the action of a button or select; empty if it is disabled."""
    press = Press.read(part.custom_id)
    return press.action if press is not None and not part.disabled else ""


def is_own_board(shown: Shown) -> bool:
    """Return True for a private board, which the bot may post by the token of any press."""
    return any(f"**{catalogue(tag)('hand-title')}**" in shown.text for tag in LANGUAGES)


def promise(lobby: Shown) -> str:
    """Return the beginning of the promised SHA-256 that it shows."""
    (found,) = re.findall(rf"\b[0-9a-f]{{{SHORT}}}\b", lobby.text)
    return f"{found}"


def is_over(board: Shown) -> bool:
    """Whether the game is over: it offers a rematch."""
    return any(action(button) == "rematch" for button in board.buttons)


def is_lobby(board: Shown) -> bool:
    """Whether people can still sit down."""
    return any(press.action == "join" for press in presses(board))


def computers(lobby: Shown) -> int:
    """Return the number of computers in a lobby, by the levels behind their names."""
    levels = {catalogue(tag)(f"level-{level}") for tag in LANGUAGES for level in LEVELS}
    return sum(lobby.text.count(f"({level})") for level in levels)


USER: Final = re.compile(r"<@(\d+)>")


def named(board: Shown) -> set[int]:
    """Return the users whom the board asks.

    The bold words of its question begin with them, or they stand on the line below it.
    """
    lines = board.text.splitlines()
    at = next((n for n, line in enumerate(lines) if line.startswith(ASKED)), len(lines))
    bold = "".join("".join(lines[at : at + 1]).split("**")[1:2])
    below = "".join(lines[at + 1 : at + 2])
    return {int(user) for user in USER.findall(bold) or USER.findall(below)}


_BY_ANSWER: Final = {"roll": "start", "stay": "decisions", "declare can": "declaration"}
_DOORS: Final = ("cards", "answer")
"""Buttons that lead to a private answer, and say to which question."""


def question(board: Shown) -> str:
    """Return the kind of question that is asked, by the buttons that answer it."""
    offered = presses(board)
    of_answer = [_BY_ANSWER[it.argument] for it in offered if it.argument in _BY_ANSWER]
    return next(iter([it.argument for it in offered if it.action in _DOORS] or of_answer), "")


def in_public(board: Shown) -> list[Click]:
    """Return the answers that the board offers."""
    return [(button, "") for button in board.buttons if action(button) == "say"]


def in_private(hand: Shown) -> list[Click]:
    """Return the answers that a hand offers."""
    clicks: list[Click] = [(it, "") for it in hand.buttons if action(it) in ("slot", "say")]
    selects = [select for select in hand.selects if action(select) in ("slot", "exchange")]
    return clicks + [(select, value) for select in selects for value in select.options]
