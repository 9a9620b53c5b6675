"""What hangs in the channels, version by version: a Discord that is looked at as people look."""

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
"""A line with one of these in it is different at each table, or at each moment."""
SEATS: Final = 8
"""The number of a user is that of a table times this, plus the seat."""

_SOMEBODY: Final = re.compile(r"<@!?(\d+)>")


def fingerprint(components: Iterable[Any]) -> str:
    """What a board says, whoever sits there and whatever time it is."""
    shown = Shown({"content": "", "embeds": [], "components": [*components]})
    lines = [it for it in plain(shown.text).splitlines() if TIME not in it and LINK not in it]
    said = _SOMEBODY.sub(lambda found: f"@{int(found[1]) % SEATS}", "\n".join(lines))
    return blake2b(said.encode(), digest_size=8).hexdigest()


class Watched(Discord):
    """The wire's Discord, and who looks at which channel."""

    def __init__(self) -> None:
        super().__init__()
        self.boards = 0
        """How often a board was hung up or changed, whoever did it."""
        self.looking: Final[dict[int, Callable[[str], None]]] = {}
        """By channel; they are told what a board says now."""

    async def tell_of(self, message: Message, event: str) -> None:
        if message.to is None:
            self.boards += 1
            if message.channel in self.looking:
                self.looking[message.channel](fingerprint(message.payload["components"]))
        await super().tell_of(message, event)


@dataclass(slots=True)
class Waiting:
    """What people at one table have clicked and do not see yet, the oldest first."""

    late: list[float] = field(default_factory=list[float])
    """Seconds from each click until the board showed it, or something newer."""
    _unseen: list[tuple[str, float]] = field(default_factory=list[tuple[str, float]])
    _last: str = ""

    @property
    def unseen(self) -> int:
        return len(self._unseen)

    def clicked(self, shows: str) -> None:
        """A click was made that leads to a board that says this."""
        if shows and shows != self._last:
            self._unseen.append((shows, time.monotonic()))
            self._last = shows

    def sees(self, shown: str) -> None:
        """The board says this now: whatever led there is seen."""
        found = [number for number, (shows, _) in enumerate(self._unseen) if shows == shown]
        if found:
            now, seen = time.monotonic(), self._unseen[: found[-1] + 1]
            self.late += [now - at for _, at in seen]
            del self._unseen[: found[-1] + 1]

    def take(self) -> list[float]:
        """What was late since it was last asked."""
        late, self.late = self.late, []
        return late
