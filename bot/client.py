"""The bot: connects its parts with each other and with Discord."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

import discord
from discord.ext import commands

from bot.background import Background
from bot.board.appointments import Appointments
from bot.board.boards import Boards
from bot.board.calls import Calls
from bot.board.greeter import Greeter
from bot.board.icons import Icons
from bot.board.journal import Journal
from bot.board.messages import Messages
from bot.board.open_tables import OpenTables
from bot.board.picture_support import PictureSupport
from bot.board.private_pages import PrivatePages
from bot.board.reminders import Reminders
from bot.board.renderer import Renderer
from bot.board.requests import Requests
from bot.board.responses import MAX_HUSHED_AT_ONCE
from bot.board.seating import Seating
from bot.board.tips import TipPicker
from bot.direct import is_direct
from bot.discord import limits
from bot.discord.allowance import OF_A_BOT, UNLIMITED, Allowance, counting
from bot.discord.dispatches import INTERACTION, Intake, guard
from bot.discord.incoming import Incoming
from bot.discord.members import Members
from bot.discord.names import Names
from bot.discord.permissions import invite
from bot.discord.rate_limit import OPENINGS, REPOSTS, HourlyLimit, UserRateLimit
from bot.discord.rest import Rest
from bot.errors import report
from bot.events import ChangedPages, Commit, Events
from bot.hosting.availability import Availability
from bot.hosting.inspector import ResultsInspector, inspect_tables
from bot.hosting.reader import TableState
from bot.hosting.replays import Replays
from bot.hosting.retention import Keeping, Presence, Retention
from bot.hosting.reviews import Reviews
from bot.hosting.scheduler import Scheduler
from bot.hosting.servers import Servers
from bot.hosting.service import TableService
from bot.pictures.studio import Studio
from bot.registration import Commands, register
from bot.retry import until_store_answers
from bot.settings import Settings
from bot.shards.direct_clicks import DirectClicks
from bot.shards.mail import Mail
from bot.shards.ownership import TableOwnership
from bot.shards.shards import Shards
from bot.store.backends import store_at
from bot.store.errors import StoreError
from bot.store.leases import shard_of
from bot.store.store import Store
from bot.tables.autoplay import ThinkingTime
from bot.tables.table import Table
from bot.words.catalogue import Translator
from engine import Event

COGS: Final = (
    *(
        "cogs.presses",
        "cogs.opening",
        "cogs.lobby",
        "cogs.inviting",
        "cogs.appointments",
        "cogs.calling",
        "cogs.hand",
        "cogs.stay_order",
        "cogs.reminders",
    ),
    *(
        "cogs.board",
        "cogs.attendance",
        "cogs.moderation",
        "cogs.rulebook",
        "cogs.learning",
        "cogs.games",
        "cogs.results",
        "cogs.replay",
    ),
    *("cogs.ship", "cogs.server"),
)
CONNECT_TIMEOUT: Final = 15.0
"""Seconds after a start to wait for Discord; then the bot attends to due tables without it."""
SERVERS_TIMEOUT: Final = 5.0
"""Seconds to wait for Discord's list of servers, which calls and tables for later need."""
CLICKS_TIMEOUT: Final = 3.0
"""Seconds for the clicks under way when the bot stops."""
LATE_CLICKS_TIMEOUT: Final = 0.5
"""Seconds for the answers to clicks that arrive after that."""
ACTIVE_WITHIN: Final = 15 * 60.0
"""Seconds since the last visible action at a table for which its players are told of a stop."""
MAX_ANNOUNCEMENTS: Final = 100
"""Tables that are told of a stop: Discord takes about fifty requests a second."""

if TYPE_CHECKING:
    from bot.live.links import LiveLinks
    from bot.live.pages import LivePages
    from bot.operations.server import Operations
    from bot.web import Web

_log = logging.getLogger(__name__)


