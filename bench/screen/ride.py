"""One person plays with computers on the local page, in a window as large as a phone's screen."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final

from bot.cli.local import language, open_table, serve
from bot.client import Celestia
from bot.pages.alt_text import describe
from bot.pages.scenes import scene
from bot.pages.views import HandView, hand_view
from bot.settings import Settings
from bot.store.address import Address
from bot.tables.table import Table
from bot.words import catalogue
from engine.options import BOXES
from tests.host.shots import HEIGHT, PHONE, READY, Tab, browser_tab

SEAT: Final = 0
POLL_INTERVAL: Final = 0.05  # seconds
REDRAW_PATIENCE: Final = 6.0
"""Seconds within which a board has to offer what its owner is asked."""
DISEMBARK_SHARE: Final = 0.15
"""Share of decisions at which the person disembarks."""
ANSWER_PATIENCE: Final = 3.0
"""Seconds after which a press that changed nothing is made again: its page was just replaced."""
SETTLING: Final = 1.5  # seconds in which a person reads before pressing anything
LATEST: Final = 0.0
"""Seconds for which a board that is not right by then is waited for."""
LESSON: Final = "first flight"
KINDS: Final[Mapping[str, Mapping[str, str]]] = {
    LESSON: {},
    "base": {},
    "every box": {"boxes": ",".join(BOXES)},
    "no clock": {"pace": "none"},
    "relaxed": {"pace": "relaxed"},
}
"""Settings of each kind of game."""

DOORS: Final = (
    *("orders", "hint", "hold", "tips-off", "take-back", "quiet-off", "hand", "back", "resume"),
    *("log", "more", "rules", "stay_order"),
)
"""Buttons of one's own board that answer nothing."""

PRESS: Final = """
    ((title, label) => {
        const own = [...document.querySelectorAll('article[data-message-id]')]
            .filter(it => it.textContent.includes(title)).at(-1) ?? document;
        const found = [...own.querySelectorAll('.component-container button')]
            .find(it => it.textContent.trim().endsWith(label) && !it.disabled);
        if (found) found.click();
        return Boolean(found);
    })(%s, %s)
"""
CHOOSE: Final = """
    (share => {
        const menu = document.querySelector('.preview-select.is-open');
        if (!menu) return false;
        const offered = [...menu.querySelectorAll('[role=option]')];
        offered[Math.floor(share * offered.length)].click();
        const still = document.querySelector('.preview-select.is-open .select-trigger');
        if (still) still.click();  // where several may be chosen, this ends the choice
        return true;
    })(%f)
"""
SEEN: Final = """
    ((title) => {
        const line = document.getElementById('channel-timeline').getBoundingClientRect();
        const own = [...document.querySelectorAll('article[data-message-id]')]
            .filter(it => it.textContent.includes(title)).at(-1);
        if (!own) return null;
        const cut = (box) => Math.max(0, line.top - box.top, box.bottom - line.bottom);
        const walker = document.createTreeWalker(own, NodeFilter.SHOW_TEXT);
        let text = null;
        while (walker.nextNode()) {
            const here = walker.currentNode;
            if (here.textContent.includes(title)) text = here.parentElement;
        }
        const picture = own.querySelector('.component-container img');
        return {
            buttons: [...own.querySelectorAll('.component-container button')]
                .filter(it => !it.disabled).map(it => it.textContent.trim()),
            hand: cut(text.getBoundingClientRect()),
            picture: picture ? cut(picture.getBoundingClientRect()) : null,
            loaded: !picture || (picture.complete && picture.naturalWidth > 0),
            described: picture ? picture.alt : '',
        };
    })(%s)
"""


