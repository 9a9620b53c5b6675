"""The pages that are open at tables: what each shows, and what its reader does there.

A page gets its table once, and then what changes, version by version. It is sent only what differs
from what it shows: an action that its reader may not know of sends nothing.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol

from pydantic import ValidationError

from bot.errors import report, sentence
from bot.hosting.reader import TableState
from bot.hosting.repeats import Superfluous
from bot.hosting.service import TableService
from bot.live.commands import HINT, Command, Hello, action_of
from bot.live.links import LiveLinks
from bot.live.situation import situation
from bot.pages.layout import PlainName
from bot.tables.proof import deal_of
from bot.tables.refusals import Refused, playing
from bot.tables.table import Table
from bot.words import Catalogue, catalogue
from engine import Event
from players.hints import hint_for
from players.page.seen import Sight
from players.replay.scene import Scene
from players.replay.steps import colours_of

MAX_PAGES: Final = 1000
"""Open pages of this process."""
MAX_OF_SEAT: Final = 4
"""Open pages of one seat."""
MAX_SPECTATORS: Final = 50
"""Open pages of spectators at one table."""
STORY: Final = 3
"""Events that a page tells as it is opened."""

PING, PONG = "ping", "pong"
Facts = dict[str, Any]


class Line(Protocol):
    """The connection of a page."""

    def send(self, text: str) -> None:
        """Send a text, in order."""
        ...

    def end(self) -> None:
        """Close the connection once all is sent."""
        ...


@dataclass(frozen=True, slots=True)
class Powers:
    """Functions of the bot that pages call."""

    allows: Callable[[int], bool]
    """Returns whether this user may do something now, or does too much."""
    working: Callable[[], AbstractContextManager[None]]
    """Returns a context for work that a stop of the bot waits for."""
    names_in: Callable[[int, Iterable[int]], Awaitable[PlainName]]
    """Returns the names of users in a server, for places without mentions."""
    wants_tips: Callable[[int], Awaitable[bool]]
    """Returns whether this user wants tips."""
    is_leaving: Callable[[], bool]
    """Returns whether the bot is stopping."""
    replay_of: Callable[[str], str]
    """Returns the address of the replay of a finished game; "": there is none."""


@dataclass(eq=False, slots=True)
class LivePage:
    """A page that is open at a table."""

    table: str
    user: int | None
    seat: int | None
    say: Catalogue
    sight: Sight
    line: Line
    situation: Callable[[Table], Facts] = field(repr=False)
    """Returns the facts that a page of this reader shows beside the scene."""
    facts: Facts = field(default_factory=Facts)
    """The facts that were sent last."""
    frame: Facts = field(default_factory=Facts)
    """The scene that was sent last."""

    def begin(self, table: Table, now: float) -> None:
        """Show the table as it is at this time."""
        colours = colours_of(table.running)
        first = self.sight.frame()
        first["said"] = [*self.sight.lines(table.page.story[-STORY:])]
        self.frame = first
        self.facts = self.situation(table)
        rules = self.sight.rules(self.facts["names"], colours)
        begun = {"rules": rules, "clock": round(now, 1), "frames": [first]}
        self.send({**begun, **self.facts, **self.sight.learned()})

    def follow(self, table: Table, told: Sequence[Event]) -> None:
        """Show what has changed, if the reader may see any of it."""
        frames = [self._change_to(frame) for frame in self.sight.follow(told)]
        last = self.sight.frame()
        if _without_story(last) != _without_story(self.frame):
            frames.append(self._change_to(last))
        facts = self.situation(table)
        changes = {key: value for key, value in facts.items() if self.facts.get(key) != value}
        self.facts = facts
        if frames or changes:
            self.send({"frames": frames, **changes, **self.sight.learned()})

    def _change_to(self, frame: Facts) -> Facts:
        """Return how a frame differs from the one that is shown; equal seats are None."""
        before, self.frame = self.frame, frame
        change = {name: value for name, value in frame.items() if before[name] != value}
        if "seats" in change:
            pairs = zip(frame["seats"], before["seats"], strict=True)
            change["seats"] = [None if now == then else now for now, then in pairs]
        return change

    def send(self, found: Mapping[str, Any]) -> None:
        self.line.send(json.dumps(found, ensure_ascii=False, separators=(",", ":")))


def _without_story(frame: Facts) -> Facts:
    return {**frame, "said": [], "by": None, "down": []}


@dataclass(slots=True)
class _Feed:
    """A table with open pages."""

    version: int
    table: Table
    """As it is stored, only to be read."""
    scene: Scene
    """The pieces on the table."""
    legs: int
    pages: set[LivePage] = field(default_factory=set[LivePage])


class Visit(Protocol):
    """The interface of an open page to its connection."""

    async def received(self, text: str) -> None:
        """Take a message of the page."""
        ...

    def close(self) -> None:
        """Forget the page, whose connection is gone."""
        ...


@dataclass(frozen=True, slots=True)
class _Visit:
    pages: LivePages
    page: LivePage

    async def received(self, text: str) -> None:
        await self.pages.received(self.page, text)

    def close(self) -> None:
        self.pages.close(self.page)


def refusal(language: str, fault: Exception) -> str:
    """Return the message that refuses a page."""
    say = catalogue(language)
    words = sentence(fault, say, lambda seat: say("seat-number", number=seat + 1), "a page")
    # a link that does not work will not work later; what else is wrong may pass
    return json.dumps({"refused": words, "over": isinstance(fault, Refused)}, ensure_ascii=False)


class LivePages:
    """Opens pages, keeps them up to date, and carries out what is done there."""

    def __init__(self, service: TableService, links: LiveLinks, powers: Powers) -> None:
        self._service: Final = service
        self._links: Final = links
        self._powers: Final = powers
        self._feeds: Final[dict[str, _Feed]] = {}

    @property
    def count(self) -> int:
        """The number of open pages."""
        return sum(len(feed.pages) for feed in self._feeds.values())

    # --- opening and closing -------------------------------------------------------------------

    async def open(self, hello: Hello, line: Line) -> Visit:
        """Open a page for the reader of its link, or raise why not."""
        reader = await self._links.open(hello.link, hello.browser)
        say = catalogue(hello.language)
        known = (await self._service.peek(reader.table)).table
        plain = await self._powers.names_in(known.guild, known.people.values())
        tips = reader.user is not None and await self._powers.wants_tips(reader.user)
        async with self._service.lock(reader.table):  # nothing is stored meanwhile
            feed = await self._feed(reader.table)
            table = feed.table
            seat = None if reader.user is None else playing(table, table.seat_of(reader.user))
            self._refuse_crowd(feed, seat)
            sight = Sight(table.options, feed.scene.copy(), say, seat, feed.legs)
            describe = partial(
                situation, seat=seat, sight=sight, plain=plain, replay_of=self._powers.replay_of
            )
            page = LivePage(
                *(reader.table, reader.user, seat, say, sight, line),
                partial(describe, tips=tips),
            )
            page.begin(table, self._service.now())
            feed.pages.add(page)
            self._feeds[reader.table] = feed
        return _Visit(self, page)

    async def _feed(self, table: str) -> _Feed:
        """Return the feed of a table that is locked and played, or raise `Refused`."""
        state = await self._service.look(table)
        if state.table.stage == "lobby":
            raise Refused("not_started")
        if not state.table.open:
            raise Refused("link_over")
        known = self._feeds.get(table)
        if known is not None and known.version == state.stored.version:
            return known
        self._drop(table)
        whole = await self._service.history(table)
        scene = Scene.of(deal_of(whole).game())
        for event in whole.told:
            scene.follow(event)
        legs = sum(event.kind == "leg_began" for event in whole.told)
        return _Feed(state.stored.version, state.table, scene, legs)

    def _refuse_crowd(self, feed: _Feed, seat: int | None) -> None:
        there = sum(page.seat == seat for page in feed.pages)
        if self.count >= MAX_PAGES or there >= (MAX_SPECTATORS if seat is None else MAX_OF_SEAT):
            raise Refused("too_many_pages")

    def close(self, page: LivePage) -> None:
        """Forget a page whose connection is gone."""
        feed = self._feeds.get(page.table)
        if feed is not None:
            feed.pages.discard(page)
            if not feed.pages:
                del self._feeds[page.table]

    def void(self, table: str, user: int) -> None:
        """Close the pages of a user who has asked for a new link."""
        feed = self._feeds.get(table)
        for page in [it for it in (feed.pages if feed else ()) if it.user == user]:
            self._refuse(page, "link_unknown")

    def _refuse(self, page: LivePage, code: str) -> None:
        """Close a page for good, with the reason."""
        page.send({"refused": page.say(f"error-{code}"), "over": True})
        page.line.end()
        self.close(page)

    def keep(self, owns: Callable[[int], bool]) -> None:
        """Close the pages at tables that another process owns now: they open again there."""
        for name, feed in [*self._feeds.items()]:
            if not owns(feed.table.guild):
                self._drop(name)

    def _drop(self, table: str) -> None:
        feed = self._feeds.pop(table, None)
        for page in feed.pages if feed else ():
            page.line.end()

    # --- keeping up to date --------------------------------------------------------------------

    def table_stored(self, table: Table, version: int, told: Sequence[Event]) -> None:
        """Show a change of a table, which is stored, on the pages that are open there."""
        feed = self._feeds.get(table.id)
        if feed is None:
            return
        if version != feed.version + 1:  # the pages ask for the whole table again
            self._drop(table.id)
            return
        feed.version, feed.table = version, table
        for event in told:
            feed.scene.follow(event)
            feed.legs += event.kind == "leg_began"
        loop = asyncio.get_running_loop()
        for page in feed.pages:  # each by itself, and after the answer to the click
            loop.call_soon(self._follow, page, table, told)

    def _follow(self, page: LivePage, table: Table, told: Sequence[Event]) -> None:
        """Send a change to a page; if that fails, close it, so that its browser opens it again."""
        if page.user is not None and table.seat_of(page.user) != page.seat:
            self._refuse(page, "not_seated")
            return
        try:
            page.follow(table, told)
        except Exception as fault:
            report(f"table {table.id}: a page", fault)
            self.close(page)
            page.line.end()

    # --- what readers do -----------------------------------------------------------------------

    async def received(self, page: LivePage, text: str) -> None:
        """Carry out a command, and answer it."""
        if text == PING:
            page.line.send(PONG)
            return
        if self._powers.is_leaving():  # it is sent again when the bot is back
            page.line.end()
            return
        try:
            command = Command.model_validate_json(text)
        except ValidationError:
            page.line.end()
            return
        with self._powers.working():
            page.send(await self._answered(page, command))

    async def _answered(self, page: LivePage, command: Command) -> Facts:
        done: Facts = {"done": command.id}
        try:
            return {**done, **await self._carried_out(page, command)}
        except Superfluous:
            return done
        except Exception as fault:
            seat = page.sight.voice.seat
            return {**done, "refused": sentence(fault, page.say, seat, f"table {page.table}")}

    async def _carried_out(self, page: LivePage, command: Command) -> Facts:
        if page.user is None:
            raise Refused("not_seated")
        if not self._powers.allows(page.user):
            raise Refused("too_fast")
        state = await self._service.look(page.table)
        seat = playing(state.table, state.table.seat_of(page.user))
        if command.do == HINT:
            return await self._hint(page, state, seat)
        action = action_of(command, state.table, seat)
        number = command.number(page.table, page.user)
        await self._service.do(page.table, action, user=page.user, interaction=number)
        return {}

    async def _hint(self, page: LivePage, state: TableState, seat: int) -> Facts:
        table, voice = state.table, page.sight.voice
        view = table.running.view(seat)
        if not table.gives_hints:
            raise Refused("no_hints")
        if len(view.legal) < 2 or table.stage != "playing":
            return {}
        # takes some milliseconds, which would delay the clicks of others
        found = await asyncio.to_thread(hint_for, view)
        words = page.say("page-hint", move=voice.move(found.move, view), why=voice.hint(found))
        return {"hint": words, **page.sight.learned()}
