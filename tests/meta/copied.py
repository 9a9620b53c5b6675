"""A copy of the project to try changes in, and the lists of CONTRIBUTING that name their files."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from bot.words import LANGUAGES
from tests.meta.sources import ROOT, texts

PICTURES: Final = "bot/pictures"
CONTRIBUTING: Final = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
ITEM: Final = re.compile(r"^\d+\. (`[^:]*`):", re.MULTILINE)
"""The files of one item, before its colon."""
BAKE: Final = """
from art import icons, replay
from art.__main__ import REPLAY
from art.bake import HALF, ICONS, rendered

for name, body in icons.icons().items():
    if not (ICONS / f"{name}.png").exists():
        rendered(body, -HALF, -HALF, 2 * HALF, 2 * HALF).save(ICONS / f"{name}.png")
[*replay.write(REPLAY)]
"""


def listed(heading: str, *, tag: str = "", number: str = "NNNN", **names: str) -> set[str]:
    """Return the files that a list of CONTRIBUTING names, for each language or for this one.

    ``number`` is that of a new migration.
    """
    section = CONTRIBUTING.partition(f"\n### {heading}\n")[2].partition("\n##")[0]
    files = [file for item in ITEM.findall(section) for file in re.findall(r"`(.*?)`", item)]
    for name, value in names.items():
        files = [file.replace(f"<{name}>", value) for file in files]
    files = [file.replace("NNNN", number) for file in files]
    return {file.replace("<tag>", it) for file in files for it in ([tag] if tag else LANGUAGES)}


class Copy:
    """The text files of the project, and its art, in a folder of their own, with changes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.renames: Sequence[tuple[str, str]] = ()
        """Names to replace in new text."""
        for name, text in texts().items():
            self._write(name, text)
            shutil.copystat(ROOT / name, folder / name)
        # compiled files stay valid, since the sources are as old; a new one replaces its link
        for compiled in ROOT.glob("*/**/*.pyc"):
            if (folder / compiled.relative_to(ROOT)).parent.parent.exists():
                self._place(compiled, os.link)
        for picture in (ROOT / PICTURES).rglob("*.png"):  # of which a board is painted
            self._place(picture, shutil.copyfile)
        self._run("git", "init", "--quiet")
        self.keep()

    def add(self, name: str, text: str) -> None:
        """Add a new file."""
        assert not (self.folder / name).exists(), name
        self._write(name, self._renamed(text))

    def append(self, name: str, text: str) -> None:
        self._write(name, self.read(name) + self._renamed(text))

    def replace(self, name: str, old: str, new: str) -> None:
        """Change the first place that reads so."""
        assert old in self.read(name), f"{name} has no {old!r}"
        self._write(name, self.read(name).replace(old, self._renamed(new), 1))

    def insert(self, name: str, text: str, before: str) -> None:
        """Add a text in front of the first place that reads so."""
        self.replace(name, before, text + before)

    def say(self, name: str, *words: str) -> None:
        """Add words at the end of a catalogue, in every language."""
        for tag, text in zip(LANGUAGES, words, strict=True):
            self.append(name.replace("<tag>", tag), f"\n{text}\n")

    def _renamed(self, text: str) -> str:
        for old, new in self.renames:
            text = text.replace(old, new)
        return text

    def read(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def changed(self) -> set[str]:
        """Return the files that have changed since the last `keep`."""
        found = self._run("git", "ls-files", "--modified", "--others", "--exclude-standard")
        return set(found.splitlines())

    def keep(self) -> None:
        self._run("git", "add", "--all")

    def check(self, *tests: str) -> None:
        """Hold these tests against the copy."""
        quiet = ("-q", "--no-header", "--tb=short", "-p", "no:cacheprovider", "-p", "no:xdist")
        self.run("-m", "pytest", *quiet, *tests)

    def run(self, *arguments: str) -> None:
        """Run Python in the copy; it has to succeed."""
        self._run(sys.executable, *arguments)

    def bake(self) -> None:
        """Bake what is missing, as `make art` would; all of it takes ten seconds."""
        self.run("-c", BAKE)

    def _place(self, file: Path, how: Callable[[Path, Path], object]) -> None:
        target = self.folder / file.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            how(file, target)
        except OSError:  # a link to another file system
            shutil.copyfile(file, target)

    def _write(self, name: str, text: str) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def _run(self, *command: str) -> str:
        ours = {name: it for name, it in os.environ.items() if not name.startswith("PYTEST")}
        ran = subprocess.run(  # noqa: S603  # our own words
            command,
            cwd=self.folder,
            env={**ours, "PYTHONPATH": str(self.folder)},
            capture_output=True,
            check=False,
            text=True,
            encoding="utf-8",
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout
