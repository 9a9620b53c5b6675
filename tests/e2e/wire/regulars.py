"""People who come to a channel to play, one game after the other, whatever becomes of the bot.

They write down all that they click. They open a table, sit down, have the cards dealt, play, tell
the house what to do for them, sometimes all speak in one breath, and look into the record of each
game that is over. They know nothing but what the channel shows, so they can be stopped between any
two clicks, and go on when the bot is there again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Final

from bot.pages.views import table_view
from bot.tables.table import PICTURE, Table
from engine import Record
from engine.deal import numbers_of
from players.roster import NORMAL
from tests.client.honest import assert_honest
from tests.client.messages import Shown, pick
from tests.client.offers import Click as Pressed
from tests.client.offers import action, computers, in_public, is_over, named, presses, promise
from tests.client.people import ORDERS
from tests.e2e.wire.boards import drawn, newest, shows, table_of
from tests.e2e.wire.journal import Click, Journal
from tests.e2e.wire.kept import Kept
from tests.e2e.wire.people import Act, Answer, Person
from tests.e2e.wire.playing import GLANCE, PATIENCE, SHORTLY, Players

Mix = dict[str, Any]
"""Options of a new table, and the number of ``computers``."""

IN_ONE_BREATH: Final = 0.15
"""Probability that all who are asked answer at once."""
TO_THE_HOUSE: Final = 0.1
"""Probability that a person arms a card or changes *quiet*."""


class Regulars(Players):
    """Some people in one channel, with a journal of what they click."""

    def __init__(
        self, people: tuple[Person, ...], kept: Kept, journal: Journal, mixes: Iterator[Mix]
    ) -> None:
        super().__init__(people, people[0].id)
        for person in people:
            person.keep_within_limit()
        self.journal: Final = journal
        self.records: Final[list[Record]] = []
        """Of the games that came to their end."""
        self._kept: Final = kept
        self._mixes: Final = mixes
        self._computers = 0
        self._ended: Final[set[str]] = set()
        """Tables whose records were looked into."""

    async def goes_on(self, games: int | None = None) -> None:
        """Play for ever, or until this number of games is over."""
        while games is None or len(self.records) < games:
            await self.step()

    async def step(self) -> Answer | None:
        board = self.last
        if board is None or is_over(board):
            if board is not None and self.newest.id != board.id:
                return await self._changes(board)  # a page of the next game is about to hang
            return await self._begin(board)
        if any(press.action == "join" for press in presses(board)):
            return await self._gather(board)
        chance = self.rng.random()
        if chance < IN_ONE_BREATH:
            return await self._all_speak(board)
        if chance < IN_ONE_BREATH + TO_THE_HOUSE:
            return await self._tell_the_house(board)
        return await super().step()

    # --- from one game to the next -----------------------------------------------------------

    async def _begin(self, over: Shown | None) -> Answer:
        """Look into the record of the last game, and open a table for the next."""
        if over is not None and table_of(over) not in self._ended:
            # in a thread: who has killed the database may have to start it again meanwhile
            self.came = await asyncio.to_thread(self._settle, over)
            self.records.append(assert_honest(self))
            self._ended.add(table_of(over))
        mix = {"pace": "none"} | next(self._mixes)
        self._computers = int(mix.pop("computers", 0))
        answer = await self.does(self.people[0].running("new", **mix))
        await self._see(lambda board: board is not over, PATIENCE)
        return answer

    def _settle(self, over: Shown) -> int:
        """Look into the database for clicks at a table; return how many people sat down there."""
        with self._kept.reading(over.channel) as db:
            self.journal.settle(db, table_of(over))
            return self.journal.joins(db, table_of(over))

    async def _gather(self, board: Shown) -> Answer:
        """One more sits down, or the cards are dealt."""
        self.promise = promise(board)
        host = self.people[0]
        missing = [person for person in self.people if person.mention not in board.text]
        if missing:
            act = missing[0].pressing(action="join", on=board)
        elif computers(board) < self._computers:
            act = host.pressing(action=f"add_computer:{NORMAL}", on=board)
        else:
            act = host.pressing(action="start", on=board)
        answer = await self.does(act)
        await self._changes(board)
        return answer

    # --- clicks ------------------------------------------------------------------------------

    async def click(self, person: Person, click: Pressed) -> Answer:
        return await self.does(person.clicking(*click))

    async def begins(self, act: Act, breath: int | None = None, *, void: bool = False) -> Click:
        """Do it and write it down, even if this task is cancelled meanwhile.

        The click may have to wait, since people click no faster than the bot allows; a click that
        is made after this call was sent after it.
        """
        noted = self.journal.note(act, breath or self.journal.breath(), void=void)
        begun = asyncio.ensure_future(_begun(act, noted))
        try:
            await asyncio.shield(begun)
        except asyncio.CancelledError:
            await begun
            raise
        return noted

    async def does(self, act: Act, breath: int | None = None) -> Answer:
        """The same, and wait for the answer."""
        noted = await self.begins(act, breath)
        assert noted.answer is not None
        self.answers.append(noted.answer)
        await noted.answer.comes()
        noted.heard()
        return noted.answer

    async def _all_speak(self, board: Shown) -> None:
        """Everybody who is asked, and somebody who is not, answers at the same time."""
        offered = in_public(board)
        if not offered:
            return
        asked = [person for person in self.people if person.id in named(board)]
        speak = [*asked, self.rng.choice(self.people)]
        breath = self.journal.breath()
        acts = [person.clicking(*self.rng.choice(offered)) for person in speak]
        await asyncio.gather(*[self.does(act, breath) for act in acts])
        await self._changes(board, GLANCE)

    async def _tell_the_house(self, board: Shown) -> Answer | None:
        """Arm a card, or say whether there are to be questions."""
        person = self.rng.choice(self.people)
        orders = await self._orders(person)
        if orders is None:
            return None
        buttons: list[Pressed] = [
            (it, "") for it in orders.buttons if action(it) in ("quiet", "always")
        ]
        arms = [(it, value) for it in orders.selects if action(it) == "arm" for value in it.options]
        return await self.click(person, self.rng.choice(arms or buttons)) if buttons else None

    async def _orders(self, person: Person) -> Shown | None:
        """Open a person's standing orders, from the hand; None if the bot does not answer."""
        hand = await self.look(person)
        if hand is None or not pick(hand.buttons, None, ORDERS):
            return None
        answer = await person.presses(action=ORDERS, on=hand)
        try:
            return None if answer.failed else await answer.says(SHORTLY)
        except TimeoutError:
            return None

    # --- while there is no bot ---------------------------------------------------------------

    async def press_in_vain(self) -> Act | None:
        """Press what changes the table though nobody hears it; what it was, to press it again."""
        board = self.last
        offered = [it for it in board.buttons if action(it) in ("say", "join")] if board else []
        if not offered:
            return None
        pressed = self.rng.choice(offered)
        people = list(self.people)
        if action(pressed) == "join":  # a seated player would get up, and the host could not begin
            people = [it for it in people if board is not None and it.mention not in board.text]
        if not people:
            return None
        act = self.rng.choice(people).pressing(pressed)
        noted = await self.begins(act, void=True)
        assert noted.answer is not None
        assert (await noted.answer.comes()).failed
        return act

    async def catches_up(self, timeout: float = 10 * PATIENCE) -> None:
        """Wait until the board shows what is stored."""
        channel = self.people[0].channel.id
        try:
            await self.people[0].discord.until(lambda: self._is_up_to_date(channel), timeout)
        except TimeoutError:
            assert self._is_up_to_date(channel), self._difference(channel)

    def _is_up_to_date(self, channel: int) -> bool:
        stored = self._stored(channel)
        return stored is None or shows(self.last, table_view(stored))

    def _stored(self, channel: int) -> Table | None:
        with self._kept.reading(channel) as db:
            return newest(db).get(channel)

    def _difference(self, channel: int) -> str:
        """Return the text of the board and the text it should have."""
        stored = self._stored(channel)
        due = drawn(table_view(stored), leaving=False, board=PICTURE).text if stored else ""
        return f"{self.last.text if self.last else 'there is none'}\n--- stored:\n{due}"

    @property
    def unknown(self) -> list[Shown]:
        """Messages in the channel that the bot has not stored."""
        with self._kept.reading(self.people[0].channel.id) as db:
            pages = "SELECT message FROM messages UNION SELECT message FROM calls"
            known = {it for (it,) in db.execute(pages)}
            starts = db.execute("SELECT arguments FROM log WHERE command = 'start'").fetchall()
        known.update(*[numbers_of(start) for (start,) in starts])
        shown = self.people[0].discord.messages_in(self.people[0].channel)
        return [it for it in shown if it.id not in known]

    @property
    def newest(self) -> Shown:
        """The last message in the channel."""
        return self.people[0].discord.messages_in(self.people[0].channel)[-1]

    async def _changes(self, board: Shown, patience: float = PATIENCE) -> None:
        await self._see(lambda now: now.payload is not board.payload, patience)


async def _begun(act: Act, noted: Click) -> None:
    noted.answer = await act.begin()
