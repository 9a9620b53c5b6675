"""Payloads of presses and forms, as in Discord's documentation."""

from typing import Any

from bot.discord.incoming import Incoming, pressed
from bot.discord.rest import Json
from tests.bot.discord.sending import a_rest

TOKEN = "aW50ZXJhY3Rpb246c2VjcmV0"  # noqa: S105 - the secret that no test may find again
BOARD = 555


def a_press(**other: Any) -> Json:
    """Ann, known as Annie in this server, presses a button of the board."""
    member: Json = {
        "user": {"id": "1001", "username": "ann_of_old", "global_name": "Ann"},
        "nick": "Annie",
        "permissions": f"{1 << 13}",
    }
    return {
        "id": "9001",
        "application_id": "42",
        "type": 3,
        "token": TOKEN,
        "guild_id": "7",
        "channel_id": "70",
        "channel": {"id": "70", "type": 0},
        "locale": "fr",
        "guild_locale": "en-US",
        "app_permissions": f"{1 << 11}",
        "member": member,
        "message": {"id": f"{BOARD}", "flags": 1 << 15},
        "data": {"component_type": 2, "custom_id": "celestia:blue:stay"},
    } | other


def a_form(**other: Any) -> Json:
    """The same, but a form is sent that a button of the board opened."""
    field: Json = {"type": 4, "custom_id": "what", "value": "typed"}
    data: Json = {
        "custom_id": "celestia:blue:why",
        "components": [{"type": 18, "component": field}],
    }
    return a_press(type=5, data=data) | other


def heard(payload: Json) -> Incoming:
    """Return the payload as read by the bot."""
    return pressed(a_rest().rest, payload)
