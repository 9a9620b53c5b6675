"""Questions: moments at which seats may act. Public facts alone decide who is asked."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from engine.moves import Move, Pass
from engine.state.act import Act
from engine.state.game_state import GameState
from engine.state.step import Step


class Question(Step):
    """A moment at which a seat may do one of several acts, or the plain default."""

    __slots__ = ()
    moment: ClassVar[str]
    default: ClassVar[tuple[Move]]

    def may_speak(self, state: GameState, seat: int) -> bool:
        """Could this seat do more than the default, by public facts?"""
        for reach, act in state.rules.moments[self.moment].by_reach:
            if seat in reach(state) and act.possible(state) and act.able(state, (seat,)):
                return True
        return False

    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        moment = state.rules.moments[self.moment]
        found: tuple[Move, ...] = self.default
        # a shortcut: most hands hold nothing for most moments
        empty = moment.cards.isdisjoint(state.seats[seat].hand)
        for act in moment.others if empty else moment.acts:
            if act.has(state, seat) and act.possible(state) and seat in act.who.seats(state):
                found += act.moves(state, seat)
        return found

    def act_of(self, state: GameState, move: Move) -> Act:
        """The act that a legal move other than the default does."""
        return state.rules.act[getattr(move, "card", move.kind)]

    def do(self, state: GameState, seat: int, move: Move, *, after: Step) -> None:
        """Do an act; ``after`` follows, unless the act leads somewhere else."""
        # the effect may put its own questions on top of what follows
        place = len(state.agenda) - 1
        state.waiting = ()
        follows = self.act_of(state, move).effect(state, seat, *move.terms())
        state.agenda[place] = follows or after


class Window(Question):
    """Several seats may act, in any order and as often as they can, until all have passed."""

    __slots__ = ()
    default: ClassVar[tuple[Move]] = (Pass(),)

    @abstractmethod
    def then(self) -> Step:
        """What follows when all have passed."""

    def open(self, state: GameState) -> None:
        if state.rules.moments[self.moment].acts:
            state.agenda.append(self)
            state.waiting = self._speakers(state)
            if state.waiting:
                return
            state.agenda.pop()
        self.then().open(state)

    def _speakers(self, state: GameState) -> tuple[int, ...]:
        """The seats that could do something, by public facts, in order of priority."""
        order = state.by_priority()
        found: set[int] = set()
        for reach_of, act in state.rules.moments[self.moment].by_reach:
            reach = reach_of(state)
            if not found.issuperset(reach) and act.possible(state):
                found.update(act.able(state, reach))
                if len(found) == len(order):
                    return order
        return tuple([seat for seat in order if seat in found])

    def answer(self, state: GameState, seat: int, move: Move) -> None:
        if type(move) is Pass:
            waiting = state.waiting
            place = waiting.index(seat)
            state.waiting = waiting[:place] + waiting[place + 1 :]
            if not state.waiting:
                state.agenda[-1] = self.then()
            return
        window = self.act_of(state, move).window
        if window == "opens_again":
            self.do(state, seat, move, after=self)
            return
        self.act_of(state, move).effect(state, seat, *move.terms())
        if window == "counts_as_pass":
            self.answer(state, seat, self.default[0])
