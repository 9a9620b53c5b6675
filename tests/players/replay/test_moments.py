"""The three moments of a game."""

import pytest

from engine import Record
from engine.box import POINTS
from engine.records import QUIT
from players.replay.moments import Escape, Flight, Moment, Trust, moments
from players.replay.steps import Replay
from players.words import LANGUAGES, Voice, catalogue
from tests.players.replay.games import GAMES, deal, every_box, random_replay


def found(number: int) -> tuple[Replay, dict[str, Moment]]:
    replay = random_replay(number)
    return replay, {it.kind: it for it in moments(replay)}


def kinds(replay: Replay, moment: Moment) -> list[str]:
    return [event.kind for event in replay.steps[moment.step].events]


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_moment_jumps_to_its_step_and_the_boldest_flight_is_past_the_most_dice(
    number: int,
) -> None:
    replay, by_kind = found(number)
    if escape := by_kind.get("escape"):
        assert "took" in kinds(replay, escape)
    if trust := by_kind.get("trust"):
        assert kinds(replay, trust)[0] == "declared"
    if flight := by_kind.get("flight"):
        assert "moved" in kinds(replay, flight)
    for step in replay.steps:
        if {"paid", "moved"} <= {event.kind for event in step.events}:
            assert isinstance(flight, Flight)
            assert len(step.scene.faced) <= len(flight.dice)


def test_the_luckiest_escape_is_from_a_craft_that_crashes_in_the_same_leg() -> None:
    seen = 0
    for number in range(len(GAMES)):
        replay, by_kind = found(number)
        if escape := by_kind.get("escape"):
            assert isinstance(escape, Escape)
            leg = replay.steps[escape.step].leg
            crashes = [step for step in replay.steps if step.leg == leg and step.crashed]
            assert crashes
            assert escape.seat not in crashes[0].crashed
            assert escape.treasure in replay.steps[escape.step].scene.seats[escape.seat].treasures
            seen += POINTS[escape.treasure] > 0
    assert seen > 5


def test_the_most_trusted_captain_had_others_aboard() -> None:
    seen = set[str]()
    for number in range(len(GAMES)):
        replay, by_kind = found(number)
        if trust := by_kind.get("trust"):
            assert isinstance(trust, Trust)
            scene = replay.steps[trust.step].scene
            assert 0 < trust.count < len(scene.aboard("ship"))
            assert trust.seat in scene.aboard("ship")
            assert trust.dice == scene.faced
            seen.add(trust.answer)
    assert seen == {"can", "cannot"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_moments_come_in_the_order_of_the_game(language: str) -> None:
    voice = Voice(catalogue(language), lambda seat: f"Ada{seat}")
    three = moments(Replay.of(every_box()))
    assert [it.step for it in three] == sorted(it.step for it in three)
    assert len({it.title(voice) for it in three}) == len(three) == 3
    for moment in three:
        assert f"Ada{moment.seat}" in moment.told(voice)


def test_a_game_of_which_nothing_was_played_has_none() -> None:
    game = deal(0).game()
    assert moments(Replay.of(Record.of(deal(0), game, (), QUIT))) == ()
