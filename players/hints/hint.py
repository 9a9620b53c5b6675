"""What a hint is, and how its facts are rounded."""

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
    "roll-on",
    "roll-past",
    "land",
    "prepare",
    "steer",
    # decisions
    "stay",
    "stay-clear",
    "stay-jetpack",
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
"""The reasons by name: the catalogues have a sentence for each."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, and the facts that speak for it; those that its reason does not need are None."""

    move: Move
    why: Why
    craft: str
    captain: int
    city: int
    target: int
    """Where the craft is bound for, or where its way leads beyond the Gap."""
    seat: int | None = None
    """Whom the move is aimed at."""
    held: int | None = None
    """How many cards the captain holds."""
    count: int | None = None
    """How many dice, or events on them, have to be paid for."""
    tenths: int | None = None
    """In how many of ten such cases the craft flies on, if the move is made."""
    instead: int | None = None
    """The same if it is not."""
    here: int | None = None
    """About how many points there are for going ashore, or for what is given away."""
    ahead: int | None = None
    """About how many points there are at the target, or for what is taken instead."""
    aboard: int | None = None
    """How many rivals are in the ship."""
    rivals: int | None = None
    """How many there are at all."""
    more: int | None = None
    """How many cards are drawn."""
    goal: int | None = None
    """The points that end the game."""
    card: str | None = None
    cards: tuple[str, ...] | None = None


class Where(TypedDict):
    """What every hint says of its leg."""

    craft: str
    captain: int
    city: int
    target: int


def where(look: Outlook) -> Where:
    """The leg of a hint."""
    leg = look.leg
    return Where(craft=leg.craft, captain=leg.captain, city=leg.city, target=bound_for(look))


def bound_for(look: Outlook) -> int:
    """The city that the craft is on the way to: nobody stops in the Gap."""
    return BOSCALUMIA if look.leg.target == GAP else look.leg.target


def tenths(odds: float) -> int:
    """The odds in tenths; 0 and 10 only where there is no doubt."""
    if odds > SURE:
        return 10
    return 0 if odds < 1 - SURE else min(9, max(1, round(10 * odds)))


def ahead(look: Outlook) -> int:
    """About what the target brings."""
    return round(look.points(bound_for(look)))


def here(look: Outlook) -> int:
    """About what going ashore brings."""
    return round(look.points(look.leg.city))
