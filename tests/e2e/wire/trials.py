"""People who play while the bot is struck; what they saw is compared with what is stored."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Final

from bot.tables.table import Table
from tests.client.messages import Shown
from tests.e2e.wire.boards import newest, table_of, was_stored
from tests.e2e.wire.journal import Audit, Journal
from tests.e2e.wire.kept import Kept
from tests.e2e.wire.regulars import Regulars
from tests.e2e.wire.server import Discord


class Trial:
    """Parties who play, each in its own channel; `faults` has what was lost, doubled or made up."""

    def __init__(
        self, discord: Discord, kept: Kept, journal: Journal, parties: list[Regulars], seed: object
    ) -> None:
        self.discord: Final = discord
        self.kept: Final = kept
        self.journal: Final = journal
        self.parties: Final = parties
        self.rng: Final = Random(f"trial {seed}")
        self.faults: Final[list[str]] = []
        self.strikes: Final[Counter[str]] = Counter()
        """By their kind."""
        self.unanswered: Final[Counter[str]] = Counter()
        """Clicks without an answer that were ``stored``, and that were ``not stored``."""

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Have all play meanwhile; raises whatever breaks for them."""
        tasks = [asyncio.ensure_future(party.goes_on()) for party in self.parties]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for fault in ended:
            if isinstance(fault, Exception):
                raise fault

    async def comes(self, holds: Callable[[], object], within: float) -> None:
        """Wait until this holds, or for these seconds."""
        with suppress(TimeoutError):
            await self.discord.until(holds, within)

    def hear(self) -> None:
        """Take down what was answered meanwhile."""
        for click in self.journal.clicks:
            if click.done is None and click.answer is not None:
                click.heard()

    def judge(self, boards: Iterable[Shown | None]) -> dict[int, Table]:
        """Compare what is stored with the journal and these boards; return the stored tables."""
        open_ = [it for it in self.journal.clicks if it.done is None and not it.void]
        unknown = [it for it in open_ if not it.may_be_needless]
        with self.kept.left_behind() as db:
            audit = Audit(db, self.journal)
            self.faults.extend(audit.faults)
            self.journal.settle(db)
            tables = newest(db)
        for board in filter(None, boards):
            if not was_stored(board, audit.scenes.get(table_of(board), ())):
                self.faults.append(f"lost: what was to be seen:\n{board.text}")
        self.unanswered["stored"] += sum(it.done is True for it in unknown)
        self.unanswered["not stored"] += sum(it.done is False for it in unknown)
        return tables

    async def boards_catch_up(self) -> None:
        """Wait until every board shows what is stored."""
        for party in self.parties:
            await party.catches_up()
