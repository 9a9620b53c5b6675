"""Icons: those that Discord has are used, missing ones are uploaded, failed ones stay signs."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import discord
import pytest

from bot.board import icons as module
from bot.board.icons import Icons
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
    """Keeps emojis, and sends the requests for them."""

    folder: Path
    kept: list[FakeEmoji] = field(default_factory=list[FakeEmoji])
    faults: list[Exception] = field(default_factory=list[Exception])
    """How the next requests fail."""
    under_way: bool = False

    @property
    def icons(self) -> Icons:
        both: Any = self
        return Icons(both, both, self.folder)

    async def wait_until_ready(self) -> None: ...

    async def fetch_application_emojis(self) -> list[FakeEmoji]:
        return [*self.kept]

    async def create_application_emoji(self, *, name: str, image: bytes) -> FakeEmoji:
        if name in {it.name for it in self.kept}:
            raise refused(50035)
        self.kept.append(FakeEmoji(name, 100 + len(self.kept)))
        return self.kept[-1]

    async def request(self, call: Callable[[], Awaitable[T]], *, spare: bool) -> T:
        assert spare
        assert not self.under_way
        self.under_way = True
        await asyncio.sleep(0)
        self.under_way = False
        if self.faults:
            raise self.faults.pop(0)
        return await call()


@pytest.fixture
def application(tmp_path: Path) -> Iterator[FakeApplication]:
    for key in ("birds", "fog"):
        (tmp_path / f"{key}.png").write_bytes(key.encode())
    yield FakeApplication(tmp_path)
    UPLOADED_ICONS.clear()


async def test_an_icon_is_named_after_its_thing_and_its_content(
    application: FakeApplication,
) -> None:
    await application.icons.upload()
    assert [it.name for it in application.kept] == ["birds_7f14ea", "fog_b04216"]
    assert UPLOADED_ICONS == {"birds": "<:birds_7f14ea:100>", "fog": "<:fog_b04216:101>"}
    assert (icon("fog"), icon("pirates")) == ("<:fog_b04216:101>", ICONS["pirates"])


async def test_a_known_icon_is_not_uploaded_again(application: FakeApplication) -> None:
    application.kept = [FakeEmoji("fog_b04216", 7), FakeEmoji("birds_000000", 8)]
    await application.icons.upload()
    assert [it.name for it in application.kept[2:]] == ["birds_7f14ea"]
    assert UPLOADED_ICONS == {"birds": "<:birds_7f14ea:102>", "fog": "<:fog_b04216:7>"}


async def test_an_icon_of_another_process_is_used(
    application: FakeApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = application.fetch_application_emojis

    async def before_others() -> list[FakeEmoji]:
        monkeypatch.setattr(application, "fetch_application_emojis", listed)
        found = await listed()
        await application.create_application_emoji(name="fog_b04216", image=b"")
        return found

    monkeypatch.setattr(application, "fetch_application_emojis", before_others)
    await application.icons.upload()
    assert len(application.kept) == len(UPLOADED_ICONS) == 2
    assert icon("fog") == "<:fog_b04216:100>"


async def test_without_icons_nothing_is_requested(application: FakeApplication) -> None:
    application.folder, application.faults = application.folder / "none", [AssertionError()]
    await application.icons.upload()
    assert application.faults


@pytest.mark.parametrize("fault", [broken(), cut(), TimeoutError(), discord.RateLimited(0.01)])
async def test_passing_faults_are_retried_a_few_times(
    application: FakeApplication,
    fault: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(module, "RETRY_DELAYS", (0.0, 0.0))
    application.faults = [fault] * 5
    await application.icons.upload()
    assert (len(application.faults), len(caplog.records), UPLOADED_ICONS) == (2, 1, {})
    await application.icons.upload()
    assert len(UPLOADED_ICONS) == 2


@pytest.mark.parametrize("fault", [refused(50001, 403), refused(30008), KeyError("id")])
async def test_a_refused_icon_is_logged_once_and_keeps_its_sign(
    application: FakeApplication, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    application.faults = [fault]
    await application.icons.upload()
    assert (len(caplog.records), icon("fog")) == (1, ICONS["fog"])


async def test_closing_ends_the_upload(application: FakeApplication) -> None:
    icons = application.icons
    application.faults = [discord.RateLimited(60.0)]
    await icons.close()
    icons.start()
    icons.start()
    while application.faults:
        await asyncio.sleep(0.001)
    await icons.close()
    assert not application.kept


def test_labels_and_code_are_spelt_in_signs() -> None:
    UPLOADED_ICONS["spy"] = "<:spy_123abc:99>"
    assert icon(Play("spy", "1")) == "<:spy_123abc:99>"
    assert plain(f"{icon('spy')} and {icon('fog')}") == f"{ICONS['spy']} and {ICONS['fog']}"
    assert plain("<:unknown_thing:5> <@5>") == "<:unknown_thing:5> <@5>"
    assert max(map(len, ICONS)) + 7 <= 32
    UPLOADED_ICONS.clear()
