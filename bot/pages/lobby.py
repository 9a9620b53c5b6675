"""The lobby: who sits where, what will be played, and the promise of a fair deal."""

from __future__ import annotations

from typing import Final

from bot.discord.controls import Control, Press, Style, button, select
from bot.pages.layout import (
    LOBBY_COLOUR,
    PAST_COLOUR,
    Content,
    Layout,
    option,
    seat_name,
    timestamp,
)
from bot.pages.views import TableView
from bot.tables.table import PACES
from bot.words import Catalogue
from bot.words.emoji import COLOURS
from engine import Options
from engine.box import CHARACTERS, SEATS
from engine.options import BOXES, VARIANTS

GOALS: Final = (25, 50, 75, 100)
WINDOWS: Final = (5, 8, 12, 20)
DECISIONS: Final = (20, 45, 90, 180)
CONTENTS: Final = ("power_cards", "spyglasses")
"""What of the base box may be left out."""
HOUSE_RULES: Final = (
    *("late_ejection", "reroll_none", "mooring_keeps_dice", "blue_takes_help", "help_stays"),
    "instructor_for_all",
)
"""The house rules that are on or off."""
PENALTIES: Final = (2, 4)
USUAL: Final = {
    "mooring_keeps_dice": "off",
    "blue_takes_help": "on",
    "instructor_for_all": "off",
    "help_penalty": f"{PENALTIES[0]}",
    "late_ejection": "off",
    "help_stays": "off",
    "reroll_none": "off",
}
"""The default of each house rule."""
CHOICES: Final[dict[str, tuple[tuple[str, str, str], ...]]] = {
    "rules": (
        *[("variant", name, f"variant-{name}") for name in VARIANTS],
        *[("goal", f"{points}", f"number-{points}") for points in GOALS],
        *[(name, value, f"switch-{value}") for name in CONTENTS for value in ("on", "off")],
    ),
    "house": (
        *[(name, value, f"switch-{value}") for name in HOUSE_RULES for value in ("on", "off")],
        *[("help_penalty", f"{points}", f"number-{points}") for points in PENALTIES],
    ),
    "table": (
        *[("seats", f"{number}", f"number-{number}") for number in SEATS],
        *[("pace", pace, f"pace-{pace}") for pace in PACES],
        *[("window", f"{seconds}", f"number-{seconds}") for seconds in WINDOWS],
        *[("decision", f"{seconds}", f"number-{seconds}") for seconds in DECISIONS],
        *[("captain", who, f"captain-{who}") for who in ("lot", "host")],
    ),
}
"""Every setting with each value that can be clicked, and the key of its label; a select each."""


def lobby(shown: TableView, say: Catalogue) -> Content:
    """The message at which people sit down."""
    if shown.stage != "lobby":
        return _past(shown, say).content()
    layout = Layout(LOBBY_COLOUR)
    layout.text(f"## 🎈 {say('lobby-title')}", say("lobby-invitation"))
    layout.line().text(*_people(shown, say))
    layout.line().text(*settings(shown, say))
    layout.line()
    for row in _buttons(shown, say):
        layout.buttons(row)
    layout.choice(_boxes(shown, say))
    for group, choices in CHOICES.items():
        if any(_matters(shown, name) for name, _, _ in choices):
            layout.choice(_settings(shown, say, group))
    if "little_help" in shown.options.boxes:
        layout.choice(_characters(shown, say))
    expires = timestamp(shown.expires or 0)
    layout.text(
        f"-# {say('lobby-promise', hash=shown.promise)}",
        f"-# {_course(shown, say)}",
        f"-# {say('lobby-expires', when=expires)}",
    )
    return layout.content()


def beginning(shown: TableView, say: Catalogue) -> Content:
    """The message with which a game begins, until the board stands in it. It pings its players:
    the edit that deals the cards notifies nobody."""
    seats = ", ".join(seat_name(shown, say, seat) for seat in sorted(shown.people))
    layout = Layout(LOBBY_COLOUR).text(
        f"### 🎈 {say('game-begins', seats=seats)}",
        f"-# {say('game-begins-how', digest=shown.digest)}",
    )
    return layout.content(tuple(shown.people.values()))


def _past(shown: TableView, say: Catalogue) -> Layout:
    """What remains of a lobby when the game has begun or never will."""
    layout = Layout(PAST_COLOUR)
    key = "lobby-started" if shown.view is not None else f"lobby-{shown.stage}"
    layout.text(f"### 🎈 {say(key)}", *_people(shown, say)).text(*settings(shown, say))
    if shown.secret and shown.view is None:
        layout.text(f"-# {say('secret-shown', secret=shown.secret)}")
        layout.text(f"-# {say('promise-kept', hash=shown.promise)}")
    else:
        layout.text(f"-# {say('lobby-promise', hash=shown.promise)}", f"-# {_course(shown, say)}")
    return layout


def _course(shown: TableView, say: Catalogue) -> str:
    """What the lobby has come to, for all who want to see later that nothing was changed."""
    came, went = shown.came_and_went
    return say("lobby-course", digest=shown.digest, came=came, went=went)


