"""The page in Debian's chromium: whole games on a phone, without a network, and by keys alone.

    pytest -s -m long tests/players/page/test_browser.py

It needs chromium, and fetches Pyodide once.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

import pytest
from aiohttp import web

from engine import Record
from engine.records import verify
from players.page.site import COMPILED, KEPT, build
from tests.host.axe import findings
from tests.host.shots import Tab, browser_tab
from tests.players.page.games import Table

pytestmark = pytest.mark.long

PHONE: Final = (390, 844)
DESK: Final = (1280, 800)
SAME: Final = 1000
"""Games whose record is compared with that of CPython."""
ASKED: Final = "isAsked() && !rest.length && !busy && byId('answers').children.length > 0"
OVER: Final = "isOver() && now !== null && !rest.length && byId('beside').children.length > 0"
FITS: Final = """
    (() => {
        const answers = byId('answers').getBoundingClientRect();
        const hand = byId('hand').getBoundingClientRect();
        return !/[\\uE000-\\uE4FF]/.test(document.body.innerText)
            && document.documentElement.scrollWidth <= innerWidth
            && answers.bottom <= innerHeight && hand.top >= 0 && hand.bottom <= innerHeight;
    })()
"""
"""Nothing is wider than the screen, hand and answers are on it, and no mark is left in a text."""
PLAYED: Final = """
    (async () => {
        await driver.ready;
        const records = [];
        for (let seed = %d; seed < %d; seed += 1) {
            const setup = %s;
            setup.seed = seed.toString(16).padStart(64, "0");
            let told = await driver.ask("new", setup);
            while (told.question) {
                const { version, question } = told;
                const number = (version * 7 + seed) %% question.moves.length;
                told = await driver.ask("answer", { language: "en", number, version });
            }
            records.push((await driver.ask("ending", { language: "en" })).record);
        }
        window.records = JSON.stringify(records);
    })()
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    build(target, KEPT)
    return target


class Server:
    """Serves the folder, and notes what is asked for."""

    def __init__(self, folder: Path) -> None:
        self.asked: list[str] = []
        self._folder = folder
        self._runner: web.AppRunner | None = None
        self.address = ""

    async def start(self) -> None:
        app = web.Application(middlewares=[self._note])
        app.router.add_get("/", self._index)
        app.router.add_static("/", self._folder)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        place = web.TCPSite(self._runner, "127.0.0.1", 0)
        await place.start()
        (host, port, *_) = self._runner.addresses[0]
        self.address = f"http://{host}:{port}/"

    @web.middleware
    async def _note(self, request: web.Request, handler: Any) -> web.StreamResponse:
        self.asked.append(request.path)
        return await handler(request)

    async def _index(self, _: web.Request) -> web.FileResponse:
        return web.FileResponse(self._folder / "index.html")

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None


@pytest.fixture
async def server(folder: Path) -> AsyncIterator[Server]:
    found = Server(folder)
    await found.start()
    yield found
    await found.stop()


@pytest.fixture
async def tab() -> AsyncIterator[Tab]:
    async with browser_tab() as found:
        for domain in ("Page", "Runtime", "Log", "Network"):
            await found.call(f"{domain}.enable")
        yield found
        assert faults(found) == []


def faults(tab: Tab) -> list[str]:
    """Return what went wrong on the page, and requests to anywhere else."""
    found: list[str] = []
    for event in tab.events:
        told = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            found.append(told["exceptionDetails"]["exception"]["description"][:400])
        if event.get("method") == "Log.entryAdded" and told["entry"]["level"] == "error":
            found.append(told["entry"]["text"])
        if event.get("method") == "Network.requestWillBeSent":
            url = told["request"]["url"]
            if not url.startswith(("http://127.0.0.1", "data:", "blob:")):
                found.append(url)
    return found


async def opens(tab: Tab, server: Server, language: str, size: tuple[int, int] = PHONE) -> None:
    await tab.size(*size)
    await tab.call("Page.navigate", url=f"{server.address}?language={language}")
    await tab.until("typeof texts !== 'undefined' && texts !== null && !!document.title")


async def begins(tab: Tab, **chosen: object) -> None:
    """Choose on the first screen, and press *Play*."""
    for name, value in chosen.items():
        for one in value if isinstance(value, list) else [value]:
            box = f"[name={name}][value='{one}']"
            await tab.run(f'document.querySelector("{box}").checked = true')
    await tab.run("document.getElementById('play').click()")
    await tab.until(f"typeof facts !== 'undefined' && ({ASKED} || rest.length > 0)")


