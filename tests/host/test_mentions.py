"""Only awaited players are pinged, and only by new messages."""

from bot.discord.rest import body
from tests.host.ground import Room
from tests.host.scenes import lobby, pinged, sent


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
    assert len(sent(room)) > 8
    for _, message in sent(room):
        allowed = message["allowed_mentions"]
        assert allowed["parse"] == []
        assert not allowed.get("roles")
        assert set(map(int, allowed.get("users", []))) <= {ann.id, bob.id}


async def test_control_a_room_complains_of_a_ping_to_somebody_who_did_nothing(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann)
    with room.env._bot_scope():
        for person in (ann, bob):
            words = [{"type": 10, "content": person.mention}]
            await room.bot.rest.post(room.channel.id, body(words, pings=(person.id,)))
    assert [it for it in room.complaints() if "was pinged" in it] == [
        f"{bob.id} was pinged, who has done nothing"
    ]
    room.involved.add(bob.id)