@dataclass(slots=True)
class Ride:
    """Figures of one game: presses, and how much was in sight at each question."""

    seconds: float = 0.0
    presses: int = 0
    legs: int = 0
    asked: int = 0
    """Questions to the person."""
    hand_in_sight: int = 0
    picture_in_sight: int = 0
    """Questions with the whole picture on the screen."""
    picture_true: int = 0
    without_board: int = 0
    """Questions that the own board did not show in time."""
    to_hand: list[float] = field(default_factory=list[float])
    """Pixels to scroll for the hand, at each question with a board."""
    to_picture: list[float] = field(default_factory=list[float])
    """The same for the whole picture."""

    def figures(self) -> dict[str, float]:
        """Return the figures by name."""
        return {
            "minutes": self.seconds / 60,
            "legs": self.legs,
            "presses": self.presses,
            "questions": self.asked,
            "hand in sight, %": 100 * self.hand_in_sight / self.asked,
            "whole picture in sight, %": 100 * self.picture_in_sight / self.asked,
            "picture true, %": 100 * self.picture_true / self.asked,
            "questions without a board": self.without_board,
            "pixels to the hand, most": max(self.to_hand),
            "pixels to the picture, mean": fmean(self.to_picture),
            "pixels to the picture, most": max(self.to_picture),
        }


async def ride(kind: str, seed: int, most: float = inf) -> Ride:
    """Play a game of this kind to its end, or up to this number of questions."""
    with TemporaryDirectory() as folder:
        database = Address.of_file(Path(folder) / "celestia.db")
        bot = Celestia(Settings(database=database))
        async with at_table(bot, kind) as (address, channel), browser_tab() as tab:
            await tab.size(PHONE, HEIGHT)
            await tab.call("Page.navigate", url=address)
            await tab.until(READY)
            return await _Person(bot, tab, channel, Random(seed)).play(kind, most)


@asynccontextmanager
async def at_table(bot: Celestia, kind: str) -> AsyncGenerator[tuple[str, int]]:
    """Serve a lobby with computers; yield the address of its page, and the channel."""
    told: asyncio.Queue[str] = asyncio.Queue()
    channels: list[int] = []

    async def begin(user: int, guild: int, channel: int) -> None:
        await open_table(bot, user, guild, channel, KINDS[kind])
        channels.append(channel)

    server = asyncio.create_task(serve(bot, told.put_nowait, begin))
    try:
        yield await told.get(), channels[0]
    finally:
        server.cancel()
        with suppress(asyncio.CancelledError):
            await server


