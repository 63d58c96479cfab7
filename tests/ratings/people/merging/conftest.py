"""An office where two numbers are one person."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from federation.models import (
    Account,
)
from ratings.models import RatingSystem


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def ffg() -> RatingSystem:
    return RatingSystem.objects.get(key="ffg")


@pytest.fixture
def officer() -> Account:
    return Account.objects.create_user("odile@example.org", "secret")
