"""The contents of pictures: plain numbers, picked from the public view of a table."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Final

from bot.pages.views import TableView
from bot.pictures.board import Place, Scene
from bot.pictures.chart import Chart, Row
from bot.ships import PLAIN
from engine import Score, View
from engine.box import BOSCALUMIA, CITY_OF, POINTS, SPYGLASSES, TOKEN_POINTS, TREASURES
from engine.state.pieces import SHIP
from engine.state.scores import BEGINNER_CITIES
from players.replay import scene as replayed
from players.replay.scene import PLAIN as PLAIN_COLOURS
from players.replay.steps import Replay

BONUS: Final = ("krismastri", "matryoshburg", "boscalumia")


def scene(shown: TableView) -> Scene:
    """Return the board by the public facts now."""
    view = shown.view
    if view is None:
        raise ValueError(shown.table)
    leg = view.leg
    at = view.boat.city if leg.craft == "boat" else view.ship.city
    return Scene(
        piles=view.piles,
        ship=view.ship.city,
        boat=view.boat.city,
        craft=leg.craft,
        target=leg.target if leg.target != at else 0,
        dice=leg.dice,
        ignored=tuple([n for n, face in enumerate(leg.dice) if face in leg.ignored]),
        seats=tuple([_place(shown, view, seat) for seat in range(len(view.seats))]),
        goal=BEGINNER_CITIES if shown.options.variant == "beginner" else shown.options.goal,
        boxes=tuple([box for box in BONUS if box in shown.options.boxes]),
        gifts=len(view.gifts),
        lit=view.lit,
        # an empty ship is not painted
        livery=shown.ship.livery if any(seat.place == SHIP for seat in view.seats) else PLAIN,
    )


def scene_again(replay: Replay, then: replayed.Scene) -> Scene:
    """Return the board at a step of a finished game."""
    options = replay.record.options
    beginner = options.variant == "beginner"
    seats = [
        Place(
            colour=colour,
            place=seat.place,
            city=seat.city,
            hand=len(seat.hand),
            treasures=len(seat.treasures),
            tokens=seat.tokens,
            progress=len({*map(CITY_OF.__getitem__, seat.treasures)}) if beginner else seat.points,
            crew=seat.crew,
            power=seat.power,
            captain=number == then.captain,
        )
        for number, (colour, seat) in enumerate(zip(replay.colours, then.seats, strict=True))
    ]
    return Scene(
        piles=tuple(then.piles),
        ship=then.ship,
        boat=then.boat,
        craft=then.craft,
        target=then.target if then.target != then.city else 0,
        dice=then.dice,
        ignored=tuple([n for n, face in enumerate(then.dice) if face in then.ignored]),
        seats=tuple(seats),
        goal=BEGINNER_CITIES if beginner else options.goal,
        boxes=tuple([box for box in BONUS if box in options.boxes]),
        gifts=then.gifts,
        lit=then.lit,
    )


def colour_of(shown: TableView, seat: int) -> str:
    """Return the colour of a seat: that of its character, or else that of its place."""
    return shown.colours[seat] if shown.colours else PLAIN_COLOURS[seat]


def _place(shown: TableView, view: View, seat: int) -> Place:
    public = view.seats[seat]
    power = ("ready" if public.power else "used") if public.character else ""
    return Place(
        colour=colour_of(shown, seat),
        place=public.place,
        city=shown.ashore.get(seat, 0),
        hand=public.hand,
        treasures=len(public.treasures),
        tokens=public.tokens,
        progress=_progress(shown, public.treasures, public.tokens),
        crew=public.crew if shown.options.variant == "crew" else 0,
        power=power,
        captain=bool(view.question) and seat == view.leg.captain,
    )


def _progress(shown: TableView, treasures: tuple[int, ...], tokens: int) -> int:
    """Return the least worth of these face-down treasures, or their cities in a beginners' game."""
    if shown.options.variant == "beginner":
        return len(set(treasures))
    least = sum(
        sum(_cheapest(city, shown.options.spyglasses)[: treasures.count(city)])
        for city in {*treasures}
    )
    return least + tokens * TOKEN_POINTS


@cache
def _cheapest(city: int, spyglasses: bool) -> tuple[int, ...]:
    """Return the points of a city's treasures, the least first."""
    names = [name for name in TREASURES[city] if spyglasses or name not in SPYGLASSES]
    return tuple(sorted(map(POINTS.__getitem__, names)))


def chart(shown: TableView) -> Chart:
    """Return the final scores of a closed table."""
    ranked = sorted(shown.scores, key=lambda score: (score.rank, score.seat))
    return Chart(tuple([_row(shown, score) for score in ranked]))


def _row(shown: TableView, score: Score) -> Row:
    held = sorted(shown.held[score.seat], key=CITY_OF.__getitem__)
    parts = [
        (city, sum(map(POINTS.__getitem__, names)))
        for city, names in groupby(held, CITY_OF.__getitem__)
    ]
    if score.tokens:
        parts.append((BOSCALUMIA, score.tokens))
    return Row(
        colour=colour_of(shown, score.seat),
        rank=score.rank,
        parts=tuple(parts),
        penalty=score.penalty,
        total=score.total,
    )
