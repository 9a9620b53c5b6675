"""The log says what happened, on one line, and shows no secret."""

import errno
import io
import logging
import os
import re
import sys
from collections.abc import Iterator
from time import perf_counter

import pytest

from bot import log
from tests.bot.cli.process import TOKEN

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [A-Z]+ +\S+( \[\w+\])?: ")


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    """Levels and handlers belong to the whole process."""
    loggers = [logging.getLogger(name) for name in (None, "discord", *log.OURS)]
    levels = [each.level for each in loggers]
    handlers = logging.getLogger().handlers[:]
    yield
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)
    logging.getLogger().handlers[:] = handlers
    logging.captureWarnings(False)


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


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


def test_a_failed_connection_is_one_short_line(capsys: pytest.CaptureFixture[str]) -> None:
    """discord.py logs it with a whole traceback."""
    log.start("INFO")
    try:
        raise ConnectionRefusedError(111)
    except OSError:
        logging.getLogger("discord.client").exception("Attempting a reconnect in %.2fs", 3.7)
    (line,) = lines(capsys)
    said = "no connection to Discord (ConnectionRefusedError); once more in 4 s"
    assert line.endswith(f" WARNING discord.client: {said}")


@pytest.mark.parametrize(
    ("text", "written"),
    [
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
    ],
)
def test_tokens_are_redacted(text: str, written: str, capsys: pytest.CaptureFixture[str]) -> None:
    log.start("INFO")
    logger = logging.getLogger("discord.http")
    logger.info(text)
    logger.info("%s!", text)
    assert [line.partition(": ")[2] for line in lines(capsys)] == [written, f"{written}!"]


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


def test_redacting_long_words_is_quick() -> None:
    start = perf_counter()
    log.redact("a" * 200_000 + "." + "/webhooks/" * 20_000)
    assert perf_counter() - start < 1


def test_only_our_own_loggers_go_below_info(capsys: pytest.CaptureFixture[str]) -> None:
    log.start("DEBUG")
    for name in ("bot.tables", "cogs", "discord", "discord.http", "aiosqlite", "asyncio"):
        logging.getLogger(name).debug("payload")
    assert [line.split()[2] for line in lines(capsys)] == ["bot.tables:", "cogs:"]


def test_libraries_are_as_quiet_as_we_are(capsys: pytest.CaptureFixture[str]) -> None:
    log.start("ERROR")
    for name in ("bot", "discord", "aiosqlite"):
        logging.getLogger(name).warning("hm")
        logging.getLogger(name).error("oh")
    assert [line.split()[1] for line in lines(capsys)] == ["ERROR"] * 3


def test_starting_the_log_again_only_changes_its_level(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log.start("DEBUG")
    log.start("INFO")
    logging.getLogger("bot").debug("small")
    logging.getLogger("bot").info("big")
    assert len(lines(capsys)) == 1
