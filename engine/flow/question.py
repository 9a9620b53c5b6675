"""Questions: moments at which seats may act, asked by public facts alone."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from engine.moves import Move, Pass
from engine.table.step import Step

if TYPE_CHECKING:
    from engine.table.act import Act
    from engine.table.table import Table


class Question(Step):
    """A moment at which a seat may do one of several acts, or the plain default."""

    __slots__ = ()
    moment: ClassVar[str]
    default: ClassVar[tuple[Move]]

    def may_speak(self, table: Table, seat: int) -> bool:
        """Might this seat do more than the default, as far as all can see?"""
        for act in table.rules.moments[self.moment].acts:
            if act.possible(table) and seat in act.speakers(table):
                return True
        return False

    def legal(self, table: Table, seat: int) -> tuple[Move, ...]:
        moment = table.rules.moments[self.moment]
        found: tuple[Move, ...] = self.default
        # most hands hold nothing for most moments
        empty = moment.cards.isdisjoint(table.seats[seat].hand)
        for act in moment.others if empty else moment.acts:
            if act.has(table, seat) and act.possible(table) and seat in act.who.seats(table):
                found += act.moves(table, seat)
        return found

    def act_of(self, table: Table, move: Move) -> Act:
        """The act that a legal move other than the default does."""
        return table.rules.act[getattr(move, "card", move.kind)]

    def do(self, table: Table, seat: int, move: Move, *, after: Step) -> None:
        """Do an act; ``after`` follows, unless the act leads somewhere else."""
        # the effect may put questions of its own on top of what follows
        place = len(table.agenda) - 1
        table.waiting = ()
        follows = self.act_of(table, move).effect(table, seat, *move.terms())
        table.agenda[place] = follows or after


class Window(Question):
    """Several seats may act, in any order and as often as they can, until all have passed."""

    __slots__ = ()
    default: ClassVar[tuple[Move]] = (Pass(),)

    @abstractmethod
    def then(self) -> Step:
        """What follows when all have passed."""

    def open(self, table: Table) -> None:
        if table.rules.moments[self.moment].acts:
            table.agenda.append(self)
            table.waiting = self._speakers(table)
            if table.waiting:
                return
            table.agenda.pop()
        self.then().open(table)

    def _speakers(self, table: Table) -> tuple[int, ...]:
        """All that might do something, as far as all can see, in order of priority."""
        order = table.by_priority()
        found: tuple[int, ...] = ()
        for act in table.rules.moments[self.moment].acts:
            if act.possible(table):
                speakers = act.speakers(table)
                if len(speakers) == len(order):
                    return order
                found += speakers
        return tuple([seat for seat in order if seat in found])

    def answer(self, table: Table, seat: int, move: Move) -> None:
        if type(move) is Pass:
            waiting = table.waiting
            place = waiting.index(seat)
            table.waiting = waiting[:place] + waiting[place + 1 :]
            if not table.waiting:
                table.agenda[-1] = self.then()
            return
        window = self.act_of(table, move).window
        if window == "opens_again":
            self.do(table, seat, move, after=self)
            return
        self.act_of(table, move).effect(table, seat, *move.terms())
        if window == "counts_as_pass":
            self.answer(table, seat, self.default[0])
