"""A bounded dictionary that evicts what was used longest ago."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Final, Generic, TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Lru(Generic[_Key, _Value]):
    """A mapping with a capacity, and optionally with entries that expire."""

    def __init__(
        self, capacity: int, ttl: float | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """``ttl``: seconds after which an entry counts as absent, counted from when it was set."""
        self._capacity: Final = capacity
        self._ttl: Final = ttl
        self._clock: Final = clock
        self._entries: Final[OrderedDict[_Key, tuple[float, _Value]]] = OrderedDict()

    def get(self, key: _Key) -> _Value | None:
        """Return the value of a key, which is the last to be evicted now."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        expires, value = entry
        if self._ttl is not None and expires <= self._clock():
            del self._entries[key]
            return None
        self._entries.move_to_end(key)
        return value

    def __setitem__(self, key: _Key, value: _Value) -> None:
        expires = 0.0 if self._ttl is None else self._clock() + self._ttl
        self._entries[key] = expires, value
        self._entries.move_to_end(key)
        if len(self._entries) > self._capacity:
            self._entries.popitem(last=False)

    def pop(self, key: _Key) -> _Value | None:
        """Remove a key, and return the value that it had."""
        value = self.get(key)
        self._entries.pop(key, None)
        return value

    def clear(self) -> None:
        self._entries.clear()

    def __contains__(self, key: _Key) -> bool:
        return self.get(key) is not None

    def __iter__(self) -> Iterator[_Key]:
        return iter([*self._entries])

    def __len__(self) -> int:
        return len(self._entries)
