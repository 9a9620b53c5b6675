"""The packages of others: few, pinned, checked by hash, and accounted for."""

import re
import tomllib
from itertools import chain
from typing import Any

import yaml

from bot import VERSION
from tests.meta.sources import ROOT, texts

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK: dict[str, Any] = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))
OWN_NAME = PROJECT["project"]["name"]
PINNED = re.compile(r"@(?:sha256:[0-9a-f]{64}|[0-9a-f]{40})$")
SHA256 = re.compile(r"sha256:[0-9a-f]{64}")
WANTED = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?==([\w.]+)(?:; [\w' !=_]+)?")
"""A package by its name, with its extras, in one version, and its platforms."""
UV = (ROOT / "requirements-uv.txt").read_text("utf-8")
INSTALLING = re.compile(r"^.*(?:pip install|uv sync|uv add|uv lock|uv run).*$", re.MULTILINE)
SETTING_UP = ("Makefile", "Dockerfile", ".github/workflows/ci.yml", ".ci/run")
"""The files that install packages without a person."""
HISTORY = ("CHANGELOG.md", "tests/")
"""Files that are no instructions for installing."""


def wanted() -> list[str]:
    """Return all requirements: to run the bot, to play at home, and to work on it."""
    project = PROJECT["project"]
    extras, tools = project["optional-dependencies"], PROJECT["dependency-groups"]
    return [*project["dependencies"], *chain(*extras.values()), *chain(*tools.values())]


def known_as(name: str) -> str:
    """Return the name that package indexes use for this one."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_package_is_asked_for_in_one_version() -> None:
    assert [it for it in wanted() if not WANTED.fullmatch(it)] == []


def test_what_is_installed_is_known_by_its_hash() -> None:
    packages = [package for package in LOCK["package"] if package["name"] != OWN_NAME]
    built = [file for package in packages for file in package.get("wheels", ())]
    files = [*built, *(package["sdist"] for package in packages if "sdist" in package)]
    assert len(files) >= len(packages) > len(wanted())
    assert {package["source"]["registry"] for package in packages} == {"https://pypi.org/simple"}
    assert [file["url"] for file in files if not SHA256.fullmatch(file.get("hash", ""))] == []


def test_the_lock_is_what_is_asked_for() -> None:
    locked = {package["name"]: package["version"] for package in LOCK["package"]}
    asked = [WANTED.fullmatch(it) for it in wanted()]
    versions = {known_as(it[1]): it[2] for it in asked if it}
    assert {name: locked[name] for name in versions} == versions


def test_nothing_is_built_to_install_it() -> None:
    (ours,) = (package for package in LOCK["package"] if package["name"] == OWN_NAME)
    assert ours["source"] == {"virtual": "."}
    assert "build-system" not in PROJECT
    assert (PROJECT["tool"]["uv"]["package"], PROJECT["tool"]["uv"]["no-build"]) == (False, True)


def test_uv_itself_is_known_by_the_hashes_of_its_wheels() -> None:
    lines = [line.rstrip(" \\") for line in UV.splitlines() if not line.startswith("#")]
    binary, version, *hashes = map(str.strip, lines)
    assert binary == "--only-binary :all:"
    assert WANTED.fullmatch(version)
    assert len(hashes) == len(set(hashes)) >= 10
    assert [it for it in hashes if not SHA256.fullmatch(it.removeprefix("--hash="))] == []


def test_all_that_installs_takes_only_what_is_known_by_its_hash() -> None:
    lines = [
        line.strip().rstrip("\\")
        for name in SETTING_UP
        for line in INSTALLING.findall((ROOT / name).read_text("utf-8"))
    ]
    pip = [line for line in lines if "pip install" in line]
    assert len(lines) > len(pip) >= 3
    assert [line for line in pip if "--require-hashes" not in line] == []
    assert [line for line in pip if "requirements-uv.txt" not in line] == []
    syncs = [line for line in lines if line not in pip and "--no-sync" not in line]
    assert [line for line in syncs if "--frozen" not in line] == []


def test_nobody_is_told_to_install_what_no_index_has() -> None:
    told = {name: text for name, text in texts().items() if not name.startswith(HISTORY)}
    wrong = re.compile(rf"{OWN_NAME}\[\w+\]|pip install ['\"]?\.")
    assert {name for name, text in told.items() if wrong.search(text)} == set()


def test_what_people_are_told_to_install_is_there() -> None:
    told = "\n".join(text for name, text in texts().items() if not name.startswith(HISTORY))
    named = set(re.findall(r"uv sync[^\n`]* --extra (\w+)", told))
    assert named == {*PROJECT["project"]["optional-dependencies"]}


def test_the_version_that_the_bot_knows_is_the_project_s() -> None:
    assert PROJECT["project"]["version"] == VERSION


def test_every_package_is_accounted_for() -> None:
    told = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Libraries")[2]
    rows = re.findall(r"^\| ([^|]+) \|", told, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"[\w.-]+", row)}
    asked = {found[1] for it in wanted() if (found := WANTED.fullmatch(it))}
    assert asked <= named


def test_images_and_actions_are_pinned_by_hash() -> None:
    """A tag can be moved to other code; the compose file's database is the operator's to update."""
    image = (ROOT / "Dockerfile").read_text("utf-8")
    bases = re.findall(r"^FROM (\S+)(?: AS (\w+))?$", image, re.MULTILINE)
    stages = {stage for _, stage in bases}
    unpinned = [base for base, _ in bases if base not in stages and not PINNED.search(base)]
    texts = [path.read_text("utf-8") for path in (ROOT / ".github/workflows").glob("*.yml")]
    jobs = [job for text in texts for job in yaml.safe_load(text)["jobs"].values()]
    steps = [step for job in jobs for step in job["steps"]]
    used = [step["uses"] for step in steps if "uses" in step]
    assert used
    assert unpinned + [it for it in used if not PINNED.search(it)] == []
