"""The game and its players once more, in C++: some thousand times as fast, for fitting alone.

`core tell` prints a game, `core learn` plays games and fits nets to them. The rules in `game.hpp`
are those of `engine`, move by move and byte by byte of chance; the inputs of a dilemma are those of
`players.hard.dilemma`. Tests hold both. The players in `thumb.hpp` are about those of
`players.thumb` and `players.normal`: by quicker odds, and without a memory.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine import Options
from engine.options import BOXES, VARIANTS
from players.hard.net import Layer

SOURCES: Final = Path(__file__).parent
FLAGS: Final = ("-std=c++20", "-march=native", "-pthread", "-Wall", "-Wextra")
NO_COMPILER: Final = (
    "A C++ compiler is needed, on Linux or macOS: install g++, or name yours in CXX."
)


class Core:
    """The compiled program."""

    def __init__(self, folder: Path, optimized: str = "-O3") -> None:
        """Compile it into this folder; raise `OSError` if there is no compiler."""
        program = compiler()
        if program is None:
            raise OSError(NO_COMPILER)
        self._program: Final = folder / "core"
        command = (program, *FLAGS, optimized, "-o", self._program, SOURCES / "core.cpp")
        subprocess.run(command, check=True)  # noqa: S603 - our own sources

    def tell(self, seats: int, options: Options, seed: bytes) -> list[str]:
        """Return the lines of a game with these options, in which moves are drawn by lot."""
        boxes = sum(1 << n for n, box in enumerate(BOXES) if box in options.boxes)
        table = (seats, VARIANTS.index(options.variant), options.goal, int(options.power_cards))
        return self._run("tell", *map(str, table), str(boxes), seed.hex()).splitlines()

    def learn(self, nets: Path, seed: int, games: Sequence[int]) -> None:
        """Play a round of games for each of these numbers, and fit nets to it.

        The nets of the last round stay in the file ``nets``.
        """
        self._run("learn", str(nets), str(seed), *map(str, games), shown=True)

    def _run(self, mode: str, *words: str, shown: bool = False) -> str:
        out = None if shown else subprocess.PIPE
        command = (self._program, mode, *words)
        done = subprocess.run(command, check=True, stdout=out, text=True)  # noqa: S603 - our own
        return done.stdout or ""


def compiler() -> str | None:
    """Return the C++ compiler of this machine; None if there is none that is known to work."""
    if sys.platform == "win32":
        return None
    return os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")


def layers_of(text: str) -> list[list[Layer]]:
    """Return the layers of each net in a text that `Core.learn` has written."""
    words = iter(text.split())

    def row(length: int) -> list[float]:
        return [float(next(words)) for _ in range(length)]

    found: list[list[Layer]] = []
    for count in words:
        layers: list[Layer] = []
        for _ in range(int(count)):
            inputs, units = int(next(words)), int(next(words))
            by_input = [row(units) for _ in range(inputs)]
            layers.append((list(zip(*by_input, strict=True)), row(units)))
        found.append(layers)
    return found
