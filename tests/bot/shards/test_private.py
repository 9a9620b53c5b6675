"""discord.py still has the private parts that `bot.shards.gateway` uses."""

from __future__ import annotations

import inspect
from typing import Any

import discord
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient
from discord.state import AutoShardedConnectionState


def client() -> Any:
    return discord.AutoShardedClient(intents=discord.Intents.none(), shard_count=3)


async def test_a_connection_is_made_for_a_client_and_takes_up_a_session() -> None:
    parameters = inspect.signature(DiscordWebSocket.from_client).parameters
    assert {"client", "shard_id", "resume", "session", "sequence", "gateway"} <= {*parameters}
    source = inspect.getsource(DiscordWebSocket.from_client)
    assert "ws = cls(" in source
    assert "call_hooks('before_identify'" in inspect.getsource(DiscordWebSocket.identify)


async def test_discord_py_keeps_the_state_that_the_gateway_sets() -> None:
    state = client()._connection
    assert isinstance(state, AutoShardedConnectionState)
    assert state.shard_count == 3
    assert state._ready_tasks == state._ready_states == {}
    assert [*state.shard_ids] == []  # so it never finds that all shards are ready
    assert callable(state._remove_guild)
    assert "ready" in client()._handlers
    assert state.call_handlers


def test_discord_is_asked_how_to_connect() -> None:
    assert inspect.iscoroutinefunction(HTTPClient.get_bot_gateway)
