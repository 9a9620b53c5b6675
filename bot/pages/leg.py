"""The pages of a leg: the running one with its question, past ones, and the ping beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from bot.discord.controls import Control, Press, Style, button, link_button
from bot.discord.names import width
from bot.pages.alt_text import describe
from bot.pages.choices import choices
from bot.pages.layout import (
    ASK_COLOUR,
    CRASH_COLOUR,
    PAST_COLOUR,
    PLAY_COLOUR,
    Content,
    Layout,
    open_voice,
    seat_name,
    seat_sign,
    services,
    timestamp,
    told,
)
from bot.pages.scenes import scene
from bot.pages.stake import odds, stake
from bot.pages.text_board import text_board
from bot.pages.views import TableView
from bot.ships import PLAIN_SHIP
from bot.tables.paces import PACES
from bot.tables.table import PICTURE
from bot.words import Catalogue, Voice
from bot.words.emoji import icon
from engine import View
from engine.events import LegBegan
from engine.state.pieces import ASHORE, BOAT, SHIP

STORY: Final = 2
"""Lines of the story under a board, one less where odds are shown; the log has the rest."""
BOLD_NAMES: Final = 2
"""Names in the question itself; more stand below it."""
MANY: Final = 4
"""From this many named seats on, the story has one line, and calls seats by their colours."""
TOLD_BY_QUESTION: Final = {
    "decisions": ("rolled", "dice_kept", "stayed"),
    "spoken": ("rolled", "dice_kept"),
    "declaration": ("rolled", "dice_kept"),
}
"""Events left out of the story, as the question or the line of the seats shows them."""


def leg(
    shown: TableView,
    say: Catalogue,
    *,
    leaving: bool = False,
    board: str = PICTURE,
    watch: str = "",
) -> Content:
    """Return a page of a running game.

    ``leaving``: with a note that the bot will be right back. ``watch``: the address at which the
    game can be watched in a browser.
    """
    voice = open_voice(shown, say)
    if not shown.newest or shown.view is None:
        return past(shown, say, voice)
    view = shown.view
    asks = ASK_COLOUR if view.question == "decisions" else PLAY_COLOUR
    layout = Layout(PAST_COLOUR if shown.asleep else asks)
    _board(layout, shown, view, say, voice, board)
    layout.text(f"{icon('restart')} {say('right-back')}" if leaving else "")
    chances = odds(shown, view, say)
    most = STORY - bool(chances)
    layout.text(
        stake(view, voice),
        chances,
        *asked(shown, say, voice, view, timed=not leaving),
        crew(shown, view),
        _away(shown, say),
    )
    layout.text(*_story(shown, view, voice, most))
    if shown.asleep:
        layout.buttons([back(shown, say, "resume"), *services(shown.table, say)])
        return layout.content()
    layout.buttons(choices(shown, say, view) if shown.waiting else [])
    returns = [back(shown, say, "back")] if shown.substituted else []
    watching = [link_button(say("button-watch"), watch, icon("watch"))] if watch else []
    layout.buttons([*services(shown.table, say), *watching, *returns])
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
    absent = [*(["went_away"] if shown.away else []), *(["clock_paused"] if shown.paused else [])]
    known = (*TOLD_BY_QUESTION.get(view.question, ()), *absent)
    story = [event for event in shown.story if event.kind not in known]
    named = max(len(shown.waiting), len(view.leg.undecided) + len(view.leg.stayed))
    if named >= MANY:
        most, voice = 1, Voice(voice.say, lambda seat: seat_sign(shown, seat), voice.ship)
    return [f"-# {line}" for line in told(voice, story, most, len(shown.chairs))]


def _pinged(shown: TableView) -> tuple[int, ...]:
    """Return the seats that a new board pings: the awaited ones that no notice pings.

    Where a board is posted late, both messages come together, and must not ping twice. At slow
    tables nobody is pinged: each player is reminded as that player wishes.
    """
    if PACES[shown.pace].is_slow:
        return ()
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
    lines = [question(shown, voice, view)]
    if shown.is_deserted:
        return [*lines, f"{icon('away')} {say('nobody-here')}"]
    return [*lines, *until(shown, say, timed=timed)]


def question(shown: TableView, voice: Voice, view: View) -> str:
    """Return the question. It names who is asked, once; other seats go by their colours.

    Many names stand in small print below it.
    """
    asked = shown.waiting
    if len(asked) <= BOLD_NAMES:
        return f"{icon('wait')} {_Asking(shown, voice).question(view)}"
    by_colour = _Colours(voice.say, lambda seat: seat_sign(shown, seat), voice.ship)
    names = "  ".join(voice.seat(seat) for seat in asked)
    return f"{icon('wait')} {by_colour.question(view)}\n-# {names}"


class _Colours(Voice):
    """Calls seats by their colours, several side by side."""

    def seats(self, numbers: Iterable[int]) -> str:
        return "".join(map(self.seat, numbers))


class _Asking(Voice):
    """Names the seats of a list, and calls each other seat by its colour."""

    def __init__(self, shown: TableView, voice: Voice) -> None:
        super().__init__(voice.say, lambda seat: seat_sign(shown, seat), voice.ship)
        self._named = voice

    def seats(self, numbers: Iterable[int]) -> str:
        return self._named.seats(numbers)


def until(shown: TableView, say: Catalogue, *, timed: bool = True) -> list[str]:
    """Return the line about the seats that hold the window, and its end."""
    parts: list[str] = []
    if shown.thinking:
        seats = ", ".join(seat_name(shown, say, seat) for seat in shown.thinking)
        thinks = say("thinking", seats=seats, count=len(shown.thinking))
        parts.append(f"{icon('thinking')} {thinks}")
    if timed and (ends := _ends(shown, say, shown.ends_at)):
        parts.append(ends)
    return [f"-# {' · '.join(parts)}"] if parts else []


CREW_LINE: Final = 3
"""Seats on a line of a phone."""


def crew(shown: TableView, view: View) -> str:
    """Return each seat by its colour: where it is, what it says, and how much it holds.

    A seat with a sealed answer is shown like any seat whose turn has not come.
    """
    decides = view.question == "decisions"
    places: dict[str, list[str]] = {SHIP: [], BOAT: [], ASHORE: []}
    for seat, public in enumerate(view.seats):
        mark = ""
        if seat == view.leg.captain:
            mark = icon("captain")
        elif decides and seat in view.leg.stayed:
            mark = icon("stay")
        elif seat in view.waiting:
            mark = icon("wait")
        held = f"{public.hand}{icon('hand')}{len(public.treasures)}{icon('treasures')}"
        places[public.place].append(f"{seat_sign(shown, seat)}{mark}{held}")
    lines = [
        f"-# {icon(place)} {'  '.join(seats[start : start + CREW_LINE])}"
        for place, seats in places.items()
        for start in range(0, len(seats), CREW_LINE)
    ]
    return "\n".join(lines)


def stayed(shown: TableView, view: View) -> str:
    """Return the line with the passengers who have chosen to stay; "" if none has."""
    seats = [seat_sign(shown, seat) for seat in view.leg.stayed]
    return f"-# {icon('stay')} {' '.join(seats)}" if seats and view.question == "decisions" else ""


def _away(shown: TableView, say: Catalogue) -> str:
    """Return the lines about seats whose owners are away."""
    if shown.is_deserted:
        return ""
    paused = [(icon("clock_paused"), "mark-paused", *it) for it in shown.paused.items()]
    away = [
        (icon("went_away"), "mark-away", seat, shown.away[seat])
        for seat in shown.substituted
        if seat in shown.away
    ]
    lines = [
        f"{sign} {seat_name(shown, say, seat)} · {say(words, when=timestamp(until))}"
        for sign, words, seat, until in (*paused, *away)
    ]
    rest = [seat_name(shown, say, seat) for seat in shown.substituted if seat not in shown.away]
    if rest:
        lines.append(f"{icon('away')} {', '.join(rest)} · {say('mark-substituted')}")
    return "\n".join(f"-# {line}" for line in lines)


def back(shown: TableView, say: Catalogue, name: str) -> Control:
    """Return the button to come back, with this label."""
    press = Press(shown.table, "back", name)
    return button(press, say(f"button-{name}"), Style.success, emoji=icon("back"))


LINE: Final = 28
"""Columns for a ship's name and two cities on a line of a phone, without the words around them."""


