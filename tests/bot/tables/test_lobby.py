"""Before the game: who sits where, what will be played, and a deal that nobody can choose."""

import pytest

from bot.tables.commands import opening, replay
from bot.tables.lobby import MOST_JOINS, game_key
from bot.tables.preconditions import MOST_CHANGES
from bot.tables.proof import commitment_of
from engine.box import CHARACTERS
from engine.records import commitment
from players.roster import THUMB
from tests.bot.tables.driven import SECRET, Driven, laid, lobby, opened, started


def test_a_new_player_takes_the_next_seat() -> None:
    t = lobby(persons=3)
    assert len(t.table.chairs) == 3
    assert all(map(t.table.is_person, range(3)))


def test_nobody_sits_down_twice_or_at_a_full_table() -> None:
    t = lobby(persons=2, settings="seats=2")
    assert t.refusal("1 join x") == "seated_already"
    assert t.refusal("- join x") == "table_full"
    assert t.refusal("0 add_computer") == "table_full"


def test_a_full_table_of_six_does_not_suggest_more_seats() -> None:
    t = lobby(persons=6)
    assert t.refusal("- join x") == "no_more_seats"
    assert t.refusal("0 add_computer") == "no_more_seats"


def test_leaving_frees_a_seat_and_the_others_move_up() -> None:
    t = lobby(persons=3)
    t.table.people = {0: 10, 1: 11, 2: 12}
    t.do("1 leave", "- join x")
    assert len(t.table.chairs) == 3
    assert t.table.people == {0: 10, 1: 12}


def test_people_cannot_come_and_go_for_ever() -> None:
    t = lobby()
    t.table.joins = [f"{number}" for number in range(1, MOST_JOINS)]
    t.do("- join y", "1 leave")
    assert t.refusal("- join x") == "too_many_joins"


@pytest.mark.parametrize(
    ("back", "forth"),
    [
        ("1 colour red", "1 colour"),
        ("0 setting goal=60", "0 setting goal=50"),
        ("0 add_computer", "0 remove_computer"),
    ],
)
def test_nobody_changes_a_table_for_ever(back: str, forth: str) -> None:
    t = lobby(persons=2, settings="boxes=little_help")
    t.table.chairs[int(back[0])].changes = MOST_CHANGES - 2
    t.do(back, forth)
    assert t.refusal(back) == "too_many_changes"
    other = {"0": "1 colour red", "1": "0 setting goal=60"}
    t.do(other[back[0]], "0 start")


def test_changes_are_counted_alike_when_the_log_is_replayed() -> None:
    t = lobby(persons=2, computers=1, settings="boxes=little_help goal=60").do("1 colour red")
    assert [chair.changes for chair in t.table.chairs] == [3, 1, 0]
    assert [chair.changes for chair in replay(t.log).chairs] == [3, 1, 0]


@pytest.mark.parametrize(("leaves", "host"), [(0, 0), (1, 0), (2, 0)])
def test_a_host_who_leaves_is_replaced(leaves: int, host: int) -> None:
    t = lobby(persons=3).do(f"{leaves} leave")
    assert t.table.host == host
    assert t.refusal(f"{1 - host} start") == "not_host"


def test_a_host_on_a_later_seat_stays_host_when_seats_move() -> None:
    t = lobby(persons=3)
    t.table.host, t.table.people = 2, {0: 10, 1: 11, 2: 12}
    t.do("0 leave")
    assert t.table.people[t.table.host] == 12


def test_a_computer_never_becomes_the_host() -> None:
    t = lobby(persons=1, computers=1).do("- join b", "0 leave")
    assert t.table.host == 1
    assert t.table.is_person(t.table.host)


def test_the_last_person_who_leaves_closes_the_table() -> None:
    t = lobby(persons=2, computers=2).do("0 leave")
    assert t.table.stage == "lobby"
    t.do("0 leave")
    assert t.table.stage == "cancelled"
    assert t.refusal("- join x") == "table_closed"


def test_computers_have_different_names_even_after_some_left() -> None:
    t = lobby(computers=5).do("0 remove_computer", "0 add_computer")
    computers = [chair.name for chair in t.table.chairs[1:]]
    assert sorted(computers) == [0, 1, 2, 3, 4]


