"""Pictures of a channel as somebody sees it, by simcord's page and Debian's chromium.

A tool, not a test: `await shoot(env, channel, viewer, path, width=PHONE)` in any test or script.
"""

import asyncio
import base64
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import aiohttp
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.env import Env

DESKTOP: Final = 1280
PHONE: Final = 390
HEIGHT: Final = 844
TALLEST: Final = 12_000
NAVIGATED: Final = "Inspected target navigated or closed"
"""Chrome's refusal of a script whose page went away while it ran."""
PATIENCE: Final = 120.0

FLAGS: Final = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--no-first-run",
    "--remote-debugging-port=0",
)

READY: Final = "Boolean(window.simcordPreview && window.simcordPreview.ready)"
BARE: Final = """
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`[data-workbench], .drawer-scrim, .message-edited-compact {
        display: none !important
    }`);
    document.adoptedStyleSheets = [sheet];
"""
"""Leaves the channel alone on the page: no tools around it, no marks that hang over its edge."""
TALL: Final = """
    (() => {
        const timeline = document.getElementById('channel-timeline');
        const beside = document.documentElement.clientHeight - timeline.clientHeight;
        return beside + document.getElementById('channel-message-list').scrollHeight;
    })()
"""
"""Height of the page that shows all messages."""
NEWEST: Final = """
    ((last) => {
        const all = [...document.querySelectorAll('article[data-message-id]')];
        all.slice(0, -last).forEach(message => message.style.display = 'none');
    })(%s)
"""
"""Hides all messages but the last ones."""
AROUND: Final = """
    (() => {
        const all = [...document.querySelectorAll('article[data-message-id]')];
        const seen = all.filter(message => message.style.display !== 'none');
        const [first, last] = [seen.at(0), seen.at(-1)].map(it => it.getBoundingClientRect());
        return {x: 0, y: first.top, width: document.documentElement.clientWidth,
                height: last.bottom - first.top, scale: 1};
    })()
"""
"""The rectangle of the visible messages on the page."""


async def shoot(
    env: Env,
    channel: ChannelHandle,
    viewer: MemberActor,
    path: Path,
    *,
    width: int = DESKTOP,
    locale: str = "en-US",
    last: int = 0,
) -> Path:
    """Put a picture of all that is in the channel, as this member sees it, at ``path``.

    With ``last``, only this number of messages, and nothing around them.
    """
    page: dict[str, Any] = {"layout": "channel", "width": width, "height": HEIGHT, "locale": locale}
    page["presentation_time"] = env.now()  # so that "in 45 seconds" is not counted from today
    async with env.preview(channel, viewers=[viewer], **page) as preview, browser_tab() as tab:
        await tab.size(width, HEIGHT)
        await tab.call("Page.navigate", url=preview.url)
        await tab.until(READY)
        await tab.run(BARE)
        if last:
            await tab.run(NEWEST % last)
        await tab.size(width, min(TALLEST, max(HEIGHT, await tab.run(TALL))))
        await asyncio.sleep(0.3)  # the page notices its new size, and asks for what fits it
        await tab.until(READY)
        frame = {"clip": await tab.run(AROUND)} if last else {}
        picture = await tab.call("Page.captureScreenshot", format="png", **frame)
    path.write_bytes(base64.b64decode(picture["data"]))
    return path


in_a_browser: Final = pytest.mark.skipif(
    shutil.which("chromium") is None,
    reason="no chromium on this machine; .ci/run installs it where it may",
)


class Refused(Exception):
    """The browser could not do what it was asked."""


class Tab:
    """A page of a browser, controlled by Chrome's DevTools protocol."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = count(1)
        self._session: dict[str, str] = {}
        self.events: list[dict[str, Any]] = []
        """Events of the domains that were enabled."""

    async def attach(self) -> None:
        """Open a tab and speak to it from now on."""
        target = await self.call("Target.createTarget", url="about:blank")
        session = await self.call("Target.attachToTarget", flatten=True, **target)
        self._session = {"sessionId": session["sessionId"]}

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Call a method, and return its result."""
        number = next(self._numbers)
        await self._socket.send_json(
            {"id": number, "method": method, "params": params, **self._session}
        )
        while True:
            message = await self._socket.receive_json(timeout=PATIENCE)
            if message.get("id") == number:
                if "error" in message:
                    raise Refused(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    async def run(self, script: str) -> Any:
        """Run a script on the page, and return its value."""
        result = await self.call("Runtime.evaluate", expression=script, returnByValue=True)
        return result["result"].get("value")

    async def until(self, script: str) -> None:
        """Wait until this holds on the page, which may load anew meanwhile."""
        async with asyncio.timeout(PATIENCE):
            while not await self._holds(script):
                await asyncio.sleep(0.05)

    async def _holds(self, script: str) -> bool:
        try:
            return bool(await self.run(script))
        except Refused as refused:
            if NAVIGATED not in str(refused):
                raise
            return False

    async def size(self, width: int, height: int) -> None:
        """Make the page as large as this, sharp enough to read."""
        screen = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": False}
        await self.call("Emulation.setDeviceMetricsOverride", **screen)


@asynccontextmanager
async def browser_tab() -> AsyncIterator[Tab]:
    chromium = shutil.which("chromium")
    assert chromium, "no chromium on this machine: apt-get install chromium"
    with TemporaryDirectory(prefix="shots-", ignore_cleanup_errors=True) as profile:
        process = await asyncio.create_subprocess_exec(
            chromium,
            *FLAGS,
            f"--user-data-dir={profile}",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with (
                aiohttp.ClientSession() as session,
                session.ws_connect(await _address(process), max_msg_size=0) as socket,
            ):
                tab = Tab(socket)
                await tab.attach()
                yield tab
        finally:
            if process.returncode is None:
                process.terminate()
            await process.communicate()


async def _address(process: asyncio.subprocess.Process) -> str:
    """Return the address of the browser, which it prints on standard error."""
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE):
        async for line in process.stderr:
            if found := re.search(rb"listening on (ws://\S+)", line):
                return found[1].decode()
    raise AssertionError("chromium ended before it listened")
