"""Every interaction is answered: in time, in private, once, and whatever happens."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.board import responses
from bot.board.picture_support import Place
from bot.board.responses import InlineUpdate, Outcome, Reply, add, answer, hush, note
from bot.discord.rest import EPHEMERAL, Json, Upload
from bot.pages.layout import Content
from bot.store.data import PostedMessage
from tests.bot.discord.refusing import banned, broken, cut, refused
from tests.bot.store.changes import leg

LATE = 0.05
REPLY = Reply(Content((), files=(("a.txt", "text"),)))
IN_PLACE = Reply(Content((), files=(("a.txt", "text"),)), in_place=True)


class Asked:
    """An interaction, and the answers that it got."""

    token = ""

    def __init__(
        self, *faults: Exception | None, press: bool = False, private: bool = False
    ) -> None:
        """``faults``: how the answers end."""
        self.is_press, self.is_private = press, private
        self.said: list[tuple[str, Json]] = []
        self.files: list[str] = []
        self.faults = [*faults]
        self.outcomes: list[tuple[str, bool]] = []
        self.say, self.update = self._call("say"), self._call("update")
        self.defer, self.edit = self._call("defer"), self._call("edit")
        self.follow_up = self._call("follow_up")

    def note(self, outcome: str, *, done: bool) -> None:
        self.outcomes.append((outcome, done))

    def _call(self, name: str) -> Callable[..., Awaitable[Json]]:
        async def respond(
            sent: Json | None = None, uploads: Sequence[Upload] = (), *, told: bool = False
        ) -> Json:
            self.said.append((name, sent or {}))
            self.files += [upload.data.decode() for upload in uploads]
            fault = self.faults.pop(0) if self.faults else None
            if fault is not None:
                raise fault
            return {"id": "77"}

        return respond

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.said]

    @property
    def all_private(self) -> bool:
        """Return whether all answers are private."""
        own = not self.is_press or self.is_private  # edits change what is private already
        flags = [sent.get("flags", 0) for name, sent in self.said if name in ("say", "follow_up")]
        edits = {"update", "edit"} & {*self.names}
        return all(it & EPHEMERAL for it in flags) and (own or not edits)


async def answers(asked: Asked, ends: Any = REPLY, takes: float = 0) -> bool:
    """Answer with work that takes so long and ends in this way."""

    async def work() -> Any:
        await asyncio.sleep(takes)
        if isinstance(ends, Exception):
            raise ends
        return ends

    async def fault(error: Exception) -> Reply:
        return REPLY

    interaction: Any = asked
    return await answer(interaction, work, fault)


@pytest.fixture(autouse=True)
def _soon_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "ANSWER_WITHIN", LATE)


KINDS: dict[str, dict[str, bool]] = {
    "a command": {},
    "a press on the board": {"press": True},
    "a press on a private message": {"press": True, "private": True},
}
ALL_KINDS = pytest.mark.parametrize("kind", KINDS)


def follows(kind: str, *, in_place: bool = False) -> str:
    """Return the request of an answer after its promise; a press has no message to edit."""
    edits = kind == "a command" or (in_place and "private" in kind)
    return "edit" if edits else "follow_up"


@ALL_KINDS
@pytest.mark.parametrize("reply", [REPLY, IN_PLACE], ids=["new", "in place"])
@pytest.mark.parametrize("late", [False, True])
async def test_an_answer_is_private_in_time_and_shows_everything(
    kind: str, reply: Reply, late: bool
) -> None:
    asked = Asked(**KINDS[kind])
    await answers(asked, reply, takes=LATE * 2 * late)
    in_time = "update" if reply.in_place and "private" in kind else "say"
    followed = ["defer", follows(kind, in_place=reply.in_place)]
    assert asked.names == (followed if late else [in_time])
    assert (asked.all_private, asked.files) == (True, ["text"])
    _, sent = asked.said[-1]
    assert sent["components"] == [*reply.content.components]
    assert sent["allowed_mentions"] == {"parse": [], "users": []}


@pytest.mark.parametrize(("late", "names"), [(0, ["update"]), (1, ["defer", "follow_up"])])
async def test_a_late_picture_is_a_further_message(late: int, names: list[str]) -> None:
    asked = Asked(press=True, private=True)
    await answers(asked, Reply(Content(()), in_place=True, painted=b"a"), takes=LATE * 2 * late)
    assert asked.names == names


async def test_a_private_board_whose_message_is_gone_comes_as_a_new_one() -> None:
    async def pictured(reply: Reply, _: object) -> Reply:
        return reply

    asked = Asked(refused(10008, 404), press=True, private=True)
    await answers(asked, replace(IN_PLACE, pictured=pictured))
    assert asked.names == ["update", "say"]
    assert asked.all_private


async def test_a_late_answer_is_deferred_in_time() -> None:
    asked, work = Asked(), asyncio.Event()

    async def waits() -> Reply:
        await work.wait()
        return REPLY

    interaction: Any = asked
    answering = asyncio.create_task(answer(interaction, waits, interaction))
    while not asked.names:
        await asyncio.sleep(0.01)
    assert asked.names == ["defer"]
    work.set()
    await answering
    assert asked.names == ["defer", "edit"]


@pytest.mark.parametrize("late", [False, True])
async def test_a_click_without_a_reply_is_acknowledged_silently(late: bool) -> None:
    asked = Asked(press=True)
    await answers(asked, None, takes=LATE * 2 * late)
    assert asked.names == ["defer"]


@ALL_KINDS
@pytest.mark.parametrize("late", [False, True])
async def test_failed_work_is_answered_in_private_too(kind: str, late: bool) -> None:
    asked = Asked(**KINDS[kind])
    await answers(asked, ValueError(), takes=LATE * 2 * late)
    assert asked.names == (["defer", follows(kind)] if late else ["say"])
    assert asked.all_private


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
    posted = PostedMessage(leg(1), 70, 555)
    update = InlineUpdate(leg(1), 1, posted, Place(7, 70), Content(()), asks=False, others=False)
    asked = Asked(fault, press=True)
    has_token = await answers(asked, update, takes)
    assert (asked.names, update.outcome) == (names, outcome)
    assert has_token is (how not in ("there already", "too late", "broken"))


# --- what Discord refuses ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "levels"),
    [
        (refused(40060), []),  # it had arrived
        (refused(10062, 404), [logging.INFO]),  # it comes too late
        (refused(50027, 404), [logging.INFO]),
        (broken(), [logging.WARNING]),
        (banned(), [logging.WARNING]),
        (KeyError("retry_after"), [logging.WARNING]),
    ],
    ids=["arrived", "late", "expired", "broken", "banned", "blocked"],
)
async def test_no_other_answer_is_tried_where_none_can_get_through(
    fault: Exception, levels: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    asked = Asked(fault)
    with caplog.at_level(logging.INFO, "bot"):
        await answers(asked)
    assert asked.names == ["say"]
    assert [record.levelno for record in caplog.records] == levels


async def test_any_other_refusal_is_a_warning_without_its_text(
    caplog: pytest.LogCaptureFixture,
) -> None:
    asked = Asked(refused(50035))
    await answers(asked)
    assert asked.names == ["say", "say"]
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "50035" in caplog.text
    assert "as Discord puts it" not in caplog.text


@pytest.mark.parametrize("fault", [cut(), ConnectionResetError(), TimeoutError()], ids=repr)
async def test_an_answer_is_sent_whole_again_once_after_a_broken_connection(
    fault: Exception,
) -> None:
    for faults in ((fault,), (fault, fault, None)):
        asked = Asked(*faults)
        await answers(asked)
        assert (asked.names, asked.files) == (["say"] * 2, ["text"] * 2)


@ALL_KINDS
async def test_an_unconfirmed_promise_that_stands_is_kept(kind: str) -> None:
    asked = Asked(cut(), cut(), refused(40060), **KINDS[kind])
    await answers(asked, takes=LATE * 2)
    assert asked.names == ["defer", "defer", "say", follows(kind)]
    assert asked.all_private


async def test_a_further_message_that_is_not_confirmed_is_not_sent_twice() -> None:
    asked = Asked(None, TimeoutError(), press=True)
    await answers(asked, takes=LATE * 2)
    assert asked.names == ["defer", "follow_up"]


async def _hangs(*_: Any, told: bool = False) -> Any:
    await asyncio.sleep(99)


@ALL_KINDS
async def test_a_promise_beside_an_answer_that_hangs_is_kept(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responses, "BESIDE_AFTER", 0.01)
    asked = Asked(**KINDS[kind])
    asked.say = _hangs
    await answers(asked)
    assert asked.names == ["defer", follows(kind)]
    assert asked.all_private


async def test_a_promise_that_discord_does_not_need_is_not_followed_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(responses, "BESIDE_AFTER", 0.01)
    asked = Asked(refused(40060))
    asked.say = _hangs
    await answers(asked)
    assert asked.names == ["defer"]
    assert asked.outcomes == [("stands", True)]  # by the answer, or by the same click's before


async def test_a_request_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "ANSWER_TIMEOUT", 0.01)
    calls: list[str] = []

    async def hangs(*_: Any, told: bool = False) -> Any:
        calls.append("say")
        await asyncio.sleep(99)

    asked = Asked()
    asked.say = hangs
    await answers(asked)
    assert len(calls) == 2


@pytest.mark.parametrize(
    ("fault", "then"), [(refused(40060), "edit"), (cut(), "say")], ids=["arrived", "failed"]
)
async def test_a_deferral_that_arrived_is_followed_up_and_one_that_failed_is_replaced(
    fault: Exception, then: str
) -> None:
    asked = Asked(cut(), fault)
    await answers(asked, takes=LATE * 2)
    assert asked.names == ["defer", "defer", then]


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
    asked = Asked(*faults)
    await answers(asked, takes=LATE * 2 * late)
    assert asked.outcomes == outcomes


async def test_the_outcome_of_a_hushed_click_is_noted() -> None:
    asked: Any = Asked(press=True)
    await hush(asked, asyncio.Semaphore(1))
    assert (asked.names, asked.outcomes) == (["defer"], [("sent", True)])


async def test_work_goes_on_whatever_becomes_of_the_answer() -> None:
    done: list[str] = []

    async def work() -> Reply:
        await asyncio.sleep(LATE * 2)
        done.append("stored")
        return REPLY

    asked: Any = Asked(*[refused(10062, 404)] * 3, press=True)
    await answer(asked, work, asked)
    assert done == ["stored"]


async def test_further_messages_are_private_too() -> None:
    asked: Any = Asked()
    await add(asked, note("more"))
    assert (asked.names, asked.all_private) == (["follow_up"], True)
