"""The result of a game is stored with its end, and cannot prevent it."""

import logging
from pathlib import Path

import pytest

from bot.results.standing import BASE, PastGame
from bot.store.data import Change
from bot.store.errors import AccessDenied, DatabaseBroken, DiskFull, Locked, StoreError
from players.roster import RANDOM
from tests.bot.hosting.hosted import ANNA, BEN, GUILD, Hosting, code
from tests.bot.hosting.test_deleting import played
from tests.bot.reading import query

READ = ("games", "results", "standings", "rivals", "colours", "ratings", "rungs")


async def games(hosted: Hosting) -> list[PastGame]:
    """The stored results of Anna's games."""
    return [*await hosted.store.results.games_of(ANNA, GUILD, 5)]


async def test_a_game_that_ends_leaves_its_result_once(hosted: Hosting) -> None:
    await hosted.start(goal=25)
    await played(hosted, "blue")
    (game,) = await games(hosted)
    scores = (await hosted.table()).running.scores
    assert (game.ending, game.ladder, game.table) == ("over", BASE, "blue")
    assert [(it.user, it.rank, it.points) for it in game.seats] == [
        (user, score.rank, score.total) for user, score in zip((ANNA, BEN), scores, strict=True)
    ]
    await hosted.service.repost("blue", 5, None)
    assert len(await games(hosted)) == 1
    found = await hosted.service.played("blue")
    assert {seat for seat, _ in found.moves} == {0, 1}


async def test_a_game_with_one_person_is_kept_and_not_rated(hosted: Hosting) -> None:
    await hosted.start(persons=1, computers=1, goal=25)
    await played(hosted, "blue")
    (game,) = await games(hosted)
    profile = await hosted.store.results.profile(ANNA, GUILD, hosted.now)
    assert (game.ladder, game.seats[1].computer, game.seats[1].user) == ("", RANDOM, None)
    assert (profile.ever.games, profile.ladders) == (1, {})


async def test_a_game_that_goes_on_adds_nothing_that_others_could_read(
    hosted: Hosting, tmp_path: Path
) -> None:
    counts = " + ".join(f"(SELECT COUNT(*) FROM {name})" for name in READ)  # noqa: S608 - ours
    await hosted.start(persons=3)
    await hosted.do(ANNA, "concede", RANDOM)
    for _ in range(9):
        await hosted.a_move()
        assert query(tmp_path / "celestia.db", f"SELECT {counts}") == [(0,)]
    await hosted.do(BEN, "cancel")
    assert query(tmp_path / "celestia.db", f"SELECT {counts}") != [(0,)]
    (game,) = await hosted.store.results.games_of(ANNA, GUILD, 5)
    assert (game.mine.left, game.mine.user, game.mine.person) == (True, ANNA, True)
    assert game.mine.computer == RANDOM
    assert await hosted.store.forget(ANNA) == 0
    assert await games(hosted) == []


async def test_a_lobby_that_closes_leaves_no_result(hosted: Hosting) -> None:
    await hosted.open()
    await hosted.do(ANNA, "cancel")
    assert await games(hosted) == await hosted.store.results.without_result() == []


async def test_a_game_ends_though_its_log_is_damaged(
    hosted: Hosting, caplog: pytest.LogCaptureFixture
) -> None:
    await hosted.start()
    await hosted.store._write("UPDATE log SET arguments = 'rot' WHERE seq = 2")
    await hosted.do(ANNA, "cancel")
    assert (await hosted.table()).stage == "cancelled"
    assert await games(hosted) == []
    assert [it.levelno for it in caplog.records if "result" in it.getMessage()] == [logging.ERROR]


@pytest.mark.parametrize("kind", [DatabaseBroken, DiskFull, Locked, AccessDenied])
async def test_a_game_ends_without_its_result_unless_nothing_can_be_stored(
    hosted: Hosting, monkeypatch: pytest.MonkeyPatch, kind: type[StoreError]
) -> None:
    await hosted.start()
    commit, tried = hosted.store.commit, list[Change]()

    async def refused(change: Change) -> None:
        tried.append(change)
        if change.result is not None:
            raise kind
        await commit(change)

    monkeypatch.setattr(hosted.store, "commit", refused)
    ends = kind is DatabaseBroken
    assert (await code(hosted.do(ANNA, "cancel")) == "done") == ends
    assert (len(tried), (await hosted.table()).open) == ((2, False) if ends else (1, True))
    assert len(await hosted.store.results.without_result()) == ends
