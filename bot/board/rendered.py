"""What is painted, and where it is posted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.pages.layout import Content
from bot.tables.pages import PageKey


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as it is now: what it shows, where, and of which version of the table it is."""

    content: Content
    channel: int
    version: int
    is_current: bool
    """In the story: it is the newest page. Beside the story: somebody is still meant by it."""
    reposts: int = 0
    """How often pages of this table were posted again because somebody asked for it."""
    generation: int = 0
    """Drawn anew with each restore of an older state."""
    pings: bool = True
    """A new message pings those who are waited for. They had their ping before if the page was
    reposted."""


class PageRenderer(Protocol):
    """Makes pages of tables."""

    async def render(self, table: str, page: PageKey, *, pictured: bool = True) -> RenderedPage:
        """This page of this table, as everybody may see it now; in words if it has no picture."""
        ...
