"""A simulated Discord with the bot and people in it, in one process.

    async def test_the_board_shows_who_joins(room: Room) -> None:
        ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
        await ann.runs("new")
        answer = await bob.presses("Join")
        assert "Bob" in room.board.text
        assert answer.private

Nothing waits for real time: after each act the bot works until it is idle, and its short pauses
(`Room.patience`) are skipped. At the end, all its requests to Discord are judged.
"""

import hashlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

import discord
from simcord.backend import serializers
from simcord.backend.models import Message
from simcord.builders import ChannelHandle, UserHandle
from simcord.env import Env
from simcord.results import InteractionResult

from bot.cli.local import tell_languages
from bot.client import Celestia
from bot.discord.rate_limit import UserRateLimit
from bot.settings import Settings
from bot.store.address import Address
from bot.store.leases import WHOLE
from tests.client.messages import Shown
from tests.host import shortcuts
from tests.host.judge import faults
from tests.host.people import Act, Answer, Person
from tests.host.shortcuts import copied

Json = dict[str, Any]

PATIENCE: Final = 5.0
CLICKS: Final = 1_000_000
"""Clicks that a user may make at once: simulated time stands still between clicks."""
STEP: Final = 0.05
"""Seconds of real time for one wait until the bot is idle; later timers do not count as work."""
SETTLES_WITHIN: Final = 60.0
"""Seconds of real time until the bot is idle."""
STEPS: Final = round(SETTLES_WITHIN / STEP)

shortcuts.install()


class _StillEnv(Env):
    """Its time goes on only when it is told to.

    A timer of simcord's also fires by itself when its real time has come, in the midst of slow
    work; fifty tables at once then wait for one another without end.
    """

    def _schedule_timer(self, record: Any, *args: Any, **named: Any) -> None:
        super()._schedule_timer(record, *args, **named)
        if record.real_handle is not None:
            record.real_handle.cancel()

    async def _settle_internal(self, *, timeout: float | None = None, **more: Any) -> None:
        """Settle; a start would end after five seconds, which are too few on a busy machine."""
        longer = None if timeout is None or timeout > STEP else timeout
        await super()._settle_internal(timeout=longer, **more)


