"""Calendars of tournaments: what they have, in which revision, by which filters, and what they never tell."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import Club
from tests.ratings import small_federation
from tests.ratings.calendars import read
from tests.ratings.small_federation import Small
from tournaments.models import OfficeRule, Tournament

pytestmark = pytest.mark.django_db
TODAY = date.today()


@pytest.fixture
def small() -> Small:
    cache.clear()
    made = small_federation.build(players=26, tournaments=3)
    for number in (1, 2, 3):
        day = TODAY + timedelta(days=10 * number - 20)
        Tournament.objects.filter(number=number).update(start=day, end=day + timedelta(days=number))
    return made


def calendar(client: Client, query: str = "") -> tuple[Any, list[dict[str, str]]]:
    response = client.get(f"/feeds/tournaments.ics?{query}", HTTP_ACCEPT_LANGUAGE="en")
    return response, read(response.content)[1]


def uids(events: list[dict[str, str]]) -> list[str]:
    return sorted(one["UID"] for one in events)


def test_calendar_has_every_tournament_with_its_days(client: Client, small: Small) -> None:
    response, events = calendar(client)

    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert uids(events) == [f"tournament-{number}@testserver" for number in (1, 2, 3)]
    first = next(one for one in events if one["UID"] == "tournament-1@testserver")
    assert first["DTSTART;VALUE=DATE"] == f"{TODAY - timedelta(days=10):%Y%m%d}"
    assert first["DTEND;VALUE=DATE"] == f"{TODAY - timedelta(days=8):%Y%m%d}"
    assert (first["URL"], first["SEQUENCE"], first["STATUS"]) == (
        "http://testserver/tournaments/1/",
        "0",
        "CONFIRMED",
    )


def test_revoked_tournament_is_cancelled_under_the_same_uid(client: Client, small: Small) -> None:
    Tournament.objects.filter(number=2).update(stage="revoked")

    _response, events = calendar(client)

    found = {one["UID"]: (one["STATUS"], one["SEQUENCE"]) for one in events}
    assert found["tournament-2@testserver"] == ("CANCELLED", "1")


def test_revision_moves_the_sequence_and_keeps_the_uid(client: Client, small: Small) -> None:
    Tournament.objects.filter(number=2).update(revision=3)

    _response, events = calendar(client)

    assert {one["UID"]: one["SEQUENCE"] for one in events}["tournament-2@testserver"] == "4"


def test_submitted_tournament_is_tentative_unless_the_office_hides_it(client: Client, small: Small) -> None:
    Tournament.objects.filter(number=3).update(stage="submitted")
    _response, shown = calendar(client)
    OfficeRule.objects.create(pk=1, hides_handed_in=True)
    _response, hidden = calendar(client)

    assert {one["UID"]: one["STATUS"] for one in shown}["tournament-3@testserver"] == "TENTATIVE"
    assert uids(hidden) == ["tournament-1@testserver", "tournament-2@testserver"]


@pytest.mark.parametrize("stage", ["draft", "withdrawn", "superseded"])
def test_tournament_that_is_not_public_is_in_no_calendar(client: Client, small: Small, stage: str) -> None:
    Tournament.objects.filter(number=3).update(stage=stage)

    assert "tournament-3@testserver" not in uids(calendar(client)[1])


def test_calendar_of_a_club_does_not_tell_who_takes_part_in_what_is_on_its_way(
    client: Client, small: Small
) -> None:
    club = Club.objects.create(code="Own", label="Own", name="Own", federation=small.players[0].federation)
    type(small.players[0]).objects.update(club=club)
    Tournament.objects.filter(number=3).update(stage="submitted")

    assert uids(calendar(client, "club=Own")[1]) == ["tournament-1@testserver", "tournament-2@testserver"]


def test_calendar_speaks_the_language_asked_for(client: Client, small: Small) -> None:
    response, _events = calendar(client, "language=ru&game=go")

    assert read(response.content)[0]["NAME"].startswith("Турниры - ")
    assert response["Content-Language"] == "ru"


@pytest.mark.parametrize(
    "query", ["region=none", "club=none", "system=none", "game=none", "year=2020", "of=us"]
)
def test_wrong_parameter_is_named(client: Client, small: Small, query: str) -> None:
    response = client.get(f"/feeds/tournaments.ics?{query}", HTTP_ACCEPT_LANGUAGE="en")

    assert (response.status_code, query.partition("=")[0] in response.content.decode()) == (400, True)


def test_calendar_costs_three_queries(client: Client, small: Small) -> None:
    with CaptureQueriesContext(connection) as queries:
        calendar(client)

    assert len(queries) == 3


def test_page_leads_to_the_calendar_of_its_filters(client: Client, small: Small) -> None:
    content = client.get("/tournaments/?game=go&year=all").content.decode()

    assert 'href="/feeds/tournaments.ics?game=go"' in content
