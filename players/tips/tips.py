"""The table of tips with their conditions, the most urgent first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from engine import Options, View
from engine.box import (
    BARBADAHL,
    CITY,
    EQUIPMENT,
    EVENTS,
    LITTLE_HELP,
    ROWBOATS,
    SPYGLASS,
    SPYGLASSES,
    TURBO,
    UPGRADED,
)
from engine.moves import Leave, Pass, Play
from engine.options import BOXES
from engine.rules import rules_of
from engine.state.act import WINDOWS
from engine.state.pieces import ASHORE, SHIP

BASE: Final = (
    *("leave", "dice", "trust", "next", "captain", "word"),
    *("turbo", "alone", "far", "ashore", "journey", "end"),
)
"""The tips of the base game."""
ASKED: Final = "pass"
"""The tip of games with windows."""
CREW: Final = "crew"
"""The tip of the crew variant."""
MANY_DICE: Final = 3

_ABOUT: Final = {
    **dict.fromkeys(EQUIPMENT, "dice"),
    TURBO: "turbo",
    **dict.fromkeys(UPGRADED, "upgraded"),
    **dict.fromkeys(LITTLE_HELP, "help"),
    **dict.fromkeys(ROWBOATS, "rowboat"),
}
"""Cards that share a tip."""


def about(thing: str) -> str:
    """Return the tip about the use of a card, a power or a box."""
    return _ABOUT.get(thing, thing)


def tips_for(view: View) -> tuple[str, ...]:
    """Return the tips that fit a view, the most urgent first."""
    if view.seat is None:
        return ()
    return tuple(dict.fromkeys(key for found in _TIPS for key in found(view)))


def tips_in(options: Options) -> frozenset[str]:
    """Return all tips that can come up with these options."""
    rules = rules_of(options)
    dealt = options.characters or rules.characters
    things = {*rules.copies, *dealt, *options.boxes, *({SPYGLASS} & rules.act.keys())}
    more = {ASKED} if any(rules.moments[it].acts for it in WINDOWS) else set[str]()
    crew = {CREW} if options.variant == CREW else set[str]()
    return frozenset({*BASE, *map(about, things), *more, *crew})


def all_tips() -> frozenset[str]:
    """Return all tips."""
    return tips_in(Options(boxes=BOXES)) | tips_in(Options(variant=CREW))


# --- when they fit -------------------------------------------------------------------------

_Fits = Callable[[View, int], bool]
"""Tells whether a tip fits the view of this seat."""
_Found = Callable[[View], Iterable[str]]
"""The tips of one kind that fit a view."""


def _when(key: str, fits: _Fits) -> _Found:
    def found(view: View) -> Iterable[str]:
        return (key,) if fits(view, view.seat or 0) else ()

    return found


def _in_play(box: str, fits: _Fits) -> _Found:
    return _when(box, lambda view, me: box in view.options.boxes and fits(view, me))


def _may_land_alone(view: View, me: int) -> bool:
    return view.question == "start" and any(isinstance(it, Leave) for it in view.legal)


def _declares(view: View, me: int) -> bool:
    return view.question == "declaration" and me in view.waiting


def _decides(view: View, me: int) -> bool:
    """Return whether it is this seat's turn to stay or leave, or will be."""
    return me in view.leg.undecided


def _is_captain(view: View, me: int) -> bool:
    return view.leg.captain == me and bool(view.leg.dice)


def _faces_events(view: View, me: int) -> bool:
    return not set(EVENTS).isdisjoint(view.leg.dice)


def _is_heir(view: View, me: int) -> bool:
    """The first passenger to the captain's left is captain of the next leg."""
    count, captain = len(view.seats), view.leg.captain
    order = [(captain + step) % count for step in range(1, count)]
    aboard = [seat for seat in order if view.seats[seat].place == SHIP]
    return _decides(view, me) and aboard[:1] == [me]


def _is_far(view: View, me: int) -> bool:
    leg = view.leg
    concerned = _decides(view, me) or leg.captain == me
    return concerned and CITY[leg.target].dice >= MANY_DICE


def _is_safe(view: View, me: int) -> bool:
    mine = view.seats[me]
    return mine.place == ASHORE and bool(mine.treasures) and view.ship.city > 1


def _may_pass(view: View, me: int) -> bool:
    return me in view.waiting and Pass() in view.legal


def _playable(view: View) -> Iterable[str]:
    """Yield the tips about cards and powers that can be used now."""
    return [about(move.card) for move in view.legal if isinstance(move, Play)]


def _held(view: View) -> Iterable[str]:
    """Yield the tips about cards and powers in hand for later."""
    me = view.seats[view.seat or 0]
    glasses = [] if SPYGLASSES.isdisjoint(view.treasures) else [SPYGLASS]
    powers = [me.character] if me.power else []
    return [*map(about, (card for card in view.hand if card not in EQUIPMENT)), *glasses, *powers]


_TOLD_LATER: Final = ("grappling_hook", "instructor", "krismastri", "matryoshburg", "boscalumia")
"""Boxes whose tip waits for its card or its moment."""


def _boxes(view: View) -> Iterable[str]:
    return [box for box in view.options.boxes if box not in _TOLD_LATER]


_TIPS: Final[tuple[_Found, ...]] = (
    # the current question
    _when("alone", _may_land_alone),
    _when("leave", _decides),
    _when("captain", _is_captain),
    _when("word", _declares),
    _in_play("matryoshburg", lambda view, me: view.question == "matryoshburg"),
    _when(CREW, lambda view, me: view.options.variant == CREW and view.leg.captain == me),
    _playable,
    _when(ASKED, _may_pass),
    # the state of this leg
    _when("dice", _faces_events),
    _when("next", _is_heir),
    _when("trust", _decides),
    _in_play("boscalumia", lambda view, me: view.leg.city == BARBADAHL and not view.lit),
    _when("far", _is_far),
    _when("ashore", _is_safe),
    # the seat's cards, and the goal of the game
    _in_play("krismastri", lambda view, me: bool(view.gifts)),
    _when("end", lambda view, me: bool(view.treasures)),
    _when("journey", lambda view, me: view.journey > 1),
    _held,
    _boxes,
)
