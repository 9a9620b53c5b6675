"""The project's own files and imports, read without running anything."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("cogs", "bot", "players", "engine")
"""The shipped packages. Each may import itself and those after it."""
CODE: Final = (*PACKAGES, "art", "tests", "bench")
GENERATED: Final = frozenset({"uv.lock"})


@dataclass(frozen=True, slots=True)
class Import:
    """One module imports another, or a name of it."""

    source: str
    target: str
    typing_only: bool
    """It is under ``if TYPE_CHECKING``."""

    def __str__(self) -> str:
        return f"{self.source} -> {self.target}"


@cache
def python_files(*rooms: str) -> tuple[Path, ...]:
    """Return all Python files of these folders, or of the whole project."""
    return tuple(file for room in rooms or CODE for file in sorted((ROOT / room).rglob("*.py")))


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def place(file: Path) -> str:
    """Return the path of a file as people name it."""
    return file.relative_to(ROOT).as_posix()


def module_of(file: Path) -> str:
    """Return the name of a module."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    """Every shipped module by its name."""
    return {module_of(file): file for file in python_files(*PACKAGES)}


@cache
def imports(*rooms: str) -> tuple[Import, ...]:
    """Return all imports in these folders, anywhere in a file."""
    return tuple(
        Import(module_of(file), target, typing_only)
        for file in python_files(*rooms)
        for target, typing_only in imported(tree_of(file))
    )


def imported(tree: ast.AST, typing_only: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield the imported modules, and whether for type checkers alone."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.Import(names):
                yield from ((name.name, typing_only) for name in names)
            case ast.ImportFrom(str(module), names, level=0):
                for name in names:
                    within = f"{module}.{name.name}"
                    yield (within if within in modules() else module), typing_only
            case ast.If(ast.Name("TYPE_CHECKING"), body, orelse):
                yield from imported(ast.Module(body, []), True)
                yield from imported(ast.Module(orelse, []), typing_only)
            case _:
                yield from imported(node, typing_only)


def room_of(module: str) -> str:
    """Return the package of the bot that contains a module, or the module itself."""
    return ".".join(module.split(".")[:2])


@cache
def texts() -> dict[str, str]:
    """Return every text file of the project by its path, without generated ones."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    found: dict[str, str] = {}
    for name in listed.stdout.split("\0"):
        file = ROOT / name
        if name and name not in GENERATED and file.is_file():
            try:
                found[name] = file.read_text("utf-8")
            except UnicodeDecodeError:  # a picture
                continue
    return found
