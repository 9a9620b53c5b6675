"""The chart of the final scores: a bar for each seat, with a piece for each city."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from PIL import Image

from bot.pictures import places
from bot.pictures.sheet import Canvas, Sheet, WholePicture, sheet
from engine.box import BOSCALUMIA

GROUND: Final = "#141b3d"
EMPTY: Final = "#1e2854"
SKY: Final = "#33468a"
"""The ground behind a small city on a bar."""
LOSS: Final = "#e5484d"
SHADES: Final = {
    1: "#8ecae6",
    2: "#57b878",
    3: "#ffb35c",
    4: "#e0609a",
    5: "#e9dcc3",
    6: "#2f9aa0",
    7: "#aab7d4",
    8: "#5f8fe0",
    9: "#f0b429",
    BOSCALUMIA: "#ffe27a",
}
"""The colour of the points from each city."""
HEAD: Final = 128
ROW: Final = 94
LEFT: Final = 190
RIGHT: Final = 826
TOTAL_AT: Final = 910
SHIP_AT: Final = (500, 63)
HALF: Final = 29
"""Half the height of a bar."""
TILE: Final = 26
WIDE: Final = 106
"""The width from which a piece shows its city beside the number."""
PADDING: Final = 8
"""The space that a number needs beside itself."""


@dataclass(frozen=True, slots=True)
class Row:
    """The final score of a seat."""

    colour: str
    rank: int
    parts: tuple[tuple[int, int], ...]
    """Cities, and the points from there; tokens count as Boscalumia."""
    penalty: int
    total: int


@dataclass(frozen=True, slots=True)
class Chart(WholePicture):
    """The final scores, the winner first. All of it is revealed by then."""

    KIND: ClassVar[str] = "end"
    rows: tuple[Row, ...]

    def paint(self) -> bytes:
        return painted(self, sheet()).png()


def painted(chart: Chart, art: Sheet) -> Canvas:
    """Return the whole chart."""
    size = (places.WIDTH, HEAD + 22 + ROW * len(chart.rows))
    canvas = Canvas(Image.new("RGB", size, GROUND), art)
    canvas.put("end-sky")
    _winners(canvas, [row for row in chart.rows if row.rank == 1])
    points = (RIGHT - LEFT) / max(1, *[_worth(row) for row in chart.rows])
    for number, row in enumerate(chart.rows):
        _row(canvas, row, HEAD + ROW * number + ROW // 2, points)
    return canvas


def _winners(canvas: Canvas, rows: list[Row]) -> None:
    """The winners come home in the ship."""
    canvas.put("end-ship-back", *SHIP_AT)
    x, y = SHIP_AT
    for number, row in enumerate(rows):
        canvas.put(f"pawn-{row.colour}", x + 24 * (number - (len(rows) - 1) / 2), y + 17)
    canvas.put("end-ship-front", *SHIP_AT)


def _worth(row: Row) -> int:
    return sum(points for _, points in row.parts)


def _row(canvas: Canvas, row: Row, y: int, scale: float) -> None:
    canvas.put(f"medal-{min(row.rank, 4)}", 46, y)
    canvas.number("place" if row.rank < 4 else "back", row.rank, 46, y)
    canvas.put(f"large-pawn-{row.colour}", 126, y + 4)
    canvas.bar(LEFT, y - HALF, RIGHT, y + HALF, EMPTY)
    left = float(LEFT)
    for city, points in row.parts:
        _piece(canvas, city, points, left, left + scale * points, y)
        left += scale * points
    if row.penalty:
        lost = max(LEFT, left - scale * row.penalty)
        canvas.bar(lost, y + HALF - 13, max(lost + 10, left - 4), y + HALF, LOSS)
    canvas.number("best" if row.rank == 1 else "total", row.total, TOTAL_AT, y)


def _piece(canvas: Canvas, city: int, points: int, left: float, right: float, y: int) -> None:
    """The points of a seat from one city, and the city itself where there is room."""
    canvas.bar(left, y - HALF, max(left, right - 4), y + HALF, SHADES[city])
    wide = right - 4 - left
    middle = (left + right - 4) / 2
    if wide >= WIDE:
        tile = middle - 24
        canvas.bar(tile - TILE, y - HALF + 4, tile + TILE, y + HALF - 4, SKY)
        canvas.put(f"mini-{city}", tile, y + 20)
        canvas.number("bar", points, middle + 29, y)
    elif wide >= canvas.width_of("bar", points) + PADDING:
        canvas.number("bar", points, middle, y)