def test_computers_are_removed_until_none_is_left() -> None:
    t = lobby(computers=1).do("- join b", "0 remove_computer")
    assert [chair.computer for chair in t.table.chairs] == ["", ""]
    assert t.refusal("0 remove_computer") == "no_computer"


@pytest.mark.parametrize(("asked", "given"), [("random", "random"), ("", THUMB), ("x", THUMB)])
def test_an_unknown_computer_player_is_the_default_one(asked: str, given: str) -> None:
    assert lobby().do(f"0 add_computer {asked}").table.chairs[1].computer == given


@pytest.mark.parametrize(
    "line", ["1 start", "1 setting seats=4", "1 add_computer", "1 remove_computer", "- start"]
)
def test_only_the_host_changes_the_table(line: str) -> None:
    assert lobby(persons=2, computers=1).refusal(line) == "not_host"


@pytest.mark.parametrize("line", ["- leave", "- colour red"])
def test_a_stranger_changes_nothing(line: str) -> None:
    assert lobby(persons=2, settings="boxes=little_help").refusal(line) == "not_seated_yet"


# --- settings ------------------------------------------------------------------------------

OPTIONS = {
    "boxes=little_help,instructor": ("boxes", ("little_help", "instructor")),
    "boxes=": ("boxes", ()),
    "variant=crew": ("variant", "crew"),
    "variant=beginner": ("variant", "beginner"),
    "goal=25": ("goal", 25),
    "goal=100": ("goal", 100),
    "help_penalty=4": ("help_penalty", 4),
    "power_cards=off": ("power_cards", False),
    "mooring_keeps_dice=on": ("mooring_keeps_dice", True),
    "blue_takes_help=off": ("blue_takes_help", False),
    "instructor_for_all=on": ("instructor_for_all", True),
    "late_ejection=on": ("late_ejection", True),
    "help_stays=on": ("help_stays", True),
    "reroll_none=on": ("reroll_none", True),
    "spyglasses=off": ("spyglasses", False),
}
OF_THE_TABLE = {
    "seats=2": ("seats", 2),
    "pace=relaxed": ("pace", "relaxed"),
    "pace=none": ("pace", "none"),
    "window=3": ("window_seconds", 3),
    "window=60": ("window_seconds", 60),
    "captain=host": ("captain_by_lot", False),
    "captain=lot": ("captain_by_lot", True),
}
BAD = {
    "": "unknown_choice",
    "colour=red": "unknown_choice",
    "variant=huge": "unknown_choice",
    "box=huge": "unknown_choice",
    "pace=": "unknown_choice",
    "pace=fast": "unknown_choice",
    **dict.fromkeys(("seats=", "seats=1", "seats=7", "seats=x", "seats=-2"), "number_out_of_range"),
    **dict.fromkeys(("goal=24", "goal=101", "goal=5.5"), "number_out_of_range"),
    **dict.fromkeys(("window=2", "window=61"), "number_out_of_range"),
    f"seats={'9' * 5000}": "number_out_of_range",
    "help_penalty=5": "number_out_of_range",
    "help_penalty=3": "help_penalty_out_of_range",
}


@pytest.mark.parametrize("setting", OPTIONS)
def test_every_option_of_the_game_can_be_set(setting: str) -> None:
    name, value = OPTIONS[setting]
    assert getattr(lobby(settings=setting).table.options, name) == value


@pytest.mark.parametrize("setting", OF_THE_TABLE)
def test_every_setting_of_the_table_can_be_set(setting: str) -> None:
    name, value = OF_THE_TABLE[setting]
    assert getattr(lobby(settings=setting).table, name) == value


@pytest.mark.parametrize("setting", BAD, ids=lambda setting: setting[:20])
def test_a_bad_value_is_refused(setting: str) -> None:
    assert lobby().refusal(f"0 setting {setting}") == BAD[setting]


def test_there_cannot_be_fewer_seats_than_are_taken() -> None:
    t = lobby(persons=3).do("0 setting seats=3")
    assert t.refusal("0 setting seats=2") == "seats_taken"


