"""What is counted and timed, in the words of Prometheus.

A label is one of a few words of ours. None is about a person, a server, a table or a game: whoever
reads the figures learns of nobody, and nothing of what is hidden.
"""

from __future__ import annotations

import platform
import re
import time
from collections.abc import Callable, Mapping
from typing import Final, get_args

import discord
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
)

from bot import VERSION
from bot.board.beginnings import NotBegun
from bot.board.responses import Outcome
from bot.discord.incoming import Incoming, Kind
from bot.hosting.ending import Committed
from bot.hosting.repeats import Superfluous
from bot.store.protocol import OF_THE_WHOLE_STORE, Outdated, Repeated, StoreError
from bot.tables.refusals import Refused, Stale
from bot.tables.stages import OPEN_STAGES
from engine.errors import CelestiaError, CodedError

ANSWER: Final = (0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0)
"""Bounds in seconds: Discord waits for three, and a promise goes out after one and a half."""
COMMIT: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
BOARD: Final = (0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0, 60.0, 300.0, 1800.0)
REQUEST: Final = (0.05, 0.1, 0.2, 0.35, 0.5, 1.0, 2.0, 5.0, 10.0)

OUTCOMES: Final[tuple[tuple[type[BaseException], str], ...]] = (
    (Superfluous, "superfluous"),
    (Stale, "late"),
    (Refused, "refused"),
    (CelestiaError, "refused"),
    (NotBegun, "refused"),
    (StoreError, "store"),
)
"""What a click comes to that is not carried out, by the first of these that it fits."""
OF_LATE: Final = 45.0
"""Seconds after which a failure says nothing more about the store. One that lasts is met again
sooner wherever anything is due, and the alarm waits for a whole minute."""
DONE: Final = "done"
UNEXPECTED: Final = "failed"
NONE: Final = "none"
"""Stands for the answer that was never given."""
OTHER: Final = "other"
"""Stands for codes that are none of ours."""
CLOUDFLARE: Final = "cloudflare"
"""A limit that is not Discord's own: the whole machine is shut out."""
LIMITS: Final = ("user", "shared", "global", CLOUDFLARE)
"""What a limit is for."""
MOST_CODES: Final = 200
_CODE: Final = re.compile(r"[a-z]+(?:_[a-z]+)*")
"""Words alone: no number of anybody or anything fits."""


class Metrics:
    """All counters, in a registry of their own."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        disable_created_metrics()  # when a figure was first counted is nobody's question
        self.registry: Final = CollectorRegistry()
        self._clock: Final = clock
        self._failed: tuple[float, str] | None = None
        """When and why the last change could not be stored, where nothing can be."""
        self._codes: Final[set[str]] = set()
        ProcessCollector(registry=self.registry)
        about = Info("celestia", "Which version runs, and on what.", registry=self.registry)
        about.info(
            {
                "version": VERSION,
                "python": platform.python_version(),
                "discord_py": discord.__version__,
            }
        )
        self._clicks: Final = self._counter(
            "clicks", "Clicks and commands, and what came of them.", "kind", "outcome"
        )
        self._refusals: Final = self._counter("refusals", "Clicks that were refused.", "code")
        self._answers: Final = self._counter(
            "answers", "First answers to clicks, and what Discord made of them.", "outcome"
        )
        self._answer: Final = self._histogram(
            "answer_seconds", "From a click until Discord has its first answer.", ANSWER
        )
        self._commit: Final = self._histogram(
            "commit_seconds", "How long it takes to store a change.", COMMIT
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
            "board_seconds", "From a change until its board shows it.", BOARD
        )
        self._requests: Final = self._counter(
            "requests", "Requests to Discord, by the bot's token or a click's.", "by", "outcome"
        )
        self._request: Final = self._histogram(
            "request_seconds", "How long Discord takes to answer.", REQUEST, "by"
        )
        self._limits: Final = self._counter(
            "rate_limits", "Requests that Discord found too many.", "scope"
        )
        self._lines: Final = self._counter("log_lines", "Warnings and errors in the log.", "level")
        self._begin()

    def _begin(self) -> None:
        """Have what alerts ask for stand at nothing: what begins with its first event has not grown
        by it, and nobody is told."""
        for by in ("people", "bot"):
            self._commands.labels(by)
        for kind in get_args(Kind):
            for outcome in (DONE, UNEXPECTED):
                self._clicks.labels(kind, outcome)
        for outcome in Outcome:
            self._answers.labels(outcome.name.lower())
        self._answers.labels(NONE)
        for code in OF_THE_WHOLE_STORE:
            self._failures.labels(self._code(code))
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
        """Why nothing could be stored of late; "" if the last change was."""
        if self._failed is None or self._clock() - self._failed[0] > OF_LATE:
            return ""
        return self._failed[1]

    def _code(self, code: str) -> str:
        """A code as a label; there are a few dozen of ours, and no more than so many ever."""
        if code not in self._codes:
            if len(self._codes) >= MOST_CODES or not _CODE.fullmatch(code):
                return OTHER
            self._codes.add(code)
        return code

    def clicked(self, click: Incoming, fault: Exception | None) -> None:
        """A click is answered; the fault is why it was not carried out."""
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

    def committed(self, done: Committed) -> None:
        """A change was stored, or was not."""
        change, fault = done.change, done.fault
        if fault is not None:
            self._not_stored(fault)
            return
        self._failed = None
        self._commit.observe(done.seconds)
        by = "bot" if change.interaction is None else "people"
        if change.entries:
            self._commands.labels(by).inc(len(change.entries))
        if change.posted is not None:  # the message with which a game begins
            self._begun.inc()
        if done.before == "playing" and change.stage not in OPEN_STAGES:
            self._ended.labels(change.stage).inc()

    def _not_stored(self, fault: BaseException) -> None:
        code = fault.code if isinstance(fault, StoreError) else "cancelled"
        self._failures.labels(self._code(code)).inc()
        if code in OF_THE_WHOLE_STORE:
            self._failed = self._clock(), code
        elif isinstance(fault, Repeated | Outdated):  # the store has had a look
            self._failed = None

    def shown(self, seconds: float) -> None:
        """A board shows a change so long after it was stored."""
        self._board.observe(seconds)

    def requested(self, by: str, outcome: str, seconds: float) -> None:
        """Discord has answered a request, or has not."""
        self._requests.labels(by, outcome).inc()
        self._request.labels(by).observe(seconds)

    def limited(self, scope: str) -> None:
        """Discord has refused a request as one too many."""
        self._limits.labels(scope).inc()

    def logged(self, level: str) -> None:
        """A warning or an error is in the log."""
        self._lines.labels(level).inc()


NAMES_OF_LEVELS: Final[Mapping[int, str]] = {30: "warning", 40: "error", 50: "critical"}
"""By the numbers that logging has for them."""
