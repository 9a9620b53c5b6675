"""The reason for playing a card or power, or for keeping it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypedDict

from engine.box import CITY, LITTLE_HELP, POINTS, ROWBOATS
from engine.flow.treasure import TakeTreasure
from engine.moves import Move, Play
from players.cards import hand_of
from players.hints.hint import Hint, ahead, here, tenths, where
from players.normal.player import lets_crash
from players.odds import Hand, flight
from players.thumb import inference
from players.thumb.hands import paying_power
from players.thumb.outlook import FULL, Outlook
from players.thumb.plays import NEVER, RESCUES, SURE, after_gust, flying, gain_of

Reason = Callable[[Outlook, Play], Hint]
HARMFUL: Final = ("wind_gust", "bandit", "mooring_line")
"""Cards against all in the craft."""


class Rivals(TypedDict):
    """The rivals of a seat, by where they are."""

    aboard: int
    rivals: int


def rivals_aboard(look: Outlook) -> Rivals:
    """Count the rivals in the ship, and all rivals."""
    aboard = sum(seat != look.me for seat in look.in_ship)
    return Rivals(aboard=aboard, rivals=len(look.view.seats) - 1)


def played(look: Outlook, move: Play) -> Hint:
    """Explain why this card or power is played; one without a reason of its own is just played."""
    reason = PLAYED.get(move.card)
    return reason(look, move) if reason else Hint(move, "play", **where(look))


def passed(look: Outlook, move: Move) -> Hint:
    """Explain why nothing is played, by the card that would gain most."""
    if look.view.question == "cannot" and lets_crash(look.view):
        return Hint(move, "let-fall", **where(look), **rivals_aboard(look))
    plays = [other for other in look.view.legal if isinstance(other, Play)]
    gains = [gain_of(look, other) for other in plays]
    best = plays[gains.index(max(gains))].card
    if best in HARMFUL and look.me in look.aboard and look.stake > 0:
        return Hint(move, "pass-aboard", **where(look), card=best)
    helps = max(gains) > max(NEVER, -look.price(best))
    return Hint(move, "pass-later" if helps else "pass", **where(look), card=best)


# --- to the rescue -------------------------------------------------------------------------


def _rescue(look: Outlook, move: Play) -> Hint:
    why = "help" if move.card in LITTLE_HELP else "rescue"
    odds = tenths(RESCUES[move.card](look))
    return Hint(move, why, **where(look), tenths=odds, ahead=ahead(look))


def _take_over(look: Outlook, move: Play) -> Hint:
    if look.can_pay(look.me) < SURE:
        return Hint(move, "play", **where(look))
    return Hint(move, "take-over", **where(look), ahead=ahead(look))


# --- out of it -----------------------------------------------------------------------------


def boat(look: Outlook, move: Play) -> Hint:
    """Explain why a seat steps into the rowboat, as a passenger or as captain."""
    stop = inference.stops_behind(look.view, look.leg.city)[0]
    hand = look.hand(look.me)
    alone = flight(look.pool, hand, CITY[stop].dice, (ROWBOATS[move.card],))
    return Hint(move, "boat", **where(look), tenths=tenths(alone), instead=tenths(look.odds))


def _hand_over(look: Outlook, move: Play) -> Hint:
    new = int(move.on)
    return Hint(move, "hand-over", **where(look), seat=new, tenths=tenths(look.can_pay(new)))


def _jump(look: Outlook, move: Play) -> Hint:
    best = round(inference.best_treasure(look.view, look.leg.city))
    return Hint(move, "jump", **where(look), here=best if move.using else here(look))


# --- against rivals ------------------------------------------------------------------------


def _put_ashore(look: Outlook, move: Play) -> Hint:
    rival = int(move.on)
    return Hint(
        move, "put-ashore", **where(look), seat=rival, here=here(look), ahead=round(look.prize)
    )


def _purple(look: Outlook, move: Play) -> Hint:
    if look.me in look.leg.gone:
        return _put_ashore(look, move)
    odds = tenths(look.odds)
    return Hint(move, "call-back", **where(look), seat=int(move.on), tenths=odds)


def _gust(look: Outlook, move: Play) -> Hint:
    falls = tenths(1 - after_gust(look))
    return Hint(move, "gust", **where(look), tenths=falls, **rivals_aboard(look))


def _moor(look: Outlook, move: Play) -> Hint:
    return Hint(move, "moor", **where(look))


# --- before the roll -----------------------------------------------------------------------


def _dice(look: Outlook) -> int:
    """Return the number of dice about to be rolled."""
    return CITY[look.leg.target].dice + look.leg.extra


def _bandit(look: Outlook, move: Play) -> Hint:
    then, now = (tenths(flying(look, _dice(look) + more)) for more in (1, 0))
    return Hint(move, "more-dice", **where(look), tenths=then, instead=now)


def _black(look: Outlook, move: Play) -> Hint:
    then, now = (tenths(flying(look, _dice(look) - fewer)) for fewer in (2, 0))
    return Hint(move, "fewer-dice", **where(look), tenths=then, instead=now)


def _new_hand(look: Outlook, move: Play) -> Hint:
    rest = list(look.view.hand)
    rest.remove(move.card)
    old, new = hand_of(rest), Hand(hidden=min(len(rest), FULL))
    then, now = (tenths(paying_power(look, hand)) for hand in (new, old))
    return Hint(move, "new-hand", **where(look), tenths=then, instead=now)


def _spy(look: Outlook, move: Play) -> Hint:
    """Explain a look at the captain's cards; at those of others it is just a play."""
    return Hint(move, "spy" if int(move.on) == look.leg.captain else "play", **where(look))


# --- treasures -----------------------------------------------------------------------------


def _climb_back(look: Outlook, move: Play) -> Hint:
    gone = POINTS[look.view.treasures[-1]]
    return Hint(move, "climb-back", **where(look), here=gone, ahead=ahead(look))


def _choose(look: Outlook, move: Play) -> Hint:
    step = look.view.agenda[-1]
    city = step.city if isinstance(step, TakeTreasure) else look.leg.city
    mean, best = round(look.means[city]), round(inference.best_treasure(look.view, city))
    return Hint(move, "choose", **where(look), here=mean, ahead=best)


PLAYED: Final[dict[str, Reason]] = {
    **dict.fromkeys(RESCUES, _rescue),
    "blue": _take_over,
    **dict.fromkeys(ROWBOATS, boat),
    "desperate_need": _hand_over,
    "jetpack": _jump,
    "ejection": _put_ashore,
    "purple": _purple,
    "wind_gust": _gust,
    "mooring_line": _moor,
    "bandit": _bandit,
    "black": _black,
    "new_equipment": _new_hand,
    "spy": _spy,
    "grappling_hook": _climb_back,
    "instructor": _choose,
}
"""The reason for a play, by its card or power."""
