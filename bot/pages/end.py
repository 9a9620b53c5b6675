"""The end: the table of scores with its parts, and what proves that nobody chose the deal."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from bot.discord.controls import Control, Press, Style, button
from bot.pages.layout import (
    END_COLOUR,
    PAST_COLOUR,
    Content,
    Layout,
    open_voice,
    seat_name,
    services,
    told,
)
from bot.pages.leg import persons
from bot.pages.views import TableView
from bot.tables.proof import FILE
from bot.words import Catalogue
from bot.words.emoji import CITIES, icon
from engine import Score
from engine.box import CITY_OF, POINTS, SPYGLASS, SPYGLASSES

MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
STORY: Final = 6


def end(scene: TableView, say: Catalogue, record: str | None) -> Content:
    """The last page of a table, played to its end or not."""
    over = scene.stage == "over"
    sheet = Layout(END_COLOUR if over else PAST_COLOUR)
    voice = open_voice(scene, say)
    sheet.text(f"## {'🏁' if over else '🛑'} {say(f'end-{scene.stage}')}")
    if over:
        sheet.text(*told(voice, scene.story, STORY))
    else:
        sheet.text(f"{_why(scene, say)} {say('end-standing')}".strip())
    if scene.view is not None:
        ranked = sorted(scene.scores, key=lambda score: score.rank)
        sheet.text(*[_line(scene, say, score) for score in ranked])
        sheet.text(f"-# {say('end-length', journeys=scene.view.journey, legs=scene.legs)}")
    proof = "end-verify" if record is not None else "end-no-record"
    sheet.line().text(
        f"-# {say('secret-shown', secret=scene.secret)}",
        f"-# {say('promise-kept', hash=scene.promise)}",
        f"-# {say(proof)}" if scene.has_record else "",
    )
    files: tuple[tuple[str, str], ...] = ()
    if record is not None:
        name = FILE.format(id=scene.table)
        files = ((name, record),)
        sheet.file(name)
    sheet.buttons([_rematch(scene, say), *services(scene, say)])
    # whoever plays for days is not there to see it; live, nobody needs to be called
    mentions = () if scene.pace == "live" else persons(scene, tuple(scene.people))
    return Content(sheet.view, mentions=mentions, files=files)


def damaged(say: Catalogue) -> Content:
    """In place of the board of a table that was closed since it cannot be read any more."""
    sheet = Layout(PAST_COLOUR).text(f"## 🛑 {say('damaged-title')}", say("damaged-why"))
    return Content(sheet.view)


def _why(scene: TableView, say: Catalogue) -> str:
    """Why a game was closed before its end, and by whom, as far as the table knows."""
    if scene.stage == "expired":
        return say("end-expired-why")
    if all(chair.computer for chair in scene.chairs):
        return say("end-cancelled-empty")
    if scene.cancelled_by_moderator:
        return say("end-cancelled-outside")
    if scene.cancelled_by is None:
        return ""
    return say("end-cancelled-by", seat=seat_name(scene, say, scene.cancelled_by))


def _line(scene: TableView, say: Catalogue, score: Score) -> str:
    """A seat's place and points, what they come from, and the treasures that it held."""
    parts = [say("score-treasures", points=score.treasures, count=score.cards)]
    if score.tokens:
        parts.append(say("score-tokens", points=score.tokens))
    if score.penalty:
        parts.append(say("score-penalty", points=score.penalty))
    if any(it.total == score.total and it.rank > score.rank for it in scene.scores):
        parts.append(say("score-tie"))
    medal = MEDALS.get(score.rank, "▫️")
    name = seat_name(scene, say, score.seat)
    lines = [f"{medal} **{_points(score.total)}** · {name}", f"-# {' · '.join(parts)}"]
    if scene.held[score.seat]:
        lines.append(f"-# {_hoard(scene.held[score.seat])}")
    return "\n".join(lines)


def _points(total: int) -> str:
    """A number with the minus that sentences have, which is as wide as a digit."""
    return f"{total}".replace("-", "\N{MINUS SIGN}")


def _hoard(treasures: Iterable[str]) -> str:
    """What each treasure is worth, by the cities they come from: ``1️⃣ 1+🔭2 · 4️⃣ 6+8``."""
    by_worth = sorted(treasures, key=lambda name: (CITY_OF[name], name in SPYGLASSES, POINTS[name]))
    return " · ".join(
        f"{CITIES[city - 1]} {'+'.join(map(_worth, names))}"
        for city, names in groupby(by_worth, CITY_OF.__getitem__)
    )


def _worth(treasure: str) -> str:
    return f"{icon(SPYGLASS) if treasure in SPYGLASSES else ''}{POINTS[treasure]}"


def _rematch(scene: TableView, say: Catalogue) -> Control:
    return button(Press(scene.table, "rematch"), say("button-rematch"), Style.success, emoji="🔁")
