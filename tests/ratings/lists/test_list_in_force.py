"""Any day leads to the list that was in force then, as it was then."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.timezone import localdate
from pytest_django import DjangoAssertNumQueries

from ratings.models import PublishedList
from tests.ratings import small_federation
from tests.ratings.small_federation import Small

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Small:
    """Lists of June, September and November 2026, asked about in December."""
    cache.clear()
    made = small_federation.build(players=12, tournaments=1, systems=("ffg",))
    for module in ("ratings.views.lists.lists",):
        monkeypatch.setattr(f"{module}.localdate", lambda *_: date(2026, 12, 31))
    return made


def corrected(small: Small, *, on: datetime) -> None:
    """Publish the list of September once more."""
    system = small.lists[1].system
    small_federation.publish(system, small.lists[1].date, small.players, revision=2)
    PublishedList.objects.filter(date=small.lists[1].date, revision=2).update(published=on)


def where(client: Client, address: str) -> str:
    answer: Any = client.get(address, headers=ENGLISH)
    assert answer.status_code == 302, answer.status_code
    return str(answer["Location"])


@pytest.mark.parametrize(
    ("day", "listed"),
    [
        ("2026-06-06", "2026-06-05"),
        ("2026-09-03", "2026-06-05"),
        ("2026-10-01", "2026-09-04"),
        ("2026-12-31", "2026-11-06"),
    ],
)
def test_day_between_lists_leads_to_the_one_in_force(
    client: Client, small: Small, day: str, listed: str
) -> None:
    assert where(client, f"/lists/ffg/{day}/?club=75Xa") == f"/lists/ffg/{listed}/?club=75Xa"
    assert where(client, f"/lists/ffg/?on={day}&all=1") == f"/lists/ffg/{day}/?all=1"


def test_day_of_a_list_is_its_own_page(client: Client, small: Small) -> None:
    assert client.get("/lists/ffg/2026-09-04/", headers=ENGLISH).status_code == 200


def test_correction_that_came_later_was_not_in_force_before(client: Client, small: Small) -> None:
    corrected(small, on=datetime(2026, 10, 10, 8, tzinfo=UTC))

    assert where(client, "/lists/ffg/2026-10-09/") == "/lists/ffg/2026-09-04/?revision=1"
    assert where(client, "/lists/ffg/2026-10-10/") == "/lists/ffg/2026-09-04/"
    followed: Any = client.get("/lists/ffg/2026-10-09/", headers=ENGLISH, follow=True)
    assert b"This is an older revision, kept for reference." in followed.content


def test_list_of_an_archive_counts_from_its_day(client: Client, small: Small) -> None:
    PublishedList.objects.update(published=datetime(2026, 12, 24, tzinfo=UTC))
    corrected(small, on=datetime(2026, 12, 25, tzinfo=UTC))

    assert where(client, "/lists/ffg/2026-10-01/") == "/lists/ffg/2026-09-04/?revision=1"
    assert where(client, "/lists/ffg/2026-07-01/") == "/lists/ffg/2026-06-05/"


@pytest.mark.parametrize(
    ("day", "said", "link"),
    [
        ("2026-06-04", b"the first one was published later", b'href="/lists/ffg/2026-06-05/"'),
        ("0001-01-01", b"the first one was published later", b'href="/lists/ffg/2026-06-05/"'),
        ("2027-01-01", b"is in the future", b'href="/lists/ffg/2026-11-06/"'),
        ("9999-12-31", b"is in the future", b'href="/lists/ffg/2026-11-06/"'),
    ],
)
def test_day_before_the_first_list_or_to_come_says_why_there_is_none(
    client: Client, small: Small, day: str, said: bytes, link: bytes
) -> None:
    answer: Any = client.get(f"/lists/ffg/{day}/", headers=ENGLISH)

    assert answer.status_code == 404
    assert said in answer.content
    assert link in answer.content


@pytest.mark.parametrize(
    "address",
    [
        "/lists/ffg/2026-02-30/",
        "/lists/ffg/?on=yesterday",
        "/lists/egf/2026-10-01/",
        "/lists/nosuch/2026-10-01/",
        "/lists/ffg/2026-10-01/?revision=1",
        "/lists/ffg/2026-10-01/?revision=x",
    ],
)
def test_what_is_no_day_or_no_list_is_not_found(client: Client, small: Small, address: str) -> None:
    assert client.get(address, headers=ENGLISH).status_code == 404


def test_day_without_a_list_costs_two_queries(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        where(client, "/lists/ffg/2026-10-01/")


def test_today_has_a_list(client: Client) -> None:
    cache.clear()
    small_federation.build(players=4, tournaments=0, systems=("ffg",))
    PublishedList.objects.filter(date=small_federation.DAYS[0]).update(date=localdate() - timedelta(days=1))
    PublishedList.objects.filter(date__gt=localdate()).delete()

    assert where(client, f"/lists/ffg/{localdate().isoformat()}/").startswith("/lists/ffg/20")


def test_form_beside_a_list_asks_for_a_day(client: Client, small: Small) -> None:
    page = client.get("/lists/ffg/2026-09-04/", headers=ENGLISH).content.decode()

    assert 'action="/lists/ffg/"' in page
    assert '<input id="list-on" type="date" name="on" value="2026-09-04">' in page


def test_lines_of_a_history_lead_to_their_lists(client: Client, small: Small) -> None:
    page = client.get(f"/players/{small.players[0].pk}/", headers=ENGLISH).content.decode()

    for published in small.lists:
        assert f'<td><a href="/lists/ffg/{published.date.isoformat()}/?#p{small.players[0].pk}">' in page
