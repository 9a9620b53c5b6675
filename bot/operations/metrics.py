"""Counters and histograms for Prometheus.

A label is one of a few fixed words. None is about a person, a server, a table or a game: the
figures identify nobody and reveal nothing hidden.
"""

from __future__ import annotations

import platform
import re
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from time import perf_counter
from types import SimpleNamespace
from typing import Final, get_args

import discord
from aiohttp import (
    ClientSession,
    TraceConfig,
    TraceRequestEndParams,
    TraceRequestExceptionParams,
    TraceRequestStartParams,
)
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
)
from yarl import URL

from bot import VERSION
from bot.board.messages import NotBegun
from bot.board.responses import Outcome
from bot.discord.circuit_breaker import BROKEN, FROM_DISCORD
from bot.discord.incoming import Incoming, Kind
from bot.events import Commit
from bot.hosting.repeats import Superfluous
from bot.store.errors import Conflict, StoreError, Unavailable
from bot.tables.refusals import Refused, Stale
from bot.tables.table import OPEN_STAGES
from engine.errors import CelestiaError, CodedError

ANSWER_BOUNDS: Final = (0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0)
"""Seconds. Discord waits for three; a promise goes out after one and a half."""
COMMIT_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
BOARD_BOUNDS: Final = (0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0, 60.0, 300.0, 1800.0)
REQUEST_BOUNDS: Final = (0.05, 0.1, 0.2, 0.35, 0.5, 1.0, 2.0, 5.0, 10.0)

OUTCOMES: Final[tuple[tuple[type[BaseException], str], ...]] = (
    (Superfluous, "superfluous"),
    (Stale, "late"),
    (Refused, "refused"),
    (CelestiaError, "refused"),
    (NotBegun, "refused"),
    (StoreError, "store"),
)
"""Outcomes of clicks that were not carried out; the first kind that fits counts."""
FAILURE_EXPIRES: Final = 45.0
"""Seconds for which a failed commit counts against the store. A fault that lasts is met again
sooner wherever a table is due, and the alarm waits for a whole minute."""
DONE: Final = "done"
UNEXPECTED: Final = "failed"
NONE: Final = "none"
"""The outcome of an answer that was never given."""
OTHER: Final = "other"
"""Stands for unknown codes and scopes."""
CLOUDFLARE: Final = "cloudflare"
"""The scope of a limit that is not Discord's own: it shuts out the whole machine."""
LIMITS: Final = ("user", "shared", "global", CLOUDFLARE)
"""Scopes of rate limits."""
MOST_CODES: Final = 200
_CODE: Final = re.compile(r"[a-z]+(?:_[a-z]+)*")
"""Words alone: no id can become a label."""
SCOPE_HEADER: Final = "X-RateLimit-Scope"


