"""A board fits a phone: from its title to its last button, in every language and mix."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bot.discord.rest import Rest, Upload, body
from bot.pages.hand import hand
from bot.pages.layout import Content
from bot.pages.leg import leg
from bot.pages.lobby import lobby as lobby_page
from bot.pages.views import TableView, hand_view, table_view
from bot.ships import NAME_WIDTH, Ship
from bot.words import LANGUAGES, Catalogue, catalogue
from engine.options import BOXES
from tests.bot.pages.reading import text
from tests.bot.tables.driven import START, Driven, laid, lobby
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.shots import BARE, HEIGHT, PHONE, READY, TALLEST, browser_tab, in_a_browser
from tests.host.small_bot import Small

LEG, LOBBY, HAND = 680, 660, 600
"""Points of the screen, on a phone that is 390 wide."""
LONG_NAMED: Final = {LEG: 730, LOBBY: 760, HAND: 620}
"""The same with the longest names that Discord allows."""
NAMES = ("Ann", "Barnaby", "Cid", "Dorothea", "Eugenie", "Frederick")
LONGEST = 32
"""Letters of the longest names that Discord allows."""
LONG_NAMES = tuple(f"{name}-Maximiliane von Hohenstauffen"[:LONGEST] for name in NAMES)
MIXES = {
    "base": "",
    "every_box_and_odds": f"boxes={','.join(BOXES)} odds=on",
    "beginner": "variant=beginner",
    "crew": "variant=crew",
}
MEASURED = 2
"""Measured pages of each game: those with the most text."""

MESSAGES: Final = "[...document.querySelectorAll('article[data-message-id] .component-container')]"
"""All messages, each from its title to its last button."""
LOADED: Final = "[...document.images].every(it => it.complete && it.naturalWidth)"
"""Whether all pictures are loaded, without which a page would be lower."""
HEIGHTS: Final = f"{MESSAGES}.map(it => it.getBoundingClientRect().height)"


@pytest.fixture
def make_bot(tmp_path: Path) -> object:
    return lambda: Small(tmp_path / "small.txt")


def people_of(room: Room, language: str, names: Sequence[str]) -> list[Person]:
    locale = "en-US" if language == "en" else language
    return [room.join(name, locale=locale) for name in names]


def begun(people: list[Person], mix: str) -> Driven:
    """Start a game of these people."""
    seats = 2 if mix == "crew" else len(people)
    t = lobby(seats, settings=MIXES[mix])
    t.table.people = {seat: person.id for seat, person in enumerate(people[:seats])}
    return t.do(f"0 start {START}")


def moments(t: Driven, seed: int, steps: int = 400) -> Iterator[TableView]:
    """Yield the public view of a random game after each move."""
    rng = Random(f"heights {seed}")
    for _ in range(steps):
        if t.table.stage != "playing":
            return
        seat = rng.choice(t.waiting)
        t.do(f"{seat} move {rng.choice(t.table.running.legal(seat))}")
        view = table_view(t.table)
        ends = {} if view.is_window else dict.fromkeys(t.waiting, 1e9)
        ships = dict.fromkeys(range(len(view.chairs)), Ship("W" * NAME_WIDTH))
        yield replace(view, ends_at=ends, window_ends=1e9 if view.is_window else None, ships=ships)


def pages(t: Driven, say: Catalogue) -> list[Content]:
    """Return the boards of a game with the most text, each with another question."""
    found: dict[str, Content] = {}
    for view in moments(t, len(t.table.chairs)):
        if view.stage != "playing" or view.view is None:
            continue
        page, known = leg(view, say), found.get(view.view.question)
        if known is None or len(text(page)) > len(text(known)):
            found[view.view.question] = page
    return sorted(found.values(), key=lambda page: -len(text(page)))[:MEASURED]


def lobby_of(people: list[Person], say: Catalogue) -> Content:
    """Return the page of a lobby with people, computers and all boxes."""
    t = lobby(4, 2, settings=f"boxes={','.join(BOXES)}")
    t.table.people = {seat: person.id for seat, person in enumerate(people[:4])}
    return lobby_page(table_view(t.table), say)


def hand_of(people: list[Person], say: Catalogue) -> Content:
    """Return the page of a hand with many cards."""
    held = "compass compass lightning_rod foghorn cannon cannon turbo jetpack"
    t = laid(6, dice="fog birds", captain=2, city=3, hands={3: held}, treasures={3: "1:1 4:6"})
    t.table.people = {seat: person.id for seat, person in enumerate(people)}
    return hand(hand_view(t.pass_on("decisions").table, 3), say, lambda _, name: name)


async def heights(room: Room, pages: Sequence[Content]) -> list[float]:
    """Return the heights of pages in points, on one phone that shows them all."""
    for page in pages:
        await _post(room, page)
    viewer = room.join("Viewer")
    options: dict[str, Any] = {"layout": "channel", "width": PHONE, "height": HEIGHT}
    options["presentation_time"] = room.env.now()
    async with (
        room.env.preview(room.channel, viewers=[viewer.actor], **options) as preview,
        browser_tab() as tab,
    ):
        await tab.size(PHONE, TALLEST)
        await tab.call("Page.navigate", url=preview.url)
        await tab.until(READY)
        await tab.run(BARE)
        await tab.until(f"{MESSAGES}.length === {len(pages)}")
        await tab.until(LOADED)
        return await tab.run(HEIGHTS)


async def _post(room: Room, content: Content) -> None:
    files = [Upload(name, text.encode()) for name, text in content.files]
    if content.picture is not None:
        files.append(Upload(content.picture.name, content.picture.paint()))
    with room.env._bot_scope():
        await Rest(room.bot).post(room.channel.id, body(content.components), files)
    await room.settle()


@in_a_browser
@pytest.mark.parametrize("names", [NAMES, LONG_NAMES], ids=["short", "long"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_pages_fit_a_phone(room: Room, language: str, names: Sequence[str]) -> None:
    people, say = people_of(room, language, names), catalogue(language)
    legs = [page for mix in MIXES for page in pages(begun(people, mix), say)]
    shown = [(LOBBY, lobby_of(people, say)), (HAND, hand_of(people, say))]
    shown += [(LEG, page) for page in legs]
    if names is LONG_NAMES:
        shown = [(LONG_NAMED[limit], page) for limit, page in shown]
    found = await heights(room, [page for _, page in shown])
    print(f"heights in {language}:", found)
    assert min(found) > 100.0
    high = [
        (height, text(page))
        for (limit, page), height in zip(shown, found, strict=True)
        if height > limit
    ]
    assert high == []
