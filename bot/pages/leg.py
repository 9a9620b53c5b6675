"""A page of the game: the line of cities, the dice, the seats, and what the game waits for."""

from __future__ import annotations

from typing import Final

from bot.discord.controls import Control, Press, Style, button
from bot.pages.layout import (
    ASK_COLOUR,
    CRASH_COLOUR,
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
from bot.pages.views import TableView
from bot.words import Catalogue, Voice
from bot.words.emoji import ANSWERS, MOVES, icon
from engine import View
from engine.box import BOSCALUMIA, CITIES, CITY, GAP
from engine.events import LegBegan
from engine.state.pieces import ASHORE, BOAT, SHIP

PLACES: Final = {SHIP: icon(SHIP), BOAT: icon(BOAT), ASHORE: "🏝️"}
STORY: Final = 14
"""Lines of the story that a page shows while it is written."""
NAME: Final = 10
"""Columns for the name of a city."""
WHOLE_STORY: Final = 40
"""Lines of the story that a page keeps afterwards."""

OPEN_MOVES: Final = {
    "roll": Style.success,
    "steer": Style.primary,
    "prepare": Style.secondary,
    "stay": Style.success,
    "leave": Style.danger,
    "pass": Style.secondary,
}
"""Moves of which everybody can see whether they are possible: a button each."""
ALWAYS: Final[dict[str, tuple[tuple[str, str, Style, str], ...]]] = {
    "declaration": (
        ("declare can", "move-declare-can", Style.success, ANSWERS["can"]),
        ("declare cannot", "move-declare-cannot", Style.danger, ANSWERS["cannot"]),
    ),
    "matryoshburg": (("draw", "move-draw", Style.success, MOVES["draw"]),),
}
"""Buttons that are always there when this is asked, whatever the hand allows. A press that it does
not allow is explained in private."""
OTHER_DECISIONS: Final = frozenset({"initiative", "instructor"})
"""Boxes with which a passenger may do more than stay or leave."""
PRIVATE: Final[dict[str, tuple[str, str]]] = {
    "start": ("", ""),
    "decisions": ("button-other", "🃏"),
    "declaration": ("", ""),
    "payment": ("button-cards", "🃏"),
    "pick_dice": ("button-dice", "🎲"),
    "draw_treasure": ("button-treasure", "💎"),
    "choose_treasure": ("button-treasure", "💎"),
    "give_gifts": ("button-give", "🎁"),
    "matryoshburg": ("button-exchange", "🔁"),
}
"""The button that opens the private page, by question; for all others: play a card."""


def leg(shown: TableView, say: Catalogue, *, leaving: bool = False) -> Content:
    """A page of a running game; ``leaving``: it says that the bot will be right back."""
    voice = open_voice(shown, say)
    if not shown.newest or shown.view is None:
        return _past(shown, say, voice).content()
    view = shown.view
    asks = ASK_COLOUR if view.question == "decisions" else PLAY_COLOUR
    layout = Layout(PAST_COLOUR if shown.asleep else asks)
    layout.text(f"## {_title(view, say, voice)}")
    layout.text(*_track(view, say))
    if view.leg.dice:
        layout.text(_dice(view, voice))
    seats = [_seat(shown, say, view, seat) for seat in range(len(shown.chairs))]
    layout.text(*seats, f"-# {_stock(shown, say, view)}")
    story = told(voice, shown.story, STORY)
    if story:
        layout.line().text(*story)
    layout.line().text(f"🔧 {say('right-back')}" if leaving else "")
    layout.text(*asked(shown, say, voice, view, timed=not leaving))
    if shown.asleep:
        layout.buttons([back(shown, say, "resume")]).buttons(services(shown, say))
        return layout.content()
    layout.buttons(_buttons(shown, say, view))
    layout.buttons([*services(shown, say), *_attendance(shown, say)])
    return layout.content(persons(shown, _pinged(shown)))


def _pinged(shown: TableView) -> tuple[int, ...]:
    """The seats that a new board pings: those it waits for, without those whom a notice pings.

    Where a board is posted late, both messages come together, and nobody is pinged twice.
    """
    beside = shown.notice.seats if shown.notice else ()
    return tuple([seat for seat in shown.awaited if seat not in beside])


def persons(shown: TableView, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The users on these seats."""
    return tuple([shown.people[seat] for seat in seats if seat in shown.people])


def _past(shown: TableView, say: Catalogue, voice: Voice) -> Layout:
    """What remains of a page when the story has moved on: no buttons, only what happened."""
    crashed = any(event.kind == "crashed" for event in shown.story)
    layout = Layout(CRASH_COLOUR if crashed else PAST_COLOUR)
    lines = told(voice, shown.story, WHOLE_STORY)
    return layout.text(f"### {_past_title(shown, say, voice)}", *lines)


def _past_title(shown: TableView, say: Catalogue, voice: Voice) -> str:
    """What the page was about: its leg, or what came before the first one."""
    for event in shown.story:
        if isinstance(event, LegBegan):
            return _flight(say, voice, event.craft, event.city, event.target)
    return f"{icon(SHIP)} {say('page-past')}"


def _flight(say: Catalogue, voice: Voice, craft: str, city: int, target: int) -> str:
    words = say(f"page-{craft}", city=voice.city(city), target=voice.city(target))
    return f"{icon(craft)} {words}"


def _title(view: View, say: Catalogue, voice: Voice) -> str:
    now = view.leg
    if now.target == now.city:
        return f"{icon(SHIP)} {say('page-journey', journey=view.journey)}"
    return _flight(say, voice, now.craft, now.city, now.target)


def _track(view: View, say: Catalogue) -> list[str]:
    """The line of cities: what each is worth, its dice, the treasures left, and the crafts."""
    heads = [say(f"track-{column}") for column in ("city", "value", "dice", "left")]
    rows = [_row("", *heads)]
    for city, left in zip(CITIES, view.piles, strict=True):
        dice = f"{city.dice}" if city.dice else "–"
        row = _row(f"{city.number}", _name(say, city.number), f"{city.value}", dice, f"{left}")
        rows.append(f"{row}{_crafts_at(view, city.number)}".rstrip())
    for number in sorted({view.ship.city, view.leg.target} & {GAP, BOSCALUMIA}):
        value = f"{CITY[number].value or ''}"
        row = _row("★", _name(say, number), value, f"{CITY[number].dice}", "")
        rows.append(f"{row}{_crafts_at(view, number)}".rstrip())
    return ["```", *rows, "```"]


def _name(say: Catalogue, city: int) -> str:
    """The name of a city where there is little room for it."""
    short = f"city-{city}-short"
    return say(short if short in say else f"city-{city}")


def _row(number: str, city: str, value: str, dice: str, left: str) -> str:
    """One line, narrow enough for a phone even with both crafts behind it."""
    return f"{number:<2}{city[:NAME]:<{NAME}}{value:>3}{dice:>4}{left:>3}"


def _crafts_at(view: View, city: int) -> str:
    flies = any(seat.place == SHIP for seat in view.seats)
    rows = any(seat.place == BOAT for seat in view.seats)
    marks = icon("ship") if flies and view.ship.city == city else ""
    return marks + (icon("boat") if rows and view.boat.city == city else "")


def _dice(view: View, voice: Voice) -> str:
    faces = " ".join(icon(face) for face in view.leg.dice)
    ignored = set(view.leg.ignored)
    names = ", ".join(
        f"~~{voice.face(face)}~~" if face in ignored else voice.face(face) for face in view.leg.dice
    )
    return f"# {faces}\n-# {names}"


def _seat(shown: TableView, say: Catalogue, view: View, seat: int) -> str:
    """One line for a seat: where it is, and what everybody can see of its things."""
    public = view.seats[seat]
    boat = view.boat.card if public.place == BOAT else ""
    marks = [say(f"card-{boat}") if boat else say(f"place-{public.place}")]
    if seat == view.leg.captain and view.question:
        marks.insert(0, f"**{say('mark-captain')}**")
    if view.question == "decisions" and seat in view.leg.stayed:
        marks.append(say("mark-stays"))
    if seat in shown.substituted:
        marks.append(f"💤 {say('mark-substituted')}")
    cities = " ".join(f"{city}" for city in sorted(public.treasures))
    held = [f"✋ {public.hand}", f"💎 {len(public.treasures)}" + (f" `{cities}`" if cities else "")]
    if public.tokens:
        held.append(f"🌟 {public.tokens}")
    if shown.options.variant == "crew":
        held.append(f"🧑‍✈️ {public.crew}")
    if public.character:
        power = say(f"card-{public.character}")
        held.append(power if public.power else f"~~{power}~~")
    return " · ".join([f"{PLACES[public.place]} {seat_name(shown, say, seat)}", *marks, *held])


def _stock(shown: TableView, say: Catalogue, view: View) -> str:
    """What ends the game, and what lies beside the line of cities."""
    beginner = shown.options.variant == "beginner"
    goal = say("goal-beginner") if beginner else say("goal", points=shown.options.goal)
    parts = [
        f"🏁 {goal}",
        f"🎴 {say('stock-deck', cards=view.deck)}",
        f"🗑️ {say('stock-discard', cards=sum(view.discard.values()))}",
    ]
    if view.gifts:
        parts.append(f"🎁 {say('stock-gifts', treasures=len(view.gifts))}")
    if view.lit:
        parts.append(f"{icon('boscalumia')} {say('stock-lit')}")
    return " · ".join(parts)


def asked(
    shown: TableView, say: Catalogue, voice: Voice, view: View, *, timed: bool = True
) -> list[str]:
    """What the game waits for, and until when, unless nobody's time runs."""
    if not shown.waiting:
        return []
    if shown.asleep:
        closes = timestamp(shown.given_up_at) if shown.given_up_at is not None else ""
        return [f"💤 {say('board-asleep')}", f"-# {say('board-wakes', when=closes)}"]
    lines = [f"⏳ {voice.question(view)}"]
    if shown.is_deserted:
        return [*lines, f"💤 {say('nobody-here')}"]
    if view.question == "decisions" and len(view.leg.undecided) > 1:
        lines.append(f"-# {say('press-early')}")
    if timed and shown.is_window and shown.window_ends is not None:
        lines.append(f"-# {say('window-ends', when=timestamp(shown.window_ends))}")
    elif timed and shown.ends_at:
        ends = timestamp(min(shown.ends_at.values()))
        lines.append(f"-# {say('decision-ends', when=ends)}")
    if shown.substituted:
        lines.append(f"-# 💤 {say('substituted-why')}")
    return lines


def _attendance(shown: TableView, say: Catalogue) -> list[Control]:
    """Buttons to ping those whom the game waits for, and to come back."""
    found: list[Control] = []
    if shown.to_ping:
        found.append(button(Press(shown.table, "nudge"), say("button-nudge"), emoji="🔔"))
    if shown.substituted:
        found.append(back(shown, say, "back"))
    return found


def back(shown: TableView, say: Catalogue, name: str) -> Control:
    """The button to come back, under one name or another."""
    press = Press(shown.table, "back", name)
    return button(press, say(f"button-{name}"), Style.success, emoji="👋")


def _buttons(shown: TableView, say: Catalogue, view: View) -> list[Control]:
    """The answers offered to everybody, which depend on public facts alone."""
    question = view.question
    found = [
        button(_say(shown, kind), say(f"move-{kind}"), style, emoji=MOVES[kind])
        for kind, style in OPEN_MOVES.items()
        if kind in shown.offers
    ]
    found += [
        button(_say(shown, words), say(key), style, emoji=emoji)
        for words, key, style, emoji in ALWAYS.get(question, ())
    ]
    key, emoji = PRIVATE.get(question, ("button-play", "🃏"))
    if question == "decisions" and not OTHER_DECISIONS.intersection(shown.options.boxes):
        key = ""
    if key and shown.waiting:
        found.append(button(Press(shown.table, "cards", question), say(key), emoji=emoji))
    return found


def _say(shown: TableView, words: str) -> Press:
    return Press(shown.table, "say", words, moment=shown.moment)
