"""The board of a leg: its public numbers, and the picture from the cities to the seats."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from bot.pictures import places
from bot.pictures.own_ship import colours_of, put_back
from bot.pictures.sheet import Canvas, Sheet, name_of, sheet
from bot.ships import PLAIN, Livery
from engine.box import BARBADAHL, BOSCALUMIA, CITY, GAP, LAST


@dataclass(frozen=True, slots=True)
class Place:
    """A seat by public facts."""

    colour: str
    place: str
    """In the ship, in the boat or ashore."""
    city: int
    """The city where it went ashore in this journey; 0: none, or unknown."""
    hand: int
    treasures: int
    tokens: int
    progress: int
    """Certain points on the way to the goal."""
    crew: int
    """Crew members aboard; 0 in games without a crew."""
    power: str
    """The state of the character's power, "ready" or "used"; "" in games without characters."""
    captain: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A leg of a journey, by public facts, without names and words."""

    piles: tuple[int, ...]
    """The treasures left in cities 1 to 9."""
    ship: int
    boat: int
    """The cities where the crafts are."""
    craft: str
    """The craft that flies in this leg."""
    target: int
    """The city it flies to; 0: none."""
    dice: tuple[str, ...]
    ignored: tuple[int, ...]
    """Indices of dice that need not be faced."""
    seats: tuple[Place, ...]
    goal: int
    boxes: tuple[str, ...]
    """The bonus cities in play."""
    gifts: int
    lit: bool
    livery: Livery = field(default=PLAIN, repr=False)
    """The look of the ship. A plain one is not in `name`: posted boards keep their pictures."""

    @property
    def name(self) -> str:
        return name_of("board", self if self.livery == PLAIN else (self, self.livery))

    @property
    def occasion(self) -> str:
        """The leg and its dice: leaving and boarding need no new picture."""
        told = (self.craft, self.ship, self.boat, self.target, self.dice, self.ignored, self.lit)
        return name_of("leg", told if self.livery == PLAIN else (*told, self.livery))

    def aboard(self, craft: str) -> tuple[Place, ...]:
        """Return the seats in the ship or in the boat."""
        return tuple([seat for seat in self.seats if seat.place == craft])

    def paint(self) -> bytes:
        exact = () if self.livery == PLAIN else colours_of(self.livery)
        return painted(self, sheet()).png(exact)


DIE_SIZES: Final = (118, 92, 74, 66, 52, 44, 34)
"""The sizes in which dice are baked."""
DIE_GAP: Final = 4
CHEST: Final = "chest"
TOKENS: Final = {"coin": 54, "small-die": 46, CHEST: 58}
"""The widths of the parts of a badge."""
OVERLAP: Final = 1
CHIP_GAP: Final = 23
"""The distance at which the signs of two chips are both visible."""
ASIDE: Final = 24
"""The offset of a pawn in the strip that has signs beside it."""


def painted(scene: Scene, art: Sheet) -> Canvas:
    """Return the whole board."""
    canvas = Canvas(art.backdrop.copy(), art)
    for city, left in enumerate(scene.piles, 1):
        if not left:
            canvas.put(f"shadow-{city}")
    _bonus(canvas, scene)
    if scene.target and scene.target != GAP:
        x, y = places.CITIES[scene.target]
        canvas.put("target", x, y + 4)
    _ship(canvas, scene)
    _boat(canvas, scene)
    _ashore(canvas, scene)
    for city in places.CITIES:
        _badge(canvas, scene, city)
    _track(canvas, scene)
    _dice(canvas, scene)
    _seats(canvas, scene)
    return canvas


def _bonus(canvas: Canvas, scene: Scene) -> None:
    if "boscalumia" in scene.boxes:
        if not scene.lit:
            canvas.put("fork", *places.CITIES[BARBADAHL])
            canvas.put("gap", *places.CITIES[GAP])
        canvas.put("boscalumia-lit" if scene.lit else "boscalumia", *places.CITIES[BOSCALUMIA])
    if "matryoshburg" in scene.boxes:
        canvas.put("matryoshburg", *places.DOLL)
    if "krismastri" in scene.boxes:
        x, y = places.GIFTS
        canvas.put("krismastri", x, y)
        canvas.put("gift", x, y + 28)
        canvas.number("chest", scene.gifts, x, y + 37)


def _badge(canvas: Canvas, scene: Scene, city: int) -> None:
    """Put a city's value, dice and treasures left below it."""
    x, y = places.CITIES[city]
    y += places.BADGE_BELOW
    shown: list[tuple[str, int]] = []
    if city > LAST:
        if city == GAP or "boscalumia" not in scene.boxes or scene.lit:
            return
        shown = [("coin", CITY[city].value), ("small-die", CITY[city].dice)]
    else:
        shown = [("coin", CITY[city].value)]
        shown += [("small-die", CITY[city].dice)] if CITY[city].dice else []
        shown += [("chest", scene.piles[city - 1])]
    left = x - (sum(TOKENS[it] for it, _ in shown) - OVERLAP * (len(shown) - 1)) / 2
    for piece, value in shown:
        middle = left + TOKENS[piece] / 2
        is_chest = piece == CHEST
        canvas.put("empty-chest" if is_chest and not value else piece, middle, y)
        canvas.number(piece, value, middle, y + (8 if is_chest else 0))
        left += TOKENS[piece] - OVERLAP


