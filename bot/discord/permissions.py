"""The permissions that the bot needs in a server, and those that are missing.

Buttons and commands need no permission at all, so they keep a game going even where the board
cannot be painted. Boards are layouts, so no permission to embed links is needed.
"""

from typing import Final

import discord

SCOPES: Final = ("bot", "applications.commands")

_BOARD: Final = ("view_channel", "read_message_history", "attach_files")
TO_WRITE: Final = ("view_channel", "send_messages")
"""Needed for a message without files."""
CHANNEL: Final = (*_BOARD, "send_messages")
"""Needed for a table in a channel, by Discord's own names."""
THREAD: Final = (*_BOARD, "send_messages_in_threads")
"""Needed for a table in a thread."""
OPEN_THREAD: Final = "create_public_threads"
"""Needed to open a thread for a table."""
OPEN_PRIVATE_THREAD: Final = "create_private_threads"
"""Better for a beginner among others; not asked for, since a public thread will do."""
EVENTS: Final = ("create_events", "manage_events")
"""Either lets the bot make Discord's events for tables for later; not asked for."""
ROLES: Final = ("manage_roles",)
"""Better for calling players; not asked for, since a list of names will do."""
ALL_ROLES: Final = ("mention_everyone",)
"""Lets the bot ping a role that nobody else can; not asked for."""
NEEDED: Final = (*CHANNEL, "send_messages_in_threads", OPEN_THREAD)
"""The permissions that an invite asks for."""


def least() -> discord.Permissions:
    """Return all permissions that the bot ever needs."""
    return discord.Permissions(**dict.fromkeys(NEEDED, True))


def invite(application_id: int) -> str:
    """Return the link that invites the bot to a server."""
    return discord.utils.oauth_url(application_id, permissions=least(), scopes=SCOPES)


def missing(permissions: discord.Permissions, thread: bool) -> list[str]:
    """Return the permissions that the bot lacks for a table here, by Discord's names."""
    return lacking(permissions, THREAD if thread else CHANNEL)


def lacking(permissions: discord.Permissions, needed: tuple[str, ...]) -> list[str]:
    """Return the needed permissions that are missing."""
    if permissions.administrator:
        return []
    return [name for name in needed if not getattr(permissions, name)]
