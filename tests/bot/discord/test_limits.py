"""The bot's own limits fit into Discord's."""

import discord
import pytest

from bot.discord import limits


def test_discord_py_knows_the_same_limit_of_a_layout() -> None:
    view = discord.ui.LayoutView()
    for _ in range(limits.LAYOUT_COMPONENTS):
        view.add_item(discord.ui.Separator())
    with pytest.raises(ValueError, match="maximum"):
        view.add_item(discord.ui.Separator())


def test_there_is_time_to_defer_and_to_notice_a_failure() -> None:
    assert limits.ANSWER_WITHIN + limits.BESIDE_AFTER < limits.ACKNOWLEDGE_WITHIN
    assert limits.ACKNOWLEDGE_WITHIN < limits.EDIT_TIMEOUT < limits.TOKEN_LIFE
