"""What pictures look like in messages, and what Discord tells of them."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.board import picture_support as support
from bot.board.picture_support import FACT, PictureSupport
from bot.pages.layout import Content, Layout
from bot.store.data import Attached
from bot.store.sqlite.store import SqliteStore
from tests.bot.board.pictured import Drawing, pictures_of, words_of

DRAWING = Drawing("fog", 7)
NAME = DRAWING.name
ADDRESS = f"https://example.com/attachments/70/801/{NAME}?ex=1&is=2&hm=3"


@pytest.fixture
def content() -> Content:
    return Layout(0).text("before").picture(DRAWING, "fog").text("after").content()


def told(**media: str) -> dict[str, object]:
    """A message as Discord tells of it: in a box, without a list of its files."""
    items = [{"media": media, "description": "fog"}]
    return {"attachments": [], "components": [{"type": 17, "components": [gallery_of(items)]}]}


def gallery_of(items: Sequence[object]) -> dict[str, object]:
    return {"type": 12, "items": items}


def test_a_new_picture_is_known_by_the_number_of_its_file() -> None:
    message = told(url=ADDRESS, attachment_id="802")
    assert support.attached(message, DRAWING) == Attached(802, NAME, "fog")


def test_the_number_of_a_file_also_stands_in_its_address() -> None:
    assert support.attached(told(url=ADDRESS), DRAWING) == Attached(801, NAME, "fog")


def test_a_file_without_any_number_is_known_by_its_name() -> None:
    assert support.attached(told(url=f"attachment://{NAME}"), DRAWING) == Attached(0, NAME, "fog")


@pytest.mark.parametrize(
    "message",
    [{}, {"components": []}, told(), told(url=ADDRESS.replace("fog7", "fog8"))],
    ids=["nothing", "no parts", "no address", "another picture"],
)
def test_a_message_without_the_picture_is_seen_as_such(message: dict[str, object]) -> None:
    assert support.attached(message, DRAWING) is None
    assert not support.shows(message, Attached(801, NAME, "fog"))


def test_a_message_with_the_picture_is_seen_as_such() -> None:
    assert support.shows(told(url=ADDRESS), Attached(801, NAME, "fog"))


def test_a_kept_picture_is_named_by_its_file_and_keeps_its_description(content: Content) -> None:
    kept = {"components": [*support.keeping(content, Attached(801, "older.png", "fog"))]}
    assert pictures_of(kept) == ["older.png"]
    (items,) = [it["items"] for it in support._every(kept["components"]) if "items" in it]
    assert items[0]["description"] == "fog"
    assert pictures_of({"components": content.components}) == [NAME]  # the page is as it was


def test_a_board_below_its_picture_says_all_the_rest(content: Content) -> None:
    below = {"components": [*support.below(content).components]}
    assert (pictures_of(below), words_of(below).split()) == ([], ["before", "after"])
    above = {"components": [*support.alone(content)]}
    assert (pictures_of(above), words_of(above)) == ([NAME], "")


def test_an_inline_update_without_a_picture_names_no_file(content: Content) -> None:
    assert support.inline(content, None)["attachments"] == []
    assert support.inline(content, Attached(801, NAME, "fog"))["attachments"] == [{"id": "801"}]


@pytest.mark.parametrize("rotten", ["edits", "+", "*edits -nobody", "-edits", "-edits@soon", "\0"])
async def test_damaged_facts_are_found_out_anew(tmp_path: Path, rotten: str) -> None:
    store = SqliteStore(tmp_path / "celestia.db")
    await store.open()
    await store.note(FACT, rotten)
    pictures = PictureSupport(store, None, lambda: 0.0)  # pyright: ignore[reportArgumentType] - it paints nothing here
    await pictures.open()
    await pictures.note("edits", taken=True)
    assert (pictures.takes("edits"), pictures.takes("above")) == (True, None)
    await store.close()
