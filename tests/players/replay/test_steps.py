"""The steps of a replay."""

from itertools import pairwise

import pytest

from engine.events import EVENTS, Drew
from players.replay.steps import Replay
from players.words import LANGUAGES, Voice, catalogue
from tests.players.replay.games import A_DRAW_OF_NOTHING, every_box, random_record, replays
from tests.players.words.telling import SELDOM, is_whole


def voice(language: str = "en") -> Voice:
    return Voice(catalogue(language), lambda seat: f"Ada{seat}")


def test_every_event_is_in_one_step_in_its_order() -> None:
    for replay in replays():
        told = [event for step in replay.steps for event in step.events]
        assert told == [event for _, event in replay.told]
        assert all(step.events for step in replay.steps)


def test_a_roll_an_answer_a_word_and_a_crash_begin_a_step_and_their_effects_none() -> None:
    alone = {"declared", "crashed", "help_shown", "journey_began", "game_ended"}
    for step in [step for replay in replays() for step in replay.steps]:
        kinds = [event.kind for event in step.events]
        assert not alone.intersection(kinds[1:])
        assert kinds.count("rolled") <= 1
        assert "rolled" not in kinds or not {*kinds} & {"journey_began", "left"}
        assert kinds[0] not in {"took", "drew", "put_under", "lit", "moored", "spied", "shuffled"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_event_has_words(language: str) -> None:
    speaks, heard = voice(language), set[str]()
    for event in (*SELDOM, *[event for replay in replays() for _, event in replay.told]):
        assert is_whole(speaks.opened(event)), event
        heard.add(event.kind)
    assert heard == set(EVENTS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_a_sentence_in_the_third_person(language: str) -> None:
    speaks = voice(language)
    for replay in replays():
        for step in replay.steps:
            lines = [*step.lines(speaks)]
            assert lines
            assert all(map(is_whole, lines))
            assert not [it for it in lines if it.startswith(("You ", "Vous "))]


def test_secrets_are_public_in_a_replay() -> None:
    replay = Replay.of(every_box())
    lines = [line for step in replay.steps for line in step.lines(voice())]
    assert any("lays " in line and line.endswith(" face down.") for line in lines)
    assert any(line.startswith("Cards are drawn: ") for line in lines)
    assert any("takes a treasure: **Heolia (" in line for line in lines)


def test_a_draw_of_no_card_has_no_sentence() -> None:
    replay = Replay.of(random_record(*A_DRAW_OF_NOTHING))
    assert [it for _, it in replay.told if isinstance(it, Drew) and not it.count]
    lines = [line for step in replay.steps for line in step.lines(voice())]
    assert not [line for line in lines if "draws nothing" in line or "nothing (" in line]


def test_the_step_of_a_move_tells_it_or_what_came_before_it() -> None:
    replay = Replay.of(every_box())
    steps = [replay.step_of(move) for move in range(len(replay.record.moves) + 1)]
    assert steps == sorted(steps)
    assert steps[0] == 0
    for move, event in replay.told:
        step = replay.step_of(move, event)
        assert any(it is event for it in replay.steps[step].events)
    assert replay.step_of(len(replay.record.moves), replay.told[-1][1]) == len(replay.steps) - 1


def test_legs_are_counted_from_the_first_one() -> None:
    for replay in replays():
        legs = [step.leg for step in replay.steps]
        assert legs[-1] == sum(event.kind == "leg_began" for _, event in replay.told)
        assert all(later - earlier in (0, 1) for earlier, later in pairwise(legs))