class Room:
    """A guild with a channel, the bot, and people."""

    def __init__(self, env: Env, make: Callable[[], discord.Client], locale: str) -> None:
        self.env = env
        self.patience = PATIENCE
        """Pauses of the bot up to this many seconds are skipped after each act; 0: none."""
        self.public: list[Json] = []
        """Everything public that the bot has sent, edited or deleted."""
        self.errors: list[str] = []
        """Errors that the bot has logged; `forgive` removes them."""
        self.involved: set[int] = set()
        """Who has clicked, sits somewhere, or was chosen by a click: nobody else may be pinged."""
        self.languages: dict[int, str] = {}
        self._make = make
        tell_languages(env, self.languages)
        env.backend.subscribers.append(self._heard)
        env.backend.bot_user.name = "Celestia"
        self.guild = env.create_guild("Celestia", preferred_locale=locale)
        self.channel = self.guild.create_text_channel("table")

    @property
    def bot(self) -> Any:
        """The running bot."""
        return self.env.bot

    def add_channel(self, name: str) -> ChannelHandle:
        """Create another channel; `Person.channel` says where a person is."""
        return self.guild.create_text_channel(name)

    def join(self, name: str, *, locale: str = "en-US", manager: bool = False) -> Person:
        """Add a person to the guild, which a manager may manage."""
        user = self.env.create_user(name.lower().replace(" ", "_"), global_name=name)
        rights = discord.Permissions(manage_guild=True, manage_channels=True)
        roles = [self.guild.create_role("manager", permissions=rights)] if manager else []
        self.languages[user.id] = locale
        return Person(self, self.guild.add_member(user, roles=roles), locale)

    def alone(self, who: str | Person, *, locale: str = "en-US") -> Person:
        """Return a member of the guild, or somebody else, in direct messages with the bot."""
        if isinstance(who, Person):
            known = UserHandle(self.env, self.env.backend.get_user(who.id))
            return Person(self, known, who.locale)
        user = self.env.create_user(who.lower(), global_name=who)
        self.languages[user.id] = locale
        return Person(self, user, locale)

    @property
    def messages(self) -> list[Shown]:
        """The public messages of the bot in the first channel, the oldest first."""
        return self.messages_in(self.channel)

    def messages_in(self, channel: ChannelHandle) -> list[Shown]:
        """The same in another channel."""
        return [*self._newest_in(channel)][::-1]

    def _newest_in(self, channel: ChannelHandle) -> Iterator[Shown]:
        for message in reversed([*self.env.backend.messages[channel.id].values()]):
            if message.author_id == self.env.backend.bot_user.id and not message.is_ephemeral:
                yield self.read(message)

    @property
    def board(self) -> Shown:
        """The newest public message of the bot with a button or a select."""
        return self.board_in(self.channel)

    def board_in(self, channel: ChannelHandle) -> Shown:
        """The same in another channel."""
        for shown in self._newest_in(channel):
            if shown.is_board:
                return shown
        raise AssertionError(f"nothing to press in {[it.text for it in self.messages_in(channel)]}")

    def read(self, message: Message) -> Shown:
        """Return the current content of a message."""
        return Shown(copied(dict(serializers.message_payload(self.env.backend, message))))

    async def at_once(self, *acts: Act) -> list[Answer]:
        """Deliver these acts at the same instant; an act given twice is delivered twice."""
        for act in acts:
            self.env.backend.emit("INTERACTION_CREATE", act.payload)
        await self.settle()
        return [self._answer(act) for act in acts]

    def _answer(self, act: Act) -> Answer:
        result = InteractionResult(self.env, act.record)
        first = [result.response] if result.response else []
        return Answer(result, tuple(self.read(it._message) for it in (*first, *result.followups)))

    async def settle(self) -> None:
        """Wait until the bot is idle, skipping pauses up to `patience`."""
        end = self.env._virtual_time + self.patience
        await self._idle()
        while (due := self._next_timer()) is not None and due <= end:
            await self.env.advance_time(max(0.0, due - self.env._virtual_time))
            await self._idle()

    def _next_timer(self) -> float | None:
        timers = (
            record.when
            for record in self.env._work.callbacks
            if record.when is not None and record.handle and not record.handle.cancelled()
        )
        return min(timers, default=None)

    async def _idle(self) -> None:
        """Wait until the bot only waits for timers that are not due at once."""
        for step in range(STEPS):
            try:
                if (due := self._next_timer()) is not None and due <= self.env._virtual_time + STEP:
                    await self.env.advance_time(max(0.0, due - self.env._virtual_time))
                await self.env.settle(timeout=STEP)
            except TimeoutError:
                if step == STEPS - 1:
                    raise
            else:
                return

    async def passes(self, seconds: float) -> None:
        """Let this much simulated time pass, and fire the bot's timers."""
        await self.env.advance_time(seconds)
        await self._idle()

    async def restart(self) -> None:
        """Close the bot, and start another one on the same database."""
        await self.close_bot()
        await self.env.restart_bot(self._make())
        await self.settle()

    async def close_bot(self) -> None:
        """Close the bot as a process does."""
        with self.env._bot_scope():
            await self.bot.close()

    def forgive(self) -> list[str]:
        """Return the errors so far and drop them, since the test expects them."""
        raised = [f"{error!r}" for error in self.env.errors]
        taken, self.errors[:] = [*raised, *self.errors], []
        return taken

    def complaints(self) -> list[str]:
        """Return the bot's errors and those of its requests that Discord would refuse."""
        return [*self.forgive(), *faults(self.env.http_requests), *self._strangers_pinged()]

    def _strangers_pinged(self) -> Iterator[str]:
        for request in self.env.http_requests:
            if request.method == "POST" and isinstance(request.json, dict):
                message: Json = request.json.get("data") or request.json
                allowed: Json = message.get("allowed_mentions") or {}
                called = {int(user) for user in allowed.get("users") or ()}
                for user in sorted(called - self.involved):
                    yield f"{user} was pinged, who has done nothing"

    def _heard(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            chosen = [*payload["data"].get("values", ()), payload["data"].get("target_id", "")]
            self.involved |= {int(it) for it in chosen if f"{it}".isdecimal()}
            somebody = payload.get("member") or payload
            self.involved.add(int(somebody["user"]["id"]))
        elif event in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}:
            if payload["author"]["id"] == str(self.env.backend.bot_user.id):
                self._note(event, payload)
        elif event in {"MESSAGE_DELETE", "THREAD_CREATE", "THREAD_UPDATE"}:
            self.public.append({"event": event, "name": payload.get("name")})

    def _note(self, event: str, payload: Any) -> None:
        if payload["flags"] & discord.MessageFlags(ephemeral=True).value:
            return
        seen = {key: copied(payload[key]) for key in ("content", "embeds", "components", "flags")}
        files = [
            (file["filename"], file["description"], self._digest(file["url"]))
            for file in payload["attachments"]
        ]
        pinged = [user["id"] for user in payload["mentions"]]
        self.public.append({"event": event, **seen, "files": files, "pinged": pinged})

    def _digest(self, url: str) -> str:
        return hashlib.sha256(self.env.backend.cdn.get(url) or b"").hexdigest()


def maker(database: Path | Address, **more: Any) -> Callable[[], discord.Client]:
    """Makes the bot, each time on this database; its computers and its boards never pause."""
    address = Address.of_file(database) if isinstance(database, Path) else database
    quick: dict[str, Any] = {"computer_pause": (0, 0), "edit_every": 0}
    settings = Settings(database=address, **{**quick, **more})

    def make() -> Celestia:
        bot = Celestia(settings, now=_now)
        bot.store.share = WHOLE  # nobody connects to a simulated Discord, shard by shard
        bot.rate_limit = UserRateLimit(_now, burst=CLICKS)
        return bot

    return make


def _now() -> float:
    """Simulated time, which `Room.passes` advances."""
    return discord.utils.utcnow().timestamp()


@asynccontextmanager
async def opened(
    make: Callable[[], discord.Client], *, locale: str = "en-US"
) -> AsyncIterator[Room]:
    """A room with a running bot; at the end its `complaints` fail the test."""
    env = _StillEnv(make(), settle_timeout=SETTLES_WITHIN)
    room = Room(env, make, locale)
    with _errors_into(room.errors):
        await env.start()
        try:
            yield room
            await room.settle()
        finally:
            await room.close_bot()
            await env.shutdown()
    complaints = room.complaints()
    assert not complaints, "\n".join(["the bot did wrong:", *complaints])


@contextmanager
def _errors_into(errors: list[str]) -> Iterator[None]:
    """Collect logged errors, since discord.py only logs many of them."""
    handler = _Keeper(errors)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)


class _Keeper(logging.Handler):
    def __init__(self, errors: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._errors = errors
        self.setFormatter(logging.Formatter("%(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self._errors.append(self.format(record))
