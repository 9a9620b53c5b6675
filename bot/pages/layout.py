"""The parts that all pages share: the voice, the names of seats, and a `Layout` to fill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Final

from bot.discord.controls import Control, Option, Press, Style, button, partial_emoji
from bot.discord.limits import ALT_TEXT, LAYOUT_TEXT, OPTION_DESCRIPTION, OPTION_LABEL, ROW_BUTTONS
from bot.pages.views import TableView
from bot.pictures.studio import Picture
from bot.words import Catalogue, Voice
from bot.words.emoji import COLOURS, NO_COLOUR, SEATS, icon
from bot.words.emoji import plain as in_signs
from engine import Event
from engine.events import Drew, LegBegan
from players.roster import LEVELS

LOBBY_COLOUR: Final = 0x4C7DF0
PLAY_COLOUR: Final = 0x2BA8A0
ASK_COLOUR: Final = 0xE8A33D
CRASH_COLOUR: Final = 0xC0392B
END_COLOUR: Final = 0xD4AF37
PAST_COLOUR: Final = 0x7F8C8D


PlainName = Callable[[int, str], str]
"""Returns the name of a user for places without mentions, or else the given fallback."""


Component = dict[str, Any]
"""A part of a message in Discord's JSON."""
TEXT, FILE, GALLERY, BOX, ROW = 10, 13, 12, 17, 1
"""Discord's numbers for these kinds of components."""
ATTACHED: Final = "attachment://"


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a message: components, pings and files."""

    components: tuple[Component, ...]
    mentions: tuple[int, ...] = ()
    """The users that a new message pings."""
    files: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Names and contents."""
    picture: Picture | None = None
    """The picture that is attached to it."""

    def in_words(self) -> Content:
        """Return a copy without the picture."""
        boxes = [
            {**box, "components": [it for it in box["components"] if it["type"] != GALLERY]}
            for box in self.components
        ]
        return replace(self, components=tuple(boxes), picture=None)


def person(user: int) -> str:
    """Return a person in a text: a mention, which needs no stored name."""
    return f"<@{user}>"


def seat_name(shown: TableView, say: Catalogue, seat: int) -> str:
    """Return a seat in public: a mention, which needs no stored name, or a computer's name."""
    return f"{seat_sign(shown, seat)} {_who(shown, say, seat)}"


def listed_name(shown: TableView, say: Catalogue, seat: int) -> str:
    """Return a seat in a list of seats, with the strength of a computer."""
    name, computer = seat_name(shown, say, seat), shown.chairs[seat].computer
    return f"{name} ({say(f'level-{computer}')})" if computer in LEVELS else name


def seat_sign(shown: TableView, seat: int) -> str:
    """Return the colour of a seat: that of its character, or else that of its place."""
    if shown.colours:
        return COLOURS[shown.colours[seat]]
    if shown.view is None and "little_help" in shown.options.boxes:
        return COLOURS.get(shown.chairs[seat].colour, NO_COLOUR)
    return SEATS[seat]


def _who(shown: TableView, say: Catalogue, seat: int) -> str:
    chair = shown.chairs[seat]
    if chair.computer:
        return f"{icon(f'computer_{chair.name}')} {say(f'computer-{chair.name}')}"
    user = shown.people.get(seat)
    return f"<@{user}>" if user else say("seat-empty", number=seat + 1)


def plain_seat_name(shown: TableView, say: Catalogue, plain: PlainName, seat: int) -> str:
    """Return a seat for places without mentions, such as buttons."""
    fallback = say("seat-number", number=seat + 1)
    chair = shown.chairs[seat]
    user = shown.people.get(seat)
    name = say(f"computer-{chair.name}") if chair.computer else plain(user or 0, fallback)
    return f"{seat_sign(shown, seat)} {name}"


def open_voice(shown: TableView, say: Catalogue) -> Voice:
    """Return the voice for texts."""
    name = shown.ship.name
    called = say("ship-called", name=name) if name else ""
    return Voice(say, lambda seat: seat_name(shown, say, seat), called)


def label_voice(shown: TableView, say: Catalogue, plain: PlainName) -> Voice:
    """Return the voice for labels."""
    return Voice(say, lambda seat: plain_seat_name(shown, say, plain, seat))


