"""Plays on a disk that fills up, as a process of its own: ``python -m … FOLDER disk|limit [deaf]``.

``disk``: the folder is a small disk of its own. ``limit``: SQLite is told to find no more room.
``deaf``: what is refused is taken for stored. It ends well if nothing that was answered is lost.
"""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from bot.store.errors import StoreError
from bot.store.sqlite import connection
from bot.store.sqlite.store import SqliteStore
from tests.bot.store.changes import change, is_whole, version_of

TABLES = [f"t{n}" for n in range(10)]


class Player:
    """Commits changes of many tables and remembers which ones were reported as stored."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.answered = dict.fromkeys(TABLES, 0)
        self.refused: set[str] = set()

    async def play(self, rounds: int) -> int:
        """Number of stored changes."""
        before = sum(self.answered.values())
        for _ in range(rounds):
            await asyncio.gather(*map(self._one, TABLES))
        return sum(self.answered.values()) - before

    async def _one(self, table: str) -> None:
        version = self.answered[table]
        try:
            await self.store.commit(change(table, version, snapshot=f"{version} " * 1500))
            self.answered[table] += 1
        except StoreError as error:
            self.refused.add(error.code)

    async def lost(self) -> bool:
        """Return whether a change is missing, incomplete, or stored although it was refused."""
        for table, version in self.answered.items():
            if await version_of(self.store, table) != version:
                return True
            if not await is_whole(self.store, table):
                return True
        return False


class Disk:
    """A separate small disk that can be filled to the last byte."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.folder = store._file.parent

    async def fill(self) -> None:
        with (self.folder / "ballast").open("wb", buffering=0) as file:
            for size in (65_536, 512):
                with suppress(OSError):
                    while file.write(bytes(size)) == size:
                        pass

    async def free(self) -> None:
        (self.folder / "ballast").unlink()

    async def restart(self) -> str:
        """Return why a start on the full disk is refused; "" if it is not."""
        await self.store.close()
        for index in self.folder.glob("*-shm"):
            index.unlink()  # as after a restart of the machine
        try:
            await self.store.open()
        except StoreError as error:
            return error.code
        return ""


class Limit(Disk):
    """Limits the size of the database, where no disk can be mounted."""

    async def fill(self) -> None:
        await self._limit(1)  # as many pages as there are now

    async def free(self) -> None:
        await self._limit(10**6)

    async def restart(self) -> str:
        return ""

    async def _limit(self, pages: int) -> None:
        sql = f"PRAGMA max_page_count = {pages}"
        await self.store._connection.run(lambda db: db.execute(sql).fetchall())


async def evening(folder: Path, kind: type[Disk]) -> str:
    """Return the fault; "" if there was none."""
    store = SqliteStore(folder / "celestia.db")
    await store.open()
    disk, player = kind(store), Player(store)
    if await player.play(5) != 50:
        return f"not even the beginning: {player.refused}"
    await disk.fill()
    await player.play(60)
    if await player.lost():
        return "lost while full"
    if player.refused != {"full"}:
        return f"refused for {player.refused}"
    why_not = await disk.restart()
    if why_not not in ("", "full"):
        return f"a start is refused for {why_not}"
    await disk.free()
    if why_not:
        await store.open()
    if await player.lost() or await player.play(5) != 50:
        return f"it does not go on: {player.refused}"
    await store.close()
    await store.open()
    wrong = "lost after a restart" if await player.lost() else ""
    await store.close()
    return wrong


def deaf() -> None:
    """Turn the protection off: a refusal by the database counts as success."""
    carry_out = connection._carry_out

    def told_nothing(db: Any, tasks: Any) -> list[Any]:
        done = carry_out(db, tasks)
        return [None if isinstance(it, StoreError) and it.code == "full" else it for it in done]

    connection._carry_out = told_nothing


if __name__ == "__main__":
    _, place, way, *ears = sys.argv
    if ears:
        deaf()
    sys.exit(asyncio.run(evening(Path(place), {"disk": Disk, "limit": Limit}[way])) or 0)
