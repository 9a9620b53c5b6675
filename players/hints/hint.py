"""Hints, and the rounding of their facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypedDict, get_args

from engine import Move
from engine.box import BOSCALUMIA, GAP
from players.thumb.outlook import Outlook
from players.thumb.plays import SURE

Why = Literal[
    # the captain's start
    "roll",
    "roll-risk",
    "roll-on",
    "roll-past",
    "land",
    "prepare",
    "steer",
    # decisions
    "stay",
    "stay-clear",
    "stay-jetpack",
    "stay-risk",
    "stay-bound",
    "leave",
    "leave-instructor",
    "leave-goal",
    "boat",
    # the captain's word and cards
    "can",
    "let-fall",
    "pay",
    "reroll",
    "reroll-none",
    # cards that are played
    "rescue",
    "help",
    "take-over",
    "gust",
    "put-ashore",
    "call-back",
    "more-dice",
    "fewer-dice",
    "moor",
    "hand-over",
    "new-hand",
    "spy",
    "jump",
    "climb-back",
    "choose",
    "play",
    # cards that stay in hand
    "pass",
    "pass-later",
    "pass-aboard",
    # treasures
    "keep",
    "keep-spyglass",
    "keep-worst",
    "draw",
    "exchange-cards",
    "keep-rest",
    "exchange",
    "give",
]
WHYS: Final[frozenset[str]] = frozenset(get_args(Why))
"""All reasons; the catalogues have a sentence for each."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, and the facts that speak for it; facts that its reason does not need are None."""

    move: Move
    why: Why
    craft: str
    captain: int
    city: int
    target: int
    """The city that the craft flies to, or the one beyond the Gap."""
    seat: int | None = None
    """The seat that the move is aimed at."""
    held: int | None = None
    """The number of cards that the captain holds."""
    count: int | None = None
    """The number of dice, or of events on them, to be paid for."""
    tenths: int | None = None
    """The odds in tenths that the craft flies on if the move is made."""
    instead: int | None = None
    """The same if the move is not made."""
    here: int | None = None
    """About the points for going ashore, or those that are given up."""
    ahead: int | None = None
    """About the points at the target, or those that are taken instead."""
    aboard: int | None = None
    """The number of rivals in the ship."""
    rivals: int | None = None
    """The number of all rivals."""
    more: int | None = None
    """The number of cards drawn."""
    goal: int | None = None
    """The points that end the game."""
    card: str | None = None
    cards: tuple[str, ...] | None = None


class Where(TypedDict):
    """The facts of the leg in every hint."""

    craft: str
    captain: int
    city: int
    target: int


def where(look: Outlook) -> Where:
    """Return the facts of the leg."""
    leg = look.leg
    return Where(craft=leg.craft, captain=leg.captain, city=leg.city, target=bound_for(look))


def bound_for(look: Outlook) -> int:
    """Return the city that the craft is on the way to; the Gap is no stop."""
    return BOSCALUMIA if look.leg.target == GAP else look.leg.target


def tenths(odds: float) -> int:
    """Return the odds in tenths; 0 and 10 only if certain."""
    if odds > SURE:
        return 10
    return 0 if odds < 1 - SURE else min(9, max(1, round(10 * odds)))


def ahead(look: Outlook) -> int:
    """Return about the points at the target."""
    return round(look.points(bound_for(look)))


def here(look: Outlook) -> int:
    """Return about the points for going ashore."""
    return round(look.points(look.leg.city))
