"""A board and its picture, in all its forms: kept, uploaded anew, above the board, in words."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.board.picture_support import FILES_RETRY_INTERVAL, WAY_RETRY_INTERVAL, Way
from bot.store.data import Attached, PostedMessage
from tests.bot.board.channels import CHANNEL, LEG_1, OLD, Request
from tests.bot.board.pictured import (
    BAD_FORM,
    FILE,
    HOME,
    PICTURE_1,
    WAYS,
    Drawing,
    Pictured,
    pictured,
    pictures_of,
    words_of,
)
from tests.bot.discord.refusing import broken, refused
from tests.bot.store.changes import change, leg

FOG = Attached(FILE + 50, "board-fog1.png", "fog")
HOW = pytest.mark.parametrize("how", ["refused", "dropped"])


@pytest.fixture
async def channels(tmp_path: Path) -> AsyncIterator[Pictured]:
    async with pictured(tmp_path) as channels:
        yield channels


@pytest.fixture
def above(channels: Pictured) -> Pictured:
    """Channels that are known to lose pictures by edits, so that these stand above the board."""
    learned(channels, "edits")
    return channels


def learned(channels: Pictured, *ways: Way) -> None:
    """Have the channel known not to take pictures in these ways."""
    for way in ways:
        channels.pictures.note(way, HOME, taken=False)


def lose(channels: Pictured, how: str) -> None:
    """Have edits lose the picture: they are refused, or drop it."""
    channels.keeps = channels.drops = how == "dropped"


def files(request: Request) -> list[str]:
    """The files that were uploaded with a request."""
    return [upload.name for upload in request.sent["uploads"]]


def in_words(request: Request) -> bool:
    """Return whether a request shows the board in words, without a picture."""
    return files(request) == pictures_of(request.sent) == [] and "in words" in words_of(
        request.sent
    )


def shows(request: Request, name: str, kind: str) -> bool:
    """Return whether a request of this kind uploads and shows this picture."""
    return (request.kind, files(request), pictures_of(request.sent)) == (kind, [name], [name])


# --- kept -------------------------------------------------------------------------------------


async def test_a_picture_is_uploaded_with_its_message(channels: Pictured) -> None:
    (request,) = await channels.changes()
    assert shows(request, "board-fog1.png", "send")
    assert request.sent["uploads"][0].data == b"board-fog1.png"
    assert await channels.hung() == Attached(FILE + 1, "board-fog1.png", "fog")


async def test_edits_keep_the_picture_of_the_roll(channels: Pictured) -> None:
    await channels.stands_with(FOG)
    (request,) = await channels.changes()
    assert (request.kind, files(request), pictures_of(request.sent)) == ("edit", [], [FOG.name])
    assert "attachments" not in request.sent  # a list would have to name all that stay
    assert "version 2" in words_of(request.sent)
    assert (await channels.hung(), channels.pictures.takes("edits", CHANNEL)) == (FOG, True)


async def test_a_new_roll_brings_a_new_picture_once(channels: Pictured) -> None:
    await channels.stands_with(FOG)
    channels.roll = "birds"
    (first,) = await channels.changes()
    (second,) = await channels.changes()
    assert (files(first), files(second)) == (["board-birds2.png"], [])
    assert pictures_of(second.sent) == ["board-birds2.png"]


async def test_a_page_of_the_past_loses_its_picture(channels: Pictured) -> None:
    await channels.stands_with(FOG)
    channels.newest = 2
    new, old = await channels.changes(leg(1), leg(2))
    assert (new.kind, old.kind, old.message) == ("send", "edit", OLD)
    assert (old.sent["attachments"], pictures_of(old.sent)) == ([], [])
    assert await channels.hung() is None


async def test_a_picture_goes_along_when_its_board_is_posted_again(channels: Pictured) -> None:
    await channels.stands_with(FOG)
    channels.reposts = 1
    request, *_ = await channels.changes()
    assert (request.kind, files(request)) == ("send", ["board-fog2.png"])
    assert await channels.hung() == Attached(FILE + 1, "board-fog2.png", "fog")


# --- lost -------------------------------------------------------------------------------------


@HOW
async def test_where_edits_lose_pictures_the_board_goes_on_in_words(
    channels: Pictured, how: str
) -> None:
    lose(channels, how)
    await channels.stands_with(FOG)
    _, again = await channels.changes()
    (later,) = await channels.changes()
    assert in_words(again)
    assert in_words(later)
    assert later.sent["attachments"] == []
    assert (await channels.hung(), channels.pictures.takes("edits", CHANNEL)) == (None, False)


@pytest.mark.parametrize("fault", [refused(50001, 403), broken(), refused(BAD_FORM)], ids=repr)
async def test_a_refusal_of_the_words_as_well_says_nothing_of_pictures(
    channels: Pictured, fault: Exception
) -> None:
    await channels.stands_with(FOG)
    channels.always = fault
    await channels.changes()
    assert (await channels.hung(), channels.pictures.takes("edits", CHANNEL)) == (FOG, None)
    channels.always = None
    await channels.changes()
    assert await channels.hung() is not None


@pytest.mark.parametrize("posted", [True, False])
async def test_no_picture_comes_inside_once_edits_are_known_to_lose_it(
    channels: Pictured, posted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another table finds it out while this picture is painted."""
    paint = channels.picture

    async def found_out(picture: Drawing) -> bytes:
        learned(channels, "edits")
        return await paint(picture)

    monkeypatch.setattr(channels, "picture", found_out)
    if posted:
        await channels.stands_with(FOG)
        channels.roll = "birds"
    *above, board = await channels.changes()
    assert (files(board), pictures_of(board.sent), in_words(board)) == ([], [], posted)
    assert [words_of(it.sent) for it in above] == [""] * (not posted)


