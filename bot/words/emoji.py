"""The icon of each thing at a table, for buttons, options and texts."""

import re
from typing import Final

from engine.box import CITY_OF, COVERS, ROWBOATS, SPYGLASSES
from engine.events import Event
from engine.moves import Declare, Move

UPLOADED_ICONS: Final[dict[str, str]] = {}
"""Icons that are uploaded to Discord, by name: ``<:name:id>``."""
_UPLOADED: Final = re.compile(r"<:(\w+)_[0-9a-f]{6}:\d+>", re.ASCII)

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
"""The sign of city n is the n-th."""

FACES: Final = {"fog": "🌫️", "lightning": "⚡", "birds": "🐦", "pirates": "🏴‍☠️", "blank": "⬜"}
"""The faces of the dice."""
ICONS: Final = {
    **FACES,
    # cards: one that beats a die shows that die
    **{card: FACES[it.symbol] for card, it in COVERS.items()},
    "turbo": "🔥",
    **dict.fromkeys(ROWBOATS, "🛶"),
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
    # faces of the computers, each under the number of its name
    "computer_0": "🦊",
    "computer_1": "🐧",
    "computer_2": "🦉",
    "computer_3": "🐻",
    "computer_4": "🐱",
    "computer_5": "🦁",
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
"""Dice, cards, powers, crafts, computers, boxes and variants by name."""

MOVES: Final = {
    "roll": "🎲",
    "steer": "🏮",
    "prepare": "🧳",
    "stay": "💺",
    "leave": "🪂",
    "pass": "⏭️",
    "play": "🃏",
    "declare": "📣",
    "pay": "🫴",
    "reroll": "🔁",
    "keep": "💎",
    "draw": "🎴",
    "discard": "🗑️",
    "done": "✅",
    "exchange": "🔄",
    "give": "🎁",
}
ANSWERS: Final = {"can": "👍", "cannot": "👎"}
"""The captain's declarations."""
EVENTS: Final = {
    "journey_began": "🌅",
    "drew": "🎴",
    "shuffled": "🌀",
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
    "stayed": "💺",
    "left": "🪂",
    "returned": "🧗",
    "declared": "📣",
    "paid": "🫴",
    "played": "🃏",
    "came_back": "↩️",
    "discarded": "🗑️",
    "laid": "🤫",
    "help_shown": "🤝",
    "chosen": "🪆",
    "turned_up": "🎴",
    "spied": "🕵️",
    "took": "💎",
    "put_under": "⤵️",
    "removed": "💸",
    "looked_through": "🔎",
    "gift_added": "🎁",
    "gifts_shown": "🎁",
    "gave": "🎁",
    "lit": "🏮",
    # beside the game
    "stood_in": "⏱️",
    "taken_over": "🚪",
    "went_away": "🏖️",
    "clock_paused": "🏝️",
}

SIGNS: Final = {
    # the lobby
    "seat": "🪑",
    "host": "👑",
    "add_computer": "🤖",
    "remove_computer": "➖",
    "start": "▶️",
    "settings": "⚙️",
    "word": "✍️",
    # the game
    "wait": "⏳",
    "thinking": "🤔",
    "captain": "🧑‍✈️",
    "ashore": "🏝️",
    "cards": "✋",
    "treasures": "💎",
    "token": "🌟",
    "deck": "🎴",
    "goal": "🏁",
    "odds": "🔮",
    # buttons
    "hand": "🃏",
    "more": "🗂️",
    "rules": "📖",
    "log": "📜",
    "nudge": "🔔",
    "quiet": "🔕",
    "stay_order": "⏩",
    "ask": "🙋",
    "hint": "💡",
    "tip": "🎓",
    "no_tips": "🙈",
    "learn": "🌱",
    "language": "🌐",
    "save": "💾",
    "form": "📝",
    "invite": "💌",
    "call": "📯",
    "tell_me": "🔔",
    "tell_no_more": "🔕",
    "quiet_host": "🔕",
    "remind": "⏰",
    "loud_host": "🔔",
    "calls_on": "📯",
    "calls_off": "📯",
    "threads_on": "🧵",
    "threads_off": "🧵",
    "greet": "👋",
    "later": "📅",
    "comes": "🙌",
    "maybe": "🤷",
    "stays_away": "🚫",
    "plan": "📅",
    "replan": "✏️",
    "move": "🕰️",
    "every_week": "🔂",
    "only_once": "☝️",
    "call_off": "🛑",
    "review": "🪞",
    "replay": "🎞️",
    "stats": "📊",
    "answer": "📣",
    "sealed": "✉️",
    "take_back": "↩️",
    "orders": "🎯",
    "refresh": "🔄",
    "browser": "🖥️",
    "watch": "👀",
    "back": "👋",
    "concede": "🏳️",
    "cancel": "🛑",
    "proof": "🔐",
    "rematch": "♻️",
    # states
    "away": "💤",
    "asleep": "⏸️",
    "restart": "🔧",
    "pinned": "📌",
    "late": "⌛",
    "failed": "⚠️",
    "private": "🔒",
    # memorable moments
    "flight": "🦅",
    "escape": "🍀",
    "trust": "🫡",
    "over": "🏁",
    "closed": "🛑",
    "place-1": "🥇",
    "place-2": "🥈",
    "place-3": "🥉",
    "place": "▫️",
}
"""The table's own signs, for buttons and states."""

_KNOWN: Final = {**SIGNS, **EVENTS, **MOVES, **ANSWERS, **ICONS}
_SHOWS_CARD: Final = ("played", "play", "discard")
"""Events and moves that are shown by their card."""


def icon(thing: str | Event | Move) -> str:
    """Return the icon of a name, an event or a move: the uploaded one, or else a Unicode sign."""
    name = _name(thing)
    return UPLOADED_ICONS.get(name) or _KNOWN[name]


def sign(thing: str | Event | Move) -> str:
    """Return the Unicode sign, for code blocks, which do not show uploaded icons."""
    return _KNOWN[_name(thing)]


def plain(text: str) -> str:
    """Return the text with signs in place of uploaded icons: for labels, and to save characters."""
    return _UPLOADED.sub(lambda found: _KNOWN.get(found[1], ""), text) if "<:" in text else text


def _name(thing: str | Event | Move) -> str:
    """Return the name of an icon."""
    if isinstance(thing, str):
        if thing not in CITY_OF:
            return thing
        return "spyglass" if thing in SPYGLASSES else "treasures"
    if thing.kind in _SHOWS_CARD:
        return getattr(thing, "card", "")
    return thing.answer if isinstance(thing, Declare) else thing.kind
