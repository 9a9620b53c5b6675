"""Only awaited players are pinged, and only by new messages."""

from typing import Any

from tests.host.ground import Room


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


async def test_every_message_says_whom_it_may_ping(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await ann.runs("new", boxes="base")
    await bob.presses(action="join")
    await ann.presses(action="start")
    for person in (ann, bob):
        await person.presses(action="hand")
        await person.presses(action="rules", on=room.board)
    assert len(messages(room)) > 8
    for _, message in messages(room):
        allowed = message["allowed_mentions"]
        assert allowed["parse"] == []
        assert not allowed.get("roles")
        assert set(map(int, allowed.get("users", []))) <= {ann.id, bob.id}


async def test_a_new_page_pings_awaited_players_and_an_edit_pings_none(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await ann.runs("new", boxes="base")
    await bob.presses(action="join")
    assert not any(message["allowed_mentions"].get("users") for _, message in messages(room))
    await ann.presses(action="start")
    pinged = [m["allowed_mentions"].get("users") for way, m in messages(room) if way == "POST"]
    assert len([users for users in pinged if users]) == 1
    edits = [m["allowed_mentions"].get("users") for way, m in messages(room) if way == "PATCH"]
    assert edits
    assert not any(edits)
