"""Boards under any faults: in the end there is one with buttons, and it pings only those it names.

Boards, messages and store are real; Discord is a model with what matters here: nonces, answers that
get lost, archived threads, rights that are taken, messages too old to edit. Now and then the
process is killed, or loses the shard to another process and gets it back.

    pytest -m long tests/bot/board/test_messages_fuzz.py
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bot.board import boards as deliveries
from bot.board.boards import Board, Boards, Delivering, Waiting
from bot.board.messages import Messages
from bot.board.picture_support import PictureSupport
from bot.board.renderer import RenderedPage
from bot.board.requests import Requests
from bot.discord import circuit_breaker
from bot.discord.limits import (
    ARCHIVED,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    TOO_MANY_OLD_EDITS,
    UNKNOWN_MESSAGE,
)
from bot.discord.rest import Json, Upload
from bot.events import Events
from bot.pages.layout import Content
from bot.store.leases import Share
from bot.store.sqlite.store import SqliteStore
from bot.tables.table import PageKey
from tests.bot.discord.refusing import broken, cut, refused
from tests.bot.store.changes import change, leg, notice

CHANNEL: Final = 70
SEEDS: Final = [0, *(pytest.param(it, marks=pytest.mark.long) for it in range(1, 150))]
"""The first is tried each time, the others take minutes."""
LOST: Final = ("not done", "done unheard")
PLAY: Final = ("change", "turn", "board", "ping", "answered", "look")
FAULTS: Final = {
    "faults": (),
    "kills": ("kill",),
    "hand-overs": ("hand over",),
    "old messages": ("too old",),
    "archived": ("archive",),
    "rights": ("no access", "no posts", "heal"),
}


class Model:
    """A channel of Discord, and a table whose board is posted in it."""

    def __init__(self, seed: str, store: SqliteStore) -> None:
        self.rng = Random(seed)
        self.store = store
        self.faulty = 0.0
        self.posted: dict[int, tuple[PageKey, bool, int]] = {}
        """By message: the page, whether it can be pressed or pings somebody, and the version."""
        self.nonces: dict[str, int] = {}
        self.pings: Counter[PageKey] = Counter()
        self.forbidden: dict[str, int] = {}
        """The requests that are refused, and how."""
        self.old: set[int] = set()
        self.archived = False
        self.version = self.page = self.reposts = self.number = 0
        self.reposted: int | None = None
        self.pinging = False
        self.begin()

    def begin(self) -> None:
        both: Any = self
        requests = Requests(both, self.request_timed_out)
        pictures = PictureSupport(both, lambda: 0.0)
        messages = Messages(self.store, both, requests, pictures)
        self.boards = Boards(self.store, both, messages, 0, Events())

    # --- renderer and channels -----------------------------------------------------------------

    async def render(self, table: str, page: PageKey, *, pictured: bool = True) -> RenderedPage:
        if page.in_story:
            current, mentions = page.number == self.page, (1,)
        else:
            current = self.pinging and page == notice(self.number)
            mentions = (9,) if current else ()
        told = f"{page.kind} {page.number} {int(current)} {self.version}"
        return RenderedPage(
            page,
            content=Content((), mentions=mentions, files=((told, "x"),)),
            channel=CHANNEL,
            version=self.version,
            is_current=current,
            reposts=self.reposts,
            pings=page.number != self.reposted or not page.in_story,
        )

    def request_timed_out(self) -> None: ...

    async def post(self, channel: int, message: Json, uploads: Sequence[Upload] = ()) -> Json:
        return {"id": await self._request("send", 0, {**message, "uploads": uploads})}

    async def edit(
        self, channel: int, message: int, changes: Json, uploads: Sequence[Upload] = ()
    ) -> Json:
        return {"id": await self._request("edit", message, {**changes, "uploads": uploads})}

    async def delete(self, channel: int, message: int) -> None:
        await self._request("delete", message, {})

    # --- Discord -------------------------------------------------------------------------------

    async def _request(self, kind: str, message: int, sent: dict[str, Any]) -> int:
        await asyncio.sleep(self.rng.choice([0, 0, 0.001]))
        lost = self.rng.choice(LOST) if self.rng.random() < self.faulty else ""
        fault = self.rng.choice([broken(), cut(), TimeoutError()])
        if lost == "not done":
            raise fault
        done = self._send(sent) if kind == "send" else self._change(kind, message, sent)
        if lost:
            raise fault
        return done

    def _refuse(self, *reasons: str) -> None:
        for reason in reasons:
            if reason in self.forbidden:
                raise refused(self.forbidden[reason], 403)

    def _send(self, sent: dict[str, Any]) -> int:
        self._refuse("access", "posts")
        known = self.nonces.get(sent["nonce"])
        if known is not None:
            return known
        self.archived = False
        number = self.nonces[sent["nonce"]] = 1000 + len(self.nonces)
        self.posted[number] = _shown(sent["uploads"])
        if sent["allowed_mentions"]["users"]:
            self.pings[self.posted[number][0]] += 1
        return number

    def _change(self, kind: str, message: int, sent: dict[str, Any]) -> int:
        self._refuse("access")
        if message not in self.posted:
            raise refused(UNKNOWN_MESSAGE, 404)
        if kind == "delete":
            del self.posted[message]
            return 0
        if self.archived:
            raise refused(ARCHIVED, 400)
        if message in self.old:
            raise refused(TOO_MANY_OLD_EDITS, 429)
        self.posted[message] = _shown(sent["uploads"])
        return 0

    # --- what happens --------------------------------------------------------------------------

    async def changes(self, *pages: PageKey, asked: bool = False) -> None:
        await self.store.commit(change(version=self.version, channel=CHANNEL, paint=pages))
        self.version += 1
        asked = asked or self.rng.random() < 0.6
        self.boards.changed("blue", self.version, pages, awaited=asked)

    async def happens(self, what: str) -> None:
        ping = (notice(self.number),) if self.pinging else ()
        match what:
            case "change":
                await self.changes(leg(self.page))
            case "turn":
                self.page, self.pinging = self.page + 1, False
                await self.changes(*ping, leg(self.page - 1), leg(self.page))
            case "board":
                self.reposts, self.reposted = self.reposts + 1, self.page
                await self.changes(*ping, leg(self.page))
            case "ping":
                self.number, self.pinging = self.number + 1, True
                await self.changes(*ping, notice(self.number))
            case "answered":
                self.pinging = False
                await self.changes(*ping, leg(self.page))
            case "look":
                self.boards.try_again("blue")
            case "kill" | "hand over":
                await (self._kill() if what == "kill" else self._hand_over())
            case _:
                self._loses(what)

    async def _kill(self) -> None:
        self.boards._stop()
        for board in self._known():
            if isinstance(board.state, Delivering):
                board.state.task.cancel()
        await asyncio.sleep(0.002)
        self.begin()
        await self.boards.start()

    async def _hand_over(self) -> None:
        """Lose the shard, and get it back after another process has delivered the board."""
        mine, self.store.share = self.store.share, Share(2, frozenset())
        before = self.boards
        await before.release()
        self.store.share = mine
        self.begin()
        await self.boards.start()
        await asyncio.sleep(self.rng.choice([0.002, 0.02]))
        await self.boards.close()
        self.boards = before
        await before.start()

    def _known(self) -> list[Board]:
        return [*self.boards._boards.values()]

    def _loses(self, what: str) -> None:
        match what:
            case "too old":
                self.old.update(self.rng.sample(sorted(self.posted), min(1, len(self.posted))))
            case "archive":
                self.archived = True
            case "no access":
                self.forbidden["access"] = MISSING_ACCESS
            case "no posts":
                self.forbidden["posts"] = MISSING_PERMISSIONS
            case _:
                self.forbidden.clear()

    async def mends(self) -> None:
        """Every fault is over, and somebody clicks."""
        self.faulty, self.archived = 0.0, False
        self.forbidden.clear()
        self.old.clear()
        await self.calm()
        await self.changes(leg(self.page), asked=True)
        await self.calm()

    async def calm(self) -> None:
        async with asyncio.timeout(20):
            while any(isinstance(it.state, Delivering | Waiting) for it in self._known()):
                await asyncio.sleep(0.002)


def _shown(files: list[Any]) -> tuple[PageKey, bool, int]:
    kind, number, live, version = files[0].name.split()
    return PageKey(kind, int(number)), live == "1", int(version)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("faults", FAULTS)
async def test_in_the_end_there_is_one_board_and_no_second_ping(
    faults: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "RETRY_DELAYS", (0.004,))
    monkeypatch.setattr(circuit_breaker, "SHUT_OUT", 0.02)
    store = SqliteStore(tmp_path / "celestia.db")
    await store.open()
    model = Model(f"{faults} {seed}", store)
    await model.changes(leg(0))
    for _ in range(model.rng.randint(3, 14)):
        model.faulty = model.rng.choice([0.0, 0.0, 0.3, 0.7, 1.0])
        await model.happens(model.rng.choice([*PLAY, *FAULTS[faults]]))
        await asyncio.sleep(model.rng.choice([0, 0, 0.002, 0.006, 0.02]))
    await model.mends()
    await model.boards.flush()
    boards = [shown for shown in model.posted.values() if shown[0].in_story and shown[1]]
    assert boards == [(leg(model.page), True, model.version)]
    pings = [shown[0] for shown in model.posted.values() if not shown[0].in_story]
    assert pings == ([notice(model.number)] if model.pinging else [])
    assert (await store.unpainted(), model.boards.reasons()) == ([], {})
    assert all(times == 1 for times in model.pings.values())
    await model.boards.close()
    await store.close()
