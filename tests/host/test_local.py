"""The local table, by the requests of its page's script and in a real browser."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag
from uuid import uuid4

import aiohttp
import pytest
from simcord.preview import Preview

from bot.cli.local import language, serve
from tests.host.shots import DESKTOP, HEIGHT, PHONE, READY, browser_tab, in_a_browser
from tests.host.small_bot import Small

Json = dict[str, Any]

ROOT = Path(__file__).parents[2]


class Page:
    """The page of a browser."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session
        self._sequence = 0
        self.state: Json = {}

    @property
    def text(self) -> str:
        """All text on the page."""
        return str([self.state["messages"][number] for number in self.state["timeline"]])

    async def open(self) -> "Page":
        self.state = await self._ask("POST", "/api/pages", {})
        self._session.headers["X-Simcord-Context"] = self.state["context"]["id"]
        return self

    async def look(self) -> None:
        """Refresh the page, as its script does twice a second."""
        self.state = await self._ask("GET", "/api/state")

    async def until(self, holds: Callable[[], bool]) -> None:
        """Refresh until the condition holds."""
        async with asyncio.timeout(60):
            while not holds():
                await asyncio.sleep(0.05)
                await self.look()

    async def types(self, command: str) -> Json:
        """Run a command from the composer."""
        catalogue = await self._ask("GET", "/api/commands")
        (entry,) = (it for it in catalogue["entries"] if it["invocation"] == command)
        body = {
            "command_id": entry["commandId"],
            "schema_fingerprint": entry["schemaFingerprint"],
            "path": command.split(),
            "options": {},
        }
        return await self._act("run_command", body)

    async def clicks(self, label: str, *, revision: int | None = None) -> Json:
        """Click a button, optionally of an earlier revision of the page."""
        (button,) = (it for it in _parts(self.state["messages"]) if it.get("label") == label)
        key = button["control_key"]
        body = {"control_key": key, "target_id": key.split(":")[1]}
        if revision is not None:
            body["published_revision"] = revision
        return await self._act("click", body)

    async def _act(self, kind: str, body: Json) -> Json:
        self._sequence += 1
        envelope = {
            "protocol_version": 3,
            "sequence": self._sequence,
            "request_id": str(uuid4()),
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
            "kind": kind,
        }
        receipt = await self._ask("POST", "/api/action", envelope | body)
        await self.look()
        return receipt

    async def _ask(self, method: str, path: str, body: Json | None = None) -> Json:
        async with self._session.request(method, path, json=body) as response:
            assert response.status == 200, await response.text()
            return await response.json()


def _parts(value: Any) -> list[Json]:
    if isinstance(value, list):
        return [part for it in value for part in _parts(it)]
    if not isinstance(value, dict):
        return []
    return [value, *(part for it in value.values() for part in _parts(it))]


@asynccontextmanager
async def visited(address: str) -> AsyncIterator[Page]:
    """The page at an address, whose fragment is a secret that is not sent to the server."""
    server, secret = urldefrag(address)
    headers = {"X-Simcord-Capability": secret}
    async with aiohttp.ClientSession(server, headers=headers) as session:
        yield await Page(session).open()


@pytest.fixture
async def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Page]:
    """The page of a local table with the small bot."""
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    told: asyncio.Queue[str] = asyncio.Queue()
    table = asyncio.create_task(serve(Small(tmp_path / "small.txt"), tell=told.put_nowait))
    async with visited(await asyncio.wait_for(told.get(), 60)) as page:
        yield page
    table.cancel()
    with pytest.raises(asyncio.CancelledError):
        await table


async def test_a_table_is_opened_and_played_by_clicks(page: Page) -> None:
    assert page.state["channel"]["name"] == "celestia"
    assert page.state["timeline"] == []
    assert (await page.types("celestia new"))["settlement"] == "settled"
    await page.clicks("Hand")
    assert "the compass" in page.text
    receipt = await page.clicks("Join")
    assert receipt["acknowledgement"] == "acknowledged"
    await page.types("celestia speak")
    assert "fr in fr" in page.text, "the visitor speaks the language of the machine"


