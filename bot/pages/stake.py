"""The stakes of a leg, and the captain's odds, by public facts."""

from __future__ import annotations

from typing import Final

from bot.pages.layout import seat_sign
from bot.pages.views import TableView
from bot.words import Catalogue, Voice
from bot.words.emoji import icon
from engine import View
from engine.box import BOSCALUMIA, GAP
from engine.state.payment import to_face
from players.stakes import Worth, chance, worth

OPEN: Final = frozenset({"start", "before_roll", "decisions", "spoken", "declaration"})
"""Questions of a leg that can still go either way."""
DECIDED: Final = frozenset({"spoken", "declaration"})
"""Questions after the decisions of a leg, when no passenger can disembark."""


def stake(view: View, say: Catalogue, voice: Voice) -> str:
    """Return the line about the worth of leaving and of flying on; "" where that is settled."""
    now = view.leg
    if now.target == now.city or view.question not in OPEN:
        return ""
    if view.question in DECIDED and now.city != GAP:
        return ahead(view, say, voice)
    leads_to = BOSCALUMIA if now.target == GAP else now.target
    here, there = [_points(say, worth(view, city)) for city in (now.city, leads_to)]
    city, target = voice.city(now.city), voice.city(leads_to)
    way = "in-gap" if now.city == GAP else "to-gap" if now.target == GAP else now.craft
    words = say(f"stake-{way}", city=city, target=target, here=here, ahead=there)
    return f"{icon(now.craft)} {words}"


def ahead(view: View, say: Catalogue, voice: Voice) -> str:
    """Return the line about the worth of flying on, for those who cannot leave."""
    now = view.leg
    if now.target == now.city or view.question not in OPEN:
        return ""
    leads_to = BOSCALUMIA if now.target == GAP else now.target
    points = _points(say, worth(view, leads_to))
    words = say("stake-ahead", target=voice.city(leads_to), ahead=points)
    return f"{icon(now.craft)} {words}"


def _points(say: Catalogue, points: Worth) -> str:
    least, most, spyglass = points
    if not most:
        return say("stake-nothing")
    span = f"{least}" if least == most else f"{least}–{most}"
    words = say("stake-points", span=span, most=most)
    return say("stake-or-spyglass", points=words, spyglass=spyglass) if spyglass else words


def odds(shown: TableView, view: View, say: Catalogue) -> str:
    """Return the line about the captain's odds, at a table that shows them; "" once it is known."""
    if not shown.odds or view.question not in OPEN:
        return ""
    if not view.leg.dice or view.leg.said or not to_face(view.leg):
        return ""
    percent = round(100 * chance(view))
    captain = seat_sign(shown, view.leg.captain)
    return f"{icon('odds')} {say('odds-line', captain=captain, percent=percent)}"
