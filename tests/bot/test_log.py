"""The log says what happened, on one line, and shows no secret."""

import asyncio
import errno
import io
import json
import logging
import os
import re
import sys

import pytest

from bot import log
from tests.bot.cli.process import TOKEN

pytestmark = pytest.mark.usefixtures("log_as_it_was")

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [A-Z]+ +\S+( \[\w+\])?: ")


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def objects(capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    return [json.loads(line) for line in lines(capsys)]


def test_each_thing_is_one_line_of_time_level_logger_and_message(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log.start("INFO")
    logging.getLogger("bot.tables").info("one\ntwo\t%s", "\x1b[31mred\u2028")
    (line,) = lines(capsys)
    assert LINE.match(line)
    assert line.endswith(r" INFO    bot.tables: one\ntwo\t\x1b[31mred\u2028")


def test_a_traceback_is_on_the_line_of_its_message(capsys: pytest.CaptureFixture[str]) -> None:
    log.start("INFO")
    try:
        int(f"no good: {TOKEN}")
    except ValueError:
        logging.getLogger("bot").exception("oh")
    (line,) = lines(capsys)
    assert r"bot: oh\nTraceback" in line
    assert "'no good: [redacted]'" in line


REDACTED = [
    (f"token={TOKEN};", "token=[redacted];"),
    (f"Authorization: Bot {TOKEN}", "Authorization: Bot [redacted]"),
    (
        "POST https://discord.com/api/v10/interactions/12/aW50ZXJhY3Rpb24:abc/callback failed",
        "POST https://discord.com/api/v10/interactions/12/[redacted]/callback failed",
    ),
    ("/webhooks/12/abc-DEF_9/messages/@original", "/webhooks/12/[redacted]/messages/@original"),
    ("/webhooks/12/abc?wait=true", "/webhooks/12/[redacted]?wait=true"),
    ("/channels/12/messages/34", "/channels/12/messages/34"),
    ("bot.tables.table 1.5 s", "bot.tables.table 1.5 s"),
]


@pytest.mark.parametrize(("text", "written"), REDACTED)
def test_tokens_are_redacted(text: str, written: str, capsys: pytest.CaptureFixture[str]) -> None:
    log.start("INFO")
    logger = logging.getLogger("discord.http")
    logger.info(text)
    logger.info("%s!", text)
    assert [line.partition(": ")[2] for line in lines(capsys)] == [written, f"{written}!"]


@pytest.mark.parametrize(("text", "written"), REDACTED)
@pytest.mark.parametrize("before", ["", "\n", "\t", "é", '"', "\\"])
def test_tokens_are_redacted_in_json(
    text: str, written: str, before: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """An escape in front of a token is no part of it, and stays whole."""
    log.start("INFO", "json")
    fault = ValueError(before + text)
    logging.getLogger("discord.http").error("%s", before + text, exc_info=fault)
    (found,) = objects(capsys)
    assert found["message"] == before + written
    assert found["traceback"].endswith(f"ValueError: {before}{written}")


def test_as_json_each_thing_is_an_object_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    log.start("INFO", "json")
    with log.caused_by("12"):
        logging.getLogger("bot.tables").info("one\ntwo\t%s", "\x1b[31mred\u2028")
    logging.getLogger("bot").warning("oh")
    first, second = objects(capsys)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", first.pop("time"))
    message = "one\ntwo\t\x1b[31mred\u2028"
    assert first == {"level": "INFO", "logger": "bot.tables", "cause": "12", "message": message}
    assert second.keys() == {"time", "level", "logger", "message"}


async def test_log_lines_of_a_click_carry_its_id_in_every_task(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log.start("INFO")

    async def works() -> None:
        await asyncio.sleep(0)
        logging.getLogger("bot").info("at work")

    with log.caused_by("12"):
        first = asyncio.create_task(works())
        with log.caused_by("34"):
            second = asyncio.create_task(works())
        logging.getLogger("bot").info("begun")
    await asyncio.gather(first, second)
    logging.getLogger("bot").info("done")
    told = lines(capsys)
    assert all(LINE.match(line) for line in told)
    assert [line.split(" INFO    ")[1] for line in told] == [
        *("bot [12]: begun", "bot [12]: at work", "bot [34]: at work", "bot: done")
    ]


def test_scheduled_work_has_a_log_id_that_is_none_of_a_click() -> None:
    ids = {log.by_itself() for _ in range(100)}
    assert len(ids) == 100
    assert {len(it) for it in ids} == {8}


class Full(io.StringIO):
    """An output on a disk without room."""

    def write(self, text: str, /) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_line_that_cannot_be_written_shows_nothing_elsewhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", Full())
    log.start("INFO")
    logging.getLogger("discord.http").warning("429 from %s", "/webhooks/12/aW50ZXJhY3Rpb24/x")
    said = "a line of the log by discord.http could not be written: OSError\n"
    assert capsys.readouterr().err == said


def test_redacting_long_words_does_not_hang() -> None:
    """A pattern that backtracks would take hours."""
    text = "a" * 200_000 + "." + "/webhooks/" * 20_000
    assert log.redact(text) == text


def test_only_loggers_of_the_bot_go_below_info(capsys: pytest.CaptureFixture[str]) -> None:
    log.start("DEBUG")
    for name in ("bot.tables", "cogs", "discord", "discord.http", "aiosqlite", "asyncio"):
        logging.getLogger(name).debug("payload")
    assert [line.split()[2] for line in lines(capsys)] == ["bot.tables:", "cogs:"]


def test_libraries_are_as_quiet_as_the_bot(capsys: pytest.CaptureFixture[str]) -> None:
    log.start("ERROR")
    for name in ("bot", "discord", "aiosqlite"):
        logging.getLogger(name).warning("hm")
        logging.getLogger(name).error("oh")
    assert [line.split()[1] for line in lines(capsys)] == ["ERROR"] * 3


def test_starting_the_log_again_only_changes_its_level(capsys: pytest.CaptureFixture[str]) -> None:
    log.start("DEBUG")
    log.start("INFO")
    logging.getLogger("bot").debug("small")
    logging.getLogger("bot").info("big")
    assert len(lines(capsys)) == 1
