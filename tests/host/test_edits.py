"""Edits leave out `tts`, which discord.py sends and Discord allows in new messages only."""

import io
import json
import re
from typing import Any

import discord
import pytest

from tests.host.ground import Room
from tests.host.tts import leave_tts_out

UPDATE = 7


async def test_no_edit_says_whether_it_is_read_aloud(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    await ann.presses("Easy")
    await ann.presses("Start")
    await ann.presses("My Hand")
    await ann.presses("Orders…")
    asked: list[tuple[str, Any]] = [(it.path, it.json) for it in room.env.http_requests]
    boards = [body for path, body in asked if re.fullmatch(r"/channels/\d+/messages/\d+", path)]
    hands = [
        body["data"]
        for path, body in asked
        if path.endswith("/callback") and body["type"] == UPDATE
    ]
    assert boards
    assert hands
    assert [it for it in (*boards, *hands) if "tts" in it] == []


@pytest.mark.parametrize("files", [[], [discord.File(io.BytesIO(b"{}"), "game.json")]])
def test_an_edit_with_a_file_leaves_tts_out(files: list[discord.File]) -> None:
    leave_tts_out()
    messages: Any = discord.message
    with messages.handle_message_parameters(content="here", attachments=files) as params:
        said = params.payload or json.loads(params.multipart[0]["value"])
    assert said.pop("content") == "here"
    assert len(said.pop("attachments")) == len(files)
    assert said == {}


def test_a_message_that_is_to_be_read_aloud_still_says_so() -> None:
    leave_tts_out()
    answers: Any = discord.interactions
    with answers.interaction_message_response_params(type=4, content="here", tts=True) as params:
        assert params.payload == {"type": 4, "data": {"content": "here", "tts": True}}
