"""The end: the scores with their parts, what will be remembered, and the review of a seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from bot.discord.controls import Style
from bot.pages.alt_text import describe_chart
from bot.pages.layout import (
    END_COLOUR,
    PAST_COLOUR,
    PLAY_COLOUR,
    Content,
    Layout,
    PlainName,
    label_voice,
    listed_name,
    named_button,
    open_voice,
    seat_name,
    told,
)
from bot.pages.leg import persons
from bot.pages.replay import ACTION, Again, moment_lines
from bot.pages.scenes import chart
from bot.pages.tutorial import what_next
from bot.pages.views import TableView
from bot.results.standing import Effect, Shift
from bot.tables.proof import FILE, REPLAY
from bot.tables.table import PICTURE
from bot.words import Catalogue, Voice
from bot.words.emoji import CITIES, icon
from engine import Record, Score
from engine.box import CITY_OF, POINTS, SPYGLASS, SPYGLASSES
from engine.records import SHORT
from players.review import Slip

MEDALS: Final = 3
"""Places with a medal."""
STORY: Final = 3
UNRATED: Final = Effect()


def end(
    shown: TableView,
    say: Catalogue,
    record: Record | None,
    again: Again | None = None,
    *,
    board: str = PICTURE,
    effect: Effect = UNRATED,
) -> Content:
    """Return the last page of a table, finished or broken off."""
    over = shown.stage == "over"
    layout = Layout(END_COLOUR if over else PAST_COLOUR)
    layout.text(f"### {icon('over' if over else 'closed')} {say(f'end-{shown.stage}')}")
    charted = shown.view is not None and board == PICTURE
    if charted:
        painted = chart(shown)
        layout.picture(painted, describe_chart(painted, say))
    voice = open_voice(shown, say)
    if over:
        layout.text(*told(voice, shown.story, 1 if charted else STORY))
    else:
        layout.text(f"{_why(shown, say)} {say('end-standing')}".strip())
    if shown.view is not None:
        ranked = sorted(shown.scores, key=lambda score: score.rank)
        layout.text(*[_line(shown, say, it, effect.shifts, whole=not charted) for it in ranked])
        if effect.is_rated and not effect.can_gain:
            layout.text(f"-# {say('end-no-gain' if over else 'end-counts-as-it-stands')}")
    files = _replay(layout, shown, say, again)
    if shown.view is not None:
        lines = [*moment_lines(again.moments, voice)] if again and over else []
        length = say("end-length", journeys=shown.view.journey, legs=shown.legs)
        layout.text(*[f"-# {line}" for line in lines], f"-# {icon('log')} {length}")
    files += _record(layout, shown, say, record)
    what_next(layout, shown, say)
    rematch = named_button(shown.table, "rematch", say, Style.success)
    looking_back = (ACTION, "review") if shown.has_record else ()
    tells = () if shown.is_direct else ("tell_me",)
    others = [named_button(shown.table, it, say) for it in (*looking_back, *tells, "more")]
    layout.buttons([rematch, *others])
    # people who play for days do not watch the channel, those at a live table do
    mentions = () if shown.pace == "live" else persons(shown, tuple(shown.people))
    return layout.content(mentions, files)


File = tuple[str, str]
"""A name and a text."""


def _replay(
    layout: Layout, shown: TableView, say: Catalogue, again: Again | None
) -> tuple[File, ...]:
    """Add and return the file of the replay, if there is one."""
    if again is None or not again.file:
        return ()
    key = "end-replay-link" if again.link else "end-replay"
    name = REPLAY.format(id=shown.table)
    layout.text(f"{icon(ACTION)} {say(key, link=again.link)}").file(name)
    return ((name, again.file),)


def _record(
    layout: Layout, shown: TableView, say: Catalogue, record: Record | None
) -> tuple[File, ...]:
    """Add and return the file of the record, or say why there is none."""
    if record is None:
        layout.text(f"-# {say('end-no-record')}" if shown.has_record else "")
        return ()
    name = FILE.format(id=shown.table)
    said = say("end-record", fingerprint=record.fingerprint[:SHORT])
    layout.text(f"-# {icon('proof')} {said}").file(name)
    return ((name, record.text),)


def damaged(say: Catalogue) -> Content:
    """Return the page of a table that was closed because it cannot be read."""
    title = f"## {icon('closed')} {say('damaged-title')}"
    return Layout(PAST_COLOUR).text(title, say("damaged-why")).content()


def _why(shown: TableView, say: Catalogue) -> str:
    """Return why and by whom a game was closed before its end."""
    if shown.stage == "expired":
        return say("end-expired-why")
    if all(chair.computer for chair in shown.chairs):
        return say("end-cancelled-empty")
    if shown.cancelled_by_moderator:
        return say("end-cancelled-outside")
    if shown.cancelled_by is None:
        return ""
    return say("end-cancelled-by", seat=seat_name(shown, say, shown.cancelled_by))


def _line(
    shown: TableView, say: Catalogue, score: Score, shifts: Mapping[int, Shift], *, whole: bool
) -> str:
    """A seat's place, points and rating; ``whole``: what they come from, too, as a chart shows."""
    parts = _parts(say, score) if whole else _deducted(say, score)
    if any(it.total == score.total and it.rank > score.rank for it in shown.scores):
        parts.append(say("score-tie"))
    medal = icon(f"place-{score.rank}" if score.rank <= MEDALS else "place")
    name = listed_name(shown, say, score.seat)
    rating = f" · {_rated(shifts[score.seat])}" if score.seat in shifts else ""
    lines = [f"{medal} **{_with_minus(f'{score.total}')}** · {name}{rating}"]
    if parts:
        lines.append(f"-# {' · '.join(parts)}")
    if whole and shown.held[score.seat]:
        lines.append(f"-# {_hoard(shown.held[score.seat])}")
    return "\n".join(lines)


