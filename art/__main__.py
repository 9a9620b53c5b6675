"""``python -m art``: bake the art into ``bot/pictures/`` and ``players/replay/``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import players.replay
from art import film, replay
from art.bake import write
from bot.pictures.sheet import HOME

REPLAY: Final = Path(players.replay.__file__).parent


def main() -> int:
    """Bake everything, and print the sizes of the files."""
    for file in (*write(HOME), *film.write(HOME), *replay.write(REPLAY)):
        size = file.stat().st_size
        if file.parent in (HOME, REPLAY):
            print(f"{file.relative_to(Path.cwd())}: {size / 1000:.1f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