def _people(shown: TableView, say: Catalogue) -> list[str]:
    taken, gathering = len(shown.chairs), shown.stage == "lobby"
    count = say("lobby-players", taken=taken, seats=shown.seats)
    lines = [f"**{count if gathering else say('lobby-seated', taken=taken)}**"]
    for seat, chair in enumerate(shown.chairs):
        marks = [say("mark-host")] if seat == shown.host else []
        if chair.colour:
            marks.append(say(f"card-{chair.colour}"))
        lines.append(" · ".join([seat_name(shown, say, seat), *marks]))
    return lines


def settings(shown: TableView, say: Catalogue) -> list[str]:
    """What is played, in a few lines."""
    options = shown.options
    rules = [say(f"variant-{options.variant}")]
    if options.variant != "beginner":
        rules.append(say("goal", points=options.goal))
    now = current(shown)
    left_out = [name for name in CONTENTS if now[name] == "off" and _matters(shown, name)]
    rules += [say(f"{name}-off") for name in left_out]
    house = [
        f"{name}-{now[name]}"
        for name, usual in USUAL.items()
        if now[name] != usual and _matters(shown, name)
    ]
    if not shown.captain_by_lot:
        house.append("captain-host")
    return [
        boxes_line(options, say),
        f"**{say('lobby-rules')}** {' · '.join(rules)}",
        f"**{say('lobby-pace')}** {_pace(shown, say)}",
        f"**{say('lobby-house')}** {' · '.join(map(say, house))}" if house else "",
    ]


def boxes_line(options: Options, say: Catalogue) -> str:
    """The boxes in play, on one line."""
    boxes = ", ".join(say(f"box-{box}") for box in options.boxes)
    named = say("boxes-with", boxes=boxes) if boxes else say("boxes-base")
    return f"**{say('lobby-boxes')}** {named}"


def _pace(shown: TableView, say: Catalogue) -> str:
    return say(
        f"pace-{shown.pace}-line",
        seconds=shown.window_seconds,
        decision=shown.decision_seconds,
    )


def _on(value: bool) -> str:
    return "on" if value else "off"


def _buttons(shown: TableView, say: Catalogue) -> list[list[Control]]:
    full = len(shown.chairs) >= shown.seats
    computers = any(chair.computer for chair in shown.chairs)
    few = len(shown.chairs) < SEATS[0]

    def one(action: str, style: Style, emoji: str, *, off: bool = False) -> Control:
        press = Press(shown.table, action)
        return button(press, say(f"button-{action}"), style, emoji=emoji, disabled=off)

    seats = [
        one("join", Style.success, "🪑", off=full),
        one("leave", Style.secondary, "👋"),
        one("add_computer", Style.secondary, "🤖", off=full),
        one("remove_computer", Style.secondary, "➖", off=not computers),
    ]
    table = [
        one("start", Style.primary, "🎈", off=few),
        one("word", Style.secondary, "🎲"),
        one("rules", Style.secondary, "📖"),
        one("cancel", Style.danger, "🗑️"),
    ]
    return [seats, table]


def _boxes(shown: TableView, say: Catalogue) -> Control:
    options = [
        option(say(f"box-{box}"), box, say(f"box-{box}-about"), chosen=box in shown.options.boxes)
        for box in BOXES
    ]
    return select(
        Press(shown.table, "boxes"), say("choose-boxes"), options, least=0, most=len(options)
    )


def _characters(shown: TableView, say: Catalogue) -> Control:
    options = [option(say("character-lot"), "lot", say("character-lot-about"))]
    for colour in CHARACTERS:
        about = say(f"card-{colour}-about")
        options.append(option(say(f"character-{colour}"), colour, about, emoji=COLOURS[colour]))
    return select(Press(shown.table, "colour"), say("choose-character"), options)


def _settings(shown: TableView, say: Catalogue, group: str) -> Control:
    """The settings of a group with all their values; those set now are marked."""
    now = current(shown)
    options = [
        option(
            say(f"setting-{name}", value=say(words)),
            f"{name}={value}",
            say("setting-now") if now[name] == value else "",
        )
        for name, value, words in CHOICES[group]
        if _matters(shown, name)
    ]
    return select(Press(shown.table, "setting", group), say(f"choose-{group}"), options)


def current(shown: TableView) -> dict[str, str]:
    """Each setting of a table with the value that is set now."""
    options = shown.options
    return {
        "seats": f"{shown.seats}",
        "boxes": ",".join(options.boxes),
        "variant": options.variant,
        "goal": f"{options.goal}",
        "pace": shown.pace,
        "window": f"{shown.window_seconds}",
        "decision": f"{shown.decision_seconds}",
        "captain": "lot" if shown.captain_by_lot else "host",
        "help_penalty": f"{options.help_penalty}",
        **{name: _on(getattr(options, name)) for name in (*CONTENTS, *HOUSE_RULES)},
    }


def _matters(shown: TableView, name: str) -> bool:
    boxes = shown.options.boxes
    beginner = shown.options.variant == "beginner"
    powers = shown.options.power_cards and not beginner
    return {
        "late_ejection": powers,
        "reroll_none": powers,
        "help_stays": "little_help" in boxes,
        "mooring_keeps_dice": "little_help" in boxes,
        "blue_takes_help": "little_help" in boxes,
        "instructor_for_all": "instructor" in boxes,
        "help_penalty": "little_help" in boxes,
        "seats": shown.options.seats == SEATS,
        "window": shown.pace == "live",
        "decision": shown.pace == "live",
        "goal": not beginner,
        "power_cards": not beginner,
        "spyglasses": not beginner,
    }.get(name, True)