# --- above the board --------------------------------------------------------------------------


async def test_a_picture_stands_above_where_edits_lose_it(above: Pictured) -> None:
    picture, board = await above.changes()
    assert shows(picture, "board-fog1.png", "send")
    assert words_of(picture.sent) == ""
    assert picture.sent["allowed_mentions"] == {"parse": [], "users": []}
    assert (files(board), pictures_of(board.sent), in_words(board)) == ([], [], False)
    assert picture.sent["nonce"] != board.sent["nonce"]
    assert await above.hung(PICTURE_1) == Attached(FILE + 1, "board-fog1.png", "fog")
    assert await above.hung() is None


async def test_a_picture_above_stays_until_the_next_roll(above: Pictured) -> None:
    picture, board = await above.changes()
    (text,) = await above.changes()
    assert (text.kind, text.message, files(text)) == ("edit", board.message, [])
    above.roll = "birds"
    again, text = await above.changes()
    assert shows(again, "board-birds3.png", "edit")
    assert (again.message, text.message) == (picture.message, board.message)
    assert pictures_of(text.sent) == []
    assert await above.hung(PICTURE_1) == Attached(FILE + 2, "board-birds3.png", "birds")


async def test_a_picture_above_goes_when_its_page_is_past(above: Pictured) -> None:
    picture, _ = await above.changes()
    above.newest = 2
    requests = await above.changes(leg(1), leg(2))
    assert [it.message for it in requests if it.kind == "delete"] == [picture.message]
    assert await above.store.message_of("blue", PICTURE_1) is None


async def test_a_picture_above_moves_with_its_board(above: Pictured) -> None:
    picture, _ = await above.changes()
    above.reposts = 1
    requests = await above.changes()
    assert (requests[0].kind, requests[0].message) == ("delete", picture.message)
    assert [files(it) for it in requests if it.kind == "send"] == [["board-fog2.png"], []]


async def test_a_picture_above_that_is_gone_takes_no_board_with_it(above: Pictured) -> None:
    _, board = await above.changes()
    above.roll = "birds"
    above.faults = [refused(10008, 404)]
    *_, request = await above.changes()
    assert (request.kind, request.message) == ("edit", board.message)
    assert in_words(request)
    assert await above.store.message_of("blue", PICTURE_1) is None


async def test_a_picture_above_is_not_posted_twice_when_its_board_fails(above: Pictured) -> None:
    above.faults = [None, refused(50001, 403)]
    await above.changes()
    requests = await above.changes()
    assert [(it.kind, files(it)) for it in requests] == [("send", [])]
    assert await above.hung(PICTURE_1) == Attached(FILE + 1, "board-fog1.png", "fog")


@pytest.mark.parametrize("fails", [False, True])
async def test_a_board_that_was_deleted_comes_back_with_its_picture_once(
    above: Pictured, *, fails: bool
) -> None:
    first, _ = await above.changes()
    above.faults = [refused(10008, 404), None, None, refused(50001, 403) if fails else None]
    _, gone, again, board = await above.changes()
    assert (gone.kind, files(first), files(again)) == (
        *("delete", ["board-fog1.png"]),
        ["board-fog2.png"],
    )
    # Discord would return a deleted message for its nonce
    assert len({it.sent["nonce"] for it in (first, again, board)}) == 3
    if fails:
        requests = await above.changes()
        assert [files(it) for it in requests if it.kind == "send"] == [[]]
        assert again.message not in [it.message for it in requests if it.kind == "delete"]
    assert await above.hung(PICTURE_1) is not None


