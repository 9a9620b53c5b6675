"""``python -m art``: bake the art into ``bot/pictures/``."""

from __future__ import annotations

import sys
from pathlib import Path

from art.bake import write
from bot.pictures.sheet import HOME


def main() -> int:
    """Bake everything, and say what came of it."""
    for file in write(HOME):
        size = file.stat().st_size
        if file.parent == HOME:
            print(f"{file.relative_to(Path.cwd())}: {size / 1000:.1f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
