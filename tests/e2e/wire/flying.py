"""A table of its own where a passenger has to say whether to stay: the click of most faults.

flight = await boarding(wire)
answer = await flight.stay().begin()
await flight.is_told()
assert flight.ledger.acts == [flight.stayed]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from bot.store.sqlite.files import reading
from bot.tables.actions import execute
from bot.tables.table import load
from bot.words import catalogue
from tests.client.messages import Button, Shown, pick
from tests.client.offers import question
from tests.e2e.wire.ledger import Ledger, Line
from tests.e2e.wire.people import Act, Answer, Person
from tests.e2e.wire.playing import Players, gather
from tests.e2e.wire.server import PATIENCE
from tests.e2e.wire.waiting import played
from tests.e2e.wire.wire import Wire
from tests.e2e.wire.world import Guild

STAYED: Final[Line] = (1, "move", "stay")
"""The passenger's click as a line of the log."""
CLEAR: Final = catalogue("en")("face-none")
_numbers: Final = count(1)


@dataclass(frozen=True, slots=True)
class Flight:
    """Two people whose ship is about to fly."""

    players: Players
    captain: Person
    passenger: Person
    drawn: Shown = field(repr=False)
    """The board on which the passenger is asked."""
    ledger: Ledger

    @property
    def button(self) -> Button:
        (button,) = pick(self.drawn.buttons, None, "say:stay")
        return button

    def stay(self) -> Act:
        """The passenger stays aboard."""
        return self.passenger.pressing(self.button)

    async def stays(self) -> Answer:
        """The same, and what is answered."""
        return await (await self.stay().begin()).comes()

    async def stays_by_command(self) -> Answer:
        """The same by a command: no board comes with its answer, so the bot has to edit one."""
        return await self.passenger.runs("play", move="stay")

    @property
    def shows_it(self) -> bool:
        """It can be seen on the board, which asks something else now."""
        return self.button.custom_id not in [it.custom_id for it in self.players.board.buttons]

    async def is_shown(self, timeout: float = PATIENCE) -> None:
        await self.passenger.discord.until(lambda: self.shows_it, timeout)


async def lobby(wire: Wire, *names: str, guild: Guild | None = None, **options: Any) -> Players:
    """These people sit down in a channel of their own; the host is to be the first captain."""
    channel = wire.discord.add_channel(guild or wire.guild, f"flight-{next(_numbers)}")
    people = [wire.join(name, channel=channel) for name in names]
    players = await gather(*people, seed=channel.name, **{"power_cards": False} | options)
    await people[0].chooses("captain=host")
    await wire.discord.settled()
    return players


async def _rolled(wire: Wire, **options: Any) -> Players:
    players = await lobby(wire, "Ann", "Bob", **options)
    await players.start()
    await played(wire, players, lambda board: question(board) == "decisions")
    return players


async def boarding(wire: Wire, **options: Any) -> Flight:
    """Ann, the captain, has something to face, and Bob has to decide whether to go with her."""
    players = await _rolled(wire, **options)
    while CLEAR in players.board.text or _ends_with_his_click(wire, players):
        players = await _rolled(wire, **options)
    ledger = Ledger(wire.bot.database, players.table)
    ann, bob = players.people
    return Flight(players, ann, bob, players.board, ledger)


def _ends_with_his_click(wire: Wire, players: Players) -> bool:
    """She would have nothing to say once he stays, and the next leg would begin at once."""
    with reading(wire.bot.database) as db:
        asks = "SELECT snapshot FROM tables WHERE id = ?"
        ((snapshot,),) = db.execute(asks, (players.table,)).fetchall()
    table = load(snapshot)
    page = table.page.number
    execute(table, "move", 1, "stay")
    return table.page.number != page
