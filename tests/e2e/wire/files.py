"""Discord's treatment of files as documented, and a switch for each point that is not.

A message keeps its files when it is edited without a list of them, and loses them when it is the
answer to a click (UPDATE_MESSAGE) without one. A list names all that stay. A component that shows
a file which is neither uploaded nor kept is refused. Whether a file that is kept can be shown
anew by ``attachment://`` is documented for embeds alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from tests.e2e.wire.refusals import refused
from tests.host.limits import CONTAINER, GALLERY, every

Json = dict[str, Any]

ATTACHED: Final = "attachment://"
FILE, SEPARATOR, THUMBNAIL = 13, 14, 11

Kept = Literal["taken", "refused", "lost"]
"""A file that is kept and shown by ``attachment://``: it is shown; it is refused with 400; the
request is taken, and the picture is gone from the answer and from the message."""
Unwelcome = Literal["missing_permissions", "too_large"]
"""Why a channel takes no uploads."""


@dataclass(slots=True)
class Files:
    """The switches; they can be changed at any time."""

    in_edits: Kept = "taken"
    """Of kept files that a PATCH shows."""
    in_answers: Kept = "taken"
    """Of kept files that an UPDATE_MESSAGE shows."""
    answers_keep: bool = False
    """An UPDATE_MESSAGE without a list keeps the files, as an edit does."""
    alone: bool = True
    """Messages that are a picture and nothing else are welcome."""
    unwelcome: dict[int, Unwelcome] = field(default_factory=dict[int, Unwelcome])
    """The channels that take no uploads, and why."""

    def admit(self, channel: int, body: Json, uploads: Iterable[object]) -> None:
        """Refuse uploads where they are not welcome."""
        if not [*uploads]:
            return
        if channel in self.unwelcome:
            raise refused(self.unwelcome[channel])
        if not self.alone and _is_alone(body):
            raise refused("missing_permissions")


def _is_alone(body: Json) -> bool:
    """It has a picture, and nothing to read or to press."""
    kinds = {part["type"] for part in every(body.get("components"))}
    return not body.get("content") and kinds <= {GALLERY, CONTAINER, FILE, SEPARATOR}


def shown_in(components: Iterable[Any] | None) -> set[str]:
    """The names of the files that components show by ``attachment://``."""
    addresses = (media["url"] for part in every(components) for media in _media(part))
    return {it.removeprefix(ATTACHED) for it in addresses if it.startswith(ATTACHED)}


def without(components: list[Json], names: set[str]) -> list[Json]:
    """These components without what shows files of these names."""
    gone = {ATTACHED + name for name in names}
    return [*_kept(components, lambda media: media["url"] not in gone)]


def _media(part: Json) -> Iterator[Json]:
    if part["type"] == GALLERY:
        yield from (item["media"] for item in part["items"])
    elif part["type"] in (FILE, THUMBNAIL):
        yield part["file" if part["type"] == FILE else "media"]


def _kept(parts: list[Json], stays: Callable[[Json], bool]) -> Iterator[Json]:
    for part in parts:
        if part["type"] == GALLERY:
            items = [item for item in part["items"] if stays(item["media"])]
            if items:
                yield part | {"items": items}
        elif part["type"] == CONTAINER:
            yield part | {"components": [*_kept(part["components"], stays)]}
        elif all(map(stays, _media(part))):
            yield part


def is_new_in_gallery(body: Json, names: Iterable[str]) -> bool:
    """A gallery shows one of these files."""
    galleries = [part for part in every(body.get("components")) if part["type"] == GALLERY]
    return not shown_in(galleries).isdisjoint(names)
