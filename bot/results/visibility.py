"""Who may see the results of whom. docs/PRIVACY.md has the same as a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

NOBODY: Final = 0
"""The user of a reader who may be anybody; no user of Discord has this id."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The user who reads a page of results, or everybody in a channel of a server."""

    user: int
    guild: int
    """The server in which the page is read."""
    public: bool = False
    """Everybody reads it; ``user`` is then the subject who shows their own page, or `NOBODY`."""

    @classmethod
    def of(cls, user: int, guild: int, subject: int = NOBODY, *, public: bool) -> Reader:
        """Return the reader of a page about a subject that this user asks for."""
        return cls(user if not public or user == subject else NOBODY, guild, public)


def may_see(reader: Reader, user: int, where: int, *, hidden: bool, together: bool = False) -> bool:
    """Return whether a reader may see what a user has done in a server, or `EVERYWHERE`.

    A reader sees their own, what both have played together, and in their server what a user
    who is not ``hidden`` has done there. Nothing that was played together becomes public by it.
    """
    if user == reader.user or (together and not reader.public):
        return True
    return where == reader.guild and not hidden
