"""A malformed dispatch is dropped; a request to stop is none."""

import asyncio

import pytest

from bot.discord.dispatches import Parser, guard


def parsers(fault: BaseException, reported: list[str]) -> dict[str, Parser]:
    def parse(_: object) -> None:
        raise fault

    found: dict[str, Parser] = {"READY": parse, "GUILD_CREATE": parse}
    guard(found, lambda what, _: reported.append(what))
    return found


def test_a_malformed_dispatch_is_reported_and_dropped() -> None:
    reported: list[str] = []
    parsers(KeyError("custom_id"), reported)["GUILD_CREATE"]({})
    assert reported == ["a dispatch of Discord (GUILD_CREATE)"]


@pytest.mark.parametrize("stop", [asyncio.CancelledError(), KeyboardInterrupt(), SystemExit()])
def test_a_request_to_stop_passes_through(stop: BaseException) -> None:
    reported: list[str] = []
    with pytest.raises(type(stop)):
        parsers(stop, reported)["GUILD_CREATE"]({})
    assert reported == []


def test_a_malformed_welcome_ends_the_connection() -> None:
    with pytest.raises(KeyError):
        parsers(KeyError("user"), [])["READY"]({})
