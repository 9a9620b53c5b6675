"""Pictures and their descriptions show the public view, in every mix of boxes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, islice
from random import Random

import pytest

from bot.discord.limits import ALT_TEXT
from bot.pages.alt_text import describe, describe_chart
from bot.pages.scenes import chart, scene
from bot.pages.views import TableView, table_view
from bot.pictures.board import Scene
from bot.ships import NAME_WIDTH, Livery, Ship
from bot.words import LANGUAGES, catalogue
from bot.words.emoji import COLOURS, SEATS
from engine.box import CITY_OF, POINTS
from players.replay.scene import PLAIN
from tests.bot.tables.driven import laid
from tests.host.states import sat_down, wander

LARGEST = 60_000
SOME = 0.03


@cache
def views(number: int) -> tuple[TableView, ...]:
    """Public views of a random game, the last of them of its end."""
    rng = Random(f"scenes {number}")
    return tuple(
        table_view(table)
        for table in wander(sat_down(number), rng)
        if table.stage == "over" or rng.random() < SOME
    )


def shown(*numbers: int) -> Iterator[TableView]:
    for number in numbers:
        yield from views(number)


def ended(*numbers: int) -> Iterator[TableView]:
    for number in numbers:
        yield views(number)[-1]


def decorated(it: TableView) -> TableView:
    """Return the view with decorated ships on all seats, those with the longest descriptions."""
    livery = Livery("azure", "indigo", "lightning")
    return replace(it, ships=dict.fromkeys(range(len(it.chairs)), Ship("W" * NAME_WIDTH, livery)))


def test_a_ship_whose_journey_is_over_is_neither_painted_nor_told() -> None:
    t = laid(3, boxes=("initiative",), boat=(1, "rowboat_fog", 3), city=3)
    flying = scene(table_view(t.table))
    seats = tuple(replace(it, place="ashore") if it.place == "ship" else it for it in flying.seats)
    alone = replace(flying, seats=seats)
    say = catalogue("en")
    ship = say("picture-ship-rests", city=say("city-3"))
    moored = replace(flying, target=0)
    assert ship in describe(moored, say)
    assert ship not in describe(replace(alone, target=0), say)
    moved = replace(alone, ship=5)
    assert alone.paint() == moved.paint()


# --- every mix -----------------------------------------------------------------------------


def test_every_scene_of_a_game_is_small() -> None:
    for it in [*islice(shown(*range(12)), 0, None, 4), *ended(*range(24))]:
        pictures = [scene(decorated(it)), *([chart(it)] if it.scores else [])]
        for picture in pictures:
            data = picture.paint()
            assert data.startswith(b"\x89PNG")
            assert len(data) <= LARGEST


# --- what a scene says ---------------------------------------------------------------------


def test_a_scene_says_who_is_where_and_holds_how_much() -> None:
    for it in shown(*range(12)):
        view = it.view
        assert view is not None
        found = scene(it)
        assert found.piles == view.piles
        assert (found.dice, found.gifts, found.lit) == (view.leg.dice, len(view.gifts), view.lit)
        for seat, public in zip(found.seats, view.seats, strict=True):
            assert (seat.place, seat.hand) == (public.place, public.hand)
            assert (seat.treasures, seat.tokens) == (len(public.treasures), public.tokens)
        assert [seat.city for seat in found.seats] == [
            it.ashore.get(seat, 0) for seat in range(len(view.seats))
        ]


def test_a_scene_has_one_captain_while_the_game_runs_and_the_colours_of_texts() -> None:
    assert [COLOURS.get(colour, "⚪") for colour in PLAIN] == [*SEATS]
    for it in shown(*range(12)):
        seats = scene(it).seats
        assert sum(seat.captain for seat in seats) == (it.stage == "playing")
        assert [seat.colour for seat in seats] == [*(it.colours or PLAIN[: len(seats)])]


def test_certain_points_never_exceed_the_true_ones() -> None:
    """And no less, where all treasures of a city are worth the same."""
    compared = 0
    for it in ended(*range(24)):
        if it.options.variant == "beginner":
            continue
        for seat, held in zip(scene(it).seats, it.held, strict=True):
            worth = sum(map(POINTS.__getitem__, held)) + seat.tokens * 25
            assert seat.progress <= worth
            if all(CITY_OF[name] > 6 for name in held):
                assert seat.progress == worth
            compared += 1
    assert compared > 40


def test_beginners_collect_different_cities() -> None:
    for it in shown(0, 12):
        assert it.options.variant == "beginner"
        view = it.view
        assert view is not None
        assert scene(it).goal == 5
        found = [seat.progress for seat in scene(it).seats]
        assert found == [len(set(seat.treasures)) for seat in view.seats]


# --- the end -------------------------------------------------------------------------------


def test_a_chart_adds_up_to_the_scores() -> None:
    for it in ended(*range(24)):
        rows = chart(it).rows
        assert Counter(row.total for row in rows) == Counter(score.total for score in it.scores)
        assert [row.rank for row in rows] == sorted(row.rank for row in rows)
        for row in rows:
            assert sum(points for _, points in row.parts) - row.penalty == row.total


# --- the same in words ---------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_descriptions_fit_discord_in_every_mix(language: str) -> None:
    say = catalogue(language)
    for it in chain(shown(*range(12)), ended(*range(12, 24))):
        own = decorated(it)
        for one in (it, own):
            assert 0 < len(describe(scene(one), say, one.ship.name)) <= ALT_TEXT
        assert (own.ship.name in describe(scene(own), say, own.ship.name)) == bool(
            scene(own).aboard("ship")
        )
        if it.scores:
            assert 0 < len(describe_chart(chart(it), say)) <= ALT_TEXT


def test_a_description_says_all_that_the_board_shows() -> None:
    """Two scenes that look different have different descriptions."""
    say = catalogue("en")
    found: dict[str, Scene] = {}
    for it in shown(*range(12)):
        one = scene(decorated(it) if it.moment % 2 else it)
        # the boat is painted only while somebody is in it
        afloat = one if one.aboard("boat") else replace(one, boat=0, craft="ship")
        alike = found.setdefault(describe(one, say), afloat)
        assert alike == afloat or alike.paint() == afloat.paint()
    assert len(found) > 100
