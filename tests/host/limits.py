"""Discord's limits on a message that its OpenAPI document lacks, and its commonest numbers.

Numbers stand in tables and rules are small functions; `message_faults` walks both. They need no
document.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

Json = dict[str, Any]

ROW, BUTTON, STRING_SELECT, SECTION, TEXT, GALLERY, CONTAINER = 1, 2, 3, 9, 10, 12, 17
SELECTS: Final = frozenset({3, 5, 6, 7, 8})
V2_ONLY: Final = frozenset({9, 10, 11, 12, 13, 14, 17})
V2_FLAG: Final = 1 << 15
LINK: Final = 5

CONTENT: Final = 2000
ROWS: Final = 5
NESTED: Final = 40
V2_TEXT: Final = 4000

LENGTHS: Final[dict[int, dict[str, int]]] = {
    BUTTON: {"label": 80, "custom_id": 100, "url": 512},
    TEXT: {"content": 4000},
    **{kind: {"placeholder": 150, "custom_id": 100} for kind in SELECTS},
}
"""Maximum lengths of texts by kind of component."""

COUNTS: Final[dict[int, tuple[str, int, int]]] = {
    ROW: ("components", 1, 5),
    STRING_SELECT: ("options", 1, 25),
    SECTION: ("components", 1, 3),
    GALLERY: ("items", 1, 10),
    CONTAINER: ("components", 1, 40),
}
"""Minimum and maximum numbers of parts by kind of component."""

OPTION_LENGTHS: Final = {"label": 100, "value": 100, "description": 100}


def every(components: Iterable[Any] | None) -> Iterator[Json]:
    """Yield all components, nested ones too, in reading order."""
    for component in components or ():
        yield component
        yield from every(component.get("components"))
        yield from every(
            part for key in ("accessory", "component") if (part := component.get(key)) is not None
        )


def message_faults(message: Json, *, edit: bool = False) -> Iterator[str]:
    """Yield the faults for which Discord would refuse a new or edited message."""
    for rule in _MESSAGE_RULES:
        yield from rule(message)
    if not edit:
        for rule in _NEW_MESSAGE_RULES:
            yield from rule(message)
    for component in every(message.get("components")):
        for component_rule in _COMPONENT_RULES:
            yield from component_rule(component)


def too_long(what: str, part: Json, lengths: dict[str, int]) -> Iterator[str]:
    """Yield the texts of a part that are too long."""
    for field, most in lengths.items():
        held = len(str(part.get(field) or ""))
        if held > most:
            yield f"{what}: {field} has {held} characters; limit {most}"


def _content(message: Json) -> Iterator[str]:
    yield from too_long("message", message, {"content": CONTENT})


def _flagged(message: Json) -> bool:
    return bool((message.get("flags") or 0) & V2_FLAG)


def _flag(message: Json) -> Iterator[str]:
    """A new message needs the flag; an edited one keeps it."""
    kinds = {component["type"] for component in every(message.get("components"))}
    if not _flagged(message) and not V2_ONLY.isdisjoint(kinds):
        yield "Components V2 without their flag"


def _layout(message: Json) -> Iterator[str]:
    """A message is of the old kind or of Components V2."""
    components = list(every(message.get("components")))
    if not _flagged(message) and V2_ONLY.isdisjoint(part["type"] for part in components):
        if len(message.get("components") or []) > ROWS:
            yield f"more than {ROWS} rows of components"
        return
    if len(components) > NESTED:
        yield f"{len(components)} components; limit {NESTED}, nested ones counted"
    held = sum(len(part.get("content") or "") for part in components if part["type"] == TEXT)
    if held > V2_TEXT:
        yield f"{held} characters of text; limit {V2_TEXT}"
    for field in ("content", "embeds", "poll", "sticker_ids"):
        if message.get(field):
            yield f"a message of Components V2 has no {field}"


def _custom_ids(message: Json) -> Iterator[str]:
    seen: set[str] = set()
    for component in every(message.get("components")):
        custom_id = component.get("custom_id")
        if custom_id in seen:
            yield f"custom_id {custom_id!r} twice"
        if custom_id is not None:
            seen.add(custom_id)


_ATTACHED = re.compile(r"^attachment://(.+)$")


def _attachments(message: Json) -> Iterator[str]:
    """A component with an uploaded file names one of this message; only an edit may name an
    older one."""
    names = {file.get("filename") for file in message.get("attachments") or []}
    for word in _words(message):
        shown = _ATTACHED.match(word)
        if shown and shown[1] not in names:
            yield f"{word} names no file of this message"


def _words(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _words(part)
    elif isinstance(value, list):
        for part in value:
            yield from _words(part)


def _lengths(component: Json) -> Iterator[str]:
    kind = component["type"]
    yield from too_long(f"component {kind}", component, LENGTHS.get(kind, {}))


def _counts(component: Json) -> Iterator[str]:
    field, least, most = COUNTS.get(component["type"], ("", 0, 0))
    held = len(component.get(field) or [])
    if field and not least <= held <= most:
        yield f"component {component['type']}: {held} {field}; {least} to {most} are allowed"


def _row(component: Json) -> Iterator[str]:
    if component["type"] == ROW:
        kinds = [part["type"] for part in component.get("components") or []]
        if len(kinds) > 1 and not SELECTS.isdisjoint(kinds):
            yield "a select must be alone in its row"


def _button(component: Json) -> Iterator[str]:
    if component["type"] != BUTTON:
        return
    style = component.get("style")
    if not component.get("label") and not component.get("emoji"):
        yield "a button with neither label nor emoji"
    wanted, other = ("url", "custom_id") if style == LINK else ("custom_id", "url")
    if not component.get(wanted) or component.get(other):
        yield f"a button of style {style} has a {wanted} and no {other}"


def _select(component: Json) -> Iterator[str]:
    if component["type"] not in SELECTS:
        return
    if not component.get("custom_id"):
        yield "a select without custom_id"
    least, most = component.get("min_values", 1), component.get("max_values", 1)
    if not 0 <= least <= most:
        yield f"a select of {least} to {most} values"
    if component["type"] == STRING_SELECT:
        yield from _options(component.get("options") or [], most)


def _options(options: list[Json], most: int) -> Iterator[str]:
    values = [option.get("value") for option in options]
    if len(set(values)) < len(values):
        yield "a select has the same value twice"
    if most > len(values):
        yield f"a select wants up to {most} of {len(values)} options"
    if sum(bool(option.get("default")) for option in options) > most:
        yield f"a select has more defaults than the {most} it allows"
    for option in options:
        yield from too_long("option", option, OPTION_LENGTHS)


def _emoji(component: Json) -> Iterator[str]:
    for part in (component, *(component.get("options") or [])):
        emoji = part.get("emoji") or {}
        name = emoji.get("name") or ""
        # An emoji of Discord's own is sent as its character; letters mean a name was sent.
        if emoji and not emoji.get("id") and (not name or re.search(r"[^\W\d_]", name)):
            yield f"{name!r} is not an emoji"


Rules = tuple[Callable[[Json], Iterator[str]], ...]

_MESSAGE_RULES: Final[Rules] = (_content, _layout, _custom_ids)
_NEW_MESSAGE_RULES: Final[Rules] = (_flag, _attachments)
_COMPONENT_RULES: Final[Rules] = (_lengths, _counts, _row, _button, _select, _emoji)
