"""The questions that nets answer, each with two answers and the position as numbers.

A passenger stays or leaves; a captain says that the craft flies on, or that it cannot; a captain
alone sets off or leaves; who could play a card in a window passes or plays it.
`bench/fit/core/dilemma.hpp` makes the same numbers of a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final, cast

from engine import Move, View
from engine.box import (
    BLANK,
    CHARACTERS,
    CITY,
    CITY_OF,
    LAST,
    LITTLE_HELP,
    POINTS,
    ROWBOATS,
    SPYGLASSES,
    TOKEN_POINTS,
    TREASURES,
    TURBO,
    UPGRADED,
)
from engine.moves import Declare, Leave, Play, Prepare, Steer
from engine.state.act import WINDOWS as WINDOW_KINDS
from engine.state.pieces import BOAT, SHIP
from engine.state.scores import BEGINNER_CITIES
from engine.view import SeatView
from players.hard.chances import Unseen, covers_of, lacks, pays_roll
from players.normal.player import WEIGHTS, lets_crash
from players.thumb import inference
from players.thumb.answers import WORTHS, start
from players.thumb.outlook import Outlook
from players.thumb.plays import gain_of

STAY, WORD, START, PLAY = "stay", "word", "start", "play"
DILEMMAS: Final = (STAY, WORD, START, PLAY)
"""The names of the nets."""
WORDS: Final = (Declare("cannot"), Declare("can"))
NEAR: Final = 12  # points
"""A rival who lacks no more may end the game at the next landing."""
CARDS: Final = (
    *("jetpack", "alternative_route", "wind_gust", "ejection", "desperate_need"),
    *("instructor", "grappling_hook", "mooring_line", "bandit"),
)
BOXES: Final = (
    *("little_help", "initiative", "grappling_hook", "instructor"),
    *("krismastri", "matryoshburg", "boscalumia"),
)
"""The boxes that the nets know; to them a later one is not there, until they are fitted anew."""
SEATS: Final = (2, 3, 4, 5, 6)
PLAYS: Final = (
    *("alternative_route", "bandit", "desperate_need", "ejection", "grappling_hook", "instructor"),
    *("jetpack", "mooring_line", "new_equipment", "spy", "wind_gust", "spyglass"),
    *("red", "blue", "green", "yellow", "black", "purple"),
)
"""The cards and powers that the nets know, beside Little help and Rowboats."""
KNOWN: Final = frozenset((*PLAYS, *LITTLE_HELP, *ROWBOATS))
WHEN: Final = (*WINDOW_KINDS, "take_treasure", "decisions")
"""The questions at which something may be played."""
QUESTIONS: Final = frozenset((*WHEN, "start", "declaration"))
AIMED: Final = frozenset(("ejection", "purple", "desperate_need", "spy"))
"""Cards and powers that are aimed at a seat."""
DEAREST: Final = {
    number: max([POINTS[name] for name in pile]) for number, pile in TREASURES.items()
}
"""The most points of a treasure of each city."""
ROLLS: Final = (2, 3, 4)
"""Numbers of dice."""


@dataclass(frozen=True, slots=True)
class Dilemma:
    """Two answers to choose from, and all that speaks for the one or the other."""

    name: str
    one: Move
    other: Move
    inputs: tuple[float, ...]
    """The position as its seat knows it, in numbers of about -1 to 1."""
    wins: bool = False
    """With about the usual treasure the other answer ends the game, ahead of all that rivals may
    hold or still find."""


def dilemmas(view: View) -> tuple[Dilemma, ...]:
    """Return the first answer to the question beside each other one that a net knows."""
    if view.question not in QUESTIONS or len(view.legal) == 1:
        return ()
    look = Outlook(view, WEIGHTS)
    pairs = _pairs(look)
    if not pairs:
        return ()
    facts = _Facts(look)
    known = facts.inputs
    return tuple(
        [Dilemma(*pair, (*known, *facts.of(*pair)), wins=_wins(look, pair[2])) for pair in pairs]
    )


_Pair = tuple[str, Move, Move]
"""The net and the two answers of a dilemma."""


def _pairs(look: Outlook) -> list[_Pair]:
    view = look.view
    first = view.legal[0]
    plays = [(PLAY, first, it) for it in view.legal if isinstance(it, Play) and it.card in KNOWN]
    match view.question:
        case "declaration":
            return [(WORD, *WORDS)]
        case "decisions":
            return [*_leave(STAY, look), *plays]
        case "start":
            return [] if _goes_elsewhere(look) else _leave(START, look)
        case _:
            return [*plays]


def _leave(name: str, look: Outlook) -> list[_Pair]:
    """Return the dilemma to go on or to leave, if there is one."""
    legal = look.view.legal
    leaves = [move for move in legal if isinstance(move, Leave)]
    aided = [move for move in leaves if move.using]
    if aided and look.lookup(look.leg.city) > 0:
        leaves = aided
    return [(name, legal[0], leave) for leave in leaves[:1]]


def _wins(look: Outlook, move: Move) -> bool:
    """Return whether this move ends the game in the lead, with about the usual treasure."""
    view, race = look.view, look.race
    if not isinstance(move, Leave) or view.options.variant != "standard":
        return False
    mine = race.points[look.me] + look.points(look.leg.city)
    rivals = [seat for number, seat in enumerate(view.seats) if number != look.me]
    return mine >= view.options.goal and mine - race.fees > max(map(partial(_most, view), rivals))


def _most(view: View, rival: SeatView) -> int:
    """Return the most points that a rival can have at the end of this journey."""
    found = sum([DEAREST[city] for city in rival.treasures]) + TOKEN_POINTS * rival.tokens
    may_find = rival.place in (SHIP, BOAT) or view.options.boxes
    return found + (DEAREST[LAST] if may_find else 0)


def _goes_elsewhere(look: Outlook) -> bool:
    """Return whether a normal captain would steer for Boscalumia or fetch cards first."""
    legal = look.view.legal
    if not any(isinstance(move, Steer | Prepare) for move in legal):
        return False
    worths = [start(look, move) for move in legal]
    least = max(worths) - look.weights.tie
    usual = next(it for it, points in zip(legal, worths, strict=True) if points >= least)
    return isinstance(usual, Steer | Prepare)


class _Facts:
    """The facts of one view that the inputs are made of."""

    def __init__(self, look: Outlook) -> None:
        view, pool = look.view, look.pool
        self._look = look
        self._view = view
        self._me = look.me
        self._leg = look.leg
        both = [one + two for one, two in zip(pool.singles, pool.doubles, strict=True)]
        self._unseen = Unseen(both, pool.turbos, pool.size)
        self._covers = covers_of(view.hand)
        self._needs = look.needs
        seats = len(view.seats)
        order = [(self._leg.captain + n) % seats for n in range(1, seats + 1)]
        self._heirs = [seat for seat in order if view.seats[seat].place == self._leg.craft]
        """The seats aboard in the order in which they become captain."""
        self._after = self._behind(self._leg.target)
        self._last = self._behind(self._after) if self._after else 0
        self._here = look.points(self._leg.city)
        self._there = look.points(self._leg.target)
        self._then = look.points(self._after) if self._after else self._there
        self._again = self._flight(0, self._after)
        self._points = [*look.race.points]
        self._points[self._me] -= look.race.fees
        self._best = look.race.best

    def of(self, name: str, one: Move, other: Move) -> tuple[float, ...]:
        """Return the numbers of a dilemma: what a normal player thinks of it, and the play."""
        look, here = self._look, self._look.landing(self._leg.city)
        of_leg = (look.arrival / 10, here / 10, look.crash / 10, look.stake / 10)
        if name == PLAY:
            gain = max(-1.0, min(1.0, -gain_of(look, cast(Play, other)) / 10))
            return (gain, *of_leg, *self._of_play(cast(Play, other)))
        worth = WORTHS[self._view.question]
        return ((worth(look, one) - worth(look, other)) / 10, *of_leg)

    def _of_play(self, play: Play) -> tuple[float, ...]:
        """Return the card or the power that may be played, when, and at whom."""
        at, lead, leads = -1, 0.0, False
        if play.card in AIMED:
            at = int(play.on)
            lead = (self._points[at] - self._points[self._me]) / 25
            leads = self._points[at] >= self._best
        return (
            *(float(play.card in LITTLE_HELP), float(play.card in ROWBOATS)),
            *[float(play.card == name) for name in PLAYS],
            *[float(self._view.question == name) for name in WHEN],
            *(lead, float(leads), float(at == self._leg.captain), float(play.using != "")),
        )

    @property
    def inputs(self) -> tuple[float, ...]:
        return (*self._of_dice(), *self._of_hands(), *self._of_race(), *self._of_table())

    def _behind(self, city: int) -> int:
        """Return the stop behind a city; 0 at the end of the line."""
        stops = inference.stops_behind(self._view, city)
        return stops[0] if stops else 0

    def _pile(self, city: int) -> int:
        return self._view.piles[city - 1] if city <= LAST else 0

    def _flight(self, heir: int, city: int) -> float:
        """Return about the odds that a later captain reaches this city."""
        if not city:
            return 1.0
        heirs, dice = self._heirs or [self._leg.captain], CITY[city].dice
        seat = heirs[heir % len(heirs)]
        if seat == self._me:
            return pays_roll(self._covers, dice)
        return self._unseen.pays_blindly(dice, self._view.seats[seat].hand)

    @property
    def _odds(self) -> float:
        """The odds that this leg's craft flies on."""
        leg = self._leg
        if self._view.question == "start":
            return pays_roll(self._covers, CITY[leg.target].dice + leg.extra, leg.ignored)
        return self._look.odds

    def _of_dice(self) -> tuple[float, ...]:
        leg, needs, odds = self._leg, self._needs, self._odds
        size = max(1, self._unseen.size)
        fitting = sum([n * cards for n, cards in zip(needs, self._unseen.pool, strict=True)])
        return (
            *(odds, odds * self._there / 10, self._here / 10),
            *((odds * self._there - self._here) / 10, odds * self._again * self._then / 10),
            *(leg.city / LAST, sum(needs) / 4, sum([n > 0 for n in needs]) / 4, max(needs) / 4),
            *(leg.dice.count(BLANK) / 4, len(leg.dice) / 4, leg.extra / 2),
            *(float(leg.said == "can"), float(leg.said == "cannot"), float(leg.craft == SHIP)),
            *(self._unseen.turbos / size * 10, fitting / size),
        )

    def _of_hands(self) -> tuple[float, ...]:
        """Return the cards of this seat and the numbers of the others', and what they pay."""
        view, leg, me, heirs, covers = self._view, self._leg, self._me, self._heirs, self._covers
        seats, hand = view.seats, view.hand
        heir = heirs[0] if heirs else leg.captain
        rivals = len(seats) - 1
        short, turned = lacks(covers, self._needs), leg.turned.count(TURBO)
        others = sum([seat.hand for n, seat in enumerate(seats) if n != me]) / rivals
        mine = seats[me].character if seats[me].power else ""
        rescuers = [seats[n].character for n in heirs if n != me and seats[n].power]
        return (
            *((len(heirs) - 1) / rivals, sum([n != me for n in leg.undecided]) / rivals),
            *(((me - leg.captain) % len(seats)) / rivals, float(heir == me)),
            (heirs.index(me) if me in heirs else 0) / rivals,
            *(self._again, self._flight(1, self._last)),
            *(float(not self._after), float(not self._last)),
            *(*[pays_roll(covers, dice) for dice in ROLLS], covers[-1] / 3),
            *[float(hand.count(card)) for card in CARDS],
            float(sum([card in ROWBOATS for card in hand])),
            sum([card in LITTLE_HELP for card in hand]) / 3,
            sum([card in UPGRADED for card in hand]) / 3,
            *(len(hand) / 10, max(0, short) / 4, float(short <= 0), float(short <= turned)),
            *(seats[leg.captain].hand / 10, seats[heir].hand / 10, others / 10),
            float(sum([name in SPYGLASSES for name in view.treasures])),
            *[float(name == mine) for name in CHARACTERS],
            *[float(name in rescuers) for name in CHARACTERS],
        )

    def _of_race(self) -> tuple[float, ...]:
        view, me, here = self._view, self._me, self._here
        goal, rivals = view.options.goal, [n for n in range(len(view.seats)) if n != self._me]
        points, best = self._points, self._best
        mine = points[me]
        aboard = max([points[n] for n in rivals if n in self._heirs], default=0.0)
        ashore = max([points[n] for n in rivals if n not in self._heirs], default=0.0)
        close = sum([points[n] >= goal - NEAR for n in rivals])
        landed = mine + here
        cities = len({CITY_OF[name] for name in view.treasures})
        return (
            *(mine / goal, best / goal, sum([points[n] for n in rivals]) / len(rivals) / goal),
            *(points[self._leg.captain] / goal, aboard / goal, ashore / goal, (mine - best) / 25),
            *(float(landed >= goal), float(landed >= goal and landed > best), float(best >= goal)),
            *(float(mine >= goal), close / len(rivals), float(best >= goal and landed > best)),
            *(float(aboard + self._there >= goal), here / 25, self._there / 25, self._then / 25),
            (self._look.points(self._last) if self._last else self._then) / 25,
            *(max(0.0, goal - max(mine, best)) / 50, cities / BEGINNER_CITIES),
            max([len(set(view.seats[n].treasures)) for n in rivals]) / BEGINNER_CITIES,
        )

    def _of_table(self) -> tuple[float, ...]:
        view, leg, me = self._view, self._leg, self._me
        options, seats = view.options, view.seats
        return (
            *(CITY[leg.target].dice / 4, self._pile(leg.target) / 6, self._pile(leg.city) / 6),
            *(view.deck / 60, seats[me].tokens / 2, float(any(s.place == BOAT for s in seats))),
            *(float(view.lit), len(view.gifts) / 6, seats[me].crew / 3),
            seats[leg.captain].crew / 3,
            *[float(len(seats) == count) for count in SEATS],
            *[float(box in options.boxes) for box in BOXES],
            *(float(options.variant == "beginner"), float(options.variant == "crew")),
            *(float(options.power_cards), float(lets_crash(view))),
        )
