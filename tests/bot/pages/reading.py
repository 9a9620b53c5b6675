"""What stands in a picture, for tests to read."""

from discord import ui

from bot.pages.layout import Content


def text(picture: Content) -> str:
    """All its texts, from the top."""
    shown = [item for item in picture.view.walk_children() if isinstance(item, ui.TextDisplay)]
    return "\n".join(item.content for item in shown)
