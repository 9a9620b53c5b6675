"""The judge finds exactly the requests that Discord would refuse."""

from typing import Any

import pytest

from tests.host.judge import WITHOUT, faults, judge

by_document = pytest.mark.skipif(bool(WITHOUT), reason=WITHOUT)

MESSAGES = "/channels/1/messages"
COMMANDS = "/applications/1/commands"
V2 = 1 << 15


def button(custom_id: str = "c:1", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": custom_id, "label": "Stay", **more}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def select(*values: str, **more: Any) -> dict[str, Any]:
    options = [{"label": value, "value": value} for value in values]
    return {"type": 3, "custom_id": "c:s", "options": options, **more}


def text(content: str = "a") -> dict[str, Any]:
    return {"type": 10, "content": content}


def command(**more: Any) -> dict[str, Any]:
    return {"name": "celestia", "description": "A board game", "type": 1, **more}


GOOD: list[Any] = [
    {"content": "x" * 2000},
    {"content": "x", "components": [row(button("a"), button("b", emoji={"name": "🧭"}))]},
    {"content": "x", "components": [row(select("a", "b", max_values=2))]},
    {"flags": V2, "components": [text("x" * 3999), row(button())]},
    {"embeds": [{"title": "t" * 256, "description": "d" * 4096}]},
]

BAD: list[tuple[Any, str]] = [
    ({"content": "x" * 2001}, "2001 characters"),
    ({"embeds": [{"description": "d" * 4000}] * 2}, "embeds hold 8000"),
    ({"flags": V2, "components": [text()] * 41}, "41 components"),
    ({"flags": V2, "components": [text("x" * 2001)] * 2}, "4002 characters of text"),
    ({"flags": V2, "components": [text()], "content": "x"}, "has no content"),
    ({"components": [text()]}, "without their flag"),
    ({"components": [row(button("a"), button("a"))]}, "'a' twice"),
    ({"components": [row(*(button(str(n)) for n in range(6)))]}, "6 components"),
    ({"components": [row(button(f"{n}")) for n in range(6)]}, "more than 5 rows"),
    ({"components": [row(button("x" * 101))]}, "custom_id has 101"),
    ({"components": [row(button(label="x" * 81))]}, "label has 81"),
    ({"components": [row(button(label=None))]}, "neither label nor emoji"),
    ({"components": [row(button(emoji={"name": "compass"}))]}, "not an emoji"),
    ({"components": [row(button(), select("a"))]}, "alone in its row"),
    ({"components": [row(select("a", "a"))]}, "same value twice"),
    ({"components": [row(select("a", max_values=2))]}, "up to 2 of 1"),
    ({"components": [row(select(*map(str, range(26))))]}, "26 options"),
    ({"embeds": [{"image": {"url": "attachment://a.png"}}]}, "names no file"),
]

BAD_COMMANDS: list[tuple[dict[str, Any], str]] = [
    (command(name="Celestia"), "bad name"),
    (command(name="two words"), "bad name"),
    (command(description="x" * 101), "description of 101"),
    (command(description=""), "description of 0"),
    (command(description_localizations={"fr": "x" * 101}), "description of 101"),
    (command(name_localizations={"fr": "Célestia"}), "bad name 'Célestia'"),
    (command(options=[command(name=f"n{n}") for n in range(26)]), "26 options"),
    (
        command(
            options=[
                {"type": 3, "name": "a", "description": "d"},
                {"type": 3, "name": "b", "description": "d", "required": True},
            ]
        ),
        "required options come first",
    ),
]


@pytest.mark.parametrize("message", GOOD)
def test_a_good_message_passes(message: Any) -> None:
    assert judge("POST", MESSAGES, message) == []


@pytest.mark.parametrize(("message", "fault"), BAD, ids=[fault for _, fault in BAD])
def test_a_bad_message_is_caught(message: Any, fault: str) -> None:
    assert fault in "\n".join(judge("POST", MESSAGES, message))


@pytest.mark.parametrize(("message", "fault"), BAD, ids=[fault for _, fault in BAD])
def test_a_bad_answer_is_caught(message: Any, fault: str) -> None:
    body = {"type": 4, "data": message}
    assert fault in "\n".join(judge("POST", "/interactions/1/token/callback", body))


@pytest.mark.parametrize(("bad", "fault"), BAD_COMMANDS)
def test_a_bad_command_is_caught(bad: dict[str, Any], fault: str) -> None:
    assert fault in "\n".join(judge("PUT", COMMANDS, [bad]))


def test_a_good_command_passes() -> None:
    assert judge("PUT", COMMANDS, [command(options=[command(name="new")])]) == []


def test_a_command_is_counted_in_its_longest_language() -> None:
    many = [
        {
            **command(name=f"n{n}", description_localizations={"fr": "x" * 100}),
            "options": [{"type": 3, "name": f"o{i}", "description": "y" * 90} for i in range(3)],
        }
        for n in range(25)
    ]
    assert "characters of words in all" in "\n".join(
        judge("PUT", COMMANDS, [command(options=many)])
    )


def test_two_commands_of_one_name_are_caught() -> None:
    assert "registered 2 times" in "\n".join(judge("PUT", COMMANDS, [command(), command()]))


@by_document
@pytest.mark.parametrize(
    "body",
    [
        {"content": "x", "colour": 1},
        {"components": [row(button(shape="round"))]},
        {"embeds": [{"title": "x", "mood": "glad"}]},
        {"content": 5},
    ],
)
def test_the_document_refuses_unnamed_fields(body: Any) -> None:
    assert judge("POST", MESSAGES, body)


@by_document
def test_the_document_catches_a_request_that_it_does_not_know() -> None:
    assert judge("POST", "/channels/1/whispers", {"content": "x"})


@by_document
def test_a_fault_is_named_where_it_lies() -> None:
    body = {"type": 4, "data": {"components": [row(button(), button("b", shape="round"))]}}
    (fault,) = judge("POST", "/interactions/1/token/callback", body)
    assert fault.startswith("data/components/0/components/1: ")
    assert "'shape' was unexpected" in fault


def test_faults_name_their_request() -> None:
    class Asked:
        method, path, json = "POST", MESSAGES, {"content": "x" * 2001}

    assert faults([Asked()])[0].startswith("POST /channels/1/messages: ")
