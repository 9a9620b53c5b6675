"""Actions that a table refuses, and the code of the reason."""

from collections.abc import Callable

import pytest

from tests.bot.tables.driven import Driven, exchanging, laid, lobby, spoken, started


def crew() -> Driven:
    return lobby(persons=2, settings="variant=crew")


def deciding() -> Driven:
    """Seat 0 is captain, holds a compass and a turbo, and faces fog; 1 and 2 decide."""
    return laid(3, dice="fog blank", hands={0: "compass turbo", 1: "jetpack"})


def declaring() -> Driven:
    return deciding().do("1 move stay", "2 move stay").pass_on("declaration")


def holding(hand: str) -> Callable[[], Driven]:
    return lambda: laid(3, dice="fog blank", hands={0: hand})


CASES: list[tuple[str, Callable[[], Driven], list[str]]] = [
    # in a lobby
    ("seated_already", lobby, ["0 join x"]),
    ("table_full", lambda: lobby(2, settings="seats=2"), ["- join x", "0 add_computer"]),
    ("no_more_seats", lambda: lobby(6), ["- join x", "0 add_computer"]),
    ("seats_taken", lambda: lobby(3), ["0 setting seats=2"]),
    ("no_computer", lobby, ["0 remove_computer"]),
    ("not_host", lambda: lobby(2, 1), ["1 start", "- start", "1 setting seats=4"]),
    ("not_host", lambda: lobby(2, 1), ["1 add_computer", "1 remove_computer"]),
    ("not_seated_yet", lobby, ["- leave", "- colour red", "- word a"]),
    ("no_characters", lobby, ["0 colour red"]),
    ("unknown_choice", lambda: lobby(settings="boxes=little_help"), ["0 colour pink"]),
    ("too_few", lobby, ["0 start"]),
    ("no_word", lobby, [f"0 word {it}" for it in ("", " sun", "a  b", "a\nb", "\u202esun")]),
    ("no_word", lobby, ["0 word e\u0301", f"0 word {'x' * 41}"]),
    # settings
    ("unknown_choice", lobby, [f"0 setting {it}" for it in ("", "colour=red", "variant=huge")]),
    ("unknown_choice", lobby, [f"0 setting {it}" for it in ("box=huge", "pace=", "pace=fast")]),
    ("unknown_choice", lobby, ["0 setting hints=", "0 setting beat=7"]),
    ("number_out_of_range", lobby, [f"0 setting seats={it}" for it in ("", 1, 7, "x", -2)]),
    ("number_out_of_range", lobby, [f"0 setting goal={it}" for it in (24, 16, 101, 5.5)]),
    ("number_out_of_range", lobby, [f"0 setting window={it}" for it in (2, 61)]),
    ("number_out_of_range", lobby, [f"0 setting seats={'9' * 5000}", "0 setting help_penalty=5"]),
    ("help_penalty_out_of_range", lobby, ["0 setting help_penalty=3"]),
    # settings that conflict
    ("variant_alone", crew, ["0 setting boxes=krismastri", "0 setting box=krismastri"]),
    ("variant_alone", lambda: lobby(settings="variant=beginner"), ["0 setting box=krismastri"]),
    ("variant_alone", lambda: lobby(settings="boxes=krismastri"), ["0 setting variant=crew"]),
    ("variant_alone", lambda: lobby(settings="boxes=krismastri"), ["0 setting variant=beginner"]),
    ("beginner_has_no_goal", lambda: lobby(settings="goal=75"), ["0 setting variant=beginner"]),
    ("crew_taken", lambda: lobby(2, 1), ["0 setting variant=crew"]),
    ("crew_full", crew, ["- join c", "0 add_computer"]),
    ("crew_seats", crew, ["0 setting seats=3"]),
    ("number_out_of_range", crew, ["0 setting seats=7"]),
    ("seated_already", crew, ["1 join x"]),
    ("not_host", crew, ["1 add_computer", "1 setting variant=crew", "1 setting seats=3"]),
    # before the start, after it, after the end
    ("not_started", lambda: lobby(2), [f"0 {it}" for it in ("move stay", "seal stay", "arm")]),
    ("not_started", lambda: lobby(2), [f"0 {it}" for it in ("quiet", "concede x", "warn 0")]),
    ("not_started", lambda: lobby(2), [f"0 {it}" for it in ("sleep", "nudge", "back")]),
    ("started_already", started, ["- join x", "- leave", "0 start 8", "0 add_computer"]),
    ("started_already", started, ["0 colour red", "0 setting seats=3", "0 word late"]),
    ("started_already", lambda: crew().do("0 start 7"), ["- join c", "1 add_computer"]),
    ("started_already", lambda: crew().do("0 start 7"), ["1 setting seats=3"]),
    ("concede_instead", started, ["0 leave"]),
    ("table_closed", lambda: started().do("0 cancel"), ["0 move stay", "0 warn 0", "0 sleep"]),
    ("table_closed", lambda: started().do("0 cancel"), ["0 nudge", "0 back", "- join x"]),
    ("table_closed", lambda: lobby().do("- cancel"), ["- join x", "- cancel", "- expire"]),
    ("table_closed", lambda: lobby().do("- expire"), ["- cancel", "- expire"]),
    # in a game
    ("not_seated", started, [f"- {it}" for it in ("move stay", "seal stay", "arm", "quiet")]),
    ("not_seated", started, [f"- {it}" for it in ("concede x", "nudge", "back", "stand_in stay")]),
    ("is_computer", lambda: started(2, 1), ["2 concede random"]),
    ("not_now", deciding, ["1 exchange cannon"]),
    ("not_this_one", exchanging, ["0 exchange wind_gust", "0 exchange cannon cannon"]),
    # sealed answers
    ("cannot_be_sealed", deciding, [f"1 seal {it}" for it in ("", "roll", "leave instructor")]),
    ("cannot_be_sealed", deciding, ["1 seal play wind_gust"]),
    ("not_asked", deciding, ["0 seal stay", "1 seal declare can"]),
    ("not_asked", lambda: deciding().do("1 move stay"), ["1 seal stay"]),
    ("not_asked", lambda: laid(4, ashore=(3,), dice="blank blank"), ["3 seal stay"]),
    ("not_asked", declaring, ["0 seal declare can"]),
    ("not_this_one", holding("compass"), ["0 seal declare cannot"]),
    ("not_this_one", holding("cannon"), ["0 seal declare can"]),
    ("not_this_one", holding("cannon cannon"), ["0 seal declare can"]),
    # armed cards, and windows
    ("cannot_be_armed", deciding, ["2 arm crashing jetpack", "1 arm spoken jetpack"]),
    ("cannot_be_armed", deciding, ["1 arm crashing jetpack;crashing ejection"]),
    ("unknown_choice", deciding, ["1 never cards_down", "1 never decisions"]),
    (
        "unknown_choice",
        deciding,
        ["1 stay_order", "1 stay_order until=0", "1 stay_order until=x goal"],
    ),
    (
        "unknown_choice",
        deciding,
        [
            *("1 stay_order until=4 odds=41", "1 stay_order until=4 captains=6"),
            *("1 stay_order until=4 turbos=3", "1 stay_order until=4 spare=none"),
        ],
    ),
    ("odds_not_shown", deciding, ["1 stay_order until=4 odds=60"]),
    ("cannot_hold", lambda: deciding().do("1 think"), ["1 think"]),
    ("cannot_hold", lambda: spoken(pace="relaxed"), ["1 think"]),
    ("cannot_hold", lambda: spoken().do("1 think"), ["1 think"]),
    ("not_asked", lambda: spoken().do("1 move pass"), ["1 think"]),
    # pings
    ("nobody_to_call", deciding, [f"- warn{it}" for it in (" 0", " 2", "", " x", " 9")]),
    ("nobody_to_call", lambda: deciding().do("- warn 1"), ["- warn 1"]),
    ("nobody_to_call", lambda: deciding().do("1 move stay"), ["2 nudge"]),
    ("not_host", lambda: deciding().do("1 move stay"), ["1 nudge"]),
]


@pytest.mark.parametrize(
    ("code", "table", "line"), [(code, table, it) for code, table, lines in CASES for it in lines]
)
def test_an_action_is_refused_for_its_reason(
    code: str, table: Callable[[], Driven], line: str
) -> None:
    assert table().refusal(line) == code
