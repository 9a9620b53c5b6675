"""A person on Discord, who sees messages, acts, and gets answers.

An act that people cannot do (to press or choose what they do not see) fails the test.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

from tests.client.messages import Button, Select, Shown, has_action, pick
from tests.client.offers import is_own_board
from tests.host.limits import BUTTON

Json = dict[str, Any]

MORE, SETTINGS, ORDERS = "more", "settings", "orders"
DOORS = {
    **dict.fromkeys(("rules", "log", "proof", "nudge", "concede", "word", "cancel"), MORE),
    **dict.fromkeys(("tell_me", "call"), MORE),
    **dict.fromkeys(("quiet", "arm", "never"), ORDERS),
}
"""The button behind which an action is found if it is neither on the board nor in the hand."""

TEXT_INPUT, LABEL, RADIO, CHECKBOX = 4, 18, 21, 23
"""Types of a form's parts."""


class Answer(ABC):
    """The bot's answer to a click or command; it may be followed by more."""

    @property
    @abstractmethod
    def id(self) -> int:
        """The id of the interaction, by which the bot knows it."""

    @property
    @abstractmethod
    def acknowledged(self) -> bool:
        """The bot answered in time."""

    @property
    @abstractmethod
    def kind(self) -> str:
        """``message``, ``update``, ``deferred``, ``deferred_update``, ``choices`` or nothing."""

    @property
    @abstractmethod
    def shown(self) -> tuple[Shown, ...]:
        """The answer and what followed it; for a changed message, that message."""

    @property
    @abstractmethod
    def form(self) -> Json | None:
        """The form that it has opened, if it has."""

    @property
    def failed(self) -> bool:
        """Discord says that the application did not respond."""
        return not self.acknowledged

    @property
    def text(self) -> str:
        """The texts of all its messages."""
        return "\n".join(shown.text for shown in self.shown)

    @property
    def replies(self) -> list[Shown]:
        """Its messages without a private board that was posted by its token afterwards."""
        return [it for it in self.shown if it.id < self.id or not is_own_board(it)]

    @property
    def private(self) -> bool:
        """Whether there is an answer that only this person sees."""
        return bool(self.shown) and all(shown.private for shown in self.shown)

    @property
    def quiet(self) -> bool:
        """A press was acknowledged without a word: what came of it is on the board pressed on.

        The board goes along with the answer, or is changed by the token of the press later.
        """
        carries = self.kind in ("update", "deferred_update")
        return carries and [shown.private for shown in self.replies] in ([], [False])


ActT = TypeVar("ActT")
"""Something that a person is about to do."""
AnswerT = TypeVar("AnswerT", bound=Answer)


