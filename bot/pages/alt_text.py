"""The alternative text of pictures: all their facts in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from bot.pictures.board import Place, Scene
from bot.pictures.chart import Chart, Row
from bot.ships import PLAIN, Livery
from bot.words import Catalogue
from engine.box import BOSCALUMIA, CITY
from engine.state.pieces import ASHORE, BOAT, SHIP
from engine.state.scores import BEGINNER_CITIES

COMMA: Final = ", "
REMEMBERED: Final = 4096
"""Cached lists and lines of cities: most stay the same from one picture to the next."""


def describe(scene: Scene, say: Catalogue, ship: str = "") -> str:
    """Return the facts of a painted board, short enough for Discord in any language.

    ``ship``: the name of the ship, which the picture does not show.
    """
    told = [
        *_flight(scene, say),
        *_own_ship(scene, ship, say),
        *_dice(scene, say),
        *_seats(scene, say),
        *_around(scene, say),
    ]
    return " ".join(told)


def describe_chart(chart: Chart, say: Catalogue) -> str:
    """Return the facts of the chart of the end."""
    return " ".join([say("picture-end"), *[_score(row, say) for row in chart.rows]])


def _colours(seats: Iterable[Place], say: Catalogue) -> str:
    return COMMA.join(say(f"colour-{seat.colour}") for seat in seats)


def _flight(scene: Scene, say: Catalogue) -> list[str]:
    """Return the places of crafts and seats."""
    told: list[str] = []
    for craft, city in ((SHIP, scene.ship), (BOAT, scene.boat)):
        aboard = scene.aboard(craft)
        if not aboard:
            continue
        flies = craft == scene.craft and scene.target
        target = say(f"city-{scene.target}") if flies else ""
        key = f"picture-{craft}-{'flies' if flies else 'rests'}"
        told.append(say(key, city=say(f"city-{city}"), target=target))
        told.append(say(f"picture-aboard-{craft}", seats=_colours(aboard, say)))
    if captains := [seat for seat in scene.seats if seat.captain]:
        told.append(say("picture-captain", seats=_colours(captains, say)))
    if ashore := [seat for seat in scene.seats if seat.place == ASHORE and seat.city]:
        told.append(_listed("ashore", ashore, say, lambda seat: say(f"city-{seat.city}")))
    return told


def _own_ship(scene: Scene, name: str, say: Catalogue) -> list[str]:
    """Return the name and look of a decorated ship."""
    if not scene.aboard(SHIP):
        return []
    told = [say("picture-ship-called", name=name)] if name else []
    return [*told, describe_livery(scene.livery, say)] if scene.livery != PLAIN else told


def describe_livery(livery: Livery, say: Catalogue) -> str:
    """Return the look of a decorated ship."""
    return say(
        "picture-livery",
        balloon=say(f"livery-{livery.balloon}"),
        stripes=say(f"livery-{livery.stripes}"),
        emblem=say(f"emblem-{livery.emblem}"),
    )


def _dice(scene: Scene, say: Catalogue) -> list[str]:
    if not scene.dice:
        return []
    told = [say("picture-dice", dice=_faces(scene.dice, say))]
    if scene.ignored:
        ignored = [scene.dice[number] for number in scene.ignored]
        told.append(say("picture-ignored", dice=_faces(ignored, say)))
    return told


def _faces(faces: Iterable[str], say: Catalogue) -> str:
    return COMMA.join(say(f"face-{face}") for face in faces)


def _listed(
    fact: str, seats: Iterable[Place], say: Catalogue, value: Callable[[Place], object], **more: int
) -> str:
    """Return a fact about some seats: each colour with its number or its city."""
    pairs = tuple([(seat.colour, f"{value(seat)}") for seat in seats])
    return say(f"picture-{fact}", seats=_paired(pairs, say), **more)


@lru_cache(REMEMBERED)
def _paired(pairs: tuple[tuple[str, str], ...], say: Catalogue) -> str:
    return COMMA.join(
        [say("picture-pair", seat=say(f"colour-{colour}"), value=value) for colour, value in pairs]
    )


def _seats(scene: Scene, say: Catalogue) -> list[str]:
    seats = scene.seats
    told: list[str] = []
    told.append(_listed("hands", seats, say, lambda seat: seat.hand))
    told.append(_listed("treasures", seats, say, lambda seat: seat.treasures))
    way = "different" if scene.goal == BEGINNER_CITIES else "points"
    told.append(_listed(way, seats, say, lambda seat: seat.progress, goal=scene.goal))
    if any(seat.crew for seat in seats):
        told.append(_listed("crew", seats, say, lambda seat: seat.crew))
    if rich := [seat for seat in seats if seat.tokens]:
        told.append(_listed("tokens", rich, say, lambda seat: seat.tokens))
    if able := [seat for seat in seats if seat.power == "ready"]:
        told.append(say("picture-powers", seats=_colours(able, say)))
    return told


def _around(scene: Scene, say: Catalogue) -> list[str]:
    """Return the cities of the line, and those beside it."""
    told = [_cities(scene.piles, say)]
    if "krismastri" in scene.boxes:
        told.append(say("picture-gifts", gifts=scene.gifts))
    if "matryoshburg" in scene.boxes:
        told.append(say("picture-matryoshburg"))
    if "boscalumia" in scene.boxes:
        far = CITY[BOSCALUMIA]
        dark = say("picture-dark", value=far.value, dice=far.dice)
        told.append(say("picture-lit") if scene.lit else dark)
    return told


@lru_cache(REMEMBERED)
def _cities(piles: tuple[int, ...], say: Catalogue) -> str:
    cities = [
        f"{say(f'city-{city}')} {CITY[city].value}/{CITY[city].dice}/{left}"
        for city, left in enumerate(piles, 1)
    ]
    return say("picture-cities", cities=COMMA.join(cities))


def _score(row: Row, say: Catalogue) -> str:
    parts = [
        say("picture-pair", seat=say(f"city-{city}"), value=points) for city, points in row.parts
    ]
    if row.penalty:
        parts.append(say("picture-penalty", points=row.penalty))
    seat = say(f"colour-{row.colour}")
    shown = COMMA.join(parts) or "0"
    return say("picture-score", rank=row.rank, seat=seat, total=row.total, parts=shown)
