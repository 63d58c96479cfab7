"""By what kept answers are told apart: the version of the site, its state, how it is reached."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from federation.journal import journal
from federation.privacy import generation
from ratings.page_cache import responses, version


@pytest.mark.django_db
def test_what_an_older_version_kept_is_asked_for_by_no_newer_one(settings: Settings) -> None:
    before = generation.cache_key("list-best-1-all-", "", 1)
    settings.VERSION = "9.9"

    assert generation.cache_key("list-best-1-all-", "", 1) != before


@pytest.mark.django_db
@pytest.mark.parametrize("chance", [0, 1, 2**32 - 1])
def test_change_is_a_new_state_whatever_chance_adds(
    chance: int, monkeypatch: pytest.MonkeyPatch, commit: Callable[..., AbstractContextManager[Any]]
) -> None:
    monkeypatch.setattr(version, "_known", version._Known())
    monkeypatch.setattr("ratings.page_cache.version.secrets.randbelow", lambda _most: chance)
    states = []

    for _ in range(3):
        with commit():
            journal.write("player.renamed", "player", account=None)
        states.append(version.of_everything())

    assert len(set(states)) == 3


@pytest.mark.django_db
def test_answers_of_http_and_https_are_kept_apart(rf: RequestFactory, settings: Settings) -> None:
    settings.PAGE_CACHE_ENABLED = True
    asked = [responses.cache_key_of(rf.get("/lists/", secure=secure)) for secure in (False, True, False)]

    keys = [one.key for one in asked if one]
    assert len(keys) == 3
    assert keys[0] == keys[2] != keys[1]
