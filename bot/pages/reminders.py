"""The message that reminds a user of pending decisions, and the page of the user's settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, cast
from zoneinfo import ZoneInfo

from bot.appointments import zones
from bot.discord.controls import NOWHERE, Control, Option, Press, select
from bot.pages.games import OpenTable, table_line
from bot.pages.layout import (
    ASK_COLOUR,
    PLAY_COLOUR,
    Content,
    Layout,
    named_button,
    option,
    person,
    timestamp,
)
from bot.reminders.reminder import (
    AFTER,
    DAYS_AWAY,
    DIGEST,
    EVERY,
    HOURS,
    HOURS_OF_DAY,
    NEVER,
    PRIVATE,
    QUIET,
    REFUSED,
    TABLE,
    TURN,
    Kind,
    Wishes,
)
from bot.words import Catalogue
from bot.words.emoji import icon
from players.roster import LEVELS

WHEN, AT, QUIET_HOURS, PLACE, ZONE = "when", "at", "quiet", "place", "zone"
AWAY, LEVEL = "away", "level"
"""The settings on the page, as they stand in custom_ids."""
ANY_TIME: Final = "none"
"""No quiet hours."""


# --- the reminder --------------------------------------------------------------------------------


def reminder_page(
    user: int, waiting: Sequence[OpenTable], say: Catalogue, wishes: Wishes, guild: int
) -> Content:
    """Return the reminder that lists the tables where it is the user's turn.

    ``guild``: the server in which it is posted; tables of other servers are only counted there. It
    is 0 in a direct message, which lists all of them.
    """
    listed = [it for it in waiting if guild in (0, it.guild)]
    sign = icon("nudge")
    layout = Layout(ASK_COLOUR)
    if len(listed) == 1:
        (table,) = listed
        ends = say("decision-ends", when=timestamp(table.ends)) if table.ends else ""
        link = say("board-link", link=table.link) if table.link else ""
        layout.text(f"{sign} {say('notice-turn', seats=person(user))}", f"-# {ends}", link)
    else:
        words = say("reminder-several", user=person(user), count=len(listed))
        layout.text(f"{sign} {words}", *[table_line(it, say) for it in listed])
    if len(waiting) > len(listed):
        layout.text(f"-# {say('reminder-elsewhere', count=len(waiting) - len(listed))}")
    if guild and wishes.place == REFUSED:
        layout.text(f"-# {say('reminder-refused')}")
    return layout.buttons([door(say)]).content((user,))


def door(say: Catalogue) -> Control:
    """Return the button that opens the page of settings."""
    return named_button(NOWHERE, "remind", say)


# --- the wishes ----------------------------------------------------------------------------------


def wishes_page(
    wishes: Wishes,
    away: float | None,
    say: Catalogue,
    now: float,
    locale: str,
    note: str = "",
) -> Content:
    """Return the page of a user's settings for reminders, with the controls to change them.

    ``away``: until when the person is away.
    """
    layout = Layout(PLAY_COLOUR).text(f"> {note}" if note else "")
    layout.text(f"### {icon('remind')} {say('reminders-title')}", say("reminders-how"))
    if wishes.place == REFUSED:
        layout.text(f"{icon('failed')} {say('reminders-refused')}")
    layout.choice(_select(WHEN, say("choose-remind-when"), [*_times(wishes, say)]))
    if wishes.kind == DIGEST:
        hours = [
            option(say("reminders-at", hour=it), f"{it}", chosen=it == wishes.at)
            for it in HOURS_OF_DAY
        ]
        layout.choice(_select(AT, say("choose-remind-at"), hours))
    if wishes.kind not in (DIGEST, NEVER):
        layout.choice(_select(QUIET_HOURS, say("choose-remind-quiet"), [*_quiet(wishes, say)]))
    if wishes.kind != NEVER:
        places = [
            option(say(f"reminders-{it}"), it, chosen=(wishes.place == PRIVATE) == (it == PRIVATE))
            for it in (TABLE, PRIVATE)
        ]
        layout.choice(_select(PLACE, say("choose-remind-place"), places))
    if wishes.kind == DIGEST or wishes.quiet is not None:
        layout.choice(_select(ZONE, say("choose-zone"), [*_zones(wishes, now, locale)]))
        layout.text(f"-# {_clock(wishes, say, now)}")
    is_away = away is not None and away > now
    if away is not None and is_away:
        layout.text(f"{icon('went_away')} {say('reminders-away', when=timestamp(away))}")
    layout.choice(_select(AWAY, say("choose-remind-away"), [*_days(say, away=is_away)]))
    if is_away:
        levels = [
            option(say("reminders-level", level=say(f"level-{it}")), it, chosen=it == wishes.level)
            for it in LEVELS
        ]
        layout.choice(_select(LEVEL, say("choose-remind-level"), levels))
    return layout.content()


def _days(say: Catalogue, *, away: bool) -> Iterator[Option]:
    """Yield the days for which a person can be away."""
    if away:
        yield option(say("reminders-back"), "0", emoji=icon("back"))
    for days in DAYS_AWAY:
        yield option(say("reminders-days", days=days), f"{days}")


def _select(what: str, label: str, options: list[Option]) -> Control:
    return select(Press(NOWHERE, "remind", what), label, options)


def _times(wishes: Wishes, say: Catalogue) -> Iterator[Option]:
    yield option(say("reminders-turn"), TURN, chosen=wishes.kind == TURN)
    for hours in HOURS:
        chosen = wishes.kind == AFTER and wishes.hours == hours
        yield option(say("reminders-after", hours=hours), f"{AFTER}={hours}", chosen=chosen)
    for kind in (DIGEST, EVERY, NEVER):
        yield option(say(f"reminders-{kind}"), kind, chosen=wishes.kind == kind)


def _quiet(wishes: Wishes, say: Catalogue) -> Iterator[Option]:
    yield option(say("reminders-any-time"), ANY_TIME, chosen=wishes.quiet is None)
    for begins, ends in QUIET:
        label = say("reminders-quiet", begins=begins, ends=ends)
        yield option(label, f"{begins}-{ends}", chosen=wishes.quiet == (begins, ends))


def _zones(wishes: Wishes, now: float, locale: str) -> Iterator[Option]:
    offered = zones.offered(now, locale)
    known = [it.name for it in offered]
    if wishes.zone not in known:  # a server's own
        offered = [zones.Zone(wishes.zone, wishes.zone, is_usual=False), *offered][: len(known)]
    for zone in offered:
        yield option(zone.label, zone.name, chosen=zone.name == wishes.zone)


def _clock(wishes: Wishes, say: Catalogue, now: float) -> str:
    """Return what time it is by the person's clock, so that a wrong zone is noticed."""
    time = datetime.fromtimestamp(now, ZoneInfo(wishes.zone))
    return say("reminders-clock", time=f"{time:%H:%M}", zone=wishes.zone.replace("_", " "))


def chosen(wishes: Wishes, what: str, value: str) -> Wishes:
    """Return the settings with this one changed; an unknown setting changes nothing."""
    match what:
        case "when":
            kind, _, hours = value.partition("=")
            wished = replace(wishes, kind=cast("Kind", kind), hours=int(hours or wishes.hours))
        case "at":
            wished = replace(wishes, at=int(value))
        case "quiet":
            begins, _, ends = value.partition("-")
            wished = replace(wishes, quiet=(int(begins), int(ends)) if ends else None)
        case "place":
            wished = replace(wishes, place=value)
        case "zone":
            wished = replace(wishes, zone=zones.known(value).key)
        case "level":
            wished = replace(wishes, level=value)
        case _:
            wished = wishes
    return wished
