"""Plain values to JSON and back, checked against their declared types.

``encode`` turns a dataclass into a dict of its fields; ``decode`` is its strict inverse: a
missing or unknown name, or a value of another type, is refused with the place where it stood.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from engine.errors import SaveBroken

LARGEST = 2**53
"""No number is larger: up to here every JSON reader keeps whole numbers whole."""

T = TypeVar("T")
# Values that came out of a JSON text are of no type until `decode` has looked at them.
Json = Any


def encode(value: object) -> Json:
    """The JSON form: dataclasses become dicts, tuples become lists."""
    if is_dataclass(value):
        return {field.name: encode(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        return [encode(item) for item in cast("tuple[object, ...]", value)]
    return value


def decode(kind: type[T], data: object, at: str) -> T:
    """The value of type ``kind`` whose JSON form is ``data``."""
    return cast(T, _decode(kind, data, at))


@cache
def _hints(kind: type) -> dict[str, Json]:
    return get_type_hints(kind)


def _decode(kind: Json, data: Json, at: str) -> Json:
    origin = get_origin(kind)
    if kind is object:
        return data
    if origin in (Union, UnionType):
        return _decode_union(get_args(kind), data, at)
    if origin is Literal:
        if data not in get_args(kind) or not isinstance(data, str):
            raise SaveBroken("unexpected_value", at=at)
        return data
    if origin is tuple:
        return _decode_tuple(get_args(kind), data, at)
    if origin is dict:
        return _decode_dict(get_args(kind), data, at)
    if is_dataclass(kind):
        return _decode_dataclass(cast(type, kind), data, at)
    # bool is an int to Python, never to us
    if type(data) is not kind:
        raise SaveBroken("wrong_type", at=at, expected=getattr(kind, "__name__", str(kind)))
    if kind is int and abs(data) > LARGEST:
        raise SaveBroken("number_too_large", at=at)
    return data


def _decode_union(kinds: tuple[Json, ...], data: Json, at: str) -> Json:
    if data is None and NoneType in kinds:
        return None
    (kind,) = [kind for kind in kinds if kind is not NoneType]
    return _decode(kind, data, at)


def _decode_tuple(kinds: tuple[Json, ...], data: Json, at: str) -> Json:
    if not isinstance(data, list | tuple):
        raise SaveBroken("wrong_type", at=at, expected="list")
    items = cast("tuple[object, ...]", data)
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kinds = (kinds[0],) * len(items)
    if len(kinds) != len(items):
        raise SaveBroken("wrong_length", at=at, expected=len(kinds))
    pairs = enumerate(zip(kinds, items, strict=True))
    return tuple(_decode(kind, item, f"{at}[{n}]") for n, (kind, item) in pairs)


def _decode_dict(kinds: tuple[Json, ...], data: Json, at: str) -> Json:
    if not isinstance(data, dict):
        raise SaveBroken("wrong_type", at=at, expected="object")
    key_kind, value_kind = kinds
    return {
        _decode(key_kind, key, f"{at} key"): _decode(value_kind, value, f"{at}.{key}")
        for key, value in cast("dict[object, object]", data).items()
    }


def _decode_dataclass(kind: type, data: Json, at: str) -> Json:
    if not isinstance(data, Mapping):
        raise SaveBroken("wrong_type", at=at, expected="object")
    given = dict(cast("Mapping[str, object]", data))
    hints = _hints(kind)
    values: dict[str, Json] = {}
    for field in fields(kind):
        if field.name in given:
            place = f"{at}.{field.name}"
            values[field.name] = _decode(hints[field.name], given.pop(field.name), place)
        elif field.default is MISSING:
            raise SaveBroken("missing", at=f"{at}.{field.name}")
    if given:
        raise SaveBroken("unknown_name", at=f"{at}.{min(map(str, given))}")
    return kind(**values)
