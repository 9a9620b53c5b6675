"""The questions that nets answer, each with two answers and the position as numbers.

A passenger stays or leaves; a captain says that the craft flies on, or that it cannot; a captain
alone sets off or leaves; who could play a card in a window passes or plays it.
`bench/fit/core/dilemma.hpp` makes the same numbers of a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from engine import Move, View
from engine.box import (
    BLANK,
    CHARACTERS,
    CITY,
    CITY_OF,
    LAST,
    LITTLE_HELP,
    ROWBOATS,
    SPYGLASSES,
    TURBO,
    UPGRADED,
)
from engine.moves import Declare, Leave, Play
from engine.state.act import WINDOWS as WINDOW_KINDS
from engine.state.pieces import BOAT, SHIP
from engine.state.scores import BEGINNER_CITIES
from players.hard.chances import Unseen, covers_of, lacks, pays_roll
from players.normal.player import WEIGHTS, lets_crash
from players.thumb import inference
from players.thumb.answers import WORTHS
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
WINDOWS: Final = (*WINDOW_KINDS, "take_treasure")
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


def dilemma(view: View) -> Dilemma | None:
    """Return the dilemma of the seat that is asked; None if it is asked something else."""
    first, *rest = view.legal
    plays = [move for move in rest if isinstance(move, Play) and move.card in KNOWN]
    if view.question in WINDOWS and plays:
        look = Outlook(view, WEIGHTS)
        play = max(plays, key=partial(gain_of, look))
        gain = max(-1.0, min(1.0, -gain_of(look, play) / 10))
        inputs = (*_Facts(look).inputs, gain, *_of_leg(look), *_of_play(play, view.question))
        return Dilemma(PLAY, first, play, inputs)
    if view.question in ("decisions", "start"):
        if not rest or not all(isinstance(move, Leave) for move in rest):
            return None
        name = STAY if view.question == "decisions" else START
        look = Outlook(view, WEIGHTS)
        aided = [move for move in rest if isinstance(move, Leave) and move.using]
        leave = aided[0] if aided and look.lookup(view.leg.city) > 0 else rest[0]
        return Dilemma(name, first, leave, (*_Facts(look).inputs, *_of_thumb(look, first, leave)))
    if view.question == "declaration" and rest:
        look = Outlook(view, WEIGHTS)
        return Dilemma(WORD, *WORDS, (*_Facts(look).inputs, *_of_thumb(look, *WORDS)))
    return None


def _of_thumb(look: Outlook, one: Move, other: Move) -> tuple[float, ...]:
    """Return what a normal player thinks of the two answers and of this leg."""
    worth = WORTHS[look.view.question]
    return ((worth(look, one) - worth(look, other)) / 10, *_of_leg(look))


def _of_leg(look: Outlook) -> tuple[float, ...]:
    here = look.landing(look.leg.city)
    return look.arrival / 10, here / 10, look.crash / 10, look.stake / 10


def _of_play(play: Play, question: str) -> tuple[float, ...]:
    """Return the card or the power that may be played, and when."""
    return (
        *(float(play.card in LITTLE_HELP), float(play.card in ROWBOATS)),
        *[float(play.card == name) for name in PLAYS],
        *[float(question == name) for name in WINDOWS],
    )


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
        points, best = [*self._look.race.points], self._look.race.best
        points[me] -= self._look.race.fees
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
