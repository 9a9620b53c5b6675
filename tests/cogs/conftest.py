"""The fixtures of tests/host."""

from tests.host.conftest import _strict, _unlooked_at, make_bot, place, room

__all__ = ["_strict", "_unlooked_at", "make_bot", "place", "room"]
