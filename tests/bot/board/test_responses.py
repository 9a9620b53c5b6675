"""Every interaction is answered: in time, in private, once, and whatever happens."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from bot.board import responses
from bot.board.picture_support import Place
from bot.board.responses import InlineUpdate, Outcome, Reply, add, answer, hush, note
from bot.discord import limits
from bot.discord.rest import EPHEMERAL, Json, Upload
from bot.pages.layout import Content
from bot.store.data import PostedMessage
from tests.bot.discord.refusing import banned, broken, cut, refused
from tests.bot.store.changes import leg

LATE = 0.05
OURS = {"say", "update", "defer", "edit", "follow_up"}
REPLY = Reply(Content((), files=(("a.txt", "text"),)))
IN_PLACE = Reply(Content((), files=(("a.txt", "text"),)), in_place=True)


class Asked:
    """An interaction, and the answers that it got."""

    def __init__(self, *, press: bool = False, private: bool = False) -> None:
        self.is_press, self.is_private = press, private
        self.said: list[tuple[str, Json]] = []
        self.files: list[str] = []
        self.faults: list[Exception | None] = []
        self.say = self._a_call("say")
        self.update = self._a_call("update")
        self.defer = self._a_call("defer")
        self.edit = self._a_call("edit")
        self.follow_up = self._a_call("follow_up")
        self.outcomes: list[tuple[str, bool]] = []

    def note(self, outcome: str, *, done: bool) -> None:
        self.outcomes.append((outcome, done))

    def _a_call(self, name: str) -> Callable[..., Awaitable[None]]:
        async def respond(
            sent: Json | None = None, uploads: Sequence[Upload] = (), *, told: bool = False
        ) -> None:
            self.said.append((name, sent or {}))
            self.files += [upload.data.decode() for upload in uploads]
            fault = self.faults.pop(0) if self.faults else None
            if fault is not None:
                raise fault

        return respond

    def names(self) -> list[str]:
        return [name for name, _ in self.said]


async def asked(
    reply: Reply | Exception | None,
    *,
    press: bool = False,
    private: bool = False,
    takes: float = 0,
    faults: tuple[Exception | None, ...] = (),
) -> Asked:
    """An interaction whose work takes so long and ends in this way."""
    interaction = Asked(press=press, private=private)
    interaction.faults = list(faults)

    async def work() -> Reply | None:
        await asyncio.sleep(takes)
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def fault(error: Exception) -> Reply:
        return REPLY

    await answer(interaction, work, fault)  # pyright: ignore[reportArgumentType] - as much of an interaction as is needed
    return interaction


@pytest.fixture(autouse=True)
def _soon_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "ANSWER_WITHIN", LATE)


KINDS = {
    "a command": {},
    "a press on the board": {"press": True},
    "a press on a private message": {"press": True, "private": True},
}

IN_TIME = {
    ("a command", REPLY): ["say"],
    ("a command", IN_PLACE): ["say"],
    ("a press on the board", REPLY): ["say"],
    ("a press on the board", IN_PLACE): ["say"],
    ("a press on a private message", REPLY): ["say"],
    ("a press on a private message", IN_PLACE): ["update"],
}
TOO_LATE = {
    ("a command", REPLY): ["defer", "edit"],
    ("a command", IN_PLACE): ["defer", "edit"],
    ("a press on the board", REPLY): ["defer", "follow_up"],
    ("a press on the board", IN_PLACE): ["defer", "follow_up"],
    ("a press on a private message", REPLY): ["defer", "follow_up"],
    ("a press on a private message", IN_PLACE): ["defer", "edit"],
}


def is_private(kind: str, name: str, sent: dict[str, Any]) -> bool:
    """Nobody else sees this answer."""
    if name in ("say", "follow_up"):
        return bool(sent["flags"] & EPHEMERAL)
    if name == "defer":
        return True
    return kind in ("a command", "a press on a private message")  # edits what is private already


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("case", IN_TIME, ids=lambda case: f"{case[0]}, {case[1].in_place}")
async def test_an_answer_is_private_in_time_and_shows_everything(
    case: tuple[str, Reply], late: bool
) -> None:
    kind, reply = case
    interaction = await asked(reply, takes=LATE * 2 if late else 0, **KINDS[kind])
    assert interaction.names() == (TOO_LATE if late else IN_TIME)[case]
    assert all(is_private(kind, name, sent) for name, sent in interaction.said)
    _, sent = interaction.said[-1]
    assert sent["components"] == [*reply.content.components]
    assert interaction.files == ["text"]
    assert sent["allowed_mentions"] == {"parse": [], "users": []}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_late_answer_is_deferred_in_time(kind: str) -> None:
    begin = asyncio.get_running_loop().time()
    task = asyncio.ensure_future(asked(REPLY, takes=LATE * 6, **KINDS[kind]))
    interaction = await task
    assert interaction.names()[0] == "defer"
    assert asyncio.get_running_loop().time() - begin >= LATE * 6


@pytest.mark.parametrize("late", [False, True])
async def test_a_click_without_a_reply_is_acknowledged_silently(late: bool) -> None:
    interaction = await asked(None, press=True, takes=LATE * 2 if late else 0)
    assert interaction.names() == ["defer"]


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("kind", KINDS)
async def test_failed_work_is_answered_in_private_too(kind: str, late: bool) -> None:
    interaction = await asked(ValueError(), takes=LATE * 2 if late else 0, **KINDS[kind])
    assert interaction.names() == (TOO_LATE if late else IN_TIME)[kind, REPLY]
    assert all(is_private(kind, name, sent) for name, sent in interaction.said)


# --- boards in answers ---------------------------------------------------------------------

ENDED: dict[str, tuple[float, Exception | None, list[str], Outcome | None]] = {
    "taken": (0, None, ["update"], Outcome.SENT),
    "refused": (0, refused(50035), ["update", "defer"], Outcome.REFUSED),
    "there already": (0, refused(40060), ["update"], Outcome.STANDS),
    "too late": (0, refused(10062, 404), ["update"], Outcome.LOST),
    "broken": (0, broken(), ["update"], Outcome.LOST),
    "cut": (0, cut(), ["update", "update"], Outcome.SENT),
    "slow": (LATE * 2, None, ["defer"], None),
}


@pytest.mark.parametrize("how", ENDED)
async def test_an_answer_carries_a_board_in_time_or_the_press_is_deferred(how: str) -> None:
    takes, fault, names, outcome = ENDED[how]
    interaction = Asked(press=True)
    interaction.faults = [fault]
    posted = PostedMessage(leg(1), 70, 555)
    update = InlineUpdate(leg(1), 1, posted, Place(7, 70), Content(()), asks=False, others=False)

    async def work() -> InlineUpdate:
        await asyncio.sleep(takes)
        return update

    async def failed(error: Exception) -> Reply:
        raise error

    has_token = await answer(interaction, work, failed)  # pyright: ignore[reportArgumentType] - as much of an interaction as is needed
    assert (interaction.names(), update.outcome) == (names, outcome)
    assert has_token is (how not in ("there already", "too late", "broken"))


# --- what Discord refuses ------------------------------------------------------------------


async def test_an_answer_that_had_arrived_is_a_success(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "bot"):
        interaction = await asked(REPLY, faults=(refused(40060),))
    assert interaction.names() == ["say"]
    assert caplog.records == []


@pytest.mark.parametrize("code", [10062, 50027])
async def test_an_answer_that_comes_too_late_is_dropped_and_logged(
    code: int, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "bot"):
        interaction = await asked(REPLY, faults=(refused(code, 404),))
    assert interaction.names() == ["say"]
    assert [record.levelno for record in caplog.records] == [logging.INFO]


async def test_any_other_refusal_is_a_warning_without_its_text(
    caplog: pytest.LogCaptureFixture,
) -> None:
    await asked(REPLY, faults=(refused(50035),))
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "50035" in caplog.text
    assert "as Discord puts it" not in caplog.text


@pytest.mark.parametrize(
    "fault", [broken(), banned(), KeyError("retry_after")], ids=["broken", "banned", "blocked"]
)
async def test_no_other_answer_is_tried_if_none_gets_through(
    fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "bot"):
        interaction = await asked(REPLY, faults=(fault,))
    assert interaction.names() == ["say"]
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


@pytest.mark.parametrize("fault", [cut(), ConnectionResetError(), TimeoutError()], ids=repr)
async def test_an_answer_is_sent_whole_again_after_a_broken_connection(fault: Exception) -> None:
    once = await asked(REPLY, faults=(fault,))
    assert once.names() == ["say"] * 2
    assert once.files == ["text"] * 2
    twice = await asked(REPLY, faults=(fault, fault, None))
    assert twice.names() == ["say"] * 2


@pytest.mark.parametrize("kind", KINDS)
async def test_an_unconfirmed_promise_that_stands_is_kept(kind: str) -> None:
    unheard = (cut(), cut(), refused(40060))
    interaction = await asked(REPLY, takes=LATE * 2, faults=unheard, **KINDS[kind])
    assert interaction.names() == ["defer", "defer", "say", *TOO_LATE[kind, REPLY][1:]]
    assert all(is_private(kind, name, sent) for name, sent in interaction.said)


async def test_a_further_message_that_is_not_confirmed_is_not_sent_twice() -> None:
    faults = (None, TimeoutError())
    interaction = await asked(REPLY, press=True, takes=LATE * 2, faults=faults)
    assert interaction.names() == ["defer", "follow_up"]


async def test_a_request_that_is_confirmed_late_is_not_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is broken off may never arrive, though Discord would have taken it."""
    monkeypatch.setattr(responses, "ANSWER_TIMEOUT", limits.ANSWER_TIMEOUT / 20)
    interaction = Asked()
    sent = interaction.say

    async def slow(*said: Any) -> None:
        await asyncio.sleep(6.0 / 20)
        await sent(*said)

    interaction.say = slow
    await answer(interaction, lambda: asyncio.sleep(0, REPLY), None)  # pyright: ignore[reportArgumentType] - as much as is needed
    assert interaction.names() == ["say"]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_promise_beside_an_answer_that_hangs_is_kept(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responses, "BESIDE_AFTER", 0.02)
    interaction = Asked(**KINDS[kind])
    interaction.say = lambda *_: asyncio.sleep(99)
    await answer(interaction, lambda: asyncio.sleep(0, REPLY), None)  # pyright: ignore[reportArgumentType] - as much as is needed
    assert interaction.names() == TOO_LATE[kind, REPLY]
    assert all(is_private(kind, name, sent) for name, sent in interaction.said)


