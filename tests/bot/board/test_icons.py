"""Icons: what is there is used, what is missing is brought, what fails stays a sign."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import discord
import pytest

from bot.board import icons as module
from bot.board.icons import Icons
from bot.words import emoji
from bot.words.emoji import ICONS, UPLOADED_ICONS, icon, plain
from engine.moves import Play
from tests.bot.discord.refusing import broken, cut, refused

T = TypeVar("T")


@dataclass
class FakeEmoji:
    name: str
    id: int


@dataclass
class FakeApplication:
    """Keeps emojis."""

    kept: list[FakeEmoji] = field(default_factory=list[FakeEmoji])
    faults: list[Exception] = field(default_factory=list[Exception])
    """How the next requests fail."""
    under_way: int = 0

    async def wait_until_ready(self) -> None: ...

    async def fetch_application_emojis(self) -> list[FakeEmoji]:
        return [*self.kept]

    async def create_application_emoji(self, *, name: str, image: bytes) -> FakeEmoji:
        if name in {it.name for it in self.kept}:
            raise refused(50035, 400)
        self.kept.append(FakeEmoji(name, 100 + len(self.kept)))
        return self.kept[-1]

    async def request(self, call: Callable[[], Awaitable[T]]) -> T:
        assert not self.under_way
        self.under_way += 1
        await asyncio.sleep(0)
        self.under_way -= 1
        if self.faults:
            raise self.faults.pop(0)
        return await call()


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    UPLOADED_ICONS.clear()


@pytest.fixture
def application() -> FakeApplication:
    return FakeApplication()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for key in ("birds", "fog"):
        (tmp_path / f"{key}.png").write_bytes(key.encode())
    return tmp_path


async def bring(application: FakeApplication, folder: Path) -> None:
    await Icons(application, application.request, folder).upload()


async def test_an_icon_is_named_after_its_thing_and_its_content(
    application: FakeApplication, folder: Path
) -> None:
    await bring(application, folder)
    assert [it.name for it in application.kept] == ["birds_7f14ea", "fog_b04216"]
    assert UPLOADED_ICONS == {"birds": "<:birds_7f14ea:100>", "fog": "<:fog_b04216:101>"}
    assert icon("fog") == "<:fog_b04216:101>"
    assert icon("pirates") == ICONS["pirates"]


async def test_a_known_icon_is_not_uploaded_again(
    application: FakeApplication, folder: Path
) -> None:
    application.kept = [FakeEmoji("fog_b04216", 7), FakeEmoji("birds_000000", 8)]
    await bring(application, folder)
    assert [it.name for it in application.kept[2:]] == ["birds_7f14ea"]
    assert UPLOADED_ICONS["fog"] == "<:fog_b04216:7>"
    assert UPLOADED_ICONS["birds"] == "<:birds_7f14ea:102>"


async def test_an_icon_of_another_process_is_used(
    application: FakeApplication, folder: Path
) -> None:
    others = Icons(application, application.request, folder)

    async def with_others(call: Callable[[], Awaitable[T]]) -> T:
        done = await application.request(call)
        if not UPLOADED_ICONS:  # they were missing from our list
            await others.upload()
            UPLOADED_ICONS.clear()
        return done

    await Icons(application, with_others, folder).upload()
    assert len(application.kept) == len(UPLOADED_ICONS) == 2
    assert icon("fog") == "<:fog_b04216:101>"


async def test_without_icons_nothing_is_asked(application: FakeApplication, tmp_path: Path) -> None:
    application.faults = [AssertionError()]
    await bring(application, tmp_path / "none")
    assert application.faults


@pytest.mark.parametrize("fault", [broken(), cut(), TimeoutError(), discord.RateLimited(0.01)])
async def test_passing_faults_are_retried(
    application: FakeApplication, folder: Path, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RETRY_DELAYS", (0.01, 0.01))
    application.faults = [fault] * 2
    await bring(application, folder)
    assert len(UPLOADED_ICONS) == 2


@pytest.mark.parametrize("fault", [refused(50001, 403), refused(30008, 400), KeyError("id")])
async def test_a_refused_icon_is_logged_once_and_keeps_its_sign(
    application: FakeApplication, folder: Path, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    application.faults = [fault]
    await bring(application, folder)
    assert len(caplog.records) == 1
    assert icon("fog") == ICONS["fog"]


async def test_retries_of_icons_are_limited(
    application: FakeApplication,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(module, "RETRY_DELAYS", (0.0, 0.0))
    application.faults = [TimeoutError()] * 9
    await bring(application, folder)
    assert len(application.faults) == 6
    assert len(caplog.records) == 1


async def test_closing_breaks_it_off(application: FakeApplication, folder: Path) -> None:
    icons = Icons(application, application.request, folder)
    await icons.close()
    application.faults = [discord.RateLimited(60.0)]
    icons.start()
    icons.start()
    await asyncio.sleep(0.05)
    await icons.close()
    assert not application.kept


def test_labels_and_code_are_spelt_in_signs() -> None:
    UPLOADED_ICONS["spy"] = "<:spy_123abc:99>"
    assert icon(Play("spy", "1")) == "<:spy_123abc:99>"
    assert plain(f"{icon('spy')} and {icon('fog')}") == f"{ICONS['spy']} and {ICONS['fog']}"
    assert plain("<:unknown_thing:5> <@5>") == "<:unknown_thing:5> <@5>"
    assert max(map(len, emoji.ICONS)) + 7 <= 32
