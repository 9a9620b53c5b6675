"""Paints pictures off the event loop."""

from __future__ import annotations

import asyncio
from typing import Protocol


class Paints(Protocol):
    """A picture that can be painted."""

    def paint(self) -> bytes:
        """The file."""
        ...


class Studio:
    """Paints pictures."""

    async def picture(self, picture: Paints) -> bytes:
        """The file of this picture."""
        return await asyncio.to_thread(picture.paint)