class Person(ABC, Generic[ActT, AnswerT]):
    """A member of a guild, in one channel: commands are run there, and buttons sought."""

    channel: Any

    # --- where the two Discords differ -------------------------------------------------------

    @property
    @abstractmethod
    def id(self) -> int: ...

    @property
    @abstractmethod
    def threads(self) -> Sequence[Any]:
        """The threads of the channel where they are."""

    @abstractmethod
    def _newest(self) -> Iterator[Shown]:
        """Yield the messages they see, the newest first: a game has many."""

    @abstractmethod
    def running(self, path: str = "", **options: Any) -> ActT:
        """The same as `runs`, to be done later, or by `at_once`."""

    @abstractmethod
    async def types(self, path: str, option: str, text: str, **filled: Any) -> list[Json]:
        """The choices that are offered while they type into an option of a command."""

    @abstractmethod
    def _clicking(self, on: Shown, data: Json) -> ActT:
        """A click on a message, which need not be there any longer."""

    @abstractmethod
    async def does(self, act: ActT) -> AnswerT:
        """Do it, and wait for the answer."""

    @abstractmethod
    def sending(self, opened: AnswerT, form: Json) -> ActT:
        """Send a form that was opened, filled in, to be done later."""

    # --- seeing ------------------------------------------------------------------------------

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    @property
    def sees(self) -> list[Shown]:
        """Every message this person can see here, the oldest first: public ones and their own."""
        return [*self._newest()][::-1]

    @property
    def private(self) -> Shown:
        """The last message that only this person sees."""
        last = next((shown for shown in self._newest() if shown.private), None)
        assert last, f"{self!r} has had no private answer"
        return last

    # --- doing -------------------------------------------------------------------------------

    async def runs(self, path: str = "", **options: Any) -> AnswerT:
        """Run ``/celestia <path>``; the last word of the path is enough."""
        return await self.does(self.running(path, **options))

    async def presses(
        self,
        what: str | Button | None = None,
        *,
        action: str | None = None,
        on: Shown | None = None,
    ) -> AnswerT:
        """Press a button: by its label, by its action, or one that was seen before.

        It is sought ``on`` a message, or on the newest one that this person sees and that has it.
        One that was seen before is pressed whatever has become of its message. What is not in the
        open is sought behind its door.
        """
        door = DOORS.get(action or "")
        if door and not isinstance(what, Button) and self._known(what, action, on) is None:
            on = (await self.presses(action=door, on=on)).shown[-1]
        return await self.does(self.pressing(what, action=action, on=on))

    async def chooses(
        self,
        *values: str,
        action: str | None = None,
        on: Shown | None = None,
        of: Select | None = None,
    ) -> AnswerT:
        """Choose these options, by their labels or values, of a select that has them all.

        ``of`` one that was seen before is chosen whatever has become of its message. Settings that
        are not in the open are sought behind their door.
        """
        if of is None and on is None and self._listed(values, action, on) is None:
            on = (await self.presses(action=SETTINGS)).shown[-1]
        return await self.does(self.choosing(*values, action=action, on=on, of=of))

    async def fills(self, opened: AnswerT, text: str = "", **fields: str | bool) -> AnswerT:
        """Type this into the first field of the form that an answer has opened, and send it.

        ``fields``: what is chosen or ticked in the others, by their names. A form without a line
        takes no text.
        """
        return await self.does(self.filling(opened, text, **fields))

    def filling(self, opened: AnswerT, text: str = "", **fields: str | bool) -> ActT:
        """The same as `fills`, to be done later, or by `at_once`."""
        form = opened.form
        assert form is not None, f"no form was opened: {opened.text}"
        others = [it["component"] for it in form["components"]]
        filled: list[Json] = []
        if others[0]["type"] == TEXT_INPUT:
            first = others.pop(0)
            assert len(text) <= first["max_length"], "nobody can type as much"
            filled.append({"type": TEXT_INPUT, "custom_id": first["custom_id"], "value": text})
        filled += [_filled(it, fields.pop(it["custom_id"], None)) for it in others]
        assert not fields, f"the form has no {[*fields]}"
        parts = [{"type": LABEL, "component": it} for it in filled]
        return self.sending(opened, {"custom_id": form["custom_id"], "components": parts})

    def pressing(
        self,
        what: str | Button | None = None,
        *,
        action: str | None = None,
        on: Shown | None = None,
    ) -> ActT:
        """The same as `presses`, to be done later, or by `at_once`."""
        button = what if isinstance(what, Button) else self._button(what, action, on)
        data = {"custom_id": button.custom_id, "component_type": BUTTON}
        return self._clicking(button.on, data)

    def choosing(
        self,
        *values: str,
        action: str | None = None,
        on: Shown | None = None,
        of: Select | None = None,
    ) -> ActT:
        """The same as `chooses`, to be done later, or by `at_once`."""
        select = of or self._select(values, action, on)
        assert select.least <= len(values) <= select.most, f"{select} takes another number"
        known = {label: value for value, label in select.options.items()}
        # a select of channels or roles lists none: Discord knows them
        chosen = [it if it in select.options or not known else known[it] for it in values]
        data: Json = {"custom_id": select.custom_id, "component_type": select.kind}
        return self._clicking(select.on, data | {"values": chosen})

    def clicking(self, part: Button | Select, value: str = "") -> ActT:
        """Press this button, or choose this value of this select."""
        return self.choosing(value, of=part) if isinstance(part, Select) else self.pressing(part)

    def _button(self, label: str | None, action: str | None, on: Shown | None) -> Button:
        if (found := self._known(label, action, on)) is not None:
            return found
        offered = [f"{shown.id}: {shown.open}" for shown in self.sees if shown.buttons]
        raise AssertionError(f"{self!r} sees no button {label or action!r}; open are {offered}")

    def _known(self, label: str | None, action: str | None, on: Shown | None) -> Button | None:
        for shown in [on] if on else self._newest():
            fitting = pick((it for it in shown.buttons if not it.disabled), label, action)
            assert len(fitting) < 2, f"more than one button fits: {fitting}"
            if fitting:
                return fitting[0]
        return None

    def _select(self, values: Sequence[str], action: str | None, on: Shown | None) -> Select:
        if (found := self._listed(values, action, on)) is not None:
            return found
        offered = [select.options for shown in self.sees for select in shown.selects]
        raise AssertionError(f"{self!r} sees no select with {values}; there are {offered}")

    def _listed(self, values: Sequence[str], action: str | None, on: Shown | None) -> Select | None:
        for shown in [on] if on else self._newest():
            for select in shown.selects:
                known = {*select.options.keys(), *select.options.values()}
                fits = action is None or has_action(select, action)
                if fits and not select.disabled and known.issuperset(values):
                    return select
        return None


def _filled(part: Json, given: str | bool | None) -> Json:
    """Return a choice or a box of a form as it is sent; left alone, it keeps what is set."""
    kept = {"type": part["type"], "custom_id": part["custom_id"]}
    if part["type"] == CHECKBOX:
        return kept | {"value": part["default"] if given is None else given}
    values = [it["value"] for it in part["options"]]
    chosen = [it["value"] for it in part["options"] if it.get("default")]
    if given is not None:
        chosen = [it for it in f"{given}".split(",") if it]
        assert {*chosen} <= {*values}, f"{given} is none of {values}"
    assert chosen or not part["required"], f"Discord sends no form without {part['custom_id']}"
    if part["type"] == RADIO:
        return kept | {"value": chosen[0] if chosen else None}
    return kept | {"values": chosen}
