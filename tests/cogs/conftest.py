"""Commands and buttons are tested in the same room as whole games."""

from tests.host.conftest import _strict, _unlooked_at, make_bot, place, room

__all__ = ["_strict", "_unlooked_at", "make_bot", "place", "room"]
