"""The pages of a lobby: its seats, its settings, and the private page that changes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.discord.controls import (
    Control,
    Form,
    Press,
    Style,
    button,
    form,
    radio,
    select,
    ticks,
)
from bot.pages.invitation import choice_of_guest, kept_line
from bot.pages.layout import (
    LOBBY_COLOUR,
    PAST_COLOUR,
    Content,
    Layout,
    listed_name,
    named_button,
    option,
    seat_name,
    timestamp,
)
from bot.pages.proof import lobby_history
from bot.pages.views import TableView
from bot.tables.beats import span
from bot.tables.paces import BEATS, DAYS, PAUSES
from bot.tables.table import BOARDS, HINTS, PACES, PICTURE
from bot.words import Catalogue
from bot.words.emoji import COLOURS, icon
from engine import Options
from engine.box import CHARACTERS, SEATS
from engine.options import BOXES, GOAL, VARIANTS
from engine.records import SHORT
from players.roster import LEVELS

_NONE: Final = MappingProxyType(dict[int, float]())
OR_LEAVE = "or_leave"
"""The argument of *Join* where the same button also leaves."""


def lobby(shown: TableView, say: Catalogue, kept: Mapping[int, float] = _NONE) -> Content:
    """Return the page of a lobby, or of one that is over; ``kept``: seats that are kept, for whom
    and until when.
    """
    if shown.stage != "lobby":
        return _past(shown, say)
    layout = Layout(LOBBY_COLOUR)
    what = "lobby-what-direct" if shown.is_direct else "lobby-what"
    layout.text(f"### {say('lobby-title')}", f"-# {say(what)}")
    layout.text(*_people(shown, say), kept_line(kept, say), *settings(shown, say))
    layout.text(
        f"-# {say('lobby-expires', when=timestamp(shown.expires or 0))}",
        # in public: a private hash could differ from reader to reader
        f"-# {icon('proof')} `{shown.promise[:SHORT]}`",
    )
    press = Press(shown.table, "join", OR_LEAVE)
    seat = button(press, say("button-join-or-leave"), Style.success, emoji=icon("seat"))
    for row in ([] if shown.is_direct else [seat], _computers(shown, say), _table(shown, say)):
        layout.buttons(row)
    return layout.content()


def closing(shown: TableView, say: Catalogue) -> Content:
    """Return the message that closes the lobby: from its digest on, nothing can be changed.

    It pings the players, since the edit that deals the cards notifies nobody.
    """
    seats = ", ".join(seat_name(shown, say, seat) for seat in sorted(shown.people))
    layout = Layout(LOBBY_COLOUR).text(
        f"### {icon('start')} {say('game-begins', seats=seats)}",
        f"-# {say('game-begins-how', digest=shown.digest)}",
    )
    return layout.content(tuple(shown.people.values()))


def shuffling(say: Catalogue) -> Content:
    """Return the message whose number shuffles the cards, until the board replaces it."""
    return Layout(LOBBY_COLOUR).text(f"{icon('shuffled')} {say('game-shuffles')}").content()


def _past(shown: TableView, say: Catalogue) -> Content:
    layout = Layout(PAST_COLOUR)
    key = "lobby-started" if shown.view is not None else f"lobby-{shown.stage}"
    layout.text(f"### {say(key)}", *_people(shown, say)).text(*settings(shown, say))
    if shown.secret and shown.view is None:
        layout.text(f"-# {say('secret-shown', secret=shown.secret)}")
        layout.text(f"-# {say('promise-kept', hash=shown.promise)}")
    else:
        layout.text(
            f"-# {say('lobby-promise', hash=shown.promise)}", f"-# {lobby_history(shown, say)}"
        )
    return layout.content()


def _people(shown: TableView, say: Catalogue) -> list[str]:
    taken, gathering = len(shown.chairs), shown.stage == "lobby"
    count = say("lobby-players", taken=taken, seats=shown.seats)
    seats: list[str] = []
    for seat, chair in enumerate(shown.chairs):
        marks = [f"{icon('host')} {say('mark-host')}"] if seat == shown.host else []
        if chair.colour:
            marks.append(say(f"card-{chair.colour}"))
        seats.append(" ".join([listed_name(shown, say, seat), *[f"({mark})" for mark in marks]]))
    heading = count if gathering else say("lobby-seated", taken=taken)
    return [f"**{heading}**", " · ".join(seats)]


def _computers(shown: TableView, say: Catalogue) -> list[Control]:
    full, sign = len(shown.chairs) >= shown.seats, icon("add_computer")
    presses = {level: Press(shown.table, "add_computer", level) for level in LEVELS}
    found = [
        button(press, say(f"level-{level}"), emoji=sign, disabled=full)
        for level, press in presses.items()
    ]
    if any(chair.computer for chair in shown.chairs):
        press = Press(shown.table, "remove_computer")
        found.append(button(press, say("button-remove"), emoji=icon("remove_computer")))
    return found


def _table(shown: TableView, say: Catalogue) -> list[Control]:
    few = len(shown.chairs) < SEATS[0]
    start = named_button(shown.table, "start", say, Style.primary, disabled=few)
    return [start, *[named_button(shown.table, it, say) for it in ("settings", "more", "learn")]]


GOALS: Final = (25, 50, 75, 100)
WINDOWS: Final = (5, 8, 12, 20)
DECISIONS: Final = (20, 45, 90, 180)
CONTENTS: Final = ("power_cards", "spyglasses")
"""Parts of the base box that may be left out."""
HOUSE_RULES: Final = (
    "late_ejection",
    "reroll_none",
    "mooring_keeps_dice",
    "blue_takes_help",
    "help_stays",
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
RULES: Final = {
    "variant": "standard",
    "boxes": "",
    "goal": f"{GOAL}",
    **dict.fromkeys(CONTENTS, "on"),
    **USUAL,
}
"""The rules of the base game as settings."""
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
        *[("pace", pace, f"pace-{pace}") for pace in PACES],
        *[("window", f"{seconds}", f"number-{seconds}") for seconds in WINDOWS],
        *[("decision", f"{seconds}", f"number-{seconds}") for seconds in DECISIONS],
        *[("beat", f"{minutes}", f"number-{minutes}") for minutes in BEATS],
        *[("pause", f"{days}", f"pause-{days}") for days in PAUSES],
        *[("captain", who, f"captain-{who}") for who in ("lot", "host")],
        *[("board", form, f"board-as-{form}") for form in BOARDS],
        *[("odds", value, f"switch-{value}") for value in ("on", "off")],
        *[("hints", when, f"hints-{when}") for when in HINTS],
    ),
    "joining": (
        *[("seats", f"{number}", f"number-{number}") for number in SEATS],
        *[("guests", who, f"guests-{who}") for who in ("all", "invited")],
        *[("begin", when, f"begin-{when}") for when in ("host", "full")],
    ),
}
"""Every setting with each value that can be clicked, and the key of its label; a select each."""


def lobby_settings(
    shown: TableView, say: Catalogue, seat: int | None, presets: Sequence[tuple[str, str]]
) -> Content:
    """Return the page of settings: all for the host, the character for any seat.

    ``presets``: the names and values of settings that can be chosen at once.
    """
    layout = Layout(LOBBY_COLOUR)
    layout.text(f"### {icon('settings')} {say('settings-title')}", *settings(shown, say))
    if seat == shown.host:
        named = [option(name, value) for name, value in presets]
        layout.buttons([named_button(shown.table, "form", say, Style.primary)])
        if not shown.is_direct:
            layout.choice(choice_of_guest(shown.table, say))
        layout.choice(select(Press(shown.table, "preset"), say("choose-preset"), named))
        layout.choice(_boxes(shown, say))
        for group, choices in CHOICES.items():
            if any(_matters(shown, name) for name, _, _ in choices):
                layout.choice(_settings(shown, say, group))
    else:
        layout.text(f"-# {say('settings-host')}")
    if "little_help" in shown.options.boxes and seat is not None:
        layout.choice(_characters(shown, say))
    if seat == shown.host:
        layout.buttons([named_button(shown.table, "save", say)])
    return layout.content()


def settings_form(shown: TableView, say: Catalogue) -> Form:
    """Return the form with the settings that most tables change."""
    now = current(shown)

    def one_of(name: str, values: Iterable[object], key: str, *, required: bool = True) -> Control:
        chosen = [option(say(f"{key}-{it}"), f"{it}", chosen=now[name] == f"{it}") for it in values]
        label, about = say(f"form-{name}"), say(f"form-{name}-about")
        return radio(name, label, about, chosen, required=required)

    boxes = [
        option(say(f"box-{box}"), box, say(f"box-{box}-about"), chosen=box in shown.options.boxes)
        for box in BOXES
    ]
    asks = [
        one_of("variant", VARIANTS, "variant"),
        ticks("boxes", say("form-boxes"), say("form-boxes-about"), boxes),
        one_of("pace", PACES, "pace"),
        one_of("goal", GOALS, "number", required=False),
    ]
    if not shown.is_direct:
        asks.append(one_of("seats", SEATS, "number"))
    return form(Press(shown.table, "filled"), say("settings-title"), *asks)


def settings(shown: TableView, say: Catalogue) -> list[str]:
    """Return the settings in three lines."""
    now = current(shown)
    rules = [say(f"variant-{shown.options.variant}")]
    if shown.options.variant != "beginner":
        rules.append(say("goal", points=shown.options.goal))
    rules += [
        say(f"{name}-off") for name in CONTENTS if now[name] == "off" and _matters(shown, name)
    ]
    rules += [
        say(f"{name}-{now[name]}")
        for name, usual in USUAL.items()
        if now[name] != usual and _matters(shown, name)
    ]
    table = [_pace(shown, say), *_days(shown, say)]
    if shown.pause_days and _matters(shown, "pause"):
        table.append(say("pauses", days=shown.pause_days))
    if shown.board != PICTURE:
        table.append(say("board-is-text"))
    if shown.odds:
        table.append(say("odds-on"))
    if shown.is_rated or shown.gives_hints:
        table.append(say("table-rated" if shown.is_rated else "table-hints"))
    if not shown.captain_by_lot:
        table.append(say("captain-host"))
    if shown.invited_only:
        table.append(say("guests-invited"))
    if shown.starts_full:
        table.append(say("begin-full"))
    return [
        boxes_line(shown.options, say),
        f"-# **{say('lobby-rules')}** {' · '.join(rules)}",
        f"-# **{say('lobby-pace')}** {' · '.join(table)}",
    ]


def boxes_line(options: Options, say: Catalogue) -> str:
    """Return the boxes in play, on one line."""
    boxes = ", ".join(say(f"box-{box}") for box in options.boxes)
    named = say("boxes-with", boxes=boxes) if boxes else say("boxes-base")
    return f"**{say('lobby-boxes')}** {named}"


def _pace(shown: TableView, say: Catalogue) -> str:
    least, most = span(shown.window_seconds)
    return say(
        f"pace-{shown.pace}-line",
        least=round(least),
        most=round(most),
        decision=shown.decision_seconds,
        minutes=shown.beat_minutes,
    )


def _days(shown: TableView, say: Catalogue) -> list[str]:
    """Return the usual length of such a game with these people; nothing where it is not known."""
    people = len(shown.people)
    known = DAYS.get(shown.pace, {}).get(people)
    if known is None:
        return []
    return [say("pace-days", least=known[0], most=known[1], people=people)]


def _on(value: bool) -> str:
    return "on" if value else "off"


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
    """Return the select of a group of settings; the current values are marked."""
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
    """Return each setting of a table with its current value."""
    options = shown.options
    return {
        "seats": f"{shown.seats}",
        "variant": options.variant,
        "boxes": ",".join(options.boxes),
        "goal": f"{options.goal}",
        "pace": shown.pace,
        "window": f"{shown.window_seconds}",
        "decision": f"{shown.decision_seconds}",
        "beat": f"{shown.beat_minutes}",
        "pause": f"{shown.pause_days}",
        "board": shown.board,
        "odds": _on(shown.odds),
        "hints": shown.hints,
        "captain": "lot" if shown.captain_by_lot else "host",
        "guests": "invited" if shown.invited_only else "all",
        "begin": "full" if shown.starts_full else "host",
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
        "seats": shown.options.seats == SEATS and not shown.is_direct,
        "guests": not shown.is_direct,
        "begin": not shown.is_direct,
        "window": shown.pace == "live",
        "decision": shown.pace == "live",
        "beat": PACES[shown.pace].is_slow,
        "pause": PACES[shown.pace].is_slow and not shown.is_direct,
        "goal": not beginner,
        "power_cards": not beginner,
        "spyglasses": not beginner,
    }.get(name, True)
