"""The page of a running leg: the board, the question, the stakes, and the answers."""

from __future__ import annotations

from typing import Final

from bot.discord.controls import Control, Press, Style, button
from bot.pages.alt_text import describe
from bot.pages.choices import choices
from bot.pages.layout import (
    ASK_COLOUR,
    PAST_COLOUR,
    PLAY_COLOUR,
    Content,
    Layout,
    open_voice,
    seat_name,
    services,
    timestamp,
    told,
)
from bot.pages.past import flight, past
from bot.pages.scenes import scene
from bot.pages.stake import odds, stake
from bot.pages.text_board import text_board
from bot.pages.views import TableView
from bot.tables.table import PICTURE
from bot.words import Catalogue, Voice
from bot.words.emoji import icon
from engine import View
from engine.state.pieces import SHIP

STORY: Final = 3
"""Lines of the story under a board, one less where odds are shown; the log has the rest."""
MANY: Final = 4
"""From this many named seats on, the story has one line."""
TOLD_WHILE_DECIDING: Final = ("rolled", "dice_kept", "stayed")
"""Events that the page shows otherwise while the passengers decide."""


def leg(
    shown: TableView, say: Catalogue, *, leaving: bool = False, board: str = PICTURE
) -> Content:
    """Return a page of a running game; ``leaving``: with a note that the bot will be right back."""
    voice = open_voice(shown, say)
    if not shown.newest or shown.view is None:
        return past(shown, say, voice)
    view = shown.view
    asks = ASK_COLOUR if view.question == "decisions" else PLAY_COLOUR
    layout = Layout(PAST_COLOUR if shown.asleep else asks)
    _board(layout, shown, view, say, voice, board)
    layout.text(f"{icon('restart')} {say('right-back')}" if leaving else "")
    chances = odds(shown, view, say, voice)
    most = STORY - bool(chances)
    layout.text(
        *asked(shown, say, voice, view, timed=not leaving),
        stake(view, say, voice),
        chances,
        _passengers(shown, say, view),
        _away(shown, say),
    )
    layout.text(*_story(shown, view, voice, most))
    if shown.asleep:
        layout.buttons([back(shown, say, "resume"), *services(shown, say)])
        return layout.content()
    layout.buttons(choices(shown, say, view) if shown.waiting else [])
    returns = [back(shown, say, "back")] if shown.substituted else []
    layout.buttons([*services(shown, say), *returns])
    return layout.content(persons(shown, _pinged(shown)))


def _board(
    layout: Layout, shown: TableView, view: View, say: Catalogue, voice: Voice, board: str
) -> None:
    """Add the board as a picture, or in words."""
    if board == PICTURE:
        painted = scene(shown)
        layout.picture(painted, describe(painted, say, shown.ship.name))
        return
    now = view.leg
    begins = say("page-journey", journey=view.journey)
    where = flight(say, voice, now.craft, now.city, now.target)
    layout.text(f"### {where if now.target != now.city else f'{icon(SHIP)} {begins}'}")
    for paragraph in text_board(shown, view, say, voice):
        layout.text(paragraph)


def _story(shown: TableView, view: View, voice: Voice, most: int) -> list[str]:
    """Return the last lines of the story, without events that the page shows otherwise."""
    known = TOLD_WHILE_DECIDING if view.question == "decisions" else ()
    story = [event for event in shown.story if event.kind not in known]
    named = max(len(shown.waiting), len(view.leg.undecided) + len(view.leg.stayed))
    most = most if named < MANY else 1
    return [f"-# {line}" for line in told(voice, story, most, len(shown.chairs))]


def _pinged(shown: TableView) -> tuple[int, ...]:
    """Return the seats that a new board pings: the awaited ones that no notice pings.

    Where a board is posted late, both messages come together, and must not ping twice.
    """
    beside = shown.notice.seats if shown.notice else ()
    return tuple([seat for seat in shown.awaited if seat not in beside])


def persons(shown: TableView, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the users on these seats."""
    return tuple([shown.people[seat] for seat in seats if seat in shown.people])


# --- the question --------------------------------------------------------------------------


def asked(
    shown: TableView, say: Catalogue, voice: Voice, view: View, *, timed: bool = True
) -> list[str]:
    """Return the lines about the question, and until when it can be answered."""
    if not shown.waiting:
        return []
    if shown.asleep:
        closes = timestamp(shown.given_up_at) if shown.given_up_at is not None else ""
        wakes = say("board-wakes", when=closes)
        return [f"{icon('asleep')} {say('board-asleep')}", f"-# {wakes}"]
    lines = [f"{icon('wait')} {voice.question(view)}"]
    if shown.is_deserted:
        return [*lines, f"{icon('away')} {say('nobody-here')}"]
    return [*lines, *_until(shown, say, timed=timed)]


def _until(shown: TableView, say: Catalogue, *, timed: bool) -> list[str]:
    """Return the line about the seats that hold the window, and its end."""
    parts: list[str] = []
    if shown.thinking:
        seats = ", ".join(seat_name(shown, say, seat) for seat in shown.thinking)
        thinks = say("thinking", seats=seats, count=len(shown.thinking))
        parts.append(f"{icon('thinking')} {thinks}")
    if timed and shown.is_window and shown.window_ends is not None:
        parts.append(say("window-ends", when=timestamp(shown.window_ends)))
    elif timed and shown.ends_at:
        parts.append(say("decision-ends", when=timestamp(min(shown.ends_at.values()))))
    return [f"-# {' · '.join(parts)}"] if parts else []


def _passengers(shown: TableView, say: Catalogue, view: View) -> str:
    """Return who stays, who is asked, and who is still to come while passengers decide.

    A seat with a sealed answer is shown like any seat whose turn has not come.
    """
    if view.question != "decisions":
        return ""
    now = view.leg
    later = [seat for seat in now.undecided if seat not in view.waiting]
    groups = {"stay": now.stayed, "thinking": view.waiting, "wait": later}
    chips = [
        f"{icon(name)} {say(f'chip-{name}')} {', '.join(seat_name(shown, say, it) for it in seats)}"
        for name, seats in groups.items()
        if seats and (name != "thinking" or len(now.undecided) + len(now.stayed) > 1)
    ]
    return f"-# {' · '.join(chips)}" if chips else ""


def _away(shown: TableView, say: Catalogue) -> str:
    """Return the line about seats with a substitute."""
    if not shown.substituted or shown.is_deserted:
        return ""
    seats = ", ".join(seat_name(shown, say, seat) for seat in shown.substituted)
    return f"-# {icon('away')} {seats} · {say('mark-substituted')}"


def back(shown: TableView, say: Catalogue, name: str) -> Control:
    """Return the button to come back, with this label."""
    press = Press(shown.table, "back", name)
    return button(press, say(f"button-{name}"), Style.success, emoji=icon("back"))
