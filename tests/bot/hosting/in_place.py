"""A thinker without workers, for tests and measurements."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

from bot.hosting.thinker import Thinker, start_thread
from bot.hosting.worker import think
from bot.tables.autoplay import Thought
from engine import View

_Done = TypeVar("_Done")


class InPlace(Thinker):
    """Thinks on the event loop when the answer is due."""

    def __init__(self) -> None:
        super().__init__(start_thread)
        self._asked: dict[Thought, tuple[View, bytes]] = {}

    def get_ready(self) -> None:
        """Do nothing: it is always ready."""

    def knows(self, thought: Thought) -> bool:
        return thought in self._asked

    def begin(self, thought: Thought, view: View, luck: bytes) -> None:
        self._asked[thought] = view, luck

    def recall(self, thought: Thought) -> str | None:
        found = self._asked.get(thought)
        return think(thought.player, *found).move if found else None

    def keep(self, table: str, asked: Collection[Thought]) -> None:
        for thought in [it for it in self._asked if it.table == table and it not in asked]:
            del self._asked[thought]

    async def work(self, do: Callable[[], _Done]) -> _Done:
        return do()
