"""Checks that a state is possible: for every loaded game, and in the tests after every move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from typing import cast

from engine.box import CITY_OF, DIE, EVENTS, LAST, LITTLE_HELP, NO_TREASURES, ROWBOATS
from engine.flow.journey import BoatLeg, Departure, GameEnd, Journey, Provisions, ShipLeg, Turn
from engine.flow.leg import (
    BeforeRoll,
    Can,
    Cannot,
    Crashing,
    Decisions,
    Declaration,
    LegEnd,
    Payment,
    Spoken,
    Start,
)
from engine.state import bounds
from engine.state.game_state import GameState
from engine.state.memory import HAND, PILE, SOMEWHERE, TREASURES
from engine.state.pieces import BOAT, SHIP, Seat, Sighting
from engine.state.step import Step

IN_FLIGHT = (Start, BeforeRoll, Decisions, Spoken, Declaration, Can, Cannot, Payment)
"""Questions during which the captain is in the craft."""

MOST_EXTRA_DICE = 8
"""Far more than the Bandits of one leg can add, even if they are drawn again."""


def first_fault(state: GameState) -> str:
    """Return the first impossible place; "" if the state is possible."""
    return next(faults(state), "")


def faults(state: GameState) -> Iterator[str]:
    """Yield the names of all impossible places.

    Later checks trust the earlier ones, so only the first fault is reliable.
    """
    yield from _numbers(state)
    yield from _cards(state)
    yield from _treasures(state)
    yield from _seats(state)
    yield from _crafts(state)
    yield from _leg(state)
    yield from _leg_seats(state)
    yield from _agenda(state)


def _numbers(state: GameState) -> Iterator[str]:
    if state.captain not in range(len(state.seats)):
        yield "captain"
    if state.journey < 1:
        yield "journey"
    if len(state.piles) != LAST + 1 + len(NO_TREASURES):
        yield "piles"
    if any(count < 1 for count in state.discard.values()):
        yield "discard"


def _cards(state: GameState) -> Iterator[str]:
    """Every card of the action deck is in exactly one place."""
    cards = Counter(state.deck)
    cards.update(state.discard)
    cards.update(state.leg.help + state.leg.turned)
    cards.update((state.boat.card,) if state.boat.card else ())
    for seat in state.seats:
        cards.update(seat.hand)
    if cards != Counter(state.rules.copies):
        yield "cards"


def _treasures(state: GameState) -> Iterator[str]:
    """Every treasure is in exactly one place."""
    found = Counter(state.removed + state.gifts)
    for number, pile in enumerate(state.piles):
        found.update(pile)
        if any(CITY_OF.get(name) != number for name in pile):
            yield "piles"
    for seat in state.seats:
        found.update(seat.treasures + seat.drawn)
    printed, sizes = state.rules.treasures, Counter[int]()
    for name, count in found.items():
        city = CITY_OF.get(name, 0)
        sizes[city] += count
        if count > printed.get(city, ()).count(name):
            yield "treasures"
    if any(sizes[city] != (state.rules.pile_size or len(names)) for city, names in printed.items()):
        yield "treasures"


def _seats(state: GameState) -> Iterator[str]:
    rules = state.rules
    for number, seat in enumerate(state.seats):
        at = f"seats[{number}]"
        laid = Counter(seat.laid)
        if laid - Counter(seat.hand + seat.treasures):
            yield f"{at}.laid"
        if seat.crew not in range(1, rules.crew + 1):
            yield f"{at}.crew"
        if seat.tokens not in (0, 1):
            yield f"{at}.tokens"
        if bool(seat.character) != bool(rules.characters) or (
            seat.character and seat.character not in rules.characters
        ):
            yield f"{at}.character"
        if seat.power and not seat.character:
            yield f"{at}.power"
        if not _is_memory(state, number, seat.memory):
            yield f"{at}.memory"
        if not _are_bounds(seat):
            yield f"{at}.bounds"
    colours = [seat.character for seat in state.seats if seat.character]
    if len(set(colours)) != len(colours):
        yield "seats"


def _are_bounds(seat: Seat) -> bool:
    """Return whether each symbol has at most one bound, and the hand satisfies all of them."""
    symbols = [bound.symbol for bound in seat.bounds]
    if symbols != sorted(set(symbols)) or not set(symbols) <= set(EVENTS):
        return False
    return all(
        bound.most >= 0 and bound.new in range(len(seat.hand)) and bounds.keeps(bound, seat.hand)
        for bound in seat.bounds
    )


def _is_memory(state: GameState, owner: int, memory: tuple[Sighting, ...]) -> bool:
    """Return whether every remembered card is in its place, and none is the owner's."""
    places: dict[tuple[str, int], Counter[str]] = {}
    depths: set[tuple[int, int]] = set()
    for sighting in memory:
        cards = _place(state, owner, sighting)
        if sighting.depth != SOMEWHERE:
            spot = (sighting.at, sighting.depth)
            if sighting.zone != PILE or spot in depths or sighting.depth not in range(len(cards)):
                return False
            if cards[sighting.depth] != sighting.card:
                return False
            depths.add(spot)
        left = places.setdefault((sighting.zone, sighting.at), Counter(cards))
        left[sighting.card] -= 1
        if left[sighting.card] < 0:
            return False
    return True