class Metrics:
    """All counters and histograms, in their own registry."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        disable_created_metrics()
        self.registry: Final = CollectorRegistry()
        self._clock: Final = clock
        self._failed: tuple[float, str] | None = None
        """Time and code of the last failure of the whole store."""
        self._codes: Final[set[str]] = set()
        ProcessCollector(registry=self.registry)
        about = Info("celestia", "Which version runs, and on what.", registry=self.registry)
        python, library = platform.python_version(), discord.__version__
        about.info({"version": VERSION, "python": python, "discord_py": library})
        self._clicks: Final = self._counter(
            "clicks", "Clicks and commands, and what came of them.", "kind", "outcome"
        )
        self._refusals: Final = self._counter("refusals", "Clicks that were refused.", "code")
        self._answers: Final = self._counter(
            "answers", "First answers to clicks, and what Discord made of them.", "outcome"
        )
        self._answer: Final = self._histogram(
            "answer_seconds", "From a click until Discord has its first answer.", ANSWER_BOUNDS
        )
        self._commit: Final = self._histogram(
            "commit_seconds", "How long it takes to store a change.", COMMIT_BOUNDS
        )
        self._failures: Final = self._counter(
            "commit_failures", "Changes that were not stored.", "code"
        )
        self._commands: Final = self._counter(
            "commands", "What was done at tables, by people or by the bot itself.", "by"
        )
        self._begun: Final = self._counter("games_begun", "Games that began.")
        self._ended: Final = self._counter("games_ended", "Games that ended.", "how")
        self._board: Final = self._histogram(
            "board_seconds", "From a change until its board shows it.", BOARD_BOUNDS
        )
        self._requests: Final = self._counter(
            "requests", "Requests to Discord, by the bot's token or a click's.", "by", "outcome"
        )
        self._request: Final = self._histogram(
            "request_seconds", "How long Discord takes to answer.", REQUEST_BOUNDS, "by"
        )
        self._limits: Final = self._counter(
            "rate_limits", "Requests that Discord found too many.", "scope"
        )
        self._lines: Final = self._counter("log_lines", "Warnings and errors in the log.", "level")
        self._create_zeros()

    def _create_zeros(self) -> None:
        """Create at zero the series that alerts ask for: the first event of a new series is no
        increase, and would raise no alert."""
        for by in ("people", "bot"):
            self._commands.labels(by)
        for kind in get_args(Kind):
            for outcome in (DONE, UNEXPECTED):
                self._clicks.labels(kind, outcome)
        for outcome in Outcome:
            self._answers.labels(outcome.name.lower())
        self._answers.labels(NONE)
        for kind in Unavailable.__subclasses__():
            self._failures.labels(self._code(kind.code))
        for scope in LIMITS:
            self._limits.labels(scope)

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"celestia_{name}", about, labels, registry=self.registry)

    def _histogram(
        self, name: str, about: str, bounds: tuple[float, ...], *labels: str
    ) -> Histogram:
        return Histogram(f"celestia_{name}", about, labels, buckets=bounds, registry=self.registry)

    @property
    def failing(self) -> str:
        """Why the store fails; "" if the last change was stored."""
        if self._failed is None or self._clock() - self._failed[0] > FAILURE_EXPIRES:
            return ""
        return self._failed[1]

    def _code(self, code: str) -> str:
        """A code as a label; their number is bounded."""
        if code not in self._codes:
            if len(self._codes) >= MOST_CODES or not _CODE.fullmatch(code):
                return OTHER
            self._codes.add(code)
        return code

    def clicked(self, click: Incoming, fault: Exception | None) -> None:
        """Count an answered click; ``fault``: why it was not carried out."""
        outcome = DONE
        if fault is not None:
            fits = (name for kind, name in OUTCOMES if isinstance(fault, kind))
            outcome = next(fits, UNEXPECTED)
            if isinstance(fault, Refused | CodedError):
                self._refusals.labels(self._code(fault.code)).inc()
        self._clicks.labels(click.kind, outcome).inc()
        self._answers.labels(click.outcome or NONE).inc()
        if click.answered_in is not None:
            self._answer.observe(click.answered_in)

    def committed(self, commit: Commit) -> None:
        """Count a change that was given to the store."""
        change, fault = commit.change, commit.fault
        if fault is not None:
            self._not_stored(fault)
            return
        self._failed = None
        self._commit.observe(commit.seconds)
        by = "bot" if change.interaction is None else "people"
        if change.entries:
            self._commands.labels(by).inc(len(change.entries))
        if change.posted is not None:  # the message with which a game begins
            self._begun.inc()
        if commit.before == "playing" and change.stage not in OPEN_STAGES:
            self._ended.labels(change.stage).inc()

    def _not_stored(self, fault: BaseException) -> None:
        code = fault.code if isinstance(fault, StoreError) else "cancelled"
        self._failures.labels(self._code(code)).inc()
        if isinstance(fault, Unavailable):
            self._failed = self._clock(), code
        elif isinstance(fault, Conflict):  # the store could read
            self._failed = None

    def board_shown(self, seconds: float) -> None:
        """Count a board that shows a change which was stored this long ago."""
        self._board.observe(seconds)

    def requested(self, by: str, outcome: str, seconds: float) -> None:
        self._requests.labels(by, outcome).inc()
        self._request.labels(by).observe(seconds)

    def limited(self, scope: str) -> None:
        """Count a request that met a rate limit."""
        self._limits.labels(scope).inc()

    def logged(self, level: str) -> None:
        self._lines.labels(level).inc()


LEVEL_NAMES: Final[Mapping[int, str]] = {30: "warning", 40: "error", 50: "critical"}
"""The labels of the levels of `logging`."""


def trace_requests(trace: TraceConfig, metrics: Metrics) -> None:
    """Count every request that this trace sees, including the retries of discord.py."""

    async def begun(
        _session: ClientSession, request: SimpleNamespace, _params: TraceRequestStartParams
    ) -> None:
        request.begun = perf_counter()

    async def ended(
        _session: ClientSession, request: SimpleNamespace, params: TraceRequestEndParams
    ) -> None:
        status, headers = params.response.status, params.response.headers
        if status == HTTPStatus.SWITCHING_PROTOCOLS:
            return  # the gateway connection, which is no request
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            scope = headers.get(SCOPE_HEADER, "user") if FROM_DISCORD in headers else CLOUDFLARE
            metrics.limited(scope if scope in LIMITS else OTHER)
        metrics.requested(_by(params.url), _outcome(status), perf_counter() - request.begun)

    async def failed(
        _session: ClientSession, request: SimpleNamespace, params: TraceRequestExceptionParams
    ) -> None:
        metrics.requested(_by(params.url), "lost", perf_counter() - request.begun)

    trace.on_request_start.append(begun)
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)


def _by(url: URL) -> str:
    """Return whose token a request uses; a click's does not count against the bot's own limit."""
    of_a_click = "/interactions/" in url.path or "/webhooks/" in url.path
    return "click" if of_a_click else "bot"


def _outcome(status: int) -> str:
    if status < HTTPStatus.BAD_REQUEST:
        return "taken"
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return "limited"
    return "broken" if status >= BROKEN else "refused"