async def test_a_click_on_a_page_that_has_changed_meanwhile_counts(page: Page) -> None:
    await page.types("celestia new")
    await page.clicks("Later")
    assert "two seconds later" not in page.text, "the click was held until the bot had done it all"
    before = page.state["publishedRevision"]
    await page.until(lambda: "two seconds later" in page.text)
    assert page.state["publishedRevision"] > before
    receipt = await page.clicks("Hand", revision=before)
    assert not receipt["rejected"]
    assert "the compass" in page.text


@asynccontextmanager
async def at_home(folder: Path) -> AsyncIterator[str]:
    """The address of the table of a bot without a token, which is ended as by its user."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot"),
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        said = b""
        async with asyncio.timeout(60):
            while not (found := re.search(rb"(http://\S+).*\n", said)):
                said += await process.stdout.read(1000) or pytest.fail("it ended")
        assert b"press Start" in found[0]
        yield found[1].decode()
    finally:
        process.terminate()
        await process.communicate()
    assert process.returncode == 0
    assert list(folder.iterdir()) == []


async def test_a_newcomer_plays_after_one_click(tmp_path: Path) -> None:
    async with at_home(tmp_path) as address, visited(address) as page:
        assert address.startswith("http://127.0.0.1:")
        assert page.state["commands"]["count"] > 0
        assert len(page.state["timeline"]) == 1
        assert "Players (4 of 6)" in page.text
        assert (await page.clicks("Start"))["acknowledgement"] == "acknowledged"
        await page.until(lambda: "Your hand" in page.text)


async def test_a_first_flight_begins_in_the_page_that_is_open(tmp_path: Path) -> None:
    async with at_home(tmp_path) as address, visited(address) as page:
        assert (await page.clicks("First Flight"))["acknowledgement"] == "acknowledged"
        await page.until(lambda: "Your hand" in page.text and "🎓" in page.text)
        assert "16 points win" in page.text


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en-GB"),
        ({"LANG": "pt_BR"}, "pt-BR"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "C.UTF-8"}, "en-US"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "fr_CA.UTF-8"}, "fr"),
        ({}, "en-US"),
    ],
)
def test_the_language_of_the_machine(variables: dict[str, str], expected: str) -> None:
    assert language(variables) == expected


# --- in a real browser ---------------------------------------------------------------------

RESIZED = "configure_presentation"
STUCK = f"window.simcordPreview.pendingAction?.kind === '{RESIZED}'"
START = (
    "[...document.querySelectorAll('article button')].find(it => it.textContent.includes('Start'))"
)
ALL_SEEN = """
    (({scrollHeight, scrollTop, clientHeight}) => scrollHeight - scrollTop - clientHeight < 2)(
        document.getElementById('channel-timeline'))
"""
MESSAGES = "document.querySelectorAll('article[data-message-id]').length"


@in_a_browser
async def test_an_answer_that_is_lost_leaves_no_page_stuck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take, lost, over = Preview._action, list[str](), asyncio.Event()

    async def act(preview: Preview, context: str | None, body: Mapping[str, Any]) -> Any:
        taken = await take(preview, context, body)
        if body["kind"] == RESIZED and body["host_width"] > PHONE and not lost:
            lost.append(body["request_id"])
            await over.wait()
        return taken

    monkeypatch.setattr(Preview, "_action", act)
    told: asyncio.Queue[str] = asyncio.Queue()
    table = asyncio.create_task(serve(Small(tmp_path / "small.txt"), tell=told.put_nowait))
    address = await asyncio.wait_for(told.get(), 10)
    async with browser_tab() as tab:
        await tab.size(PHONE, HEIGHT)
        await tab.call("Page.navigate", url=address)
        await tab.until(READY)
        await tab.size(DESKTOP, HEIGHT)
        await tab.until(STUCK)
        try:
            await tab.until(f"!({STUCK}) && {READY}")
        finally:
            over.set()
            table.cancel()
    assert len(lost) == 1
    with pytest.raises(asyncio.CancelledError):
        await table


@in_a_browser
async def test_the_page_follows_the_game(tmp_path: Path) -> None:
    async with at_home(tmp_path) as address, browser_tab() as tab:
        await tab.size(PHONE, HEIGHT)
        await tab.call("Page.navigate", url=address)
        await tab.until(f"{READY} && {MESSAGES} === 1")
        await tab.run(f"{START}.click()")
        await tab.until(f"{READY} && {MESSAGES} > 2")
        await tab.until(ALL_SEEN)
