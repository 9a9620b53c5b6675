"""A board and its picture, down the whole ladder: kept, uploaded anew, above, in words."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.board.picture_support import FILES_RETRY_INTERVAL, WAY_RETRY_INTERVAL, Way
from bot.store.data import Attached, PostedMessage
from tests.bot.board.channels import CHANNEL, LEG_1, OLD, Request
from tests.bot.board.pictured import (
    BAD_FORM,
    FILE,
    HANGING,
    HOME,
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


@pytest.fixture
async def channels(tmp_path: Path) -> AsyncIterator[Pictured]:
    async with pictured(tmp_path) as channels:
        yield channels


def files(request: Request) -> list[str]:
    """The files that were uploaded with a request."""
    return [upload.name for upload in request.sent["uploads"]]


# --- kept -------------------------------------------------------------------------------------


async def test_a_picture_is_uploaded_with_its_message(channels: Pictured) -> None:
    (request,) = await channels.changes()
    assert (request.kind, files(request)) == ("send", ["board-fog1.png"])
    assert request.sent["uploads"][0].data == b"board-fog1.png"
    assert pictures_of(request.sent) == ["board-fog1.png"]
    assert await channels.hung() == Attached(FILE + 1, "board-fog1.png", "fog")


async def test_edits_keep_the_picture_of_the_roll(channels: Pictured) -> None:
    await channels.stands_with(FOG)
    (request,) = await channels.changes()
    assert (request.kind, files(request)) == ("edit", [])
    assert pictures_of(request.sent) == [FOG.name]
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
    assert (await channels.hung()) == Attached(FILE + 1, "board-fog2.png", "fog")


# --- lost -------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["refused", "dropped"])
async def test_a_picture_lost_by_an_edit_is_replaced_by_words_at_once(
    channels: Pictured, how: str
) -> None:
    channels.keeps, channels.drops = how == "dropped", how == "dropped"
    await channels.stands_with(FOG)
    _, again = await channels.changes()
    assert (files(again), pictures_of(again.sent)) == ([], [])
    assert "in words" in words_of(again.sent)
    assert await channels.hung() is None
    assert channels.pictures.takes("edits", CHANNEL) is False


@pytest.mark.parametrize("how", ["refused", "dropped"])
async def test_where_edits_lose_pictures_the_board_goes_on_in_words(
    channels: Pictured, how: str
) -> None:
    channels.keeps, channels.drops = how == "dropped", how == "dropped"
    await channels.stands_with(FOG)
    await channels.changes()
    for _ in range(3):
        (request,) = await channels.changes()
        assert (files(request), pictures_of(request.sent)) == ([], [])
        assert "in words" in words_of(request.sent)
        assert request.sent["attachments"] == []
    assert await channels.hung() is None


async def test_a_refusal_for_another_reason_says_nothing_of_pictures(channels: Pictured) -> None:
    await channels.stands_with(FOG)
    channels.faults = [refused(50001, 403)]
    await channels.changes()
    channels.faults = [broken()]
    await channels.changes()
    assert channels.pictures.takes("edits", CHANNEL) is None
    assert await channels.hung() == FOG


async def test_a_refusal_of_the_words_proves_nothing_about_pictures(channels: Pictured) -> None:
    await channels.stands_with(FOG)
    channels.always = refused(BAD_FORM)
    await channels.changes()
    assert channels.pictures.takes("edits", CHANNEL) is None
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
        await learned(channels, "edits")
        return await paint(picture)

    monkeypatch.setattr(channels, "picture", found_out)
    if posted:
        await channels.stands_with(FOG)
        channels.roll = "birds"
    *above, board = await channels.changes()
    assert (files(board), pictures_of(board.sent)) == ([], [])
    assert ("in words" in words_of(board.sent)) is posted
    assert [words_of(it.sent) for it in above] == [""] * (not posted)


# --- hanging above ----------------------------------------------------------------------------


async def learned(channels: Pictured, *ways: Way) -> None:
    """The channel is known not to take pictures in these ways."""
    for way in ways:
        channels.pictures.note(way, HOME, taken=False)


async def test_a_picture_stands_above_where_edits_lose_it(channels: Pictured) -> None:
    await learned(channels, "edits")
    above, board = await channels.changes()
    assert (files(above), pictures_of(above.sent), words_of(above.sent)) == (
        ["board-fog1.png"],
        ["board-fog1.png"],
        "",
    )
    assert (files(board), pictures_of(board.sent)) == ([], [])
    assert "in words" not in words_of(board.sent)
    assert above.sent["nonce"] != board.sent["nonce"]
    assert await channels.hung(HANGING) == Attached(FILE + 1, "board-fog1.png", "fog")
    assert await channels.hung() is None


async def test_a_picture_above_pings_nobody(channels: Pictured) -> None:
    await learned(channels, "edits")
    above, _ = await channels.changes()
    assert above.sent["allowed_mentions"] == {"parse": [], "users": []}


async def test_a_picture_above_stays_until_the_next_roll(channels: Pictured) -> None:
    await learned(channels, "edits")
    above, board = await channels.changes()
    (text,) = await channels.changes()
    assert (text.kind, text.message, files(text)) == ("edit", board.message, [])
    channels.roll = "birds"
    picture, text = await channels.changes()
    assert (picture.kind, picture.message, files(picture)) == (
        *("edit", above.message),
        ["board-birds3.png"],
    )
    assert (text.message, pictures_of(text.sent)) == (board.message, [])
    assert await channels.hung(HANGING) == Attached(FILE + 2, "board-birds3.png", "birds")


async def test_a_picture_above_goes_when_its_page_is_past(channels: Pictured) -> None:
    await learned(channels, "edits")
    above, _ = await channels.changes()
    channels.newest = 2
    requests = await channels.changes(leg(1), leg(2))
    assert [(it.kind, it.message) for it in requests if it.kind == "delete"] == [
        ("delete", above.message)
    ]
    assert await channels.store.message_of("blue", HANGING) is None


async def test_a_picture_above_moves_with_its_board(channels: Pictured) -> None:
    await learned(channels, "edits")
    above, _ = await channels.changes()
    channels.reposts = 1
    requests = await channels.changes()
    assert requests[0].kind == "delete"
    assert requests[0].message == above.message
    assert [files(it) for it in requests if it.kind == "send"] == [["board-fog2.png"], []]


async def test_a_picture_above_that_is_gone_takes_no_board_with_it(channels: Pictured) -> None:
    await learned(channels, "edits")
    _, board = await channels.changes()
    channels.roll = "birds"
    channels.faults = [refused(10008, 404)]
    *_, request = await channels.changes()
    assert (request.kind, request.message) == ("edit", board.message)
    assert "in words" in words_of(request.sent)
    assert await channels.store.message_of("blue", HANGING) is None


async def test_a_picture_above_is_not_posted_twice_when_its_board_fails(channels: Pictured) -> None:
    await learned(channels, "edits")
    channels.faults = [None, refused(50001, 403)]
    await channels.changes()
    requests = await channels.changes()
    assert [(it.kind, files(it)) for it in requests] == [("send", [])]
    assert await channels.hung(HANGING) == Attached(FILE + 1, "board-fog1.png", "fog")


async def test_a_board_that_was_deleted_takes_its_picture_along_when_it_comes_back(
    channels: Pictured,
) -> None:
    await learned(channels, "edits")
    first, _ = await channels.changes()
    channels.faults = [refused(10008, 404)]
    _, _, again, board = await channels.changes()
    assert (files(first), files(again)) == (["board-fog1.png"], ["board-fog2.png"])
    assert first.sent["nonce"] != again.sent["nonce"]  # Discord would return what is deleted
    assert board.sent["nonce"] != again.sent["nonce"]


async def test_a_picture_that_came_back_is_not_posted_twice_when_its_board_fails(
    channels: Pictured,
) -> None:
    await learned(channels, "edits")
    await channels.changes()
    channels.faults = [refused(10008, 404), None, None, refused(50001, 403)]
    _, gone, again, _ = await channels.changes()
    assert (gone.kind, files(again)) == ("delete", ["board-fog2.png"])
    requests = await channels.changes()
    assert [files(it) for it in requests if it.kind == "send"] == [[]]
    assert await channels.hung(HANGING) is not None
    assert again.message not in [it.message for it in requests if it.kind == "delete"]


# --- in words ---------------------------------------------------------------------------------


async def test_a_picture_that_cannot_stand_above_is_replaced_by_words(channels: Pictured) -> None:
    await learned(channels, "edits")
    channels.hangs = False
    _, board = await channels.changes()
    assert (files(board), pictures_of(board.sent)) == ([], [])
    assert "in words" in words_of(board.sent)
    assert channels.pictures.takes("above", CHANNEL) is False
    channels.newest = 2
    requests = await channels.changes(leg(2))
    assert [files(it) for it in requests] == [[]]


@pytest.mark.parametrize("words", [True, False], ids=["takes words", "takes nothing"])
async def test_a_channel_without_files_says_nothing_of_other_channels(
    channels: Pictured, *, words: bool
) -> None:
    await learned(channels, "edits")
    channels.files = False
    channels.always = None if words else refused(50013, 403)
    *_, board = await channels.changes()
    assert files(board) == []
    assert channels.pictures.takes("above", CHANNEL) is None
    assert channels.pictures.takes_files(CHANNEL) is not words


async def test_a_channel_without_files_has_a_board_in_words(channels: Pictured) -> None:
    channels.files = False
    _, board = await channels.changes()
    assert "in words" in words_of(board.sent)
    assert board.sent["uploads"] == []
    assert await channels.store.message_of("blue", LEG_1) == PostedMessage(
        LEG_1, CHANNEL, board.message
    )
    (request,) = await channels.changes()  # no upload is tried again there
    assert (request.kind, files(request)) == ("edit", [])
    assert [channels.pictures.takes(way, CHANNEL) for way in WAYS] == [None, None, None]


async def test_a_channel_without_files_is_asked_again_after_some_minutes(
    channels: Pictured,
) -> None:
    channels.files = False
    await channels.changes()
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
    assert files(tried) == ["board-birds2.png"]
    assert "in words" in words_of(request.sent)
    assert await channels.hung() is None


async def test_a_picture_that_cannot_be_painted_is_replaced_by_words(
    channels: Pictured, caplog: pytest.LogCaptureFixture
) -> None:
    channels.paints = False
    (request,) = await channels.changes()
    assert (files(request), pictures_of(request.sent)) == ([], [])
    assert "in words" in words_of(request.sent)
    assert "a picture cannot be painted" in caplog.text
    assert "board-fog1.png" not in caplog.text


async def test_a_board_in_words_gets_a_picture_again_once_it_can_be_painted(
    channels: Pictured,
) -> None:
    channels.paints = False
    await channels.changes()
    channels.paints = True
    (request,) = await channels.changes()
    assert (request.kind, files(request)) == ("edit", ["board-fog2.png"])


# --- remembered -------------------------------------------------------------------------------


async def test_a_way_that_a_channel_refused_is_tried_again_after_minutes(
    channels: Pictured,
) -> None:
    await learned(channels, "edits")
    channels.now += WAY_RETRY_INTERVAL - 1
    assert channels.pictures.takes("edits", CHANNEL) is False
    channels.now += 1
    assert channels.pictures.takes("edits", CHANNEL) is None


async def test_a_refused_edit_of_one_board_changes_no_board_elsewhere(channels: Pictured) -> None:
    await channels.stands_with(FOG)
    channels.faults = [refused(BAD_FORM)]
    *_, words = await channels.changes()
    assert "in words" in words_of(words.sent)
    before = len(channels.requests)
    await channels.store.commit(change("red", paint=(LEG_1,)))
    channels.boards.deliver("red")
    await channels.calm()
    (request,) = channels.requests[before:]
    assert files(request) == pictures_of(request.sent) == ["board-fog1.png"]


async def test_no_refusal_outlasts_the_process(channels: Pictured) -> None:
    """A copy of the database that is brought back knows of none, either."""
    await channels.stands_with(FOG)
    channels.faults = [refused(BAD_FORM)]
    await channels.changes()
    await channels.restarts()
    (request,) = await channels.changes()
    assert files(request) == pictures_of(request.sent) == ["board-fog3.png"]


@pytest.mark.parametrize("how", ["refused", "dropped"])
async def test_a_stored_picture_that_is_gone_is_uploaded_anew(channels: Pictured, how: str) -> None:
    """After a restore the database names files that newer ones have replaced."""
    channels.keeps, channels.drops = how == "dropped", how == "dropped"
    await channels.stood_with(FOG)
    _, again = await channels.changes()
    assert files(again) == pictures_of(again.sent) == ["board-fog2.png"]
    assert channels.pictures.takes("edits", CHANNEL) is None
    channels.keeps, channels.drops = True, False
    (request,) = await channels.changes()
    assert (files(request), pictures_of(request.sent)) == ([], ["board-fog2.png"])


async def test_a_board_has_its_picture_inside_again_after_minutes(channels: Pictured) -> None:
    await learned(channels, "edits")
    channels.now += WAY_RETRY_INTERVAL
    (board,) = await channels.changes()
    assert files(board) == pictures_of(board.sent) == ["board-fog1.png"]
    (request,) = await channels.changes()
    assert pictures_of(request.sent) == ["board-fog1.png"]
    assert channels.pictures.takes("edits", CHANNEL) is True


async def test_the_picture_of_a_message_is_remembered_over_a_restart(channels: Pictured) -> None:
    await channels.changes()
    await channels.restarts()
    (request,) = await channels.changes()
    assert (request.kind, files(request)) == ("edit", [])
    assert pictures_of(request.sent) == ["board-fog1.png"]