class Layout:
    """A message of one coloured box, filled from the top."""

    def __init__(self, colour: int) -> None:
        self._box: Final[list[Component]] = []
        self._colour = colour
        self._left = LAYOUT_TEXT  # characters
        self._picture: Picture | None = None

    def content(
        self, mentions: tuple[int, ...] = (), files: tuple[tuple[str, str], ...] = ()
    ) -> Content:
        """Return the message as it is filled by now."""
        box: Component = {"type": BOX, "accent_color": self._colour, "components": [*self._box]}
        return Content((box,), mentions, files, self._picture)

    def text(self, *lines: str) -> Layout:
        """Add a paragraph; text beyond Discord's limit is cut off with an ellipsis."""
        words = "\n".join(line for line in lines if line)
        if len(words) > self._left:
            words = in_signs(words)  # an uploaded icon takes twenty times the characters of a sign
        if len(words) > self._left:
            words = words[: self._left - 1] + "…" if self._left else ""
        if words:
            self._left -= len(words)
            self._box.append({"type": TEXT, "content": words})
        return self

    def picture(self, picture: Picture, alt: str) -> Layout:
        """Add the picture of the message, with the same facts in words."""
        media = {"url": f"{ATTACHED}{picture.name}"}
        item = {"media": media, "description": alt[:ALT_TEXT]}
        self._box.append({"type": GALLERY, "items": [item]})
        self._picture = picture
        return self

    def buttons(self, controls: Sequence[Control]) -> Layout:
        """Add buttons, in as many rows as they need."""
        for start in range(0, len(controls), ROW_BUTTONS):
            self._row([*controls[start : start + ROW_BUTTONS]])
        return self

    def choice(self, control: Control) -> Layout:
        """Add a select in its own row."""
        return self._row([control])

    def _row(self, controls: list[Control]) -> Layout:
        self._box.append({"type": ROW, "components": controls})
        return self

    def file(self, name: str) -> Layout:
        """Add a file that is sent with the message."""
        self._box.append({"type": FILE, "file": {"url": f"{ATTACHED}{name}"}})
        return self


def services(table: str, say: Catalogue) -> list[Control]:
    """Return the buttons that every page of a game has."""
    return [named_button(table, "hand", say, Style.primary), named_button(table, "more", say)]


def named_button(
    table: str,
    action: str,
    say: Catalogue,
    style: Style = Style.secondary,
    *,
    disabled: bool = False,
) -> Control:
    """Return the button with the label and the icon of its action."""
    press, label = Press(table, action), say(f"button-{action}")
    return button(press, label, style, emoji=icon(action), disabled=disabled)


def option(
    label: str, value: str, about: str = "", *, chosen: bool = False, emoji: str = ""
) -> Option:
    """Return one line of a select, cut to Discord's limits."""
    made: Option = {"label": label[:OPTION_LABEL], "value": value, "default": chosen}
    if about:
        made["description"] = about[:OPTION_DESCRIPTION]
    return made | ({"emoji": partial_emoji(emoji)} if emoji else {})


def told(voice: Voice, story: Iterable[Event], most: int, seats: int = 0) -> list[str]:
    """Return the last lines of a story; a round of draws is one line, and a leg's title none.

    A round of draws by as many seats as ``seats`` names none of them.
    """
    lines: list[str] = []  # the last one first
    for drawing, run in groupby(reversed([*story]), _is_hidden_draw):
        group = [event for event in run if not isinstance(event, LegBegan)]
        if drawing and len(group) > 1:
            lines.append(f"{voice.icon(group[0])} {_all_drew(voice, group[::-1], seats)}")
        else:
            lines += [f"{voice.icon(event)} {voice.event(event)}" for event in group[:most]]
        if len(lines) >= most:
            break
    return lines[:most][::-1]


def _is_hidden_draw(event: Event) -> bool:
    """Return whether only the count of a draw is known; a seat's own draws name the cards."""
    return isinstance(event, Drew) and event.cards is None


def _all_drew(voice: Voice, draws: list[Event], seats: int) -> str:
    counts = [(event.seat, event.count) for event in draws if isinstance(event, Drew)]
    if len(counts) == seats == len(dict(counts)) and len({count for _, count in counts}) == 1:
        return voice.say("story-all-drew", count=counts[0][1])
    return voice.say(
        "story-drew", drawn=", ".join(f"{voice.seat(seat)} +{count}" for seat, count in counts)
    )


def last_fitting(latest: Iterable[str], room: int, say: Catalogue) -> list[str]:
    """Return the last lines that fit into ``room`` characters, after a note if some do not.

    The newest comes first in ``latest``, of which no more is made than fits.
    """
    kept: list[str] = []
    for line in latest:
        room -= len(line) + 1
        if room < 0:
            kept.append(f"-# {say('log-cut')}")
            break
        kept.append(line)
    return kept[::-1]


def timestamp(at: float) -> str:
    """Return a time that Discord shows as a countdown."""
    return f"<t:{round(at)}:R>"
