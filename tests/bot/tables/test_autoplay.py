"""The bot's own actions, and their times, which depend on nothing hidden."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.pages.views import table_view
from bot.tables import autoplay, beats, presence
from bot.tables.actions import ONLY_ANSWER, Entry, execute
from bot.tables.autoplay import (
    AFTER_WINDOW,
    ALONE_FACTOR,
    DECIDE,
    LINGER,
    PASS,
    ThinkingTime,
    luck_of,
)
from bot.tables.paces import DAY
from bot.tables.play import DECLARATIONS
from bot.tables.table import Table, dump
from engine import Game
from players.roster import EASY, LEVELS, RANDOM
from tests.bot.tables.driven import NOW, Driven, entry_of, laid, spoken
from tests.bot.tables.random_table import FEW, RandomTable, random_games

CALM: dict[str, Any] = {"dice": "blank blank"}


def said(t: Driven, now: float) -> list[tuple[int, str]]:
    """Return the bot's answers to the current question by then."""
    moment, answers = t.table.moment, []
    while t.table.moment == moment and (answer := autoplay.answer(t.table, now)):
        passing = t.waiting if answer.action == "close" else ()
        answers += [(seat, PASS) for seat in passing] or [(answer.seat or 0, answer.arguments)]
        t.act(answer).planned(now)
    return answers


# --- answers -------------------------------------------------------------------------------


def test_the_bot_answers_for_computers_after_a_pause() -> None:
    t = laid(4, computers=(1, 2), **CALM)
    assert t.planned().answers_at == {1: NOW + 2}
    assert autoplay.answer(t.table, NOW + 1.9) is None
    assert autoplay.answer(t.table, NOW + 2) is not None
    assert t.do("1 move stay").planned(NOW + 7).answers_at == {2: NOW + 9}


def test_computers_answer_one_person_sooner_but_in_a_lesson() -> None:
    t = laid(3, computers=(1, 2), pace="none", **CALM)
    assert t.planned().answers_at == {1: NOW + 2 * ALONE_FACTOR}
    t.table.answers_at = {}
    t.table.options = replace(t.table.options, variant="beginner")
    assert t.planned().answers_at == {1: NOW + 2}


def test_windows_of_one_person_with_computers_are_short() -> None:
    t = spoken(computers=(1, 2), pace="none").planned(tempo=ThinkingTime(1, 9))
    assert {*t.answers_at.values()} == {NOW + ALONE_FACTOR}


def test_the_bot_seems_to_think_longer_for_a_person() -> None:
    t = spoken(hands={1: "jetpack wind_gust"}).do("1 arm spoken wind_gust", "2 quiet")
    assert t.planned().answers_at == {1: NOW + 4, 2: NOW + 4}


def test_a_quiet_seat_passes_in_windows_and_is_asked_otherwise() -> None:
    t = laid(3, **CALM).do("1 quiet", "2 think")
    assert t.planned().answers_at == {}
    t.do("1 move stay", "2 move stay").planned()
    assert said(t, NOW + 4) == [(1, PASS)]


def forced(*computers: int) -> Driven:
    """Return a captain's word about fog, without a card against it."""
    t = laid(3, computers, dice="fog fog").do("1 move stay", "2 move stay")
    return t.pass_on("declaration")


def test_the_bot_gives_an_only_answer_as_if_the_person_had_thought() -> None:
    t = forced()
    assert t.planned().answers_at == {0: NOW + 2 * AFTER_WINDOW}
    assert autoplay.answer(t.table, NOW + 1) == Entry(0, ONLY_ANSWER, "declare cannot")
    pauses = list[float]()
    for luck in range(200):
        t.table.answers_at = {}
        pauses.append(t.planned(luck=luck).answers_at[0] - NOW)
    assert {*pauses} == {2 * AFTER_WINDOW, 2 * DECIDE}
    assert 0.08 < pauses.count(2 * DECIDE) / len(pauses) < 0.22


def test_against_computers_alone_an_only_answer_does_not_take_long() -> None:
    assert forced(1, 2).planned().answers_at == {0: NOW + 2 * ALONE_FACTOR}


