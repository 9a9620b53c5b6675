"""What others can see of a table, short: where nothing of it changes, nothing is painted."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.tables import presence
from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class Visible:
    """How a table looked when it was taken."""

    stage: str
    page: int
    told: int
    moment: int
    waiting: tuple[int, ...]
    people: tuple[tuple[int, int], ...]
    host: int
    substituted: tuple[int, ...]
    asleep: bool
    notice: int
    called: tuple[int, ...]
    """Those whom the notice names and who are still waited for."""


def visible(table: Table) -> Visible:
    """How the table looks now."""
    return Visible(
        stage=table.stage,
        page=table.page.number,
        told=len(table.page.events),
        moment=table.moment,
        waiting=table.game.waiting if table.game else (),
        people=tuple(sorted(table.people.items())),
        host=table.host,
        substituted=presence.substituted(table),
        asleep=table.asleep,
        notice=_notice(table),
        called=_called(table),
    )


def _notice(table: Table) -> int:
    return table.notice.number if table.notice else 0


def _called(table: Table) -> tuple[int, ...]:
    named = table.notice.seats if table.notice else ()
    awaited = set(presence.asked(table)) - set(presence.substituted(table))
    return tuple([seat for seat in named if seat in awaited])


def timed_pages(table: Table) -> tuple[int, ...]:
    """The pages that say when somebody's time is over."""
    return (table.page.number, *([-table.notice.number] if table.notice else ()))


def changed_pages(before: Visible, table: Table) -> tuple[int, ...]:
    """The pages that look different now; a call is a page of its own, below zero."""
    after = visible(table)
    if table.stage != "lobby" and after == before:
        return ()
    is_same = (before.notice, before.called) == (after.notice, after.called)
    calls = set[int]() if is_same else {before.notice, after.notice}
    as_before = replace(after, notice=before.notice, called=before.called) == before
    only_calls = as_before and table.stage != "lobby"
    pages = () if only_calls else range(before.page, table.page.number + 1)
    return (*[-number for number in sorted(calls) if number], *pages)
