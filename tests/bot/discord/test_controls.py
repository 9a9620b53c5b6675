"""A custom_id says its purpose, fits Discord's limit, and names no card."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from bot.discord.controls import PREFIX, Press, button, select
from bot.discord.limits import CUSTOM_ID, LAYOUT_COMPONENTS
from bot.pages.end import end
from bot.pages.hand import hand as hand_page
from bot.pages.hand import orders
from bot.pages.layout import Content, option
from bot.pages.leg import leg
from bot.pages.lobby import lobby as lobby_page
from bot.pages.lobby import lobby_settings
from bot.pages.more import more
from bot.pages.views import hand_view, table_view
from bot.tables.table import new_id
from bot.words import catalogue
from engine import Options
from engine.rules import rules_of
from tests.bot.pages.reading import parts
from tests.bot.tables.driven import Driven, lobby
from tests.bot.tables.random_table import RandomTable
from tests.cogs.declared import ACTIONS
from tests.engine.recorded import played

WORDS = catalogue("en")
NUMBERS = st.none() | st.integers(0, 10**9 - 1)
PRESSES = st.builds(
    Press,
    st.from_regex(r"[0-9a-z]{1,16}", fullmatch=True),
    st.from_regex(r"[a-z_]{1,24}", fullmatch=True),
    st.from_regex(r"[ -~]{0,29}", fullmatch=True).filter(lambda it: not re.search(r"\d{19}", it)),
    NUMBERS,
    NUMBERS,
)


@given(PRESSES)
@example(Press("z" * 16, "a" * 24, ":" * 29, 999_999_999, 999_999_999))
def test_a_press_is_read_from_its_id_and_fits(press: Press) -> None:
    assert Press.read(press.custom_id) == press
    assert len(press.custom_id) <= CUSTOM_ID


@given(st.text() | st.from_regex(rf"{PREFIX}:.*", fullmatch=True))
@example("")
@example(PREFIX)
@example(f"{PREFIX}:")
@example(f"{PREFIX}:blue:-:-:say")
@example(f"{PREFIX}:blue:-1:-:say:")
@example(f"{PREFIX}:blue:٣:-:say:")
@example(f"{PREFIX}:BLUE:-:-:say:")
@example(f"{PREFIX}:blue:-:-:say:\n")
@example(f"{PREFIX}:blue:-:-:say:stay\n")
@example(f"x{PREFIX}:blue:-:-:say:")
@example(f"{PREFIX}:b:x:-:a:")
@example(f"{PREFIX}:blue:{'9' * 5000}:-:say:")
@example(f"{PREFIX}:blue:-:-:history:1.h.{'9' * 20}")
def test_garbage_is_ignored_without_an_error(custom_id: str) -> None:
    press = Press.read(custom_id)
    assert press is None or press.custom_id == custom_id


def test_the_name_of_a_new_table_can_be_read() -> None:
    press = Press(new_id(), "say", "stay", moment=7)
    assert Press.read(press.custom_id) == press


def test_a_control_carries_its_press() -> None:
    press = Press("blue", "setting", "goal=50")
    choice = select(press, "Choose", [option("One", "1")], most=9)
    assert button(press, "Press")["custom_id"] == choice["custom_id"] == press.custom_id
    assert choice["max_values"] == 1


# --- all that is rendered ------------------------------------------------------------------


def plain(user: int, fallback: str) -> str:
    return fallback


def contents(t: Driven) -> Iterator[Content]:
    """Every page that shows the table as it is."""
    table = t.table
    if table.game is None:
        yield lobby_page(table_view(table), WORDS)
        yield lobby_settings(table_view(table), WORDS, 0, [("Classic", "classic")])
        return
    yield (leg if table.open else lambda shown, say: end(shown, say, played(1)))(
        table_view(table), WORDS
    )
    for seat in range(table.game.seats):
        yield hand_page(hand_view(table, seat), WORDS, plain, "")
        yield orders(hand_view(table, seat), WORDS, plain)
        yield more(table_view(table), WORDS, seat)


def controls(content: Content) -> list[dict[str, Any]]:
    return [part for part in parts(content) if "custom_id" in part]


def ids(content: Content) -> list[str]:
    return [control["custom_id"] for control in controls(content)]


def is_ours(custom_id: str) -> bool:
    press = Press.read(custom_id)
    return press is not None and press.custom_id == custom_id and press.action in ACTIONS


@cache
def drawn() -> list[tuple[Options | None, list[Content]]]:
    """All pages of some tables, with the options of those whose game has begun."""
    waiting = lobby(persons=2, settings="boxes=little_help,instructor")
    pages: list[tuple[Options | None, list[Content]]] = [(None, [*contents(waiting)])]
    for number in range(3):
        t = RandomTable(number)
        while t.goes_on():
            t.step()
            if len(t.log) % 23 == 0 or not t.goes_on():
                pages.append((t.table.options, [*contents(t)]))
    return pages


def test_every_control_drawn_is_ours_and_unique() -> None:
    actions: set[str] = set()
    for _, pages in drawn():
        for content in pages:
            found = ids(content)
            assert all(map(is_ours, found)), found
            assert len(set(found)) == len(found)
            assert max(map(len, found), default=0) <= CUSTOM_ID
            assert len(parts(content)) <= LAYOUT_COMPONENTS
            actions |= {custom_id.split(":")[4] for custom_id in found}
    assert {"join", "start", "setting", "say", "slot", "arm", "quiet", "hand", "rematch"} <= actions


def test_no_control_of_a_running_game_names_a_card() -> None:
    for options, pages in drawn():
        if options is None:
            continue
        cards = set(rules_of(options).act) - {"leave", "steer", "prepare"}
        for content in pages:
            for control in controls(content):
                values = [choice["value"] for choice in control.get("options", ())]
                for text in (control["custom_id"], *values):
                    assert not cards.intersection(text.replace(":", " ").split())