async def test_a_promise_that_discord_does_not_need_is_not_followed_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(responses, "BESIDE_AFTER", 0.02)
    interaction = Asked()
    interaction.say = lambda *_: asyncio.sleep(99)
    interaction.faults = [refused(40060)]
    await answer(interaction, lambda: asyncio.sleep(0, REPLY), None)  # pyright: ignore[reportArgumentType] - as much as is needed
    assert interaction.names() == ["defer"]


async def test_a_request_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "ANSWER_TIMEOUT", 0.02)
    calls: list[str] = []

    async def hangs(*_: Any) -> None:
        calls.append("say")
        await asyncio.sleep(99)

    interaction = Asked()
    interaction.say = hangs
    await answer(interaction, lambda: asyncio.sleep(0, REPLY), None)  # pyright: ignore[reportArgumentType] - as much as is needed
    assert len(calls) == 2


async def test_a_deferral_that_arrived_unconfirmed_is_answered() -> None:
    interaction = await asked(REPLY, takes=LATE * 2, faults=(cut(), refused(40060)))
    assert interaction.names() == ["defer", "defer", "edit"]


async def test_an_answer_is_sent_directly_if_deferring_failed() -> None:
    interaction = await asked(REPLY, takes=LATE * 2, faults=(cut(), cut()))
    assert interaction.names() == ["defer", "defer", "say"]


