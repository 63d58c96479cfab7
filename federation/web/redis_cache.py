"""Django's cache in Redis, its values as data; a Redis that is away, full or silent fails no request.

Requests Redis refuses go to another cache of settings.CACHES, `FALLBACK`: the one the site would have without
Redis. For as long as the outage lasts, the only request to Redis is whether it takes a value again.
django-redis can ignore errors too (IGNORE_EXCEPTIONS), but waits for every one of them, logs every one, and
then reports of every key that it could not be added: django-allauth, which locks its counts that way, would
refuse every login.
"""

import json
import struct
from collections.abc import Callable
from datetime import date, datetime
from functools import wraps
from typing import Any, TypeVar, cast

from django.core.cache import BaseCache, caches
from django.core.cache.backends import redis as django_redis
from django.utils.safestring import SafeString
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.retry import Retry

from federation.web.outages import Outage

_HEAD = struct.Struct(">cI")  # a letter no number begins with, length of the JSON
_LETTER = b"J"
_TUPLE, _BYTES, _SAFE, _PAIRS, _MOMENT, _DAY = "\0t", "\0b", "\0s", "\0m", "\0d", "\0D"

TIMEOUT = 0.5  # seconds for a connection, or for an answer
_PROBE = "tried-again"
_outages: dict[str, Outage] = {}  # by address: one outage, however many caches and threads
Method = TypeVar("Method", bound=Callable[..., Any])


class UnreadableValueError(ValueError):
    """The value in Redis was not written by this program."""


class Serializer:
    """What Django's cache in Redis asks to write a value and to read it: data, never pickles, which run code.

    A value is JSON. Types JSON lacks are an object of one key that begins with a NUL; bytes and pages lie
    behind the JSON, neither quoted nor searched. A whole number is stored plain, as Redis counts.
    """

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


def _or_fallback(method: Method) -> Method:
    """Let a method of the cache be done by its fallback where Redis does not do it."""

    @wraps(method)
    def do(self: "RedisCache", *args: Any, **options: Any) -> Any:
        if self.is_usable():
            try:
                return method(self, *args, **options)
            except UnreadableValueError:
                pass  # another system's: nothing is cached there
            except (RedisError, OSError) as problem:
                self.outage.begin(problem)
        return getattr(self.fallback, method.__name__)(*args, **options)

    return cast(Method, do)


class RedisCache(django_redis.RedisCache):
    """Django's cache in Redis, with another one for as long as Redis fails."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        options = dict(params.get("OPTIONS", {}))
        self._fallback = options.pop("FALLBACK")
        patience = {
            "socket_timeout": TIMEOUT,
            "socket_connect_timeout": TIMEOUT,
            # a connection Redis ended meanwhile is made again, a silent one is not waited for twice
            "retry": Retry(NoBackoff(), 1, (RedisConnectionError,)),
        }
        super().__init__(server, {**params, "OPTIONS": {"serializer": Serializer, **patience, **options}})
        self.outage = _outages.setdefault(str(server), Outage("The cache in Redis"))

    @property
    def fallback(self) -> BaseCache:
        """The cache that is asked while Redis fails."""
        return caches[self._fallback]

    def is_usable(self) -> bool:
        """Return whether to ask Redis; during an outage one caller in a while tries it, with a write."""
        if not self.outage.is_on:
            return True
        if not self.outage.is_my_turn():
            return False
        try:
            self._cache.set(self.make_and_validate_key(_PROBE), 1, 1)
        except (RedisError, OSError) as problem:
            self.outage.begin(problem)
            return False
        self.outage.end()
        return True

    def count(self, name: str, *, by: int, seconds: int) -> int | None:
        """Raise a number that is forgotten some seconds later and return it; None where Redis fails."""
        if not self.is_usable():
            return None
        key = self.make_and_validate_key(name)
        try:
            pipeline = self._cache.get_client(key, write=True).pipeline()
            pipeline.incrby(key, by)
            pipeline.expire(key, seconds)
            number, _ = pipeline.execute()
        except (RedisError, OSError) as problem:
            self.outage.begin(problem)
            return None
        return int(number)

    add = _or_fallback(django_redis.RedisCache.add)
    get = _or_fallback(django_redis.RedisCache.get)
    set = _or_fallback(django_redis.RedisCache.set)
    touch = _or_fallback(django_redis.RedisCache.touch)
    delete = _or_fallback(django_redis.RedisCache.delete)
    get_many = _or_fallback(django_redis.RedisCache.get_many)
    has_key = _or_fallback(django_redis.RedisCache.has_key)
    incr = _or_fallback(django_redis.RedisCache.incr)
    set_many = _or_fallback(django_redis.RedisCache.set_many)
    delete_many = _or_fallback(django_redis.RedisCache.delete_many)
    clear = _or_fallback(django_redis.RedisCache.clear)
