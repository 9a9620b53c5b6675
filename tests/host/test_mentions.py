"""Only awaited players are pinged, and only by new messages."""

from typing import Any

from tests.host.ground import Room
from tests.host.scenes import lobby


def messages(room: Room) -> list[tuple[str, dict[str, Any]]]:
    """Return the messages that the bot has sent or edited."""
    found: list[tuple[str, dict[str, Any]]] = []
    for request in room.env.http_requests:
        body = request.json
        if not isinstance(body, dict) or request.method not in {"POST", "PATCH"}:
            continue
        data = body.get("data") if request.path.endswith("/callback") else body
        if isinstance(data, dict) and "components" in data:
            found.append((request.method, data))
    return found


def pinged(room: Room, method: str) -> list[list[str]]:
    """Return whom each new or edited message pings."""
    return [it["allowed_mentions"].get("users", []) for way, it in messages(room) if way == method]


async def test_every_message_says_whom_it_may_ping(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann, bob)
    assert not any(pinged(room, "POST"))
    await ann.presses(action="start")
    for person in (ann, bob):
        await person.presses(action="hand")
        await person.presses(action="rules", on=room.board)
    assert len([users for users in pinged(room, "POST") if users]) == 1
    assert len(pinged(room, "PATCH")) > 0
    assert not any(pinged(room, "PATCH"))
    assert len(messages(room)) > 8
    for _, message in messages(room):
        allowed = message["allowed_mentions"]
        assert allowed["parse"] == []
        assert not allowed.get("roles")
        assert set(map(int, allowed.get("users", []))) <= {ann.id, bob.id}
