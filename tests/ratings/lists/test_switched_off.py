"""A system that is switched off: what it published stays readable, nothing offers it or shows more."""

from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from federation.models import Account
from ratings.lists import list_files, publication
from ratings.models import PublishedList, RatingChange, RatingSystem
from tests.ratings import small_federation
from tests.ratings.chess_months import based, masters, opened, system
from tests.ratings.histories import Played, recalculate, stale

pytestmark = pytest.mark.django_db
SENTENCE = "The rating office no longer maintains this rating. What was published stays as it was."
LIST, UNPUBLISHED = "2025-01-01", "2025-02-01"


@pytest.fixture
def rated(settings: Any, tmp_path: Any) -> tuple[RatingSystem, list[Any]]:
    """Two lists of the ledger, one of them published with its files; the system is switched off."""
    settings.DATA_DIR = tmp_path
    cache.clear()
    standard, players = system(), masters(4)
    for place, player in enumerate(players):
        based(standard, player, 1900 + 100 * place, k=20, games=40)
    for number, day in ((5, date(2024, 12, 5)), (6, date(2025, 1, 10))):
        opened(day, players, [Played(1, 0, 1, 2), Played(1, 2, 3, 1)], number=number)
    stale(standard, date(2024, 12, 1))
    recalculate(standard)
    list_files.make(publication.publish(standard, date(2025, 1, 1), account=None))
    RatingSystem.objects.filter(pk=standard.pk).update(active=False)
    return standard, players


def answered(client: Client, path: str) -> tuple[int, str]:
    response: Any = client.get(path, HTTP_ACCEPT_LANGUAGE="en")
    if response.streaming:
        return response.status_code, b"".join(response.streaming_content).hex()
    return response.status_code, response.content.decode()


@pytest.mark.parametrize("path", ["", "top/", "number-ones/", f"{LIST}/", f"{LIST}/?all=1"])
def test_published_list_stays_readable_and_says_so(client: Client, rated: Any, path: str) -> None:
    status, html = answered(client, f"/lists/fide-standard/{path}")

    assert (status, SENTENCE in html) == (200, True)


def test_calculation_of_a_published_list_stays_readable(client: Client, rated: Any) -> None:
    status, html = answered(client, f"/players/{rated[1][0].pk}/fide-standard/{LIST}/")

    assert (status, SENTENCE in html) == (200, True)


def test_downloads_stay(client: Client, rated: Any) -> None:
    (published,) = PublishedList.objects.all()

    codes = {answered(client, f"/lists/fide-standard/{LIST}/files/{name}")[0] for name in published.files}

    assert (len(published.files), codes) == (6, {200})
    assert answered(client, f"/lists/fide-standard/{LIST}/download.csv.zip")[0] == 302


@pytest.mark.parametrize(
    "path",
    [
        f"lists/fide-standard/{UNPUBLISHED}/download.csv",
        f"players/{{player}}/fide-standard/{UNPUBLISHED}/",
        "lists/fide-blitz/",
        "lists/fide-blitz/top/",
    ],
)
def test_what_was_never_published_is_not_found_in_words(client: Client, rated: Any, path: str) -> None:
    assert RatingChange.objects.filter(
        system=rated[0], sequence__gt=date(2025, 1, 2).toordinal() << 33
    ).exists()

    status, html = answered(client, f"/{path.format(player=rated[1][0].pk)}")

    assert (status, "There is no page at this address" in html) == (404, True)


@pytest.mark.parametrize("who", [None, "reader@example.org"])
def test_nothing_offers_it(client: Client, rated: Any, who: str | None) -> None:
    if who:
        client.force_login(Account.objects.create_user(who, "a password of his own"))

    pages = {path: answered(client, path)[1] for path in ("/", f"/players/{rated[1][0].pk}/", "/lists/")}

    assert {path: html.count("fide-standard") for path, html in pages.items()} == {
        "/": 0,
        f"/players/{rated[1][0].pk}/": 0,
        "/lists/": 0,
    }


def test_reader_who_has_the_page_hears_of_the_end(client: Client, rated: Any) -> None:
    RatingSystem.objects.filter(pk=rated[0].pk).update(active=True)
    before: Any = client.get("/lists/fide-standard/top/")
    RatingSystem.objects.filter(pk=rated[0].pk).update(active=False)

    after = client.get("/lists/fide-standard/top/", HTTP_IF_NONE_MATCH=before["ETag"])

    assert (before.status_code, after.status_code) == (200, 200)


def test_change_after_the_last_list_of_an_event_system_is_not_shown(client: Client) -> None:
    cache.clear()
    small_federation.build(players=26, tournaments=3)
    changes = RatingChange.objects.filter(system__key="ffg").order_by("sequence")
    ends = changes.values_list("player", "tournament__number", "tournament__start")
    shown, hidden = ends[0], ends.reverse()[0]
    last = PublishedList.objects.filter(system__key="ffg").earliest("date")
    PublishedList.objects.filter(system__key="ffg").exclude(pk=last.pk).update(ready=False)
    PublishedList.objects.filter(pk=last.pk).update(date=shown[2])
    paths = [f"/players/{player}/ffg/{number}/" for player, number, _ in (shown, hidden)]

    kept = [client.get(path).status_code for path in paths]
    RatingSystem.objects.filter(key="ffg").update(active=False)

    assert kept == [200, 200]
    assert [client.get(path).status_code for path in paths] == [200, 404]