class Celestia(commands.AutoShardedBot):
    """The bot: builds its parts, receives Discord's events, and stops in order.

    It asks Discord for interactions and servers alone.
    """

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        # the bot has no use for voice: discord.py need not warn that its libraries are missing
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        self.trace: Final = counting()
        """Sees all requests to Discord."""
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=Commands,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=limits.LONGEST_WAIT,
            shard_count=1,  # until `Shards` knows the number
            http_trace=self.trace,
        )
        parsers = self._connection.parsers  # pyright: ignore[reportPrivateUsage] - nothing public has them
        self.rest: Final = Rest(self)
        self.intake: Final = Intake(parsers, self.rest, report, lambda: self.own_shards.is_owner())
        guard(parsers, report)
        self.events: Final[Events] = _Events(self)
        self.settings: Final = settings
        self.names: Final = Names()
        self.members: Final = Members(self.rest, self.names)
        self.now: Final = now
        self.store: Final[Store] = store_at(settings.database, clock=now)
        self.mail: Final = Mail(self.store.relay, lambda: self.application_id)
        pause = ThinkingTime(*settings.computer_pause)
        self.availability: Final = Availability(
            now,
            self._has_server,
            is_blocked=lambda table: self.boards.reason(table) is not None,
            shard_of=lambda guild: shard_of(guild, self.store.share.all),
        )
        self.service: Final = TableService(self.store, now, pause, self.availability, self.events)
        self.reviews: Final = Reviews(self.service.played)
        self.replays: Final = Replays(self.service.history)
        self.servers: Final = Servers(self.store, settings, now)
        language_of = self.servers.language_of
        self.renderer: Final = Renderer(
            *(self.service, self.store, language_of, self.replays),
            names_in=self.members.names_in,
            link_of=lambda table: self.web.link(table) if self.web else "",
            watch_of=lambda table: (
                self.live_links.to_watch(table) if self.live_links and self.has_page else ""
            ),
        )
        self.live_links: Final = self._live_links(settings)
        self.live: Final = self._live()
        self.web: Final = self._web(settings)
        self.studio: Final = Studio()
        # an interval of 0 means a simulated Discord
        self.allowance: Final = Allowance(OF_A_BOT if settings.edit_every else UNLIMITED)
        self.requests: Final = Requests(
            self.rest, self._request_timed_out, self.allowance, self.intake.is_owner
        )
        pictures = PictureSupport(self.studio)
        self.messages: Final = Messages(self.store, self.renderer, self.requests, pictures)
        self.greeter: Final = Greeter(*(self.store, self.requests, pictures, language_of, now))
        self.tips: Final = TipPicker(self.store.people)
        self.private_pages: Final = PrivatePages(
            *(self.rest, self.service.peek, self.tips, pictures),
            has_page=lambda: self.has_page,
        )
        self.icons: Final = Icons(self, self.requests)
        self.boards: Final[Boards] = Boards(
            self.store, self.renderer, self.messages, settings.edit_every, self.events
        )
        self.scheduler: Final = Scheduler(self.store, self.service.attend, now, self.events)
        is_connected = self.availability.is_connected
        presence = Presence(
            # discord.py's `is_ready` stays true after an outage
            lambda: any(map(is_connected, self.store.share.mine)),
            # a shard reports all of its servers as it connects
            lambda guild: is_connected(shard_of(guild, self.store.share.all)),
            lambda guild: self.get_guild(guild) is not None,
        )
        self.appointments: Final = Appointments(
            *(self, self.store, self.rest, self.requests, self.service, self.servers, self.boards),
            *(presence, settings.tables_per_server),
        )
        self.journal: Final = Journal(self.store, self.servers, self.requests)
        self.calls: Final = Calls(
            *(self.store, self.rest, self.requests, self.service, self.servers, self.get_guild)
        )
        self.open_tables: Final = OpenTables(
            self.store, self.service, self.renderer, self._server_name
        )
        self.reminders: Final = Reminders(
            *(self.store, self.rest, self.requests, self.service, self.open_tables),
            lambda: self.scheduler.wake_by(now()),
        )
        self.seating: Final = Seating(self.store, self.service, self.boards, self.calls)
        self._background: Final = Background("lobbies")
        keeping = Keeping(settings.keep_games, settings.keep_servers)
        self.retention: Final = Retention(self.service, presence, keeping, now)
        self.results_inspector: Final = ResultsInspector(self.store)
        self._opening: asyncio.Task[None] | None = None
        self._reached: Final = asyncio.Event()
        self._beginning: asyncio.Task[None] | None = None
        self._inspection: asyncio.Task[None] | None = None
        self.rate_limit = UserRateLimit(time.monotonic)
        self.openings: Final = HourlyLimit(now, OPENINGS)
        self.reposts: Final = HourlyLimit(now, REPOSTS)
        self.hushing: Final = asyncio.Semaphore(MAX_HUSHED_AT_ONCE)
        """Limits how many users who click far too fast are answered at once."""
        self.leaving = False
        """The bot is stopping: clicks are no longer carried out."""
        self.ownership: Final = TableOwnership(
            *(self.store, self.service.cache, self.boards),
            (self.scheduler, self.appointments.scheduler, self.reminders.scheduler),
            *(self._finish_clicks, self.events, now),
        )
        self._direct_clicks: Final = DirectClicks(
            self.mail, lambda: self.own_shards.share, lambda data: parsers[INTERACTION](data)
        )
        self.intake.passes_on = self._direct_clicks.passes_on
        allowances = (self.allowance, self.boards.pacing)
        self.own_shards: Final = Shards(
            self, self.store.leases, settings.shards, self.ownership.change, allowances
        )
        self.store.share = self.own_shards.share
        self._clicks: set[asyncio.Task[Any]] = set()
        """The tasks of the clicks under way."""
        self.operations: Final = self._operations(settings)

    def _live_links(self, settings: Settings) -> LiveLinks | None:
        """Links to running tables, if the operator has set an address on the web."""
        if settings.web is None:
            return None
        from bot.live.links import LiveLinks

        return LiveLinks(settings.web, self.store, self.service)

    def _live(self) -> LivePages | None:
        """The pages of running tables; without an address not even imported."""
        if self.live_links is None:
            return None
        from bot.live.pages import LivePages, Powers

        async def wants_tips(user: int) -> bool:
            await self.tips.recall(user)
            return self.tips.wanted(user)

        powers = Powers(
            lambda user: self.rate_limit.allows(user),
            self.click,
            self.members.names_in,
            wants_tips,
            lambda: self.leaving,
            lambda table: self.web.link(table) if self.web else "",
        )
        return LivePages(self.service, self.live_links, powers)

    def _web(self, settings: Settings) -> Web | None:
        """Replays and pages on the web, where the operator has set an address."""
        if settings.web is None or self.live is None or self.live_links is None:
            return None
        from bot.live.doors import Doors
        from bot.live.site import LiveSite
        from bot.web import Web

        doors = Doors(self.live, self.live_links, self.mail, lambda: self.store.share)
        live = LiveSite(settings.web, doors)
        page_of = self.renderer.replay_named
        return Web(settings.web, settings.web_listen, page_of, live, settings.language)

    @property
    def has_page(self) -> bool:
        """True if tables can be opened in a browser."""
        return self.web is not None and self.web.port > 0

    def _operations(self, settings: Settings) -> Operations | None:
        """/health and /metrics, where the operator wants them; otherwise not even imported."""
        if settings.operations is None:
            return None
        from bot.operations.gauges import shard_figures
        from bot.operations.server import Operations

        figures = partial(shard_figures, self.own_shards, self.availability)
        return Operations(settings.operations, self.boards, self.store, figures, self.trace)

    async def login(self, token: str) -> None:
        """Log in, and open the store meanwhile: neither has to wait for the other."""
        self._opening = asyncio.create_task(self.store.open(), name="opening")
        try:
            await super().login(token)
        finally:  # `close` needs a store that is open, or one whose opening has failed
            await asyncio.gather(self._opening, return_exceptions=True)

    async def setup_hook(self) -> None:
        if self.operations is not None:
            await self.operations.start()
        await (self._opening or self.store.open())
        self.availability.restart()
        await self.tree.set_translator(Translator())
        for cog in COGS:
            await self.load_extension(cog)
        if self.settings.sync_commands:
            await register(self.tree, self.store, self.settings.dev_guild)
        if self.web is not None:
            await self.web.start()
        await self.boards.start()
        self.mail.start()
        self._beginning = asyncio.create_task(self._begin_rounds(), name="beginning")
        self.inspect()

    def resume_lobbies(self) -> None:
        """Go on, in the background, with what stops have interrupted in lobbies."""
        failed = "the lobbies cannot be read"
        self._background.begin(until_store_answers(self._resume_lobbies, failed))

    async def _resume_lobbies(self) -> None:
        await self.calls.resume()
        await self.seating.resume()

    def inspect(self) -> None:
        """Begin to check the hashes of all tables of this process, from the first one on."""
        if self._inspection is not None:
            self._inspection.cancel()
        inspection = inspect_tables(self.store, self.service.mend)
        self._inspection = asyncio.create_task(inspection, name="inspector")

    async def _begin_rounds(self) -> None:
        """Attend to the tables that fell due while the bot was down, once people can reach it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CONNECT_TIMEOUT):
                await self._reached.wait()
        await until_store_answers(self.scheduler.start, "what is due cannot be read")
        with suppress(TimeoutError):
            async with asyncio.timeout(SERVERS_TIMEOUT):
                await self.wait_until_ready()
        self.resume_lobbies()
        agenda = self.appointments.scheduler
        await until_store_answers(agenda.start, "what was planned cannot be read")
        await until_store_answers(self.reminders.scheduler.start, "reminders cannot be read")

    async def connect(self, *, reconnect: bool = True) -> None:  # noqa: ARG002
        """Connect the shards of this process until the bot is closed."""
        # not in setup_hook: a simulated Discord has no icons and no old servers, and never connects
        self.icons.start()
        self.retention.start()
        self.results_inspector.start()
        await self.own_shards.run()

    async def before_identify_hook(self, shard_id: int | None, **_: bool) -> None:
        """Wait for this shard's turn to identify."""
        await self.own_shards.identify.begin(shard_id or 0)

    async def on_error(self, event_method: str, /, *_: Any, **__: Any) -> None:
        """Log a failed listener without the text of the error, which discord.py would log."""
        fault = sys.exc_info()[1]
        if isinstance(fault, StoreError):
            _log.warning("an event (%s) met the store: %s", event_method, fault.code)
        elif fault is not None:
            report(f"an event ({event_method})", fault)

    async def on_connect(self) -> None:
        """Note that clicks arrive now, before discord.py has received the servers."""
        self._reached.set()

    async def on_shard_connect(self, shard: int) -> None:
        """Note that clicks arrive from the servers of this shard."""
        self.availability.connected(shard)
        await self.ownership.connected(shard)

    on_shard_resumed = on_shard_connect  # Discord sends the missed clicks, too

    async def on_shard_ready(self, _: int) -> None:
        """Note the servers of which Discord has sent only the id: they are unavailable."""
        for guild in self.guilds:
            if guild.unavailable:
                self.availability.server_is_away(guild.id)
        if not self.is_ready():  # discord.py waits for all shards; here they come and go
            self.own_shards.gateway.set_ready()

    async def on_ready(self) -> None:
        """Log the link that invites the bot; more of its shards may still connect."""
        link = invite(self.application_id or 0)
        _log.info("ready, in %s servers so far; the bot's invitation: %s", len(self.guilds), link)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Note that people in the servers of this shard cannot reach the bot."""
        self.availability.disconnected(shard)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Show the boards again that are still posted in a server that invited the bot again."""
        self.availability.server_is_back(guild.id)
        await self.greeter.greet_if_new(guild)  # above the boards
        await self.boards.repaint(await self.store.tables_to_show_in(guild.id))
        await self._try_again(guild)
        await self.store.retention.end_absence(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot was removed; boards may be gone if it is invited again."""
        self.availability.server_is_away(guild.id)
        await self.boards.repaint(await self.store.tables_to_show_in(guild.id))

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self.availability.server_is_away(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Note the end of an outage; after a start, each server is reported once."""
        if self.availability.is_away(guild.id):
            self.availability.server_is_back(guild.id)
            await self._try_again(guild)
        await self.greeter.greet_if_new(guild)  # it may have invited the bot while that was down

    async def _try_again(self, guild: discord.Guild) -> None:
        """Deliver the boards of this server."""
        for table in await self.store.tables_to_show_in(guild.id):
            self.boards.deliver(table, awaited=False)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Note that a channel is gone; Discord reports its threads one by one."""
        await self._channel_is_gone(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._channel_is_gone(thread.thread_id)

    async def _channel_is_gone(self, channel: int) -> None:
        """Block the board of its table until a user has it posted in another channel."""
        table = await self.store.open_table_in(channel)
        if table is not None:
            self.boards.block(table, "channel_gone")
            await self.boards.repaint([table])

    def _server_name(self, guild: int) -> str:
        known = self.get_guild(guild)
        return known.name if known else ""

    def _has_server(self, guild: int) -> bool:
        if is_direct(guild):
            return True
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

    async def _finish_clicks(self, within: float | None = None) -> set[asyncio.Task[Any]]:
        """Wait at most so long for the clicks under way; return the tasks that did not end."""
        if not self._clicks:
            return set()
        if within is None:  # while the bot stops, clicks only get a refusal
            within = LATE_CLICKS_TIMEOUT if self.leaving else CLICKS_TIMEOUT
        _, late = await asyncio.wait(self._clicks, timeout=within)
        return late

    async def _end_clicks(self) -> None:
        for late in await self._finish_clicks(LATE_CLICKS_TIMEOUT):
            late.cancel()

    async def announce_shutdown(self) -> None:
        """Finish the clicks under way, and tell active tables that the bot will be right back."""
        self.leaving = self.renderer.leaving = True
        await self._finish_clicks(CLICKS_TIMEOUT)
        await self.scheduler.close()
        await self.appointments.scheduler.close()
        await self.reminders.scheduler.close()
        if self.own_shards.has_others:  # they deliver the boards
            await self.boards.close()
            await self.own_shards.close()
            return
        try:
            await self.boards.announce_shutdown(await self._played())
        except StoreError as fault:
            _log.warning("nobody is told that we stop: %s", fault.code)

    async def _played(self) -> list[str]:
        """The tables with a visible action in the last minutes."""
        since = self.now() - ACTIVE_WITHIN
        changed = await self.store.recently_changed("playing", since, MAX_ANNOUNCEMENTS)
        looks = [self.service.look(table) for table in changed]
        found = await asyncio.gather(*looks, return_exceptions=True)
        return [
            it.table.id for it in found if isinstance(it, TableState) and it.table.seen_at >= since
        ]

    async def close(self) -> None:
        """Finish the work under way, and release everything."""
        await self._end_clicks()
        for begun in filter(None, (self._beginning, self._inspection)):
            begun.cancel()
            await asyncio.wait({begun})
        if self.web is not None:
            await self.web.close()
        if self.operations is not None:
            await self.operations.close()
        await self.retention.close()
        await self.results_inspector.close()
        await self.icons.close()
        await self.mail.close()
        await self.scheduler.close()
        await self.appointments.scheduler.close()
        await self.reminders.scheduler.close()
        await self.reviews.close()
        await self.replays.close()
        await self.members.close()
        await self.private_pages.close()
        await self.tips.close()
        await self.greeter.close()
        await self._background.close()
        await self.calls.close()
        await self.journal.close()
        await self.boards.close()
        await self.own_shards.close()
        await self._end_clicks()  # those that arrived last
        await self.ownership.close()
        # discord.py leaves this task running, and it would fail without the loop
        ready = cast("asyncio.Task[None] | None", self._connection._ready_task)  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType] - nothing public ends it
        if ready is not None:
            ready.cancel()
        await super().close()
        self.studio.close()
        await self.store.close()

    # --- requests ------------------------------------------------------------------------------

    def _request_timed_out(self) -> None:
        """Release discord.py's global lock after a request was given up.

        If that request was waiting out a global rate limit, all others would wait for it for ever.
        The next request meets the limit again.
        """
        over = self.http._global_over  # pyright: ignore[reportPrivateUsage] - nothing public ends it
        if over:  # a simulated Discord has none (`bot.cli.local`)
            over.set()


class _Events(Events):
    """Passes the events of the bot on to the parts that follow them up."""

    def __init__(self, bot: Celestia) -> None:
        self._bot: Final = bot

    def clicked(self, click: Incoming, fault: Exception | None) -> None:
        if self._bot.operations is not None:
            self._bot.operations.metrics.clicked(click, fault)

    def committed(self, commit: Commit) -> None:
        if commit.fault is None and commit.before == "lobby" != commit.change.stage:
            self._bot.calls.lobby_ended(commit.change.table)
        if commit.fault is None and commit.change.awaited is not None:
            self._bot.reminders.scheduler.wake_by(self._bot.now())
        if self._bot.operations is not None:
            self._bot.operations.metrics.committed(commit)

    def table_changed(
        self, table: str, due: float | None, pages: ChangedPages | None, *, asked: bool
    ) -> None:
        if pages is not None:
            self._bot.boards.changed(table, pages.version, pages.pages, awaited=asked)
        self._bot.private_pages.changed(table)
        self._bot.scheduler.wake_by(due)

    def table_stored(self, table: Table, version: int, told: Sequence[Event]) -> None:
        if self._bot.live is not None:
            self._bot.live.table_stored(table, version, told)

    def tables_kept(self, owns: Callable[[int], bool]) -> None:
        if self._bot.live is not None:
            self._bot.live.keep(owns)

    def clock_jumped(self) -> None:
        self._bot.availability.restart()

    def time_lost(self, seconds: float) -> None:
        self._bot.availability.lost(seconds)

    def shards_gained(self) -> None:
        self._bot.inspect()
        self._bot.resume_lobbies()

    def board_shown(self, seconds: float) -> None:
        if self._bot.operations is not None:
            self._bot.operations.metrics.board_shown(seconds)

    def board_posted(self, table: str, message: int) -> None:
        self._bot.private_pages.posted(table, message)

    def board_unblocked(self, table: str) -> None:
        self._bot.availability.table_is_shown(table)
