"""``python -m bench.fit`` fits the nets of the hard player to games from seeds.

In the first round a learner plays as a normal player; in each later one by the nets of the round
before, also where answers are played out. The nets of a round are fitted to all rounds so far. It
needs a C++ compiler.
"""

from __future__ import annotations

import json
import struct
import sys
from argparse import ArgumentParser
from base64 import b64encode
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from subprocess import CalledProcessError
from tempfile import TemporaryDirectory
from typing import Final

from bench.fit.core import Core, layers_of
from players.hard.dilemma import DILEMMAS
from players.hard.net import FILE, Layer
from players.terminal.arguments import count

SEED: Final = 1700
ROUNDS: Final = (40_000, 80_000, 160_000, 240_000)
"""Games of each round."""


def main(line: Sequence[str] | None = None) -> int:
    """Play the rounds, fit the nets after each, and write them."""
    parser = ArgumentParser("python -m bench.fit", description=__doc__)
    parser.add_argument("--games", type=count, nargs="+", default=[*ROUNDS], help="of each round")
    parser.add_argument("--file", type=Path, default=FILE, help="where to write the nets")
    given = parser.parse_args(line)
    with TemporaryDirectory() as folder:
        found = Path(folder) / "nets.txt"
        try:
            Core(Path(folder)).learn(found, SEED, given.games)
        except (OSError, CalledProcessError) as error:
            print(error, file=sys.stderr)
            return 1
        nets = zip(DILEMMAS, layers_of(found.read_text()), strict=True)
    given.file.write_text(written(nets), "utf-8")
    return 0


def written(nets: Iterable[tuple[str, Sequence[Layer]]]) -> str:
    """Return the text of a file that `players.hard.net` reads."""
    packed = {
        name: [
            (len(weights[0]), _packed(chain.from_iterable(weights)), _packed(biases))
            for weights, biases in layers
        ]
        for name, layers in nets
    }
    return json.dumps(packed, indent=1) + "\n"


def _packed(numbers: Iterable[float]) -> str:
    values = [*numbers]
    return b64encode(struct.pack(f"<{len(values)}e", *values)).decode()


if __name__ == "__main__":
    sys.exit(main())
