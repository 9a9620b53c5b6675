"""Hidden state changes no pixel, file name or alternative text of a picture."""

from dataclasses import replace
from typing import Final

import pytest

from bot.pages.alt_text import describe
from bot.pages.scenes import scene
from bot.pages.views import TableView, table_view
from bot.pictures.board import Scene
from bot.tables.table import Table
from bot.words import LANGUAGES, catalogue
from engine.box import POINTS
from tests.host.test_noninterference import states, twin


def of(table: Table) -> Scene:
    return scene(table_view(table))


def told(shown: Scene) -> list[str]:
    return [describe(shown, catalogue(language)) for language in LANGUAGES]


PAINTED: Final = 12
"""Pictures of each game that are painted; the others are equal before they are."""


@pytest.mark.parametrize("number", range(70, 72))
def test_pictures_do_not_depend_on_hidden_state(number: int) -> None:
    for index, (table, rng) in enumerate(states(number)):
        one, other = of(table), of(twin(table, rng))
        assert one == other
        assert (one.name, told(one)) == (other.name, told(other))
        assert index >= PAINTED or one.paint() == other.paint()


def test_a_line_to_the_goal_that_knows_too_much_is_caught() -> None:
    """The control: the true points of a seat are visible."""

    def true_points(table: Table) -> Scene:
        shown: TableView = table_view(table)
        plain = scene(shown)
        seats = [
            replace(seat, progress=sum(POINTS[it] for it in table.running.view(number).treasures))
            for number, seat in enumerate(plain.seats)
        ]
        return replace(plain, seats=tuple(seats))

    assert any(
        true_points(table).paint() != true_points(twin(table, rng)).paint()
        for table, rng in states(73)
    )
