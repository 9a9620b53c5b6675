"""``python -m bench.fit``: see the package."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

from bench.fit.games import stayed, won
from bench.fit.regression import Example, fit, loss_of
from engine.options import VARIANTS, Variant
from players.hard import stay, value
from players.hard.weights import EASY_STAYS, FILE, NORMAL_STAYS
from players.normal import Normal
from players.terminal.arguments import count
from players.thumb import Thumb

SEED: Final = b"the games that rules are fitted to"[:32].ljust(32)
STAY: Final = {EASY_STAYS: Thumb, NORMAL_STAYS: Normal}
"""The players whose decisions to stay are learned."""
HELD_OUT: Final = 8
"""One of this many games is held out, to test the weights on games they do not know."""


def main(line: Sequence[str] | None = None) -> int:
    """Play the games, fit the weights and write them."""
    parser = ArgumentParser("python -m bench.fit", description="Fit the rules of the hard player.")
    parser.add_argument("--staying", type=count, default=300, help="games of each player (300)")
    parser.add_argument("--value", type=count, default=1500, help="games of each variant (1500)")
    given = parser.parse_args(line)
    with ProcessPoolExecutor() as pool:
        found: dict[str, dict[str, float]] = {}
        for name in STAY:
            stays = list(pool.map(partial(_stayed, name), range(given.staying)))
            found[name] = dict(zip(stay.FEATURES, _fitted(name, stays), strict=True))
        for variant in VARIANTS:
            wins = list(pool.map(partial(_won, variant), range(given.value), chunksize=8))
            found[variant] = dict(zip(value.FEATURES, _fitted(variant, wins), strict=True))
    FILE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


def _stayed(name: str, number: int) -> list[Example]:
    return list(stayed(number, SEED, STAY[name]()))


def _won(variant: Variant, number: int) -> list[Example]:
    return list(won(number, SEED, variant))


def _fitted(name: str, games: Sequence[list[Example]]) -> list[float]:
    learned = [example for n, game in enumerate(games) if n % HELD_OUT for example in game]
    unknown = [example for game in games[::HELD_OUT] for example in game]
    found = fit(learned)
    blind = loss_of(unknown, [0.0] * len(found.weights))
    held = loss_of(unknown, found.weights)
    print(
        f"{name}: {len(learned)} examples, loss {found.loss:.4f};"
        f" held out {held:.4f}, knowing nothing {blind:.4f}",
        flush=True,
    )
    return [round(weight, 5) for weight in found.weights]


if __name__ == "__main__":
    sys.exit(main())
