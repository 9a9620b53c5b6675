"""The lobby: its seats, its settings, and a deal that nobody can choose."""

from hashlib import sha256

import pytest

from bot.pages.views import table_view
from bot.tables.actions import Entry, replay
from bot.tables.lobby import MOST_JOINS, MOST_WORDS, SWITCHES
from bot.tables.paces import PACES
from bot.tables.preconditions import MOST_CHANGES
from bot.tables.proof import deal_of, digest_of, lobby_counts
from engine.box import CHARACTERS
from players.roster import EASY, PLAYERS
from tests.bot.tables.driven import SECRET, START, lobby, started


def test_leaving_frees_a_seat_and_the_others_move_up() -> None:
    t = lobby(persons=3)
    t.table.people = {0: 10, 1: 11, 2: 12}
    t.do("1 leave", "- join x")
    assert (len(t.table.chairs), t.table.people) == (3, {0: 10, 1: 12})
    assert lobby_counts(t.do("0 add_computer", "0 remove_computer").table) == (4, 1, 0)
    assert lobby_counts(t.do("0 word breeze", "0 word gale").table) == (4, 1, 2)


def test_joins_of_a_lobby_are_limited() -> None:
    t = lobby()
    t.table.course += ["join", "leave 1"] * (MOST_JOINS - 2)
    t.do("- join x", "1 leave")
    assert t.refusal("- join x") == "too_many_joins"


@pytest.mark.parametrize(
    ("back", "forth", "another_seat"),
    [
        ("1 colour red", "1 colour", "0 setting goal=60"),
        ("0 setting goal=60", "0 setting goal=50", "1 colour red"),
        ("0 add_computer", "0 remove_computer", "1 colour red"),
    ],
)
def test_changes_of_a_lobby_are_limited(back: str, forth: str, another_seat: str) -> None:
    t = lobby(persons=2, settings="boxes=little_help")
    t.table.chairs[int(back[0])].changes = MOST_CHANGES - 2
    t.do(back, forth)
    assert t.refusal(back) == "too_many_changes"
    t.do(another_seat, f"0 start {START}")


def test_changes_are_counted_alike_when_the_log_is_replayed() -> None:
    t = lobby(persons=2, computers=1, settings="boxes=little_help goal=60").do("1 colour red")
    assert [chair.changes for chair in t.table.chairs] == [3, 1, 0]
    assert [chair.changes for chair in replay(t.log).chairs] == [3, 1, 0]


def test_a_host_who_leaves_is_replaced_by_a_person() -> None:
    assert lobby(persons=1, computers=1).do("- join b", "0 leave").table.host == 1


def test_a_host_stays_host_when_seats_move() -> None:
    t = lobby(persons=3)
    t.table.host = 2
    assert t.do("0 leave").table.host == 1
    assert t.do("0 leave").table.host == 0


def test_the_last_person_who_leaves_closes_the_table() -> None:
    t = lobby(persons=2, computers=2).do("0 leave")
    assert (t.table.stage, t.do("0 leave").table.stage) == ("lobby", "cancelled")


def test_computers_have_different_names_even_after_some_left() -> None:
    t = lobby(computers=5).do("0 remove_computer", "0 add_computer")
    assert sorted(chair.name for chair in t.table.chairs[1:]) == [0, 1, 2, 3, 4]


def test_computers_are_removed_until_none_is_left() -> None:
    t = lobby(computers=1).do("- join b", "0 remove_computer")
    assert [chair.computer for chair in t.table.chairs] == ["", ""]


@pytest.mark.parametrize(
    ("asked", "given"),
    [*[(name, name) for name in PLAYERS], ("thumb", EASY), ("", EASY), ("x", EASY)],
)
def test_a_computer_plays_as_it_was_asked_to_in_whatever_release(asked: str, given: str) -> None:
    assert lobby().do(f"0 add_computer {asked}").table.chairs[1].computer == given


# --- settings ------------------------------------------------------------------------------