@pytest.mark.parametrize(
    ("late", "faults", "outcomes"),
    [
        (False, (), [("sent", True)]),
        (True, (), [("promised", True)]),
        (False, (refused(40060),), [("stands", True)]),
        (False, (refused(10062, 404),), [("lost", False)]),
        (False, (refused(50035),), [("refused", False), ("sent", True)]),
        (True, (cut(), cut()), [("lost", False), ("sent", True)]),
    ],
)
async def test_the_outcome_of_the_first_answer_is_noted(
    late: bool, faults: tuple[Exception, ...], outcomes: list[tuple[str, bool]]
) -> None:
    interaction = await asked(REPLY, takes=LATE * 2 if late else 0, faults=faults)
    assert interaction.outcomes == outcomes


async def test_the_outcome_of_a_hushed_click_is_noted() -> None:
    interaction = Asked(press=True)
    await hush(interaction, asyncio.Semaphore(1))  # pyright: ignore[reportArgumentType] - as much of an interaction as is needed
    assert (interaction.names(), interaction.outcomes) == (["defer"], [("sent", True)])


async def test_work_goes_on_whatever_becomes_of_the_answer() -> None:
    done: list[str] = []

    async def work() -> Reply:
        await asyncio.sleep(LATE * 2)
        done.append("stored")
        return REPLY

    interaction = Asked(press=True)
    interaction.faults = [refused(10062, 404)] * 3
    await answer(interaction, work, None)  # pyright: ignore[reportArgumentType] - as much as is needed
    assert done == ["stored"]


async def test_further_messages_are_private_too() -> None:
    interaction = await asked(REPLY)
    await add(interaction, note("more"))  # pyright: ignore[reportArgumentType] - as much as is needed
    assert interaction.said[-1][0] == "follow_up"
    assert interaction.said[-1][1]["flags"] & EPHEMERAL
    assert set(interaction.names()) <= OURS
