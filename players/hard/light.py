"""The quick player that plays imagined games on: one hand, public facts, and no view.

It uses of an imagined game what a person on its seat would know. It plays as `players.normal` does
where that is cheap, or as `players.thumb` on the given seats: it stays or leaves by a rule that was
fitted to games of that player, and lets a craft crash on the same terms or not at all.

A card without a rule here is played where the captain cannot pay, as a rescue, once the crash is
certain, and over the captain's cards on the table. At all other moments it stays in hand. `Hard`
still plays it itself wherever imagined games show a gain, but sees no use in keeping it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, cast

from engine.box import BLANK, CITY, EVENTS, LITTLE_HELP, PIRATES, POINTS, ROWBOATS, UPGRADED
from engine.flow.treasure import ChooseTreasure
from engine.inside import Inside
from engine.moves import Declare, Give, Keep, Leave, Move, Pay, Play, Prepare, Reroll
from players.hard.chances import MEAN, covers_of, lacks, needs_now, pays_roll
from players.hard.facts import captain_pays, lets_crash, riches
from players.hard.stay import StayWeights, features

# Cities from which on cards are worth playing, the more valuable ones later.
NEAR_CITY: Final = 2
MIDDLE_CITY: Final = 3
FAR_CITY: Final = 4
VERY_FAR_CITY: Final = 5

MIN_JETPACK_TREASURE: Final = 3.5  # points
MIN_EJECTION_GAIN: Final = 3.0  # points
RIVAL_MARGIN: Final = 12  # points
"""A rival further behind does not matter."""
FEW_CARDS: Final = 5
SMALL_TREASURE: Final = 3  # points
"""A treasure up to here may be given up."""
BEYOND_TARGET: Final = 0.4
"""The share of the next leg's gain that counts for a passenger who flies on."""
MIN_GUST: Final = 5
"""The least product of city and number aboard for a Wind gust."""
NO_RESCUES: Final = ("desperate_need", "ejection", "wind_gust")
"""Cards that can be played while the captain cannot pay, but do not avert the crash."""


class Light:
    """Chooses a move in an imagined game."""

    def __init__(self, staying: StayWeights, easy: frozenset[int] = frozenset()) -> None:
        self._staying = staying
        self._easy = easy
        """The seats of easy players, who say "we can" whenever they can."""

    def choose(self, game: Inside, seat: int, legal: tuple[Move, ...]) -> Move:
        """Return one of these moves; the first one by default."""
        match game.agenda[-1].kind:
            case "decisions":
                return self._decide(game, seat, legal)
            case "declaration":
                return self._declare(game, seat)
            case "spoken":
                return _spoken(game, seat, legal, captain_pays(game, seat))
            case "cannot":
                return legal[0] if self._lets_crash(game, seat) else _cannot(game, seat, legal)
            case kind:
                answer = _ANSWERS.get(kind)
                return answer(game, seat, legal) if answer else legal[0]

    def _decide(self, game: Inside, seat: int, legal: tuple[Move, ...]) -> Move:
        weights = self._staying.easy if seat in self._easy else self._staying.normal
        row = features(game, seat)
        if sum([a * b for a, b in zip(weights, row, strict=True)]) > 0:
            return legal[0]
        return next((move for move in legal if type(move) is Leave), legal[0])

    def _declare(self, game: Inside, seat: int) -> Move:
        return Declare("cannot" if self._lets_crash(game, seat) else "can")

    def _lets_crash(self, game: Inside, seat: int) -> bool:
        return seat not in self._easy and lets_crash(game, seat)


# --- the captain ---------------------------------------------------------------------------


def _start(game: Inside, seat: int, legal: tuple[Move, ...]) -> Move:
    me, leg = game.seats[seat], game.leg
    supplies = next((move for move in legal if type(move) is Prepare), None)
    if supplies and len(me.hand) < FEW_CARDS:
        return supplies
    leave = next((move for move in legal if type(move) is Leave), None)
    if leave is None:
        return legal[0]
    here, there = MEAN[leg.city], MEAN[leg.target]
    lands = riches(me) + here
    best = max([riches(other) for n, other in enumerate(game.seats) if n != seat])
    goal = game.rules.options.goal
    if max(lands, best) >= goal:  # the game is about to end
        return leave if lands > best else legal[0]
    odds = pays_roll(covers_of(me.hand), CITY[leg.target].dice + leg.extra, leg.ignored)
    saved = here if "jetpack" in me.hand else 0.0
    return legal[0] if odds * there + (1 - odds) * saved > here + 1 else leave


def _payment(game: Inside, seat: int, legal: tuple[Move, ...]) -> Move:
    return min(legal, key=lambda move: sum(c in UPGRADED for c in cast(Pay, move).cards))


def _pick_dice(game: Inside, seat: int, legal: tuple[Move, ...]) -> Move:
    """Roll again the events that the hand does not cover."""
    covers = covers_of(game.seats[seat].hand)
    open_: list[str] = []
    for symbol, need, have in zip(EVENTS, needs_now(game), covers, strict=False):
        open_ += [symbol] * max(0, need - have)
    wanted = Reroll(tuple(sorted(open_)))
    return wanted if wanted in legal else legal[-1]


