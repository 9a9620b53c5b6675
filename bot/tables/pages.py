"""The kinds of messages that a table has in its channel, and their numbers."""

from __future__ import annotations

from typing import Final, NamedTuple

LOBBY: Final = "lobby"
LEG: Final = "leg"
"""A part of the story, usually one leg."""
END: Final = "end"
NOTICE: Final = "notice"
"""A ping beside the story, because an edit of a board notifies nobody."""
REPLACED: Final = "replaced"
"""A message that a newer one has replaced, until it is deleted. Its id is its number."""

PICTURE: Final = "picture"
"""The picture of a leg, where Discord does not keep it in the message of the board itself."""

STORY: Final = (LOBBY, LEG, END)
"""The kinds that tell the story. Their numbers count on from one to the next."""


class PageKey(NamedTuple):
    """The name of a message of a table, whether it is posted or not."""

    kind: str
    number: int

    @property
    def in_story(self) -> bool:
        return self.kind in STORY
