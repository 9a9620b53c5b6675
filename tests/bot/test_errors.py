"""Every error becomes a sentence, and no secret gets into the log."""

import ast
import inspect
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
import cogs
from bot.errors import WITH_SENTENCE, report, sentence
from bot.store.errors import (
    ChannelTaken,
    DatabaseBroken,
    InDoubt,
    Outdated,
    Repeated,
    StoreError,
    Unfit,
)
from bot.tables.refusals import Refused, Stale
from bot.words import LANGUAGES, Catalogue, catalogue
from engine.errors import CelestiaError, IllegalMove, OptionsError, UnknownMove

HAND = "Anna holds the spyglass"
ROOTS = [Path(inspect.getfile(room)).parent for room in (bot, cogs)]
REFUSALS = {Refused.__name__, Stale.__name__}


def raised() -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each refusal in the sources: its code, and the names of its data."""
    for file in (file for root in ROOTS for file in sorted(root.rglob("*.py"))):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSALS:
                code = node.args[0]
                assert isinstance(code, ast.Constant), f"{file}: {ast.unparse(node)}"
                yield str(code.value), frozenset(keyword.arg or "" for keyword in node.keywords)


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing sentence or value raises here."""
    monkeypatch.setattr(Catalogue, "strict", True)


def seat(number: int) -> str:
    return f"Seat {number}"


def said(fault: Exception, language: str = "en") -> str:
    return sentence(fault, catalogue(language), seat)


VALUES: dict[str, object] = {"host": 0, "seats": 3, "low": 2, "high": 6, "colour": "red"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("code", "data"), sorted(set(raised()), key=str))
def test_every_refusal_has_its_sentence(code: str, data: frozenset[str], language: str) -> None:
    values = {name: VALUES.get(name, "5") for name in data}
    for kind in (Refused, Stale):
        assert len(said(kind(code, **values), language)) > 10


def test_refusals_are_found_in_the_sources() -> None:
    codes = {code for code, _ in raised()}
    assert {"table_full", "moment_passed", "table_frozen", "no_table_here"} <= codes


def test_a_host_is_mentioned_or_named_by_the_seat() -> None:
    assert "<@7>" in said(Refused("not_host", host=2, user=7))
    assert "Seat 2" in said(Refused("not_host", host=2, user=None))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [*WITH_SENTENCE, InDoubt, DatabaseBroken])
def test_a_fault_of_the_store_is_answered_by_its_class(
    kind: type[StoreError], language: str
) -> None:
    other = said(Unfit(), language)
    assert (said(kind(), language) == other) is not issubclass(kind, WITH_SENTENCE)


@pytest.mark.parametrize("kind", [Repeated, Outdated, Unfit, ChannelTaken])
def test_no_fault_of_the_store_is_answered_with_its_data(
    kind: type[StoreError], caplog: pytest.LogCaptureFixture
) -> None:
    said(kind(table=HAND))
    assert HAND not in caplog.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "fault",
    [
        IllegalMove("not_asked", seat=1),
        IllegalMove("not_held", seat=1, move="play"),
        OptionsError("crew_is_for_two", seats=3),
        UnknownMove("unknown_kind"),
    ],
    ids=str,
)
def test_errors_of_the_engine_have_their_sentences(fault: CelestiaError, language: str) -> None:
    assert len(said(fault, language)) > 10


def fail() -> None:
    raise ValueError(HAND)


def failing() -> Exception:
    try:
        fail()
    except ValueError as fault:
        return fault
    raise AssertionError


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_unexpected_has_a_number_in_the_answer_and_in_the_log(
    language: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = said(failing(), language)
    (number,) = re.findall(r"\b[0-9a-f]{6}\b", answer)
    assert f"fault {number}: ValueError" in caplog.text
    assert "in fail\n" in caplog.text
    assert HAND not in caplog.text + answer


def test_two_faults_have_two_numbers(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert report("a click", failing()) != report("a click", failing())
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 2
    assert all(record.exc_info is None for record in caplog.records)


def test_the_cause_of_a_fault_is_not_logged_either(caplog: pytest.LogCaptureFixture) -> None:
    fault = KeyError("other")
    fault.__cause__ = failing()
    report("a click", fault)
    assert HAND not in caplog.text
