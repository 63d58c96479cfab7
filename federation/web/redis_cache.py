"""Django's cache in Redis; a Redis that is away, full or silent fails no request.

Requests Redis refuses go to another cache of settings.CACHES, `FALLBACK`: the one the site would have without
Redis. For as long as the outage lasts, the only request to Redis is whether it takes a value again.
django-redis can ignore errors too (IGNORE_EXCEPTIONS), but waits for every one of them, logs every one, and
then reports of every key that it could not be added: django-allauth, which locks its counts that way, would
refuse every login.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.core.cache import BaseCache, caches
from django.core.cache.backends import redis as django_redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.retry import Retry

from federation.web.outages import Outage
from federation.web.redis_values import Serializer, UnreadableValueError

TIMEOUT = 0.5  # seconds for a connection, or for an answer
_PROBE = "tried-again"
_outages: dict[str, Outage] = {}  # by address: one outage, however many caches and threads
Method = TypeVar("Method", bound=Callable[..., Any])


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
