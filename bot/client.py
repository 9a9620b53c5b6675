"""The bot: connects its parts with each other and with Discord."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain, repeat
from typing import Any, Final, cast

import discord
from discord.ext import commands

from bot.board.beginnings import Beginnings
from bot.board.gallery import Gallery
from bot.board.hands import Hands
from bot.board.icons import Icons
from bot.board.messages import Messages
from bot.board.painter import RETRY_AFTER, Painter
from bot.board.renderer import Renderer
from bot.board.requests import Requests
from bot.board.responses import HUSHED_AT_ONCE
from bot.board.tokens import Tokens
from bot.board.tutor import Tutor
from bot.discord.dispatches import UNREADABLE, guard
from bot.discord.intake import Intake
from bot.discord.limits import LONGEST_WAIT
from bot.discord.names import Names
from bot.discord.permissions import invite
from bot.discord.rate_limit import OPENINGS, REPOSTS, HourlyLimit, UserRateLimit
from bot.discord.rest import Rest
from bot.errors import report
from bot.hosting.availability import Availability
from bot.hosting.inspector import Inspector
from bot.hosting.reader import TableState
from bot.hosting.replays import Replays
from bot.hosting.reviews import Reviews
from bot.hosting.scheduler import Scheduler
from bot.hosting.service import Seen, TableService
from bot.hosting.thinking import Pool, Thinker
from bot.hosting.workers import by_cores, started
from bot.pages.layout import PlainName
from bot.pictures.studio import Studio
from bot.registration import Commands, register
from bot.settings import Settings
from bot.store.backends import store_at
from bot.store.protocol import ServerSettings, Store, StoreError
from bot.tables.autoplay import ThinkingTime
from bot.tables.commands import execute
from bot.tables.paces import PACES
from bot.tables.table import BOARDS, PICTURE, Chair, Table, new_id, new_secret
from bot.web import Web
from bot.words import LANGUAGES
from bot.words.translator import Translator
from players.words.catalogue import match

COGS: Final = (
    *("cogs.presses", "cogs.opening", "cogs.lobby", "cogs.hand", "cogs.board", "cogs.attendance"),
    *("cogs.moderation", "cogs.rulebook", "cogs.learning", "cogs.results", "cogs.replay"),
    *("cogs.ship", "cogs.server"),
)
REACHED_WITHIN: Final = 15.0
"""Seconds after which we do by ourselves what is due, though nobody can click yet."""
LAST_CLICKS: Final = 3.0
"""Seconds that clicks under way may take when we are told to stop."""
LAST_WORDS: Final = 0.5
"""Seconds for answering those who click meanwhile."""
LATELY: Final = 15 * 60.0
"""People who played within so many seconds may be looking, and are told that we stop."""
MOST_ANNOUNCEMENTS: Final = 100
"""Tables that are told at most, since Discord takes about fifty requests a second."""

_log = logging.getLogger(__name__)


class Celestia(commands.Bot):
    """The bot. It hears of interactions alone and asks Discord for as little as it can."""

    def __init__(
        self,
        settings: Settings,
        now: Callable[[], float] = time.time,
        thinker: Thinker | None = None,
    ) -> None:
        # we never speak, so discord.py need not warn about what that would take
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=Commands,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_WAIT,
        )
        parsers = self._connection.parsers  # pyright: ignore[reportPrivateUsage] - nothing public has them
        self.rest: Final = Rest(self)
        self.intake: Final = Intake(parsers, self.rest, report)
        guard(parsers, report)
        self.settings: Final = settings
        self.names: Final = Names()
        self.now: Final = now
        self.store: Final[Store] = store_at(settings.database, clock=now)
        count = by_cores() if settings.workers is None else settings.workers
        self.thinker: Final = thinker or Pool(partial(started, count))
        pause = ThinkingTime(*settings.computer_pause)
        self.service: Final = TableService(self.store, now, pause, self.thinker)
        self.reviews: Final = Reviews(self.service.played, self.thinker.work)
        self.replays: Final = Replays(self.service.history)
        self.renderer: Final = Renderer(
            self.service, self.store, self.language_of, self.replays, self._name_in
        )
        self.web: Final = self._web(settings)
        self.tokens: Final = Tokens(time.monotonic)
        self.studio: Final = Studio()
        self.gallery: Final = Gallery(self.store, self.studio, self.now)
        requests = Requests(self.rest, self.tokens, self._request_timed_out)
        self.messages: Final = Messages(self.store, self.renderer, requests, self.gallery)
        self.beginnings: Final = Beginnings(self.messages)
        self.tutor: Final = Tutor(self.store.people)
        self.hands: Final = Hands(self.rest, self.service.peek, time.monotonic)
        self.icons: Final = Icons(self, requests.request)
        self.painter: Final = Painter(self.store, self.renderer, self.messages, settings.edit_every)
        self.scheduler: Final = Scheduler(self.store, self.service.attend, now)
        self.inspector: Final = Inspector(self.store, self.service.mend)
        self._reached: Final = asyncio.Event()
        self._beginning: asyncio.Task[None] | None = None
        self._inspection: asyncio.Task[None] | None = None
        self.rate_limit = UserRateLimit(time.monotonic)
        self.openings: Final = HourlyLimit(now, OPENINGS)
        self.reposts: Final = HourlyLimit(now, REPOSTS)
        self.hushing: Final = asyncio.Semaphore(HUSHED_AT_ONCE)
        """The turns of answers to users who click far too fast."""
        self.leaving = False
        """Clicks are no longer carried out."""
        self.availability: Final = Availability(now, self._is_there, self.painter.blocked)
        self._clicks: set[asyncio.Task[Any]] = set()
        """The tasks of clicks that are being answered."""

    def _web(self, settings: Settings) -> Web | None:
        """Replays on the web, where the host has an address."""
        if settings.web is None:
            return None
        page_of = self.renderer.replay_named
        return Web(settings.web, settings.web_listen, page_of, settings.language)

    async def setup_hook(self) -> None:
        await self.store.open()
        self.service.listener = self
        self.service.on_over = self.reviews.prepare
        self.service.shown_since = self.availability.shown_since
        self.painter.on_shown = self.availability.table_is_shown
        self.scheduler.on_jump = self._people_are_back
        self._people_are_back()
        await self.tree.set_translator(Translator())
        for cog in COGS:
            await self.load_extension(cog)
        if self.settings.sync_commands:
            await register(self.tree, self.store, self.settings.dev_guild)
        if self.web is not None:
            await self.web.start()
            self.renderer.link_of = self.web.link
        await self.painter.start()
        self._beginning = asyncio.create_task(self._begin_rounds(), name="beginning")
        self._inspection = asyncio.create_task(self.inspector.go_through(), name="inspector")

    async def _begin_rounds(self) -> None:
        """Do what fell due while we were away, once those who click can reach us."""
        with suppress(TimeoutError):
            async with asyncio.timeout(REACHED_WITHIN):
                await self._reached.wait()
        await self.scheduler.start()

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to Discord, and try again as long as the first connection fails.

        discord.py can only reconnect: without a first connection it looks for the session to resume
        and fails (its issue 10520). A frame that it cannot read costs the session as well.
        """
        self.icons.start()  # here, since a simulated Discord keeps none and is not connected to
        for pause in chain(RETRY_AFTER, repeat(RETRY_AFTER[-1])):
            try:
                await super().connect(reconnect=reconnect)
            except UNREADABLE as fault:
                await self._lost(fault)
            else:
                return
            _log.warning("no session with Discord; once more in %.0f s", pause)
            await asyncio.sleep(pause)

    async def _lost(self, fault: Exception) -> None:
        """Let go of a session that cannot go on; without one, there was no first connection."""
        socket = self.ws if cast("object", self.ws) is not None else None
        if socket is not None or not isinstance(fault, AttributeError):
            report("a frame of Discord", fault)
        if socket is not None:
            await socket.close()
            self.dispatch("disconnect")

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log by a number what a listener failed at; discord.py would log its text as well."""
        fault = sys.exc_info()[1]
        if fault is not None:
            report(f"an event ({event_method})", fault)

    async def on_connect(self) -> None:
        """Note that we hear of clicks now, while discord.py is still waiting for the servers."""
        self._reached.set()
        self.availability.connected()
        self._people_are_back()

    async def on_ready(self) -> None:
        """Log that we are ready, and the link that invites us.

        A server of which Discord has sent no more than its id by now is unavailable.
        """
        for guild in self.guilds:
            if guild.unavailable:
                self.availability.server_is_away(guild.id)
        link = invite(self.application_id or 0)
        _log.info("ready, in %s servers; this link invites the bot: %s", len(self.guilds), link)

    async def on_resumed(self) -> None:
        """Note that we are back: Discord now sends what people clicked meanwhile."""
        self.availability.connected()
        self._people_are_back()

    async def on_disconnect(self) -> None:
        """Nobody can reach us until we are connected again."""
        self.availability.disconnected()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """We were invited, perhaps again: paint the boards that are still posted there."""
        self.availability.server_is_back(guild.id)
        await self.painter.repaint(await self.store.tables_to_show_in(guild.id))
        await self._try_again(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """We were removed: should we be invited again, boards may have gone meanwhile."""
        self.availability.server_is_away(guild.id)
        await self.painter.repaint(await self.store.tables_to_show_in(guild.id))

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """A server is unavailable for a while."""
        self.availability.server_is_away(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is available, as each is after our start, or is so again."""
        if self.availability.is_away(guild.id):
            self.availability.server_is_back(guild.id)
            await self._try_again(guild)

    async def _try_again(self, guild: discord.Guild) -> None:
        """Try again to paint what could not be shown in this server."""
        for table in await self.store.tables_to_show_in(guild.id):
            self.painter.schedule(table, asked=False)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone; Discord reports its threads one by one."""
        await self._is_gone(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone."""
        await self._is_gone(thread.thread_id)

    async def _is_gone(self, channel: int) -> None:
        """Its table waits until somebody has the board posted in another channel."""
        table = await self.store.open_table_in(channel)
        if table is not None:
            self.painter.blocked[table] = "channel_gone"
            await self.painter.repaint([table])

    def _people_are_back(self) -> None:
        self.availability.people_are_back()
        self.service.since = self.availability.since

    def _is_there(self, guild: int) -> bool:
        known = self.get_guild(guild)
        return known is not None and not known.unavailable

    @contextmanager
    def click(self) -> Generator[None]:
        """Mark this task as one that answers a click: a shutdown waits for it."""
        task = cast("asyncio.Task[Any]", asyncio.current_task())  # a coroutine is always in one
        self._clicks.add(task)
        try:
            yield
        finally:
            self._clicks.discard(task)

    async def _finish_clicks(self, within: float) -> set[asyncio.Task[Any]]:
        """Wait for clicks under way, but no longer than this; the tasks that did not end."""
        if not self._clicks:
            return set()
        _, late = await asyncio.wait(self._clicks, timeout=within)
        return late

    async def announce_shutdown(self) -> None:
        """Finish the clicks under way, and tell those who play that we will be right back."""
        self.leaving = self.renderer.leaving = True
        await self._finish_clicks(LAST_CLICKS)
        await self.scheduler.close()
        try:
            await self.painter.announce_shutdown(await self._played())
        except StoreError as fault:
            _log.warning("nobody is told that we stop: %s", fault.code)

    async def _played(self) -> list[str]:
        """The tables at which somebody lately did something that others could see."""
        since = self.now() - LATELY
        changed = await self.store.recently_played(since, MOST_ANNOUNCEMENTS)
        looks = [self.service.look(table) for table in changed]
        found = await asyncio.gather(*looks, return_exceptions=True)
        return [
            it.table.id for it in found if isinstance(it, TableState) and it.table.seen_at >= since
        ]

    async def close(self) -> None:
        """Finish what is under way, and release everything."""
        for late in await self._finish_clicks(LAST_WORDS):
            late.cancel()
        for begun in filter(None, (self._beginning, self._inspection)):
            begun.cancel()
            await asyncio.wait({begun})
        if self.web is not None:
            await self.web.close()
        await self.icons.close()
        await self.scheduler.close()
        await self.reviews.close()
        await self.replays.close()
        await self.thinker.close()
        await self.hands.close()
        await self.tutor.close()
        await self.painter.close()
        # a task of discord.py that would go on, and fail without the loop
        ready = cast("asyncio.Task[None] | None", self._connection._ready_task)  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType] - nothing public ends it
        if ready is not None:
            ready.cancel()
        await super().close()
        self.studio.close()
        await self.store.close()

    # --- listening to the service --------------------------------------------------------------

    def changed(self, table: str, due: float | None, seen: Seen | None, *, asked: bool) -> None:
        """A table is stored: paint what has changed on its board, and wake up when it is due."""
        if seen is not None:
            self.painter.changed(table, seen.version, seen.pages, asked=asked)
        self.hands.changed(table)
        self.scheduler.wake_by(due)

    # --- what Discord tells and is asked -------------------------------------------------------

    def _request_timed_out(self) -> None:
        """A request was given up.

        If it was the one that discord.py lets wait out a global rate limit, all other requests now
        wait for it for good. So they may go on, and the next one is told of the limit again.
        """
        over = self.http._global_over  # pyright: ignore[reportPrivateUsage] - nothing public ends it
        if over:  # there is none where no real Discord is (`bot.cli.local`)
            over.set()

    # --- tables --------------------------------------------------------------------------------

    async def new_table(
        self,
        user: int,
        guild: int,
        locale: object,
        interaction: int,
        settings: Mapping[str, str],
        computers: Iterable[str] = (),
    ) -> Table:
        """A table as it was asked for, with a chair for its host; it is opened nowhere yet.

        The id of the interaction names it. Those who never played before see the odds. Hints are
        there until the host says no: whoever needs them does not know of settings, all have them
        alike, and the lobby tells of them.
        """
        server = await self.server(guild)
        first = not await self.store.about(user)
        table = Table(
            id=new_id(interaction),
            language=await self.language_of(guild, locale),
            opened=self.now(),
            secret=new_secret(),
            window_seconds=self.settings.window_seconds,
            decision_seconds=self.settings.decision_seconds,
            chairs=[Chair()],
        )
        usual = {
            "pace": server.pace,
            "board": server.board,
            "odds": "on" if first else "off",
            "hints": "alone",
        }
        for name, value in {**usual, **settings}.items():
            execute(table, "setting", 0, f"{name}={value}")
        for player in computers:
            execute(table, "add_computer", 0, player)
        table.chairs[0].changes = 0  # it begins like this, and nobody has changed it yet
        return table

    # --- languages and names -------------------------------------------------------------------

    async def language_of(self, guild: int, told: object = None) -> str:
        """The language of what everybody in a server reads: as set there, or as Discord says.

        Where we speak neither, it is the one that the bot's owner has set.
        """
        server = await self.store.server(guild)
        spoken = [match(f"{tag}", LANGUAGES) for tag in (server.language, told) if tag]
        return next(filter(None, spoken), self.settings.language)

    async def server(self, guild: int) -> ServerSettings:
        """A server's settings, with our own defaults for the rest."""
        server = await self.store.server(guild)
        return ServerSettings(  # what has rotted is as good as unset
            server.language,
            server.pace if server.pace in PACES else self.settings.pace,
            server.board if server.board in BOARDS else PICTURE,
        )

    def plain_name(self, user: int, fallback: str, guild: int) -> str:
        """A name for places that show no mentions."""
        return self.names.of(user, fallback, guild)

    def _name_in(self, guild: int) -> PlainName:
        """How people are called in this server."""
        return lambda user, fallback: self.plain_name(user, fallback, guild)