def past(shown: TableView, say: Catalogue, voice: Voice) -> Content:
    """Return two lines without buttons; the log has the rest."""
    crashed = any(event.kind == "crashed" for event in shown.story)
    layout = Layout(CRASH_COLOUR if crashed else PAST_COLOUR)
    outcome = " · ".join(_outcome(shown, say, voice)) or "".join(told(voice, shown.story, 1))
    return layout.text(
        f"**{_title(shown, say, voice)}**", f"-# {outcome}" * bool(outcome)
    ).content()


def _title(shown: TableView, say: Catalogue, voice: Voice) -> str:
    """Return the title: the page's leg, or that the journey began."""
    for event in shown.story:
        if isinstance(event, LegBegan):
            return _named(shown, event, say, voice)
    return f"{icon('journey_began')} {say('page-past')}"


def _named(shown: TableView, leg: LegBegan, say: Catalogue, voice: Voice) -> str:
    """Return the flight, with the name of the ship if both fit on one line of a phone."""
    where = flight(say, voice, leg.craft, leg.city, leg.target)
    name = shown.ships.get(leg.captain, PLAIN_SHIP).name if leg.craft == SHIP else ""
    words = say("page-ship-called", name=name, flight=where)
    cities = width(voice.city(leg.city) + voice.city(leg.target))
    return words if name and width(name) + cities <= LINE else where


