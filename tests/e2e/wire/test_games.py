"""Whole games by clicks on the wire, from the lobby to a record that anyone can check."""

import json
from hashlib import sha256

from bot.words import catalogue
from engine import Record
from engine.records import verify
from tests.e2e.wire import Wire, replies
from tests.e2e.wire.playing import Players, begin
from tests.host.driver import hashes


def assert_honest(players: Players) -> Record:
    """The end says who won, and shows what proves that nobody chose the deal."""
    end, discord = players.board, players.people[0].discord
    (file,) = discord.files_of(end).values()
    record = Record.from_json(json.loads(file))
    assert verify(record).honest
    assert record.moves
    secret, promise = hashes(end)
    assert sha256(bytes.fromhex(secret)).hexdigest() == promise == players.promise == record.sha256
    assert record.seed == secret
    assert record.joins == tuple(players.joins)
    assert catalogue("en")("end-over") in end.text
    for total in record.totals:
        assert f"**{total}** · " in end.text
    for person in players.people:
        assert person.mention in end.text
    return record


async def test_two_people_play_to_an_honest_end(wire: Wire) -> None:
    ann, zoe = wire.join("Ann"), wire.join("Zoé", locale="fr")
    players = await begin(ann, zoe, seed=1, goal=25, thread=True)
    await players.play()
    assert assert_honest(players).seats == 2
    assert not replies.faults(wire.discord.requests)


async def test_everything_with_computers(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob", locale="fr")
    players = await begin(ann, bob, seed=2, boxes="all", goal=25, computers=2)
    await players.play()
    record = assert_honest(players)
    assert len(record.options.boxes) == 7
    assert record.seats == 4
