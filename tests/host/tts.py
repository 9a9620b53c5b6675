"""What discord.py asks of Discord, without a field that Discord's own document does not know.

discord.py says `tts`, whether a message is read aloud, with every message and every edit of one.
The document names it for new messages alone, where leaving it out says no as well.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final, ParamSpec

import discord.interactions
import discord.message
from discord.http import MultipartParameters

FIELD: Final = "tts"
_BUILDERS: Final[Mapping[ModuleType, tuple[str, ...]]] = {
    discord.message: ("handle_message_parameters",),
    discord.interactions: (
        "handle_message_parameters",
        "interaction_message_response_params",
    ),
}
"""The functions that build messages, where their senders look them up; discord.py has no option
for it."""

P = ParamSpec("P")


def leave_tts_out() -> None:
    """Leave `tts` out of all messages from now on; a second call has no effect."""
    for module, names in _BUILDERS.items():
        for name in names:
            build = getattr(module, name)
            if not hasattr(build, "__wrapped__"):
                setattr(module, name, _silent(build))


def _silent(build: Callable[P, MultipartParameters]) -> Callable[P, MultipartParameters]:
    @functools.wraps(build)
    def built(*given: P.args, **named: P.kwargs) -> MultipartParameters:
        params = build(*given, **named)
        if params.payload is not None:
            _strip(params.payload)
        elif params.multipart:  # files lie beside the payload, which comes first
            first = params.multipart[0]
            payload = json.loads(first["value"])
            _strip(payload)
            first["value"] = json.dumps(payload, separators=(",", ":"), ensure_ascii=True)
        return params

    return built


def _strip(payload: dict[str, Any]) -> None:
    message = payload.get("data", payload)  # an answer has the message within
    if message.get(FIELD) is False:
        del message[FIELD]
