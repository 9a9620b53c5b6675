"""Tables with characters, for their tests."""

from tests.rules.builder import Tested, table

BOX = ("little_help",)


def crew(
    *colours: str,
    hands: dict[int, str] | None = None,
    dice: str = "",
    boxes: tuple[str, ...] = BOX,
    **laid: object,
) -> Tested:
    """A table at the start of a leg, with these characters."""
    return table(
        len(colours),
        hands=hands,
        dice=dice,
        boxes=boxes,
        characters=colours,
        **laid,  # type: ignore[arg-type] - facts by name
    )
