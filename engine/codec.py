"""Plain values to JSON and back, checked against their declared types.

``encode`` turns a dataclass or a named tuple into a dict of its fields; ``decode`` is its strict
inverse: a missing or unknown name, or a value of another type, is refused and its place is named.
The reader of each type is built once.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from engine.errors import SaveBroken

LARGEST = 2**53
"""The largest number allowed: every JSON reader keeps integers up to here exact."""

ABSENT = "absent"
"""Field metadata: the value that is not written, and that a missing field stands for."""

T = TypeVar("T")
# Values of a JSON text have no type until `decode` has checked them.
Json = Any
Reader = Callable[[Json, str], Json]
"""Makes a value from its JSON form; the text names its place for errors."""


def encode(value: object) -> Json:
    """Return the JSON form: values with fields become dicts, tuples become lists."""
    if _has_fields(type(value)):
        return {
            name: encode(part)
            for name, absent in _names(type(value))
            if (part := getattr(value, name)) != absent
        }
    if isinstance(value, tuple | list):
        return [encode(item) for item in cast("tuple[object, ...]", value)]
    return value


def decode(kind: type[T], data: object, at: str) -> T:
    """Return the value of type ``kind`` whose JSON form is ``data``, or raise `SaveBroken`."""
    return cast(T, _reader(kind)(data, at))


@cache
def _has_fields(kind: Json) -> bool:
    return is_dataclass(kind) or hasattr(kind, "_fields")


@cache
def _names(kind: Json) -> tuple[tuple[str, Json], ...]:
    """The fields, each with the value that is not written."""
    if is_dataclass(kind):
        return tuple([(field.name, field.metadata.get(ABSENT, MISSING)) for field in fields(kind)])
    return tuple([(name, MISSING) for name in kind._fields])


def _needed(kind: Json) -> set[str]:
    """The fields without a default value."""
    if is_dataclass(kind):
        return {field.name for field in fields(kind) if field.default is MISSING}
    return set(kind._fields).difference(kind._field_defaults)


@cache
def _reader(kind: Json) -> Reader:
    origin, kinds = get_origin(kind), get_args(kind)
    if kind is object:
        return lambda data, _: data
    if origin in (Union, UnionType):
        return _optional_reader(kinds)
    if origin is Literal:
        return _word_reader(kinds)
    if origin is tuple:
        return _tuple_reader(kinds)
    if origin is dict:
        return _dict_reader(*kinds)
    return (_fields_reader if _has_fields(kind) else _plain_reader)(cast(type, kind))


def _plain_reader(kind: type) -> Reader:
    def read(data: Json, at: str) -> Json:
        # an isinstance check would accept a bool as an int
        if type(data) is not kind:
            raise SaveBroken("wrong_type", at=at, expected=getattr(kind, "__name__", str(kind)))
        if kind is int and abs(data) > LARGEST:
            raise SaveBroken("number_too_large", at=at)
        # a state names the same few cards again and again
        return sys.intern(data) if kind is str else data

    return read


def _optional_reader(kinds: tuple[Json, ...]) -> Reader:
    (kind,) = [kind for kind in kinds if kind is not NoneType]
    inner, optional = _reader(kind), NoneType in kinds
    return lambda data, at: None if data is None and optional else inner(data, at)


def _word_reader(words: tuple[Json, ...]) -> Reader:
    def read(data: Json, at: str) -> Json:
        if data not in words or not isinstance(data, str):
            raise SaveBroken("unexpected_value", at=at)
        return sys.intern(data)

    return read


def _tuple_reader(kinds: tuple[Json, ...]) -> Reader:
    readers = [_reader(kind) for kind in kinds if kind is not Ellipsis]
    endless = Ellipsis in kinds

    def read(data: Json, at: str) -> Json:
        if not isinstance(data, list | tuple):
            raise SaveBroken("wrong_type", at=at, expected="list")
        items = cast("tuple[object, ...]", data)
        each = readers * len(items) if endless else readers
        if len(each) != len(items):
            raise SaveBroken("wrong_length", at=at, expected=len(each))
        pairs = enumerate(zip(each, items, strict=True))
        return tuple([reader(item, f"{at}[{n}]") for n, (reader, item) in pairs])

    return read


def _dict_reader(key_kind: Json, value_kind: Json) -> Reader:
    key_reader, value_reader = _reader(key_kind), _reader(value_kind)

    def read(data: Json, at: str) -> Json:
        if not isinstance(data, dict):
            raise SaveBroken("wrong_type", at=at, expected="object")
        return {
            key_reader(key, f"{at} key"): value_reader(value, f"{at}.{key}")
            for key, value in cast("dict[object, object]", data).items()
        }

    return read


def _fields_reader(kind: type) -> Reader:
    hints = get_type_hints(kind)
    readers = {name: _reader(hints[name]) for name, _ in _names(kind)}
    needed = _needed(kind)
    absent = {name: value for name, value in _names(kind) if value is not MISSING}

    def read(data: Json, at: str) -> Json:
        if not isinstance(data, Mapping):
            raise SaveBroken("wrong_type", at=at, expected="object")
        given = cast("Mapping[str, object]", data)
        values = {
            name: reader(given[name], f"{at}.{name}")
            for name, reader in readers.items()
            if name in given
        }
        if len(values) < len(readers):
            missing = [name for name in readers if name in needed and name not in values]
            if missing:
                raise SaveBroken("missing", at=f"{at}.{missing[0]}")
        if len(given) > len(values):
            unknown = min(str(name) for name in given if name not in readers)
            raise SaveBroken("unknown_name", at=f"{at}.{unknown}")
        return kind(**{**absent, **values})

    return read