async def plays(tab: Tab, *, press: str, most: int = 400) -> int:
    """Answer until the game is over; return how often."""
    for number in range(most):
        await tab.until(f"skip(), ({ASKED}) || ({OVER})")
        if await tab.run(OVER):
            return number
        assert await tab.run(FITS), await tab.run("byId('ask').textContent")
        await tab.run(press % number)
    raise AssertionError(most)


def test_nothing_is_left_to_be_compiled_on_a_visit(folder: Path) -> None:
    """Compilation was more than half of the wait for a first move."""
    for name in COMPILED:
        endings = {Path(it).suffix for it in ZipFile(folder / name).namelist()}
        assert ".pyc" in endings
        assert ".py" not in endings


CLICK: Final = "(() => { const all = byId('answers').children; all[%d %% all.length].click(); })()"
KEY: Final = "dispatchEvent(new KeyboardEvent('keydown', { key: `${1 + %d %% 2}` }))"


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_whole_game_with_every_box_on_a_phone(
    tab: Tab, server: Server, language: str
) -> None:
    began = time.monotonic()
    await opens(tab, server, language)
    boxes = await tab.run("JSON.stringify(texts.boxes.map(([name]) => name))")
    await begins(tab, seats=5, level="easy", boxes=json.loads(boxes), goal=50)
    print(f"first question after {time.monotonic() - began:.1f} s")
    await tab.until(f"skip(), ({ASKED})")
    assert await findings(tab) == []
    count = await plays(tab, press=CLICK)
    assert await findings(tab) == []
    told = await tab.call(
        "Runtime.evaluate",
        expression="driver.ask('ending').then((it) => JSON.stringify(it.record))",
        awaitPromise=True,
        returnByValue=True,
    )
    record = Record.from_json(json.loads(told["result"]["value"]))
    assert verify(record).fits
    assert record.seats == 5
    print(f"{count} answers, {len(record.moves)} moves")
    await tab.run("byId('answers').firstChild.click()")
    await tab.until(f"({ASKED}) || rest.length > 0")
    assert await tab.run("now.journey") == 1


async def test_by_keys_alone_at_a_desk(tab: Tab, server: Server) -> None:
    await opens(tab, server, "en", DESK)
    await tab.run("document.querySelector('details').open = true")
    assert await findings(tab) == []
    await begins(tab, seats=3, level="easy", goal=25)
    assert await plays(tab, press=KEY)


async def test_it_goes_on_after_a_reload_without_a_network(tab: Tab, server: Server) -> None:
    await opens(tab, server, "en")
    await begins(tab, seats=4, level="normal")
    for number in range(5):
        await tab.until(f"skip(), {ASKED}")
        await tab.run(CLICK % number)
    await tab.until(f"skip(), {ASKED}")
    before = await tab.run("JSON.stringify([facts.version, facts.question.words])")
    await tab.until("navigator.serviceWorker.controller !== null")
    await tab.call(
        "Runtime.evaluate",
        expression="caches.keys().then((names) => caches.open(names[0])).then((it) => it.keys())"
        ".then((it) => { window.keptFiles = it.length; })",
        awaitPromise=True,
    )
    assert await tab.run("window.keptFiles") >= 20
    await server.stop()
    await tab.call("Page.reload")
    await tab.until("typeof texts !== 'undefined' && texts !== null && !!document.title")
    await tab.run("document.getElementById('go-on').click()")
    await tab.until(f"typeof facts !== 'undefined' && {ASKED}")
    assert await tab.run("JSON.stringify([facts.version, facts.question.words])") == before


async def test_records_are_those_of_cpython(tab: Tab, server: Server) -> None:
    await opens(tab, server, "en")
    step = 25
    for first in range(0, SAME, step):
        boxes = ["boscalumia", "little_help", "krismastri"] if first % (2 * step) else []
        setup = json.dumps(
            {
                "language": "en",
                "seats": 2 + first // step % 5,
                "level": ("easy", "normal", "hard")[first // step % 3],
                "options": json.loads(await tab.run("JSON.stringify(texts.options)"))
                | {"boxes": boxes},
            }
        )
        await tab.call(
            "Runtime.evaluate",
            expression=PLAYED % (first, first + step, setup),
            awaitPromise=True,
        )
        found = json.loads(await tab.run("window.records"))
        for seed, record in enumerate(found, first):
            mine = await asyncio.to_thread(played, json.loads(setup), seed)
            assert record == mine, seed


def played(setup: dict[str, Any], seed: int) -> object:
    """Return the record of the same game here."""
    table = Table(seed)
    told = table.asks("new", **{k: v for k, v in setup.items() if k != "language"}, seed=table.seed)
    while told["question"] is not None:
        number = (told["version"] * 7 + seed) % len(told["question"]["moves"])
        told = table.answers(told, number)
    return table.asks("ending")["record"]
