"""Values in Redis: each comes back as it was, nothing that runs code is written or read."""

import pickle
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

import pytest
from django.core.cache.backends.base import BaseCache
from django.utils.safestring import SafeString, mark_safe
from hypothesis import given
from hypothesis import strategies as st

from federation.web.redis_cache import RedisCache, Serializer, UnreadableValueError
from tests.federation.web.redis_server import NEEDS_REDIS, RedisServer

PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
DAYS = st.dates() | st.datetimes() | st.datetimes(timezones=st.just(UTC))
VALUES = st.recursive(
    PLAIN | DAYS,
    lambda one: (
        st.lists(one)
        | st.lists(one).map(tuple)
        | st.dictionaries(st.text() | st.integers() | st.dates(), one)
    ),
)


def through(value: Any) -> Any:
    stored = Serializer().dumps(value)
    return Serializer().loads(str(stored).encode() if isinstance(stored, int) else stored)


@given(VALUES)
def test_value_comes_back_as_it_was(value: Any) -> None:
    found = through(value)

    assert (found, type(found)) == (value, type(value))


class Named(NamedTuple):
    body: bytes
    until: float


def test_page_stays_safe_and_a_record_becomes_a_tuple() -> None:
    page = through({"page": mark_safe("<p>é</p>"), "kept": Named(b"\x00\xff", 1.5)})

    assert type(page["page"]) is SafeString
    assert page == {"page": "<p>é</p>", "kept": (b"\x00\xff", 1.5)}


def test_number_stands_by_itself_so_that_redis_counts() -> None:
    assert Serializer().dumps(7) == 7
    assert Serializer().dumps(True) != 1


@pytest.mark.parametrize("value", [Decimal(1), {1, 2}, object(), [object()]], ids=range(4))
def test_more_than_data_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="is not kept in Redis"):
        Serializer().dumps(value)


@pytest.mark.parametrize(
    "stored",
    [
        pickle.dumps({"a": 1}),
        b"",
        b"J",
        b"J\x00\x00\x00\x02",
        b"J\x00\x00\x00\x02[",
        b'J\x00\x00\x00\x12{"\\u0000b":[0,9999]}',
        b'J\x00\x00\x00\x0e{"\\u0000x":[0]}',
        b"J\xff\xff\xff\xff[]",
    ],
    ids=range(8),
)
def test_what_somebody_else_wrote_is_not_read(stored: bytes) -> None:
    with pytest.raises(UnreadableValueError):
        Serializer().loads(stored)


class TestInRedis:
    """With a server."""

    pytestmark = NEEDS_REDIS

    @pytest.fixture
    def server(self, tmp_path: Any) -> Any:
        made = RedisServer(tmp_path)
        made.start()
        yield made
        made.kill()

    @pytest.fixture
    def cache(self, server: RedisServer, settings: Any) -> BaseCache:
        return RedisCache(server.address, {"OPTIONS": {"FALLBACK": "template_fragments"}})

    def test_pickled_value_somebody_put_there_is_nothing_kept(
        self, cache: Any, server: RedisServer, capsys: pytest.CaptureFixture[str]
    ) -> None:
        cache.set("page", {"moment": datetime(2026, 1, 2, tzinfo=UTC), "day": date(2026, 1, 2)})
        client = cache._cache.get_client(None, write=True)
        names = list(client.scan_iter("*"))
        assert [client.get(name)[:1] for name in names] == [b"J"]

        client.set(names[0], pickle.dumps(Evil()))

        assert cache.get("page") is None
        assert cache.get_many(["page"]) == {}
        assert capsys.readouterr().out == ""
        assert not cache.outage.is_on


class Evil:
    """Says something when it is unpickled."""

    def __reduce__(self) -> Any:
        return print, ("unpickled",)
