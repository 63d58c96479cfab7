"""The site where Redis is killed, full or silent: everything goes on, and hidden names stay hidden."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from federation.jobs import jobs
from federation.models import Job
from federation.privacy import privacy
from federation.web import redis_cache
from federation.web.outages import Outage
from ratings.page_cache import version
from tests.federation.accounts.entering import PASSWORD, enter, person
from tests.federation.web.redis_server import NEEDS_REDIS, RedisServer
from tests.ratings.small_federation import Small

pytestmark = [*NEEDS_REDIS, pytest.mark.django_db]
OUTAGES = ["kill", "fill", "pause"]


@pytest.fixture(autouse=True)
def _counted_in_memory(settings: Any, tmp_path: Path) -> None:
    """Count as an office does."""
    settings.DATA_DIR = tmp_path


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    made = RedisServer(tmp_path)
    made.start()
    yield made
    made.kill()


@pytest.fixture
def office(small: Small, server: RedisServer, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Small:
    """Put Redis before each cache of the office, as the settings do; counts fall back to a table."""
    monkeypatch.setattr(redis_cache, "_outages", {})
    without = {**settings.CACHES}
    without["default"] = {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "federation_counted",
    }  # fmt: skip
    in_redis = {"BACKEND": "federation.web.redis_cache.RedisCache", "LOCATION": server.address}
    caches_now: dict[str, Any] = {"template_fragments": without.pop("template_fragments")}
    for name, one in without.items():
        keys = {"KEY_FUNCTION": one["KEY_FUNCTION"]} if "KEY_FUNCTION" in one else {}
        caches_now[f"{name}-without-redis"] = one
        caches_now[name] = {**in_redis, **keys, "OPTIONS": {"FALLBACK": f"{name}-without-redis"}}
    settings.CACHES = caches_now
    return small


def addresses(small: Small) -> list[str]:
    player, event = small.players[0], small.tournaments[0]
    return [
        "/", "/lists/ffg/", "/lists/ffg/?page=2", f"/players/{player.pk}/", "/players/?q=kowal",
        f"/tournaments/{event.number}/", "/clubs/", "/statistics/", "/rules/", "/sitemap.xml", "/login/",
        "/api/v1/systems", "/api/v1/lists", f"/api/v1/players/{player.pk}", "/api/v1/players?q=nguyen",
    ]  # fmt: skip


@pytest.mark.parametrize("outage", OUTAGES)
def test_everything_that_is_read_goes_on(
    office: Small, server: RedisServer, outage: str, settings: Any, client: Client
) -> None:
    settings.API_RATE = 10_000
    asked = [
        f"{one}{'&' if '?' in one else '?'}n={n}" if n and not one.startswith("/api/") else one
        for one in addresses(office)
        for n in range(4)
    ]
    assert {client.get(one).status_code for one in asked[:20]} == {200}
    getattr(server, outage)()

    assert [one for one in asked if client.get(one).status_code != 200] == []


@pytest.mark.parametrize("outage", OUTAGES)
def test_log_in_goes_on_and_its_lock_holds(office: Small, server: RedisServer, outage: str) -> None:
    person("odile@example.org")
    person("otto@example.org")
    getattr(server, outage)()

    first = enter("odile@example.org", PASSWORD)[1].status_code
    failures = [enter("otto@example.org", "wrong")[1].status_code for _ in range(5)]
    locked = enter("otto@example.org", PASSWORD)[1].status_code

    assert (first, failures, locked) == (302, [200] * 5, 429)


@pytest.mark.parametrize("outage", OUTAGES)
def test_limit_of_programs_holds(
    office: Small,
    server: RedisServer,
    outage: str,
    settings: Any,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.API_RATE = 7
    now = time.time()
    monkeypatch.setattr("federation.api.public_api.time.time", lambda: now)  # no minute ends meanwhile
    getattr(server, outage)()

    answers = [client.get("/api/v1/systems").status_code for _ in range(12)]

    assert answers == [200] * 7 + [429] * 5


@pytest.mark.parametrize("outage", OUTAGES)
def test_kept_page_turns_when_a_player_hides(
    office: Small,
    server: RedisServer,
    outage: str,
    client: Client,
    commit: Callable[[], AbstractContextManager[Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(version, "SECONDS", 0.0)  # as a moment later, in any process
    player = office.players[0]
    address = f"/players/{player.pk}/"
    assert player.surname in client.get(address).content.decode()
    getattr(server, outage)()
    assert player.surname in client.get(address).content.decode()

    with commit():
        privacy.choose(player, "anonymous", account=None)
    hidden = client.get(address).content.decode()
    server.recover()
    for cache in caches.all():
        if isinstance(cache, redis_cache.RedisCache):
            cache.outage.end()  # as some seconds later; what Redis kept from before is there again
    again = client.get(address).content.decode()

    assert (player.surname in hidden, player.surname in again) == (False, False)
    assert f"NN {player.pk}" in again


def test_job_is_asked_for_where_the_queue_fails_whatever_the_error(
    office: Small, monkeypatch: pytest.MonkeyPatch, commit: Callable[[], AbstractContextManager[Any]]
) -> None:
    from federation.celery import app

    asked: list[int] = []

    def refuse(*_: Any, args: list[int], **__: Any) -> None:
        asked.extend(args)
        raise RuntimeError("OOM command not allowed when used memory > 'maxmemory'.")

    monkeypatch.setattr(app, "send_task", refuse)
    monkeypatch.setattr(jobs, "_queue", Outage("The queue"))
    with commit():
        made = [jobs.request("test.kind") for _ in range(3)]
        for job in made:
            jobs.enqueue_after_commit(job)

    assert asked == [made[0].pk]  # the others are left to the sweeper without a try
    assert set(Job.objects.filter(kind="test.kind").values_list("state", flat=True)) == {"queued"}
