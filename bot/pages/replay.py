"""The replay of a finished game, leg by leg, and the lines about it on the last page.

Any user gets it, in private: the game is over, so every hand is public.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from bot.discord.controls import Control, Press, Style, button
from bot.discord.limits import LAYOUT_TEXT
from bot.pages.alt_text import describe
from bot.pages.layout import (
    PLAY_COLOUR,
    Content,
    Layout,
    PlainName,
    last_fitting,
    open_voice,
)
from bot.pages.scenes import scene_again
from bot.pages.views import TableView
from bot.tables.table import PICTURE
from bot.words import Catalogue, Voice
from bot.words.emoji import icon
from bot.words.emoji import plain as in_signs
from engine.records import OVER
from players.replay.moments import Moment
from players.replay.steps import Replay, Step

ACTION: Final = "replay"
LEG_TEXT: Final = LAYOUT_TEXT - 600
"""Characters for the events of a leg; if they need more, the first ones are left out."""
DICE: Final = frozenset({"rolled", "rerolled", "dice_kept"})
WHERE: Final = re.compile(r"[a-z]+-(\d{1,4})")
"""The argument of a button: its name, and the number of the leg to which it leads, from 0."""


@dataclass(frozen=True, slots=True)
class Again:
    """The replay of a finished game, for its last page."""

    moments: tuple[Moment, ...] = ()
    file: str = field(default="", repr=False)
    """The file of the replay; "" where it could not be made."""
    link: str = ""
    """Its address on the web; "" for none."""


@dataclass(frozen=True, slots=True)
class Leg:
    """The steps from one roll to the next."""

    first: int
    """The number of its first step in the file, from 0."""
    steps: tuple[Step, ...]

    @property
    def pictured(self) -> Step:
        """The step that its picture shows: the dice as they counted."""
        thrown = [it for it in self.steps if any(event.kind in DICE for event in it.events)]
        began = [it for it in self.steps if any(it.kind == "leg_began" for it in it.events)]
        return (*thrown[-1:], *began[:1], self.steps[-1])[0]

    def has(self, moment: Moment) -> bool:
        """Return whether a moment is in this leg."""
        return self.first <= moment.step < self.first + len(self.steps)


def legs_of(replay: Replay) -> tuple[Leg, ...]:
    """Return the legs of a game; events before the first belong to it."""
    found: list[Leg] = []
    first = 0
    for _, run in groupby(replay.steps, lambda step: max(1, step.leg)):
        steps = tuple(run)
        found.append(Leg(first, steps))
        first += len(steps)
    return tuple(found)


def wanted(argument: str) -> int:
    """Return the number of the leg that a button asks for; the first by default."""
    found = WHERE.fullmatch(argument)
    return int(found[1]) if found else 0


def moment_lines(moments: Sequence[Moment], voice: Voice) -> Iterator[str]:
    """Yield a line for each memorable moment of a game, with its step in the file."""
    for it in moments:
        title, told = it.title(voice), it.told(voice)
        line = voice.say("moment-line", title=title, step=it.step + 1, told=told)
        yield f"{icon(it.kind)} {line}"


def replay_page(
    shown: TableView, replay: Replay, moments: Sequence[Moment], at: int, say: Catalogue
) -> Content:
    """Return the page of one leg: the board, the events, and buttons to the other legs."""
    legs, voice = legs_of(replay), open_voice(shown, say)
    at = min(at, len(legs) - 1)
    leg = legs[at]
    layout = Layout(PLAY_COLOUR)
    layout.text(*_title(leg, voice, say("replay-leg", leg=at + 1, legs=len(legs))))
    painted = scene_again(replay, leg.pictured.scene)
    described = describe(painted, say)
    if shown.board == PICTURE:
        layout.picture(painted, described)
    else:
        layout.text(f"-# {described}")
    # right below the picture, where they stay from one leg to the next
    layout.buttons([*_ways(shown, say, at, len(legs))])
    here = [it for it in moments if leg.has(it)]
    layout.text(*[f"{icon(it.kind)} **{it.title(voice)}**" for it in here])
    lines = [*_lines(leg, voice)]
    if at == len(legs) - 1 and replay.record.ending != OVER:
        lines.append(f"{icon('closed')} {say('replay-broken_off')}")
    layout.text(*_fitting(lines, LEG_TEXT - (0 if shown.board == PICTURE else len(described)), say))
    return layout.buttons([*_jumps(shown, voice, legs, moments, at)]).content()


def names_in(shown: TableView, say: Catalogue, plain: PlainName) -> tuple[str, ...]:
    """Return the name of each seat for places without mentions; "" where it is unknown."""
    return tuple(
        [
            say(f"computer-{chair.name}")
            if chair.computer
            else plain(shown.people[seat], "")
            if seat in shown.people
            else ""
            for seat, chair in enumerate(shown.chairs)
        ]
    )


def _title(leg: Leg, voice: Voice, count: str) -> Iterator[str]:
    """Yield the numbers of leg and journey, and the flight."""
    then = leg.pictured.scene
    yield f"### {icon(ACTION)} {count} · {voice.say('replay-journey', journey=then.journey)}"
    if then.target and then.target != then.city:
        way = f"{voice.city(then.city)} → {voice.city(then.target)}"
        yield f"{icon(then.craft)} **{way}**"


def _lines(leg: Leg, voice: Voice) -> Iterator[str]:
    for step in leg.steps:
        told = " ".join(step.lines(voice))
        if told:
            yield f"{voice.icon(step.events[0])} {told}"


def _fitting(lines: list[str], room: int, say: Catalogue) -> list[str]:
    """Return as many of the last lines as fit."""
    if sum(map(len, lines)) + len(lines) > room:
        lines = [*map(in_signs, lines)]  # an uploaded icon takes twenty times the room of a sign
    return last_fitting(reversed(lines), room, say)


def _ways(shown: TableView, say: Catalogue, at: int, legs: int) -> Iterator[Control]:
    last = legs - 1
    for way, to in (("first", 0), ("back", at - 1), ("forward", at + 1), ("last", last)):
        there = at == (0 if way in ("first", "back") else last)
        press = Press(shown.table, ACTION, f"{way}-{max(0, min(to, last))}")
        yield button(press, say(f"button-replay-{way}"), disabled=there)


def _jumps(
    shown: TableView, voice: Voice, legs: Sequence[Leg], moments: Sequence[Moment], at: int
) -> Iterator[Control]:
    """Yield a button for each moment; the one on this page is marked."""
    for it in moments:
        to = next(number for number, leg in enumerate(legs) if leg.has(it))
        style = Style.primary if to == at else Style.secondary
        press = Press(shown.table, ACTION, f"{it.kind}-{to}")
        yield button(press, it.title(voice), style, emoji=icon(it.kind))