class _Person:
    """The person at the page."""

    def __init__(self, bot: Celestia, tab: Tab, channel: int, rng: Random) -> None:
        self._bot = bot
        self._tab = tab
        self._channel = channel
        self._rng = rng
        self._ride = Ride()
        self._say = catalogue(language(os.environ))
        self._title = json.dumps(self._say("hand-title"))
        self._doors = tuple([self._say(f"button-{name}") for name in DOORS])

    async def play(self, kind: str, most: float) -> Ride:
        """Start the game, answer up to ``most`` questions, and return the figures."""
        begun = monotonic()
        await self._press(self._say("button-learn" if kind == LESSON else "button-start"), "")
        while (table := await self._newest()).stage in ("lobby", "playing"):
            if self._ride.asked >= most:
                break
            if table.stage == "playing" and _is_asked(hand_view(table, SEAT)):
                await self._answer(_question(table))
            await asyncio.sleep(POLL_INTERVAL)
        self._ride.seconds = monotonic() - begun
        self._ride.legs = table.page.number - 1
        return self._ride

    async def _newest(self) -> Table:
        """Return the newest table: a first flight takes the place of the lobby."""
        name = await self._bot.store.last_table_in(self._channel)
        assert name is not None
        return (await self._bot.service.peek(name)).table

    async def _answer(self, question: Question) -> None:
        """Look at the own board, and press an answer until it counts."""
        if not await self._until_offered(question):
            self._ride.asked += 1
            self._ride.without_board += 1
            await self._press(self._say("button-hand"), "")
        else:
            await asyncio.sleep(SETTLING)
            await self._until_right(question)
            self._note(await self._look(), await self._newest())
        while await self._is_asked(question):
            answers = self._answers(await self._look())
            if answers and await self._press(self._chosen(answers), self._title):
                self._ride.presses += await self._tab.run(CHOOSE % self._rng.random())
                await self._until_over(question, ANSWER_PATIENCE)
            await asyncio.sleep(POLL_INTERVAL)

    async def _until_offered(self, question: Question) -> bool:
        """Wait for answers and a loaded picture on the own board; False: they did not come."""
        ends = monotonic() + REDRAW_PATIENCE
        while await self._is_asked(question):
            seen = await self._look()
            if self._answers(seen) and seen["loaded"]:
                return True
            if monotonic() > ends:
                return False
            await asyncio.sleep(POLL_INTERVAL)
        return True

    async def _until_right(self, question: Question) -> None:
        """Wait, while the board is late, for the hand to be in sight and the picture to be true."""
        ends = monotonic() + LATEST
        while monotonic() < ends and await self._is_asked(question):
            seen = await self._look()
            if (
                self._answers(seen)
                and seen["hand"] <= 0
                and self._is_true(seen, await self._newest())
            ):
                return
            await asyncio.sleep(POLL_INTERVAL)

    async def _until_over(self, question: Question, patience: float) -> None:
        ends = monotonic() + patience
        while await self._is_asked(question) and monotonic() < ends:
            await asyncio.sleep(POLL_INTERVAL)

    async def _is_asked(self, question: Question) -> bool:
        """Return whether the person still has to answer a question."""
        table = await self._newest()
        is_open = table.stage == "playing" and _question(table) == question
        return is_open and _is_asked(hand_view(table, SEAT))

    async def _look(self) -> dict[str, Any]:
        return await self._tab.run(SEEN % self._title) or {"buttons": []}

    def _answers(self, seen: dict[str, Any]) -> list[str]:
        """Return the labels of the buttons that answer something."""
        return [it for it in seen["buttons"] if it and not it.endswith(self._doors)]

    def _note(self, seen: dict[str, Any], table: Table) -> None:
        """Note what is in sight at a question."""
        if not self._answers(seen) or table.stage != "playing":
            return  # the question is over
        ride = self._ride
        ride.asked += 1
        ride.to_hand.append(seen["hand"])
        ride.to_picture.append(seen["picture"] or 0.0)
        ride.hand_in_sight += seen["hand"] <= 0
        ride.picture_in_sight += seen["picture"] is not None and seen["picture"] <= 0
        ride.picture_true += self._is_true(seen, table)

    def _is_true(self, seen: dict[str, Any], table: Table) -> bool:
        """Return whether the picture on the own board shows the table as it is."""
        shown = hand_view(table, SEAT).public
        painted = scene(shown)
        return bool(seen["described"] == describe(painted, self._say, shown.ship.name))

    def _chosen(self, answers: list[str]) -> str:
        """Return the label of an answer: to stay, as a rule, where that can be."""
        stays = [it for it in answers if it.endswith(self._say("move-stay"))]
        return (
            stays[0]
            if stays and self._rng.random() > DISEMBARK_SHARE
            else self._rng.choice(answers)
        )

    async def _press(self, label: str, title: str) -> bool:
        """Press the button with this label, on the newest message with this title, if any."""
        await self._tab.until(READY)
        pressed = await self._tab.run(PRESS % (title or '""', json.dumps(label)))
        self._ride.presses += bool(pressed)
        return bool(pressed)


Question = tuple[str, int, int]


def _question(table: Table) -> Question:
    """Return what tells a question from the others: the table, its moment, the seat's turn."""
    return table.id, table.moment, table.turns[SEAT]


def _is_asked(mine: HandView) -> bool:
    """Return whether the bot waits for a seat's answer, or takes it ahead."""
    asked = bool(mine.moves) and not mine.no_choice and not mine.sealed
    return asked or (mine.may_seal and not mine.sealed)
