"""Plays games by clicks alone, as people would who press whatever they are shown."""

from random import Random
from typing import Final

from bot.controls import Press
from tests.host.ground import Person, Room
from tests.host.reading import Button, Select, Shown

SERVICES: Final = {"hand", "cards", "rules", "log", "topic", "quiet", "arm", "rematch"}
LONGEST: Final = 6000
"""No game comes near so many clicks."""


class Driver:
    """Some people at a table, clicking at random until the game is over."""

    def __init__(self, room: Room, people: list[Person], seed: object) -> None:
        self.room = room
        self.people = people
        self.rng = Random(f"driver {seed}")
        self.clicks = 0

    async def play(self, most: int = LONGEST) -> None:
        """Click on to the end, or so many times."""
        for _ in range(most):
            if await self.is_over():
                return
            await self.step()
        assert most < LONGEST, "the game does not end"

    async def is_over(self) -> bool:
        return any("rematch" in _action(button) for button in self.room.board.buttons)

    async def step(self) -> None:
        """Somebody who is waited for (or may answer early) does something."""
        table = await self.table()
        waited = [p for p in self.people if p.id in self.waited_for(table)]
        if not waited:
            await self.room.passes(1.0)
            return
        person = self.rng.choice(waited)
        self.clicks += 1
        if self.rng.random() < 0.4 and await self._in_public(person):
            return
        await self._in_private(person)

    async def table(self):  # type: ignore[no-untyped-def]
        [(name,)] = await self.room.bot.store._read(
            "SELECT id FROM tables ORDER BY changed DESC LIMIT 1"
        )
        return (await self.room.bot.host.read(name)).table

    def waited_for(self, table) -> set[int]:  # type: ignore[no-untyped-def]
        waiting = table.game.waiting if table.game else ()
        return {table.people[seat] for seat in waiting if seat in table.people}

    async def _in_public(self, person: Person) -> bool:
        board = self.room.board
        buttons = [b for b in board.buttons if _action(b) == "say" and not b.disabled]
        if not buttons:
            return False
        answer = await person.presses(self.rng.choice(buttons))
        assert answer.acknowledged
        return True

    async def _in_private(self, person: Person) -> None:
        answer = await person.presses(action="hand", on=self.room.board)
        assert answer.private
        hand = answer.shown[0]
        slots: list[Button | Select] = [b for b in hand.buttons if _action(b) in ("slot", "say")]
        slots += [s for s in hand.selects if _action(s) == "slot"]
        assert slots, f"nothing to do for {person!r} in {hand.text}"
        slot = self.rng.choice(slots)
        if isinstance(slot, Select):
            value = self.rng.choice(list(slot.options))
            answer = await self.room_choice(person, slot, value, hand)
        else:
            answer = await person.presses(slot)
        assert answer.acknowledged

    async def room_choice(self, person: Person, slot: Select, value: str, hand: Shown):  # type: ignore[no-untyped-def]
        from tests.host.acts import of_select

        return (await self.room.at_once(of_select(person.actor, slot, [value])))[0]


def _action(part: Button | Select) -> str:
    press = Press.read(part.custom_id)
    return press.action if press else ""
