import time
import pytest
from tests.host.ground import Room
from tests.host.driver import Driver


@pytest.mark.parametrize("boxes", ["base", "little_help", "all"])
async def test_first(room: Room, boxes) -> None:
    room.patience = 0
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    a = await ann.runs("new", boxes=boxes)
    await bob.presses(action="join")
    await ann.presses(action="add_computer")
    a = await ann.presses(action="start")
    d = Driver(room, [ann, bob], 1)
    t = time.time()
    await d.play()
    print(d.clicks, time.time() - t, len(room.messages), len(room.public))
    print(room.messages[-2].text)
    print(room.board.text, room.board.files)
    l = await ann.presses(action="log")
    print(l.text[-600:])
