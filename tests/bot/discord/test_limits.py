"""The bot's own limits fit into Discord's."""

from bot.discord import limits


def test_there_is_time_to_defer_and_to_notice_a_failure() -> None:
    assert limits.ANSWER_WITHIN + limits.BESIDE_AFTER < limits.ACKNOWLEDGE_WITHIN
    assert limits.ACKNOWLEDGE_WITHIN < limits.ANSWER_TIMEOUT <= limits.EDIT_TIMEOUT