OPTIONS: dict[str, object] = {
    "boxes=little_help,instructor": ("little_help", "instructor"),
    "boxes=": (),
    **{f"variant={it}": it for it in ("crew", "beginner")},
    **{f"goal={it}": it for it in (25, 100)},
    "help_penalty=4": 4,
    **{f"{it}=on": True for it in SWITCHES},
    **{f"{it}=off": False for it in SWITCHES},
}
OF_THE_TABLE = {
    "seats=2": ("seats", 2),
    "beat=60": ("beat_minutes", 60),
    "pause=14": ("pause_days", 14),
    "decision=90": ("decision_seconds", 90),
    "board=text": ("board", "text"),
    **{f"pace={it}": ("pace", it) for it in PACES},
    "window=3": ("window_seconds", 3),
    "window=60": ("window_seconds", 60),
    "captain=host": ("captain_by_lot", False),
    "captain=lot": ("captain_by_lot", True),
    "odds=on": ("odds", True),
    "hints=on": ("hints", "on"),
    "hints=off": ("hints", "off"),
    "hints=alone": ("hints", "alone"),
}


@pytest.mark.parametrize("setting", OPTIONS)
def test_every_option_of_the_game_can_be_set(setting: str) -> None:
    name = setting.partition("=")[0]
    assert getattr(lobby(settings=setting).table.options, name) == OPTIONS[setting]


@pytest.mark.parametrize("setting", OF_THE_TABLE)
def test_every_setting_of_the_table_can_be_set(setting: str) -> None:
    name, value = OF_THE_TABLE[setting]
    assert getattr(lobby(settings=setting).table, name) == value


def test_windows_follow_the_pace_unless_the_host_has_chosen_their_minutes() -> None:
    t = lobby()
    found = {name: t.do(f"0 setting pace={name}").table.beat_minutes for name in PACES}
    assert found == {"live": 30, "4h": 10, "12h": 10, "relaxed": 30, "72h": 60, "none": 30}
    t.do("0 setting beat=180")
    assert {t.do(f"0 setting pace={it}").table.beat_minutes for it in PACES} == {180}


def test_a_box_is_added_or_removed() -> None:
    t = lobby(settings="box=krismastri box=little_help").do("0 colour red")
    assert t.table.options.boxes == ("little_help", "krismastri")
    assert t.do("0 setting box=little_help").table.options.boxes == ("krismastri",)
    assert t.table.chairs[0].colour == ""


# --- characters ----------------------------------------------------------------------------


def test_a_character_is_chosen_once_and_may_be_given_back() -> None:
    t = lobby(persons=2, settings="boxes=little_help").do("0 colour red", "0 colour red")
    assert t.refusal("1 colour red") == "character_taken"
    assert t.do("0 colour", "1 colour red").table.chairs[1].colour == "red"
    assert t.do("0 setting boxes=").table.chairs[1].colour == ""


def test_seats_without_a_choice_draw_lots_from_the_key() -> None:
    def dealt(message: int) -> tuple[str, ...]:
        t = lobby(persons=3, settings="boxes=little_help")
        return t.do("1 colour red", f"0 start {message}").table.options.characters or ()

    drawn = {dealt(n) for n in range(1, 13)}
    assert dealt(1) == dealt(1)
    assert all(names[1] == "red" and len(set(names)) == 3 for names in drawn)
    assert {name for names in drawn for name in names} == set(CHARACTERS)
    assert started(settings="boxes=little_help").table.options.characters is None


# --- the start -----------------------------------------------------------------------------


def test_a_person_and_a_computer_can_play() -> None:
    assert lobby(computers=1).do("0 start 7").table.stage == "playing"


@pytest.mark.parametrize(("captain", "captains"), [("host", {1}), ("lot", {0, 1, 2})])
def test_the_first_captain_is_the_host_or_drawn_by_lot(captain: str, captains: set[int]) -> None:
    drawn: set[int] = set()
    for message in range(1, 21):
        t = lobby(persons=3, settings=f"captain={captain}")
        t.table.host = 1
        drawn.add(t.do(f"1 start {message}").table.running.view(None).captain)
    assert drawn == captains


# --- a deal that nobody can choose ---------------------------------------------------------


def key(*lines: str) -> bytes:
    """The key of the game that this lobby leads to."""
    return deal_of(lobby().do(*lines, "0 start 7").table).key


def test_the_secret_is_promised_before_anybody_joins_and_never_changes() -> None:
    t = lobby()
    before = deal_of(t.table).promise
    t.do("- join", "0 add_computer", "0 setting goal=60", "0 start 7")
    assert deal_of(t.table).promise == before == sha256(bytes.fromhex(SECRET)).hexdigest()


