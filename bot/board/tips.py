"""Picks the tips for private pages: one at a time, each once, for people who want them.

Which tips a user was given is stored. Which one stands on a page is remembered in memory alone, so
that it stays there; after a restart it is not repeated.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
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


class _Standing(NamedTuple):
    """A tip on a private page; "": none."""

    at: tuple[int, int]
    """The moment, and the seat's own turn."""
    key: str


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

        It stays for the moment, and beyond it as long as it fits, until the seat acts or the user
        ``looks``, that is, opens the page. A question that passes without the user uses up no tip.
        """
        known = self._tips(user)
        place = mine.public.table, user
        if not known.wanted or mine.public.stage != "playing":
            self._standing.pop(place)
            return ""
        now, standing = (mine.public.moment, mine.turn), self._standing.get(place)
        if standing is not None and standing.at == now:
            return standing.key
        fitting = tips_for(mine.view)
        if standing is not None and not looks:
            if standing.at[1] == mine.turn and standing.key in fitting:
                return standing.key
            if not _is_asked(mine):
                self._standing.pop(place)
                return ""
        key = next((it for it in fitting if it not in known.given), "")
        self._standing[place] = _Standing(now, key)
        return key

    def shown(self, table: str, user: int) -> None:
        """Store that the tip was given: Discord shows the page that was drawn last."""
        standing, known = self._standing.get((table, user)), self._known.get(user)
        if standing is None or known is None or not standing.key:
            return
        given = known.tips.given
        if standing.key in given:
            return
        tips = replace(known.tips, given=given | {standing.key})
        self._known[user] = known._replace(tips=tips)
        self._write(self._people.give_tip(user, standing.key))

    async def wish(self, user: int, wish: Wish) -> None:
        """Store whether this user wants tips; earlier ones are not given again."""
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
        for place in self._standing:
            if place[1] == user:
                self._standing.pop(place)

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
