"""The pages of results: their size, their controls and their readers."""

from dataclasses import replace

import pytest

from bot.discord.limits import LAYOUT_COMPONENTS, LAYOUT_TEXT
from bot.pages.layout import GALLERY, ROW, Content
from bot.pages.results import (
    PAGE,
    Asked,
    Ladder,
    history,
    rating_history,
    stats,
    top_rated,
    top_winning,
)
from bot.results.ratings import Rating
from bot.results.standing import LADDERS, PastGame, Profile, Rival, Rung, Standing
from bot.words import LANGUAGES, catalogue
from bot.words.emoji import COLOURS
from tests.bot.pages.reading import parts, text
from tests.bot.results.games import seat

languages = pytest.mark.parametrize("language", LANGUAGES)
HUGE = 2**63 - 1
"""The longest id there is."""
RATED = Rating(40.0, 1.0, 99_999, 9e9)
ASKED = Asked(HUGE)
EVERYBODY = range(HUGE + 1)


def past(number: int, **facts: object) -> PastGame:
    seats = tuple([seat(n, n + 1, user=HUGE - n) for n in range(6)])
    made = PastGame(number, "t1", HUGE, 9e9, "over", LADDERS[0], 99, 0, seats, RATED)
    return replace(made, **facts)


def full() -> Profile:
    """Return a profile with all figures."""
    rungs = {ladder: Rung(RATED, 123_456, 999_999) for ladder in LADDERS}
    rivals = tuple([Rival(HUGE - n, 99_999, 55_555, 44_444) for n in range(5)])
    ever = Standing(games=99_999, wins=33_333.3, par=20_000.0, points=4_999_950, captained=9)
    return Profile(ever, ever, rungs, tuple([(colour, 9_999) for colour in COLOURS]), rivals)


def pages(language: str, *, public: bool) -> list[Content]:
    say = catalogue(language)
    games = [past(n) for n in range(PAGE + 1)]
    ladder, ranked = Ladder(), [(HUGE - n, RATED) for n in range(10)]
    won = [(HUGE - n, full().ever) for n in range(10)]
    return [
        stats(ASKED, full(), games, say, public=public),
        history(ASKED, games, say, public=public),
        top_rated(ladder, ranked, EVERYBODY, Rung(RATED, 123_456, 999_999), say, public=public),
        top_winning(ladder, won, EVERYBODY, say, public=public),
    ]


@languages
def test_the_longest_page_fits_and_a_public_one_has_no_controls(language: str) -> None:
    private, public = (pages(language, public=it) for it in (False, True))
    for content in (*private, *public):
        assert len(parts(content)) <= LAYOUT_COMPONENTS
        assert len(text(content)) <= LAYOUT_TEXT - 500  # far from it: names of ladders may grow
    for mine, shown in zip(private, public, strict=True):
        assert [it for it in parts(mine) if it["type"] == ROW]
        assert not [it for it in parts(shown) if it["type"] == ROW]
        assert text(shown).splitlines()[0] == text(mine).splitlines()[0]


def test_the_reader_s_own_place_is_not_on_a_public_page() -> None:
    say = catalogue("en-US")
    mine = say("top-mine", place=123_456, of=999_999, rating=f"{RATED.shown}")
    private, shown = [pages("en-US", public=public)[2] for public in (False, True)]
    assert mine in text(private)
    assert mine not in text(shown)


def test_older_games_begin_behind_the_last_one_that_is_told() -> None:
    say, games = catalogue("en-US"), [past(100 - n) for n in range(PAGE + 1)]
    ids = [it.get("custom_id", "") for it in parts(history(ASKED, games, say, public=False))]
    assert any(f"{replace(ASKED, before=games[PAGE - 1].number)}" in it for it in ids)
    few = parts(history(ASKED, games[:PAGE], say, public=False))
    assert say("button-older") not in [it.get("label") for it in few]


def test_a_rating_history_is_of_one_ladder() -> None:
    games = [past(3), past(2, ladder=LADDERS[1]), past(1), past(0, ending="closed")]
    assert [it.rating for it in rating_history(games).games] == [RATED.shown, None, RATED.shown]


def test_without_games_there_is_no_picture() -> None:
    page = stats(ASKED, Profile(), [], catalogue("en-US"), public=False)
    assert catalogue("en-US")("stats-none") in text(page)
    assert page.picture is None


def test_in_words_nothing_but_the_picture_is_missing() -> None:
    page = pages("en-US", public=False)[0]
    bare = page.in_words()
    assert (page.picture is None, bare.picture) == (False, None)
    assert not [it for it in parts(bare) if it["type"] == GALLERY]
    assert text(bare) == text(page)
