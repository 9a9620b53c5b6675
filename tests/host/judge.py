"""Judges what a bot asks of Discord.

By Discord's own OpenAPI document, where it is at hand, and always by the limits it lacks. The
document is not ours to carry (MIT, discord/discord-api-spec): `DISCORD_OPENAPI` says where it
lies, or it lies beside the project; without it half the judging is skipped, and `WITHOUT` says so.
"""

import datetime as dt
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol

import jsonschema_rs
from jsonschema_rs import Draft202012Validator, ValidationError

from tests.host.command_limits import command_faults
from tests.host.limits import message_faults

Json = dict[str, Any]

BESIDE: Final = Path(__file__).parents[3] / "shared" / "discord-openapi.json"
DOCUMENT: Final = Path(os.environ.get("DISCORD_OPENAPI", BESIDE))
WITHOUT: Final = (
    ""
    if DOCUMENT.is_file()
    else f"Discord's OpenAPI document is not ours to carry and does not lie at {DOCUMENT};"
    " DISCORD_OPENAPI can name another place"
)
"""Why requests are not checked against the document; empty if they are."""

SHORT: Final = 160
_URN: Final = "urn:discord"
_SCHEMAS: Final = "#/components/schemas/"

ALSO: Final[dict[str, Json]] = {
    "ApplicationCommandUpdateRequest": {"nsfw": {"type": "boolean"}},
    "MessageEditRequestPartial": {"tts": {"const": False}},
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": {"tts": {"const": False}},
}
"""Fields that discord.py 2.7.1 always sends and Discord accepts, but the document lacks."""

CALLBACKS: Final = {
    1: "PongInteractionCallbackRequest",
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    9: "ModalInteractionCallbackRequest",
}
"""The schema of each type of answer to an interaction; the document does not relate them."""

CALLBACK_PATH: Final = "/interactions/{interaction_id}/{interaction_token}/callback"
FOLLOWUP_PATH: Final = "/webhooks/{webhook_id}/{webhook_token}"
UPDATE: Final = 7
MESSAGE_ANSWERS: Final = frozenset({4, UPDATE})


