"""Frozen values that come up again and again, each of them made once."""

from collections.abc import Callable
from functools import cache
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


def once(kind: Callable[P, T]) -> Callable[P, T]:
    """Make values of this kind, and the same one for the same words."""
    return cast("Callable[P, T]", cache(kind))
