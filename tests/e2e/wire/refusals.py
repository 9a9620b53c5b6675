"""Discord's refusals with their statuses and codes, by name."""

from __future__ import annotations

from typing import Any, Final

Json = dict[str, Any]

REFUSALS: Final[dict[str, tuple[int, int, str]]] = {
    "unauthorized": (401, 0, "401: Unauthorized"),
    "unknown_channel": (404, 10003, "Unknown Channel"),
    "unknown_member": (404, 10007, "Unknown Member"),
    "unknown_event": (404, 10070, "Unknown Guild Scheduled Event"),
    "unknown_role": (404, 10011, "Unknown Role"),
    "unknown_message": (404, 10008, "Unknown Message"),
    "unknown_webhook": (404, 10015, "Unknown Webhook"),
    "unknown_emoji": (404, 10014, "Unknown Emoji"),
    "unknown_interaction": (404, 10062, "Unknown interaction"),
    "too_large": (413, 40005, "Request entity too large"),
    "too_many_emojis": (400, 30008, "Maximum number of emojis reached (2000)"),
    "acknowledged": (400, 40060, "Interaction has already been acknowledged."),
    "missing_access": (403, 50001, "Missing Access"),
    "empty_message": (400, 50006, "Cannot send an empty message"),
    "no_messages": (403, 50007, "Cannot send messages to this user"),
    "missing_permissions": (403, 50013, "Missing Permissions"),
    "invalid_token": (401, 50027, "Invalid Webhook Token"),
    "invalid_form": (400, 50035, "Invalid Form Body"),
    "entry_point": (
        *(400, 50240),
        "You cannot remove this app's Entry Point command in a bulk update operation.",
    ),
    "archived": (400, 50083, "Thread is archived"),
    "too_many_old_edits": (429, 30046, "Maximum number of edits to old messages reached."),
}
"""Status, code and message of each."""
SENTENCES: Final = {code: said for _, code, said in REFUSALS.values() if code}


class Refusal(Exception):
    """Discord refuses a request."""

    def __init__(self, status: int, code: int, message: str, faults: list[str]) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.payload: Json = {"message": message, "code": code}
        if faults:
            each = [{"code": "INVALID", "message": fault} for fault in faults]
            self.payload["errors"] = {"_errors": each}


def refused(name: str, faults: list[str] | None = None) -> Refusal:
    """Return the refusal of this name, to be raised."""
    return Refusal(*REFUSALS[name], faults or [])
