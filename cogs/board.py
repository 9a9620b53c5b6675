"""The public state of a table: its board, status, log, review and proof."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.board.responses import Reply
from bot.client import Celestia
from bot.discord.limits import LAYOUT_TEXT
from bot.discord.permissions import missing
from bot.discord.rate_limit import REPOSTS
from bot.pages.layout import PLAY_COLOUR, Layout, last_fitting, listed_name, open_voice, timestamp
from bot.pages.leg import asked
from bot.pages.more import more as more_page
from bot.pages.proof import proof as proof_page
from bot.pages.views import TableView, table_view
from bot.single_flight import SingleFlight
from bot.tables.refusals import Refused
from bot.words import Voice
from bot.words.emoji import icon
from cogs.click import Click
from cogs.cog import CelestiaCog
from cogs.which_table import LOST, to_read, to_show
from engine.events import Event, LegBegan

LOG_CAPACITY: Final = LAYOUT_TEXT - 200
"""Characters of the story in a log; a longer story loses its beginning."""
MAX_EVENTS: Final = 500
"""Events of a story that are kept: more than fit into a log."""
STORIES: Final = 32
"""Stories that are kept: a press of *Log* between two moves draws the same one again."""
BOLD: Final = "**"

Story = tuple[Event, ...]


class Board(CelestiaCog):
    """Shows the public state of a table."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self._stories: Final = SingleFlight[tuple[str, int], Story](STORIES)
        self.slash("board", self.board, at=to_show)
        self.slash("status", self.status, at=to_read)
        self.slash("log", self.log, at=to_read)
        self.slash("review", self.review, group="seat", at=to_read)
        self.button("log", self.log)
        self.button("review", self.review)
        self.button("more", self.more)
        self.button("proof", self.proof)

    async def cog_unload(self) -> None:
        await super().cog_unload()
        await self._stories.close()

    async def board(self, click: Click) -> Reply:
        """Post the newest page of the table again; if its channel is lost, in this channel."""
        state = await click.look()
        again = self.bot.reposts.take(click.user)
        if again is not None:
            raise Refused("too_many_reposts", most=REPOSTS, when=timestamp(again))
        home = state.stored.channel
        await click.repost(home, click.interaction.id)
        here = click.channel or home
        if state.seat is not None and here != home and self._is_lost(click):
            asked = click.interaction
            click.refuse_without(missing(asked.app_permissions, asked.in_thread))
            await click.repost(here, None)
        reason = click.why_blocked(click.table)
        if reason is not None:
            return reason
        return click.note(f"{icon('pinned')} {click.say('board-here')}", await click.link(state))

    def _is_lost(self, click: Click) -> bool:
        return self.bot.boards.reason(click.table) in LOST

    async def status(self, click: Click) -> Reply:
        """Say in a few lines whom the game waits for, with a link to the board."""
        state = await click.look()
        view, say = table_view(state.table), click.say
        away = f" {icon('away')}"
        seats = [
            f"{listed_name(view, say, seat)}{away if seat in view.substituted else ''}"
            for seat in range(len(view.chairs))
        ]
        lines = [f"**{say(f'stage-{view.stage}')}**", ", ".join(seats)]
        if view.view is not None and view.stage == "playing":
            lines += asked(view, say, open_voice(view, say), view.view)
        return click.note(*lines, await click.link(state))

    async def log(self, click: Click) -> Reply:
        """Return the public story of the game so far."""
        state = await click.look()
        if state.table.game is None:
            raise Refused("not_started")
        version = (click.table, state.stored.version)
        story = await self._stories.get(version, partial(self._story_of, click.table))
        view, say = table_view(state.table), click.say
        voice = open_voice(view, say)
        gone = _discarded(view, voice)
        layout = Layout(PLAY_COLOUR).text(f"## {icon('log')} {say('log-title')}", gone)
        latest = (_told(voice, event) for event in reversed(story))
        layout.text(*last_fitting(latest, LOG_CAPACITY - len(gone), say))
        return Reply(layout.content())

    async def _story_of(self, table: str) -> Story:
        """Return the last events that all may see."""
        whole = await self.bot.service.history(table)
        return await asyncio.to_thread(_public, whole.told)

    async def review(self, click: Click) -> Reply:
        """Show a player which of their own decisions cost most, once the game is over."""
        state = await click.look()
        if state.table.game is None:
            raise Refused("not_started")
        if state.seat is None:
            raise Refused("not_seated")
        if state.table.open:
            raise Refused("review_later")
        slips = await self.bot.reviews.of(click.table, state.seat)
        return Reply(click.review(state, slips), in_place=True)

    async def more(self, click: Click) -> Reply:
        """Show the further actions and pages of a table."""
        state = await click.look()
        return Reply(more_page(table_view(state.table), click.say, state.seat), in_place=True)

    async def proof(self, click: Click) -> Reply:
        """Show the proof that the deal was not chosen."""
        state = await click.look()
        view = table_view(state.table)
        record = await self.bot.renderer.record_of(state.table) if view.has_record else None
        return Reply(proof_page(view, click.say, record), in_place=True)


def _told(voice: Voice, event: Event) -> str:
    told = voice.event(event)
    if isinstance(event, LegBegan):  # bold as a whole, so nothing in it can be
        return f"{BOLD}{told.replace(BOLD, '')}{BOLD}"
    return f"{voice.icon(event)} {told}"


def _discarded(view: TableView, voice: Voice) -> str:
    """The cards of the discard pile, which is open to all."""
    cards = Counter(view.view.discard if view.view else {}).elements()
    return f"-# {icon('discard')} {voice.say('log-discard', cards=voice.things(cards))}"


def _public(events: Sequence[Event]) -> Story:
    seen = (event.seen_by(None) for event in events)
    return tuple([event for event in seen if event is not None][-MAX_EVENTS:])


setup = Board.load
