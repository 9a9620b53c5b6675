"""Sentences about the stakes of a leg, and about the captain's odds, by public facts."""

from __future__ import annotations

from typing import Final

from engine import View
from engine.box import BOSCALUMIA, GAP
from engine.state.payment import to_face
from players.stakes import Worth, chance, worth
from players.words.catalogue import Catalogue
from players.words.voice import Voice

OPEN: Final = frozenset({"start", "before_roll", "decisions", "spoken", "declaration"})
"""Questions of a leg that can still go either way."""
DECIDED: Final = frozenset({"spoken", "declaration"})
"""Questions after the decisions of a leg, when no passenger can disembark."""


def stake(view: View, voice: Voice) -> str:
    """Return the worth of leaving and of flying on; "" where that is settled."""
    now, say = view.leg, voice.say
    if now.target == now.city or view.question not in OPEN:
        return ""
    if view.question in DECIDED and now.city != GAP:
        return ahead(view, voice)
    leads_to = BOSCALUMIA if now.target == GAP else now.target
    here, there = [_points(say, worth(view, city)) for city in (now.city, leads_to)]
    city, target = voice.city(now.city), voice.city(leads_to)
    way = "in-gap" if now.city == GAP else "to-gap" if now.target == GAP else now.craft
    return say(f"stake-{way}", city=city, target=target, here=here, ahead=there)


def ahead(view: View, voice: Voice) -> str:
    """Return the worth of flying on, for those who cannot leave; "" where that is settled."""
    now = view.leg
    if now.target == now.city or view.question not in OPEN:
        return ""
    leads_to = BOSCALUMIA if now.target == GAP else now.target
    points = _points(voice.say, worth(view, leads_to))
    return voice.say("stake-ahead", target=voice.city(leads_to), ahead=points)


def _points(say: Catalogue, points: Worth) -> str:
    least, most, spyglass = points
    if not most:
        return say("stake-nothing")
    span = f"{least}" if least == most else f"{least}–{most}"
    words = say("stake-points", span=span, most=most)
    return say("stake-or-spyglass", points=words, spyglass=spyglass) if spyglass else words


def odds(view: View, voice: Voice) -> str:
    """Return the captain's odds; "" once it is known whether the ship flies on."""
    now = view.leg
    if view.question not in OPEN or not now.dice or now.said or not to_face(now):
        return ""
    return voice.say(
        "odds-line", captain=voice.seat(now.captain), percent=round(100 * chance(view))
    )