# --- crafts and people ---------------------------------------------------------------------


def _ship(canvas: Canvas, scene: Scene) -> None:
    crowd = _crowd(scene, "ship")
    if not crowd:  # its journey is over, and the boat flies on
        return
    x, y = _ship_at(scene)
    if scene.livery == PLAIN:
        canvas.put("ship-back", x, y)
    else:
        put_back(canvas, scene.livery, x, y)
    step = min(30, 184 / len(crowd))
    for number, seat in enumerate(crowd):
        _small(canvas, seat, x + step * (number - (len(crowd) - 1) / 2), y + 27)
    canvas.put("ship-front", x, y)


def _ship_at(scene: Scene) -> tuple[float, float]:
    """Return the ship's place: halfway to its target, or over the city where it is moored."""
    flies = scene.craft == "ship" and scene.target
    x, y = places.CITIES[scene.ship]
    if scene.ship == GAP:
        x -= 22  # Boscalumia behind it can be seen
    elif flies:
        to_x, to_y = places.CITIES[scene.target]
        x, y = round((x + to_x) / 2), min(y, to_y) if abs(y - to_y) < 60 else (y + to_y) // 2 + 20
    lift = 80 if places.scale_of(scene.ship) < 1 else 66
    return min(max(x, 112), 850), max(y - lift, 82)


def _crowd(scene: Scene, craft: str) -> list[Place]:
    """Return a pawn for each member of a crew, of whom one has the hat, or one for each seat."""
    return [
        replace(seat, captain=seat.captain and not number)
        for seat in scene.aboard(craft)
        for number in range(max(seat.crew, 1))
    ]


def _boat(canvas: Canvas, scene: Scene) -> None:
    crowd = _crowd(scene, "boat")
    if not crowd:
        return
    x, y = places.CITIES[scene.boat]
    if scene.craft == "boat" and scene.target:
        to_x, to_y = places.CITIES[scene.target]
        x, y = x + round((to_x - x) * 0.45), y + round((to_y - y) * 0.45) + 18
    elif scene.boat < LAST:
        # the ship takes off towards the next city; the boat lies at the other side
        x += 30 if places.CITIES[scene.boat + 1][0] < x else -30
    y -= 34
    canvas.put("boat-back", x, y)
    step = min(27, 90 / len(crowd))
    for number, seat in enumerate(crowd):
        _small(canvas, seat, x + step * (number - (len(crowd) - 1) / 2), y - 16)
    canvas.put("boat-front", x, y)


