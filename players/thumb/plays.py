"""The gain of each card and power over passing: one function for each.

Gains are in points, less the price of the card.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Final

from engine.box import (
    BLANK,
    CITY,
    EVENTS,
    LITTLE_HELP,
    PIRATES,
    POINTS,
    ROWBOATS,
    SPYGLASS_POINTS,
    SPYGLASSES,
)
from engine.flow.dice import rerollable
from engine.flow.treasure import TakeTreasure
from engine.moves import Play
from engine.state.pieces import SHIP
from players.cards import Needs, needs_of, pool_of
from players.odds import able, able_now_that, flight, flights
from players.thumb import inference
from players.thumb.hands import hand_value, prior_value
from players.thumb.outlook import FULL, Outlook

Gain = Callable[[Outlook, Play], float]
"""The gain of a play over passing."""

NEVER: Final = -1000.0
PLANNED_DICE: Final = 5
"""Dice beyond this are not planned for."""

# --- to the rescue, when the captain cannot ------------------------------------------------


def _rescue(look: Outlook, odds: float, price: float) -> float:
    """Return the gain of saving the craft with these odds, for this price."""
    if look.leg.said != "cannot" or _would_rather_crash(look):
        return NEVER
    return odds * look.stake - price


def _would_rather_crash(look: Outlook) -> bool:
    """Return whether this captain could pay with Turbos, but said "cannot"."""
    hand = look.hand(look.leg.captain)
    return look.is_captain and able_now_that("", look.pool, hand, look.needs, look.needs) > SURE


SURE: Final = 0.999
"""Odds above this are certain, except for rounding."""


def _alternative_route(look: Outlook, move: Play) -> float:
    return _rescue(look, best_reroll(look), look.price(move.card))


def best_reroll(look: Outlook) -> float:
    """Return the odds after a reroll of the best choice of dice."""
    if not look.is_captain:
        # only the captain can choose well; others assume that all events are rolled again
        dice = look.leg.dice
        kept = tuple([face for face in dice if face == BLANK or face in look.leg.ignored])
        return look.odds_after(kept, len(dice) - len(kept))
    faces = rerollable(look.leg)
    picks = {pick for size in range(len(faces)) for pick in combinations(sorted(faces), size + 1)}
    return max((look.odds_after(kept_of(look, pick), len(pick)) for pick in picks), default=0.0)


def kept_of(look: Outlook, pick: tuple[str, ...]) -> tuple[str, ...]:
    """Return the dice that are not rolled again."""
    kept = list(look.leg.dice)
    for face in pick:
        kept.remove(face)
    return tuple(kept)


def _after_all_dice(look: Outlook) -> float:
    """Return the odds after a reroll of all dice that may be rolled again."""
    again = rerollable(look.leg)
    return look.odds_after(kept_of(look, again), len(again))


def _red(look: Outlook, move: Play) -> float:
    lost = look.weights.price("spyglass") if move.on in SPYGLASSES else 0.0
    return _rescue(look, _after_all_dice(look), look.price("red") + POINTS[move.on] + lost)


def _spyglass(look: Outlook, move: Play) -> float:
    return _rescue(look, 1.0, spyglass_cost(look))


def spyglass_cost(look: Outlook) -> float:
    """Return the points of a spyglass, and half its price for later use."""
    return SPYGLASS_POINTS + look.price("spyglass") / 2


def _blue(look: Outlook, move: Play) -> float:
    cost = look.price("blue") + look.price(*inference.cards_for(look.view.hand, look.needs))
    arrival = look.arrival_of(look.me) - look.crash
    stake = arrival - look.begrudged(look.me)
    return look.can_pay(look.me) * stake - cost if look.leg.said == "cannot" else NEVER


def _odds_facing(look: Outlook, needs: Needs) -> float:
    """Return the odds that a captain who cannot pay the dice could pay this instead."""
    said = "" if look.is_captain else look.leg.said
    return able_now_that(said, look.pool, look.hand(look.leg.captain), look.needs, needs)


def _without_pirates(look: Outlook) -> float:
    pirates = EVENTS.index(PIRATES)
    return _odds_facing(look, (*look.needs[:pirates], 0, *look.needs[pirates + 1 :]))


def _green(look: Outlook, move: Play) -> float:
    return _rescue(look, _without_pirates(look), look.price("green"))


def _with_two_cards(look: Outlook) -> float:
    """Return the odds when two cards of the draw pile help."""
    pool = pool_of(look.unseen, with_help=True)
    hand = look.hand(look.leg.captain)
    before = able(pool, hand, look.needs)
    after = able(pool, hand.with_hidden(2), look.needs)
    return (after - before) / (1 - before) if before < 1 else 0.0


def _yellow(look: Outlook, move: Play) -> float:
    return _rescue(look, _with_two_cards(look), look.price("yellow"))


def _with_help(look: Outlook) -> float:
    """Return the odds with all help that this seat could lay, and some from others."""
    most = [card for card in look.view.hand if card in LITTLE_HELP]
    return _odds_facing(look, _less(look.needs, most))


def _little_help(look: Outlook, move: Play) -> float:
    open_ = _less(look.needs, look.view.laid)
    symbol = LITTLE_HELP[move.card].symbol
    if not open_[EVENTS.index(symbol)]:
        return NEVER
    return _rescue(look, _with_help(look) - 0.02, 0.0)


def _past_everything(look: Outlook) -> float:
    return 1.0


RESCUES: Final[dict[str, Callable[[Outlook], float]]] = {
    "alternative_route": best_reroll,
    "red": _after_all_dice,
    "spyglass": _past_everything,
    "green": _without_pirates,
    "yellow": _with_two_cards,
    **dict.fromkeys(LITTLE_HELP, _with_help),
}
"""The odds that the craft flies on after all, by the card or power that is played."""


def _less(needs: Needs, help_: list[str] | tuple[str, ...]) -> Needs:
    """Return the events left to face when these cards help."""
    facing: dict[str, int] = dict(zip(EVENTS, needs, strict=True))
    for card in help_:
        facing[LITTLE_HELP[card].symbol] -= 1
    return tuple([max(0, n) for n in needs_of(facing)])


# --- the captain's ways out ----------------------------------------------------------------


def captain_now(look: Outlook) -> float:
    """Return the worth of being captain of this roll, before any way out."""
    if look.can_pay(look.me) and look.leg.said != "cannot":
        return look.arrival - look.price(*inference.cards_for(look.view.hand, look.needs))
    return look.crash + last_hope(look)


def last_hope(look: Outlook) -> float:
    """Return the worth of the own rescues once the captain cannot pay."""
    gains = [0.0]
    if look.leg.said:
        return 0.0
    if any(name in SPYGLASSES for name in look.view.treasures):
        gains.append(look.stake - spyglass_cost(look))
    if "alternative_route" in look.view.hand and any(look.needs):
        gains.append(best_reroll(look) * look.stake - look.price("alternative_route"))
    return max(gains)


def _desperate_need(look: Outlook, move: Play) -> float:
    new = int(move.on)
    flying = look.can_pay(new) * look.arrival_of(new)
    return max(look.landing(look.leg.city), flying) - captain_now(look) - look.price(move.card)


def _rowboat(look: Outlook, move: Play) -> float:
    now = captain_now(look)
    return look.boarding(move.card) - now - look.envied(look.in_ship) * look.prize * 0.3


# --- against rivals ------------------------------------------------------------------------


def _ejection(look: Outlook, move: Play) -> float:
    return _ashore_not_aboard(look, int(move.on)) - look.price(move.card)


def _ashore_not_aboard(look: Outlook, rival: int) -> float:
    """Return the worth of a rival landing here instead of flying on."""
    flying = look.served(look.leg.captain, tuple(sorted({*look.aboard, rival})))
    prize = look.prize if rival in flying else 0.0
    loss = look.odds * prize - look.points(look.leg.city)
    return look.envied((rival,)) * loss


def after_gust(look: Outlook) -> float:
    """Return the odds after a reroll of every blank die."""
    kept = tuple([face for face in look.leg.dice if face != BLANK])
    return look.odds_after(kept, len(look.leg.dice) - len(kept))


def _wind_gust(look: Outlook, move: Play) -> float:
    if look.leg.said != "can":
        return NEVER
    return (after_gust(look) - 1) * look.stake - look.price(move.card)


def _bandit(look: Outlook, move: Play) -> float:
    dice = CITY[look.leg.target].dice + look.leg.extra
    if dice >= PLANNED_DICE:
        return NEVER
    drop = flying(look, dice) - flying(look, dice + 1)
    return -drop * look.weights.spoilt * look.stake - look.price(move.card)


def _mooring_line(look: Outlook, move: Play) -> float:
    return -look.weights.spoilt * look.stake - look.price(move.card)


def _purple(look: Outlook, move: Play) -> float:
    sign = 1 if look.me in look.leg.gone else -1
    return sign * _ashore_not_aboard(look, int(move.on)) - look.price("purple")


# --- before the roll -----------------------------------------------------------------------


def flying(look: Outlook, dice: int) -> float:
    """Return the odds that this leg's captain pays for a roll of this many dice."""
    hand = look.hand(look.leg.captain)
    hand = hand._replace(hidden=min(hand.hidden, FULL))
    return flight(look.pool, hand, max(0, min(dice, PLANNED_DICE)), look.leg.ignored)


