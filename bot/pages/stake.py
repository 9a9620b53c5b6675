"""The stakes of a leg, and the captain's odds, each on a line with its icon."""

from __future__ import annotations

from bot.pages.layout import seat_sign
from bot.pages.views import TableView
from bot.words import Catalogue, Voice
from bot.words.emoji import icon
from engine import View
from players.words import stake as words


def stake(view: View, voice: Voice) -> str:
    """Return the line about the worth of leaving and of flying on; "" where that is settled."""
    return _marked(view, words.stake(view, voice))


def ahead(view: View, voice: Voice) -> str:
    """Return the line about the worth of flying on, for those who cannot leave."""
    return _marked(view, words.ahead(view, voice))


def _marked(view: View, line: str) -> str:
    return line and f"{icon(view.leg.craft)} {line}"


def odds(shown: TableView, view: View, say: Catalogue) -> str:
    """Return the line about the captain's odds, at a table that shows them; "" once it is known."""
    line = words.odds(view, Voice(say, lambda seat: seat_sign(shown, seat))) if shown.odds else ""
    return line and f"{icon('odds')} {line}"
