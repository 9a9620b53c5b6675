"""Direct messages with the bot as a place for tables, with a number in place of a server's.

Such a place has one channel and one person. Its number is that of the channel, negated, so that it
is no server's, and that tables there are spread over all processes.
"""

from __future__ import annotations


def place_of(channel: int) -> int:
    """Return the number of the place with this channel."""
    return -channel


def is_direct(guild: int) -> bool:
    """Return whether this number stands for direct messages, and not for a server."""
    return guild < 0
