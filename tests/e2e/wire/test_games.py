"""Whole games by clicks on the wire, from the lobby to a record that anyone can check."""

from tests.client.honest import assert_honest
from tests.e2e.wire import Wire
from tests.e2e.wire.playing import begin


async def test_everything_with_computers(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob", locale="fr")
    players = await begin(ann, bob, seed=2, boxes="all", goal=25, computers=2)
    await players.play()
    record = assert_honest(players)
    assert len(record.options.boxes) == 7
    assert record.seats == 4
