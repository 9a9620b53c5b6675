"""The judge finds exactly the requests that Discord would refuse."""

from typing import Any

import pytest

from tests.host.judge import WITHOUT, faults, judge

by_document = pytest.mark.skipif(bool(WITHOUT), reason=WITHOUT)

MESSAGES = "/channels/1/messages"
CALLBACK = "/interactions/1/token/callback"
COMMANDS = "/applications/1/commands"
V2 = 1 << 15


def button(custom_id: str = "c:1", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": custom_id, "label": "Stay", **more}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def rows(*parts: dict[str, Any]) -> dict[str, Any]:
    """Return a message with these parts in one row."""
    return {"components": [row(*parts)]}


def select(*values: str, **more: Any) -> dict[str, Any]:
    options = [{"label": value, "value": value} for value in values]
    return {"type": 3, "custom_id": "c:s", "options": options, **more}


def text(content: str = "a") -> dict[str, Any]:
    return {"type": 10, "content": content}


def command(**more: Any) -> dict[str, Any]:
    return {"name": "celestia", "description": "A board game", "type": 1, **more}


def option(name: str, **more: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "d", **more}


GOOD: list[Any] = [
    {"content": "x" * 2000},
    {"content": "x", **rows(button("a"), button("b", emoji={"name": "🧭"}))},
    {"content": "x", **rows(select("a", "b", max_values=2))},
    {"flags": V2, "components": [text("x" * 3999), row(button())]},
]

BAD: dict[str, Any] = {
    "2001 characters": {"content": "x" * 2001},
    "41 components": {"flags": V2, "components": [text()] * 41},
    "4002 characters of text": {"flags": V2, "components": [text("x" * 2001)] * 2},
    "has no content": {"flags": V2, "components": [text()], "content": "x"},
    "without their flag": {"components": [text()]},
    "'a' twice": rows(button("a"), button("a")),
    "6 components": rows(*(button(str(n)) for n in range(6))),
    "more than 5 rows": {"components": [row(button(f"{n}")) for n in range(6)]},
    "custom_id has 101": rows(button("x" * 101)),
    "label has 81": rows(button(label="x" * 81)),
    "neither label nor emoji": rows(button(label=None)),
    "not an emoji": rows(button(emoji={"name": "compass"})),
    "alone in its row": rows(button(), select("a")),
    "same value twice": rows(select("a", "a")),
    "up to 2 of 1": rows(select("a", max_values=2)),
    "26 options": rows(select(*map(str, range(26)))),
    "names no file": {"embeds": [{"image": {"url": "attachment://a.png"}}]},
}

BAD_COMMANDS: list[tuple[dict[str, Any], str]] = [
    (command(name="Celestia"), "bad name"),
    (command(name="two words"), "bad name"),
    (command(description="x" * 101), "description of 101"),
    (command(description=""), "description of 0"),
    (command(description_localizations={"fr": "x" * 101}), "description of 101"),
    (command(name_localizations={"fr": "Célestia"}), "bad name 'Célestia'"),
    (command(options=[command(name=f"n{n}") for n in range(26)]), "26 options"),
    (command(options=[option("a"), option("b", required=True)]), "required options come first"),
]


def test_what_is_good_passes() -> None:
    assert [judge("POST", MESSAGES, message) for message in GOOD] == [[]] * len(GOOD)
    assert judge("PUT", COMMANDS, [command(options=[command(name="new")])]) == []


@pytest.mark.parametrize("fault", BAD)
def test_a_bad_message_is_caught(fault: str) -> None:
    assert fault in "\n".join(judge("POST", MESSAGES, BAD[fault]))
    assert fault in "\n".join(judge("POST", CALLBACK, {"type": 4, "data": BAD[fault]}))


@pytest.mark.parametrize(("bad", "fault"), BAD_COMMANDS)
def test_a_bad_command_is_caught(bad: dict[str, Any], fault: str) -> None:
    assert fault in "\n".join(judge("PUT", COMMANDS, [bad]))


def test_a_command_is_counted_in_its_longest_language() -> None:
    long = {"description_localizations": {"fr": "x" * 100}}
    options = [option(f"o{i}", **long) for i in range(3)]
    many = [command(name=f"n{n}", options=options, **long) for n in range(25)]
    found = judge("PUT", COMMANDS, [command(options=many)])
    assert "characters of words in all" in "\n".join(found)


def test_two_commands_of_one_name_are_caught() -> None:
    assert "registered 2 times" in "\n".join(judge("PUT", COMMANDS, [command(), command()]))


@by_document
@pytest.mark.parametrize("body", [{"colour": 1}, rows(button(shape="round")), {"content": 5}])
def test_the_document_refuses_unnamed_fields(body: Any) -> None:
    assert judge("POST", MESSAGES, {"content": "x", **body})


@by_document
def test_the_document_catches_a_request_that_it_does_not_know() -> None:
    assert judge("POST", "/channels/1/whispers", {"content": "x"})


@by_document
def test_a_fault_is_named_where_it_lies() -> None:
    body = {"type": 4, "data": rows(button(), button("b", shape="round"))}
    (fault,) = judge("POST", CALLBACK, body)
    assert fault.startswith("data/components/0/components/1: ")
    assert "'shape' was unexpected" in fault


def test_faults_name_their_request() -> None:
    class Asked:
        method, path, json = "POST", MESSAGES, {"content": "x" * 2001}

    assert faults([Asked()])[0].startswith("POST /channels/1/messages: ")
