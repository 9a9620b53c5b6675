"""The log: to standard output, one line for each event, in UTC, and without secrets.

Lines carry ids and kinds of commands, never what is in a hand. What a click has caused carries the
id of that click, up to the painting of the board; so does what the bot does by itself, under an id
that it makes up.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final, TextIO

LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
"""What can be left out of the log, from the least to the most important."""
OWN_PACKAGES: Final = ("bot", "cogs", "players", "engine")
"""Only these loggers go below INFO: at DEBUG, libraries print payloads, tokens and SQL."""

FORMATS: Final = ("lines", "json")
"""How the log is written: for people, or for programs that gather logs."""

cause: Final[ContextVar[str]] = ContextVar("cause", default="")
"""The id of the click that is being carried out, or of what the bot does by itself.

Timers and tasks inherit it from whoever begins them; what serves all tables sets it to "".
"""

_SHAPE: Final = "%(asctime)s %(levelname)-7s %(name)s%(cause)s: %(message)s"
_GONE: Final = "[redacted]"
_LOST: Final = "a line of the log by {name} could not be written: {fault}"
_SECRETS: Final = (
    # A bot's token: three parts with dots between them. "++" keeps long words from taking long.
    (re.compile(r"(?<![\w-])[\w-]{24,}+\.[\w-]{6}\.[\w-]{27,}"), _GONE),
    # The token of an interaction, which lets anybody answer in the bot's name for 15 minutes.
    (re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s?#\"'<>]+"), rf"\1{_GONE}"),
)
_BREAKS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""What would break a line, or colour the terminal in which it is read."""


def redact(text: str) -> str:
    """The text without anything that could be used to act as the bot."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


@contextmanager
def caused_by(id_: str) -> Generator[None]:
    """Have all that is logged meanwhile carry this id."""
    before = cause.set(id_)
    try:
        yield
    finally:
        cause.reset(before)


def by_itself() -> str:
    """An id for what the bot does without a click: shorter than any of Discord's."""
    return secrets.token_hex(4)


class Line(logging.Formatter):
    """One line: time, level, logger, perhaps the id of the cause, message.

    Secrets are taken out here, where message, arguments and traceback have become one text. After
    this no library can add anything.
    """

    def format(self, record: logging.LogRecord) -> str:
        id_ = cause.get()
        vars(record)["cause"] = f" [{id_}]" if id_ else ""
        line = redact(super().format(record))
        return _BREAKS.sub(lambda found: found[0].encode("unicode_escape").decode(), line)

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802
        moment = datetime.fromtimestamp(record.created, UTC)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class JsonLine(Line):
    """The same as an object of JSON, which has no line breaks; a traceback has a key of its own.

    Secrets are taken out of each text before it is escaped: an escape in front of a token would
    be taken for a part of it.
    """

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "cause": cause.get(),
            "message": record.getMessage(),
            "traceback": self.formatException(record.exc_info) if record.exc_info else "",
        }
        return json.dumps({name: redact(text) for name, text in told.items() if text})


class Output(logging.StreamHandler[TextIO]):
    """Where the log goes. A line that cannot be written is shown nowhere else.

    Left alone, logging would print message and arguments to standard error as they are, secrets
    included.
    """

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        fault = sys.exc_info()[0]
        with suppress(OSError, AttributeError):  # there may be no standard error either
            sys.stderr.write(f"{_LOST.format(name=record.name, fault=fault and fault.__name__)}\n")


def start(level: str, shape: str = FORMATS[0]) -> None:
    """Write the log from now on; a second call changes the level and how it is written."""
    root = logging.getLogger()
    for old in [each for each in root.handlers if isinstance(each.formatter, Line)]:
        root.removeHandler(old)
    handler = Output(sys.stdout)
    handler.setFormatter(JsonLine() if shape == "json" else Line(_SHAPE))
    root.addHandler(handler)
    logging.captureWarnings(True)
    wanted = logging.getLevelNamesMapping()[level]
    careful = max(wanted, logging.INFO)
    for logger in (root, logging.getLogger("discord")):
        logger.setLevel(careful)
    for name in OWN_PACKAGES:
        logging.getLogger(name).setLevel(wanted)
