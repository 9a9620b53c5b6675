"""Malformed payloads end nothing: each is logged by a number, and play goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from discord.state import ConnectionState

from bot.words import catalogue
from tests.e2e.wire import Person, Wire
from tests.e2e.wire.interactions import COMMAND, COMPONENT, TYPING, Interaction
from tests.e2e.wire.payloads import interaction
from tests.e2e.wire.playing import gather

Json = dict[str, Any]

MARK: Final = "spyglass-7713"
"""A text in every payload that has any: it must be in no line of the log."""
WRONG: Final = (None, MARK, 7, [], {}, [MARK], {"id": MARK}, True)
EVENTS: Final = sorted(
    name.removeprefix("parse_").upper() for name in vars(ConnectionState) if "parse_" in name[:6]
)
"""Every event that discord.py reads."""
FAULT: Final = r"fault [0-9a-f]{6}: \w+"
"""The log line of a payload that could not be read."""


def press(person: Person) -> Json:
    """A press that could be a real one, but for its token, which nobody knows."""
    it = Interaction(COMPONENT, person.user, person.channel.id)
    data: Json = {"custom_id": f"celestia:0:-:-:rules:{MARK}", "component_type": 2}
    told = interaction(person.user, person.channel, person.rights, person.discord.world.bot)
    return told | {"id": str(it.id), "token": it.token, "type": COMPONENT, "data": data}


def malformed(whole: Json) -> Iterator[Json]:
    """The same without each of its parts, and with something wrong in place of each."""
    for key in whole:
        yield {name: part for name, part in whole.items() if name != key}
        yield from ({**whole, key: wrong} for wrong in WRONG)
    for key in whole["data"]:
        yield {**whole, "data": {name: it for name, it in whole["data"].items() if name != key}}
        yield from ({**whole, "data": {**whole["data"], key: wrong}} for wrong in WRONG)
    for kind in (COMMAND, TYPING, 5, 99):
        yield {**whole, "type": kind}
        yield {**whole, "type": kind, "data": {"name": MARK, "options": [MARK]}}


async def goes_on(wire: Wire, person: Person) -> None:
    """The bot lives on in the same session, answers, and has told nobody what it was sent."""
    answer = await person.presses(action="rules")
    assert answer.acknowledged
    assert answer.private
    assert catalogue("en")("rules-goal") in answer.text
    assert wire.bot.running
    assert MARK not in wire.bot.log
    wire.forgive(FAULT)


async def test_a_press_without_a_custom_id_ends_nothing(wire: Wire) -> None:
    ann = wire.join("Ann")
    await gather(ann)
    told = press(ann)
    del told["data"]["custom_id"]
    await wire.discord.gateway.tell("INTERACTION_CREATE", told, wire.guild)
    await goes_on(wire, ann)
    assert wire.discord.gateway.identified == 1
    assert "an answer was refused: 404 10062" in wire.bot.log  # nobody waits for the answer


async def test_no_malformed_interaction_ends_the_session(wire: Wire) -> None:
    ann = wire.join("Ann")
    await gather(ann)
    sent = [*malformed(press(ann))]
    assert len(sent) > 150
    for told in sent:
        await wire.discord.gateway.tell("INTERACTION_CREATE", told, wire.guild)
    await goes_on(wire, ann)
    assert wire.discord.gateway.identified == 1


async def test_no_malformed_event_ends_the_session(wire: Wire) -> None:
    ann = wire.join("Ann")
    await gather(ann)
    assert len(EVENTS) > 60
    for event in (*EVENTS, "NO_SUCH_EVENT", MARK):
        for wrong in WRONG:
            if event not in ("READY", "RESUMED"):  # these are the session's own: see below
                await wire.discord.gateway.tell(event, {"_": wrong}, wire.guild)
                await wire.discord.gateway.tell(event, wrong, wire.guild)  # pyright: ignore[reportArgumentType] - nonsense
    nonsense = {"id": str(wire.guild.id), "channels": [7, {"type": MARK}], "roles": MARK}
    await wire.discord.gateway.tell("GUILD_CREATE", nonsense, wire.guild)
    await goes_on(wire, ann)
    assert wire.discord.gateway.identified == 1


FRAMES: Final = {
    "a text": MARK,
    "a list": [],
    "an event without a name": {"op": 0, "t": [MARK], "d": {}, "s": None},
    "a welcome of nobody": {"op": 0, "t": "READY", "d": {"user": MARK}, "s": 1},
    "a return to nothing": {"op": 0, "t": "RESUMED", "d": None, "s": 1},
    "a greeting without a pulse": {"op": 10, "d": None},
    "an unknown kind": {"op": 99, "d": MARK},
}


async def test_after_a_malformed_frame_the_bot_connects_again(wire: Wire) -> None:
    ann, gateway, sessions = wire.join("Ann"), wire.discord.gateway, 1
    await gather(ann)
    for kind, frame in FRAMES.items():
        await gateway._send(frame)  # pyright: ignore[reportArgumentType] - nonsense
        sessions += kind != "an unknown kind"
        await wire.discord.until(lambda known=sessions: gateway.identified == known)
        await wire.discord.until(lambda: gateway.connections == 1)
        await goes_on(wire, ann)
