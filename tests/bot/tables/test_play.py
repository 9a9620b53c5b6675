"""A running game: sealed answers, the moment, armed cards, pages and news."""

from typing import Any

import pytest

from bot.tables.actions import replay
from bot.tables.diff import visible
from bot.tables.play import PAGES, is_about_the_dice, to_exchange, to_speak
from bot.tables.table import NEWS, TakenOver, event_of
from engine import events
from tests.bot.tables.driven import exchanging, laid, lobby, started
from tests.bot.tables.random_table import RandomTable, random_games

CALM: dict[str, Any] = {"dice": "blank blank"}


# --- sealed answers ------------------------------------------------------------------------


def test_passengers_may_seal_before_their_turn_and_the_last_answer_counts() -> None:
    t = laid(4, **CALM).do("3 seal leave", "2 seal stay", "2 seal leave", "2 seal stay")
    assert to_speak(t.table) == (1, 2, 3)
    assert t.table.sealed == {2: "stay", 3: "leave"}


def test_a_sealed_answer_is_no_part_of_the_move_before_it() -> None:
    t = laid(4, **CALM).do("2 seal leave", "1 move stay")
    assert (t.table.made, t.waiting) == ([(1, "stay")], (2,))
    assert t.table.sealed == {2: "leave"}
    t.do("2 open_seal leave")
    assert (t.table.made[1:], t.table.sealed) == ([(2, "leave")], {})


def test_an_opened_answer_looks_like_a_move_of_its_seat() -> None:
    opened, moved = (laid(4, pace="relaxed", **CALM) for _ in range(2))
    opened.do("2 seal stay", "1 move stay", "2 open_seal stay")
    moved.do("1 move stay", "2 move stay")
    assert visible(opened.table) == visible(moved.table)
    assert opened.table.page == moved.table.page


def test_the_seat_itself_may_answer_before_its_sealed_answer_is_opened() -> None:
    t = laid(4, **CALM).do("2 seal leave", "1 move stay", "2 move stay")
    assert t.table.made == [(1, "stay"), (2, "stay")]
    assert t.table.sealed == {}


def test_a_sealed_answer_that_is_no_longer_legal_is_dropped() -> None:
    t = laid(4, left={1: 1}, boxes=("initiative",), **CALM).pass_on("decisions")
    t.do("2 seal leave", "3 seal stay", "1 move leave")
    assert (t.waiting, t.table.sealed) == ((2,), {3: "stay"})


def test_sealed_answers_survive_a_question_in_between() -> None:
    t = laid(4, boxes=("instructor",), hands={1: "instructor"}, **CALM)
    t.do("3 seal stay", "1 move leave instructor")
    assert t.question == "choose_treasure"
    assert (t.first_move().waiting, t.table.sealed) == ((2,), {3: "stay"})


def test_nothing_stays_sealed_when_all_have_answered() -> None:
    t = laid(4, left={1: 1}, **CALM).do("3 seal leave", "2 seal stay", "1 move leave")
    assert t.question != "decisions"
    assert t.table.sealed == {}


# --- exchanged cards -----------------------------------------------------------------------


def test_cards_are_exchanged_in_one_go() -> None:
    t = exchanging()
    cards = to_exchange(t.table, 0)
    t.do(f"0 exchange {' '.join(cards)}")
    assert t.table.made[-len(cards) - 1 :] == [*[(0, f"discard {it}") for it in cards], (0, "done")]
    assert 0 not in t.waiting
    assert t.table.running.view(0).laid == cards


def test_every_copy_of_a_card_can_be_exchanged_and_none_twice() -> None:
    t = exchanging()
    card, *rest = to_exchange(t.table, 0)
    t.do(f"0 move discard {card}")
    assert to_exchange(t.table, 0) == tuple(rest)
    assert t.refusal(f"0 exchange {' '.join([card, *rest])}") == "not_this_one"


# --- the moment ----------------------------------------------------------------------------


def test_a_round_of_decisions_and_a_window_are_one_moment_each() -> None:
    t = laid(4, **CALM)
    before = t.table.moment
    assert t.do("1 move stay", "2 move leave").since(before) == 0
    t.do("3 move stay", *[f"{seat} move pass" for seat in (1, 2, 3)])
    assert t.since(before) == 1
    assert (t.question, t.do("0 move pass").since(before)) == ("spoken", 2)


def test_a_reopened_window_is_a_new_moment() -> None:
    t = laid(3, dice="fog blank", hands={1: "wind_gust"}).do("1 move stay", "2 move stay")
    before = t.table.moment
    t.do("1 move play wind_gust")
    assert (t.question, t.since(before)) == ("spoken", 1)


def test_a_card_laid_face_down_does_not_change_the_moment() -> None:
    t = laid(3, dice="fog fog", boxes=("little_help",), hands={0: "cannon", 1: "help_fog"})
    t.pass_on("decisions").do("1 move stay", "2 move stay").pass_on("declaration")
    t.do("0 move declare cannot")
    before, page = t.table.moment, len(t.table.page.events)
    t.do("1 move play help_fog")
    assert (t.since(before), len(t.table.page.events)) == (0, page)


def test_silent_actions_do_not_change_the_moment() -> None:
    t = laid(4, hands={2: "jetpack"}, **CALM)
    before = t.table.moment
    t.do("2 seal stay", "2 arm crashing jetpack", "3 quiet on", "2 concede random")
    assert t.since(before) == 0


def test_the_turns_of_a_seat_count_its_moves_sealed_or_not() -> None:
    t = laid(4, **CALM).do("2 seal leave", "1 move stay", "2 open_seal leave")
    t.do("3 move stay", "3 move pass")
    assert t.table.turns == [0, 1, 1, 2]


