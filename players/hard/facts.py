"""Facts of an imagined game that a seat can see at a glance."""

from __future__ import annotations

from engine.box import POINTS, TOKEN_POINTS, TURBO
from engine.inside import Inside, InsideSeat
from engine.state.pieces import SHIP
from players.hard.chances import Unseen, covers_of, lacks, needs_now
from players.normal.player import crash_pays


def riches(seat: InsideSeat) -> int:
    """Return the current points of a seat."""
    return sum([POINTS[name] for name in seat.treasures]) + TOKEN_POINTS * seat.tokens


def rivals_aboard(game: Inside, seat: int) -> int:
    """Count the rivals in the ship."""
    return sum([other != seat for other in game.in_ship])


def lets_crash(game: Inside, seat: int) -> bool:
    """Return whether a crash of the ship is good for this seat."""
    leg = game.leg
    if leg.craft != SHIP:
        return False
    return crash_pays(rivals_aboard(game, seat), len(game.seats) - 1, leg.city)


def captain_pays(game: Inside, seat: int) -> float:
    """Return the odds that this leg's captain can pay, as this seat knows them."""
    needs = needs_now(game)
    leg = game.leg
    if not any(needs) or leg.said == "can":
        return 1.0
    hand = game.seats[leg.captain].hand
    if leg.captain == seat:
        return float(lacks(covers_of(hand), needs) <= leg.turned.count(TURBO))
    unseen = Unseen.by(game, game.seats[seat])
    return unseen.pays(needs, len(hand), open_turbos=leg.turned.count(TURBO))
