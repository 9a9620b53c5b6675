"""Questions: moments at which seats may act, asked by public facts alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.flow.step import Step
from engine.moves import Move, Pass

if TYPE_CHECKING:
    from engine.flow.act import Act
    from engine.table.table import Table


@dataclass(frozen=True, slots=True)
class Question(Step):
    """A moment at which a seat may do one of several acts, or the plain default."""

    moment: ClassVar[str]
    default: ClassVar[tuple[Move]]

    def may_speak(self, table: Table, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the seats that might do more than the default, as far as all can see."""
        found: tuple[int, ...] = ()
        for act in table.rules.moments[self.moment].acts:
            if act.possible(table):
                found += act.speakers(table)
        return tuple([seat for seat in seats if seat in found])

    def legal(self, table: Table, seat: int) -> tuple[Move, ...]:
        moment = table.rules.moments[self.moment]
        acts = moment.acts
        found: tuple[Move, ...] = self.default
        if moment.cards.isdisjoint(table.seats[seat].hand):
            # most hands hold nothing for most moments
            acts = moment.others
        for act in acts:
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


@dataclass(frozen=True, slots=True)
class Window(Question):
    """Several seats may act, in any order and as often as they can, until all have passed."""

    default: ClassVar[tuple[Move]] = (Pass(),)

    def then(self) -> Step:
        """What follows when all have passed."""
        raise NotImplementedError(self.kind)

    def open(self, table: Table) -> None:
        if not table.rules.moments[self.moment].acts:
            table.agenda.append(self.then())
            return
        table.agenda.append(self)
        table.waiting = self.may_speak(table, table.by_priority())
        if not table.waiting:
            table.agenda[-1] = self.then()

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