# --- windows -------------------------------------------------------------------------------


def _plays(legal: Iterable[Move]) -> Iterable[Play]:
    return [move for move in legal if type(move) is Play]


def _before_roll(game: Inside, seat: int, legal: tuple[Move, ...]) -> Move:
    wanted = "black" if seat in game.aboard else "bandit"
    if game.leg.target < VERY_FAR_CITY:
        return legal[0]
    return next((move for move in _plays(legal) if move.card == wanted), legal[0])


def _spoken(game: Inside, seat: int, legal: tuple[Move, ...], odds: float) -> Move:
    leg = game.leg
    if leg.captain == seat:
        if odds or leg.city < NEAR_CITY:
            return legal[0]
        way_out = ("alternative_route", "desperate_need", *ROWBOATS)
        return next((move for move in _plays(legal) if move.card in way_out), legal[0])
    ejections = [move for move in _plays(legal) if move.card == "ejection"]
    if not ejections:
        return legal[0]
    move = max(ejections, key=lambda move: riches(game.seats[int(move.on)]))
    rival, mine = riches(game.seats[int(move.on)]), riches(game.seats[seat])
    after = game.next_stop(leg.target) or leg.target
    ahead = MEAN[leg.target] + BEYOND_TARGET * (MEAN[after] - MEAN[leg.target])
    gain = odds * ahead - MEAN[leg.city]
    harmless = rival + MEAN[leg.city] < game.rules.options.goal
    matters = rival >= mine - RIVAL_MARGIN and gain > MIN_EJECTION_GAIN
    return move if matters and harmless else legal[0]


def _can(game: Inside, seat: int, legal: tuple[Move, ...]) -> Move:
    leg = game.leg
    for move in _plays(legal):
        if move.card == "wind_gust" and seat not in game.aboard:
            if (
                leg.city >= MIDDLE_CITY
                and BLANK in leg.dice
                and leg.city * len(game.aboard) >= MIN_GUST
            ):
                return move
        elif move.card == "grappling_hook" and MEAN[leg.target] > MEAN[leg.city] + 2:
            return move
    return legal[0]


def _cannot(game: Inside, seat: int, legal: tuple[Move, ...]) -> Move:
    leg = game.leg
    has_bluffed = leg.captain == seat and _could_pay(game, seat)
    if seat not in game.aboard or has_bluffed:
        return legal[0]
    return next((move for move in _plays(legal) if _rescues(game, seat, move)), legal[0])


def _rescues(game: Inside, seat: int, move: Play) -> bool:
    """Return whether this card is worth playing to save the craft."""
    leg, card = game.leg, move.card
    if card in LITTLE_HELP:
        at = EVENTS.index(LITTLE_HELP[card].symbol)
        return game.seats[seat].laid.count(card) < needs_now(game)[at]
    match card:
        case "spyglass":
            return leg.target >= FAR_CITY
        case "green":
            return leg.city >= FAR_CITY and PIRATES in leg.dice
        case "yellow":
            return leg.city >= FAR_CITY
        case "red":
            return leg.city >= VERY_FAR_CITY and POINTS[move.on] <= SMALL_TREASURE
        case "blue":
            return leg.city >= MIDDLE_CITY and _could_pay(game, seat)
        case _:
            return card not in NO_RESCUES and leg.city >= NEAR_CITY


def _could_pay(game: Inside, seat: int) -> bool:
    covers = covers_of(game.seats[seat].hand)
    return lacks(covers, needs_now(game)) <= 0


def _crashing(game: Inside, seat: int, legal: tuple[Move, ...]) -> Move:
    here = MEAN[game.leg.city]
    wins = riches(game.seats[seat]) + here >= game.rules.options.goal
    if here < MIN_JETPACK_TREASURE and not wins:
        return legal[0]
    return next(iter(_plays(legal)), legal[0])


def _cards_down(game: Inside, seat: int, legal: tuple[Move, ...]) -> Move:
    moors = seat not in game.aboard and game.leg.target >= VERY_FAR_CITY
    return next(iter(_plays(legal)), legal[0]) if moors else legal[0]


# --- treasures -----------------------------------------------------------------------------


def _keep(game: Inside, seat: int, legal: tuple[Move, ...]) -> Move:
    step = game.agenda[-1]
    for_another = isinstance(step, ChooseTreasure) and step.seat != seat
    best = min if for_another else max
    return best(legal, key=lambda move: POINTS[cast(Keep, move).treasure])


def _give(game: Inside, seat: int, legal: tuple[Move, ...]) -> Move:
    return min(legal, key=lambda move: riches(game.seats[cast(Give, move).to]))


_ANSWERS: Final[Mapping[str, Callable[[Inside, int, tuple[Move, ...]], Move]]] = {
    "start": _start,
    "before_roll": _before_roll,
    "can": _can,
    "crashing": _crashing,
    "payment": _payment,
    "cards_down": _cards_down,
    "pick_dice": _pick_dice,
    "draw_treasure": _keep,
    "choose_treasure": _keep,
    "give_gifts": _give,
}
"""By question; all other questions are answered with the first move."""
