"""A played database in a file, and an empty one on a server."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.address import Address
from tests.bot.cli.process import CLEAN
from tests.bot.cli.restore_case import Case
from tests.bot.hosting.hosted import ANNA, BEN, hosting
from tests.bot.results.games import won_by
from tests.bot.store.changes import change
from tests.bot.store.kinds import database
from tests.postgresql.server import Server


@pytest.fixture(autouse=True)
def _log(log_as_it_was: None) -> None:
    """Commands start the log, which is that of the whole process."""


@pytest.fixture
def in_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty folder without settings."""
    monkeypatch.chdir(tmp_path)
    for name in os.environ.keys() - CLEAN.keys():
        monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def once_played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a running game, a lobby, a finished game, and results."""
    file = tmp_path_factory.mktemp("played") / "played.db"
    asyncio.run(play(file))
    return file


@pytest.fixture
def played(once_played: Path, tmp_path: Path) -> Address:
    """A copy of the played database."""
    return Address.of_file(Path(shutil.copy(once_played, tmp_path)))


async def play(file: Path) -> None:
    async with hosting(file) as hosted:
        await hosted.start("blue", persons=3)
        for _ in range(12):
            await hosted.a_move()
        await hosted.open("lobby")
        await hosted.do(BEN, "join", "b", "lobby")
        await hosted.start("over")
        await hosted.do(ANNA, "cancel", "", "over")
        await hosted.store.note("commands", "told")
        await hosted.store.people.give_tip(ANNA, "stay")
        await hosted.store.commit(change("done", people={0: 1, 1: 2}))
        result = won_by(1, 2, table="done")
        await hosted.store.commit(change("done", 1, stage="over", result=result))


@pytest.fixture(scope="session")
def played_case(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("case")
    asyncio.run(Case(folder).play())
    return folder


@pytest.fixture
def case(played_case: Path, tmp_path: Path) -> Case:
    """A copy of the files of a played case."""
    shutil.copytree(played_case, tmp_path, dirs_exist_ok=True)
    return Case(tmp_path)


@pytest.fixture
async def server(postgresql: Server) -> AsyncIterator[Address]:
    """A migrated, empty database on a server."""
    async with database(postgresql) as url:
        yield Address.of_server(url)
