"""The reason for a move, question by question."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, cast

from engine import Move, View
from engine.box import CITY, CITY_OF, POINTS, ROWBOATS, SPYGLASSES, TOKEN_POINTS
from engine.flow.treasure import ChooseTreasure
from engine.moves import (
    Declare,
    Discard,
    Done,
    Exchange,
    Give,
    Keep,
    Leave,
    Pay,
    Play,
    Prepare,
    Reroll,
    Roll,
    Steer,
)
from players.cards import hand_of
from players.hard import Hard
from players.hints.cards import boat, passed, played, rivals_aboard
from players.hints.hint import Hint, Why, ahead, here, tenths, where
from players.normal.player import WEIGHTS
from players.thumb import inference
from players.thumb.answers import junk_of, starting_odds, steering_odds
from players.thumb.hands import paying_power
from players.thumb.outlook import Outlook
from players.thumb.plays import SURE, kept_of

Reason = Callable[[Outlook, Move], Hint]
"""Explains why this move is the best one in a view."""


def hint_for(view: View) -> Hint:
    """Return the move of a hard computer for a seat that has a choice, and the reason."""
    # a fixed seed: of equal moves always the same
    return explained(view, Hard().choose(view, Random(0)))


def explained(view: View, move: Move) -> Hint:
    """Return the reason for this move of the seat."""
    return REASONS.get(view.question, _window)(Outlook(view, WEIGHTS), move)


# --- the captain's start -------------------------------------------------------------------


def _start(look: Outlook, move: Move) -> Hint:
    match move:
        case Steer():
            odds = tenths(steering_odds(look))
            return Hint(move, "steer", **where(look), tenths=odds, ahead=TOKEN_POINTS)
        case Prepare():
            more = CITY[look.leg.city].dice
            odds, now = tenths(starting_odds(look, more)), tenths(starting_odds(look))
            return Hint(move, "prepare", **where(look), tenths=odds, instead=now, more=more)
        case Leave() if _wins(look, move):
            return _winning(look, move)
        case Leave(using):
            return _setting_off(look, move, "land", picks=bool(using))
        case _:
            return _rolling(look, move)


def _rolling(look: Outlook, move: Move) -> Hint:
    """Explain why the captain rolls instead of the other choices."""
    others = {type(other) for other in look.view.legal} - {Roll}
    if Leave in others:
        risky = _is_risky(look, starting_odds(look))
        return _setting_off(look, move, "roll-risk" if risky else "roll")
    if Steer in others:
        return Hint(move, "roll-past", **where(look), tenths=tenths(steering_odds(look)))
    return _setting_off(look, move, "roll-on")


def _setting_off(look: Outlook, move: Move, why: Why, *, picks: bool = False) -> Hint:
    dice = len(look.kept_dice) or CITY[look.leg.target].dice + look.leg.extra
    return Hint(
        *(move, why),
        **where(look),
        count=max(0, dice),
        tenths=tenths(starting_odds(look)),
        here=_landing(look, picks=picks),
        ahead=ahead(look),
    )


# --- decisions -----------------------------------------------------------------------------


def _decision(look: Outlook, move: Move) -> Hint:
    if isinstance(move, Play):
        return boat(look, move) if move.card in ROWBOATS else played(look, move)
    if _wins(look, move):
        return _winning(look, move)
    return Hint(
        *(move, _why_decided(look, move)),
        **where(look),
        held=look.view.seats[look.leg.captain].hand,
        count=sum(look.needs),
        tenths=tenths(look.odds),
        here=_landing(look, picks=isinstance(move, Leave) and bool(move.using)),
        ahead=ahead(look),
    )


def _why_decided(look: Outlook, move: Move) -> Why:
    match move:
        case Leave(""):
            return "leave"
        case Leave():
            return "leave-instructor"
        case _ if not any(isinstance(other, Leave) for other in look.view.legal):
            return "stay-bound"
        case _ if not any(look.needs):
            return "stay-clear"
        case _ if look.crash > 0 and look.odds < SURE:
            return "stay-jetpack"
        case _:
            return "stay-risk" if _is_risky(look, look.odds) else "stay"


def _is_risky(look: Outlook, odds: float) -> bool:
    """Return whether flying on brings fewer points than going ashore, on average in this leg."""
    return odds * ahead(look) < here(look)


def _wins(look: Outlook, move: Move) -> bool:
    """Return whether going ashore ends the game in the lead, as far as this seat can know."""
    if not isinstance(move, Leave) or look.view.options.variant == "beginner":
        return False
    race = look.race
    total = race.points[look.me] + _landing(look, picks=bool(move.using))
    return total >= look.view.options.goal and total - race.fees > race.best


def _winning(look: Outlook, move: Move) -> Hint:
    landing = _landing(look, picks=bool(cast(Leave, move).using))
    return Hint(move, "leave-goal", **where(look), here=landing, goal=look.view.options.goal)


def _landing(look: Outlook, *, picks: bool) -> int:
    """Return about the points for going ashore; ``picks``: with a pick of the pile."""
    return round(inference.best_treasure(look.view, look.leg.city)) if picks else here(look)


# --- windows -------------------------------------------------------------------------------


def _window(look: Outlook, move: Move) -> Hint:
    return played(look, move) if isinstance(move, Play) else passed(look, move)


# --- the captain's word and cards ----------------------------------------------------------


def _declaration(look: Outlook, move: Move) -> Hint:
    if cast(Declare, move).answer == "cannot":
        return Hint(move, "let-fall", **where(look), **rivals_aboard(look))
    spent = inference.cards_for(look.view.hand, look.needs)
    return Hint(move, "can", **where(look), cards=spent, ahead=ahead(look))


def _payment(look: Outlook, move: Move) -> Hint:
    rest = list(look.view.hand)
    for card in cast(Pay, move).cards:
        rest.remove(card)
    return Hint(move, "pay", **where(look), tenths=tenths(paying_power(look, hand_of(rest))))


def _pick_dice(look: Outlook, move: Move) -> Hint:
    pick = cast(Reroll, move).dice
    odds = look.odds_after(kept_of(look, pick), len(pick))
    why = "reroll" if pick else "reroll-none"
    return Hint(move, why, **where(look), tenths=tenths(odds))


# --- treasures -----------------------------------------------------------------------------


def _treasure(look: Outlook, move: Move) -> Hint:
    kept, step = cast(Keep, move).treasure, look.view.agenda[-1]
    if isinstance(step, ChooseTreasure) and step.seat != look.me:
        return Hint(move, "keep-worst", **where(look), seat=step.seat)
    why = "keep-spyglass" if kept in SPYGLASSES else "keep"
    return Hint(move, why, **where(look), here=POINTS[kept])


def _matryoshburg(look: Outlook, move: Move) -> Hint:
    match move:
        case Discard():
            junk = tuple(junk_of(look)[len(look.view.laid) :])
            return Hint(move, "exchange-cards", **where(look), cards=junk)
        case Exchange(treasure):
            mean = round(look.means[CITY_OF[treasure]])
            gone = POINTS[treasure]
            return Hint(move, "exchange", **where(look), here=gone, ahead=mean)
        case Done():
            return Hint(move, "keep-rest", **where(look))
        case _:
            return Hint(move, "draw", **where(look))


def _gift(look: Outlook, move: Move) -> Hint:
    to = cast(Give, move).to
    return Hint(move, "give", **where(look), seat=to, here=round(look.race.points[to]))


REASONS: Final[dict[str, Reason]] = {
    "start": _start,
    "decisions": _decision,
    "declaration": _declaration,
    "payment": _payment,
    "pick_dice": _pick_dice,
    "draw_treasure": _treasure,
    "choose_treasure": _treasure,
    "matryoshburg": _matryoshburg,
    "give_gifts": _gift,
}
"""By question; all other questions are windows."""
