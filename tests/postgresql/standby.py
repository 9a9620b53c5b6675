"""A primary and a standby, which takes over when the primary dies."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Final

from tests.postgresql.server import PORT, SUPERUSER, Server

SYNCHRONOUS: Final = {"synchronous_standby_names": "*"}
"""No commit is acknowledged before the standby has it, too."""
ASYNCHRONOUS: Final = {"synchronous_standby_names": ""}
DURABLE: Final = {"wal_keep_size": "64MB", "wal_receiver_status_interval": "1s"}
"""Settings for a standby. All else is PostgreSQL's default, so that commits reach the disk."""
WITHIN: Final = 120.0
"""Seconds for a standby to catch up or to be promoted."""
LOOKS_EVERY: Final = 0.1  # seconds; each look is a process

_SENDER: Final = "SELECT pid FROM pg_stat_replication WHERE state = 'streaming'"
_STATE: Final = "SELECT coalesce(max(sync_state), '') FROM pg_stat_replication"
_IS_LEADER: Final = "SELECT NOT pg_is_in_recovery()"


class Standby(Server):
    """A server that is copied from another one and follows it until it is promoted."""

    def __init__(self, folder: Path, leader: Server, **settings: str) -> None:
        follows = f"host={leader.folder} port={PORT} user={SUPERUSER} application_name=standby"
        super().__init__(folder, **settings, primary_conninfo=follows)
        self._leader: Final = leader

    def make(self) -> None:
        """Copy the running leader."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.let_in()
        place = ("-h", f"{self._leader.folder}", "-p", f"{PORT}", "-U", SUPERUSER)
        self.run("pg_basebackup", *place, "-D", f"{self.data}", "-X", "stream", "-c", "fast")
        (self.data / "standby.signal").touch()

    def promote(self) -> None:
        """Promote it; nothing from the old leader counts from now on."""
        asks(self, f"SELECT pg_promote(true, {WITHIN:.0f})")
        _wait(lambda: asks(self, _IS_LEADER) == "t", "it does not lead")


class Pair:
    """Two servers of which one leads. A dead one comes back as the standby."""

    def __init__(self, folder: Path, replication: dict[str, str]) -> None:
        self._folders: Final = (folder / "one", folder / "two")
        self._settings: Final = DURABLE | replication
        self.leader: Server = Server(self._folders[0], **self._settings)
        self.standby: Standby

    def start(self) -> None:
        self.leader.make()
        self.leader.start()
        self._follow(self._folders[1])

    def stop(self) -> None:
        """Stop both, the standby first: the leader may be waiting for it."""
        self.standby.stop()
        self.leader.stop()

    def address(self, database: str = SUPERUSER) -> str:
        """Return an address that leads to the one that leads."""
        hosts = ",".join(f"{folder}" for folder in self._folders)
        ports = ",".join([f"{PORT}"] * len(self._folders))
        where = f"host={hosts}&port={ports}&target_session_attrs=primary"
        return f"postgresql://{SUPERUSER}@/{database}?{where}"

    def fail_over(self) -> float:
        """Kill the leader and promote the standby; return the seconds it took."""
        begun = monotonic()
        self.leader.kill()
        self._promote()
        return monotonic() - begun

    def fail_over_behind(self) -> None:
        """Fail over without the changes that the leader has held back since `holds_back`."""
        assert self.leader.process is not None
        self.leader.process.kill()
        self.leader.process.wait(WITHIN)
        os.kill(self._sender, signal.SIGKILL)  # before it can send what it has held back
        self._promote()

    def holds_back(self) -> None:
        """Have the leader send nothing to the standby from now on."""
        self._sender = int(asks(self.leader, _SENDER))
        os.kill(self._sender, signal.SIGSTOP)

    def restore(self) -> float:
        """Bring the dead one back as a new standby; return the seconds it took."""
        begun = monotonic()
        (gone,) = [it for it in self._folders if it != self.leader.folder]
        shutil.rmtree(gone / "data")
        self._follow(gone)
        return monotonic() - begun

    def _promote(self) -> None:
        self.standby.promote()
        self.leader = self.standby

    def _follow(self, folder: Path) -> None:
        self.standby = Standby(folder, self.leader, **self._settings)
        self.standby.make()
        self.standby.start()
        due = "sync" if self._settings["synchronous_standby_names"] else "async"
        _wait(lambda: asks(self.leader, _STATE) == due, f"the standby is not {due}")


@contextmanager
def pair_of(replication: dict[str, str]) -> Iterator[Pair]:
    """Yield a running pair. It is not in pytest's folder, which other users cannot enter."""
    with TemporaryDirectory(prefix="celestia-pair-") as folder:
        pair = Pair(Path(folder), replication)
        pair.start()
        try:
            yield pair
        finally:
            pair.stop()


def asks(server: Server, statement: str) -> str:
    """Return a server's answer to a query."""
    place = ("-h", f"{server.folder}", "-p", f"{PORT}", "-U", SUPERUSER)
    return server.run("psql", *place, "-XAtc", statement).strip()


def _wait(holds: Callable[[], bool], otherwise: str) -> None:
    end = monotonic() + WITHIN
    while not holds():
        assert monotonic() < end, otherwise
        sleep(LOOKS_EVERY)
