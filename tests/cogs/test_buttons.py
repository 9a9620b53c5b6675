"""Every button and select has a command, for people who cannot see the message."""

from typing import Final

from cogs.server import SWITCHES
from tests.cogs.declared import ACTIONS, OF_APPOINTMENTS, cogs

BY_COMMAND: Final = {
    **dict.fromkeys(
        ("join", "leave", "start", "log", "back", "nudge", "rematch", "cancel", "concede")
    ),
    **dict.fromkeys(("hand", "arm", "quiet", "hint", "review", "replay", "rules")),
    "add_computer": "computer",
    "remove_computer": "computer",
    "colour": "character",
    "word": "word",
    "word_said": "word",
    "boxes": "option",
    "language": "settings",
    "invite": "join",
    "take": "join",
    "decline": "leave",
    "places": "settings",
    "opener": "settings",
    **dict.fromkeys(("journal", "greet", *SWITCHES), "settings"),
    **dict.fromkeys(("tell_me", "tell_no_more", "call", "quiet_host", "loud_host"), "help"),
    "preset": "new",
    "save": "new",
    "form": "option",
    "filled": "option",
    "saved": "new",
    "setting": "option",
    "say": "play",
    "slot": "play",
    "exchange": "play",
    "refresh": "hand",
    "cards": "think",
    "answer": "play",
    "orders": "orders",
    "browser": "browser",
    "never": "orders",
    "always": "orders",
    **dict.fromkeys(("stay_order", "until", "unless", "as_captain"), "stay"),
    "more": "help",
    "learn": "learn",
    "remind": "games",
    "new": None,
    "tips": "tips",
    "proof": "status",
    "settings": "option",
    "topic": "rules",
    "concede_now": "concede",
    "kick_now": "kick",
    "cancel_now": "cancel",
    **dict.fromkeys(("stats", "history", "top")),
    **{f"{name}_{what}": name for name in ("stats", "history") for what in ("where", "show")},
    **dict.fromkeys(("ship_balloon", "ship_stripes", "ship_emblem"), "ship"),
    **dict.fromkeys(("ship_name", "ship_named"), "ship"),
    "ship": None,
    **{f"top_{what}": "top" for what in ("period", "where", "show")},
}
"""The command for each action; None: it has the same name."""


def test_every_action_has_its_command() -> None:
    commands = {command.name for cog in cogs() for _, command in cog._commands}
    assert BY_COMMAND.keys() == ACTIONS - OF_APPOINTMENTS
    assert {name or action for action, name in BY_COMMAND.items()} <= commands