def _black(look: Outlook, move: Play) -> float:
    dice = CITY[look.leg.target].dice + look.leg.extra
    rise = flying(look, dice - 2) - flying(look, dice)
    # a passenger may still leave when the dice are bad
    needed = 1.0 if look.is_captain else 0.5
    return needed * rise * look.stake - look.price("black")


def _new_equipment(look: Outlook, move: Play) -> float:
    rest = list(look.view.hand)
    rest.remove(move.card)
    better = prior_value(look, len(rest)) - hand_value(look, tuple(rest))
    return look.race.calm * better - look.price(move.card)


def _spy(look: Outlook, move: Play) -> float:
    """Return the gain of knowing the captain's hand, for a passenger."""
    leg = look.leg
    hidden = look.hand(leg.captain).hidden
    if int(move.on) != leg.captain or leg.craft != SHIP or look.me not in look.in_ship:
        return NEVER
    dice = CITY[leg.target].dice + leg.extra
    hand = look.hand(leg.captain)._replace(hidden=min(hidden, FULL))
    here, crash, there = look.landing(leg.city), look.crash, look.arrival
    gain = 0.0
    for odds, likely in flights(look.pool, hand, min(max(0, dice), PLANNED_DICE)):
        blind = max(here, odds * there + (1 - odds) * crash)
        known = odds * max(here, there) + (1 - odds) * max(here, crash)
        gain += likely * (known - blind)
    return gain - look.price(move.card)


