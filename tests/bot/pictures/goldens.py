"""Golden pictures, as they were reviewed last.

    python -m tests.bot.pictures.goldens

writes them anew after a change of the art: look at them before you commit them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from art.samples import CHARTS, SCENES
from bot.pictures.board import Scene
from bot.pictures.chart import Chart

FOLDER: Final = Path(__file__).parents[2] / "golden" / "pictures"
PICTURES: Final[dict[str, Scene | Chart]] = {
    "journey": SCENES[3],
    "boscalumia": SCENES[5],
    "end": CHARTS[0],
}


def main() -> None:
    """Write each of them."""
    for name, picture in PICTURES.items():
        (FOLDER / f"{name}.png").write_bytes(picture.paint())


if __name__ == "__main__":
    main()
