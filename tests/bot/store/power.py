"""A disk whose power can be cut: it keeps what was synced, and loses or garbles some of the rest.

The statements of the store run here on another build of SQLite, which lets Python in between it
and the disk; what is left after a cut is opened by the store as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Self

import apsw

SECTOR = 512
"""Bytes that a disk writes whole or not at all."""


@dataclass(frozen=True)
class Step:
    """An operation on a file."""

    kind: str
    """``write``, ``cut``, ``sync`` or ``delete``"""
    name: str
    at: int = 0
    data: bytes = b""


@dataclass
class Disk:
    """The content of each file that is safe after these steps, and the steps that are not."""

    safe: dict[str, bytearray] = field(default_factory=dict[str, bytearray])
    pending: dict[str, list[Step]] = field(default_factory=dict[str, list[Step]])

    def take(self, step: Step) -> None:
        if step.kind == "delete":  # SQLite syncs the folder in which it does so
            self.safe.pop(step.name, None)
            self.pending.pop(step.name, None)
            return
        data = self.safe.setdefault(step.name, bytearray())
        waiting = self.pending.setdefault(step.name, [])
        if step.kind != "sync":
            waiting.append(step)
            return
        for each in waiting:
            _do(data, each)
        waiting.clear()

    def cut(self, luck: Random) -> Iterator[tuple[str, bytes]]:
        """Yield the content of each file when the power is back."""
        for name, safe in self.safe.items():
            data = bytearray(safe)
            for step in self.pending[name]:
                for part in _sectors(step):
                    fate = luck.choice(("done", "done", "lost", "garbled"))
                    if fate != "lost":
                        garbled = fate == "garbled" and part.kind == "write"
                        _do(data, _garbled(part, luck) if garbled else part)
            yield name, bytes(data)


def _do(data: bytearray, step: Step) -> None:
    if step.kind == "cut":
        del data[step.at :]
        return
    if len(data) < step.at:
        data.extend(bytes(step.at - len(data)))
    data[step.at : step.at + len(step.data)] = step.data


def _sectors(step: Step) -> Iterator[Step]:
    """Yield a write sector by sector."""
    if step.kind != "write":
        yield step
        return
    start = 0
    while start < len(step.data):
        end = start + SECTOR - (step.at + start) % SECTOR
        yield Step("write", step.name, step.at + start, step.data[start:end])
        start = end


def _garbled(step: Step, luck: Random) -> Step:
    return Step("write", step.name, step.at, luck.randbytes(len(step.data)))


# --- SQLite above it -------------------------------------------------------------------------


class Tapped(apsw.VFS):
    """Passes operations on to the real disk, and records them."""

    def __init__(self, name: str) -> None:
        self.steps: list[Step] = []
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return _File(self.steps, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.steps.append(Step("delete", Path(filename).name))
        super().xDelete(filename, syncdir)


class _File(apsw.VFSFile):
    def __init__(self, steps: list[Step], name: Any, flags: list[int]) -> None:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._name = Path(path).name if path else "temporary"
        self._steps = steps
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        self._steps.append(Step("write", self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        self._steps.append(Step("cut", self._name, newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        self._steps.append(Step("sync", self._name))
        super().xSync(flags)


class Cursor:
    """The result of a statement, as `sqlite3` returns it."""

    def __init__(self, db: apsw.Connection, rows: list[Any]) -> None:
        self._rows = rows
        self.rowcount = db.changes()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)

    def fetchall(self) -> list[Any]:
        return self._rows

    def fetchone(self) -> Any:
        return self._rows[0] if self._rows else None


class Connection:
    """The part of `sqlite3.Connection` that the store uses."""

    def __init__(self, file: Path, tap: str) -> None:
        self._db = apsw.Connection(f"{file}", vfs=tap)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    @property
    def in_transaction(self) -> bool:
        return self._db.in_transaction

    def execute(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Cursor:
        return Cursor(self._db, self._db.execute(sql, values or None).fetchall())

    def executemany(self, sql: str, rows: Sequence[Any]) -> None:
        self._db.executemany(sql, rows)