def test_the_secret_does_not_help_to_choose_a_deal() -> None:
    """The ids of clicks are known to the bot alone: it could make them up."""
    deals = {
        lobby().do(f"- join {click}", "0 start 7").table.running.digest() for click in range(50)
    }
    assert len(deals) == 1


def test_the_number_of_the_first_message_decides_the_deal() -> None:
    deals = {lobby(2).do(f"0 start {number}").table.running.digest() for number in range(1, 20)}
    assert len(deals) == 19


@pytest.mark.parametrize("message", ["", "0", "x", "07", "-7", "7 ", "1" * 21])
def test_no_game_begins_without_the_number_of_a_message(message: str) -> None:
    assert lobby(2).refusal(f"0 start {message}") == "unknown_choice"


@pytest.mark.parametrize("messages", ["8 7", "7 7", "7 8 9", "7  8", "7 08"])
def test_no_game_begins_before_a_message_has_closed_the_lobby(messages: str) -> None:
    assert lobby(2).refusal(f"0 start {messages}") == "unknown_choice"
    assert lobby(2).do("0 start 7 8").table.stage == "playing"


STEPS = {
    "a join": ("- join",),
    "somebody who came and went": ("- join", "- join", "1 leave"),
    "a computer": ("0 add_computer",),
    "a computer that was sent away": ("- join", "0 add_computer", "0 remove_computer"),
    "a word": ("- join", "0 word sun"),
    "another word": ("- join", "0 word moon"),
    "somebody else's word": ("- join", "1 word sun"),
    "a word before": ("0 word sun", "- join"),
    "a replaced word": ("- join", "0 word sun", "0 word sun"),
    "words in one order": ("- join", "0 word sun", "1 word moon"),
    "words in the other order": ("- join", "1 word moon", "0 word sun"),
    "the word of somebody who left": ("- join", "- join", "2 word sun", "2 leave"),
    "an option": ("- join", "0 setting help_penalty=4"),
    "the first captain": ("- join", "0 setting captain=host"),
    "a box": ("- join", "0 setting boxes=little_help"),
    "a character": ("- join", "0 setting boxes=little_help", "0 colour red"),
    "whose character": ("- join", "0 setting boxes=little_help", "1 colour red"),
}


def test_everything_that_happens_in_the_lobby_is_mixed_into_the_deal() -> None:
    assert len({key(*lines) for lines in STEPS.values()}) == len(STEPS)
    assert key(*STEPS["a word"]) == key(*STEPS["a word"])


@pytest.mark.parametrize("step", STEPS)
def test_every_step_changes_what_the_lobby_shows_of_the_deal(step: str) -> None:
    t = lobby()
    seen = [digest_of(t.table), *[digest_of(t.do(line).table) for line in STEPS[step]]]
    assert len(set(seen)) == len(seen)


def test_the_start_changes_nothing_of_what_the_lobby_has_shown() -> None:
    t = lobby(3, settings="boxes=little_help captain=host").do("1 colour red", "0 word sun")
    before = digest_of(t.table)
    assert digest_of(t.do("0 start 7").table) == before
    assert digest_of(t.do("0 concede").table) == before


# --- words of one's own --------------------------------------------------------------------


def test_a_word_is_in_the_log_and_stays_when_its_owner_leaves() -> None:
    t = lobby(persons=3).do("2 word fair winds", "2 leave", "0 start 7")
    assert "word 2 fair winds" in deal_of(t.table).course
    assert Entry(2, "word", "fair winds") in t.log
    assert deal_of(replay(t.log)).key == deal_of(t.table).key


def test_a_word_can_be_replaced_but_not_for_ever() -> None:
    t = lobby(persons=2).do(*["0 word sun"] * MOST_WORDS)
    assert t.refusal("0 word sun") == "too_many_words"
    assert t.do("1 word moon").table.course[-1] == "word 1 moon"


def test_no_view_shows_a_word_and_no_repr_does() -> None:
    t = lobby().do("- join", "1 word moonshine")
    assert "moonshine" not in f"{table_view(t.table)} {t.table} {t.log}"
    assert "moonshine" not in f"{table_view(t.do('0 start 7').table)}"
