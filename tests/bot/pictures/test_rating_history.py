"""The picture of a person's last games: a bar for each, and a line for the rating."""

from dataclasses import replace

import pytest

from bot.pictures.places import WIDTH
from bot.pictures.rating_history import (
    BOTTOM,
    HIGH,
    LINE,
    PLAYED,
    TOP,
    WON,
    PlayedGame,
    RatingHistory,
)
from tests.bot.pictures.scenes import seen, share

LOST = PlayedGame(30, won=False, rating=1100)
BEST = PlayedGame(60, won=True, rating=1300)
BARS = (0, TOP, WIDTH, BOTTOM)


def test_won_games_have_another_colour() -> None:
    image = seen(RatingHistory((replace(LOST, rating=None), replace(BEST, rating=None))))
    won, played = share(image, WON, BARS), share(image, PLAYED, BARS)
    assert won > 1.8 * played > 0  # twice the points
    assert share(image, LINE, BARS) == 0


@pytest.mark.parametrize("ratings", [(None, None), (1100, None), (None, 1300)])
def test_a_single_rating_has_no_line(ratings: tuple[int | None, int | None]) -> None:
    games = (replace(LOST, rating=ratings[0]), replace(BEST, rating=ratings[1]))
    assert share(seen(RatingHistory(games)), LINE, BARS) == 0


def test_the_line_rises_with_the_rating() -> None:
    image = seen(RatingHistory((LOST, BEST)))
    left, right = (0, TOP, WIDTH // 2 - 90, BOTTOM), (WIDTH // 2 + 90, TOP, WIDTH, BOTTOM)
    assert share(image, LINE, left) == share(image, LINE, right) == 0  # no wider than two bars
    rows = [y for y in range(TOP, BOTTOM) if share(image, LINE, (0, y, WIDTH, y + 1))]
    assert max(rows) - min(rows) > 100


@pytest.mark.parametrize("count", [0, 1, 8, 20])
def test_any_number_of_games_fits(count: int) -> None:
    image = seen(RatingHistory((BEST,) * count))
    assert image.size == (WIDTH, HIGH)
    edges = [(0, 0, 3, HIGH), (WIDTH - 3, 0, WIDTH, HIGH)]
    assert all(share(image, colour, box) == 0 for colour in (WON, PLAYED) for box in edges)


def test_a_name_tells_what_is_shown() -> None:
    one, other = RatingHistory((LOST, BEST)), RatingHistory((LOST, replace(BEST, points=61)))
    assert one.name == RatingHistory((LOST, BEST)).name != other.name