def flight(say: Catalogue, voice: Voice, craft: str, city: int, target: int) -> str:
    """Return the start and target of a flight."""
    words = say(f"page-{craft}", city=voice.city(city), target=voice.city(target))
    return f"{icon(craft)} {words}"


def _outcome(shown: TableView, say: Catalogue, voice: Voice) -> Iterator[str]:
    """Yield who went ashore, with their treasures, and how the flight ended."""
    taken = Counter(_seats_of(shown, "took")) - Counter(_seats_of(shown, "put_under"))
    ashore = dict.fromkeys([*_seats_of(shown, "left"), *taken])
    aboard_again = {*_seats_of(shown, "returned")}
    for seat in [seat for seat in ashore if taken[seat] or seat not in aboard_again]:
        words = say("past-ashore", seat=voice.seat(seat), treasures=taken[seat])
        yield f"{icon('leave')} {words}"
    for event in shown.story:
        if event.kind in _ENDS:
            yield f"{icon(event)} {_ENDS[event.kind](say, voice, event)}"


def _seats_of(shown: TableView, kind: str) -> list[int]:
    return [getattr(event, "seat", -1) for event in shown.story if event.kind == kind]


_ENDS: Final[dict[str, Callable[[Catalogue, Voice, Any], str]]] = {
    "moved": lambda say, voice, it: say("past-moved", craft=it.craft, city=voice.city(it.city)),
    "moored": lambda say, voice, it: say("past-moored", craft=it.craft, city=voice.city(it.city)),
    "crashed": lambda say, voice, it: say(
        "past-crashed", craft=it.craft, count=len(it.seats), seats=voice.seats(it.seats)
    ),
}
"""The words for each event that ends a flight."""


def notice(shown: TableView, say: Catalogue, link: str) -> Content | None:
    """Return the ping that a table needs now; None if it needs none."""
    if shown.notice is None:
        return None
    named = [seat for seat in shown.notice.seats if seat in shown.awaited]
    if not named:
        return None
    seats = ", ".join(seat_name(shown, say, seat) for seat in named)
    ends = _ends(shown, say, named)
    layout = Layout(ASK_COLOUR).text(
        f"{icon('nudge')} {say(f'notice-{shown.notice.reason}', seats=seats)}",
        f"-# {ends}" if ends else "",
        say("board-link", link=link) if link else "",
    )
    return layout.content(persons(shown, tuple(named)))


def answered(say: Catalogue) -> Content:
    """Return the replacement of a ping that is over, until its message is deleted."""
    return Layout(ASK_COLOUR).text(f"-# {icon('nudge')} {say('notice-over')}").content()


def _ends(shown: TableView, say: Catalogue, seats: Iterable[int]) -> str:
    """Return when the time of these seats to answer ends; "" without a limit."""
    if shown.is_window and shown.window_ends is not None:
        return say("window-ends", when=timestamp(shown.window_ends))
    ends = [shown.ends_at[seat] for seat in seats if seat in shown.ends_at]
    return say("decision-ends", when=timestamp(min(ends))) if ends else ""
