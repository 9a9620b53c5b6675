"""The text of a page, for tests to read."""

from collections.abc import Iterable, Iterator
from typing import Any

from bot.pages.layout import TEXT, Content


def text(content: Content) -> str:
    """All texts of a page, from the top."""
    return "\n".join(it["content"] for it in parts(content) if it["type"] == TEXT)


def parts(content: Content) -> list[dict[str, Any]]:
    """All parts of a page, nested ones included, from the top."""
    return [*_all(content.components)]


def _all(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _all(component.get("components", ()))
