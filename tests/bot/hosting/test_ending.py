"""The result of a game is stored with its end, and cannot prevent it."""

import logging
from pathlib import Path
from typing import Any

import pytest

from bot.results.standing import BASE
from bot.store.data import Change
from bot.store.errors import AccessDenied, DatabaseBroken, DiskFull, Locked, StoreError
from players.roster import RANDOM
from tests.bot.hosting.hosted import ANNA, BEN, GUILD, Hosting, hosting
from tests.bot.hosting.test_deleting import played
from tests.bot.reading import query

READ = ("games", "results", "standings", "rivals", "colours", "ratings", "rungs")


async def ended(t: Hosting, *, persons: int = 2, computers: int = 0) -> None:
    await t.start(persons=persons, computers=computers, goal=25)
    await played(t, "blue")


async def test_a_game_that_ends_leaves_its_result(tmp_path: Path) -> None:
    async with hosting(tmp_path / "database") as t:
        await ended(t)
        (game,) = await t.store.results.games_of(ANNA, GUILD, 5)
        scores = (await t.table()).running.scores
    assert (game.ending, game.ladder, game.table) == ("over", BASE, "blue")
    assert [(it.user, it.rank, it.points) for it in game.seats] == [
        (user, score.rank, score.total) for user, score in zip((ANNA, BEN), scores, strict=True)
    ]


async def test_a_game_with_one_person_is_kept_and_not_rated(tmp_path: Path) -> None:
    async with hosting(tmp_path / "database") as t:
        await ended(t, persons=1, computers=2)
        (game,) = await t.store.results.games_of(ANNA, GUILD, 5)
        profile = await t.store.results.profile(ANNA, GUILD, t.now)
    assert (game.ladder, game.seats[1].computer, game.seats[1].user) == ("", RANDOM, None)
    assert (profile.ever.games, profile.ladders) == (1, {})


async def test_a_player_who_concedes_counts_as_a_leaver(tmp_path: Path) -> None:
    async with hosting(tmp_path / "database") as t:
        await t.start(persons=3, goal=25)
        await t.do(ANNA, "concede", RANDOM)
        await played(t, "blue")
        (game,) = await t.store.results.games_of(ANNA, GUILD, 5)
        assert (game.mine.left, game.mine.user, game.mine.person) == (True, ANNA, True)
        assert game.mine.computer == RANDOM
        assert await t.store.forget(ANNA) == 0
        assert await t.store.results.games_of(ANNA, GUILD, 5) == []


async def test_a_game_that_goes_on_adds_nothing_that_others_could_read(tmp_path: Path) -> None:
    file = tmp_path / "database"
    counts = " + ".join(f"(SELECT COUNT(*) FROM {name})" for name in READ)  # noqa: S608 - ours
    async with hosting(file) as t:
        await t.start(persons=3, goal=25)
        await t.do(ANNA, "concede", RANDOM)
        for _ in range(30):
            await t.a_move()
            assert query(file, f"SELECT {counts}") == [(0,)]
        await played(t, "blue")
    assert query(file, f"SELECT {counts}") != [(0,)]


async def test_a_lobby_that_closes_leaves_no_result(tmp_path: Path) -> None:
    async with hosting(tmp_path / "database") as t:
        await t.open()
        await t.do(ANNA, "cancel")
        assert await t.store.results.games_of(ANNA, GUILD, 5) == []
        assert await t.store.results.without_result() == []


async def test_a_game_ends_though_its_log_is_damaged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with hosting(tmp_path / "database") as t:
        await t.start(persons=2)
        await t.store._write("UPDATE log SET arguments = 'rot' WHERE seq = 2")
        await t.do(ANNA, "cancel")
        assert (await t.table()).stage == "cancelled"
        assert await t.store.results.games_of(ANNA, GUILD, 5) == []
    assert [it.levelno for it in caplog.records if "result" in it.getMessage()] == [logging.ERROR]


async def test_a_game_ends_though_its_result_cannot_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with hosting(tmp_path / "database") as t:
        await t.start(persons=2)
        commit = t.store.commit

        async def rotten(change: Change) -> None:
            if change.result is not None:
                raise DatabaseBroken()
            await commit(change)

        monkeypatch.setattr(t.store, "commit", rotten)
        await t.do(ANNA, "cancel")
        assert (await t.table()).stage == "cancelled"
        assert [it for it, _ in await t.store.results.without_result()] == ["blue"]
    assert any("its result" in it.getMessage() for it in caplog.records)


@pytest.mark.parametrize("kind", [DiskFull, Locked, AccessDenied])
async def test_where_nothing_can_be_stored_no_game_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[StoreError]
) -> None:
    async with hosting(tmp_path / "database") as t:
        await t.start(persons=2)
        tried: list[Any] = []

        async def refused(change: Change) -> None:
            tried.append(change)
            raise kind

        with monkeypatch.context() as patched:
            patched.setattr(t.store, "commit", refused)
            with pytest.raises(StoreError):
                await t.do(ANNA, "cancel")
        assert len(tried) == 1
        assert (await t.table()).stage == "playing"


async def test_a_click_at_a_table_that_is_over_adds_nothing(tmp_path: Path) -> None:
    async with hosting(tmp_path / "database") as t:
        await ended(t)
        await t.service.repost("blue", 5, None)
        assert len(await t.store.results.games_of(ANNA, GUILD, 5)) == 1
    assert query(tmp_path / "database", "SELECT COUNT(*) FROM games") == [(1,)]