def test_a_person_among_computers_is_stopped_only_with_a_card_to_play() -> None:
    t = spoken(computers=(1, 2), pace="none")
    assert t.planned(tempo=ThinkingTime(1, 9)).answers_at.keys() == {0, 1, 2}
    assert (0, PASS) in said(t, NOW + 1)
    t = spoken(computers=(1, 2), pace="none", hands={0: "wind_gust"})  # it can wait for the word
    assert t.planned().answers_at.keys() == {0, 1, 2}
    t = spoken(computers=(1, 2), pace="none", hands={0: "ejection"})
    assert t.planned().answers_at.keys() == {1, 2}
    t = spoken(computers=(1, 2), pace="none").do("0 always")
    assert t.planned().answers_at.keys() == {1, 2}


def test_without_a_clock_windows_wait_for_those_who_can_play() -> None:
    t = spoken(pace="none", hands={1: "ejection"})
    pauses = set[float]()
    for luck in range(40):
        t.table.planned = None
        pauses.add(t.planned(luck=luck).answers_at[2] - NOW)
    assert pauses == {2 * DECIDE, 2 * LINGER}  # as if the person had thought
    assert t.table.answers_at.keys() == {0, 2}
    t.do("1 move pass")
    assert t.table.declined == [1]
    leg = spoken(pace="none", hands={1: "ejection"})
    leg.table.declined = [1]
    assert leg.planned().answers_at.keys() == {0, 1, 2}


def test_who_flies_on_is_not_stopped_by_cards_that_change_the_dice() -> None:
    t = spoken(pace="none", hands={0: "compass", 1: "wind_gust"})
    t.pass_on("declaration").do("0 move declare can")
    assert 1 in t.planned().answers_at
    t.table.ashore = {1: 0}
    t.table.planned = None
    assert 1 not in t.planned().answers_at


def test_a_card_that_can_only_make_a_crash_surer_stops_nobody() -> None:
    t = spoken(pace="none", hands={1: "wind_gust", 2: "alternative_route"})
    t.pass_on("declaration").do("0 move declare cannot")
    assert t.question == "cannot"
    assert t.planned().answers_at.keys() == {0, 1}


def test_who_holds_a_window_is_waited_for_without_a_clock() -> None:
    t = laid(3, pace="none").pass_on("decisions").do("1 think", "1 move stay", "2 move stay")
    assert t.question == "spoken"
    assert t.table.thinking == [1]
    assert t.planned().answers_at.keys() == {0, 2}
    assert t.table.window_ends is None


def test_a_person_among_computers_has_all_the_time() -> None:
    assert laid(3, computers=(1, 2)).pass_on("decisions").planned().ends_at == {}


def test_who_wants_to_be_asked_gives_an_only_answer() -> None:
    t = forced().do("0 always")
    assert t.planned().answers_at == {}
    assert t.do("0 always off").planned().answers_at == {0: NOW + 2 * AFTER_WINDOW}


def test_on_a_first_flight_people_give_an_only_answer() -> None:
    t = forced(1, 2)
    t.table.pace, t.table.options = "none", replace(t.table.options, variant="beginner")
    assert t.planned().answers_at == {}


def test_a_choice_is_left_to_the_person() -> None:
    t = laid(3, dice="fog fog", hands={0: "compass turbo"}).do("1 move stay", "2 move stay")
    assert len(t.pass_on("declaration").table.running.legal(0)) > 1
    assert t.planned().answers_at == {}


@random_games
def test_an_only_answer_looks_like_one_that_is_given_now(number: int) -> None:
    t = RandomTable(number)
    compared = 0
    while t.goes_on():
        t.step()
        for seat in t.waiting if t.goes_on() and presence.anybody(t.table) else ():
            legal = t.table.running.legal(seat)
            if t.table.is_person(seat) and len(legal) == 1 and not presence.is_window(t.table):
                t.table.missed.pop(seat, None)
                t.table.away.pop(seat, None)
                presence.hand_over(t.table)
                mine, theirs = t.again(), t.again()
                execute(mine, ONLY_ANSWER, seat, str(legal[0]))
                execute(theirs, "move", seat, str(legal[0]))
                assert dump(mine) == dump(theirs)
                compared += 1
    assert compared > 3


