"""The lobby shows its settings, except those that have no effect."""

import pytest

from bot.discord.controls import SELECT, Option
from bot.pages.lobby import USUAL, lobby_settings, settings
from bot.pages.lobby import lobby as page
from bot.pages.proof import proof
from bot.pages.views import table_view
from bot.tables.lobby import COMPUTER_NAMES
from bot.tables.proof import digest_of
from bot.words import LANGUAGES, catalogue
from bot.words.emoji import COLOURS, icon
from engine.options import BOXES
from engine.records import SHORT
from players.roster import LEVELS
from tests.bot.pages.reading import parts, text
from tests.bot.tables.driven import START, Driven, lobby

languages = pytest.mark.parametrize("language", LANGUAGES)
OF_BOXES = [
    *("mooring_keeps_dice=on", "blue_takes_help=off", "instructor_for_all=on", "help_penalty=4"),
    "help_stays=on",
]
OF_POWER_CARDS = ["late_ejection=on", "reroll_none=on"]


def shown(t: Driven, language: str) -> str:
    return text(page(table_view(t.table, 0), catalogue(language)))


@languages
def test_how_many_could_sit_down_is_shown_only_before_the_start(language: str) -> None:
    say, t = catalogue(language), lobby(3)
    free, seated = say("lobby-players", taken=3, seats=6), say("lobby-seated", taken=3)
    assert (free in shown(t, language), seated in shown(t, language)) == (True, False)
    t.do(f"0 start {START}")
    assert (free in shown(t, language), seated in shown(t, language)) == (False, True)


STEPS: dict[str, dict[str, list[str]]] = {
    f"boxes= {' '.join(OF_BOXES)}": {
        "": [],
        "boxes=instructor": ["instructor_for_all=on"],
        "boxes=little_help,instructor": OF_BOXES,
    },
    " ".join(OF_POWER_CARDS): {
        "": OF_POWER_CARDS,
        "power_cards=off": [],
        "power_cards=on variant=beginner": [],
    },
    "spyglasses=off": {"": ["spyglasses=off"], "variant=beginner": []},  # which never has any
}
"""Settings, and the house rules that are shown after each of these changes."""


@languages
@pytest.mark.parametrize("settings", STEPS)
def test_only_house_rules_that_matter_are_shown(settings: str, language: str) -> None:
    say, t = catalogue(language), lobby(2, settings=settings)
    for change, rules in STEPS[settings].items():
        t.do(*[f"0 setting {it}" for it in change.split()])
        told = shown(t, language)
        every = [*OF_BOXES, *OF_POWER_CARDS, "spyglasses=off"]
        assert [it for it in every if say(it.replace("=", "-")) in told] == rules


PRESETS = [("Classic", "classic")]


def selects(t: Driven) -> dict[str, list[Option]]:
    """Return the options of the host's selects, by their placeholders."""
    found = parts(lobby_settings(table_view(t.table), catalogue("en"), 0, PRESETS))
    return {it["placeholder"]: it["options"] for it in found if it["type"] == SELECT}


def test_every_house_rule_has_its_place_in_a_select_where_it_matters() -> None:
    title = "Change the house rules…"
    house = selects(lobby(2, settings=f"boxes={','.join(BOXES)}"))[title]
    assert {option["value"].partition("=")[0] for option in house} == {*USUAL}
    assert {it.partition("=")[0] for it in (*OF_BOXES, *OF_POWER_CARDS)} == {*USUAL}
    assert title in selects(lobby(2))
    assert title not in selects(lobby(2, settings="variant=beginner"))


@languages
def test_a_seat_has_the_colour_of_its_chosen_character(language: str) -> None:
    t = lobby(2, settings="boxes=little_help").do("1 colour red")
    for boxes, dots in (("little_help", "⚪🔴"), ("krismastri", "🔵🟢")):
        t.do(f"0 setting boxes={boxes}")
        assert [it for it in shown(t, language) if it in "🔵🟢🟡🟣🔴⚪⚫"] == [*dots]


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
        for part in parts(lobby_settings(table_view(t.table), catalogue("en"), 1, PRESETS))
        if ":colour:" in part.get("custom_id", "")
    ]
    found = {it["value"]: it["emoji"]["name"] for it in characters["options"] if "emoji" in it}
    assert found == COLOURS


@languages
def test_every_computer_has_its_own_name_and_face_and_its_level_beside(language: str) -> None:
    say, t = catalogue(language), lobby(1)
    names = {say(f"computer-{number}") for number in range(COMPUTER_NAMES)}
    faces = {icon(f"computer_{number}") for number in range(COMPUTER_NAMES)}
    assert len(names) == len(faces) == COMPUTER_NAMES
    t.do(*[f"0 add_computer {level}" for level in LEVELS])
    for number, level in enumerate(LEVELS):
        face, name = icon(f"computer_{number}"), say(f"computer-{number}")
        assert f"{face} {name} ({say(f'level-{level}')})" in shown(t, language)


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


@pytest.mark.parametrize(("seat", "selects"), [(0, 7), (1, 1), (None, 0)])
def test_only_the_host_is_shown_what_can_be_set(seat: int | None, selects: int) -> None:
    t = lobby(2, settings="boxes=little_help")
    found = lobby_settings(table_view(t.table), catalogue("en"), seat, PRESETS)
    assert sum(part["type"] == SELECT for part in parts(found)) == selects


@languages
def test_the_promise_is_public_before_anybody_joins(language: str) -> None:
    t = lobby()
    assert table_view(t.table).promise[:SHORT] in shown(t, language)


@languages
def test_the_proof_shows_the_digest_of_all_that_has_happened_in_the_lobby(language: str) -> None:
    t, say = lobby(2).do("1 word sun", "1 leave"), catalogue(language)
    line = say("lobby-course", digest=digest_of(t.table), came=2, went=1, words=1)
    assert line in text(proof(table_view(t.table), say, None))
