"""Questions: moments at which seats may act, asked by public facts alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.flow.step import Asking, Step
from engine.moves import Move, Pass

if TYPE_CHECKING:
    from engine.flow.act import Act
    from engine.table.table import Table


@dataclass(frozen=True, slots=True)
class Question(Asking):
    """A moment at which a seat may do one of several acts, or the plain default."""

    moment: ClassVar[str]
    default: ClassVar[Move]

    def may_speak(self, table: Table, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the seats that might do more than the default, as far as all can see."""
        acts = table.rules.acts[self.moment]
        if not acts:
            return ()
        acts = [act for act in acts if act.in_play(table)]
        return tuple([seat for seat in seats if _any_open(table, acts, seat)])

    def legal(self, table: Table, seat: int) -> tuple[Move, ...]:
        found: tuple[Move, ...] = (self.default,)
        for act in table.rules.acts[self.moment]:
            if act.has(table, seat) and act.who.test(table, seat):
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


def _any_open(table: Table, acts: list[Act], seat: int) -> bool:
    for act in acts:
        if act.may_have(table, seat) and act.who.test(table, seat) and act.ways(table, seat):
            return True
    return False


@dataclass(frozen=True, slots=True)
class Window(Question):
    """Several seats may act, in any order and as often as they can, until all have passed."""

    default: ClassVar[Move] = Pass()

    def then(self) -> Step:
        """What follows when all have passed."""
        raise NotImplementedError(self.kind)

    def open(self, table: Table) -> None:
        table.agenda.append(self)
        table.waiting = self.may_speak(table, table.by_priority())
        if not table.waiting:
            table.agenda[-1] = self.then()

    def answer(self, table: Table, seat: int, move: Move) -> None:
        if move == self.default:
            self._passed(table, seat)
            return
        window = self.act_of(table, move).window
        if window == "opens_again":
            self.do(table, seat, move, after=self)
            return
        self.act_of(table, move).effect(table, seat, *move.terms())
        if window == "counts_as_pass":
            self._passed(table, seat)

    def _passed(self, table: Table, seat: int) -> None:
        waiting = table.waiting
        if waiting[0] == seat:
            table.waiting = waiting[1:]
        else:
            table.waiting = tuple([other for other in waiting if other != seat])
        if not table.waiting:
            table.agenda[-1] = self.then()
