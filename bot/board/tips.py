"""Picks the tips for private pages: one at a time, for people who want them.

A tip counts as given when its reader acts after it was in sight; that is stored. Which one stands
on a page is remembered in memory alone. What a reader who is away has not seen comes again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from bot.errors import kind_of, report
from bot.lru import Lru
from bot.pages.views import HandView
from bot.store.data import Tips, Wish
from bot.store.errors import StoreError
from bot.store.people import People
from players.tips import tips_for

CAPACITY: Final = 5000
"""People, and pages, that are remembered."""
REREAD_AFTER: Final = 180.0
"""Seconds after which what is stored of a user is read again: another process may have written."""

_log = logging.getLogger(__name__)


class _Known(NamedTuple):
    """The tips of a user as they were read, and those given since."""

    tips: Tips
    read_at: float


@dataclass(slots=True)
class _Standing:
    """The tips on a private page since its seat acted last."""

    turn: int
    """The seat's own turn."""
    key: str = ""
    """The tip that stands there now; "": none."""
    in_sight: set[str] = field(default_factory=set[str])
    """The tips that Discord has shown."""


class TipPicker:
    """Picks the tip for a page. Only its reader can tell whether there is one."""

    def __init__(self, people: People, clock: Callable[[], float] = time.monotonic) -> None:
        self._people = people
        self._clock = clock
        self._known: Final = Lru[int, _Known](CAPACITY)
        self._standing: Final = Lru[tuple[str, int], _Standing](CAPACITY)
        """By table and user."""
        self._asked: Final = Lru[int, bool](CAPACITY)
        """Users who sat down lately, and were asked whether they want tips if they were new."""
        self._writes: Final[set[asyncio.Task[None]]] = set()

    async def recall(self, user: int) -> None:
        """Read what is stored of a user, so that pages can be drawn without waiting."""
        known, now = self._known.get(user), self._clock()
        if known is not None and now - known.read_at < REREAD_AFTER:
            return
        try:
            tips = await self._people.tips(user)
        except StoreError as fault:  # the page is shown without a tip
            _log.info("tips cannot be read: %s", kind_of(fault))
            return
        if self._known.get(user) is known:  # or a tip was given meanwhile
            self._known[user] = _Known(tips, now)

    def wanted(self, user: int) -> bool:
        """Return whether this user wants tips, as far as was read."""
        return self._tips(user).wanted

    def _tips(self, user: int) -> Tips:
        known = self._known.get(user)
        return Tips() if known is None else known.tips

    def tip(self, mine: HandView, user: int, *, looks: bool) -> str:
        """Return the tip for this page of the user's: the most urgent one that was not given yet.

        It stays as long as it fits, until the seat acts. A question that passes without the user
        uses up no tip, unless the user ``looks``, that is, opens the page.
        """
        place = mine.public.table, user
        standing = self._standing.get(place)
        if standing is not None and standing.turn != mine.turn:
            self._dismiss(place)
            standing = None
        known = self._tips(user)
        if not known.wanted or mine.public.stage != "playing":
            self._standing.pop(place)
            return ""
        if standing is None:
            standing = self._standing[place] = _Standing(mine.turn)
        fitting = tips_for(mine.view)
        if standing.key not in fitting:
            had = {*known.given, *standing.in_sight}
            fresh = [key for key in fitting if key not in had] if looks or _is_asked(mine) else []
            standing.key = fresh[0] if fresh else ""
        return standing.key

    def shown(self, table: str, user: int) -> None:
        """Note that Discord shows the page that was drawn last."""
        standing = self._standing.get((table, user))
        if standing is not None and standing.key:
            standing.in_sight.add(standing.key)

    def _dismiss(self, place: tuple[str, int]) -> None:
        """Store that the tips which stood in sight on a page were given, and remove them."""
        standing, known = self._standing.pop(place), self._known.get(place[1])
        if standing is None or known is None:
            return
        fresh = standing.in_sight - known.tips.given
        tips = replace(known.tips, given=known.tips.given | fresh)
        self._known[place[1]] = known._replace(tips=tips)
        for key in sorted(fresh):
            self._write(self._people.give_tip(place[1], key))

    async def wish(self, user: int, wish: Wish) -> None:
        """Store whether this user wants tips; the ones in sight are dismissed."""
        for place in self._places_of(user):
            self._dismiss(place)
        await self.close()
        await self._people.wish_for_tips(user, wish)
        self.forget(user)
        await self.recall(user)

    async def is_to_be_asked(self, user: int, table: str) -> bool:
        """Return, once, whether this user is new here and has not said whether they want tips.

        A visitor is not stored: that they were asked is remembered in memory alone.
        """
        if user in self._asked:
            return False
        self._asked[user] = True
        await self.recall(user)
        known = self._known.get(user)
        unknown = known is not None and known.tips == Tips()
        return await self._people.is_new(user, table) and unknown

    def forget(self, user: int) -> None:
        """Read again what is stored of this user."""
        self._known.pop(user)
        for place in self._places_of(user):
            self._standing.pop(place)

    def _places_of(self, user: int) -> list[tuple[str, int]]:
        return [place for place in self._standing if place[1] == user]

    async def close(self) -> None:
        """Finish the writes under way."""
        await asyncio.gather(*self._writes)

    def _write(self, work: Coroutine[object, object, None]) -> None:
        """Store something after the answer."""
        task = asyncio.get_running_loop().create_task(_written(work), name="tip")
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)


async def _written(work: Coroutine[object, object, None]) -> None:
    try:
        await work
    except StoreError as fault:
        _log.warning("a tip may be given twice: %s", kind_of(fault))
    except Exception as fault:
        report("a tip", fault)


def _is_asked(mine: HandView) -> bool:
    """Return whether the seat can say something now, or ahead of its turn."""
    return bool(mine.moves or mine.may_seal or mine.answers)
