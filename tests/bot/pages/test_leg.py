"""The page of a running game, in words and beside its picture, and the signs on it."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from bot.discord.limits import LAYOUT_TEXT
from bot.pages.layout import Layout
from bot.pages.leg import leg, notice
from bot.pages.scenes import scene
from bot.pages.views import table_view
from bot.ships import PLAIN, Livery, Ship
from bot.words import LANGUAGES, catalogue
from bot.words.emoji import sign
from engine.box import BOSCALUMIA, CITIES, GAP
from engine.events import LegBegan
from tests.bot.pages.reading import text
from tests.bot.tables.driven import Driven, laid, lobby

ROOT = Path(__file__).parents[3]
PHONE = 26
"""Monospaced columns that a phone shows in one line; an emoji takes two."""
languages = pytest.mark.parametrize("language", LANGUAGES)


def board(t: Driven, language: str = "en") -> str:
    """Return the page in words, which says all that the picture shows."""
    return text(leg(table_view(t.table), catalogue(language), board="text"))


def begun(settings: str) -> Driven:
    return lobby(persons=2, settings=settings).do("0 start 7")


def lit() -> Driven:
    t = laid(3, boxes=("krismastri", "boscalumia"), lit=True)
    state = t.table.running._state
    state.gifts, state.seats[0].tokens = tuple(state.piles[1][:2]), 1
    return t


def rowing(city: int = 3) -> Driven:
    return laid(3, boxes=("initiative",), boat=(1, "rowboat_fog", city), city=city)


def test_the_board_shows_the_goal_and_the_piles() -> None:
    t = laid(3, hands={0: "compass"})
    said = board(t)
    deck = t.table.running.view(None).deck
    assert f"🏁 ends at 50 points · 🎴 {deck} to draw · 🗑️ 0 discarded" in said
    assert "gift" not in said
    assert "🏁 ends with treasures of five cities" in board(begun("variant=beginner"))


def test_crew_gifts_lights_and_the_rowboat_are_shown_where_they_are() -> None:
    crew = "🧑‍🤝‍🧑 3"
    assert (crew in board(begun("variant=crew")), crew in board(begun(""))) == (True, False)
    assert "🎁 2 gifts · 🏮 Boscalumia shines" in board(lit())
    assert "Rowboat (Fog)" in board(rowing())


@pytest.mark.parametrize("boxes", ["boxes=little_help", ""])
def test_a_seat_has_the_colour_of_its_character(boxes: str) -> None:
    t = begun(boxes)
    characters = [seat.character for seat in t.table.running.view(None).seats]
    dots = {"red": "🔴", "blue": "🔵", "green": "🟢", "yellow": "🟡", "black": "⚫", "purple": "🟣"}
    wanted = [dots[it] for it in characters] if boxes else ["🔵", "🟢"]
    for n, dot in enumerate(wanted, 1):
        assert dot in next(line for line in board(t).splitlines() if f"Seat {n}" in line)


def test_a_seat_pinged_by_a_notice_is_not_pinged_by_the_board_too() -> None:
    """It can be posted after the notice, if Discord was away meanwhile."""
    t, say = laid(3, dice="blank blank", captain=2), catalogue("en")
    t.table.people = {0: 10, 1: 11, 2: 12}
    assert leg(table_view(t.table), say).mentions == (10,)
    t.do("0 move stay", "- warn 1")
    ping = notice(table_view(t.table), say, "")
    assert ping is not None
    assert ping.mentions == (11,)
    assert leg(table_view(t.table), say).mentions == ()


def test_the_board_of_a_slow_table_pings_nobody() -> None:
    t = laid(3, pace="relaxed", dice="blank blank", captain=2)
    t.table.people = {0: 10, 1: 11, 2: 12}
    assert leg(table_view(t.table), catalogue("en")).mentions == ()


def test_text_is_cut_off_exactly_at_the_limit() -> None:
    layout = Layout(0).text("x" * (LAYOUT_TEXT - 1)).text("yy").text("z").text("z")
    assert text(layout.content()) == "x" * (LAYOUT_TEXT - 1) + "\n…"


@languages
def test_the_captains_ship_is_shown_and_named_in_questions_and_titles(language: str) -> None:
    t, say = laid(3, dice="fog birds", captain=2), catalogue(language)
    t.do("0 move stay", "1 move stay").pass_on("declaration")
    own = Ship("Oie", Livery("azure", "white", "whale"))
    flown, other = (replace(table_view(t.table), ships={seat: own}) for seat in (2, 1))
    assert (scene(flown).livery, scene(other).livery) == (own.livery, PLAIN)
    began = (LegBegan("ship", 2, 1, 2),)
    called = say("ship-called", name="Oie")
    for shown in (flown, replace(flown, newest=False, story=began)):
        assert called in text(leg(shown, say))
        assert called not in text(leg(replace(shown, ships={1: own}), say))


# --- the line of cities --------------------------------------------------------------------


def track(t: Driven, language: str) -> list[str]:
    """Return the lines of the track, without its heads."""
    return board(t, language).split("```")[1].strip().splitlines()[1:]


@languages
def test_the_track_has_room_for_the_name_of_every_city(language: str) -> None:
    t, say = laid(3, city=GAP, dice="blank " * 4, boxes=("boscalumia",)), catalogue(language)
    names = [say(f"city-{city.number}") for city in CITIES]
    names += [say(f"city-{GAP}-short"), say(f"city-{BOSCALUMIA}")]
    for line, name in zip(track(t, language), names, strict=True):
        assert f" {name} " in line


@languages
def test_both_crafts_fit_behind_a_city(language: str) -> None:
    (line,) = [line for line in track(rowing(6), language) if "🛶" in line]
    assert line == "6 Barbadahl  12   3  9🎈🛶"
    assert len(line) + len("🎈🛶") <= PHONE


# --- signs ---------------------------------------------------------------------------------


@languages
def test_the_rules_explain_the_signs_of_the_board(language: str) -> None:
    boards = [
        laid(3, treasures={1: "1:1 1:2 4:6"}, ashore=(2,)),
        rowing(),
        begun("variant=crew"),
        lit(),
    ]
    told = catalogue(language)("rules-board-text")
    shown = [line for t in boards for line in board(t, language).splitlines() if "✋" in line]
    # the digits behind treasures are cities
    for it in (*"✋💎🌟🎈🛶🏝🤝", "💎 3 `1 1 4`"):
        assert it in "".join(shown)
        assert it in told


def test_every_icon_that_the_code_names_is_known() -> None:
    """An unknown icon would raise at a player's press."""
    places = {"icon": 0, "sign": 0, "named_button": 1}
    found = {name: set[str]() for name in places}
    for file in [*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/*.py")]:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(ast.Name(name), args) if name in places:
                    named = args[places[name]]
                    found[name] |= {f"{named.value}"} if isinstance(named, ast.Constant) else set()
                case _:
                    pass
    assert min(len(found["icon"]), len(found["named_button"])) > 5
    for name in set().union(*found.values()):
        assert sign(name)
    assert all(f"button-{name}" in catalogue("en") for name in found["named_button"])


@pytest.mark.parametrize("seats", [2, 4])
def test_few_names_stand_in_the_question_and_many_below_it(seats: int) -> None:
    t = laid(seats, dice="fog fog").do(*[f"{seat} move stay" for seat in range(1, seats)])
    t.table.people = {seat: 10 + seat for seat in range(seats)}
    lines = board(t).splitlines()
    (at,) = [n for n, line in enumerate(lines) if line.startswith("⏳")]
    asked, below = lines[at : at + 2]
    names = [f"<@{10 + seat}>" for seat in range(seats)]
    assert all(name in (asked if seats == 2 else below) for name in names)
    assert asked.count("<@") + below.count("<@") == seats
