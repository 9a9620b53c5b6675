"""The local table: the same bot on a simulated Discord in a browser, without a token.

The simulation (simcord) is made for tests: its time stands still, and its page shows the state at
the last request. Here time is real, a click waits only for its answer, and the page shows what the
bot does without a click. This needs internals of simcord, of the one version that the project pins
and in this file only, so they are typed as `Any`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import webbrowser
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from getpass import getuser
from importlib import resources
from threading import Thread
from time import perf_counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet
from zoneinfo import available_timezones

import discord

from bot.client import Celestia
from bot.store.address import Address
from bot.store.private_copies import private_folder
from players.roster import STAND_IN

if TYPE_CHECKING:
    from bot.settings import Settings

ADDRESS: Final = "The table stands at {address} - press Start there; Ctrl-C ends it."
COMPUTERS: Final = 3
"""Computers at the table when the page is opened."""

ANSWER_TIMEOUT: Final = 3.0
"""Seconds that a click waits for its answer, as on Discord."""
SETTLE_TIMEOUT: Final = 0.3
"""Seconds that an answered click waits for the bot's remaining work."""
WORK_POLL_INTERVAL: Final = 0.005
"""Seconds between two checks whether the bot is still at work."""
PAGE_REFRESH_INTERVAL: Final = 0.2
"""Seconds between two checks whether the page has to be refreshed."""
SIMCORD_SCRIPT: Final = "/app.js"
"""simcord's own script of the page, the last one to run."""
PAGE_SCRIPT: Final = resources.files("bot.cli") / "local.js"
"""The script that is appended to it."""
MAX_PUBLISHED_PAGES: Final = 64
"""Published pages that are kept for late clicks."""


async def play(settings: Settings) -> None:
    """Serve a table on this machine until it is cancelled, or ended on its page."""
    with private_folder() as folder:
        database = Address.of_file(folder / "celestia.db")
        bot = Celestia(settings.model_copy(update={"database": database}))
        await serve(bot, begin=partial(open_table, bot))


async def serve(
    bot: discord.Client,
    tell: Callable[[str], None] | None = None,
    begin: Callable[[int, int, int], Awaitable[None]] | None = None,
) -> None:
    """Serve a table with any bot.

    ``begin`` opens the table for a user in a channel of a guild, given by their ids; then ``tell``
    gets the address of the page.
    """
    # simcord makes another client without intents, of which discord.py warns
    logging.getLogger("discord.state").setLevel(logging.ERROR)
    from simcord.env import Env  # an extra: see pyproject.toml, "local"

    env: Any = Env(bot)
    _keep_real_time(env)
    channel, visitor = _furnish(env, language(os.environ))
    try:
        await env.start()
        if begin is not None:
            with env._bot_scope():
                await begin(visitor.id, channel.guild.id, channel.id)
        page = {"layout": "channel", "locale": language(os.environ), "timezone": _timezone()}
        laid = env.preview(channel, viewers=[visitor], **page)
        _add_script(laid)
        async with laid as preview:
            _forgive_late_clicks(preview)
            (tell or _invite)(preview.url)
            await _first(preview.wait_closed(), _keep_live(preview))
    finally:
        with env._bot_scope():
            await bot.close()
        await env.shutdown()