def _place(state: GameState, owner: int, sighting: Sighting) -> tuple[str, ...]:
    """The cards in the place that a sighting names."""
    if sighting.zone == PILE:
        return state.piles[sighting.at] if sighting.at in range(1, LAST + 1) else ()
    if sighting.at == owner or sighting.at not in range(len(state.seats)):
        return ()
    seat = state.seats[sighting.at]
    return {HAND: seat.hand, TREASURES: seat.treasures}.get(sighting.zone, ())


def _crafts(state: GameState) -> Iterator[str]:
    for name, craft in (("ship", state.ship), ("boat", state.boat)):
        if craft.city not in _places(state) or not _faces(craft.kept):
            yield name
        if craft.course and craft.course not in _off_the_line(state):
            yield name
    riders = state.in_ship + state.in_boat
    if any(seat not in range(len(state.seats)) for seat in riders) or len(set(riders)) < len(
        riders
    ):
        yield "in_ship"
    if state.in_ship != tuple(sorted(state.in_ship)):
        yield "in_ship"
    if len(state.in_boat) > 1 or bool(state.in_boat) != bool(state.boat.card):
        yield "in_boat"
    if state.boat.card and state.boat.card not in ROWBOATS:
        yield "boat.card"
    if state.ship.card:
        yield "ship.card"


def _off_the_line(state: GameState) -> tuple[int, ...]:
    """The places behind the line of cities in this game."""
    return tuple([n for end in state.rules.arrivals for n in (end - 1, end)])


def _places(state: GameState) -> tuple[int, ...]:
    return (*range(1, LAST + 1), *_off_the_line(state))


def _faces(faces: tuple[str, ...]) -> bool:
    return all(face in DIE for face in faces)


def _leg(state: GameState) -> Iterator[str]:
    leg = state.leg
    seats = range(len(state.seats))
    named = (
        (leg.captain,),
        *(leg.undecided, leg.stayed, leg.gone, leg.took, leg.helpers),
        [seat for seat, _, _ in leg.jumpers],
        (leg.usurper,) if leg.usurper != -1 else (),
    )
    if any(seat not in seats for group in named for seat in group):
        yield "leg.seats"
    if leg.craft not in (SHIP, BOAT):
        yield "leg.craft"
    if leg.city not in _places(state) or leg.target not in _places(state):
        yield "leg.city"
    if not (_faces(leg.dice) and _faces(leg.ignored) and _faces(leg.fixed)):
        yield "leg.dice"
    if leg.said not in ("", "can", "cannot"):
        yield "leg.said"
    if any(card not in LITTLE_HELP for card in leg.help) or len(leg.help) != len(leg.helpers):
        yield "leg.help"


def _leg_seats(state: GameState) -> Iterator[str]:
    """The seats that are about to decide or to land are aboard."""
    leg = state.leg
    jumpers = tuple([seat for seat, _, _ in leg.jumpers])
    for group, home in ((leg.undecided, state.in_ship), (jumpers, state.aboard)):
        if len(set(group)) < len(group) or not set(group) <= set(home):
            yield "leg.seats"
    if jumpers and state.agenda and not isinstance(state.agenda[-1], Crashing):
        yield "leg.jumpers"
    if abs(leg.extra) > MOST_EXTRA_DICE:
        yield "leg.extra"


def _agenda(state: GameState) -> Iterator[str]:
    seats = range(len(state.seats))
    if any(seat not in seats for seat in state.waiting):
        yield "waiting"
    if len(set(state.waiting)) != len(state.waiting):
        yield "waiting"
    if bool(state.waiting) != bool(state.agenda):
        yield "agenda"
    if not all(_is_step(state, step) for step in state.agenda):
        yield "agenda"
    if state.waiting and not (_has_shape(state.agenda) and _fits(state, state.agenda[-1])):
        yield "agenda"


def _has_shape(agenda: list[Step]) -> bool:
    """From the bottom: a turn with its legs, the next journey, or the end; on top, a question."""
    kinds = [type(step) for step in agenda]
    if kinds[0] is GameEnd:
        return len(agenda) == 2
    if kinds[0] not in (Turn, Departure):
        return False
    legs = 1 + (kinds[1:2] == [BoatLeg])
    legs += kinds[legs : legs + 1] == [LegEnd]
    if kinds[0] is Departure and legs > 1:
        return False
    frame = (Turn, BoatLeg, ShipLeg, LegEnd, GameEnd, Journey, Departure, Provisions)
    return not any(kind in frame for kind in kinds[legs:]) and Payment not in kinds[:-1]


def _fits(state: GameState, question: Step) -> bool:
    """A question is asked at its time, of the right seats, and each of them can answer it."""
    if question.whom(state) not in ((), state.waiting):
        return False
    if isinstance(question, IN_FLIGHT) and state.leg.captain not in state.aboard:
        return False
    said: dict[type[Step], str] = {Can: "can", Payment: "can", Cannot: "cannot", Crashing: "cannot"}
    if state.leg.said != said.get(type(question), state.leg.said):
        return False
    return all(question.legal(state, seat) for seat in state.waiting)


def _is_step(state: GameState, step: Step) -> bool:
    """The seats and cities that a step names exist."""
    seats = range(len(state.seats))
    for field in fields(step):
        value = cast(object, getattr(step, field.name))
        if field.name == "city" and value not in range(1, LAST + 1):
            return False
        if field.name in ("seat", "chooser", "giver") and value not in seats:
            return False
        if field.name == "to" and any(seat not in seats for seat in cast("tuple[int]", value)):
            return False
    return True