# --- armed cards ---------------------------------------------------------------------------


def test_arming_replaces_earlier_cards_and_arming_none_disarms() -> None:
    t = laid(3, hands={1: "jetpack wind_gust"}, **CALM).do("1 arm can wind_gust;crashing jetpack")
    assert t.table.armed[1] == ["can wind_gust", "crashing jetpack"]
    assert t.do("1 arm crashing jetpack").table.armed[1] == ["crashing jetpack"]
    assert t.do("1 arm").table.armed[1] == []


# --- leaving, closing ----------------------------------------------------------------------


def test_a_conceded_seat_forgets_its_instructions() -> None:
    t = laid(4, hands={2: "jetpack"}, **CALM)
    t.table.people = {0: 10, 1: 11, 2: 12, 3: 13}
    t.do("2 seal leave", "2 arm crashing jetpack", "2 quiet", "2 never spoken", "2 concede random")
    assert (t.table.sealed, t.table.armed, t.table.quiet, t.table.never) == ({}, {}, [], {})
    assert t.table.chairs[2].computer == "random"
    assert t.table.people == {0: 10, 1: 11, 3: 13}
    assert t.table.page.events[-1] == TakenOver(2).to_json()


def test_computers_that_take_over_have_different_names() -> None:
    t = started(persons=3, computers=1).do("0 concede random", "1 concede random")
    assert len({chair.name for chair in t.table.chairs if chair.computer}) == 3


def test_a_cancelled_game_gets_a_last_page_and_asks_nothing() -> None:
    t = laid(4, hands={2: "jetpack"}, **CALM).do("2 seal stay", "2 arm crashing jetpack", "3 quiet")
    page, moment = t.table.page.number, t.table.moment
    t.do("0 cancel")
    assert (t.table.stage, t.table.page.number, t.since(moment)) == ("cancelled", page + 1, 1)
    assert (t.table.sealed, t.table.armed, t.table.quiet) == ({}, {}, [])


@pytest.mark.parametrize(
    ("lines", "who"),
    [
        (["1 cancel"], (1, False)),
        (["- cancel"], (None, True)),
        (["- expire"], (None, False)),
        (["0 concede random", "1 concede random"], (None, False)),
    ],
)
def test_a_table_knows_who_cancelled_it(lines: list[str], who: tuple[int | None, bool]) -> None:
    t = started(2).do(*lines)
    for table in (t.table, t.again(), replay(t.log)):
        assert (table.cancelled_by, table.cancelled_by_moderator) == who


@pytest.mark.parametrize(("act", "stage"), [("cancel", "cancelled"), ("expire", "expired")])
def test_a_lobby_is_closed_on_its_own_page(act: str, stage: str) -> None:
    t = lobby(persons=2).do(f"- {act}")
    assert (t.table.stage, t.table.page.number) == (stage, 0)


def test_a_captains_word_is_about_the_dice_that_lay_when_it_was_drawn() -> None:
    t = laid(3, dice="fog blank", hands={0: "turbo", 1: "wind_gust wind_gust"})
    drawn = t.table.word_since = t.table.moment  # the dice have just been rolled
    t.do("1 move stay", "2 move stay")
    assert is_about_the_dice(t.table, "declare can", drawn)
    assert not is_about_the_dice(t.table, "stay", drawn)
    t.pass_on("declaration")
    assert is_about_the_dice(t.table, "declare can", drawn)
    t.do("0 move declare can")
    assert not is_about_the_dice(t.table, "declare can", drawn)
    t.do("1 move play wind_gust")
    assert not is_about_the_dice(t.table, "declare can", drawn)


# --- windows, pages, news ------------------------------------------------------------------


def test_a_leg_begins_a_page_and_ends_quiet_which_can_be_undone() -> None:
    t = laid(3, hands={0: "compass compass"}, dice="fog blank")
    assert t.do("1 quiet", "2 quiet", "2 quiet off").table.quiet == [1]
    page = t.table.page.number
    t.do("1 move stay", "2 move stay").pass_on("declaration").do("0 move declare can")
    table = t.pass_on("decisions").table
    assert (table.quiet, table.page.number) == ([], page + 1)
    assert table.page.events[0]["kind"] == "leg_began"


def test_a_game_begins_on_the_page_after_the_lobby() -> None:
    t = started()
    kinds = [event["kind"] for event in t.table.page.events]
    assert (t.table.page.number, kinds[0], kinds.count("leg_began")) == (1, "journey_began", 1)


@random_games
def test_pages_hold_no_secrets_and_news_only_those_of_their_seat(number: int) -> None:
    t = RandomTable(number)
    while t.goes_on():
        t.step()
        numbers = [page.number for page in t.table.pages]
        assert numbers == [*range(numbers[0], numbers[0] + len(numbers))][:PAGES]
        story = [event for page in t.table.pages for event in page.events]
        for told in story:
            event = event_of(told)
            assert not event.hidden
            assert all(told[name] is None for name in event.secret)
        for seat, news in enumerate(t.table.news):
            assert len(news) <= NEWS
            for told in news:
                assert told["seat"] == seat
                assert events.EVENTS[str(told["kind"])].secret or event_of(told).hidden
                assert told not in story


def test_cards_laid_face_down_are_no_news() -> None:
    t = laid(3, boxes=("little_help",), hands={0: "help_fog"}, dice="fog fog", captain=2)
    t.pass_on("decisions").do("0 move stay", "1 move stay").pass_on("declaration")
    t.do("2 move declare cannot", "0 move play help_fog")
    assert t.table.running.view(0).laid == ("help_fog",)
    assert t.table.news[0] == []
