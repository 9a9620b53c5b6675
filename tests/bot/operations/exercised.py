"""Metrics in which everything was counted once, so that each label has a value."""

from __future__ import annotations

from typing import Any, get_args

from bot.board.messages import NEEDS_PEOPLE
from bot.board.responses import Outcome
from bot.discord.incoming import Kind
from bot.events import Commit
from bot.hosting.repeats import Superfluous
from bot.operations.gauges import ProcessShards, ShardFigures
from bot.operations.metrics import LEVEL_NAMES, LIMITS, Metrics
from bot.store.data import PostedMessage
from bot.store.errors import ChannelTaken, DiskFull, Outdated, Repeated
from bot.tables.refusals import Refused, Stale
from engine.errors import IllegalMove
from tests.bot.operations.looked_at import Parts, Scrape, asking
from tests.bot.store.changes import change, leg

FAULTS: tuple[Exception | None, ...] = (
    None,
    Refused("too_fast"),
    Stale("moment_passed"),
    Superfluous(Refused("not_asked")),
    IllegalMove("not_aboard", seat=2),
    DiskFull(),
    ValueError("a fault"),
)
FAILURES = (DiskFull(), Repeated(), Outdated())


class Pressed:
    """As much of a click as is counted."""

    def __init__(
        self, kind: str = "press", outcome: str = "sent", took: float | None = 0.1
    ) -> None:
        self.kind, self.outcome, self.answered_in = kind, outcome, took


def click(metrics: Metrics, fault: Exception | None = None, **about: Any) -> None:
    """Answer a click."""
    pressed: Any = Pressed(**about)
    metrics.clicked(pressed, fault)


def commit(
    metrics: Metrics, fault: BaseException | None = None, before: str = "playing", **about: Any
) -> None:
    """Something is stored, or is not."""
    metrics.committed(Commit(change(**about), before, 0.002, fault))


def exercise(metrics: Metrics) -> None:
    """Count everything there is to count."""
    for kind in get_args(Kind):
        for fault in FAULTS:
            click(metrics, fault, kind=kind)
    for outcome in Outcome:
        click(metrics, outcome=outcome.name.lower())
    click(metrics, outcome="", took=None)
    for failure in (*FAILURES, ChannelTaken(), KeyboardInterrupt()):
        commit(metrics, failure)
    for stage in ("playing", "over", "cancelled", "expired", "frozen"):
        commit(metrics, stage=stage)
    posted = PostedMessage(leg(1), 70, 5000)
    commit(metrics, before="lobby", posted=posted, interaction=12)
    metrics.board_shown(0.4)
    for by in ("bot", "click"):
        for outcome in ("taken", "refused", "limited", "broken", "lost"):
            metrics.requested(by, outcome, 0.1)
    for scope in LIMITS:
        metrics.limited(scope)
    for level in LEVEL_NAMES.values():
        metrics.logged(level)


async def everything() -> Scrape:
    """A scrape in which each figure has a sample."""
    shards = [ShardFigures(0, True, 0.04), ShardFigures(5, False, float("nan"))]
    parts = Parts(ProcessShards(shards, 16, 2, 1.5))
    parts.boards.of("blue").note_change(1, [])
    parts.block({f"table {n}": it for n, it in enumerate(NEEDS_PEOPLE.values())})
    async with asking(parts) as asked:
        exercise(asked.operations.metrics)
        return await asked.scrape()
