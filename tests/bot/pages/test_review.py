"""The private page of a review."""

from random import Random

import pytest

from bot.pages.end import review
from bot.pages.views import table_view
from bot.words import LANGUAGES, catalogue
from engine.moves import Stay, parse
from players.review import Cost, Decision, Slip, weighed
from tests.bot.pages.reading import text
from tests.bot.tables.driven import Driven, laid
from tests.players.hint_tables import deciding

languages = pytest.mark.parametrize("language", LANGUAGES)


class Fixed:
    def cost(self, made: Decision, luck: Random) -> Cost | None:
        return Cost(Stay(), 0.126)


def named(user: int, fallback: str) -> str:
    return fallback


def slip() -> Slip:
    """Seat 1 has left a ship that would have arrived."""
    view = deciding("cannon " * 8, dice="fog lightning", city=3).game.view(1)
    found = weighed(Decision(view, parse("leave")), 1, Fixed())
    assert found is not None
    return found


def over() -> Driven:
    t = laid(3)
    t.table.people = {0: 10, 1: 11, 2: 12}
    return t.do("- expire")


@languages
def test_a_slip_tells_where_and_what_and_how_much_and_why(language: str) -> None:
    say = catalogue(language)
    page = review(table_view(over().table), [slip()], say, named)
    first, leg, moves, why = text(page).splitlines()[1:]
    assert first == say("review-how", count=1)
    assert leg == f"🎈 **{say('review-leg', journey=1, city='Veltane', target='Ombrelis')}**"
    made, better = say("move-leave"), say("move-stay")
    assert moves == say("review-lost", made=made, better=better, chances=13)
    assert "<@10>" in why


@languages
def test_a_review_without_mistakes_says_so(language: str) -> None:
    say = catalogue(language)
    assert say("review-none") in text(review(table_view(over().table), [], say, named))
