"""The interface for programs against its own description: what fits is taken, what does not is refused."""

from collections import Counter
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.test import Client
from hypothesis import HealthCheck
from hypothesis import settings as run
from ninja import Schema
from pytest_django.fixtures import Settings
from schemathesis.config import SchemathesisConfig

from tests.ratings import small_federation

pytestmark = pytest.mark.django_db
DESCRIPTION = "/api/v1/openapi.json"
# That every entrant of a job is one of its players, and every constant one of its edition, no schema can say.
CONFIG = {
    "operations": [
        {
            "include-path": "/api/v1/rate",
            "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", "422"]}},
        }
    ]
}
interface = schemathesis.openapi.from_wsgi(
    DESCRIPTION, get_wsgi_application(), config=SchemathesisConfig.from_dict(CONFIG)
)


@pytest.fixture(autouse=True)
def _office(db: None, settings: Settings) -> None:
    """Let there be something to read, and nobody ask too often."""
    cache.clear()
    settings.API_RATE = settings.API_TOKEN_RATE = 10**9
    small_federation.build(players=24, tournaments=2, systems=("ffg",))


@interface.parametrize()
@run(max_examples=25, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_interface_does_what_its_description_says(case: Any) -> None:
    case.call_and_validate()


def test_every_call_is_described(client: Client) -> None:
    paths = client.get(DESCRIPTION).json()["paths"]

    read = {path.removeprefix("/api/v1") for path, calls in paths.items() if "get" in calls}
    assert read == {
        "/systems",
        "/lists",
        "/lists/{system}/{date}",
        "/lists/{system}/{date}/entries",
        "/lists/{system}/{date}/entries.csv",
        "/lists/{system}/{date}/entries.json",
        "/players",
        "/players/{number}",
        "/players/{number}/history",
        "/players/{number}/history.csv",
        "/tournaments",
        "/tournaments/{number}",
        "/tournaments/{number}/crosstable",
        "/games/status",
    }
    assert all(call["description"] for calls in paths.values() for call in calls.values())


def test_no_two_records_have_one_name() -> None:
    """In the description the second would stand for the first."""
    ours = ("federation.", "tournaments.", "ratings.")
    names = Counter(one.__name__ for one in _below(Schema) if one.__module__.startswith(ours))

    assert [name for name, count in names.items() if count > 1] == []


def _below(kind: type[Any]) -> set[type[Any]]:
    found = set(kind.__subclasses__())
    return found.union(*(_below(one) for one in found))
