"""A lobby in which no game began is deleted a day after it closed; a game never is."""

from pathlib import Path
from random import Random

import pytest

from bot.hosting.action import Action
from bot.store.data import PostedMessage
from bot.store.errors import StoreError
from bot.tables.paces import DAY
from tests.bot.hosting.hosted import ANNA, BEN, Hosting, code
from tests.bot.reading import found
from tests.bot.store.changes import change

KEEPING = ("tables", "log", "players", "messages", "message_seals", "outbox")
"""Every table of the database that knows of a table of the game."""


async def rows(hosted: Hosting) -> dict[str, int]:
    """Return the number of rows of each database table."""
    counts = ", ".join(f"(SELECT COUNT(*) FROM {name})" for name in KEEPING)  # noqa: S608 - ours
    (counted,) = await hosted.store.rows(f"SELECT {counts}")
    return dict(zip(KEEPING, counted, strict=True))


async def attends(hosted: Hosting, seconds: float) -> None:
    """Let time pass, and attend to due tables."""
    end = hosted.now + seconds
    while (at := await hosted.store.next_due()) is not None and at <= end:
        hosted.now = max(hosted.now, at)
        for table in await hosted.store.due(hosted.now):
            await hosted.service.attend(table)
    hosted.now = end


async def closed(hosted: Hosting, table: str = "blue") -> None:
    """Cancel a lobby with a player who left, a message and a pending page."""
    await hosted.open(table)
    await hosted.do(BEN, "join", f"{BEN}", table)
    await hosted.do(BEN, "leave", "", table)
    (page, *_) = await hosted.store.pages_to_paint(table)
    await hosted.store.record_painted(table, page, 1, PostedMessage(page, 70, 700))
    await hosted.do(ANNA, "cancel", "", table)


async def played(hosted: Hosting, name: str) -> None:
    """A game is played to its end, by lot."""
    rng = Random(1)
    while (table := (await hosted.service.look(name)).table).open:
        seat = table.running.waiting[0]
        move = f"{rng.choice(table.running.legal(seat))}"
        await hosted.service.do(name, Action("move", move), seat=seat)


async def test_a_closed_lobby_is_deleted_a_day_later(hosted: Hosting) -> None:
    await closed(hosted)
    await attends(hosted, DAY - 1)
    assert (await rows(hosted))["tables"] == 1
    await attends(hosted, 1)
    assert await rows(hosted) == dict.fromkeys(KEEPING, 0)
    assert await code(hosted.do(BEN, "join", "x")) == "unknown_table"
    assert await hosted.store.next_due() is None


async def test_a_lobby_is_deleted_a_day_after_it_expired(hosted: Hosting) -> None:
    await hosted.open()
    await attends(hosted, DAY)
    assert (await hosted.table()).stage == "expired"
    await attends(hosted, DAY)
    assert (await rows(hosted))["tables"] == 0


async def test_a_game_that_ended_is_never_deleted(hosted: Hosting) -> None:
    await hosted.start("cancelled")
    await hosted.do(ANNA, "cancel", "", "cancelled")
    await hosted.start("expired")
    await hosted.start("over", goal=25)
    await played(hosted, "over")
    await attends(hosted, 400 * DAY)
    for stage in ("cancelled", "expired", "over"):
        assert (await hosted.table(stage)).stage == stage
    assert await hosted.store.next_due() is None


async def test_a_clock_that_is_put_back_deletes_no_lobby_early(hosted: Hosting) -> None:
    await closed(hosted)
    hosted.now -= 10 * DAY
    await hosted.service.attend("blue")  # then every table with a deadline is attended to
    assert (await rows(hosted))["tables"] == 1
    await attends(hosted, DAY)
    assert (await rows(hosted))["tables"] == 0


async def test_one_lobby_that_is_deleted_leaves_the_others_whole(
    hosted: Hosting, tmp_path: Path
) -> None:
    await closed(hosted)
    await hosted.start("red")
    hosted.now += DAY / 2
    await closed(hosted, "green")
    await attends(hosted, DAY / 2)
    assert {*await hosted.store.rows("SELECT id FROM tables")} == {("red",), ("green",)}
    assert found(tmp_path / "celestia.db") == []


async def test_the_store_itself_deletes_no_game_and_no_open_table(hosted: Hosting) -> None:
    store = hosted.store
    await store.commit(change("open", stage="lobby"))
    await hosted.start("begun")
    await hosted.do(ANNA, "cancel", "", "begun")
    for name in ("open", "begun", "unheard of"):
        assert not await store.delete_lobby(name)
    assert (await rows(hosted))["tables"] == 2
    await hosted.store.commit(change("closed", stage="cancelled"))
    assert await store.delete_lobby("closed")


async def test_a_lobby_that_cannot_be_deleted_stays_whole(hosted: Hosting) -> None:
    await closed(hosted)
    before = await rows(hosted)
    await hosted.store._write(
        "CREATE TRIGGER no BEFORE DELETE ON tables BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    hosted.now += DAY
    with pytest.raises(StoreError):
        await hosted.service.attend("blue")
    assert await rows(hosted) == before


async def test_a_lobby_whose_log_knows_of_a_game_is_kept_and_not_tried_again(
    hosted: Hosting,
) -> None:
    await closed(hosted)
    await hosted.store._write("UPDATE log SET command = 'start' WHERE seq = 2")
    await attends(hosted, DAY)
    assert (await rows(hosted))["tables"] == 1
    assert await hosted.store.next_due() is None
