"""A user who clicks too fast is told once, and costs no request after that."""

import pytest

from bot.discord.rate_limit import NOTICE_EVERY, UserRateLimit
from bot.hosting.service import TableService
from tests.host.ground import Room
from tests.host.people import Act, Answer, Person
from tests.host.scenes import game, tells

BURST = 3
CLICKS = 40


def click(person: Person, way: str) -> Act:
    return person.pressing(action="hand") if way == "presses" else person.running("hand")


def is_silent(answer: Answer, way: str) -> bool:
    """Whether a press is acknowledged without a word, or a command by a sign alone."""
    if way == "presses":
        return answer.kind == "deferred_update"
    return answer.private and answer.text.strip() == "⏳"


@pytest.mark.parametrize("way", ["presses", "runs"])
async def test_too_many_clicks_are_answered_with_one_sentence(
    room: Room, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    await game(ann, bob)
    looks: list[str] = []
    look = TableService.look

    async def counted(service: TableService, table: str, guild: int | None = None) -> object:
        looks.append(table)
        return await look(service, table, guild)

    time = [0.0]
    room.bot.rate_limit = UserRateLimit(lambda: time[0], burst=BURST, a_second=0.1)
    monkeypatch.setattr(TableService, "look", counted)
    answers = await room.at_once(*[click(ann, way) for _ in range(CLICKS)])
    assert len(looks) == BURST
    assert sum(tells(it, ann, "error-too_fast") for it in answers) == 1
    assert sum(is_silent(it, way) for it in answers) == CLICKS - BURST - 1
    assert tells(await bob.presses(action="hand"), bob, "hand-title")
    time[0] += NOTICE_EVERY
    later = await room.at_once(*[click(ann, way) for _ in range(3)])
    assert tells(later[0], ann, "hand-title")  # so long a rest is worth one click
    assert [tells(it, ann, "error-too_fast") for it in later] == [False, True, False]
