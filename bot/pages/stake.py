"""The stakes of a leg, and the captain's odds, by public facts."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bot.pages.layout import seat_sign
from bot.pages.views import TableView
from bot.words import Catalogue, Voice
from bot.words.emoji import icon
from engine import Options, View
from engine.box import BOSCALUMIA, GAP, POINTS, SPYGLASSES, TOKEN_POINTS
from engine.rules import rules_of
from engine.state.payment import to_face
from players.cards import hand_of, needs_of, pool_of
from players.odds import able

Worth = tuple[int, int, int]
"""Least and most points of a plain treasure, and points of a possible spyglass; all 0: nothing."""
NOTHING: Worth = (0, 0, 0)
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


def worth(view: View, city: int) -> Worth:
    """Return the possible worth of a treasure of a city, by public facts."""
    if city in (GAP, BOSCALUMIA):
        token = 0 if view.lit or city == GAP else TOKEN_POINTS
        return token, token, 0
    if not view.piles[city - 1]:
        return NOTHING
    gone = Counter([*view.removed, *view.gifts_shown])
    pile = Counter(rules_of(view.options).treasures[city]) - gone
    plain = [POINTS[name] for name in pile if name not in SPYGLASSES]
    spyglass = max([POINTS[name] for name in pile if name in SPYGLASSES], default=0)
    least, most = min(plain, default=spyglass), max(plain, default=spyglass)
    return least, most, 0 if least <= spyglass <= most else spyglass


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


def chance(view: View) -> float:
    """Return the odds that the captain can pay for the dice: any unseen card may be in the hand."""
    now = view.leg
    pool = pool_of(_unseen(view.options, view))
    hand = hand_of((), view.seats[now.captain].hand)._replace(turbos=now.turned.count("turbo"))
    return able(pool, hand, needs_of(to_face(now)))


def _unseen(options: Options, view: View) -> dict[str, int]:
    """Return the number of unseen cards by name."""
    left = dict(rules_of(options).copies)
    for card, count in view.discard.items():
        left[card] -= count
    for card in (*view.leg.help, *view.leg.turned, *filter(None, [view.boat.card])):
        left[card] -= 1
    return left
