"""Serialisation of values in Redis: data, never pickles, which run a writer's code.

A value is JSON. Types JSON lacks are an object of one key that begins with a NUL; bytes and pages lie
behind the JSON, neither quoted nor searched. A whole number is stored plain, as Redis counts.
"""

import json
import struct
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from django.utils.safestring import SafeString

_HEAD = struct.Struct(">cI")  # a letter no number begins with, length of the JSON
_LETTER = b"J"
_TUPLE, _BYTES, _SAFE, _PAIRS, _MOMENT, _DAY = "\0t", "\0b", "\0s", "\0m", "\0d", "\0D"


class UnreadableValueError(ValueError):
    """The value in Redis was not written by this program."""


class Serializer:
    """What Django's cache in Redis asks to write a value and to read it."""

    def dumps(self, value: Any) -> int | bytes:
        """Return a value as it is stored; TypeError where it is more than data."""
        if type(value) is int:
            return value
        parts: list[bytes] = []
        text = json.dumps(_data(value, parts), separators=(",", ":")).encode()
        return b"".join((_HEAD.pack(_LETTER, len(text)), text, *parts))

    def loads(self, stored: bytes) -> Any:
        """Return the value of stored bytes; UnreadableValueError if they are not in our format."""
        try:
            if stored[:1] != _LETTER:
                return int(stored)
            end = _HEAD.size + _HEAD.unpack_from(stored)[1]
            if end > len(stored):
                raise UnreadableValueError("a value was cut off")
            return _value(json.loads(stored[_HEAD.size : end]), memoryview(stored)[end:])
        except (ValueError, TypeError, KeyError, IndexError, struct.error, RecursionError) as problem:
            raise UnreadableValueError("no value of this program") from problem


def _data(value: Any, parts: list[bytes]) -> Any:
    """Return a value in what JSON has; its bytes are put behind the others."""
    kind = type(value)
    if value is None or kind in (str, int, float, bool):
        return value
    if kind is list:
        return [_data(item, parts) for item in value]
    if kind is dict:
        if all(type(key) is str and key[:1] != "\0" for key in value):
            return {key: _data(item, parts) for key, item in value.items()}
        return {_PAIRS: [[_data(key, parts), _data(item, parts)] for key, item in value.items()]}
    if isinstance(value, tuple):
        return {_TUPLE: [_data(item, parts) for item in value]}
    return _rarer(value, parts)


def _rarer(value: Any, parts: list[bytes]) -> Any:
    if isinstance(value, bytes | SafeString):
        begin = sum(map(len, parts))
        parts.append(value if isinstance(value, bytes) else value.encode())
        return {_BYTES if isinstance(value, bytes) else _SAFE: [begin, begin + len(parts[-1])]}
    if isinstance(value, datetime):
        return {_MOMENT: value.isoformat()}
    if isinstance(value, date):
        return {_DAY: value.isoformat()}
    raise TypeError(f"a {type(value).__name__} is not kept in Redis")


def _value(data: Any, rest: memoryview) -> Any:
    """Return the value of what JSON had."""
    if isinstance(data, list):
        return [_value(item, rest) for item in data]
    if not isinstance(data, dict):
        return data
    if len(data) == 1:
        ((key, content),) = data.items()
        if key[:1] == "\0":
            return _READ[key](content, rest)
    return {key: _value(item, rest) for key, item in data.items()}


def _bytes(place: Any, rest: memoryview) -> bytes:
    begin, end = place
    if not 0 <= begin <= end <= len(rest):
        raise UnreadableValueError("a value was cut off")
    return bytes(rest[begin:end])


_READ: dict[str, Callable[[Any, memoryview], Any]] = {
    _TUPLE: lambda stored, rest: tuple(_value(item, rest) for item in stored),
    _PAIRS: lambda stored, rest: {_value(key, rest): _value(item, rest) for key, item in stored},
    _BYTES: _bytes,
    _SAFE: lambda stored, rest: SafeString(_bytes(stored, rest).decode()),
    _MOMENT: lambda stored, _rest: datetime.fromisoformat(stored),
    _DAY: lambda stored, _rest: date.fromisoformat(stored),
}
