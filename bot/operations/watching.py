"""Looks on while the bot does its work, where those who look after it want that."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from aiohttp import TraceConfig

from bot.board.painter import Painter
from bot.discord.incoming import Incoming
from bot.hosting.availability import Availability
from bot.hosting.service import TableService
from bot.operations.shards import Shard, Shards
from bot.shards.shards import Shards as OwnShards
from bot.store.protocol import Store

if TYPE_CHECKING:
    from bot.operations.server import Operations


class Watched(Protocol):
    """As much of the bot as figures are made of."""

    on_click: Callable[[Incoming, Exception | None], None]

    @property
    def trace(self) -> TraceConfig:
        """Hears of all requests to Discord, from the first connection on."""
        ...

    @property
    def service(self) -> TableService:
        """Stores what is done at tables."""
        ...

    @property
    def painter(self) -> Painter:
        """Shows it."""
        ...

    @property
    def store(self) -> Store:
        """Keeps it."""
        ...

    @property
    def availability(self) -> Availability:
        """Knows who can reach us."""
        ...

    @property
    def own_shards(self) -> OwnShards:
        """Knows which shards are ours."""
        ...


def watching(bot: Watched, listen: tuple[str, int] | None) -> Operations | None:
    """What tells how the bot does; where nobody listens, not even its libraries are loaded."""
    if listen is None:
        return None
    from bot.operations.requests import watch
    from bot.operations.server import Operations

    made = Operations(listen, bot.painter, bot.store, lambda: _shards(bot))
    bot.service.on_commit = made.metrics.committed
    bot.painter.unshown.on_shown = made.metrics.shown
    bot.on_click = made.metrics.clicked
    watch(bot.trace, made.metrics)
    return made


def _shards(bot: Watched) -> Shards:
    """Those that are ours now."""
    own, availability = bot.own_shards, bot.availability
    ours = [
        Shard(it, availability.is_connected(it), own.gateway.latency(it))
        for it in sorted(own.share.mine)
    ]
    keeper, total = own.lease_keeper, own.share.all
    if keeper is None:
        return Shards(ours, total, fair=total)
    if not keeper.held.living:  # it has not joined the others yet
        return Shards(ours, total, fair=None)
    return Shards(ours, total, keeper.held.fair, keeper.lease_age)
