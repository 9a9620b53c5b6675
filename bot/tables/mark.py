"""What others can see of a table, short: where nothing of it changes, nothing is painted."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.tables import presence
from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class Mark:
    """How a table looked when it was taken."""

    stage: str
    page: int
    told: int
    moment: int
    waiting: tuple[int, ...]
    people: tuple[tuple[int, int], ...]
    host: int
    kept: tuple[int, ...]
    asleep: bool
    notice: int


def mark(table: Table) -> Mark:
    """How the table looks now."""
    return Mark(
        stage=table.stage,
        page=table.page.number,
        told=len(table.page.events),
        moment=table.moment,
        waiting=table.game.waiting if table.game else (),
        people=tuple(sorted(table.people.items())),
        host=table.host,
        kept=presence.kept(table),
        asleep=table.asleep,
        notice=_notice(table),
    )


def _notice(table: Table) -> int:
    return table.notice.number if table.notice else 0


def timed_pages(table: Table) -> tuple[int, ...]:
    """The pages that say when somebody's time is over."""
    return (table.page.number, *([-table.notice.number] if table.notice else ()))


def changed_pages(before: Mark, table: Table) -> tuple[int, ...]:
    """The pages that look different now; a call is a page of its own, below zero."""
    after = mark(table)
    if table.stage != "lobby" and after == before:
        return ()
    calls = {before.notice, after.notice} if before.notice != after.notice else set[int]()
    only_calls = replace(after, notice=before.notice) == before and table.stage != "lobby"
    pages = () if only_calls else range(before.page, table.page.number + 1)
    return (*[-number for number in sorted(calls) if number], *pages)
