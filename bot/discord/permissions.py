"""What the bot may do in a server: the least it needs, and what is missing.

Buttons and commands need no permission at all, so they keep a game going even where the board
cannot be painted. Boards are layouts, so no permission to embed links is needed.
"""

from typing import Final

import discord

SCOPES: Final = ("bot", "applications.commands")

_BOARD: Final = ("view_channel", "read_message_history", "attach_files")
CHANNEL: Final = (*_BOARD, "send_messages")
"""Needed for a table in a channel, by Discord's own names."""
THREAD: Final = (*_BOARD, "send_messages_in_threads")
"""Needed for a table in a thread."""
OPEN_THREAD: Final = "create_public_threads"
"""Needed to open a thread for a table."""
OPEN_PRIVATE_THREAD: Final = "create_private_threads"
"""Better for somebody who learns the game beside others; not asked for, as a public one will do."""
NEEDED: Final = (*CHANNEL, "send_messages_in_threads", OPEN_THREAD)
"""What the bot asks for when it is invited."""


def least() -> discord.Permissions:
    """Everything that the bot ever needs, and no more."""
    return discord.Permissions(**dict.fromkeys(NEEDED, True))


def invite(application_id: int) -> str:
    """The link that invites the bot to a server."""
    return discord.utils.oauth_url(application_id, permissions=least(), scopes=SCOPES)


def missing(permissions: discord.Permissions, thread: bool) -> list[str]:
    """What the bot lacks for a table here, by stable names; empty if it can play."""
    return lacking(permissions, THREAD if thread else CHANNEL)


def lacking(permissions: discord.Permissions, needed: tuple[str, ...]) -> list[str]:
    """The needed permissions that are missing."""
    if permissions.administrator:
        return []
    return [name for name in needed if not getattr(permissions, name)]
