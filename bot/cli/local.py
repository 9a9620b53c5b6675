"""The local table: the same bot on a simulated Discord, played in a browser, with no token.

The simulation (simcord) is made for tests: its time stands still, and a page shows what stood when
it was last asked. Here time is real, a click waits only for its answer, and the page is told of
whatever the bot does by itself. For that the insides of simcord are touched, in this file only and
for the one version that the project names; so it is handled as `Any`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import webbrowser
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from getpass import getuser
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet
from zoneinfo import available_timezones

import discord

from bot.client import Celestia
from bot.store.backends import Address

if TYPE_CHECKING:
    from bot.settings import Settings

ADDRESS: Final = "The table stands at {address} - type /celestia new there; Ctrl-C ends it."

FIRST_ANSWER: Final = 3.0
"""Seconds that a click waits for the bot to answer: as long as Discord does."""
ALL_DONE: Final = 0.3
"""Seconds that it waits, once answered, for the rest of what the bot has to do."""
LOOK: Final = 0.005
"""Seconds between two looks whether the bot is still at it."""
SHOW: Final = 0.2
"""Seconds between two looks whether there is anything new for the page."""
REMEMBERED: Final = 64
"""Pages as they once stood that are remembered, for clicks that come late."""


async def play(settings: Settings) -> None:
    """Keep a table on this machine until it is cancelled, or ended on its page."""
    with TemporaryDirectory(prefix="celestia-") as folder:
        database = Address.of_file(Path(folder, "celestia.db"))
        await serve(Celestia(settings.model_copy(update={"database": database})))


async def serve(bot: discord.Client, tell: Callable[[str], None] | None = None) -> None:
    """The same with any bot; ``tell`` gets the address, once the page can be opened."""
    # simcord makes a client of its own to learn from, without intents, and discord.py warns of it
    logging.getLogger("discord.state").setLevel(logging.ERROR)
    from simcord.env import Env  # not everybody has it: see pyproject.toml, "local"

    env: Any = Env(bot)
    _keep_real_time(env)
    channel, visitor = _furnish(env, language(os.environ))
    try:
        await env.start()
        page = {"layout": "channel", "locale": language(os.environ), "timezone": _timezone()}
        async with env.preview(channel, viewers=[visitor], **page) as preview:
            _forgive_late_clicks(preview)
            (tell or _invite)(preview.url)
            await _first(preview.wait_closed(), _keep_live(preview))
    finally:
        with env._bot_scope():
            await bot.close()
        await env.shutdown()


def language(variables: Mapping[str, str]) -> str:
    """The language of the machine's user, as Discord names it."""
    names = (variables.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    said = next(filter(None, names), "").partition(".")[0].replace("_", "-")
    known = [locale.value for locale in discord.Locale]
    fitting = [it for it in known if it == said or it.partition("-")[0] == said.partition("-")[0]]
    return said if said in known else next(iter(fitting), "en-US")


def tell_languages(env: Any, languages: Mapping[int, str]) -> None:
    """Let interactions say which language their user and their guild speak.

    simcord says American English for everybody; ``languages`` is looked at each time.
    """
    emit = env.backend.emit

    def emit_in_language(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            user = payload["member"]["user"] if "member" in payload else payload["user"]
            payload["locale"] = languages.get(int(user["id"]), payload["locale"])
            if "guild_id" in payload:
                guild = env.backend.get_guild(int(payload["guild_id"]))
                payload["guild_locale"] = guild.preferred_locale
        emit(event, payload)

    env.backend.emit = emit_in_language


def _furnish(env: Any, locale: str) -> tuple[Any, Any]:
    """A guild with a channel, and the visitor in it, who may manage it."""
    env.backend.bot_user.name = "Celestia"
    name = _name()
    user = env.create_user(name.lower(), global_name=name)
    tell_languages(env, {user.id: locale})
    guild = env.create_guild("Celestia", preferred_locale=locale)
    rights = discord.Permissions(manage_guild=True, manage_channels=True)
    visitor = guild.add_member(user, roles=[guild.create_role("host", permissions=rights)])
    return guild.create_text_channel("celestia", topic="/celestia new"), visitor


def _name() -> str:
    try:
        return getuser().title()
    except (OSError, KeyError, ImportError):  # Windows knows no list of users
        return "Visitor"


def _timezone() -> str:
    """The machine's timezone, if it can be told."""
    name = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    return name if name in available_timezones() else "UTC"


async def _first(*awaited: Any) -> None:
    """Wait for one of these and leave the others; whatever it raises is raised."""
    tasks = [asyncio.ensure_future(it) for it in awaited]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()


def _invite(address: str) -> None:
    """Say where the table is, and open a browser on it if there is a screen for one."""
    print(ADDRESS.format(address=address), flush=True)
    if sys.platform in {"win32", "darwin"} or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
        # Some browsers are waited for until they are closed.
        Thread(target=_open, args=(address,), daemon=True).start()


def _open(address: str) -> None:
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


class _RealClock:
    """The time on the wall, where simcord keeps one that is moved by hand."""

    def __init__(self) -> None:
        self._start = perf_counter()

    @property
    def elapsed(self) -> float:
        return perf_counter() - self._start

    def now(self) -> datetime:
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """It cannot be hurried."""


def _keep_real_time(env: Any) -> None:
    """Let timers fire when they are due, and acts end when they are answered."""
    from simcord._dpy_internals import real_monotonic
    from simcord._settlement import _active_callbacks

    def schedule_timer(record: Any, callback: Any, args: Any, context: Any) -> None:
        def fire() -> None:
            if record.handle is not None and not record.handle.cancelled():
                record.handle._run()

        when = real_monotonic() + max(record.when - env._virtual_time, 0.0)
        record.real_handle = env._runtime.call_at(when, fire, context=context)

    async def settle(*, timeout: float | None = None, **_: Any) -> None:
        start = perf_counter()
        _active_callbacks(env._settlement_state())  # forgets the timers that were cancelled
        await asyncio.sleep(0)
        while at_work := {it for it in env._work.tasks if not it.done()}.difference(resting):
            answered = all(it.responded for it in _last(env.backend.interactions))
            if perf_counter() - start > (timeout or (ALL_DONE if answered else FIRST_ANSWER)):
                resting.update(at_work)
                return
            await asyncio.sleep(LOOK)

    resting: WeakSet[asyncio.Task[Any]] = WeakSet()  # they wait for something; none waits for them
    env.backend.clock = _RealClock()
    env._schedule_timer = schedule_timer
    env._settle_internal = settle


def _last(interactions: dict[int, Any]) -> list[Any]:
    return [interactions[it] for it in list(interactions)[-1:]]


async def _keep_live(preview: Any) -> None:
    """Show the page whatever the bot has done, soon after it was done."""
    backend = preview.env.backend
    while True:
        if backend.http_requests and preview._active_action is None:
            backend.http_requests.clear()
            backend.transcript.clear()
            preview._advance_presentation_time()
            preview._publish_message_pages(reason="refresh")
        await asyncio.sleep(SHOW)


def _forgive_late_clicks(preview: Any) -> None:
    """Take a click on a page that has changed meanwhile, if what was clicked is still the same.

    simcord refuses it; but here the computer players keep on changing the page.
    """
    from simcord.preview._action_plans import _component_key, _component_paths

    publish, act = preview._publish, preview._action
    kept = preview.env.backend.messages[preview.channel.id]
    stood: deque[tuple[tuple[str, int], dict[int, Any]]] = deque(maxlen=REMEMBERED)

    def publish_and_remember(page: Any, **reason: Any) -> None:
        publish(page, **reason)
        components = {number: message.components for number, message in kept.items()}
        stood.append(((page.id, page.revision), components))

    def control(components: list[Any], number: int, key: str) -> str | None:
        for index, root in enumerate(components):
            for path, part in _component_paths(root, str(index)):
                if _component_key(part, path, number) == key:
                    return part.get("custom_id")
        return None

    def still_there(page: Any, body: Mapping[str, Any]) -> bool:
        if body.get("kind") not in {"click", "select"}:
            return True
        number, key = int(body["target_id"]), str(body["control_key"])
        before = dict(stood).get((page.id, body["published_revision"]), {}).get(number, [])
        now = kept[number].components if number in kept else []
        custom_id = control(before, number, key)
        return custom_id is not None and custom_id == control(now, number, key)

    async def act_late(context: str | None, body: Any) -> Any:
        page = preview._pages.get(context)
        with suppress(KeyError, TypeError, ValueError, AttributeError):
            if body["published_revision"] < page.revision and still_there(page, body):
                body = {**body, "published_revision": page.revision}
        return await act(context, body)

    preview._publish, preview._action = publish_and_remember, act_late
