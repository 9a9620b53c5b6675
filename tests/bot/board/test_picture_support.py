"""Pictures in messages, what Discord tells of them, and which ways of showing them work."""

from typing import Any

import pytest

from bot.board import picture_support as support
from bot.board.picture_support import (
    AGREEING_SERVERS,
    DISCORD_RETRY_INTERVAL,
    WAY_CHECK_INTERVAL,
    PictureSupport,
    Place,
    Way,
)
from bot.discord.controls import every
from bot.pages.layout import Content, Layout
from bot.store.data import Attached
from tests.bot.board.pictured import WAYS, Drawing, pictures_of, words_of

DRAWING: Any = Drawing("fog", 7)
NAME = DRAWING.name
FOG = Attached(801, NAME, "fog")
ADDRESS = f"https://example.com/attachments/70/801/{NAME}?ex=1&is=2&hm=3"


@pytest.fixture
def content() -> Content:
    return Layout(0).text("before").picture(DRAWING, "fog").text("after").content()


def told(**media: str) -> dict[str, object]:
    """A message as Discord tells of it: in a box, without a list of its files."""
    gallery = {"type": 12, "items": [{"media": media, "description": "fog"}]}
    return {"attachments": [], "components": [{"type": 17, "components": [gallery]}]}


@pytest.mark.parametrize(
    ("media", "number"),
    [
        ({"url": ADDRESS, "attachment_id": "802"}, 802),
        ({"url": ADDRESS}, 801),
        ({"url": f"attachment://{NAME}"}, 0),
    ],
    ids=["told", "in its address", "none"],
)
def test_a_picture_is_known_by_the_number_and_name_of_its_file(
    media: dict[str, str], number: int
) -> None:
    assert support.attached(told(**media), DRAWING) == Attached(number, NAME, "fog")
    assert support.shows(told(**media), FOG)


@pytest.mark.parametrize(
    "message",
    [{}, {"components": []}, told(), told(url=ADDRESS.replace("fog7", "fog8"))],
    ids=["nothing", "no parts", "no address", "another picture"],
)
def test_a_message_without_the_picture_is_seen_as_such(message: dict[str, object]) -> None:
    assert support.attached(message, DRAWING) is None
    assert not support.shows(message, FOG)


def test_a_kept_picture_is_named_by_its_file_and_keeps_its_description(content: Content) -> None:
    kept = {"components": support.keeping(content, Attached(801, "older.png", "fog"))}
    assert (pictures_of(kept), words_of(kept).split()) == (["older.png"], ["before", "after"])
    (items,) = [it["items"] for it in every(kept["components"]) if "items" in it]
    assert items[0]["description"] == "fog"
    assert pictures_of({"components": content.components}) == [NAME]  # the page is as it was


def test_a_board_below_its_picture_says_all_the_rest(content: Content) -> None:
    below = {"components": support.below(content).components}
    assert (pictures_of(below), words_of(below).split()) == ([], ["before", "after"])
    above = {"components": support.alone(content)}
    assert (pictures_of(above), words_of(above)) == ([NAME], "")


def test_an_inline_update_without_a_picture_names_no_file(content: Content) -> None:
    assert support.inline(content, None)["attachments"] == []
    assert support.inline(content, FOG)["attachments"] == [{"id": "801"}]


# --- which ways work --------------------------------------------------------------------------


class Sight:
    """What was seen of pictures in the channels of some servers."""

    def __init__(self) -> None:
        self.now = 1_767_225_600.0
        nothing: Any = None
        self.support = PictureSupport(nothing, lambda: self.now)

    def refuses(self, *guilds: int, way: Way = "edits") -> None:
        """Have a board in the first channel of each of these servers lose its picture."""
        for guild in guilds:
            self.support.note(way, Place(guild, 10 * guild), taken=False)

    def takes(self, guild: int, way: Way = "edits") -> bool | None:
        """Return whether pictures are tried in that channel."""
        return self.support.takes(way, 10 * guild)


@pytest.fixture
def sight() -> Sight:
    return Sight()


@pytest.mark.parametrize("way", WAYS)
def test_a_refusal_holds_for_its_channel_and_its_way(sight: Sight, way: Way) -> None:
    sight.refuses(1, way=way)
    assert sight.takes(1, way) is False
    assert {sight.takes(1, other) for other in WAYS if other != way} == {None}
    assert [sight.support.takes(way, channel) for channel in (11, 20)] == [None, None]


def test_one_server_alone_never_speaks_for_discord(sight: Sight) -> None:
    for channel in range(10 * AGREEING_SERVERS):
        sight.support.note("edits", Place(1, channel), taken=False)
    assert sight.takes(9) is None


def test_servers_that_agree_speak_for_discord_for_minutes(sight: Sight) -> None:
    sight.refuses(*range(1, AGREEING_SERVERS))
    assert sight.takes(9) is None
    sight.refuses(AGREEING_SERVERS)
    assert (sight.takes(9), sight.takes(9, "above")) == (False, None)
    sight.now += DISCORD_RETRY_INTERVAL
    assert sight.takes(9) is None
    sight.refuses(1)  # one that tries it again decides nothing for the others
    assert sight.takes(9) is None


def test_servers_agree_only_if_they_refuse_at_about_the_same_time(sight: Sight) -> None:
    for guild in range(AGREEING_SERVERS):
        sight.refuses(guild)
        sight.now += DISCORD_RETRY_INTERVAL
    assert sight.takes(9) is None


@pytest.mark.parametrize("before", [True, False])
def test_one_channel_where_it_works_contradicts_all_others(sight: Sight, *, before: bool) -> None:
    guilds = [*range(1, AGREEING_SERVERS + 1)]
    sight.refuses(*(guilds[:-1] if before else guilds))
    sight.support.note("edits", Place(8, 80), taken=True)
    sight.refuses(*(guilds[-1:] if before else []))
    assert (sight.takes(9), sight.takes(8)) == (None, True)


def test_a_way_that_works_is_observed_again_after_a_while(sight: Sight) -> None:
    sight.support.note("rides", Place(8, 80), taken=True)
    sight.now += WAY_CHECK_INTERVAL - 1
    assert sight.takes(8, "rides") is True
    sight.now += 1
    assert sight.takes(8, "rides") is None
