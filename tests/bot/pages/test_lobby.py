"""The lobby shows its settings, except those that have no effect."""

import pytest

from bot.discord.controls import SELECT, Option
from bot.pages.lobby import USUAL, lobby_settings, settings
from bot.pages.lobby import lobby as lobby_picture
from bot.pages.views import table_view
from bot.tables.lobby import COMPUTER_NAMES
from bot.words import LANGUAGES, catalogue
from bot.words.emoji import COLOURS, icon
from engine.options import BOXES
from players.roster import LEVELS
from tests.bot.pages.reading import parts, text
from tests.bot.tables.driven import START, Driven, lobby

OF_BOXES = [
    *("mooring_keeps_dice=on", "blue_takes_help=off", "instructor_for_all=on", "help_penalty=4"),
    "help_stays=on",
]
OF_POWER_CARDS = ["late_ejection=on", "reroll_none=on"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_many_could_sit_down_is_shown_only_before_the_start(language: str) -> None:
    say, t = catalogue(language), lobby(3)
    free, seated = say("lobby-players", taken=3, seats=6), say("lobby-seated", taken=3)
    for begun in (False, True):
        shown = text(lobby_picture(table_view(t.table, 0), say))
        assert (free in shown, seated in shown) == (not begun, begun)
        t.do(*[f"0 start {START}"] * (not begun))


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_house_rules_of_the_boxes_in_play_are_shown(language: str) -> None:
    say, t = catalogue(language), lobby(2, settings=" ".join(OF_BOXES))

    def told() -> list[str]:
        shown = text(lobby_picture(table_view(t.table), say))
        return [rule for rule in OF_BOXES if say(rule.replace("=", "-")) in shown]

    assert told() == []
    t.do("0 setting boxes=instructor")
    assert told() == ["instructor_for_all=on"]
    t.do("0 setting boxes=little_help,instructor")
    assert told() == OF_BOXES


@pytest.mark.parametrize("language", LANGUAGES)
def test_house_rules_about_power_cards_are_shown_where_there_are_some(language: str) -> None:
    say, t = catalogue(language), lobby(2, settings=" ".join(OF_POWER_CARDS))

    def told() -> list[str]:
        shown = text(lobby_picture(table_view(t.table), say))
        return [rule for rule in OF_POWER_CARDS if say(rule.replace("=", "-")) in shown]

    assert told() == OF_POWER_CARDS
    t.do("0 setting power_cards=off")
    assert told() == []
    t.do("0 setting power_cards=on", "0 setting variant=beginner")
    assert told() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_without_spyglasses_says_so(language: str) -> None:
    say, t = catalogue(language), lobby(2, settings="spyglasses=off")
    assert say("spyglasses-off") in text(lobby_picture(table_view(t.table), say))
    t.do("0 setting variant=beginner")  # which never has any
    assert say("spyglasses-off") not in text(lobby_picture(table_view(t.table), say))


def selects(t: Driven) -> dict[str, list[Option]]:
    """Return the options of the host's selects, by their placeholders."""
    shown = parts(lobby_settings(table_view(t.table), catalogue("en"), 0))
    return {it["placeholder"]: it["options"] for it in shown if it["type"] == SELECT}


def test_every_house_rule_has_its_place_in_a_select() -> None:
    house = selects(lobby(2, settings=f"boxes={','.join(BOXES)}"))["Change the house rules…"]
    names = {option["value"].partition("=")[0] for option in house}
    assert (
        names
        == {*USUAL}
        == {
            *("mooring_keeps_dice", "blue_takes_help", "instructor_for_all", "help_penalty"),
            *("late_ejection", "help_stays", "reroll_none"),
        }
    )


def test_where_no_house_rule_matters_there_is_no_select_of_them() -> None:
    assert "Change the house rules…" in selects(lobby(2))
    assert "Change the house rules…" not in selects(lobby(2, settings="variant=beginner"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_has_the_colour_of_its_chosen_character(language: str) -> None:
    t = lobby(2, settings="boxes=little_help").do("1 colour red")

    def dots() -> list[str]:
        shown = text(lobby_picture(table_view(t.table), catalogue(language)))
        return [sign for sign in shown if sign in "🔵🟢🟡🟣🔴⚪⚫"]

    assert dots() == ["⚪", "🔴"]
    t.do("0 setting boxes=krismastri")
    assert dots() == ["🔵", "🟢"]


def test_only_the_value_that_is_set_is_marked_as_such() -> None:
    marked = {
        option["value"]
        for options in selects(lobby(2, settings="goal=75")).values()
        for option in options
        if option.get("description") == catalogue("en")("setting-now")
    }
    assert {"goal=75", "variant=standard", "pace=live", "board=picture"} <= marked
    assert {"odds=off", "hints=off"} <= marked
    assert not {"goal=50", "variant=crew", "pace=none"} & marked


def test_characters_are_offered_with_their_colours() -> None:
    t = lobby(2, settings="boxes=little_help")
    (characters,) = [
        part
        for part in parts(lobby_settings(table_view(t.table), catalogue("en"), 1))
        if ":colour:" in part.get("custom_id", "")
    ]
    found = {it["value"]: it["emoji"]["name"] for it in characters["options"] if "emoji" in it}
    assert found == COLOURS


def controls(t: Driven) -> list[str]:
    """Return the actions and arguments of the controls of a lobby."""
    shown = parts(lobby_picture(table_view(t.table), catalogue("en")))
    return [it["custom_id"].split(":", 4)[4] for it in shown if "custom_id" in it]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_computer_has_a_name_and_a_face_of_its_own(language: str) -> None:
    names = {catalogue(language)(f"computer-{number}") for number in range(COMPUTER_NAMES)}
    faces = {icon(f"computer_{number}") for number in range(COMPUTER_NAMES)}
    assert len(names) == len(faces) == COMPUTER_NAMES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_computer_s_level_stands_beside_its_name(language: str) -> None:
    say, t = catalogue(language), lobby(1)
    t.do(*[f"0 add_computer {level}" for level in LEVELS])
    shown = text(lobby_picture(table_view(t.table), say))
    for number, level in enumerate(LEVELS):
        face, name = icon(f"computer_{number}"), say(f"computer-{number}")
        assert f"{face} {name} ({say(f'level-{level}')})" in shown


@pytest.mark.parametrize(
    ("line", "persons", "key"),
    [
        ("hints=alone", 1, "table-hints"),
        ("hints=alone", 2, "table-rated"),
        ("hints=on", 2, "table-hints"),
        ("hints=off", 2, "table-rated"),
        ("hints=off", 1, ""),
        ("variant=beginner", 2, "table-hints"),
    ],
)
def test_the_lobby_says_whether_the_game_counts(line: str, persons: int, key: str) -> None:
    say = catalogue("en")
    t = lobby(persons, settings="hints=alone").do(f"0 setting {line}")
    told = settings(table_view(t.table), say)[2]
    assert [it for it in ("table-hints", "table-rated") if say(it) in told] == [key] * bool(key)


@pytest.mark.parametrize(("seat", "selects"), [(0, 5), (1, 1), (None, 0)])
def test_only_the_host_is_shown_what_can_be_set(seat: int | None, selects: int) -> None:
    t = lobby(2, settings="boxes=little_help")
    shown = lobby_settings(table_view(t.table), catalogue("en"), seat)
    assert sum(part["type"] == SELECT for part in parts(shown)) == selects


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_promise_is_public_before_anybody_joins(language: str) -> None:
    t = lobby()
    assert table_view(t.table).promise in text(
        lobby_picture(table_view(t.table), catalogue(language))
    )
