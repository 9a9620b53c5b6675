"""A Little Initiative: the rowboat and three specials."""

from __future__ import annotations

from engine import box, events
from engine.cards.parts import Parts
from engine.flow.leg import Decisions
from engine.state import memory
from engine.state.act import (
    BEFORE_ROLL,
    CAN,
    CANNOT,
    DECISION,
    SPOKEN,
    Aimed,
    Card,
    anyone,
    captain,
    who,
)
from engine.state.game_state import GameState
from engine.state.pieces import SHIP
from engine.state.step import Over, Step


@who("may_not_board")
def may_board(state: GameState) -> tuple[int, ...]:
    """A passenger instead of deciding; the captain instead of facing the events."""
    leg = state.leg
    if leg.craft != SHIP:
        return ()
    if leg.undecided:
        return () if leg.spoken else leg.undecided[:1]
    return (leg.captain,)


class Rowboat(Card):
    """Step into the boat, if it is empty; it is then at the ship's city.

    When the captain does it, the next passenger becomes captain and declares; without one, the
    ship's part of the journey is over. The boat never goes to the gap.
    """

    when = (DECISION, SPOKEN, CANNOT)
    who = may_board

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.copies = box.ROWBOAT_COPIES

    def possible(self, state: GameState) -> bool:
        free = not state.boat.card and state.leg.city <= box.LAST
        return free and Card.possible(self, state)

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        leg = state.leg
        state.tell(events.Played, seat, self.kind, "")
        state.show(seat, (self.kind,))  # it lies before its owner until the trip is over
        state.step_into_boat(seat, self.kind)
        if seat != leg.captain:
            return None
        left = [n for n in state.by_priority() if n in state.in_ship]
        if not left:
            return Over()
        state.drop_failed_help()
        state.hand_over(left[0])
        return None


class DesperateNeed(Aimed, Card):
    """Another seat aboard becomes captain of this leg; then the old captain stays or leaves.

    Playable until the captain plays cards, so after the declaration too.
    """

    kind = "desperate_need"
    when = (SPOKEN, CAN, CANNOT)
    who = captain

    def possible(self, state: GameState) -> bool:
        return state.leg.craft == SHIP and Card.possible(self, state)

    def aims(self, state: GameState, seat: int) -> tuple[str, ...]:
        return tuple([str(n) for n in state.in_ship if n != seat])

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        self.play(state, seat, on)
        state.drop_failed_help()
        state.hand_over(int(on))
        state.leg.undecided = (seat,)
        state.agenda.append(Decisions())
        return None


class NewEquipment(Card):
    """Discard the rest of the hand and draw the same number of cards."""

    kind = "new_equipment"
    when = (BEFORE_ROLL,)
    who = anyone

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        self.play(state, seat, on)
        rest = state.seats[seat].hand
        state.spend(seat, rest)
        state.tell(events.Discarded, seat, rest)
        state.draw(seat, len(rest))
        return None


class Spy(Aimed, Card):
    """Look at another hand, alone, once."""

    kind = "spy"
    when = (BEFORE_ROLL,)
    who = anyone

    def aims(self, state: GameState, seat: int) -> tuple[str, ...]:
        return tuple([str(n) for n, other in enumerate(state.seats) if n != seat and other.hand])

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        self.play(state, seat, on)
        other = int(on)
        memory.saw_hand(state.seats, seat, other)
        state.tell(events.Spied, seat, other, tuple(sorted(state.seats[other].hand)))
        return None


PARTS = Parts(
    acts=(*[Rowboat(kind) for kind in box.ROWBOATS], DesperateNeed(), NewEquipment(), Spy())
)
