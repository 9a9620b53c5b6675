"""What the bot may do in a server: the least it needs, and what is missing of it.

Buttons and commands need no permission at all, so a game can go on by them even where the board
cannot be painted. Boards are layouts with pictures; links are never embedded.
"""

from typing import Final

import discord

SCOPES: Final = ("bot", "applications.commands")

_BOARD: Final = ("view_channel", "read_message_history", "attach_files")
CHANNEL: Final = (*_BOARD, "send_messages")
"""Needed where a table stands in the channel itself, by Discord's own names."""
THREAD: Final = (*_BOARD, "send_messages_in_threads")
"""Needed where a table stands in a thread."""
OPEN_THREAD: Final = "create_public_threads"
"""Needed to open a thread for a table."""
NEEDED: Final = (*CHANNEL, "send_messages_in_threads", OPEN_THREAD)
"""What the bot asks for when it is invited."""


def least() -> discord.Permissions:
    """All that the bot ever needs, and no more."""
    return discord.Permissions(**dict.fromkeys(NEEDED, True))


def invite(application_id: int) -> str:
    """The address by which the bot is taken into a server."""
    return discord.utils.oauth_url(application_id, permissions=least(), scopes=SCOPES)


def missing(permissions: discord.Permissions, thread: bool) -> list[str]:
    """What the bot lacks for a table here, by stable names; empty if it can play."""
    return lacking(permissions, THREAD if thread else CHANNEL)


def lacking(permissions: discord.Permissions, needed: tuple[str, ...]) -> list[str]:
    """Those of the needed permissions that are not given."""
    if permissions.administrator:
        return []
    return [name for name in needed if not getattr(permissions, name)]