# --- in words ---------------------------------------------------------------------------------


async def test_a_picture_that_cannot_stand_above_is_replaced_by_words(above: Pictured) -> None:
    above.hangs = False
    _, board = await above.changes()
    assert in_words(board)
    assert above.pictures.takes("above", CHANNEL) is False
    above.newest = 2
    assert [files(it) for it in await above.changes(leg(2))] == [[]]


@pytest.mark.parametrize("words", [True, False], ids=["takes words", "takes nothing"])
async def test_a_channel_without_files_says_nothing_of_other_channels(
    above: Pictured, *, words: bool
) -> None:
    above.files = False
    above.always = None if words else refused(50013, 403)
    *_, board = await above.changes()
    assert files(board) == []
    assert above.pictures.takes("above", CHANNEL) is None
    assert above.pictures.takes_files(CHANNEL) is not words


async def test_a_channel_without_files_has_a_board_in_words_for_minutes(channels: Pictured) -> None:
    channels.files = False
    _, board = await channels.changes()
    assert in_words(board)
    posted = PostedMessage(LEG_1, CHANNEL, board.message)
    assert await channels.store.message_of("blue", LEG_1) == posted
    assert [channels.pictures.takes(way, CHANNEL) for way in WAYS] == [None, None, None]
    channels.files = True
    channels.now += FILES_RETRY_INTERVAL - 1
    (early,) = await channels.changes()
    channels.now += 1
    (late,) = await channels.changes()
    assert (files(early), files(late)) == ([], ["board-fog3.png"])
    assert await channels.hung() == Attached(FILE + 1, "board-fog3.png", "fog")


async def test_a_posted_board_falls_back_on_words_where_files_are_not_taken(
    channels: Pictured,
) -> None:
    await channels.stands_with(FOG)
    channels.roll, channels.files = "birds", False
    tried, request = await channels.changes()
    assert (files(tried), in_words(request)) == (["board-birds2.png"], True)
    assert await channels.hung() is None


async def test_a_picture_that_cannot_be_painted_is_replaced_by_words_until_it_can(
    channels: Pictured, caplog: pytest.LogCaptureFixture
) -> None:
    channels.paints = False
    (request,) = await channels.changes()
    assert in_words(request)
    assert "a picture cannot be painted" in caplog.text
    assert "board-fog1.png" not in caplog.text
    channels.paints = True
    (request,) = await channels.changes()
    assert (request.kind, files(request)) == ("edit", ["board-fog2.png"])


# --- remembered -------------------------------------------------------------------------------


async def test_a_refused_edit_of_one_board_changes_no_board_elsewhere(channels: Pictured) -> None:
    await channels.stands_with(FOG)
    channels.faults = [refused(BAD_FORM)]
    *_, words = await channels.changes()
    assert in_words(words)
    await channels.store.commit(change("red", paint=(LEG_1,)))
    channels.boards.deliver("red")
    await channels.calm()
    assert shows(channels.requests[-1], "board-fog1.png", "send")


async def test_no_refusal_outlasts_the_process(channels: Pictured) -> None:
    """A copy of the database that is brought back knows of none, either."""
    await channels.stands_with(FOG)
    channels.faults = [refused(BAD_FORM)]
    await channels.changes()
    await channels.restarts()
    (request,) = await channels.changes()
    assert shows(request, "board-fog3.png", "edit")


@HOW
async def test_a_stored_picture_that_is_gone_is_uploaded_anew(channels: Pictured, how: str) -> None:
    """After a restore the database names files that newer ones have replaced."""
    lose(channels, how)
    await channels.stood_with(FOG)
    _, again = await channels.changes()
    assert shows(again, "board-fog2.png", "edit")
    assert channels.pictures.takes("edits", CHANNEL) is None
    channels.keeps, channels.drops = True, False
    (request,) = await channels.changes()
    assert (files(request), pictures_of(request.sent)) == ([], ["board-fog2.png"])


async def test_a_board_has_its_picture_inside_again_after_minutes(above: Pictured) -> None:
    above.now += WAY_RETRY_INTERVAL - 1
    assert above.pictures.takes("edits", CHANNEL) is False
    above.now += 1
    (board,) = await above.changes()
    assert shows(board, "board-fog1.png", "send")
    await above.changes()
    assert above.pictures.takes("edits", CHANNEL) is True


async def test_the_picture_of_a_message_is_remembered_over_a_restart(channels: Pictured) -> None:
    await channels.changes()
    await channels.restarts()
    (request,) = await channels.changes()
    assert (request.kind, files(request)) == ("edit", [])
    assert pictures_of(request.sent) == ["board-fog1.png"]
