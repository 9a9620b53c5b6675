"""The lobby shows what will be played, and no setting that does not matter."""

import discord
import pytest

from bot.pages.lobby import lobby as lobby_picture
from bot.pages.views import table_view
from bot.words import LANGUAGES, catalogue
from bot.words.emoji import COLOURS
from tests.bot.pages.reading import text
from tests.bot.tables.driven import lobby

HOUSE = ["mooring_keeps_dice=on", "blue_takes_help=off", "instructor_for_all=on", "help_penalty=4"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_house_rules_of_the_boxes_in_play_are_shown(language: str) -> None:
    say, t = catalogue(language), lobby(2, settings=" ".join(HOUSE))

    def told() -> list[str]:
        shown = text(lobby_picture(table_view(t.table), say))
        return [rule for rule in HOUSE if say(rule.replace("=", "-")) in shown]

    assert told() == []
    t.do("0 setting boxes=instructor")
    assert told() == ["instructor_for_all=on"]
    t.do("0 setting boxes=little_help,instructor")
    assert told() == HOUSE


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_has_the_colour_of_its_chosen_character(language: str) -> None:
    t = lobby(2, settings="boxes=little_help").do("1 colour red")

    def dots() -> list[str]:
        shown = text(lobby_picture(table_view(t.table), catalogue(language)))
        return [line[0] for line in shown.splitlines() if line[:1] in "🔵🟢🟡🟣🔴⚪⚫" and line]

    assert dots() == ["⚪", "🔴"]
    t.do("0 setting boxes=krismastri")
    assert dots() == ["🔵", "🟢"]


def test_only_the_value_that_is_set_is_marked_as_such() -> None:
    shown = lobby_picture(table_view(lobby(2, settings="goal=75").table), catalogue("en")).view
    selects = [it for it in shown.walk_children() if isinstance(it, discord.ui.Select)]
    marked = {
        option.value
        for select in selects
        for option in select.options
        if option.description == catalogue("en")("setting-now")
    }
    assert {"goal=75", "variant=standard", "pace=live"} <= marked
    assert not {"goal=50", "variant=crew", "pace=none"} & marked


def test_characters_are_offered_with_their_colours() -> None:
    t = lobby(2, settings="boxes=little_help")
    (characters,) = [
        child
        for child in lobby_picture(table_view(t.table), catalogue("en")).view.walk_children()
        if isinstance(child, discord.ui.Select) and ":colour:" in child.custom_id
    ]
    found = {it.value: f"{it.emoji}" for it in characters.options if it.emoji}
    assert found == COLOURS
