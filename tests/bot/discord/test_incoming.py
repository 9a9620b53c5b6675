"""Presses and forms are read from Discord's JSON; malformed ones are dropped."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from bot.discord import rest
from bot.discord.dispatches import INTERACTION, Intake, Parser, guard
from bot.discord.incoming import Incoming, pressed
from bot.discord.rest import Json
from tests.bot.discord.payloads import BOARD, TOKEN, a_form, a_press, heard
from tests.bot.discord.sending import Line, a_rest, on

# --- reading ----------------------------------------------------------------------------------


def test_a_press_says_who_did_it_where_and_with_what() -> None:
    press = heard(a_press())
    assert (press.id, press.token, press.application) == (9001, TOKEN, 42)
    assert (press.user.id, press.user.name, press.user.nickname) == (1001, "Ann", "Annie")
    assert (press.guild, press.channel, press.message) == (7, 70, BOARD)
    assert (press.locale, press.guild_locale) == ("fr", "en-US")
    assert press.permissions.manage_messages
    assert press.app_permissions.send_messages
    assert not press.app_permissions.manage_messages
    assert (press.kind, press.custom_id, press.values) == ("press", "celestia:blue:stay", ())


def test_choices_of_a_select_are_read() -> None:
    chosen = heard(a_press(data={"custom_id": "x", "component_type": 3, "values": ["1", "2"]}))
    assert chosen.values == ("1", "2")


def test_words_typed_into_a_form_are_read() -> None:
    sent = heard(a_form())
    assert (sent.kind, sent.values, sent.message) == ("form", ("typed",), BOARD)
    assert sent.is_press


def test_a_form_that_a_command_opened_stands_on_no_message() -> None:
    payload = a_form()
    del payload["message"]
    assert heard(payload).message is None


def test_a_user_without_a_name_of_their_own_choice_goes_by_the_old_one() -> None:
    payload = a_press()
    payload["member"]["user"]["global_name"] = payload["member"]["nick"] = None
    press = heard(payload)
    assert (press.user.name, press.user.nickname) == ("ann_of_old", "")


def test_a_press_outside_any_server_is_seen_as_such() -> None:
    payload = a_press()
    payload["user"] = payload.pop("member")["user"]
    for name in ("guild_id", "guild_locale", "app_permissions", "channel"):
        del payload[name]
    press = heard(payload)
    assert (press.guild, press.guild_locale, press.user.id) == (0, None, 1001)
    assert (press.permissions.value, press.app_permissions.value) == (0, 0)
    assert not press.in_thread


@pytest.mark.parametrize(("flags", "private"), [(1 << 15, False), (1 << 15 | 1 << 6, True)])
def test_a_press_on_a_private_message_is_told_from_one_on_the_board(
    flags: int, private: bool
) -> None:
    press = heard(a_press(message={"id": "5", "flags": flags}))
    assert press.is_private is private


@pytest.mark.parametrize(
    ("kind", "threaded"), [(0, False), (10, True), (11, True), (12, True), (2, False), (99, False)]
)
def test_a_thread_is_told_from_a_channel(kind: int, threaded: bool) -> None:
    assert heard(a_press(channel={"id": "70", "type": kind})).in_thread is threaded


# --- malformed payloads -----------------------------------------------------------------------

MALFORMED: dict[str, dict[str, Any]] = {
    "no user": {"member": {}},
    "a member of letters": {"member": "Ann"},
    "a user without a name": {"member": {"user": {"id": "1"}}},
    "a user of letters": {"member": {"user": {"id": "x", "username": "x"}}},
    "no data": {"data": None},
    "a message of letters": {"message": "x"},
    "a message without a number": {"message": {"flags": 1}},
    "flags of letters": {"message": {"id": "5", "flags": "x"}},
    "a number of letters": {"id": "x"},
    "permissions of letters": {"app_permissions": "x"},
    "values of another kind": {"data": {"values": 7}},
    "a channel of letters": {"channel": "x"},
}
MISSING = ("token", "application_id", "data")


@pytest.mark.parametrize("custom_id", [None, 7, {}, "x" * 5000])
def test_a_foreign_custom_id_is_no_error(custom_id: object) -> None:
    press = heard(a_press(data={"custom_id": custom_id}))
    assert press.custom_id in ("", custom_id)


# --- dispatching ------------------------------------------------------------------------------


class Heard:
    """The recipients of dispatches, behind the guard against malformed ones."""

    def __init__(self) -> None:
        self.left: list[Json] = []
        self.pressed: list[Incoming] = []
        self.reported: list[str] = []
        self.is_owner = True
        self.fault: Exception | None = None
        parsers: dict[str, Parser] = {INTERACTION: self.left.append}
        self.intake = Intake(parsers, a_rest().rest, self._report, lambda: self.is_owner)
        guard(parsers, self._report)
        self.intake.on_pressed = self._on_pressed
        self._parse = parsers[INTERACTION]

    def _report(self, what: str, fault: BaseException) -> None:
        self.reported.append(what)

    async def _on_pressed(self, press: Incoming) -> None:
        self.pressed.append(press)
        if self.fault is not None:
            raise self.fault

    async def comes(self, payload: Json) -> None:
        self._parse(payload)
        await asyncio.sleep(0)


@pytest.fixture
def ears() -> Heard:
    return Heard()


@pytest.mark.parametrize("payload", [a_press(), a_form()])
async def test_presses_and_forms_bypass_discord_py(ears: Heard, payload: Json) -> None:
    await ears.comes(payload)
    assert ([it.id for it in ears.pressed], ears.left) == ([9001], [])


@pytest.mark.parametrize("kind", [1, 2, 4])
async def test_commands_and_all_others_are_left_to_discord_py(ears: Heard, kind: int) -> None:
    payload = a_press(type=kind)
    await ears.comes(payload)
    assert (ears.pressed, ears.left) == ([], [payload])


@pytest.mark.parametrize("kind", [2, 3, 5])
async def test_an_interaction_of_another_process_is_left_to_it(ears: Heard, kind: int) -> None:
    ears.is_owner = False
    await ears.comes(a_press(type=kind))
    assert (ears.pressed, ears.left) == ([], [])


@pytest.mark.parametrize("name", [*MALFORMED, *MISSING])
async def test_a_malformed_payload_is_dropped_and_reported_without_its_text(
    ears: Heard, name: str
) -> None:
    payload = a_press(**MALFORMED.get(name, {}))
    if name in MISSING:
        del payload[name]
    await ears.comes(payload)
    assert (ears.pressed, len(ears.reported)) == ([], 1)
    assert TOKEN not in ears.reported[0]


async def test_a_press_whose_answer_fails_is_reported_by_its_number(ears: Heard) -> None:
    ears.fault = RuntimeError(TOKEN)
    await ears.comes(a_press())
    await asyncio.sleep(0)
    assert ears.reported == ["interaction 9001"]


def test_a_repr_shows_no_names_and_no_token() -> None:
    printed = f"{heard(a_press())!r}"
    assert not any(it in printed for it in (TOKEN, "Ann", "ann_of_old"))


def test_a_repr_shows_no_typed_text() -> None:
    assert "typed" not in f"{heard(a_form())!r}"


# --- answers ----------------------------------------------------------------------------------


@pytest.fixture
def line() -> Iterator[Line]:
    line = a_rest({"id": "77"})
    with on(line):
        yield line


def done(line: Line, kind: str = "press") -> Incoming:
    press = pressed(line.rest, a_press())
    press.kind = "command" if kind == "command" else "press"
    return press


async def test_every_answer_goes_by_the_token_of_the_interaction(line: Line) -> None:
    press = done(line)
    await press.say({"flags": 64})
    await press.update({})
    await press.open_form({})
    await press.edit({})
    await press.take_back()
    assert await press.follow_up({}) == 77
    first, original = f"/interactions/9001/{TOKEN}/callback", f"/webhooks/42/{TOKEN}/messages"
    assert [it.way for it in line.sent] == [
        *[("POST", first)] * 3,
        ("PATCH", f"{original}/@original"),
        ("DELETE", f"{original}/@original"),
        ("POST", f"/webhooks/42/{TOKEN}"),
    ]
    kinds = [it.said["type"] for it in line.sent[:3]]
    assert kinds == [rest.SAY, rest.UPDATE, rest.FORM]


async def test_a_press_is_deferred_without_a_word_and_a_command_in_private(line: Line) -> None:
    await done(line).defer()
    await done(line, "command").defer()
    press, command = (it.said for it in line.sent)
    assert press == {"type": rest.DEFER}
    assert command == {"type": rest.DEFER_MESSAGE, "data": {"flags": rest.EPHEMERAL}}


async def test_the_first_answer_that_discord_has_is_timed_and_later_ones_are_not(
    line: Line,
) -> None:
    press = done(line)
    assert (press.outcome, press.answered_in) == ("", None)
    press.note("refused", done=False)
    assert (press.outcome, press.answered_in) == ("refused", None)
    await asyncio.sleep(0.02)
    press.note("sent", done=True)
    took = press.answered_in
    assert took is not None
    assert 0.01 < took < 5
    press.note("lost", done=False)
    assert (press.outcome, press.answered_in) == ("sent", took)
