"""The cache in Redis where Redis is killed, full or silent: nothing fails or waits, one line is logged."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import BaseCache, caches
from pytest_django.fixtures import Settings

from federation.web import redis_cache
from federation.web.outages import Outage
from tests.federation.web.redis_server import NEEDS_REDIS, RedisServer

pytestmark = NEEDS_REDIS
OUTAGES = ["kill", "fill", "pause"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    made = RedisServer(tmp_path)
    made.start()
    yield made
    made.kill()


@pytest.fixture
def cache(server: RedisServer, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> BaseCache:
    monkeypatch.setattr(redis_cache, "_outages", {})
    settings.CACHES = {
        "default": {
            "BACKEND": "federation.web.redis_cache.RedisCache",
            "LOCATION": server.address,
            "OPTIONS": {"FALLBACK": "beside"},
        },
        "beside": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": server.address},
    }
    return caches["default"]


def test_what_is_kept_is_in_redis(cache: BaseCache, server: RedisServer) -> None:
    cache.set("one", {"a": 1}, 60)
    cache.set_many({"two": 2, "three": 3})

    assert cache.get_many(["one", "two", "four"]) == {"one": {"a": 1}, "two": 2}
    assert sorted(server.held()) == [":1:one", ":1:three", ":1:two"]
    assert caches["beside"].get("one") is None


@pytest.mark.parametrize("outage", OUTAGES)
def test_every_method_goes_on_without_redis(cache: BaseCache, server: RedisServer, outage: str) -> None:
    cache.set("before", "in Redis", 60)
    getattr(server, outage)()
    cache.set("outage", "noticed", 60)  # a full Redis still reads

    assert (cache.get("before"), cache.get("before", "none")) == (None, "none")
    assert [cache.add("one", 1, 60), cache.add("one", 2, 60)] == [True, False]
    assert (cache.incr("one"), cache.decr("one"), cache.has_key("one")) == (2, 1, True)
    assert (cache.touch("one", 60), cache.touch("nothing", 60)) == (True, False)
    assert cache.get_or_set("made", lambda: "anew", 60) == "anew"
    assert cache.set_many({"two": 2}) == []
    assert cache.get_many(["one", "two", "before"]) == {"one": 1, "two": 2}
    assert (cache.delete("one"), cache.delete("one")) == (True, False)
    cache.delete_many(["two"])
    assert cache.get("two") is None
    cache.clear()
    assert cache.get("made") is None


@pytest.mark.parametrize("outage", OUTAGES)
def test_nobody_waits_and_one_line_is_logged(
    cache: BaseCache,
    server: RedisServer,
    outage: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert isinstance(cache, redis_cache.RedisCache)
    monkeypatch.setattr("federation.web.outages.time.monotonic", lambda: 1000.0)
    tried: list[Exception] = []
    begin = cache.outage.begin

    def count(problem: Exception) -> None:
        tried.append(problem)
        begin(problem)

    monkeypatch.setattr(cache.outage, "begin", count)
    getattr(server, outage)()

    for number in range(1000):
        cache.set("number", number, 60)
        assert cache.get("number") == number

    assert len(tried) == 1  # of the 2,000 that would each wait
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert (len(told), told[0].partition(":")[0]) == (1, "The cache in Redis fails, going on without it")


@pytest.mark.parametrize("outage", OUTAGES)
def test_redis_is_asked_again_once_it_takes_a_value(
    cache: BaseCache,
    server: RedisServer,
    outage: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert isinstance(cache, redis_cache.RedisCache)
    now = [1000.0]
    monkeypatch.setattr("federation.web.outages.time.monotonic", lambda: now[0])
    getattr(server, outage)()
    cache.set("away", 1, 60)
    now[0] += cache.outage.retry
    cache.set("away", 2, 60)  # tried in vain
    assert cache.outage.is_on

    server.recover()
    now[0] += cache.outage.retry
    cache.set("back", 3, 60)

    assert (cache.outage.is_on, ":1:back" in server.held(), caches["beside"].get("back")) == (
        False, True, None,
    )  # fmt: skip
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "The cache in Redis fails, going on without it", "The cache in Redis works again",
    ]  # fmt: skip


def test_redis_started_anew_is_no_outage(
    cache: BaseCache, server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    cache.set("one", 1, 60)
    server.kill()
    server.start()

    assert (cache.get("one"), caplog.records) == (None, [])


def test_counts_are_exact_and_end(cache: BaseCache, server: RedisServer) -> None:
    assert isinstance(cache, redis_cache.RedisCache)
    assert [cache.count("asked", by=5, seconds=60) for _ in range(3)] == [5, 10, 15]
    server.kill()
    assert cache.count("asked", by=5, seconds=60) is None


def test_outage_by_turns_is_logged_now_and_then(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [1000.0]
    monkeypatch.setattr("federation.web.outages.time.monotonic", lambda: now[0])
    outage = Outage("It", retry=5, calm=60)

    def fail_and_work() -> None:
        outage.begin(OSError("no"))
        outage.end()

    for _ in range(100):
        fail_and_work()
        now[0] += 1.0
    outage.begin(OSError("no"))  # too soon after the last line, but it stays
    now[0] += 60
    outage.begin(OSError("no"))

    told: list[Any] = [record.getMessage() for record in caplog.records]
    assert told == ["It fails, going on without it: OSError: no", "It works again"] * 2 + [told[0]]


def test_one_caller_in_a_while_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("federation.web.outages.time.monotonic", lambda: now[0])
    outage = Outage("It", retry=5)
    outage.begin(OSError("no"))

    assert [outage.is_my_turn(), outage.is_my_turn()] == [False, False]
    now[0] += 5
    assert [outage.is_my_turn(), outage.is_my_turn()] == [True, False]