def test_an_only_answer_does_not_bring_an_absent_person_back() -> None:
    t = forced()
    t.table.missed = {0: 1}
    assert t.do(f"0 {ONLY_ANSWER} declare cannot").table.missed == {0: 1}


@pytest.mark.parametrize("late", [1, 2])
def test_of_two_plays_in_a_window_that_nearer_to_the_captains_left_comes_first(
    late: int,
) -> None:
    t = spoken(hands={1: "wind_gust", 2: "wind_gust"})
    t.do("1 arm spoken wind_gust", "2 arm spoken wind_gust")
    t.planned()
    t.table.answers_at = {seat: NOW + (9 if seat == late else 1) for seat in (1, 2)}
    assert autoplay.answer(t.table, NOW + 1) == Entry(1, "answer", "play wind_gust")


def test_a_pass_stays_where_it_is_when_another_plays() -> None:
    t = spoken(hands={2: "wind_gust"}).do("1 quiet", "2 arm spoken wind_gust")
    t.planned()
    t.table.answers_at = {1: NOW + 9, 2: NOW + 1}
    assert autoplay.answer(t.table, NOW + 1) == Entry(2, "answer", "play wind_gust")


@pytest.mark.parametrize("also", ["1 arm spoken wind_gust", "1 quiet", "1 never spoken"])
def test_an_armed_card_is_played_even_where_its_seat_is_not_asked(also: str) -> None:
    t = spoken(hands={1: "wind_gust"}).do("1 arm spoken wind_gust", also)
    t.planned()
    assert said(t, NOW + 4) == [(1, "play wind_gust")]


def test_an_armed_card_is_played_in_no_other_window() -> None:
    t = spoken(hands={0: "cannon", 2: "jetpack wind_gust"})
    t.do("2 arm crashing jetpack;can wind_gust").planned()
    assert said(t, NOW + 99) == [(seat, PASS) for seat in (1, 2, 0)]
    while t.question != "crashing":
        t.first_move()
        assert t.question == "crashing" or 2 not in t.planned().answers_at
    t.planned()
    assert said(t, NOW + 4) == [(2, "play jetpack")]


@pytest.mark.parametrize(
    ("hand", "armed", "left"),
    [
        ("wind_gust wind_gust", "spoken wind_gust", []),
        ("wind_gust jetpack", "can wind_gust;crashing jetpack", ["crashing jetpack"]),
    ],
)
def test_a_card_that_was_played_or_is_no_longer_held_is_disarmed(
    hand: str, armed: str, left: list[str]
) -> None:
    t = spoken(hands={1: hand}).do(f"1 arm {armed}", "1 move play wind_gust")
    assert t.table.armed == {1: left}


def test_a_seat_passes_the_window_after_its_armed_card() -> None:
    t = spoken(hands={1: "wind_gust wind_gust"}).do("1 answer play wind_gust")
    assert t.question == "spoken"
    assert 1 in t.planned().answers_at
    by_hand = spoken(hands={1: "wind_gust wind_gust"}).do("1 move play wind_gust")
    assert 1 not in by_hand.planned().answers_at


def test_a_card_that_ends_its_window_passes_no_later_one() -> None:
    t = spoken()
    *others, last = t.waiting
    t.do(*[f"{seat} move pass" for seat in others], f"{last} answer pass")
    assert (t.question, t.table.spoken_for) == ("declaration", [])


def substituted(t: Driven, seat: int) -> Driven:
    """The same table, with a substitute on this seat."""
    t.table.missed[seat] = presence.PATIENCE
    return t


def test_a_substitute_looks_like_a_seat_with_instructions() -> None:
    t = substituted(laid(3, **CALM), 1)
    assert t.planned().answers_at == {1: NOW + 4}
    entry = autoplay.next_action(t.table, NOW + 4)
    assert (entry and (entry.seat, entry.action)) == (1, "stand_in")


def test_a_slow_computer_answers_when_the_window_ends() -> None:
    t = substituted(spoken(computers=(1,)), 2)
    ends, entries = t.planned(tempo=ThinkingTime(30.0, 30.0)).window_ends or 0.0, []
    while (entry := autoplay.answer(t.table, ends)) and entry.seat:
        entries.append((entry.seat, entry.action))
        t.act(entry)
    assert entries == [(1, "move"), (2, "stand_in")]


