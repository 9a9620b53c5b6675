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
    assert (press.permissions.manage_messages, press.app_permissions.manage_messages) == (
        True,
        False,
    )
    assert press.app_permissions.send_messages
    assert (press.kind, press.custom_id, press.values) == ("press", "celestia:blue:stay", ())


def test_choices_of_a_select_and_words_of_a_form_are_read() -> None:
    chosen = heard(a_press(data={"custom_id": "x", "component_type": 3, "values": ["1", "2"]}))
    assert chosen.values == ("1", "2")
    sent = heard(a_form())
    assert (sent.kind, sent.values, sent.message, sent.is_press) == (
        "form",
        ("typed",),
        BOARD,
        True,
    )


def test_a_press_is_told_from_one_that_no_message_has() -> None:
    there = {"type": 1, "components": [{"type": 2, "custom_id": "celestia:blue:stay"}]}
    section = {"type": 9, "components": [], "accessory": there["components"]}
    for components, is_drawn in (([there], True), ([section], True), ([], False), (None, False)):
        press = heard(a_press(message={"id": "5", "components": components}))
        assert press.is_drawn is is_drawn


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
    assert heard(a_press(message={"id": "5", "flags": flags})).is_private is private


@pytest.mark.parametrize(
    ("kind", "threaded"), [(0, False), (10, True), (11, True), (12, True), (2, False), (99, False)]
)
def test_a_thread_is_told_from_a_channel(kind: int, threaded: bool) -> None:
    assert heard(a_press(channel={"id": "70", "type": kind})).in_thread is threaded


@pytest.mark.parametrize("custom_id", [None, 7, {}, "x" * 5000])
def test_a_foreign_custom_id_is_no_error(custom_id: object) -> None:
    press = heard(a_press(data={"custom_id": custom_id}))
    assert press.custom_id in ("", custom_id)


def test_a_repr_shows_no_names_no_token_and_no_typed_text() -> None:
    printed = f"{heard(a_press())!r} {heard(a_form())!r}"
    assert not any(it in printed for it in (TOKEN, "Ann", "ann_of_old", "typed"))


# --- dispatching ------------------------------------------------------------------------------

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


class Heard:
    """The recipients of dispatches, behind the guard against malformed ones."""

    def __init__(self) -> None:
        self.left: list[Json] = []
        self.pressed: list[int] = []
        self.reported: list[str] = []
        self.is_owner = True
        self.fault: BaseException | None = None
        parsers: dict[str, Parser] = {INTERACTION: self.left.append, "READY": self._fails}
        parsers["GUILD_CREATE"] = self._fails
        self.intake = Intake(parsers, a_rest().rest, self._report, lambda: self.is_owner)
        guard(parsers, self._report)
        self.intake.on_pressed = self._on_pressed
        self.parsers = parsers

    def _report(self, what: str, fault: BaseException) -> None:
        self.reported.append(what)

    def _fails(self, _: object) -> None:
        assert self.fault
        raise self.fault

    async def _on_pressed(self, press: Incoming) -> None:
        self.pressed.append(press.id)
        if self.fault is not None:
            raise self.fault

    async def comes(self, payload: Json) -> None:
        self.parsers[INTERACTION](payload)
        await asyncio.sleep(0)


@pytest.fixture
def ears() -> Heard:
    return Heard()


@pytest.mark.parametrize("payload", [a_press(), a_form()])
async def test_presses_and_forms_bypass_discord_py(ears: Heard, payload: Json) -> None:
    await ears.comes(payload)
    assert (ears.pressed, ears.left) == ([9001], [])


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


def test_a_malformed_dispatch_is_reported_and_dropped_but_a_welcome_is_needed(ears: Heard) -> None:
    ears.fault = KeyError("custom_id")
    ears.parsers["GUILD_CREATE"]({})
    assert ears.reported == ["a dispatch of Discord (GUILD_CREATE)"]
    with pytest.raises(KeyError):
        ears.parsers["READY"]({})


@pytest.mark.parametrize("stop", [asyncio.CancelledError(), KeyboardInterrupt(), SystemExit()])
def test_a_request_to_stop_passes_through(ears: Heard, stop: BaseException) -> None:
    ears.fault = stop
    with pytest.raises(type(stop)):
        ears.parsers["GUILD_CREATE"]({})
    assert ears.reported == []


# --- answers ----------------------------------------------------------------------------------


@pytest.fixture
def line() -> Iterator[Line]:
    line = a_rest({"id": "77"})
    with on(line):
        yield line


async def test_every_answer_goes_by_the_token_of_the_interaction(line: Line) -> None:
    press = pressed(line.rest, a_press())
    await press.say({"flags": 64})
    await press.update({})
    await press.open_form({})
    await press.edit({})
    await press.take_back()
    assert (await press.follow_up({}))["id"] == "77"
    first, original = f"/interactions/9001/{TOKEN}/callback", f"/webhooks/42/{TOKEN}/messages"
    assert [it.way for it in line.sent] == [
        *[("POST", first)] * 3,
        ("PATCH", f"{original}/@original"),
        ("DELETE", f"{original}/@original"),
        ("POST", f"/webhooks/42/{TOKEN}"),
    ]
    assert [it.said["type"] for it in line.sent[:3]] == [rest.SAY, rest.UPDATE, rest.FORM]


async def test_a_press_is_deferred_without_a_word_and_a_command_in_private(line: Line) -> None:
    click = pressed(line.rest, a_press())
    await click.defer()
    click.kind = "command"
    await click.defer()
    press, command = (it.said for it in line.sent)
    assert press == {"type": rest.DEFER}
    assert command == {"type": rest.DEFER_MESSAGE, "data": {"flags": rest.EPHEMERAL}}


def test_the_first_answer_that_discord_has_is_timed_and_later_ones_are_not() -> None:
    press = heard(a_press())
    assert (press.outcome, press.answered_in) == ("", None)
    press.note("refused", done=False)
    assert (press.outcome, press.answered_in) == ("refused", None)
    press.heard -= 2.0
    press.note("sent", done=True)
    took = press.answered_in
    assert took is not None
    assert 2 <= took < 60
    press.note("lost", done=False)
    assert (press.outcome, press.answered_in) == ("sent", took)
