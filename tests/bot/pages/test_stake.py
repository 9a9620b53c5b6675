"""The stakes and the captain's odds, by public facts."""

from dataclasses import replace
from typing import Any

import pytest

from bot.pages.layout import open_voice
from bot.pages.leg import leg
from bot.pages.stake import stake
from bot.pages.views import table_view
from bot.words import LANGUAGES, catalogue
from engine.box import BOSCALUMIA, CITIES, GAP
from players.stakes import NOTHING, Worth, chance, worth
from tests.bot.pages.reading import text
from tests.bot.tables.driven import Driven, laid

languages = pytest.mark.parametrize("language", LANGUAGES)


def deciding(**facts: Any) -> Driven:
    return laid(3, dice="fog birds", captain=2, **facts).pass_on("decisions")


def told(t: Driven, language: str = "en") -> str:
    return text(leg(table_view(t.table), catalogue(language)))


def worth_of(t: Driven, city: int) -> Worth:
    return worth(t.table.running.view(None), city)


def test_a_citys_worth_is_what_the_box_says() -> None:
    found = {city.number: worth_of(deciding(), city.number) for city in CITIES}
    assert found[1] == (1, 3, 0)  # a spyglass is worth no less and no more
    assert found[3] == (4, 6, 2)
    assert found[9] == (25, 25, 0)


GONE: list[tuple[tuple[str, ...], int, Worth]] = [
    (("3:spyglass",), 3, (4, 6, 0)),
    (("4:6",), 4, (6, 8, 2)),
    (("4:6",) * 5, 4, (7, 8, 2)),
    (("4:spyglass", "4:8"), 4, (6, 7, 0)),
    (("7:15",), 7, (15, 15, 0)),
]


@pytest.mark.parametrize(("gone", "city", "left"), GONE)
def test_treasures_that_have_left_the_game_in_public_are_not_at_stake(
    gone: tuple[str, ...], city: int, left: Worth
) -> None:
    t = deciding(city=3)
    t.table.running._state.removed = gone
    assert worth_of(t, city) == left


@languages
def test_the_way_over_the_gap_leads_to_boscalumia(language: str) -> None:
    say = catalogue(language)
    for city, way in ((6, "to-gap"), (GAP, "in-gap")):
        t = laid(3, boxes=("boscalumia",), city=city, captain=2, dice="fog birds fog birds")
        t.table.running._state.leg = replace(
            t.table.running._state.leg, target=GAP if city == 6 else BOSCALUMIA
        )
        line = stake(t.table.running.view(None), open_voice(table_view(t.table), say))
        here = say("stake-points", span="12–13", most=13)
        ahead = say("stake-points", span="25", most=25)
        words = say(
            f"stake-{way}", city=say("city-6"), here=here, target=say("city-11"), ahead=ahead
        )
        assert words in line


def test_an_empty_city_is_worth_nothing() -> None:
    t = deciding(city=3)
    t.table.running._state.piles[3] = ()
    assert worth_of(t, 3) == NOTHING
    assert catalogue("en")("stake-nothing") in told(t)


@pytest.mark.parametrize("lit", [False, True])
def test_boscalumia_is_worth_its_token_until_it_shines(lit: bool) -> None:
    t = laid(3, boxes=("boscalumia",), lit=lit)
    assert worth_of(t, BOSCALUMIA)[:2] == ((0, 0) if lit else (25, 25))
    assert worth_of(t, GAP) == NOTHING


@languages
def test_the_stake_names_both_cities(language: str) -> None:
    line, *_ = [it for it in told(deciding(city=3), language).splitlines() if "🎈" in it]
    say = catalogue(language)
    assert line.index(say("city-3")) < line.index("4–6") < line.index(say("city-4"))
    assert "6–8" in line


@languages
def test_odds_are_told_where_the_table_wants_them(language: str) -> None:
    t = deciding()
    assert "🔮" not in told(t, language)
    t.table.odds = True
    percent = round(100 * chance(t.table.running.view(None)))
    assert 0 < percent < 100
    space = "\N{NO-BREAK SPACE}" if language == "fr" else ""
    assert f"{percent}{space}%" in told(t, language)


def test_odds_depend_on_what_lies_open_and_on_no_hand() -> None:
    def odds(**facts: Any) -> float:
        t = deciding(**facts)
        t.table.running._state.discard = discard
        return chance(t.table.running.view(None))

    discard: dict[str, int] = {}
    before = odds(hands={2: "compass foghorn"})
    assert odds(hands={2: "cannon cannon"}) == before
    discard = {"compass": 20, "turbo": 8}
    assert odds(hands={2: "compass foghorn"}) < before


def test_odds_fall_silent_once_the_captain_has_spoken() -> None:
    t = deciding(hands={2: "cannon"})
    t.table.odds = True
    t.do("0 move stay", "1 move stay").pass_on("declaration").do("2 move declare cannot")
    assert "🔮" not in told(t)


def test_once_all_have_decided_only_the_target_is_at_stake() -> None:
    t = deciding(city=3)
    assert "Leave Veltane" in told(t)
    while t.table.question == "decisions":
        t.do(f"{t.waiting[0]} move stay")
    assert "Leave Veltane" not in told(t)
    assert "Ahead, Ombrelis" in told(t)