async def open_table(
    bot: Celestia,
    user: int,
    guild: int,
    channel: int,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Open a table with computers in this channel, so that the visitor only has to start."""
    if await bot.store.open_table_in(channel) is not None:
        return
    interaction = discord.utils.time_snowflake(datetime.now(UTC))
    told = bot.get_guild(guild)
    locale = told.preferred_locale if told else None
    table = await bot.servers.new_table(
        user, guild, locale, interaction, settings, [STAND_IN] * COMPUTERS
    )
    await bot.service.open(table, user, guild, channel, None)
    await bot.boards.wait_delivered(table.id)


def language(variables: Mapping[str, str]) -> str:
    """Return Discord's locale for the language of the machine's user."""
    names = (variables.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    said = next(filter(None, names), "").partition(".")[0].replace("_", "-")
    known = [locale.value for locale in discord.Locale]
    fitting = [it for it in known if it == said or it.partition("-")[0] == said.partition("-")[0]]
    return said if said in known else next(iter(fitting), "en-US")


def tell_languages(env: Any, languages: Mapping[int, str]) -> None:
    """Put the locales of their user and guild into interactions.

    simcord sends American English for everybody. ``languages`` is read at each interaction.
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
    """Make a guild with a channel, and a visitor who may manage it."""
    from simcord.backend.models import Overwrite
    from simcord.enums import OverwriteType

    env.backend.bot_user.name = "Celestia"
    name = _name()
    user = env.create_user(name.lower(), global_name=name)
    tell_languages(env, {user.id: locale})
    guild = env.create_guild("Celestia", preferred_locale=locale)
    rights = discord.Permissions(manage_guild=True, manage_channels=True)
    visitor = guild.add_member(user, roles=[guild.create_role("host", permissions=rights)])
    channel = guild.create_text_channel("celestia", topic="/celestia new")
    # the page shows this channel alone, so there must be no tables in threads
    denied = discord.Permissions(create_public_threads=True, create_private_threads=True).value
    bot = Overwrite(env.backend.bot_user.id, OverwriteType.MEMBER, deny=denied)
    env.backend.edit_channel(channel.id, {}, overwrites=[bot])
    return channel, visitor


def _name() -> str:
    try:
        return getuser().title()
    except (OSError, KeyError, ImportError):  # Windows has no list of users
        return "Visitor"


def _timezone() -> str:
    """Return the machine's time zone, or UTC if it is unknown."""
    name = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    return name if name in available_timezones() else "UTC"


async def _first(*awaited: Any) -> None:
    """Wait for the first of these, raise what it raises, and cancel the others."""
    tasks = [asyncio.ensure_future(it) for it in awaited]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()


def _invite(address: str) -> None:
    """Print the address, and open it in a browser if there is a screen for one."""
    print(ADDRESS.format(address=address), flush=True)
    if sys.platform in {"win32", "darwin"} or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
        # Some browsers are waited for until they are closed.
        Thread(target=_open, args=(address,), daemon=True).start()


def _open(address: str) -> None:
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


class _RealClock:
    """Real time in place of simcord's manual clock."""

    def __init__(self) -> None:
        self._start = perf_counter()

    @property
    def elapsed(self) -> float:
        return perf_counter() - self._start

    def now(self) -> datetime:
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Do nothing: real time passes by itself."""


def _keep_real_time(env: Any) -> None:
    """Fire timers when they are due, and end a click when it is answered."""
    from simcord._dpy_internals import real_monotonic

    def schedule_timer(record: Any, _callback: Any, _args: Any, context: Any) -> None:
        def fire() -> None:
            if record.handle is not None and not record.handle.cancelled():
                record.handle._run()

        when = real_monotonic() + max(record.when - env._virtual_time, 0.0)
        record.real_handle = env._runtime.call_at(when, fire, context=context)

    env.backend.clock = _RealClock()
    env._schedule_timer = schedule_timer
    env._settle_internal = _Settling(env).settle


class _Settling:
    """Waits until the bot has finished its work for a click."""

    def __init__(self, env: Any) -> None:
        self._env = env
        self._resting: WeakSet[asyncio.Task[Any]] = WeakSet()
        """Tasks that did not finish with a click and are not waited for again."""

    async def settle(self, *, timeout: float | None = None, **_: Any) -> None:  # noqa: ASYNC109
        import simcord._settlement as settlement

        start = perf_counter()
        private: Any = settlement
        private._active_callbacks(self._env._settlement_state())  # drops cancelled timers
        await asyncio.sleep(0)
        while at_work := self._at_work():
            newest = [*self._env.backend.interactions.values()][-1:]
            answered = all(it.responded for it in newest)
            limit = timeout or (SETTLE_TIMEOUT if answered else ANSWER_TIMEOUT)
            if perf_counter() - start > limit:
                self._resting.update(at_work)
                return
            await asyncio.sleep(WORK_POLL_INTERVAL)

    def _at_work(self) -> set[asyncio.Task[Any]]:
        tasks: set[asyncio.Task[Any]] = self._env._work.tasks
        return {it for it in tasks if not it.done()}.difference(self._resting)


def _add_script(preview: Any) -> None:
    """Append `PAGE_SCRIPT` to simcord's own script."""
    server = preview._server
    serve = server._static

    async def static(request: Any) -> Any:
        response = await serve(request)
        if request.path == SIMCORD_SCRIPT:
            response.text += PAGE_SCRIPT.read_text("utf-8")
        return response

    server._static = static


async def _keep_live(preview: Any) -> None:
    """Refresh the page soon after each action of the bot."""
    backend = preview.env.backend
    while True:
        if backend.http_requests and preview._active_action is None:
            backend.http_requests.clear()
            backend.transcript.clear()
            preview._advance_presentation_time()
            preview._publish_message_pages(reason="refresh")
        await asyncio.sleep(PAGE_REFRESH_INTERVAL)


def _forgive_late_clicks(preview: Any) -> None:
    """Accept a click on a page that has changed meanwhile, if its button is still the same."""
    late = _LateClicks(preview)
    preview._publish, preview._action = late.publish, late.act


class _LateClicks:
    """Keeps the published pages to check late clicks against.

    simcord refuses late clicks, but here the computer players keep changing the page.
    """

    def __init__(self, preview: Any) -> None:
        self._preview = preview
        self._publish, self._act = preview._publish, preview._action
        self._kept: Mapping[int, Any] = preview.env.backend.messages[preview.channel.id]
        self._published: deque[tuple[tuple[str, int], dict[int, list[Any]]]] = deque(
            maxlen=MAX_PUBLISHED_PAGES
        )

    def publish(self, page: Any, **reason: Any) -> None:
        self._publish(page, **reason)
        components = {number: message.components for number, message in self._kept.items()}
        self._published.append(((page.id, page.revision), components))

    async def act(self, context: str | None, body: Any) -> Any:
        page = self._preview._pages.get(context)
        with suppress(KeyError, TypeError, ValueError, AttributeError):
            if body["published_revision"] < page.revision and self._is_still_there(page, body):
                body = {**body, "published_revision": page.revision}
        return await self._act(context, body)

    def _is_still_there(self, page: Any, body: Mapping[str, Any]) -> bool:
        if body.get("kind") not in {"click", "select"}:
            return True
        number, key = int(body["target_id"]), str(body["control_key"])
        before = dict(self._published).get((page.id, body["published_revision"]), {})
        now: list[Any] = self._kept[number].components if number in self._kept else []
        custom_id = _custom_id(before.get(number, []), number, key)
        return custom_id is not None and custom_id == _custom_id(now, number, key)


def _custom_id(components: list[Any], number: int, key: str) -> str | None:
    """Return the custom_id of the control that a page names by this key."""
    import simcord.preview._action_plans as plans

    private: Any = plans
    for index, root in enumerate(components):
        for path, part in private._component_paths(root, str(index)):
            if private._component_key(part, path, number) == key:
                return part.get("custom_id")
    return None
