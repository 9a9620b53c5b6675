"""The installation by `make` on a bare machine: complete, and no file with a wrong hash."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.meta.sources import ROOT
from tests.meta.test_packages import LOCK, OWN_NAME, PROJECT, known_as

pytestmark = pytest.mark.posix

FILES = ("Makefile", "pyproject.toml", "uv.lock", "requirements-uv.txt")
SHIPPED = ("engine", "players", "bot", "cogs", "migrations")
HASH = re.compile(r"(?<=sha256:)[0-9a-f]{64}")
MISMATCH = re.compile(r"hash mismatch|do not match the hashes", re.IGNORECASE)
AWAY = re.compile(
    r"error sending request|failed to fetch|connection|name resolution|timed out|no matching dist",
    re.IGNORECASE,
)
"""Messages of pip and uv that the registry cannot be reached."""


def bare(folder: Path) -> Path:
    """Return a folder with the lists of packages, and none installed."""
    for name in FILES:
        shutil.copy(ROOT / name, folder)
    return folder


def alter(file: Path) -> None:
    """Replace each hash in this file by a wrong one."""
    file.write_text(HASH.sub(lambda known: known[0][::-1], file.read_text("utf-8")), "utf-8")


def make(folder: Path, target: str) -> subprocess.CompletedProcess[str]:
    line = ("make", "--no-print-directory", target, f"PYTHON={sys.executable}")
    done = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode and not MISMATCH.search(done.stderr) and AWAY.search(done.stderr):
        pytest.skip(f"the registry cannot be reached: {done.stderr.splitlines()[-1]}")
    return done


def installed(folder: Path) -> set[str]:
    """Return the packages in the environment there, without pip and its own."""
    found = (folder / ".venv").glob("lib/python*/site-packages/*.dist-info")
    return {known_as(it.name.partition("-")[0]) for it in found} - {"pip", "setuptools", "uv"}


def named(*groups: list[str]) -> set[str]:
    return {known_as(re.split(r"[\[=]", it)[0]) for group in groups for it in group}


def refused(folder: Path) -> bool:
    """Return whether an installation finds a wrong hash, and installs nothing."""
    done = make(folder, ".venv/ready")
    assert installed(folder) == set()
    return done.returncode == 2 and bool(MISMATCH.search(done.stderr))


def test_an_installation_refuses_wrong_hashes_and_brings_no_tools(tmp_path: Path) -> None:
    """In one folder, since each new environment takes seconds.

    `tests/meta/test_deploy.py` shows that the bot runs on these packages.
    """
    alter(bare(tmp_path) / "requirements-uv.txt")
    assert refused(tmp_path)
    assert not (tmp_path / ".venv/bin/uv").exists()
    alter(bare(tmp_path) / "uv.lock")
    assert refused(tmp_path)

    done = make(bare(tmp_path), ".venv/ready")
    assert done.returncode == 0, done.stderr
    project: dict[str, Any] = PROJECT["project"]
    runs_on = named(project["dependencies"], *project["optional-dependencies"].values())
    tools = named(*PROJECT["dependency-groups"].values())
    assert (runs_on - installed(tmp_path), tools & installed(tmp_path)) == (set(), set())
    assert OWN_NAME not in installed(tmp_path)
    assert "up to date" in make(tmp_path, ".venv/ready").stdout


def test_the_copy_of_the_lock_has_hashes_to_alter(tmp_path: Path) -> None:
    alter(bare(tmp_path) / "uv.lock")
    altered = tomllib.loads((tmp_path / "uv.lock").read_text("utf-8"))
    assert {it["name"] for it in altered["package"]} == {it["name"] for it in LOCK["package"]}
    assert altered != LOCK
