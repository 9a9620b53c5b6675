"""The hidden cards that each seat has seen, and where they must still be.

A memory holds only what its owner can know: when a card leaves a place and the owner cannot
tell which one it was, the owner forgets every card that might have left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.box import CITY_OF
from engine.state.pieces import Seat, Sighting

HAND = "hand"
PILE = "pile"
TREASURES = "treasures"
SOMEWHERE = -1


def _first(memory: tuple[Sighting, ...], gone: Sighting) -> tuple[Sighting, ...]:
    """Return the memory without one such sighting."""
    if gone not in memory:
        return memory
    place = memory.index(gone)
    return memory[:place] + memory[place + 1 :]


def _without(
    memory: tuple[Sighting, ...], test: Callable[[Sighting], bool]
) -> tuple[Sighting, ...]:
    return tuple([sighting for sighting in memory if not test(sighting)])


def _others(seats: list[Seat], seat: int) -> Iterable[Seat]:
    return [other for n, other in enumerate(seats) if n != seat]


# --- hands ---------------------------------------------------------------------------------


def saw_hand(seats: list[Seat], observer: int, owner: int) -> None:
    """A seat has looked at another one's whole hand."""
    me = seats[observer]
    rest = _without(me.memory, lambda s: s.zone == HAND and s.at == owner)
    me.memory = rest + tuple([Sighting(HAND, owner, card) for card in seats[owner].hand])


def cards_left_hand(seats: list[Seat], owner: int, cards: tuple[str, ...]) -> None:
    """Cards left a hand in the open."""
    watchers = [seat for seat in seats if seat.memory]
    if watchers:
        for card in cards:
            gone = Sighting(HAND, owner, card)
            for other in watchers:
                other.memory = _first(other.memory, gone)


def card_came_back(seats: list[Seat], owner: int, card: str) -> None:
    """A card that all have seen returned to a hand."""
    for other in _others(seats, owner):
        other.memory += (Sighting(HAND, owner, card),)


# --- treasures -----------------------------------------------------------------------------


def saw_in_pile(seats: list[Seat], observer: int, city: int, treasures: tuple[str, ...]) -> None:
    """A seat has seen all treasures of a pile, but not their order."""
    me = seats[observer]
    rest = _without(me.memory, lambda s: s.zone == PILE and s.at == city)
    me.memory = rest + tuple([Sighting(PILE, city, card) for card in treasures])


def saw_put_back(seats: list[Seat], observer: int, city: int, treasures: tuple[str, ...]) -> None:
    """A seat has shuffled these treasures back into a pile."""
    seats[observer].memory += tuple([Sighting(PILE, city, card) for card in treasures])


def pile_shuffled(seats: list[Seat], city: int) -> None:
    """No seat knows any longer where in the pile a treasure lies."""
    for seat in seats:
        if seat.memory:
            seat.memory = tuple(
                [
                    Sighting(PILE, city, s.card) if s.zone == PILE and s.at == city else s
                    for s in seat.memory
                ]
            )


def treasure_drawn(
    seats: list[Seat],
    city: int,
    pile: tuple[str, ...],
    treasure: str,
    *,
    taker: int | None,
    chosen_by: int | None = None,
) -> None:
    """A treasure is about to leave a pile: the top one, or one that a seat has chosen."""
    top = len(pile) - 1
    for number, seat in enumerate(seats):
        if not seat.memory:
            continue
        if chosen_by is None:
            lowest = Sighting(PILE, city, treasure, top)
            if lowest in seat.memory:
                seat.memory = _first(seat.memory, lowest)
                if taker is not None and number != taker:
                    seat.memory += (Sighting(TREASURES, taker, treasure),)
                continue
        if chosen_by in (None, number) and number in (taker, chosen_by):
            seat.memory = _first(seat.memory, Sighting(PILE, city, treasure))
        elif number == taker:
            known = [s for s in seat.memory if s.zone == PILE and s.at == city]
            same = [s for s in known if s.card == treasure]
            seat.memory = _first(seat.memory, same[0]) if same else seat.memory
        else:
            seat.memory = _forget_one_of_each(seat.memory, city, chosen=chosen_by is not None)


def _forget_one_of_each(
    memory: tuple[Sighting, ...], city: int, *, chosen: bool
) -> tuple[Sighting, ...]:
    """An unknown treasure left the pile: of each kind one may be gone."""
    doubtful: set[str] = set()
    kept: list[Sighting] = []
    for s in memory:
        movable = s.zone == PILE and s.at == city and (chosen or s.depth == SOMEWHERE)
        if movable and s.card not in doubtful:
            doubtful.add(s.card)
        else:
            kept.append(s)
    return tuple(kept)


def treasure_put_under(seats: list[Seat], city: int, treasure: str, *, owner: int) -> None:
    """A treasure went to the bottom of its pile; only its owner knows which one."""
    for number, seat in enumerate(seats):
        if seat.memory:
            seat.memory = tuple(
                [
                    Sighting(PILE, city, s.card, s.depth + 1)
                    if s.zone == PILE and s.at == city and s.depth != SOMEWHERE
                    else s
                    for s in _without(
                        seat.memory,
                        lambda s: s.zone == TREASURES and s.at == owner and CITY_OF[s.card] == city,
                    )
                ]
            )
        if number == owner:
            seat.memory += (Sighting(PILE, city, treasure, 0),)


def treasure_shown(seats: list[Seat], owner: int, treasure: str) -> None:
    """A treasure left its owner in the open."""
    for other in seats:
        if other.memory:
            other.memory = _first(other.memory, Sighting(TREASURES, owner, treasure))


def saw_treasure(seats: list[Seat], observer: int, owner: int, treasure: str) -> None:
    """A seat knows a treasure that another one holds."""
    seats[observer].memory += (Sighting(TREASURES, owner, treasure),)


def all_know_treasure(seats: list[Seat], owner: int, treasure: str) -> None:
    """A treasure came to its owner in the open."""
    for other in _others(seats, owner):
        other.memory += (Sighting(TREASURES, owner, treasure),)
