"""Is this table possible? Asked of every game that is loaded, and by the tests of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from typing import cast

from engine.box import CHARACTERS, CITY_OF, DIE, LAST, LITTLE_HELP, NO_TREASURES, ROWBOATS
from engine.flow.journey import BoatLeg, GameEnd, Journey, Provisions, ShipLeg, Turn
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
from engine.table.memory import HAND, PILE, SOMEWHERE, TREASURES
from engine.table.state import BOAT, SHIP, Sighting
from engine.table.step import Step
from engine.table.table import Table

IN_FLIGHT = (Start, BeforeRoll, Decisions, Spoken, Declaration, Can, Cannot, Payment)
"""Questions during which the captain is in the craft."""

MOST_EXTRA_DICE = 8
"""Far more than the Bandits of one leg can be, even where they are drawn again."""


def first_fault(table: Table) -> str:
    """Where the table is impossible; "" when it is not."""
    return next(faults(table), "")


def faults(table: Table) -> Iterator[str]:
    """The names of all places that cannot be as they are.

    Later checks trust the earlier ones, so only the first fault is to be relied on.
    """
    yield from _numbers(table)
    yield from _cards(table)
    yield from _treasures(table)
    yield from _seats(table)
    yield from _crafts(table)
    yield from _leg(table)
    yield from _leg_seats(table)
    yield from _agenda(table)


def _numbers(table: Table) -> Iterator[str]:
    if table.captain not in range(len(table.seats)):
        yield "captain"
    if table.journey < 1:
        yield "journey"
    if len(table.piles) != LAST + 1 + len(NO_TREASURES):
        yield "piles"
    if any(count < 1 for count in table.discard.values()):
        yield "discard"


def _cards(table: Table) -> Iterator[str]:
    """Every card of the action deck is in exactly one place."""
    cards = Counter(table.deck)
    cards.update(table.discard)
    cards.update(table.leg.help + table.leg.turned)
    cards.update((table.boat.card,) if table.boat.card else ())
    for seat in table.seats:
        cards.update(seat.hand)
    if cards != Counter(table.rules.copies):
        yield "cards"


def _treasures(table: Table) -> Iterator[str]:
    """Every treasure is in exactly one place."""
    found = Counter(table.removed + table.gifts)
    for number, pile in enumerate(table.piles):
        found.update(pile)
        if any(CITY_OF.get(name) != number for name in pile):
            yield "piles"
    for seat in table.seats:
        found.update(seat.treasures + seat.drawn)
    for city, names in table.rules.treasures.items():
        printed = Counter(names)
        here = Counter({name: n for name, n in found.items() if CITY_OF.get(name) == city})
        size = table.rules.pile_size or printed.total()
        if here.total() != size or here - printed:
            yield "treasures"
    if any(name not in CITY_OF for name in found):
        yield "treasures"


def _seats(table: Table) -> Iterator[str]:
    rules = table.rules
    for number, seat in enumerate(table.seats):
        at = f"seats[{number}]"
        laid = Counter(seat.laid)
        if laid - Counter(seat.hand + seat.treasures):
            yield f"{at}.laid"
        if seat.crew not in range(1, rules.crew + 1):
            yield f"{at}.crew"
        if seat.tokens not in (0, 1):
            yield f"{at}.tokens"
        if bool(seat.character) != bool(rules.characters) or (
            seat.character and seat.character not in CHARACTERS
        ):
            yield f"{at}.character"
        if seat.power and not seat.character:
            yield f"{at}.power"
        if not _is_memory(table, number, seat.memory):
            yield f"{at}.memory"
    colours = [seat.character for seat in table.seats if seat.character]
    if len(set(colours)) != len(colours):
        yield "seats"


def _is_memory(table: Table, owner: int, memory: tuple[Sighting, ...]) -> bool:
    """All that somebody remembers is there, and nothing of it is the owner's own."""
    places: dict[tuple[str, int], Counter[str]] = {}
    depths: set[tuple[int, int]] = set()
    for sighting in memory:
        cards = _place(table, owner, sighting)
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


def _place(table: Table, owner: int, sighting: Sighting) -> tuple[str, ...]:
    """The cards that lie where somebody remembers one."""
    if sighting.zone == PILE:
        return table.piles[sighting.at] if sighting.at in range(1, LAST + 1) else ()
    if sighting.at == owner or sighting.at not in range(len(table.seats)):
        return ()
    seat = table.seats[sighting.at]
    return {HAND: seat.hand, TREASURES: seat.treasures}.get(sighting.zone, ())


