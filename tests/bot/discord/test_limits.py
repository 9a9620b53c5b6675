"""Discord's limits, and our own, which leave room for them."""

import ast
from pathlib import Path

import discord
import pytest

from bot.discord import limits

SOURCE = Path(limits.__file__).read_text("utf-8")
NUMBERS = {
    "CUSTOM_ID": 100,
    "ROW_BUTTONS": 5,
    "LAYOUT_COMPONENTS": 40,
    "LAYOUT_TEXT": 4000,
    "BUTTON_LABEL": 80,
    "SELECT_OPTIONS": 25,
    "OPTION_LABEL": 100,
    "OPTION_DESCRIPTION": 100,
    "OPTION_VALUE": 100,
    "CONTENT": 2000,
    "THREAD_NAME": 100,
    "COMMAND_DESCRIPTION": 100,
    "SUBCOMMANDS": 25,
    "COMMAND_TOTAL": 8000,
    "CHOICES": 25,
    "CHOICE_NAME": 100,
    "ACKNOWLEDGE_WITHIN": 3,
    "TOKEN_LIFE": 900,
}


@pytest.mark.parametrize(("name", "number"), NUMBERS.items())
def test_the_number_is_discords(name: str, number: int) -> None:
    assert getattr(limits, name) == number


def test_each_limit_says_what_it_counts() -> None:
    body = ast.parse(SOURCE).body
    told = zip(body, [*body[1:], None], strict=True)
    numbers = [(line, after) for line, after in told if isinstance(line, ast.AnnAssign)]
    assert len(numbers) > len(NUMBERS)
    for _, after in numbers:
        assert isinstance(after, ast.Expr)
        assert isinstance(after.value, ast.Constant)


def test_discord_py_knows_the_same_limit_of_a_layout() -> None:
    view = discord.ui.LayoutView()
    for _ in range(limits.LAYOUT_COMPONENTS):
        view.add_item(discord.ui.Separator())
    with pytest.raises(ValueError, match="maximum"):
        view.add_item(discord.ui.Separator())


def test_there_is_time_to_defer_and_to_notice_a_failure() -> None:
    assert limits.ANSWER_WITHIN + limits.BESIDE_AFTER < limits.ACKNOWLEDGE_WITHIN
    assert limits.ACKNOWLEDGE_WITHIN < limits.EDIT_TIMEOUT < limits.TOKEN_LIFE
