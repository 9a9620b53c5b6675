"""Events inside the bot: one part reports what happened, others follow it up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.discord.incoming import Incoming
from bot.store.data import Change
from bot.tables.table import PageKey, Table
from engine import Event


@dataclass(frozen=True, slots=True)
class Commit:
    """A change that was given to the store, and whether the store took it."""

    change: Change = field(repr=False)
    before: str
    """The stage of the table before the change."""
    seconds: float
    fault: BaseException | None
    """None: it is stored."""


@dataclass(frozen=True, slots=True)
class ChangedPages:
    """The public pages of a table that its board must show anew."""

    version: int
    pages: tuple[PageKey, ...]
    """Empty: unknown; the store knows them."""


class Events:
    """Receives each event, and does nothing with it.

    A part that reports events is given its `Events` when it is made. Those of the bot pass them on
    (`bot.client`).
    """

    def clicked(self, click: Incoming, fault: Exception | None) -> None:
        """A click was answered; ``fault``: why it was not carried out."""

    def committed(self, commit: Commit) -> None:
        """A change was given to the store."""

    def table_changed(
        self, table: str, due: float | None, pages: ChangedPages | None, *, asked: bool
    ) -> None:
        """A table is stored, and has to be attended to again when it is ``due``.

        ``pages``: None if its board stays as it is. ``asked``: a user waits for the change;
        otherwise the bot made it by itself.
        """

    def table_stored(self, table: Table, version: int, told: Sequence[Event]) -> None:
        """A table is stored in this version, after these events; it is only to be read."""

    def clock_jumped(self) -> None:
        """The clock was set, the machine slept, or nothing could be stored for a while."""

    def time_lost(self, seconds: float) -> None:
        """The bot was held up for these seconds."""

    def tables_kept(self, owns: Callable[[int], bool]) -> None:
        """The shards of this process have changed; ``owns``: it still serves this server."""

    def shards_gained(self) -> None:
        """This process serves tables that it has not served before."""

    def board_shown(self, seconds: float) -> None:
        """A board shows a change that was stored this long ago."""

    def board_posted(self, table: str, message: int) -> None:
        """This new message shows the board of a table."""

    def board_unblocked(self, table: str) -> None:
        """A board that could not be shown is shown again."""
