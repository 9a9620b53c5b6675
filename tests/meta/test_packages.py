"""What others wrote and we run: few packages, each pinned, known by its hash and accounted for."""

import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK: dict[str, Any] = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))
OURS = PROJECT["project"]["name"]
SHA256 = re.compile(r"sha256:[0-9a-f]{64}")
WANTED = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?==([\w.]+)")
"""A package by its name, with its extras, in one version."""


def wanted() -> list[str]:
    """All that is asked for: to run, to play at home, to work on it, and to build it."""
    project = PROJECT["project"]
    groups = [
        project["dependencies"],
        *project["optional-dependencies"].values(),
        *PROJECT["dependency-groups"].values(),
        PROJECT["build-system"]["requires"],
    ]
    return [it for group in groups for it in group]


def known_as(name: str) -> str:
    """Package indexes take these for one name."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_package_is_asked_for_in_one_version() -> None:
    assert [it for it in wanted() if not WANTED.fullmatch(it)] == []


def test_what_is_installed_is_known_by_its_hash() -> None:
    packages = [package for package in LOCK["package"] if package["name"] != OURS]
    files = [
        file
        for package in packages
        for file in (*filter(None, [package.get("sdist")]), *package.get("wheels", ()))
    ]
    assert len(files) >= len(packages) > len(wanted())
    assert {package["source"]["registry"] for package in packages} == {"https://pypi.org/simple"}
    assert [file["url"] for file in files if not SHA256.fullmatch(file.get("hash", ""))] == []


def test_the_lock_is_what_is_asked_for() -> None:
    locked = {package["name"]: package["version"] for package in LOCK["package"]}
    build = PROJECT["build-system"]["requires"]  # which is not installed beside the others
    asked = [WANTED.fullmatch(it) for it in wanted() if it not in build]
    versions = {known_as(it[1]): it[2] for it in asked if it}
    assert {name: locked[name] for name in versions} == versions


def test_make_installs_what_the_lock_names_and_settles_nothing_anew() -> None:
    made = (ROOT / "Makefile").read_text("utf-8")
    installs = re.findall(r"^\t.*(?:pip install|uv sync|uv add|uv lock).*$", made, re.MULTILINE)
    assert len(installs) == 2
    assert "uv==$(UV_VERSION)" in installs[0]
    assert "--frozen" in installs[1]


def test_every_package_is_accounted_for() -> None:
    told = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Libraries")[2]
    rows = re.findall(r"^\| ([^|]+) \|", told, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"[\w.-]+", row)}
    asked = {found[1] for it in wanted() if (found := WANTED.fullmatch(it))}
    assert asked <= named
