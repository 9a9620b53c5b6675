"""The base box."""

from __future__ import annotations

from engine import box, events, moves
from engine.box import BLANK, SPYGLASSES
from engine.flow.dice import PickDice, rerollable
from engine.flow.leg import Arrival
from engine.flow.treasure import aids, spend_aid, take
from engine.moves import Move
from engine.state.act import (
    CAN,
    CANNOT,
    CRASHING,
    DECISION,
    SPOKEN,
    START,
    Act,
    Aimed,
    Card,
    aboard,
    aboard_the_ship,
    anyone,
    who,
)
from engine.state.game_state import GameState
from engine.state.step import Over, Step


@who("must_fly")
def may_leave(state: GameState) -> tuple[int, ...]:
    """A passenger whose turn it is to decide; or a captain alone at the start of a leg."""
    leg = state.leg
    if leg.undecided:
        return leg.undecided[:1]
    alone = state.aboard == (leg.captain,)
    return (leg.captain,) if alone and not state.craft.fresh else ()


class Leaving(Act):
    """Go ashore and take a treasure of the city, if it has any."""

    kind = moves.Leave.kind
    when = (START, DECISION)
    who = may_leave

    def possible(self, state: GameState) -> bool:
        return bool(state.piles[state.leg.city])

    def moves(self, state: GameState, seat: int) -> tuple[Move, ...]:
        return _LEAVES[aids(state, seat)]

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        leg = state.leg
        state.tell(events.Left, seat, leg.city)
        spend_aid(state, seat, using)
        state.disembark(seat)
        state.agenda.append(take(seat, leg.city, own=True, using=using))
        if seat == leg.captain:
            return Over()
        leg.decide(seat, stays=False)
        leg.took += (seat,)
        return None


class Ejection(Aimed, Card):
    """Another passenger, never the captain, leaves now and takes the top treasure."""

    kind = "ejection"
    when = (SPOKEN,)
    who = aboard_the_ship

    def possible(self, state: GameState) -> bool:
        return bool(state.piles[state.leg.city]) and Card.possible(self, state)

    def able(self, state: GameState, seats: tuple[int, ...]) -> tuple[int, ...]:
        if len(state.in_ship) > 2:
            return Card.able(self, state, seats)  # two passengers: every seat has a target
        return super().able(state, seats)

    def aims(self, state: GameState, seat: int) -> tuple[str, ...]:
        leg = state.leg
        return tuple([str(n) for n in state.in_ship if n not in (seat, leg.captain)])

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        leg = state.leg
        target = int(on)
        self.play(state, seat, on)
        state.tell(events.Left, target, leg.city)
        state.disembark(target)
        leg.took += (target,)
        state.agenda.append(take(target, leg.city))
        return None


class LateEjection(Ejection):
    """By a house rule, Ejection until the captain plays cards."""

    when = (SPOKEN, CAN, CANNOT)


class AlternativeRoute(Card):
    """The captain rolls chosen dice again: at least one, unless a house rule allows none."""

    kind = "alternative_route"
    when = (SPOKEN, CAN, CANNOT)
    who = aboard

    def possible(self, state: GameState) -> bool:
        return bool(rerollable(state.leg)) and Card.possible(self, state)

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        self.play(state, seat, on)
        state.agenda.append(PickDice())
        return None


class WindGust(Card):
    """Every blank die is rolled again; without one the card cannot be played."""

    kind = "wind_gust"
    when = (SPOKEN, CAN, CANNOT)
    who = anyone

    def possible(self, state: GameState) -> bool:
        return BLANK in state.leg.dice and Card.possible(self, state)

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        self.play(state, seat, on)
        state.reroll((BLANK,) * state.leg.dice.count(BLANK))
        return None


class Jetpack(Card):
    """Land in the city that is being left and take its top treasure.

    When all have passed, the seats are served from the captain's left; a Jetpack that finds the
    city empty goes back to its owner.
    """

    kind = "jetpack"
    when = (CRASHING,)
    who = aboard
    window = "counts_as_pass"

    def possible(self, state: GameState) -> bool:
        return bool(state.piles[state.leg.city]) and Card.possible(self, state)

    def moves(self, state: GameState, seat: int) -> tuple[Move, ...]:
        return tuple([moves.play(self.kind, "", aid) for aid in aids(state, seat)])

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        self.play(state, seat, on)
        spend_aid(state, seat, using)
        state.leg.jumpers += ((seat, self.kind, using),)
        return None


class MagicSpyglass(Act):
    """A treasure that lets the craft fly on, whatever the dice show; then it is gone."""

    kind = "spyglass"
    when = (CANNOT,)
    who = aboard

    def possible(self, state: GameState) -> bool:
        gone = state.removed
        return not gone or sum(name in SPYGLASSES for name in gone) < len(SPYGLASSES)

    def able(self, state: GameState, seats: tuple[int, ...]) -> tuple[int, ...]:
        # public: the back of a treasure shows its city
        likely, every = SPYGLASS_CITIES, state.seats
        return tuple([seat for seat in seats if not likely.isdisjoint(every[seat].treasures)])

    def has(self, state: GameState, seat: int) -> bool:
        return not SPYGLASSES.isdisjoint(state.seats[seat].treasures)

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        # all are worth the same: remove the one held longest
        treasures = state.seats[seat].treasures
        spyglass = next(name for name in treasures if name in SPYGLASSES)
        state.tell(events.Played, seat, self.kind, "")
        state.remove_treasure(seat, spyglass)
        return Arrival()


class _Leaves(dict[tuple[str, ...], tuple[Move, ...]]):
    """A cache of the moves for each set of aids."""

    def __missing__(self, aids: tuple[str, ...]) -> tuple[Move, ...]:
        self[aids] = tuple([moves.Leave(aid) for aid in aids])
        return self[aids]


_LEAVES = _Leaves()

SPYGLASS_CITIES = frozenset(
    name for names in box.TREASURES.values() if SPYGLASSES.intersection(names) for name in names
)
"""All treasures of the cities that have a spyglass among them."""


def power_cards(*, late_ejection: bool) -> tuple[Card, ...]:
    """The four kinds of power cards."""
    ejection = LateEjection() if late_ejection else Ejection()
    return (WindGust(), AlternativeRoute(), ejection, Jetpack())
