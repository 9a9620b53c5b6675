"""``python -m bench.flow.played 12``: plays games of each kind, and prints what they took."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Final

from bench.flow.evening import Evening, live, relaxed
from engine.options import BOXES

Kind = Callable[[int], Awaitable[Evening]]

KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "base": lambda number: live(number, ()),
        "every box": lambda number: live(number, BOXES),
        "relaxed": lambda number: relaxed(number, ()),
    }
)
"""The games that are played: at live pace but for the last."""

Evenings = Mapping[str, Sequence[Evening]]


async def play(games: int) -> Evenings:
    """So many games of each kind, the same each time."""
    return {kind: [await play(number) for number in range(games)] for kind, play in KINDS.items()}


def main() -> None:
    """Play, and print."""
    found = asyncio.run(play(int(sys.argv[1])))
    print(json.dumps({kind: [asdict(it) for it in evenings] for kind, evenings in found.items()}))


if __name__ == "__main__":
    main()
