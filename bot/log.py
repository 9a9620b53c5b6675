"""The log: to standard output, one line for each event, in UTC, and without secrets.

Lines carry ids and kinds of actions, never the contents of a hand. All lines that a click has
caused carry the id of that click, up to the delivery of the board; actions of the bot itself get a
random id.
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
"""The levels of the log, from the least to the most important."""
OWN_PACKAGES: Final = ("bot", "cogs", "players", "engine")
"""Only these loggers go below INFO: at DEBUG, libraries print payloads, tokens and SQL."""

FORMATS: Final = ("lines", "json")
"""The forms of the log: for people, and for programs that gather logs."""

cause: Final[ContextVar[str]] = ContextVar("cause", default="")
"""The id of the click that is being carried out, or of an action of the bot itself.

Timers and tasks inherit it from their creator; a task that serves all tables sets it to "".
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
"""Characters that would break a line, or colour a terminal."""


def redact(text: str) -> str:
    """Return the text without tokens that allow to act as the bot."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


@contextmanager
def caused_by(id_: str) -> Generator[None]:
    """Have all lines that are logged meanwhile carry this id."""
    before = cause.set(id_)
    try:
        yield
    finally:
        cause.reset(before)


def by_itself() -> str:
    """Return an id for an action without a click; it is shorter than any of Discord's."""
    return secrets.token_hex(4)


class Line(logging.Formatter):
    """One line: time, level, logger, perhaps the id of the cause, message.

    Secrets are removed here, where message, arguments and traceback have become one text, so that
    no library can add one later.
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
    """A line as a JSON object, which has no line breaks; a traceback has its own key.

    Secrets are removed from each text before it is escaped: an escape in front of a token would
    hide where the token begins.
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
    """Writes the log. A line that cannot be written is shown nowhere else.

    By default logging would print its message and arguments to standard error, secrets included.
    """

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        fault = sys.exc_info()[0]
        with suppress(OSError, AttributeError):  # standard error may be missing, too
            sys.stderr.write(f"{_LOST.format(name=record.name, fault=fault and fault.__name__)}\n")


def start(level: str, shape: str = FORMATS[0]) -> None:
    """Write the log from now on; a second call changes its level and format."""
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
