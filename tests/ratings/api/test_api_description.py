"""The interface for programs against its own description: what fits is taken, what does not is refused."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.contrib.auth.models import Group
from django.core.cache import cache as site_cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck
from hypothesis import settings as run
from ninja import Schema
from pytest_django.fixtures import Settings
from schemathesis.config import SchemathesisConfig
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.python._constants.orchestrator import make_constants_value_source

from federation.accounts import tokens
from federation.api import reference
from federation.models import Account
from ratings.laboratory import SCOPE
from tests import seeds
from tests.ratings import small_federation

pytestmark = pytest.mark.django_db
DESCRIPTION = "/api/v1/openapi.json"
# What the description leaves to words: that every entrant of a job is one of its players, how a file is
# written, that no two things are said of one entrant, which codes findings have, which systems take games
# one by one, that two players are two.
BEYOND = [
    "POST /api/v1/rate",
    "POST /api/v1/tournaments",
    "POST /api/v1/tournaments/{number}/matches",
    "POST /api/v1/tournaments/{number}/confirm",
    "GET /api/v1/games/status",
    "POST /api/v1/webhooks",
    "GET /api/v1/players/{number}/against/{other}",
]
REFUSED = {"positive_data_acceptance": {"expected-statuses": ["2xx", "401", "404", "409", "422"]}}
# A body may be too large before anybody looks at what is wrong in it.
TOO_LARGE = {"negative_data_rejection": {"expected-statuses": ["4xx"]}}
# A cursor of the right form may be of another database, and a day not in the calendar.
GONE = {"positive_data_acceptance": {"expected-statuses": ["2xx", "410"]}}
CONFIG = {
    "checks": TOO_LARGE,
    "operations": [
        {"include-name": "GET /api/v1/changes", "checks": GONE | TOO_LARGE},
        *({"include-name": name, "checks": REFUSED | TOO_LARGE} for name in BEYOND),
    ],
    **({"seed": seeds.number()} if seeds.number() else {}),
}
AS_IT_IS = {"Accept-Encoding": "identity"}  # the test's client unpacks nothing
ALL = bool(seeds.number())  # in a check each call is made once: with a token where it needs one
OPERATIONS = [call.key for call in reference.calls() if ALL or not call.needs_token]
FOR_TOKENS = [
    call.key
    for call in reference.calls()
    if (ALL and re.search("games|tournaments|webhooks|simulations", call.path)) or call.needs_token
]


@cache
def interface() -> tuple[Any, dict[str, Any], FeedbackSources]:
    """Return the interface as its description tells it, its operations by name, and what they draw from."""
    schema: Any = schemathesis.openapi.from_wsgi(
        DESCRIPTION, get_wsgi_application(), config=SchemathesisConfig.from_dict(CONFIG)
    )
    operations = {each.ok().label: each.ok() for each in schema.get_all_operations()}
    return schema, operations, FeedbackSources(constants_value_source=make_constants_value_source(schema))


def ask(label: str, *, examples: int, headers: dict[str, str]) -> None:
    """Ask one operation in all the ways schemathesis finds, which it makes here: they take seconds to make.

    Its own `from_fixture` writes names of tests, which pytest lets nobody do any more.
    """
    schema, operations, feedback = interface()

    def check(case: Any) -> None:
        case.call_and_validate(headers=headers)

    build_operation_test(
        config=schema.config,
        operation=operations[label],
        test_func=check,
        given_kwargs={},
        feedback=feedback,
        explicit_settings=run(max_examples=examples, suppress_health_check=list(HealthCheck)),
    )()


@pytest.fixture(autouse=True)
def _office(db: None, settings: Settings) -> None:
    """Let there be something to read, and nobody ask too often."""
    site_cache.clear()
    settings.API_RATE = settings.API_TOKEN_RATE = 10**9
    small_federation.build(players=24, tournaments=2, systems=("ffg",))


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """Keep the connection of the test, which a server would close behind every request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def organiser_token() -> str:
    account = Account.objects.create_user("olga@example.org", "secret")
    account.groups.add(Group.objects.get(name="organiser"))
    scopes = [tokens.GAMES_WRITE, tokens.TOURNAMENTS_WRITE, tokens.WEBHOOKS_WRITE, SCOPE]
    return tokens.issue(account, name="pairing program", scopes=scopes)[1]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_interface_does_what_its_description_says(operation: str) -> None:
    ask(operation, examples=seeds.examples(25), headers=AS_IT_IS)


@pytest.mark.parametrize("operation", FOR_TOKENS)
def test_whoever_has_a_token_is_answered_as_described(operation: str, organiser_token: str) -> None:
    ask(
        operation,
        examples=seeds.examples(15),
        headers={"Authorization": f"Bearer {organiser_token}", **AS_IT_IS},
    )


def test_every_call_is_described(client: Client) -> None:
    paths = client.get(DESCRIPTION).json()["paths"]

    read = {path.removeprefix("/api/v1") for path, calls in paths.items() if "get" in calls}
    assert read == {
        "/changes",
        "/simulations",
        "/simulations/{number}",
        "/webhooks",
        "/systems",
        "/systems/{system}/statistics",
        "/systems/{system}/statistics/{kind}",
        "/clubs",
        "/clubs/{code}",
        "/lists/{system}/number-ones",
        "/lists/{system}/live",
        "/players/{number}/games",
        "/players/{number}/against/{other}",
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
        "/tournaments/handed-in",
        "/tournaments/{number}/crosstable",
        "/tournaments/{number}/matches",
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
