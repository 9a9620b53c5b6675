"""Gives tips on private pages: one at a time, each once, to those who want them.

Which were given is kept in the store. Which one stands on a page is remembered here alone, so that
it stays there; after a restart it is not repeated.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Final, NamedTuple

from bot.errors import report
from bot.pages.views import HandView
from bot.store.people import People, Tips, Wish
from bot.store.protocol import StoreError
from players.tips import tips_for

ROOM: Final = 5000
"""How many people, and how many pages, are remembered; the oldest is forgotten first."""

KNOWN_FOR: Final = 180.0
"""Seconds after which what is kept of somebody is read again: another process may have written."""

_log = logging.getLogger(__name__)


class _Known(NamedTuple):
    """What was read of somebody, and what was given since."""

    tips: Tips
    read_at: float


class _Standing(NamedTuple):
    """A tip on a private page; "": none."""

    at: tuple[int, int]
    """The moment, and the seat's own turn."""
    key: str


class Tutor:
    """Picks the tips. Nobody but their reader can tell whether there are any."""

    def __init__(self, people: People, clock: Callable[[], float] = time.monotonic) -> None:
        self._people = people
        self._clock = clock
        self._known: Final[OrderedDict[int, _Known]] = OrderedDict()
        self._standing: Final[OrderedDict[tuple[str, int], _Standing]] = OrderedDict()
        """By table and user."""
        self._asked: Final[OrderedDict[int, None]] = OrderedDict()
        """Who sat down at a table lately, and was asked whether they want tips if they were new."""
        self._notes: Final[set[asyncio.Task[None]]] = set()

    async def recall(self, user: int) -> None:
        """Read what is kept of a user, whoever it is: pages are drawn without waiting."""
        known, now = self._known.get(user), self._clock()
        if known is not None:
            self._known.move_to_end(user)
            if now - known.read_at < KNOWN_FOR:
                return
        try:
            tips = await self._people.tips(user)
        except StoreError as fault:  # a page without a tip is a page all the same
            _log.info("nobody knows who wants tips: %s", fault.code)
            return
        if self._known.get(user) is known:  # or a tip was given meanwhile
            self._known[user] = _Known(tips, now)
        if len(self._known) > ROOM:
            self._known.popitem(last=False)

    def wanted(self, user: int) -> bool:
        """Does this user want tips, as far as was read?"""
        return self._tips(user).wanted

    def _tips(self, user: int) -> Tips:
        known = self._known.get(user)
        return Tips() if known is None else known.tips

    def tip(self, mine: HandView, user: int, *, looks: bool) -> str:
        """The tip for this page of the user's: the most urgent one that was not given before.

        It stays for the moment, and beyond it as long as it fits, until the seat acts or the user
        ``looks``, that is, asks for the page. What goes by while nothing is asked uses up no tip.
        """
        known = self._tips(user)
        place = mine.public.table, user
        if not known.wanted or mine.public.stage != "playing":
            self._standing.pop(place, None)
            return ""
        now, standing = (mine.public.moment, mine.turn), self._standing.get(place)
        if standing is not None and standing.at == now:
            return standing.key
        fitting = tips_for(mine.view)
        if standing is not None and not looks:
            if standing.at[1] == mine.turn and standing.key in fitting:
                return standing.key
            if not _is_asked(mine):
                del self._standing[place]
                return ""
        key = next((it for it in fitting if it not in known.given), "")
        self._standing[place] = _Standing(now, key)
        self._standing.move_to_end(place)
        if len(self._standing) > ROOM:
            self._standing.popitem(last=False)
        return key

    def shown(self, table: str, user: int) -> None:
        """Discord shows the page that was drawn last: its tip is given."""
        standing, known = self._standing.get((table, user)), self._known.get(user)
        if standing is None or known is None or not standing.key:
            return
        given = known.tips.given
        if standing.key in given:
            return
        tips = replace(known.tips, given=given | {standing.key})
        self._known[user] = known._replace(tips=tips)
        self._later(self._people.give_tip(user, standing.key))

    async def wish(self, user: int, wish: Wish) -> None:
        """Keep whether this user wants tips; what was given before is not given again."""
        await self._people.wish_for_tips(user, wish)
        self.forget(user)
        await self.recall(user)

    async def is_to_be_asked(self, user: int, table: str) -> bool:
        """Does nobody know this user from another table, nor whether they want tips? Says so once.

        Whoever only looked in is not kept: that they were asked is remembered here alone.
        """
        if user in self._asked:
            return False
        self._asked[user] = None
        if len(self._asked) > ROOM:
            self._asked.popitem(last=False)
        await self.recall(user)
        known = self._known.get(user)
        unknown = known is not None and known.tips == Tips()
        return await self._people.is_new(user, table) and unknown

    def forget(self, user: int) -> None:
        """Whatever is to be known of this user is read afresh."""
        self._known.pop(user, None)
        for place in [it for it in self._standing if it[1] == user]:
            del self._standing[place]

    async def close(self) -> None:
        """Finish keeping what was given."""
        await asyncio.gather(*self._notes)

    def _later(self, work: Coroutine[object, object, None]) -> None:
        """Keep something while the answer is already there."""
        task = asyncio.get_running_loop().create_task(_kept(work), name="tip")
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)


async def _kept(work: Coroutine[object, object, None]) -> None:
    try:
        await work
    except StoreError as fault:
        _log.warning("a tip may be given twice: %s", fault.code)
    except Exception as fault:
        report("a tip", fault)


def _is_asked(mine: HandView) -> bool:
    """Can the seat say something now, or ahead of its turn?"""
    return bool(mine.moves or mine.may_seal or mine.answers)
