"""One server for a whole run of tests, started by the first worker that needs it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Final

import pytest

from tests.postgresql.server import QUICK, Server

_FOLDER: Final = "TEST_POSTGRESQL"
"""The variable with the folder of the server, for all workers of a run."""


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        os.environ[_FOLDER] = tempfile.mkdtemp(prefix="celestia-pg-")


def pytest_unconfigure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return
    folder = Path(os.environ.pop(_FOLDER))
    server = Server(folder / "server")
    if (server.data / "postmaster.pid").exists():
        server.let_in()
        server.run("pg_ctl", "stop", "-m", "immediate", "-D", f"{server.data}")
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def postgresql() -> Server:
    """The server of this run. It is fast, since it syncs nothing to the disk."""
    folder = Path(os.environ[_FOLDER])
    server = Server(folder / "server", **QUICK)
    with _alone(folder):
        if not (folder / "is-running").exists():
            server.make()
            server.start()
            (folder / "is-running").touch()
        else:
            server.let_in()
    return server


@contextmanager
def _alone(folder: Path) -> Generator[None]:
    """Lock out the other workers."""
    with (folder / "lock").open("w") as held:
        flock(held, LOCK_EX)
        yield
