"""Set-up for tests of restore: a database, a copy of it, and later moves."""

import shutil
from pathlib import Path

import pytest

from bot.cli import backup as copies
from bot.cli.backup import NotDone
from bot.store.address import Address
from bot.store.data import PostedMessage
from bot.store.sqlite.files import beside
from tests.bot.hosting.hosted import ANNA, BEN, Hosting, hosting

COPY = "copy.db"


def backup(copy: Path, file: Path) -> str:
    return copies.backup(copy, Address.of_file(file))


def restore(copy: Path, file: Path, *, anyway: bool = False) -> list[str]:
    return copies.restore(copy, Address.of_file(file), anyway=anyway)


class Case:
    """A database, a copy of it, and later moves."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "celestia.db"
        self.copy = folder / COPY

    async def play(self) -> None:
        async with hosting(self.file) as hosted:
            await hosted.start("blue", persons=3)
            await hosted.open("lobby")
            await hosted.start("over")
            await hosted.do(ANNA, "cancel", "", "over")
            await self._paint(hosted)
            backup(self.copy, self.file)
            await self.play_on(hosted)

    async def _paint(self, hosted: Hosting) -> None:
        for table in ("blue", "lobby", "over"):
            version = await hosted.version(table)
            for page in await hosted.store.pages_to_paint(table):
                await hosted.store.record_painted(
                    table, page, version, PostedMessage(page, 70, 500 + page.number)
                )
        await hosted.store.note("commands", "told")

    async def play_on(self, hosted: Hosting) -> None:
        for _ in range(20):
            await hosted.a_move()
        await hosted.do(BEN, "join", "b", "lobby")

    def restore(self, *, anyway: bool = False) -> list[str]:
        return restore(self.copy, self.file, anyway=anyway)

    def kept(self) -> Path:
        (kept,) = self.folder.glob("celestia.db.replaced-*.bak")
        return kept

    def refused(self, copy: Path | None = None, *, anyway: bool = False) -> tuple[str, ...]:
        """Return why a restore is refused, after checking that no file has changed."""
        before = self.files()
        with pytest.raises(NotDone) as caught:
            restore(copy or self.copy, self.file, anyway=anyway)
        assert self.files() == before
        return caught.value.reasons

    def files(self) -> dict[str, bytes]:
        """Return all files except the locks, which every bot leaves behind."""
        names = (path for path in self.folder.iterdir() if path.is_file())
        return {path.name: path.read_bytes() for path in names if path.suffix != ".lock"}


async def left_by_a_crash(case: Case) -> None:
    """Play on and kill the bot, which leaves its last commits in the -wal file."""
    async with hosting(case.file) as hosted:
        await hosted.do(ANNA, "setting", "goal=60", "lobby")
        ends = ("", "-wal", "-shm")
        for end in ends:
            shutil.copy(beside(case.file, end), case.folder / f"killed{end}")
    for end in ends:
        (case.folder / f"killed{end}").rename(beside(case.file, end))