def _crafts(table: Table) -> Iterator[str]:
    for name, craft in (("ship", table.ship), ("boat", table.boat)):
        if craft.city not in _places(table) or not _faces(craft.kept):
            yield name
        if craft.course and craft.course not in _off_the_line(table):
            yield name
    riders = table.in_ship + table.in_boat
    if any(seat not in range(len(table.seats)) for seat in riders) or len(set(riders)) < len(
        riders
    ):
        yield "in_ship"
    if table.in_ship != tuple(sorted(table.in_ship)):
        yield "in_ship"
    if len(table.in_boat) > 1 or bool(table.in_boat) != bool(table.boat.card):
        yield "in_boat"
    if table.boat.card and table.boat.card not in ROWBOATS:
        yield "boat.card"
    if table.ship.card:
        yield "ship.card"


def _off_the_line(table: Table) -> tuple[int, ...]:
    """The places behind the line of cities that this game has."""
    return tuple([n for end in table.rules.arrivals for n in (end - 1, end)])


def _places(table: Table) -> tuple[int, ...]:
    return (*range(1, LAST + 1), *_off_the_line(table))


def _faces(faces: tuple[str, ...]) -> bool:
    return all(face in DIE for face in faces)


def _leg(table: Table) -> Iterator[str]:
    leg = table.leg
    seats = range(len(table.seats))
    named = (
        (leg.captain,),
        *(leg.undecided, leg.stayed, leg.gone, leg.took),
        [seat for seat, _, _ in leg.jumpers],
        (leg.usurper,) if leg.usurper != -1 else (),
    )
    if any(seat not in seats for group in named for seat in group):
        yield "leg.seats"
    if leg.craft not in (SHIP, BOAT):
        yield "leg.craft"
    if leg.city not in _places(table) or leg.target not in _places(table):
        yield "leg.city"
    if not (_faces(leg.dice) and _faces(leg.ignored) and _faces(leg.fixed)):
        yield "leg.dice"
    if leg.said not in ("", "can", "cannot"):
        yield "leg.said"
    if any(card not in LITTLE_HELP for card in leg.help):
        yield "leg.help"


def _leg_seats(table: Table) -> Iterator[str]:
    """Who is about to decide, or to land, is there to do so."""
    leg = table.leg
    jumpers = tuple([seat for seat, _, _ in leg.jumpers])
    for group, home in ((leg.undecided, table.in_ship), (jumpers, table.aboard)):
        if len(set(group)) < len(group) or not set(group) <= set(home):
            yield "leg.seats"
    if jumpers and table.agenda and not isinstance(table.agenda[-1], Crashing):
        yield "leg.jumpers"
    if abs(leg.extra) > MOST_EXTRA_DICE:
        yield "leg.extra"


def _agenda(table: Table) -> Iterator[str]:
    seats = range(len(table.seats))
    if any(seat not in seats for seat in table.waiting):
        yield "waiting"
    if len(set(table.waiting)) != len(table.waiting):
        yield "waiting"
    if bool(table.waiting) != bool(table.agenda):
        yield "agenda"
    if not all(_is_step(table, step) for step in table.agenda):
        yield "agenda"
    if table.waiting and not (_has_shape(table.agenda) and _fits(table, table.agenda[-1])):
        yield "agenda"


def _has_shape(agenda: list[Step]) -> bool:
    """From the bottom: a turn with its legs, or the end of the game; on top, a question."""
    kinds = [type(step) for step in agenda]
    if kinds[0] is GameEnd:
        return len(agenda) == 2
    if kinds[0] is not Turn:
        return False
    legs = 1 + (kinds[1:2] == [BoatLeg])
    legs += kinds[legs : legs + 1] == [LegEnd]
    frame = (Turn, BoatLeg, ShipLeg, LegEnd, GameEnd, Journey, Provisions)
    return not any(kind in frame for kind in kinds[legs:]) and Payment not in kinds[:-1]


def _fits(table: Table, question: Step) -> bool:
    """A question is put to those it is for, at its time, and all of them can answer it."""
    if question.whom(table) not in ((), table.waiting):
        return False
    if isinstance(question, IN_FLIGHT) and table.leg.captain not in table.aboard:
        return False
    said: dict[type[Step], str] = {Can: "can", Payment: "can", Cannot: "cannot", Crashing: "cannot"}
    if table.leg.said != said.get(type(question), table.leg.said):
        return False
    return all(question.legal(table, seat) for seat in table.waiting)


def _is_step(table: Table, step: Step) -> bool:
    """The seats and cities that a step names exist."""
    seats = range(len(table.seats))
    for field in fields(step):
        value = cast(object, getattr(step, field.name))
        if field.name == "city" and value not in range(1, LAST + 1):
            return False
        if field.name in ("seat", "chooser", "giver") and value not in seats:
            return False
        if field.name == "to" and any(seat not in seats for seat in cast("tuple[int]", value)):
            return False
    return True
