"""Checks the end of a game from public facts alone."""

from hashlib import sha256
from typing import Any

from bot.words import catalogue
from engine import Record
from engine.deal import JOIN
from engine.records import SHORT, verify
from tests.client.playing import Players


def assert_honest(players: Players[Any, Any], locale: str = "en") -> Record:
    """Check that the end names the winner, and that its record proves a deal that nobody chose."""
    end, record, say = players.board, players.record, catalogue(locale)
    assert verify(record, players.promise).fits
    assert record.moves
    assert sha256(bytes.fromhex(record.secret)).hexdigest() == record.promise
    assert record.promise.startswith(players.promise)
    assert record.course.count(JOIN) == players.came
    assert record.fingerprint[:SHORT] in end.text
    lines = end.text.splitlines()
    assert lines[0].endswith(say("end-over"))
    assert lines[1].startswith("🏆"), "the winner comes first"
    assert lines[2].startswith("🥇")
    for total in record.totals:
        assert f"**{total}** · ".replace("-", "\N{MINUS SIGN}") in end.text
    for person in players.people:
        assert person.mention in end.text
    return record
