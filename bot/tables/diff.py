"""Which pages an action has changed, by public facts alone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.tables import presence
from bot.tables.table import NOTICE, PageKey, Table


@dataclass(frozen=True, slots=True)
class Visible:
    """The public facts of a table that its pages show."""

    stage: str
    page: int
    told: int
    moment: int
    waiting: tuple[int, ...]
    thinking: tuple[int, ...]
    people: tuple[tuple[int, int], ...]
    host: int
    substituted: tuple[int, ...]
    away: tuple[tuple[int, tuple[float, str]], ...]
    """Until when owners of seats are away."""
    paused: tuple[tuple[int, float], ...]
    """Until when clocks are paused."""
    asleep: bool
    notice: int | None
    pinged: tuple[int, ...]
    """The seats that the notice names and the game still waits for."""


def visible(table: Table) -> Visible:
    """Return the public facts of a table."""
    return Visible(
        stage=table.stage,
        page=table.page.number,
        told=len(table.page.events),
        moment=table.moment,
        waiting=table.game.waiting if table.game else (),
        thinking=tuple(table.thinking),
        people=tuple(sorted(table.people.items())),
        host=table.host,
        substituted=presence.substituted(table),
        away=tuple(sorted(table.away.items())),
        paused=tuple(sorted(table.paused.items())),
        asleep=table.asleep,
        notice=table.notice.number if table.notice else None,
        pinged=_pinged(table),
    )


def _pinged(table: Table) -> tuple[int, ...]:
    named = table.notice.seats if table.notice else ()
    awaited = set(presence.asked(table)) - set(presence.substituted(table))
    return tuple([seat for seat in named if seat in awaited])


def timed_pages(table: Table) -> tuple[PageKey, ...]:
    """Return the pages that show a deadline."""
    return (table.page.key, *([table.notice.key] if table.notice else ()))


def changed_pages(before: Visible, table: Table) -> tuple[PageKey, ...]:
    """Return the pages that look different now."""
    after = visible(table)
    in_lobby = table.stage == "lobby"  # settings are not compared
    if after == before and not in_lobby:
        return ()
    same_ping = (before.notice, before.pinged) == (after.notice, after.pinged)
    notices = set[int | None]() if same_ping else {before.notice, after.notice}
    only_ping = replace(after, notice=before.notice, pinged=before.pinged) == before
    changed = () if only_ping and not in_lobby else range(before.page, table.page.number + 1)
    return (
        *[PageKey(NOTICE, number) for number in sorted(filter(None, notices))],
        *[table.key_of(number) for number in changed],
    )
