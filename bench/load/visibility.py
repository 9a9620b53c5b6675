"""When boards become visible: a Discord whose channels are watched as people watch them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

from bot.words.emoji import plain
from tests.client.messages import Shown
from tests.e2e.wire.server import Discord
from tests.e2e.wire.world import Message

TIME: Final = "<t:"
LINK: Final = "https://"
"""Lines with one of these differ from table to table, or with time."""
SEATS: Final = 8
"""The number of a user is that of the table times this, plus the seat."""

_SOMEBODY: Final = re.compile(r"<@!?(\d+)>")


def fingerprint(components: Iterable[Any]) -> str:
    """Return a hash of the board's text, the same for all people and at all times."""
    shown = Shown({"content": "", "embeds": [], "components": [*components]})
    lines = [it for it in plain(shown.text).splitlines() if TIME not in it and LINK not in it]
    said = _SOMEBODY.sub(lambda found: f"@{int(found[1]) % SEATS}", "\n".join(lines))
    return blake2b(said.encode(), digest_size=8).hexdigest()


class Watched(Discord):
    """The wire's Discord, with an observer for each channel."""

    def __init__(self) -> None:
        super().__init__()
        self.boards = 0
        """Boards posted or changed."""
        self.looking: Final[dict[int, Callable[[str], None]]] = {}
        """By channel; called with the fingerprint of each new board."""

    async def tell_of(self, message: Message, event: str) -> None:
        if message.to is None:
            self.boards += 1
            if message.channel in self.looking:
                self.looking[message.channel](fingerprint(message.payload["components"]))
        await super().tell_of(message, event)


@dataclass(slots=True)
class Waiting:
    """The clicks of one table that no board shows yet, the oldest first."""

    late: list[float] = field(default_factory=list[float])
    """Seconds from each click until the board showed it, or something newer."""
    _unseen: list[tuple[str, float]] = field(default_factory=list[tuple[str, float]])
    _last: str = ""

    @property
    def unseen(self) -> int:
        return len(self._unseen)

    def clicked(self, shows: str) -> None:
        """Note a click that leads to a board with this fingerprint."""
        if shows and shows != self._last:
            self._unseen.append((shows, time.monotonic()))
            self._last = shows

    def sees(self, shown: str) -> None:
        """Note the present board: all clicks up to the one that led to it are seen."""
        found = [number for number, (shows, _) in enumerate(self._unseen) if shows == shown]
        if found:
            now, seen = time.monotonic(), self._unseen[: found[-1] + 1]
            self.late += [now - at for _, at in seen]
            del self._unseen[: found[-1] + 1]

    def take(self) -> list[float]:
        """Return the delays since the last call."""
        late, self.late = self.late, []
        return late