class Request(Protocol):
    """A request, such as simcord's `HttpLogEntry`."""

    @property
    def method(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def json(self) -> Any: ...


def faults(requests: Iterable[Request]) -> list[str]:
    """Return a line for each fault that Discord would refuse."""
    return [
        f"{request.method} {request.path}: {fault}"
        for request in requests
        for fault in judge(request.method, request.path, request.json)
    ]


def judge(method: str, path: str, body: Any) -> list[str]:
    """Return the faults of one request."""
    by_document = [] if WITHOUT else list(_document().faults(method, path, body))
    return by_document + list(dict.fromkeys(_limits(method, path, body)))


def _limits(method: str, path: str, body: Any) -> Iterator[str]:
    if isinstance(body, list):
        if path.endswith("/commands"):
            yield from command_faults(body)
    elif isinstance(body, dict) and (message := _message(method, path, body)) is not None:
        yield from message_faults(message, edit=method == "PATCH" or body.get("type") == UPDATE)


def _message(method: str, path: str, body: Json) -> Json | None:
    """Return the message in a request, if there is one."""
    if path.endswith("/callback"):
        return body.get("data") or {} if body.get("type") in MESSAGE_ANSWERS else None
    if re.fullmatch(r"/webhooks/\d+/[^/]+|.*/messages(/[^/]+)?", path):
        return body if method in {"POST", "PATCH"} else None
    return None


@cache
def _document() -> "_Document":
    return _Document(json.loads(DOCUMENT.read_text(encoding="utf-8")))


class _Document:
    """Discord's OpenAPI document, read strictly: what it does not name is refused."""

    def __init__(self, data: Json) -> None:
        self._operations = sorted(
            ((_pattern(path), path, operations) for path, operations in data["paths"].items()),
            key=lambda entry: entry[1].count("{"),
        )
        schemas = {name: _strict(it) for name, it in data["components"]["schemas"].items()}
        for name, fields in ALSO.items():
            schemas[name]["properties"] |= fields
        # Discord takes numbers where the document wants them written out, and says so.
        schemas["SnowflakeType"] = {"type": ["string", "integer"], "format": "snowflake"}
        self._registry = jsonschema_rs.Registry([(_URN, {"components": {"schemas": schemas}})])
        self._validators: dict[str, Draft202012Validator] = {}

    def faults(self, method: str, path: str, body: Any) -> Iterator[str]:
        """Yield the faults of a request by the document."""
        template, operation = self._operation(method, path)
        if operation is None:
            yield "the document knows no such request"
            return
        wanted = operation.get("requestBody")
        if wanted is None:
            return
        if body is None:
            if wanted.get("required"):
                yield "(body): required"
            return
        for error in self._validator(_schema(template, wanted, body)).iter_errors(body):
            heart = _heart(error)
            place = "/".join(map(str, heart.instance_path)) or "(body)"
            yield f"{place}: {_short(heart.message)}"

    def _operation(self, method: str, path: str) -> tuple[str, Json | None]:
        for pattern, template, operations in self._operations:
            if pattern.fullmatch(path) and method.lower() in operations:
                return template, operations[method.lower()]
        return "", None

    def _validator(self, schema: Json) -> Draft202012Validator:
        key = json.dumps(schema, sort_keys=True)
        if key not in self._validators:
            whole = {"$id": "urn:body", **_strict(schema)}
            self._validators[key] = Draft202012Validator(
                whole, registry=self._registry, formats=_FORMATS, validate_formats=True
            )
        return self._validators[key]


def _short(message: str) -> str:
    """Cut the middle out of a message, which begins with the value and ends with the fault."""
    return message if len(message) <= SHORT else f"{message[:80]} … {message[-80:]}"


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{.+?\\\}", "[^/]+", re.escape(template)))


def _schema(template: str, wanted: Json, body: Any) -> Json:
    """Return the schema of a request's body."""
    if template == CALLBACK_PATH and body.get("type") in CALLBACKS:
        return {"$ref": _SCHEMAS + CALLBACKS[body["type"]]}
    if template == FOLLOWUP_PATH:
        return {"$ref": _SCHEMAS + "IncomingWebhookRequestPartial"}
    kinds = wanted["content"]
    return (kinds.get("application/json") or next(iter(kinds.values())))["schema"]


def _strict(schema: Any) -> Any:
    """Return the schema with absolute references, refusing unnamed fields."""
    if isinstance(schema, list):
        return [_strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    strict = {key: _strict(part) for key, part in schema.items()}
    if isinstance(schema.get("$ref"), str):
        strict["$ref"] = _URN + schema["$ref"].removeprefix(_URN)
    if isinstance(schema.get("properties"), dict) and "allOf" not in schema:
        strict.setdefault("additionalProperties", False)
    return strict


def _heart(error: ValidationError) -> ValidationError:
    """Return the fault against the intended one of several shapes."""
    while shapes := getattr(error.kind, "context", None):
        depth = len(error.instance_path)
        meant = [parts for parts in shapes if not any(_other_shape(it, depth) for it in parts)]
        if not meant:
            break
        error = max(min(meant, key=len), key=lambda part: len(part.instance_path))
    return error


def _other_shape(error: ValidationError, depth: int) -> bool:
    """Whether the body's type rules out this shape."""
    path, kind = error.instance_path[depth:], error.kind.name
    return (path == ["type"] and kind == "enum") or (not path and kind == "type")


def _is_date(text: str) -> bool:
    try:
        dt.datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


_FORMATS: Final[dict[str, Callable[[str], bool]]] = {
    "snowflake": lambda text: re.fullmatch(r"0|[1-9]\d{0,19}", text) is not None,
    "date-time": _is_date,
    "uri": lambda text: re.match(r"(https?|attachment|discord)://\S+$", text) is not None,
}
