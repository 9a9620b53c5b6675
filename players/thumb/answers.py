"""The worth of each move, question by question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from engine.box import BOSCALUMIA, CITY, CITY_OF, GAP, POINTS, SPYGLASSES
from engine.flow.treasure import ChooseTreasure
from engine.moves import (
    Declare,
    Discard,
    Draw,
    Exchange,
    Give,
    Keep,
    Leave,
    Move,
    Pay,
    Play,
    Prepare,
    Reroll,
    Steer,
)
from players.odds import able, flight
from players.thumb import inference
from players.thumb.hands import hand_value, prior_value, worst_first
from players.thumb.outlook import FULL, Outlook
from players.thumb.plays import NEVER, gain_of, kept_of, last_hope, spyglass_cost

Worth = Callable[[Outlook, Move], float]
"""The worth of a move; only differences between the moves of one question matter."""

WORTH_OF_WAITING: Final = 0.5
"""The worth of knowing more before a card is played."""


# --- the captain's start -------------------------------------------------------------------


def start(look: Outlook, move: Move) -> float:
    """Leave alone, roll, fetch cards first, or steer for Boscalumia."""
    match move:
        case Leave(using):
            return look.landing(look.leg.city) + (look.lookup(look.leg.city) if using else 0.0)
        case Steer():
            return _steering(look)
        case Prepare():
            return _rolling(look, CITY[look.leg.city].dice) + WORTH_OF_WAITING
        case _:
            return _rolling(look, 0)


def starting_odds(look: Outlook, more_cards: int = 0) -> float:
    """Return the odds to pay for the next roll, or the kept dice, with this many more cards."""
    leg = look.leg
    hand = look.hand(look.me).with_hidden(more_cards)
    if look.kept_dice:
        return able(look.pool, hand, inference.facing(look.view, look.kept_dice))
    return flight(look.pool, hand, CITY[leg.target].dice + leg.extra, leg.ignored)


def _rolling(look: Outlook, more_cards: int) -> float:
    """Return the worth of rolling with this many more cards in hand."""
    odds, kept = starting_odds(look, more_cards), look.kept_dice
    toll = look.toll(CITY[look.leg.target].dice + look.leg.extra)
    if kept:
        needs = inference.facing(look.view, kept)
        toll = look.price(*inference.cards_for(look.view.hand, needs)) if odds else 0.0
    crash = look.crash
    if any(name in SPYGLASSES for name in look.view.treasures):
        crash = max(crash, look.arrival - spyglass_cost(look))
    elif "alternative_route" in look.view.hand:
        crash += 0.4 * max(0.0, look.arrival - crash)
    crash += look.weights.rescued * max(0.0, look.arrival - crash) * (len(look.aboard) > 1)
    return odds * (look.arrival - toll) + (1 - odds) * crash


def steering_odds(look: Outlook) -> float:
    """Return the odds of two legs with four dice, the second under the next captain."""
    odds = 1.0
    captain, hand = look.me, look.hand(look.me)
    for city in (GAP, BOSCALUMIA):
        hand = hand._replace(hidden=min(hand.hidden, FULL))
        odds *= flight(look.pool, hand, CITY[city].dice)
        captain = look.heir(captain, look.in_ship)
        hand = look.hand(captain)
        if captain == look.me:
            hand = hand._replace(covers=(0, 0, 0, 0), hidden=max(0, len(look.view.hand) - 3))
    return odds


def _steering(look: Outlook) -> float:
    """Two legs of four dice, then a token for all aboard."""
    return steering_odds(look) * look.landing(BOSCALUMIA)


# --- decisions -----------------------------------------------------------------------------


def decision(look: Outlook, move: Move) -> float:
    """Stay, leave, or take the boat."""
    city = look.leg.city
    match move:
        case Leave(using):
            return look.landing(city) + (look.lookup(city) if using else 0.0)
        case Play(card):
            return look.boarding(card)
        case _:
            return _staying(look)


def _staying(look: Outlook) -> float:
    odds = look.odds
    crash = look.crash + last_hope(look) * (1 - look.weights.rescued)
    crash += look.weights.rescued * max(0.0, look.arrival - crash)
    if "grappling_hook" in look.view.hand:
        crash -= WORTH_OF_WAITING  # leaving can be taken back
    return odds * look.arrival * look.weights.daring + (1 - odds) * crash


# --- windows -------------------------------------------------------------------------------


def window(look: Outlook, move: Move) -> float:
    """A pass is worth nothing, a card its gain; a card without a gain is not played."""
    if not isinstance(move, Play):
        return 0.0
    gain = gain_of(look, move)
    return gain if gain > look.weights.tie else NEVER


# --- the captain's words and cards ---------------------------------------------------------


def declaration(look: Outlook, move: Move) -> float:
    """Turbos are spent where arriving is worth them."""
    if cast(Declare, move).answer == "cannot":
        return last_hope(look)
    return look.stake - look.price(*inference.cards_for(look.view.hand, look.needs))


def payment(look: Outlook, move: Move) -> float:
    """The worth of the hand that is left."""
    rest = list(look.view.hand)
    for card in cast(Pay, move).cards:
        rest.remove(card)
    return hand_value(look, tuple(rest))


def pick_dice(look: Outlook, move: Move) -> float:
    """The best odds, then the fewest events."""
    pick = cast(Reroll, move).dice
    kept = kept_of(look, pick)
    events = sum(sum(needs) * likely for needs, likely in look.after_reroll(kept, len(pick)))
    return look.odds_after(kept, len(pick)) * look.stake - look.price("compass") * events


# --- treasures -----------------------------------------------------------------------------


def treasure(look: Outlook, move: Move) -> float:
    """The best treasure for oneself, the worst for another."""
    step = look.view.agenda[-1]
    kept = cast(Keep, move).treasure
    worth = POINTS[kept] + (look.price("spyglass") if kept in SPYGLASSES else 0.0)
    mine = not isinstance(step, ChooseTreasure) or step.seat == look.me
    return worth if mine else -worth


def matryoshburg(look: Outlook, move: Move) -> float:
    """Exchange junk if there is enough of it; else draw a card."""
    match move:
        case Discard(card):
            if look.junk is None:
                look.junk = junk_of(look)
            return 1.0 if card in look.junk[len(look.view.laid) :] else -1.0
        case Exchange(name, using):
            better = look.means[CITY_OF[name]] - POINTS[name]
            return better - look.price("turbo") - look.price(*filter(None, (using,)))
        case Draw():
            return WORTH_OF_WAITING
        case _:
            return 0.0


def junk_of(look: Outlook) -> list[str]:
    """Return the cards that are better exchanged than kept, the worst first."""
    hand = look.view.hand
    best, junk = prior_value(look, len(hand) + 1) - prior_value(look, len(hand)), list[str]()
    best += hand_value(look, hand)
    order = worst_first(look, hand)
    for count in range(1, len(order) + 1):
        kept = tuple(order[count:])
        new = prior_value(look, count) * look.weights.spoilt
        if hand_value(look, kept) + new > best:
            best, junk = hand_value(look, kept) + new, order[:count]
    return junk


def gift(look: Outlook, move: Move) -> float:
    """The best gift goes to the seat with the fewest points."""
    return -look.race.points[cast(Give, move).to]


WORTHS: Final[dict[str, Worth]] = {
    "start": start,
    "decisions": decision,
    "declaration": declaration,
    "payment": payment,
    "pick_dice": pick_dice,
    "draw_treasure": treasure,
    "choose_treasure": treasure,
    "matryoshburg": matryoshburg,
    "give_gifts": gift,
}
"""By question; all other questions are windows."""
