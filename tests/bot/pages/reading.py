"""The text of a page, for tests to read."""

from discord import ui

from bot.pages.layout import Content


def text(content: Content) -> str:
    """All texts of a page, from the top."""
    shown = [item for item in content.view.walk_children() if isinstance(item, ui.TextDisplay)]
    return "\n".join(item.content for item in shown)
