"""Saved games: plain JSON with a version, checked card by card when loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, cast

from engine.audit import first_fault
from engine.box import FIRST, LAST, NO_TREASURES
from engine.chance import SEED_BYTES, Chance
from engine.codec import decode, encode
from engine.errors import OptionsError, SaveBroken, SaveTooNew, SaveTooOld
from engine.options import Options
from engine.rules import STEPS, rules_of
from engine.state.game_state import GameState
from engine.state.pieces import Craft, Leg, Seat
from engine.state.step import Step

FORMAT: Final = 1

MIGRATIONS: dict[int, Callable[[dict[str, object]], dict[str, object]]] = {}
"""By format: the function that converts a save to the next format."""


# --- writing -------------------------------------------------------------------------------
# Written out by hand: a game is saved after every move, so this must be quick.


def dump(state: GameState) -> dict[str, object]:
    """Return the state as plain JSON values."""
    chance = state.chance
    return {
        "format": FORMAT,
        "options": state.rules.options_json.copy(),
        "seed": chance.seed.hex(),
        "drawn": chance.drawn,
        "table": {
            "seats": [_seat(seat) for seat in state.seats],
            "piles": state.piles[FIRST : LAST + 1],
            "deck": state.deck,
            "discard": state.discard.copy(),
            "removed": state.removed,
            "gifts": state.gifts,
            "gifts_shown": state.gifts_shown,
            "in_ship": state.in_ship,
            "in_boat": state.in_boat,
            "ship": _craft(state.ship),
            "boat": _craft(state.boat),
            "captain": state.captain,
            "journey": state.journey,
            "crashed": state.crashed,
            "lit": state.lit,
            "leg": _leg(state.leg),
            "agenda": [_step(step) for step in state.agenda],
            "waiting": state.waiting,
        },
    }


def _seat(seat: Seat) -> dict[str, object]:
    bounds = {"bounds": [bound._asdict() for bound in seat.bounds]} if seat.bounds else {}
    return {
        "hand": seat.hand,
        "treasures": seat.treasures,
        "crew": seat.crew,
        "character": seat.character,
        "power": seat.power,
        "tokens": seat.tokens,
        "laid": seat.laid,
        "drawn": seat.drawn,
        "memory": [sighting._asdict() for sighting in seat.memory],
        **bounds,
    }


def _craft(craft: Craft) -> dict[str, object]:
    return {
        "city": craft.city,
        "card": craft.card,
        "fresh": craft.fresh,
        "kept": craft.kept,
        "course": craft.course,
    }


def _leg(leg: Leg) -> dict[str, object]:
    return {
        "craft": leg.craft,
        "captain": leg.captain,
        "city": leg.city,
        "target": leg.target,
        "extra": leg.extra,
        "dice": leg.dice,
        "undecided": leg.undecided,
        "spoken": leg.spoken,
        "stayed": leg.stayed,
        "gone": leg.gone,
        "took": leg.took,
        "said": leg.said,
        "ignored": leg.ignored,
        "fixed": leg.fixed,
        "usurper": leg.usurper,
        "helped": leg.helped,
        "help": leg.help,
        "helpers": leg.helpers,
        "turned": leg.turned,
        "paid": leg.paid,
        "jumpers": leg.jumpers,
    }


def _step(step: Step) -> object:
    """Return the name alone for a step without fields."""
    return {"kind": step.kind, **encode(step)} if step.__slots__ else step.kind


# --- reading -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _SavedState:
    seats: tuple[Seat, ...]
    piles: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    discard: dict[str, int]
    removed: tuple[str, ...]
    gifts: tuple[str, ...]
    gifts_shown: bool
    in_ship: tuple[int, ...]
    in_boat: tuple[int, ...]
    ship: Craft
    boat: Craft
    captain: int
    journey: int
    crashed: bool
    lit: bool
    leg: Leg
    agenda: tuple[object, ...]
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Saved:
    format: int
    options: Options
    seed: str
    drawn: int
    table: _SavedState


def load(data: object) -> GameState:
    """Return the state that was dumped; raise a `SaveError` if it is damaged or impossible."""
    try:
        saved = decode(_Saved, _migrated(data), "save")
        saved.options.check_seats(len(saved.table.seats))
    except OptionsError as error:
        raise SaveBroken("impossible_options", at="save.options", why=error.code) from error
    state = _state(saved)
    fault = first_fault(state)
    if fault:
        raise SaveBroken("impossible_table", at=f"save.table.{fault}")
    return state


def _migrated(data: object) -> dict[str, object]:
    plain = dict(cast("Mapping[str, object]", data)) if isinstance(data, Mapping) else {}
    version = plain.get("format")
    if type(version) is not int:
        raise SaveBroken("not_a_saved_game", at="save.format")
    if version > FORMAT:
        raise SaveTooNew("save_too_new", format=version, newest=FORMAT)
    for old in range(version, FORMAT):
        if old not in MIGRATIONS:
            raise SaveTooOld("save_too_old", format=version)
        plain = MIGRATIONS[old](plain)
    return plain


def _state(saved: _Saved) -> GameState:
    lying = saved.table
    return GameState(
        rules=rules_of(saved.options),
        chance=_chance(saved),
        seats=list(lying.seats),
        piles=[(), *lying.piles, *NO_TREASURES],
        deck=lying.deck,
        discard=lying.discard,
        removed=lying.removed,
        gifts=lying.gifts,
        gifts_shown=lying.gifts_shown,
        in_ship=lying.in_ship,
        in_boat=lying.in_boat,
        ship=lying.ship,
        boat=lying.boat,
        captain=lying.captain,
        journey=lying.journey,
        crashed=lying.crashed,
        lit=lying.lit,
        leg=lying.leg,
        agenda=[_read_step(step, f"save.table.agenda[{n}]") for n, step in enumerate(lying.agenda)],
        waiting=lying.waiting,
    )


def _chance(saved: _Saved) -> Chance:
    try:
        seed = bytes.fromhex(saved.seed)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or seed.hex() != saved.seed:
        raise SaveBroken("bad_seed", at="save.seed")
    if saved.drawn < 0:
        raise SaveBroken("bad_counter", at="save.drawn")
    return Chance(seed, saved.drawn)


def _read_step(data: object, at: str) -> Step:
    form = cast("dict[str, object]", data if isinstance(data, dict) else {"kind": data})
    rest = dict(form)
    kind = rest.pop("kind", None)
    if not isinstance(kind, str) or kind not in STEPS:
        raise SaveBroken("unknown_step", at=at)
    return decode(STEPS[kind], rest, at)
