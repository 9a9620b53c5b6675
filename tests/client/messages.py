"""A message as a person reads it: texts, buttons, selects."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from tests.host.limits import BUTTON, ROW, SELECTS, TEXT, every

Json = dict[str, Any]

EPHEMERAL: Final = 1 << 6
GALLERY: Final = 12


@dataclass(frozen=True, slots=True)
class Button:
    """A button as it was seen; it can be pressed later, when the message has changed."""

    label: str
    custom_id: str
    disabled: bool
    style: int
    on: "Shown" = field(repr=False)


@dataclass(frozen=True, slots=True)
class Select:
    """A select as it was seen; its options are the labels by their values."""

    custom_id: str
    kind: int
    placeholder: str
    options: dict[str, str]
    chosen: tuple[str, ...]
    """The values that are marked as chosen."""
    least: int
    most: int
    disabled: bool
    on: "Shown" = field(repr=False)


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as it stood when it was read."""

    payload: Json = field(repr=False)

    @property
    def id(self) -> int:
        return int(self.payload["id"])

    @property
    def channel(self) -> int:
        return int(self.payload["channel_id"])

    @property
    def private(self) -> bool:
        """Only one person sees it."""
        return bool((self.payload["flags"] or 0) & EPHEMERAL)

    @property
    def text(self) -> str:
        """Its texts in reading order, one to a line."""
        parts = every(self.payload["components"])
        texts = [part["content"] for part in parts if part["type"] == TEXT]
        return "\n".join(filter(None, (self.payload["content"], *texts)))

    @property
    def pictures(self) -> list[str]:
        """The alternative texts of its pictures."""
        return [
            item.get("description") or ""
            for component in every(self.payload["components"])
            if component["type"] == GALLERY
            for item in component["items"]
        ]

    @property
    def files(self) -> list[str]:
        """The names of the files attached to it."""
        return [file["filename"] for file in self.payload["attachments"]]

    @property
    def pinged(self) -> list[int]:
        """The ids of the users whom it mentions."""
        return [int(user["id"]) for user in self.payload["mentions"]]

    @property
    def buttons(self) -> list[Button]:
        return [
            Button(
                label=part.get("label") or (part.get("emoji") or {}).get("name") or "",
                custom_id=part.get("custom_id") or "",
                disabled=bool(part.get("disabled")),
                style=part["style"],
                on=self,
            )
            for part in every(self.payload["components"])
            if part["type"] == BUTTON
        ]

    @property
    def selects(self) -> list[Select]:
        return [
            self._select(part)
            for part in every(self.payload["components"])
            if part["type"] in SELECTS
        ]

    @property
    def is_board(self) -> bool:
        """True if there is anything to press or choose but how to be reminded.

        A ping to the host begins the game, too, and is no board: it alone can be switched off.
        """
        pressed = [it.custom_id for it in (*self.buttons, *self.selects)]
        is_ping = any(":quiet_host" in it for it in pressed)
        return not is_ping and any(":remind" not in it for it in pressed)

    def _select(self, part: Json) -> Select:
        options = part.get("options") or []
        return Select(
            custom_id=part["custom_id"],
            kind=part["type"],
            placeholder=part.get("placeholder") or "",
            options={option["value"]: option["label"] for option in options},
            chosen=tuple(option["value"] for option in options if option.get("default")),
            least=part.get("min_values", 1),
            most=part.get("max_values", 1),
            disabled=bool(part.get("disabled")),
            on=self,
        )

    @property
    def open(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        return [button.label for button in self.buttons if not button.disabled]

    @property
    def rows(self) -> list[list[str]]:
        """The labels of all buttons, row by row."""
        return [
            [part.get("label") or "" for part in component["components"]]
            for component in every(self.payload["components"])
            if component["type"] == ROW
        ]


def pick(buttons: Iterable[Button], label: str | None, action: str | None) -> list[Button]:
    """The buttons with this label and action; failing that, those that hold them."""
    fitting = list(buttons)
    if action is not None:
        whole = [it for it in fitting if it.custom_id.removesuffix(":").endswith(f":{action}")]
        fitting = whole or [it for it in fitting if has_action(it, action)]
    if label is not None:
        whole = [it for it in fitting if it.label == label]
        fitting = whole or [it for it in fitting if label in it.label]
    return fitting


def has_action(part: Button | Select, action: str) -> bool:
    """A custom_id holds this action, or action and argument, between its colons."""
    return f":{action}:" in f":{part.custom_id}:"
