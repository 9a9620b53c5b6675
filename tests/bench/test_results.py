"""The bench of results fills a database as the bot would, and asks every question."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bench.results.__main__ import main
from bench.results.database import SEATS, fill
from bench.results.questions import QUESTIONS, asked, kept
from bot.store.sqlite.store import SqliteStore

GAMES = 400


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    path = tmp_path / "celestia.db"
    store = SqliteStore(path)
    await store.open()
    await store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        fill(db, GAMES, lambda _: None)
    return path


async def test_sums_are_those_that_the_bot_would_reckon(file: Path) -> None:
    store = SqliteStore(file)
    await store.open()
    sums = "SELECT guild, user_id, games, wins, points FROM standings WHERE ladder = 'base'"
    sums += " AND period = '' ORDER BY guild, user_id"
    rivals = "SELECT guild, user_id, other_id, games, ahead, behind FROM rivals ORDER BY 1, 2, 3"
    before = await store.rows(sums), await store.rows(rivals)
    assert await store.results.recompute() == GAMES
    assert (await store.rows(sums), await store.rows(rivals)) == before
    await store.close()


async def test_everything_is_asked_and_kept(file: Path) -> None:
    store = SqliteStore(file)
    await store.open()
    answers = await asked(store, GAMES, 5, Random(1))
    assert {name: len(seconds) for name, seconds in answers.items()} == dict.fromkeys(QUESTIONS, 5)
    await kept(store, GAMES, 3, Random(1), with_result=True)
    ((games, seats),) = await store.rows(
        "SELECT (SELECT COUNT(*) FROM games), (SELECT COUNT(*) FROM results)"
    )
    assert (games, seats) == (GAMES + 3, SEATS * (GAMES + 3))
    await store.close()


def test_it_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "200", "--times", "2"]) == 0
    printed = capsys.readouterr().out
    assert "200 games, 800 seats" in printed
    assert all(name in printed for name in (*QUESTIONS, "a game ends, with its result"))
