"""One picture for each thing at the table, as Discord shows it on buttons, options and in text."""

from typing import Final

from engine.box import CITY_OF, SPYGLASSES
from engine.events import Event
from engine.moves import Declare, Move

SEATS: Final = ("🔵", "🟢", "🟡", "🟣", "🔴", "⚪")
COLOURS: Final = {
    "red": "🔴",
    "blue": "🔵",
    "green": "🟢",
    "yellow": "🟡",
    "black": "⚫",
    "purple": "🟣",
}
"""The sign of a seat by its character."""
NO_COLOUR: Final = "⚪"
"""The sign of a seat that has not chosen its character yet."""
CITIES: Final = ("1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "☁️", "🏮")
"""City n is the n-th."""
TREASURE: Final = "💎"

ICONS: Final = {
    # faces of the dice
    "fog": "🌫️",
    "lightning": "⚡",
    "birds": "🐦",
    "pirates": "🏴‍☠️",
    "blank": "⬜",
    # cards
    "compass": "🧭",
    "lightning_rod": "📡",
    "foghorn": "📯",
    "cannon": "💣",
    "turbo": "🔥",
    "upgraded_compass": "🧭",
    "upgraded_lightning_rod": "📡",
    "upgraded_foghorn": "📯",
    "upgraded_cannon": "💣",
    "help_fog": "🤝",
    "help_lightning": "🤝",
    "help_birds": "🤝",
    "help_pirates": "🤝",
    "rowboat_fog": "🛶",
    "rowboat_lightning": "🛶",
    "rowboat_birds": "🛶",
    "rowboat_pirates": "🛶",
    "ejection": "👢",
    "alternative_route": "🔀",
    "wind_gust": "💨",
    "jetpack": "🚀",
    "spyglass": "🔭",
    "bandit": "🦹",
    "mooring_line": "⚓",
    "desperate_need": "🚽",
    "new_equipment": "🧰",
    "spy": "🕵️",
    "grappling_hook": "🪝",
    "instructor": "🎓",
    # characters and their powers
    "red": "🟥",
    "blue": "🟦",
    "green": "🟩",
    "yellow": "🟨",
    "black": "⬛",
    "purple": "🟪",
    # crafts
    "ship": "🎈",
    "boat": "🛶",
    # boxes that are not a card
    "little_help": "🤝",
    "initiative": "🛶",
    "krismastri": "🎁",
    "matryoshburg": "🪆",
    "boscalumia": "🏮",
    # variants
    "standard": "🗺️",
    "beginner": "🌱",
    "crew": "🧑‍🤝‍🧑",
}
"""Faces, cards, powers, crafts, boxes and variants by name."""

MOVES: Final = {
    "roll": "🎲",
    "steer": "🏮",
    "prepare": "🧳",
    "stay": "🎈",
    "leave": "🪂",
    "pass": "⏭️",
    "play": "🃏",
    "declare": "📣",
    "pay": "🎴",
    "reroll": "🔁",
    "keep": "💎",
    "draw": "🎴",
    "discard": "🗑️",
    "done": "✅",
    "exchange": "🔄",
    "give": "🎁",
}
ANSWERS: Final = {"can": "✅", "cannot": "💥"}
"""What a captain declares, on buttons."""
EVENTS: Final = {
    "journey_began": "🌅",
    "drew": "🎴",
    "shuffled": "🔄",
    "captain_changed": "🧑‍✈️",
    "moved": "🏙️",
    "moored": "⚓",
    "crashed": "💥",
    "game_ended": "🏆",
    "leg_began": "🧭",
    "steered": "🏮",
    "prepared": "🧳",
    "rolled": "🎲",
    "dice_kept": "🎲",
    "rerolled": "🔁",
    "stayed": "🎈",
    "left": "🪂",
    "returned": "🧗",
    "declared": "📣",
    "paid": "🎴",
    "played": "🃏",
    "came_back": "↩️",
    "discarded": "🗑️",
    "laid": "🤫",
    "help_shown": "🤝",
    "chosen": "🪆",
    "turned_up": "🎴",
    "spied": "🕵️",
    "took": "💎",
    "put_under": "↩️",
    "removed": "💸",
    "looked_through": "🔎",
    "gift_added": "🎁",
    "gifts_shown": "🎁",
    "gave": "🎁",
    "lit": "🏮",
    # beside the game
    "stood_in": "⏱️",
    "taken_over": "🚪",
}


SHOWS_CARD: Final = ("played", "play", "discard")
"""Events and moves that are known by their card."""


def icon(thing: str | Event | Move) -> str:
    """The picture of a face, card, treasure, craft, box or variant, of an event or of a move."""
    if isinstance(thing, str):
        if thing in CITY_OF and thing not in SPYGLASSES:
            return TREASURE
        return ICONS["spyglass" if thing in SPYGLASSES else thing]
    if thing.kind in SHOWS_CARD:
        return ICONS[getattr(thing, "card", "")]
    if isinstance(thing, Declare):
        return ANSWERS[thing.answer]
    return (EVENTS if isinstance(thing, Event) else MOVES)[thing.kind]
