"""The log: to standard output, one line for each event, in UTC, and without secrets.

Lines carry ids and kinds of commands, never what is in a hand.
"""

from __future__ import annotations

import logging
import re
import sys
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final, TextIO

LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
"""What can be left out of the log, from the least to the most important."""
OURS: Final = ("bot", "cogs", "players", "engine")
"""Only these loggers go below INFO: at DEBUG, libraries print payloads, tokens and SQL."""

_SHAPE: Final = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
_GONE: Final = "[redacted]"
_LOST: Final = "a line of the log by {name} could not be written: {fault}"
_SECRETS: Final = (
    # A bot's token: three parts with dots between them. "++" keeps long words from taking long.
    (re.compile(r"(?<![\w-])[\w-]{24,}+\.[\w-]{6}\.[\w-]{27,}"), _GONE),
    # The token of an interaction, which lets anybody answer in the bot's name for 15 minutes.
    (re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s?#\"'<>]+"), rf"\1{_GONE}"),
)
_RECONNECTS: Final = "Attempting a reconnect"
_BREAKS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""What would break a line, or colour the terminal in which it is read."""


def redact(text: str) -> str:
    """The text without anything that could be used to act as the bot."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


class Line(logging.Formatter):
    """One line: time, level, logger, message.

    Secrets are taken out here, where message, arguments and traceback have become one text. After
    this no library can add anything.
    """

    def format(self, record: logging.LogRecord) -> str:
        line = redact(super().format(record))
        return _BREAKS.sub(lambda found: found[0].encode("unicode_escape").decode(), line)

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        moment = datetime.fromtimestamp(record.created, UTC)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Output(logging.StreamHandler[TextIO]):
    """Where the log goes. A line that cannot be written is shown nowhere else.

    Left alone, logging would print message and arguments to standard error as they are, secrets
    included.
    """

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        fault = sys.exc_info()[0]
        with suppress(OSError, AttributeError):  # there may be no standard error either
            sys.stderr.write(f"{_LOST.format(name=record.name, fault=fault and fault.__name__)}\n")


def _in_short(record: logging.LogRecord) -> bool:
    """discord.py logs every reconnect with a whole traceback; one line is enough."""
    if record.exc_info and str(record.msg).startswith(_RECONNECTS):
        fault, record.exc_info = record.exc_info[0], None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg = f"no connection to Discord ({fault and fault.__name__}); once more in %.0f s"
    return True


def start(level: str) -> None:
    """Write the log from now on; a second call changes the level."""
    root = logging.getLogger()
    for old in [each for each in root.handlers if isinstance(each.formatter, Line)]:
        root.removeHandler(old)
    handler = Output(sys.stdout)
    handler.setFormatter(Line(_SHAPE))
    root.addHandler(handler)
    logging.getLogger("discord.client").addFilter(_in_short)
    logging.captureWarnings(True)
    wanted = logging.getLevelNamesMapping()[level]
    careful = max(wanted, logging.INFO)
    for logger in (root, logging.getLogger("discord")):
        logger.setLevel(careful)
    for name in OURS:
        logging.getLogger(name).setLevel(wanted)
