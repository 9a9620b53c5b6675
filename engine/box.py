"""What is printed on the components: cities, treasures, dice, plain cards.

Every number a person could read off the box lives here and nowhere else (a special card's
number of copies stands in its own class). Lines marked *assumed* are numbers or names that no
source gives: an owner of the box can correct them here.
"""

from typing import Final, NamedTuple

# Faces of a die: four events and two blanks.
FOG: Final = "fog"
LIGHTNING: Final = "lightning"
BIRDS: Final = "birds"
PIRATES: Final = "pirates"
BLANK: Final = "blank"

EVENTS: Final = (FOG, LIGHTNING, BIRDS, PIRATES)
DIE: Final = (FOG, LIGHTNING, BIRDS, PIRATES, BLANK, BLANK)


class City(NamedTuple):
    """A city tile: its printed figures, and the treasures beside it."""

    number: int
    name: str
    value: int
    dice: int
    """Dice rolled to reach this city."""
    treasures: tuple[tuple[int, int], ...] = ()
    """Pairs of (count, points)."""
    spyglasses: int = 0


CITIES: Final = (
    City(1, "Heolia", 1, 0, ((5, 1), (3, 2), (2, 3)), spyglasses=1),
    City(2, "Kanopea", 2, 2, ((5, 2), (3, 3), (2, 4)), spyglasses=1),  # its place: assumed
    City(3, "Veltane", 4, 2, ((5, 4), (3, 5), (1, 6)), spyglasses=1),  # name: assumed
    City(4, "Ombrelis", 6, 2, ((5, 6), (3, 7), (1, 8)), spyglasses=1),  # name: assumed
    City(5, "Sorinthe", 9, 3, ((6, 9), (3, 10))),  # name: assumed
    City(6, "Barbadahl", 12, 3, ((6, 12), (3, 13))),
    City(7, "Karios", 15, 3, ((6, 15),)),
    City(8, "Nuagora", 20, 4, ((6, 20),)),  # name: assumed
    City(9, "Meiji", 25, 4, ((6, 25),)),
)
"""The line of cities. The dice of cities 3 to 9 and the second and third treasure of each
city are *assumed*: the sources give the counts but not these figures."""

FIRST: Final = 1
BARBADAHL: Final = 6
LAST: Final = 9

# The two legs to Boscalumia lead off the line of cities, so they are numbered behind it.
GAP: Final = 10
BOSCALUMIA: Final = 11
OFF_THE_LINE: Final = (City(GAP, "the gap", 0, 4), City(BOSCALUMIA, "Boscalumia", 25, 4))

NO_TREASURES: Final = ((),) * len(OFF_THE_LINE)
"""The piles behind those of the line of cities."""

CITY: Final = {city.number: city for city in (*CITIES, *OFF_THE_LINE)}

SPYGLASS: Final = "spyglass"
SPYGLASS_POINTS: Final = 2
TOKEN_POINTS: Final = CITY[BOSCALUMIA].value


def _treasures(city: City) -> tuple[str, ...]:
    plain = [f"{city.number}:{points}" for count, points in city.treasures for _ in range(count)]
    return (*plain, *[f"{city.number}:{SPYGLASS}"] * city.spyglasses)


TREASURES: Final = {city.number: _treasures(city) for city in CITIES}
"""The treasure cards of each city by name: ``"4:7"`` is worth 7 and comes from city 4."""

CITY_OF: Final = {name: number for number, pile in TREASURES.items() for name in pile}
SPYGLASSES: Final = frozenset(name for name in CITY_OF if name.endswith(SPYGLASS))
POINTS: Final = {
    name: SPYGLASS_POINTS if name in SPYGLASSES else int(name.partition(":")[2]) for name in CITY_OF
}


class Plain(NamedTuple):
    """A card without text: it covers this many events of its symbol."""

    symbol: str
    covers: int
    copies: int
    since: int = 1
    """The edition of its box that added it."""


EQUIPMENT: Final = {
    "compass": Plain(FOG, 1, 20),
    "lightning_rod": Plain(LIGHTNING, 1, 18),
    "foghorn": Plain(BIRDS, 1, 16),
    "cannon": Plain(PIRATES, 1, 14),
}

TURBO: Final = "turbo"
ANY: Final = "any"
TURBOS: Final = {TURBO: Plain(ANY, 1, 8)}

CREW_COPIES: Final = {"compass": 15, "lightning_rod": 13, "foghorn": 11, "cannon": 9}
CREW_EQUIPMENT: Final = {
    name: card._replace(copies=CREW_COPIES[name]) for name, card in EQUIPMENT.items()
}
"""The equipment of the crew variant."""
CREW_SIZE: Final = 3
CREW_PILE: Final = 5

UPGRADED: Final = {  # the split over the symbols: assumed
    "upgraded_compass": Plain(FOG, 2, 2),
    "upgraded_lightning_rod": Plain(LIGHTNING, 2, 2),
    "upgraded_foghorn": Plain(BIRDS, 2, 2),
    "upgraded_cannon": Plain(PIRATES, 2, 2),
}

LITTLE_HELP: Final = {  # the split over the symbols: assumed
    "help_fog": Plain(FOG, 1, 4),
    "help_lightning": Plain(LIGHTNING, 1, 4),
    "help_birds": Plain(BIRDS, 1, 3),
    "help_pirates": Plain(PIRATES, 1, 3),
}

ROWBOATS: Final = {  # one of each symbol: assumed
    "rowboat_fog": FOG,
    "rowboat_lightning": LIGHTNING,
    "rowboat_birds": BIRDS,
    "rowboat_pirates": PIRATES,
}
ROWBOAT_COPIES: Final = 1

SINGLE: Final = {card.symbol: name for name, card in EQUIPMENT.items()}
DOUBLE: Final = {card.symbol: name for name, card in UPGRADED.items()}
COVERS: Final = {**EQUIPMENT, **UPGRADED, **LITTLE_HELP}

CHARACTERS: Final = {
    "red": ("Amelia Lorna-Lou", "Lord Hawkins"),
    "blue": ("Mel Katansky", "Orville Russell K."),
    "green": ("Sonja Blixxen", "Ambroise Septimus"),
    "yellow": ("Aleshanee Eyota", "Howard McFerty"),
    "black": ("Claudia Harker", "Aleksei Timovitch"),
    "purple": ("Victoria de Beckliss", "Marcus Hartmann"),
}

SEATS: Final = range(2, 7)
HAND: Final = {2: 8, 3: 8, 4: 6, 5: 6, 6: 6}
"""Cards dealt to each seat, by the number of seats."""