@pytest.mark.parametrize(
    ("told", "does"),
    [("1 arm spoken wind_gust", "1 answer play wind_gust"), ("1 quiet", "1 let_pass pass")],
)
def test_a_substitute_follows_the_owners_instructions(told: str, does: str) -> None:
    t = substituted(spoken(hands={1: "wind_gust"}), 1).do(told)
    assert autoplay.answer(t.planned(), NOW + 4) == entry_of(does)


def test_computers_do_not_play_to_an_empty_room() -> None:
    t = substituted(substituted(spoken(computers=(1,)), 0), 2)
    assert (t.planned().answers_at, t.table.window_ends) == ({}, None)
    t.do("2 back").planned(NOW + 60)
    assert t.table.answers_at == {0: NOW + 64, 1: NOW + 62}
    assert t.table.window_ends == NOW + 60 + 2 * beats.lasts(t.table)
    assert t.do("- sleep").planned().answers_at == {}


# --- windows -------------------------------------------------------------------------------


@pytest.mark.parametrize(("pace", "lasts"), [("live", 4.0), ("relaxed", 1800.0), ("none", None)])
def test_a_window_ends_by_the_pace_of_the_table(pace: str, lasts: float | None) -> None:
    assert spoken(pace=pace).planned().window_ends == (NOW + lasts if lasts else None)


def test_only_a_window_ends_by_itself() -> None:
    t = laid(3, **CALM)
    assert t.planned().window_ends is None
    assert autoplay.answer(t.table, NOW + 1e9) is None


def test_the_end_of_a_window_passes_for_all_who_are_asked() -> None:
    t = spoken(4)
    t.planned()
    assert said(t, NOW + 3.9) == []
    assert said(t, NOW + 4) == [(seat, PASS) for seat in (1, 2, 3, 0)]


def test_the_end_of_a_window_plays_armed_cards() -> None:
    t = spoken(hands={1: "wind_gust"}).do("1 arm spoken wind_gust")
    t.planned(tempo=ThinkingTime(60.0, 60.0))
    assert said(t, NOW + 8) == [(1, "play wind_gust")]


def test_a_pass_does_not_extend_a_window_but_reopening_does() -> None:
    t = spoken(hands={2: "wind_gust"})
    t.planned()
    assert t.do("1 move pass").planned(NOW + 3).window_ends == NOW + 4
    assert t.do("2 move play wind_gust").planned(NOW + 3).window_ends == NOW + 5


def test_a_closed_game_has_nothing_due() -> None:
    t = spoken(computers=(1,))
    t.planned()
    table = t.do("0 cancel").planned()
    assert (table.answers_at, table.window_ends) == ({}, None)


def test_due_times_survive_a_restart() -> None:
    t = spoken(computers=(1, 2))
    t.planned(tempo=ThinkingTime(1.0, 9.0))
    again = Driven(t.again()).planned(NOW + 5, luck=77)
    assert (again.answers_at, again.window_ends) == (t.table.answers_at, t.table.window_ends)
    assert again.due == t.table.due


# --- sealed answers ------------------------------------------------------------------------


def test_a_sealed_answer_is_opened_after_a_pause_like_a_computer_s() -> None:
    t = laid(4, **CALM).do("2 seal leave")
    assert t.planned().answers_at == {}
    assert t.do("1 move stay").planned().answers_at == {2: NOW + 2}
    assert autoplay.next_action(t.table, NOW + 1.9) is None
    assert autoplay.next_action(t.table, NOW + 2) == Entry(2, "open_seal", "leave")


@pytest.mark.parametrize("luck", range(5))
def test_when_an_answer_was_sealed_and_which_changes_no_time(luck: int) -> None:
    times = []
    for sealed in (["2 seal stay"], ["2 seal leave", "3 seal stay"], []):
        t = laid(4, computers=() if sealed else (2,), **CALM).do(*sealed, "1 move stay")
        times.append(t.planned(tempo=ThinkingTime(1.0, 9.0), luck=luck).answers_at)
    assert times[0] == times[1] == times[2] != {}


