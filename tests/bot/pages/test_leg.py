"""The page of a running game."""

import pytest

from bot.discord.limits import LAYOUT_TEXT
from bot.pages.layout import Layout
from bot.pages.leg import leg, notice
from bot.pages.views import table_view
from bot.tables.table import Table
from bot.words import catalogue
from tests.bot.pages.reading import text
from tests.bot.tables.driven import laid, lobby

SAY = catalogue("en")


def board(table: Table) -> str:
    """The page in words, which says all that the picture shows."""
    return text(leg(table_view(table), SAY, board="text"))


def test_the_board_shows_the_goal_and_the_piles() -> None:
    t = laid(3, hands={0: "compass"})
    said = board(t.table)
    view = t.table.running.view(None)
    assert f"🏁 ends at 50 points · 🎴 {view.deck} to draw · 🗑️ 0 discarded" in said
    assert "gift" not in said


def test_beginners_play_for_five_cities() -> None:
    t = lobby(persons=2, settings="variant=beginner").do("0 start 7")
    assert "🏁 ends with treasures of five cities" in board(t.table)


@pytest.mark.parametrize(("variant", "crew"), [("crew", True), ("standard", False)])
def test_only_a_crew_is_counted_in_the_seats(variant: str, crew: bool) -> None:
    t = lobby(persons=2, settings=f"variant={variant}").do("0 start 7")
    assert ("🧑‍🤝‍🧑 3" in board(t.table)) is crew


def test_gifts_and_lights_are_shown_when_they_are_there() -> None:
    t = laid(3, boxes=("krismastri", "boscalumia"), lit=True)
    game = t.table.running
    game._state.gifts = tuple(game._state.piles[1][:2])
    assert "🎁 2 gifts · 🏮 Boscalumia shines" in board(t.table)


def test_passengers_of_the_rowboat_see_what_it_passes() -> None:
    t = laid(3, boxes=("initiative",), boat=(1, "rowboat_fog", 1))
    assert "Rowboat (Fog)" in board(t.table)


@pytest.mark.parametrize("boxes", [("little_help",), ()])
def test_a_seat_has_the_colour_of_its_character(boxes: tuple[str, ...]) -> None:
    t = lobby(persons=2, settings=f"boxes={','.join(boxes)}" if boxes else "").do("0 start 7")
    characters = [seat.character for seat in t.table.running.view(None).seats]
    dots = {"red": "🔴", "blue": "🔵", "green": "🟢", "yellow": "🟡", "black": "⚫", "purple": "🟣"}
    wanted = [dots[it] for it in characters] if boxes else ["🔵", "🟢"]
    said = board(t.table)
    lines = [next(line for line in said.splitlines() if f"Seat {n}" in line) for n in (1, 2)]
    assert [dot for dot, line in zip(wanted, lines, strict=True) if dot in line] == wanted


def test_a_seat_pinged_by_a_notice_is_not_pinged_by_the_board_too() -> None:
    """It can be posted after the notice, if Discord was away meanwhile."""
    t = laid(3, pace="relaxed", dice="blank blank", captain=2)
    t.table.people = {0: 10, 1: 11, 2: 12}
    assert leg(table_view(t.table), SAY).mentions == (10,)
    t.do("0 move stay")
    assert notice(table_view(t.table), SAY, "").mentions == (11,)  # pyright: ignore[reportOptionalMemberAccess] - there is one
    assert leg(table_view(t.table), SAY).mentions == ()


def test_text_is_cut_off_exactly_at_the_limit() -> None:
    layout = Layout(0).text("x" * (LAYOUT_TEXT - 1)).text("yy").text("z").text("z")
    assert text(layout.content()) == "x" * (LAYOUT_TEXT - 1) + "\n…"
