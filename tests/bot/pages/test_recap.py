"""What a game is remembered for."""

import pytest

from bot.pages.recap import Bluff, Crash, Flight, Treasure, recap
from bot.words import LANGUAGES, Voice, catalogue
from engine.events import (
    Crashed,
    Declared,
    JourneyBegan,
    Left,
    LegBegan,
    Moved,
    PutUnder,
    Rolled,
    Stayed,
    Took,
)

STORY = (
    JourneyBegan(1, 0, 1),
    LegBegan("ship", 0, 1, 2),
    Rolled(0, ("fog", "birds")),
    Stayed(1),
    Stayed(2),
    Declared(0, "can"),
    Moved("ship", 2),
    LegBegan("ship", 1, 2, 3),
    Rolled(1, ("fog", "fog")),
    Stayed(2),
    Declared(1, "cannot"),
    Crashed("ship", (1, 2)),
    JourneyBegan(2, 2, 1),
    LegBegan("ship", 2, 1, 2),
    Took(0, 1, "1:2"),
    Rolled(2, ("birds",)),
    Stayed(1),
    Declared(2, "cannot"),
    Crashed("ship", (2, 1)),
)


def test_the_first_of_equals_is_remembered() -> None:
    told = recap(STORY)
    assert told.flight == Flight(1, 2)
    assert told.crash == Crash(2, (1, 2), 2)
    assert told.bluff == Bluff(1, 2, 1)
    assert told.treasure == Treasure(2, "1:2", 0)


def test_a_captain_who_was_alone_bluffed_nobody() -> None:
    assert (
        recap((LegBegan("ship", 0, 1, 2), Rolled(0, ("fog",)), Declared(0, "cannot"))).bluff is None
    )


def test_the_rowboat_makes_no_flight_of_the_ship() -> None:
    assert recap((LegBegan("boat", 0, 1, 2), Moved("boat", 2))).flight is None


def test_who_was_put_ashore_was_not_fooled() -> None:
    told = recap((*STORY[:5], Left(2, 1), Declared(0, "cannot")))
    assert told.bluff == Bluff(1, 2, 0)


def test_a_treasure_that_was_put_back_is_nobodys_catch() -> None:
    caught = Took(0, 6, "6:12"), Took(1, 1, "1:1"), PutUnder(0, 6, "6:12")
    assert recap(caught).treasure == Treasure(1, "1:1", 1)
    assert recap((*caught, Took(2, 6, "6:12"))).treasure == Treasure(12, "6:12", 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_did_not_happen_is_not_told(language: str) -> None:
    voice = Voice(catalogue(language), lambda seat: f"Ada{seat}")
    assert recap(()).told(voice) == []
    lines = recap(STORY).told(voice)
    assert [line[0] for line in lines] == ["🎈", "💥", "🎭", "💎"]
    assert "Ada1" in lines[1]
    assert "Ada2" in lines[1]
