"""The local table: the same bot on a simulated Discord, played in a browser, with no token.

The simulation (simcord) is made for tests: its time stands still, and a page shows what stood when
it was last asked. Here time is real, a click waits only for its answer, and the page shows
what the bot does by itself. This needs the insides of simcord, in this file only and of the one
version that the project names; so they are handled as `Any`.
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
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet
from zoneinfo import available_timezones

import discord

from bot.client import Celestia
from bot.store.address import Address
from bot.store.claims import private_folder
from players.roster import STAND_IN

if TYPE_CHECKING:
    from bot.settings import Settings

ADDRESS: Final = "The table stands at {address} - press Start there; Ctrl-C ends it."
COMPUTERS: Final = 3
"""So many sit at the table when the visitor comes."""

FIRST_ANSWER: Final = 3.0
"""Seconds that a click waits for the bot to answer: as long as Discord does."""
ALL_DONE: Final = 0.3
"""Seconds that it waits, once answered, for the rest of what the bot has to do."""
LOOK: Final = 0.005
"""Seconds between two looks whether the bot is still at work."""
SHOW: Final = 0.2
"""Seconds between two looks whether there is anything new for the page."""
THEIRS: Final = "/app.js"
"""simcord's own script of the page, the last one to run."""
OURS: Final = resources.files("bot.cli") / "local.js"
REMEMBERED: Final = 64
"""So many pages are remembered as they were published, for clicks that come late."""


async def play(settings: Settings) -> None:
    """Keep a table on this machine until it is cancelled, or ended on its page."""
    with private_folder() as folder:
        database = Address.of_file(folder / "celestia.db")
        bot = Celestia(settings.model_copy(update={"database": database}))
        await serve(bot, begin=partial(_open_table, bot))


async def serve(
    bot: discord.Client,
    tell: Callable[[str], None] | None = None,
    begin: Callable[[int, int, int], Awaitable[None]] | None = None,
) -> None:
    """Keep a table with any bot; ``tell`` gets the address, once the page can be opened.

    ``begin`` lays it before that, for a user in a guild's channel.
    """
    # simcord makes a client of its own to learn from, without intents, and discord.py warns of it
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


async def _open_table(bot: Celestia, user: int, guild: int, channel: int) -> None:
    """Open a table with computers in this channel, so that whoever comes has only to start."""
    if await bot.store.open_table_in(channel) is not None:
        return
    interaction = discord.utils.time_snowflake(datetime.now(UTC))
    told = bot.get_guild(guild)
    locale = told.preferred_locale if told else None
    table = await bot.servers.new_table(
        user, guild, locale, interaction, {}, [STAND_IN] * COMPUTERS
    )
    await bot.service.open(table, user, guild, channel, None)
    await bot.painter.wait_painted(table.id)


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
    """The machine's timezone, if it can be found out."""
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
    """Say where the table is, and open a browser on it if there is a screen for one."""
    print(ADDRESS.format(address=address), flush=True)
    if sys.platform in {"win32", "darwin"} or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
        # Some browsers are waited for until they are closed.
        Thread(target=_open, args=(address,), daemon=True).start()


def _open(address: str) -> None:
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


class _RealClock:
    """Real time, where simcord keeps a clock that is moved by hand."""

    def __init__(self) -> None:
        self._start = perf_counter()

    @property
    def elapsed(self) -> float:
        return perf_counter() - self._start

    def now(self) -> datetime:
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Do nothing: real time cannot be hurried."""


def _keep_real_time(env: Any) -> None:
    """Let timers fire when they are due, and let a click end when it is answered."""
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
    """Waits until the bot has nothing more to do for a click."""

    def __init__(self, env: Any) -> None:
        self._env = env
        self._resting: WeakSet[asyncio.Task[Any]] = WeakSet()
        """Tasks that wait for something; nothing waits for them."""

    async def settle(self, *, timeout: float | None = None, **_: Any) -> None:  # noqa: ASYNC109
        import simcord._settlement as settlement

        start = perf_counter()
        private: Any = settlement
        private._active_callbacks(self._env._settlement_state())  # forgets cancelled timers
        await asyncio.sleep(0)
        while at_work := self._at_work():
            answered = all(it.responded for it in _last(self._env.backend.interactions))
            if perf_counter() - start > (timeout or (ALL_DONE if answered else FIRST_ANSWER)):
                self._resting.update(at_work)
                return
            await asyncio.sleep(LOOK)

    def _at_work(self) -> set[asyncio.Task[Any]]:
        tasks: set[asyncio.Task[Any]] = self._env._work.tasks
        return {it for it in tasks if not it.done()}.difference(self._resting)


def _last(interactions: dict[int, Any]) -> list[Any]:
    return [interactions[it] for it in list(interactions)[-1:]]


def _add_script(preview: Any) -> None:
    """Let the page do what simcord's own script does not: see `local.js`."""
    server = preview._server
    serve = server._static

    async def static(request: Any) -> Any:
        response = await serve(request)
        if request.path == THEIRS:
            response.text += OURS.read_text("utf-8")
        return response

    server._static = static


async def _keep_live(preview: Any) -> None:
    """Show on the page what the bot does, soon after it has done it."""
    backend = preview.env.backend
    while True:
        if backend.http_requests and preview._active_action is None:
            backend.http_requests.clear()
            backend.transcript.clear()
            preview._advance_presentation_time()
            preview._publish_message_pages(reason="refresh")
        await asyncio.sleep(SHOW)


def _forgive_late_clicks(preview: Any) -> None:
    """Take a click on a page that has changed meanwhile, if its button is still the same."""
    late = _LateClicks(preview)
    preview._publish, preview._action = late.publish, late.act


class _LateClicks:
    """Remembers what was published, for clicks that come late.

    simcord refuses them; but here the computer players keep on changing the page.
    """

    def __init__(self, preview: Any) -> None:
        self._preview = preview
        self._publish, self._act = preview._publish, preview._action
        self._kept: Mapping[int, Any] = preview.env.backend.messages[preview.channel.id]
        self._published: deque[tuple[tuple[str, int], dict[int, list[Any]]]] = deque(
            maxlen=REMEMBERED
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
    """The custom_id of the control that a page calls by this key."""
    import simcord.preview._action_plans as plans

    private: Any = plans
    for index, root in enumerate(components):
        for path, part in private._component_paths(root, str(index)):
            if private._component_key(part, path, number) == key:
                return part.get("custom_id")
    return None
