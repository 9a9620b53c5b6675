"""The lobby tells what will be played, and nothing that does not come into it."""

import pytest

from bot.pictures.lobby import lobby as lobby_picture
from bot.pictures.scene import scene
from bot.words import LANGUAGES, words
from tests.bot.pictures.reading import text
from tests.bot.tables.driven import lobby

HOUSE = ["mooring_keeps_dice=on", "blue_takes_help=off", "instructor_for_all=on", "help_penalty=4"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_house_rules_are_told_of_the_boxes_in_play(language: str) -> None:
    say, t = words(language), lobby(2, settings=" ".join(HOUSE))

    def told() -> list[str]:
        shown = text(lobby_picture(scene(t.table), say))
        return [rule for rule in HOUSE if say(rule.replace("=", "-")) in shown]

    assert told() == []
    t.do("0 setting boxes=instructor")
    assert told() == ["instructor_for_all=on"]
    t.do("0 setting boxes=little_help,instructor")
    assert told() == HOUSE