# --- treasures -----------------------------------------------------------------------------


def _jetpack(look: Outlook, move: Play) -> float:
    city = look.leg.city
    return look.landing(city) - look.price("jetpack") + (look.lookup(city) if move.using else 0.0)


def _grappling_hook(look: Outlook, move: Play) -> float:
    taken = POINTS[look.view.treasures[-1]]
    back = look.arrival_of(look.leg.captain, (*look.in_ship, look.me))
    return back - look.race.worth(taken) - look.price(move.card)


def _instructor(look: Outlook, move: Play) -> float:
    step = look.view.agenda[-1]
    if isinstance(step, TakeTreasure) and step.seat == look.me:
        return look.lookup(step.city)
    return NEVER


GAINS: Final[dict[str, Gain]] = {
    "alternative_route": _alternative_route,
    "red": _red,
    "spyglass": _spyglass,
    "blue": _blue,
    "green": _green,
    "yellow": _yellow,
    **dict.fromkeys(LITTLE_HELP, _little_help),
    "desperate_need": _desperate_need,
    **dict.fromkeys(ROWBOATS, _rowboat),
    "ejection": _ejection,
    "wind_gust": _wind_gust,
    "bandit": _bandit,
    "mooring_line": _mooring_line,
    "purple": _purple,
    "black": _black,
    "new_equipment": _new_equipment,
    "spy": _spy,
    "jetpack": _jetpack,
    "grappling_hook": _grappling_hook,
    "instructor": _instructor,
}
"""The gain of a play, by its card or power."""


def gain_of(look: Outlook, move: Play) -> float:
    """Return the gain of a play over passing; a card without a rule is never played."""
    gain = GAINS.get(move.card)
    return gain(look, move) if gain else NEVER
