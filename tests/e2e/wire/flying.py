"""A table of its own where a passenger has to say whether to stay: the click of most faults.

flight = await boarding(wire)
answer = await flight.stay().begin()
await flight.is_shown()
assert flight.ledger.acts == [STAYED]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

from bot.store.sqlite.files import reading
from bot.tables.actions import execute
from bot.words import catalogue
from tests.client.messages import Shown
from tests.client.offers import question
from tests.e2e.wire.boards import newest_in
from tests.e2e.wire.people import Act, Answer, Person
from tests.e2e.wire.playing import Players, gather
from tests.e2e.wire.waiting import asks_still, played, stay
from tests.e2e.wire.wire import Wire
from tests.e2e.wire.world import Guild

Line = tuple[int | None, str, str]
"""A seat (None: the bot), an action, and its arguments."""
STAYED: Final[Line] = (1, "move", "stay")
"""The passenger's click in the log."""
CLEAR: Final = catalogue("en")("face-none")
_numbers: Final = count(1)


class Ledger:
    """Lines of a table's log from this moment on."""

    def __init__(self, database: Path, table: str) -> None:
        self._database = database
        self._table = table
        self._begun = 0
        self._begun = len(self.acts)

    @property
    def acts(self) -> list[Line]:
        asks = "SELECT seat, command, arguments FROM log WHERE table_id = ? ORDER BY seq"
        with reading(self._database) as db:
            return db.execute(asks, (self._table,)).fetchall()[self._begun :]


@dataclass(frozen=True, slots=True)
class Flight:
    """Two people whose ship is about to fly."""

    players: Players
    captain: Person
    passenger: Person
    drawn: Shown = field(repr=False)
    """The board on which the passenger is asked."""
    ledger: Ledger

    def stay(self) -> Act:
        return self.passenger.pressing(stay(self.drawn))

    async def stays(self) -> Answer:
        return await self.passenger.does(self.stay())

    async def stays_by_command(self) -> Answer:
        """Stay by a command: no board comes with its answer, so the bot has to edit one."""
        return await self.passenger.runs("play", move="stay")

    @property
    def shows_it(self) -> bool:
        """The board asks something else now."""
        return not asks_still(self.players, self.drawn)

    async def is_shown(self) -> None:
        await self.passenger.discord.until(lambda: self.shows_it)


async def lobby(wire: Wire, *names: str, guild: Guild | None = None, **options: Any) -> Players:
    """Seat these people in a channel of their own; the host is to be the first captain."""
    channel = wire.discord.add_channel(guild or wire.guild, f"flight-{next(_numbers)}")
    people = [wire.join(name, channel=channel) for name in names]
    players = await gather(*people, seed=channel.name, **{"power_cards": False} | options)
    await people[0].chooses("captain=host")
    await wire.discord.settled()
    return players


async def boarding(wire: Wire, **options: Any) -> Flight:
    """Ann, the captain, has something to face, and Bob has to decide whether to go with her."""
    while True:
        players = await lobby(wire, "Ann", "Bob", **options)
        await players.start()
        board = await played(wire, players, lambda board: question(board) == "decisions")
        if CLEAR not in board.text and not _ends_with_his_click(wire, players):
            ann, bob = players.people
            await ann.runs("seat orders", ask=True)  # she gives her word herself
            await wire.discord.settled()
            return Flight(players, ann, bob, board, Ledger(wire.bot.database, players.table))


def _ends_with_his_click(wire: Wire, players: Players) -> bool:
    """Whether she would have nothing to say once he stays, and the next leg would begin."""
    table = newest_in(wire.bot.database, players.people[0].channel.id)
    assert table is not None
    page = table.page.number
    execute(table, "move", 1, "stay")
    return table.page.number != page