def _ashore(canvas: Canvas, scene: Scene) -> None:
    """Put seats ashore before their city, up to six side by side."""
    for city, (x, y) in places.CITIES.items():
        there = [seat for seat in scene.seats if seat.place == "ashore" and seat.city == city]
        step = min(28, 142 / max(len(there), 1))
        for number, seat in enumerate(there):
            _small(canvas, seat, x - 68 + step * number, y)


def _small(canvas: Canvas, seat: Place, x: float, y: float) -> None:
    canvas.put(f"pawn-{seat.colour}", x, y)
    if seat.captain:
        canvas.put("hat", x, y)


# --- the panel -----------------------------------------------------------------------------


def _track(canvas: Canvas, scene: Scene) -> None:
    """Put a chip for each seat on the way to the flag, by certain points."""
    wide = places.TRACK_TO - places.TRACK_FROM
    canvas.put("flag", places.TRACK_TO + 10, places.TRACK)
    ranked = sorted(scene.seats, key=lambda seat: seat.progress)
    spots = [places.TRACK_FROM + wide * min(it.progress / scene.goal, 1.0) for it in ranked]
    for seat, x in reversed([*zip(ranked, _apart(spots, CHIP_GAP), strict=True)]):
        canvas.put(f"chip-{seat.colour}", x, places.TRACK)


def _apart(spots: list[float], least: float) -> list[float]:
    """Return the places in their order, moved apart so that no sign is hidden."""
    found: list[float] = []
    for spot in spots:
        found.append(max(spot, found[-1] + least) if found else spot)
    limit = float(places.TRACK_TO)
    for number in range(len(found) - 1, -1, -1):
        found[number] = min(found[number], limit)
        limit = found[number] - least
    return found


def _dice(canvas: Canvas, scene: Scene) -> None:
    """Put all dice, as large as fits."""
    count = len(scene.dice)
    if not count:
        return
    left, top, width, height = places.DICE
    room, rows = max((min(width // -(-count // rows), height // rows), -rows) for rows in (1, 2, 3))
    rows = -rows
    size = next((it for it in DIE_SIZES if it + DIE_GAP <= room), DIE_SIZES[-1])
    columns = -(-count // rows)
    step = min(room, size + 12)
    for number, face in enumerate(scene.dice):
        row, column = divmod(number, columns)
        x = left + width / 2 + step * (column - (columns - 1) / 2)
        y = top + height / 2 + step * (row - (rows - 1) / 2)
        struck = "-ignored" if number in scene.ignored else ""
        canvas.put(f"die-{face}-{size}{struck}", x, y)


def _seats(canvas: Canvas, scene: Scene) -> None:
    """Put the strip of seats: colour and sign, treasures, cards in hand."""
    left, right = places.SEATS
    step = min(150.0, (right - left) / len(scene.seats))
    first = (left + right) / 2 - step * (len(scene.seats) - 1) / 2
    for number, seat in enumerate(scene.seats):
        _seat(canvas, seat, first + step * number)


def _seat(canvas: Canvas, seat: Place, x: float) -> None:
    beside = [f"power-{seat.power}"] if seat.power else []
    beside += ["crew"] if seat.crew else []
    beside += ["lamp"] if seat.tokens else []
    pawn = x - (ASIDE if beside else 0)
    canvas.put(f"large-pawn-{seat.colour}", pawn, places.PAWN_AT)
    if seat.captain:
        canvas.put("large-hat", pawn, places.PAWN_AT)
    for number, name in enumerate(beside):
        y = places.PAWN_AT - 34 + 42 * number + (14 if len(beside) == 1 else 0)
        canvas.put(name, x + 30, y)
        if name == "crew":
            canvas.number("card", seat.crew, x + 30, y + 8)
        elif name == "lamp" and seat.tokens > 1:
            canvas.number("chest", seat.tokens, x + 30, y)
    canvas.put("chest", x - 24, places.COUNTS_AT)
    canvas.number("chest", seat.treasures, x - 24, places.COUNTS_AT + 8)
    canvas.put("card", x + 30, places.COUNTS_AT)
    canvas.number("card", seat.hand, x + 29, places.COUNTS_AT)