def test_public_facts_do_not_tell_that_an_answer_is_sealed() -> None:
    sealed, open_ = (laid(4, pace="relaxed", **CALM) for _ in range(2))
    sealed.do("2 seal stay", "1 move stay")
    open_.do("1 move stay")
    shown = [table_view(t.planned()) for t in (sealed, open_)]
    assert shown[0].ends_at == {2: NOW + DAY}
    assert replace(shown[0], view=None) == replace(shown[1], view=None)


def test_a_sealed_answer_may_be_taken_back_until_it_is_opened() -> None:
    t = laid(4, **CALM).do("2 seal leave", "1 move stay")
    assert 2 in t.planned().answers_at
    assert t.do("2 seal nothing").planned(NOW + 1).answers_at == {}
    assert autoplay.next_action(t.table, NOW + 9) is None


def test_a_substitute_opens_what_the_owner_has_sealed() -> None:
    t = substituted(laid(4, **CALM), 2).do("2 seal leave", "1 move stay")
    entry = autoplay.next_action(t.planned(), NOW + 4)
    assert entry == Entry(2, "open_seal", "leave")


# --- nothing hidden ------------------------------------------------------------------------


def with_other_cards(t: Driven, seat: int | None, luck: int) -> Table:
    """Return the same table, with other facts where this seat cannot know them."""
    twin = t.again()
    twin.game = Game.imagine(t.table.running.view(seat), Random(luck))
    return twin


def due_times(table: Table, luck: int) -> tuple[object, ...]:
    """Return the bot's times, and whether it then acts for a seat or by itself.

    For which one may depend on hands: of two who play, one comes first.
    """
    Driven(table).planned(tempo=ThinkingTime(1.0, 9.0), luck=luck)
    first = autoplay.next_action(table, table.due or NOW)
    done = first and (first.seat is not None or first.action)
    return done, table.due, table.answers_at, table.window_ends, table.ends_at, table.warns_before


@random_games
def test_due_times_do_not_depend_on_hidden_facts(number: int) -> None:
    t = RandomTable(number)
    compared = 0
    while t.goes_on():
        t.step()
        if len(t.log) % 3 or not t.goes_on():
            continue
        t.table.armed.clear()
        for captain in [seat for seat, it in t.table.sealed.items() if it in DECLARATIONS]:
            del t.table.sealed[captain]  # with other cards the word would be another
        t.table.quiet, t.table.always = [*t.table.persons], [*t.table.persons]
        twin = with_other_cards(t, None, compared)
        assert due_times(twin, compared) == due_times(t.table, compared)
        compared += bool(t.table.answers_at)
    assert compared > 5


@pytest.mark.parametrize(
    ("player", "number"),
    [(it, number) for it in (RANDOM, *LEVELS) for number in FEW[:3]],
)
def test_a_computer_knows_only_what_its_seat_may_know(player: str, number: int) -> None:
    t = RandomTable(number)
    for _ in range(60):
        t.step()
        if not t.goes_on():
            break
        seat = t.waiting[-1]
        before, t.table.chairs[seat].computer = t.table.chairs[seat].computer, player
        twin = with_other_cards(t, seat, number)
        t.table.answers_at = twin.answers_at = {seat: NOW}
        assert autoplay.answer(t.table, NOW) == autoplay.answer(twin, NOW)
        t.table.chairs[seat].computer = before


# --- luck ----------------------------------------------------------------------------------


def test_each_question_of_each_seat_has_luck_of_its_own() -> None:
    table = laid(3, dice="blank blank").table
    found = {luck_of(table, seat) for seat in range(3)}
    table.moment += 1
    found.add(luck_of(table, 1))
    table.secret = "33" * 32
    assert len({*found, luck_of(table, 1)}) == 5


@pytest.mark.parametrize("player", [EASY, RANDOM])
def test_a_computer_moves_alike_when_it_is_asked_again(player: str) -> None:
    t = RandomTable(1)
    for _ in range(40):
        t.step()
        if not t.goes_on():
            return
        seat, twins = t.waiting[-1], (t.again(), t.again())
        for twin in twins:
            twin.chairs[seat].computer, twin.answers_at = player, {seat: NOW}
        assert autoplay.answer(twins[0], NOW) == autoplay.answer(twins[1], NOW)
