"""An office that keeps its pages, as one that is run does; most tests have each made anew."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from pytest_django.fixtures import Settings

from ratings.page_cache import responses, version
from tests.ratings import small_federation
from tests.ratings.small_federation import Small

MEMORY = "django.core.cache.backends.locmem.LocMemCache"


@pytest.fixture
def small(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Small:
    """Keep pages, and believe what is known until something is committed here."""
    settings.PAGE_CACHE_ENABLED = True
    settings.CACHES = {
        "default": {"BACKEND": MEMORY, "LOCATION": "counted"},
        "pages": {
            "BACKEND": MEMORY,
            "LOCATION": "pages",
            "KEY_FUNCTION": "federation.privacy.generation.cache_key",
        },
        "answers": {"BACKEND": MEMORY, "LOCATION": "answers"},
        "template_fragments": settings.CACHES["template_fragments"],
    }
    for name in settings.CACHES:
        caches[name].clear()
    monkeypatch.setattr(version, "_known", version._Known())
    monkeypatch.setattr(version, "SECONDS", float("inf"))
    return small_federation.build(systems=("ffg",))


@pytest.fixture
def commit(
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[Any]],
) -> Callable[[], AbstractContextManager[Any]]:
    """Run what waits for a commit, as one would; what was written before is committed already."""

    def begin() -> AbstractContextManager[Any]:
        connection.run_on_commit.clear()
        return django_capture_on_commit_callbacks(execute=True)

    return begin


@pytest.fixture
def kept(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Keys of the answers cached from now on."""
    settings.PAGE_CACHE_ENABLED = True
    keys: list[str] = []
    known = caches["default"]
    known.clear()

    class Answers:
        def __getitem__(self, name: str) -> object:
            return self if name == "answers" else caches[name]

        def get(self, _key: str) -> None:
            return None

        def set_many(self, values: dict[str, object], _seconds: int) -> None:
            keys.extend(key for key, value in values.items() if isinstance(value, responses.CachedResponse))

    monkeypatch.setattr(responses, "caches", Answers())
    return keys
