"""Tokens of clicks, by which boards are edited without counting among the bot's own requests.

A click that was acknowledged, or answered with a board, lets us edit the message that was pressed
on for fifteen minutes. Tokens are kept in memory alone: whoever has one can write in our name.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from bot.discord.limits import TOKEN_KEPT

ROOM: Final = 5000
"""How many messages are remembered with a token."""


class Tokens:
    """The newest token of each message."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._known: Final[OrderedDict[int, tuple[str, float]]] = OrderedDict()

    def note(self, message: int, token: str) -> None:
        """From now on this message can be edited by this token."""
        self._known[message] = token, self._now() + TOKEN_KEPT
        self._known.move_to_end(message)
        if len(self._known) > ROOM:
            self._known.popitem(last=False)

    def newest(self, message: int) -> str | None:
        """The token by which this message can be edited; None if there is none any more."""
        token, until = self._known.get(message, ("", 0.0))
        if not token:
            return None
        if until <= self._now():
            del self._known[message]
            return None
        return token

    def forget(self, message: int, token: str) -> None:
        """This token is not taken any more; a newer one may be."""
        if self._known.get(message, ("", 0.0))[0] == token:
            del self._known[message]