def _parts(say: Catalogue, score: Score) -> list[str]:
    parts = [say("score-treasures", points=score.treasures, count=score.cards)]
    if score.tokens:
        parts.append(say("score-tokens", points=score.tokens))
    return [*parts, *_deducted(say, score)]


def _deducted(say: Catalogue, score: Score) -> list[str]:
    """Return the points that a seat has lost, which a chart does not show."""
    return [say("score-penalty", points=score.penalty)] if score.penalty else []


def _rated(shift: Shift) -> str:
    """Return the new rating and its change; provisional ratings carry a question mark."""
    change = _with_minus(f"{shift.after - shift.before:+d}")
    return f"{shift.after}{'?' * shift.provisional} ({change})"


def _with_minus(number: str) -> str:
    """Return a number with a true minus sign, which is as wide as a digit."""
    return number.replace("-", "\N{MINUS SIGN}")


def _hoard(treasures: Iterable[str]) -> str:
    """Return the points of each treasure, grouped by city: ``1️⃣ 1+🔭2 · 4️⃣ 6+8``."""
    by_worth = sorted(treasures, key=lambda name: (CITY_OF[name], name in SPYGLASSES, POINTS[name]))
    return " · ".join(
        f"{CITIES[city - 1]} {'+'.join(map(_worth, names))}"
        for city, names in groupby(by_worth, CITY_OF.__getitem__)
    )


def _worth(treasure: str) -> str:
    return f"{icon(SPYGLASS) if treasure in SPYGLASSES else ''}{POINTS[treasure]}"


def review(shown: TableView, slips: Sequence[Slip], say: Catalogue, plain: PlainName) -> Content:
    """Return the costliest decisions of a seat, the worst first, each with a better one."""
    voice, labels = open_voice(shown, say), label_voice(shown, say, plain)
    layout = Layout(PLAY_COLOUR).text(f"### {icon('review')} {say('review-title')}")
    layout.text(say("review-how", count=len(slips)) if slips else say("review-none"))
    for slip in slips:
        layout.text(*_told(slip, say, voice, labels))
    return layout.content()


def _told(slip: Slip, say: Catalogue, voice: Voice, labels: Voice) -> list[str]:
    view = slip.made.view
    city, target = voice.city(view.leg.city), voice.city(view.leg.target)
    leg = say("review-leg", journey=view.journey, city=city, target=target)
    made, better = (labels.move(move, view) for move in (slip.made.move, slip.move))
    lost = say("review-lost", made=made, better=better, chances=round(100 * slip.lost))
    return [f"{icon(view.leg.craft)} **{leg}**", lost, f"-# {voice.hint(slip.better)}"]
