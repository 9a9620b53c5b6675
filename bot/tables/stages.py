"""The stages of a table, from its lobby to its end."""

from typing import Final, Literal

Stage = Literal["lobby", "playing", "over", "cancelled", "expired"]
OPEN_STAGES: Final[tuple[Stage, ...]] = ("lobby", "playing")
"""The stages in which a table occupies its channel."""
FROZEN: Final = "frozen"
"""The stage of a table that was closed because neither its snapshot nor its log can be read. Only
the store knows it: no `Table` is ever made from such a row."""