def test_a_box_is_added_or_removed() -> None:
    t = lobby(settings="box=krismastri box=little_help").do("0 colour red")
    assert t.table.options.boxes == ("little_help", "krismastri")
    assert t.do("0 setting box=little_help").table.options.boxes == ("krismastri",)
    assert t.table.chairs[0].colour == ""


# --- characters ----------------------------------------------------------------------------


def test_characters_come_with_their_box_and_go_with_it() -> None:
    t = lobby(persons=2)
    assert t.refusal("1 colour red") == "no_characters"
    t.do("0 setting boxes=little_help", "1 colour red", "0 setting boxes=")
    assert t.table.chairs[1].colour == ""


def test_a_character_is_chosen_once_and_may_be_given_back() -> None:
    t = lobby(persons=2, settings="boxes=little_help").do("0 colour red", "0 colour red")
    assert t.refusal("1 colour red") == "character_taken"
    assert t.refusal("1 colour pink") == "unknown_choice"
    assert t.do("0 colour", "1 colour red").table.chairs[1].colour == "red"


def test_seats_without_a_choice_draw_lots_from_the_key() -> None:
    def dealt(join: str) -> tuple[str, ...]:
        t = lobby(persons=3, settings="boxes=little_help", joins=join).do("1 colour red", "0 start")
        return t.table.options.characters or ()

    drawn = {dealt(f"{n}") for n in range(12)}
    assert dealt("0") == dealt("0")
    assert all(names[1] == "red" and len(set(names)) == 3 for names in drawn)
    assert {name for names in drawn for name in names} == set(CHARACTERS)


def test_without_any_choice_the_engine_deals_the_characters() -> None:
    t = started(settings="boxes=little_help")
    assert t.table.options.characters is None


# --- the start -----------------------------------------------------------------------------


def test_a_game_needs_two() -> None:
    assert lobby().refusal("0 start") == "too_few"
    assert lobby(computers=1).do("0 start").table.stage == "playing"


def test_the_host_can_be_the_first_captain() -> None:
    for joins in "abcdefgh":
        t = lobby(persons=3, settings="captain=host", joins=joins)
        t.table.host = 1
        assert t.do("1 start").table.running.view(None).captain == 1


def test_the_first_captain_is_drawn_by_lot_otherwise() -> None:
    starts = [started(3, joins=f"{n}").table.running.view(None).captain for n in range(20)]
    assert set(starts) == {0, 1, 2}


@pytest.mark.parametrize(
    "line",
    ["- join x", "- leave", "0 start", "0 add_computer", "0 colour red", "0 setting seats=3"],
)
def test_lobby_commands_are_refused_once_the_game_has_begun(line: str) -> None:
    assert started().refusal(line) == "started_already"


def test_players_of_a_game_concede_instead_of_leaving() -> None:
    assert started().refusal("0 leave") == "concede_instead"


# --- a deal that nobody can choose ---------------------------------------------------------


def test_the_secret_is_promised_before_anybody_joins_and_never_changes() -> None:
    t = lobby()
    before = commitment_of(t.table)
    t.do("- join b", "0 add_computer", "0 setting goal=60", "0 start")
    assert commitment_of(t.table) == before == commitment(bytes.fromhex(SECRET))


def test_every_join_is_mixed_into_the_deal() -> None:
    def deal(*joins: str) -> str:
        t = Driven(opened(joins=joins[0])).do(*[f"- join {join}" for join in joins[1:]])
        return t.do("0 start").table.running.digest()

    assert deal("1", "2") == deal("1", "2")
    assert len({deal("1", "2"), deal("1", "3"), deal("4", "2"), deal("2", "1")}) == 4


def test_people_who_joined_and_left_are_mixed_into_the_deal_too() -> None:
    t = lobby(persons=2)
    before = game_key(t.table)
    t.do("- join c", "2 leave")
    assert t.table.joins == ["a", "b", "c"]
    assert game_key(t.table) != before


def test_the_first_line_of_the_log_holds_the_source_of_the_deal() -> None:
    arguments = opening(lobby(settings="seats=4").table).arguments
    assert SECRET in arguments
    assert '"joins":["a"]' in arguments


def test_a_laid_out_game_can_be_saved() -> None:
    assert laid().again().running.digest() == laid().table.running.digest()
