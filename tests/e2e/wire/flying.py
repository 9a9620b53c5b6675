"""A table of its own where a passenger has to say whether to stay: the click of most faults.

flight = await boarding(wire)
answer = await flight.stay().begin()
await flight.is_told()
assert flight.ledger.acts == [flight.stayed]
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from tests.e2e.wire.ledger import Ledger, Line
from tests.e2e.wire.people import Act, Person
from tests.e2e.wire.playing import Players, begin
from tests.e2e.wire.wire import Wire
from tests.host.driver import ASKED, question
from tests.host.reading import Button, Shown, pick

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

    @property
    def stayed(self) -> Line:
        """How that stands in the log."""
        return self.players.people.index(self.passenger), "move", "stay"

    @property
    def shows_it(self) -> bool:
        """It can be seen on the board, which asks something else now."""
        return self.button.custom_id not in [it.custom_id for it in self.players.board.buttons]

    async def is_shown(self, timeout: float = 10.0) -> None:
        await self.passenger.discord.until(lambda: self.shows_it, timeout)


async def boarding(wire: Wire, **options: Any) -> Flight:
    """Ann and Bob sit down in a channel of their own, and their captain rolls the dice."""
    channel = wire.discord.add_channel(wire.guild, f"flight-{next(_numbers)}")
    people = [wire.join(name, channel=channel) for name in ("Ann", "Bob")]
    players = await begin(*people, seed=channel.name, **{"power_cards": False} | options)
    await players.play(until=lambda: question(players.board) == "decisions")
    board = players.board
    passenger = next(it for it in people if it.id == _asked(board))
    captain = next(it for it in people if it is not passenger)
    return Flight(players, captain, passenger, board, Ledger(wire.bot.database, players.table))


def _asked(board: Shown) -> int:
    """Who has to decide; the captain, who has to face the dice, is named before."""
    (asks,) = [line for line in board.text.splitlines() if line.startswith(ASKED)]
    return int(re.findall(r"<@(\d+)>", asks)[-1])
