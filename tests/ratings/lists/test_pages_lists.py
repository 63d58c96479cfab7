import re
from collections.abc import Callable
from datetime import date
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from federation.models import Account
from ratings.lists.selection import GRADES, Selection, address, filters, read
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.views.lists import downloads
from tests.markup import html_of
from tests.ratings import small_federation
from tests.ratings.small_federation import DAYS, Small, publish

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(tournaments=0, systems=("ffg",))


def page(client: Client, path: str, **headers: Any) -> Any:
    return client.get(path, **ENGLISH, **headers)


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html_of(response)))


def ids(response: Any) -> list[int]:
    return [int(found) for found in re.findall(r'<tr id="p(\d+)">', html_of(response))]


def ranks(response: Any) -> list[int]:
    return [int(found) for found in re.findall(r'<td class="rank">(\d+)', html_of(response))]


def active_ids(small: Small, **wanted: Any) -> list[int]:
    rows = ListEntry.objects.filter(list=small.lists[-1], active=True, **wanted).order_by("position")
    return list(rows.values_list("player_id", flat=True))


def test_newest_list_shows_a_hundred_active_players_in_order(client: Client, small: Small) -> None:
    response = page(client, "/lists/ffg/")

    assert ids(response) == active_ids(small)[:100]
    assert ranks(response) == list(range(1, 101))


def test_everybody_shows_the_inactive_without_a_rank(client: Client, small: Small) -> None:
    response = page(client, "/lists/ffg/?all=1&page=2")

    entries = ListEntry.objects.filter(list=small.lists[-1]).order_by("position")[100:]
    assert ranks(response) == [entry.active_rank for entry in entries if entry.active_rank]
    assert any(entry.active_rank is None for entry in entries)


def test_places_won_are_shown_beside_ranks_of_the_same_count_only(client: Client, small: Small) -> None:
    ListEntry.objects.filter(list=small.lists[-1]).update(rank_change=2)

    assert "↑2" in html_of(page(client, "/lists/ffg/"))
    inactive = ListEntry.objects.filter(list=small.lists[-1], active_rank=None)
    inactive.update(rank_change=None)
    assert "↑2" in html_of(page(client, "/lists/ffg/?all=1"))


@pytest.mark.parametrize("query", ["", "?all=1", "?sort=-rank", "?sort=name"])
@pytest.mark.parametrize("players", [1, 3])
def test_whole_list_costs_five_queries_and_one_when_kept(client: Client, query: str, players: int) -> None:
    cache.clear()
    small_federation.build(players=players, tournaments=0, systems=("ffg",))
    path = f"/lists/ffg/{query}"

    with CaptureQueriesContext(connection) as cold:
        page(client, path)
    with CaptureQueriesContext(connection) as warm:
        page(client, path)

    assert (len(cold), len(warm)) == (5, 1)  # one counts who came and left, the first time


def test_filtered_list_costs_five_queries(client: Client, small: Small) -> None:
    with CaptureQueriesContext(connection) as queries:
        page(client, "/lists/ffg/?from=8k&federation=FR&q=a&sort=-change")

    assert len(queries) == 5  # as above


def test_filter_keeps_the_true_rank(client: Client, small: Small) -> None:
    response = page(client, "/lists/ffg/?club=75Xa&sex=f")

    wanted = ListEntry.objects.filter(list=small.lists[-1], active=True, club="75Xa", sex="f").order_by(
        "position"
    )
    assert list(zip(ids(response), ranks(response), strict=True)) == list(
        wanted.values_list("player_id", "active_rank")
    )


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("from=8k&to=3k", {"grade__in": ["3k", "4k", "5k", "6k", "7k", "8k"]}),
        ("from=3k&to=8k", {"grade__in": ["3k", "4k", "5k", "6k", "7k", "8k"]}),
        ("from=1d", {"grade__in": [f"{n}d" for n in range(1, 10)]}),
        ("to=15k", {"grade__in": [f"{n}k" for n in range(15, 31)]}),
        ("federation=BE", {"federation": "BE"}),
        ("sex=m&q=celik", {"sex": "m", "surname": "Çelik"}),
        ("q=adele+ABEL", {"surname": "Abelard", "given_name": "Adèle"}),
        ("q=9900012", {"ffg": "9900012"}),
        ("licensed=1", {"licence__in": ["L", "e"]}),
        ("from=nonsense&sex=x&page=no", {}),
    ],
)
def test_filter_shows_exactly_who_fits(
    client: Client, small: Small, query: str, wanted: dict[str, object]
) -> None:
    response = page(client, f"/lists/ffg/?{query}")

    assert ids(response) == active_ids(small, **wanted)[:100]


def test_chip_takes_its_filter_off_and_keeps_the_others(client: Client, small: Small) -> None:
    response = page(client, "/lists/ffg/?from=8k&club=38Yb&sort=name")

    chips = re.findall(r'<a class="chip" href="([^"]*)"', html_of(response))
    assert chips == ["?club=38Yb&amp;sort=name", "?from=8k&amp;sort=name"]


@pytest.mark.parametrize(
    ("sort", "key"),
    [
        ("name", lambda e: (e.search_key, e.position)),
        ("games", lambda e: (e.games, e.position)),
        ("-games", lambda e: (-e.games, e.position)),
        ("rating", lambda e: -e.position),
        ("-rating", lambda e: e.position),
        ("-change", lambda e: (e.change is None, -(e.change or 0), e.position)),
    ],
)
def test_sort_orders_the_whole_list(
    client: Client, small: Small, sort: str, key: Callable[[ListEntry], Any]
) -> None:
    response = page(client, f"/lists/ffg/?sort={sort}")

    rows = sorted(ListEntry.objects.filter(list=small.lists[-1], active=True), key=key)
    assert ids(response) == [row.player_id for row in rows[:100]]


def test_pages_turned_round_hold_everybody_once(client: Client, small: Small) -> None:
    seen = [one for n in (1, 2) for one in ids(page(client, f"/lists/ffg/?sort=-rank&page={n}"))]

    assert seen == active_ids(small)[::-1]


def test_empty_selection_names_the_nearest_that_is_not(client: Client, small: Small) -> None:
    response = page(client, "/lists/ffg/?from=9d&to=8d&club=75Xa")

    assert response.context["nearest"].label == "Remove “from 9d”"
    assert "No player on this list matches all of these filters." in text(response)
    assert len(ids(page(client, "/lists/ffg/" + response.context["nearest"].address))) > 0


@pytest.mark.parametrize("number", ["9", "999999", "99999999999999999999"])
@pytest.mark.parametrize("query", ["", "min=-9000&", "all=1&sort=name&", "sort=rating&"])
def test_page_beyond_the_last_is_the_last(client: Client, small: Small, query: str, number: str) -> None:
    response = page(client, f"/lists/ffg/?{query}page={number}")
    last = response.context["pages"].paginator.num_pages

    assert last > 1
    assert ids(response) == ids(page(client, f"/lists/ffg/?{query}page={last}")) != []
    assert response.context["pages"].number == last


def test_page_beyond_the_last_of_nobody_is_that_of_nobody(client: Client, small: Small) -> None:
    response = page(client, "/lists/ffg/?q=nosuchname&page=9")

    assert response.context["nearest"].address == "?"
    assert "No player on this list matches all of these filters." in text(response)


def test_system_without_lists_says_so(client: Client, small: Small) -> None:
    response = page(client, "/lists/egf/")

    assert (response.status_code, "No list of this system has been published yet." in text(response)) == (
        200,
        True,
    )


@pytest.mark.parametrize(
    "path",
    ["/lists/nobody/", "/lists/ffg/1999-11-07/", "/lists/ffg/soon/", "/lists/ffg/2026-11-06/?revision=9",
             "/lists/ffg/2026-11-06/?revision=x", "/lists/ffg/2026-11-06/download.xls"]
)  # fmt: skip
def test_what_does_not_exist_is_not_found(client: Client, small: Small, path: str) -> None:
    assert page(client, path).status_code == 404


def test_revision_shows_the_older_one_with_a_warning(client: Client, small: Small) -> None:
    system = RatingSystem.objects.get(key="ffg")
    small_federation.publish(system, DAYS[-1], small.players[:3], revision=2, spread=False)

    newest, older = page(client, "/lists/ffg/2026-11-06/"), page(client, "/lists/ffg/2026-11-06/?revision=1")

    assert (len(ids(newest)), len(ids(older))) == (3, 100)
    assert "This is an older revision, kept for reference." in text(older)
    assert "This is an older revision, kept for reference." not in text(newest)


def test_list_being_written_is_not_shown(client: Client, small: Small) -> None:
    PublishedList.objects.filter(date=DAYS[-1]).update(ready=False)

    assert page(client, "/lists/ffg/").context["list"].date == DAYS[-2]


def test_reader_who_has_the_page_gets_304_for_one_query(client: Client, small: Small) -> None:
    page(client, "/lists/ffg/")  # brings the cookie the forms of the head belong to
    etag = page(client, "/lists/ffg/")["ETag"]

    with CaptureQueriesContext(connection) as queries:
        response = page(client, "/lists/ffg/", HTTP_IF_NONE_MATCH=etag)

    assert (response.status_code, len(queries), response.content) == (304, 1, b"")


def test_other_language_other_filter_and_new_revision_are_other_states(client: Client, small: Small) -> None:
    etag = page(client, "/lists/ffg/")["ETag"]
    french = client.get("/lists/ffg/", HTTP_ACCEPT_LANGUAGE="fr", HTTP_IF_NONE_MATCH=etag)
    filtered = page(client, "/lists/ffg/?sex=f", HTTP_IF_NONE_MATCH=etag)
    system = RatingSystem.objects.get(key="ffg")
    small_federation.publish(system, DAYS[-1], small.players[:3], revision=2, spread=False)
    revised = page(client, "/lists/ffg/", HTTP_IF_NONE_MATCH=etag)

    assert [french.status_code, filtered.status_code, revised.status_code] == [200, 200, 200]


def test_account_gets_its_own_page_without_tag(
    client: Client, small: Small, django_user_model: type[Account]
) -> None:
    client.force_login(django_user_model.objects.create_user("o@example.org"))

    response = page(client, "/lists/ffg/")

    assert (response.has_header("ETag"), response["Cache-Control"]) == (False, "private, no-cache")


def test_earlier_list_published_late_appears_on_a_kept_page(client: Client, small: Small) -> None:
    page(client, "/lists/ffg/")
    system = RatingSystem.objects.get(key="ffg")
    small_federation.publish(system, date(2026, 7, 3), small.players[:3])

    assert "/lists/ffg/2026-07-03/" in html_of(page(client, "/lists/ffg/"))


@pytest.mark.parametrize(
    ("extension", "kind"),
    [
        ("csv", "text/csv; charset=utf-8"),
        ("json", "application/json"),
        ("txt", "text/plain; charset=iso-8859-1"),
    ],
)
def test_download_is_the_same_bytes_twice_then_304(
    client: Client, small: Small, extension: str, kind: str
) -> None:
    path = f"/lists/ffg/2026-11-06/download.{extension}?revision=1"

    first, second = client.get(path), client.get(path)
    third = client.get(path, HTTP_IF_NONE_MATCH=first["ETag"])

    assert (first.content == second.content, first["Content-Type"], third.status_code) == (True, kind, 304)
    assert first["Cache-Control"] == "public, max-age=30"
    assert first["Content-Disposition"] == f'attachment; filename="ffg_2026-11-06_r1.{extension}"'


@pytest.mark.parametrize("extension", ["csv", "json", "txt"])
@pytest.mark.parametrize("players", [1, 3])
def test_download_costs_two_queries(client: Client, extension: str, players: int) -> None:
    small_federation.build(players=players, tournaments=0, systems=("ffg",))

    with CaptureQueriesContext(connection) as queries:
        client.get(f"/lists/ffg/2026-11-06/download.{extension}")

    assert len(queries) == 2


def test_fragment_holds_the_rows_and_not_the_shell(client: Client, small: Small) -> None:
    response = page(client, "/lists/ffg/?q=abel", HTTP_HX_REQUEST="true", HTTP_HX_TARGET="rows")

    assert (b"<html" in response.content, len(ids(response)) > 0) == (False, True)


def test_name_in_a_list_is_escaped(client: Client, small: Small) -> None:
    ListEntry.objects.filter(list=small.lists[-1], position=1).update(
        surname="<i>x", club="a&b", club_name='"q"'
    )

    content = html_of(page(client, "/lists/ffg/"))

    assert (content.count("<i>x"), content.count("&lt;i&gt;x")) == (0, 1)


def test_page_has_no_inline_style_or_script(client: Client, small: Small) -> None:
    content = html_of(page(client, "/lists/ffg/"))

    scripts = re.findall(r"<script(?! type=.application/ld\+json|[^>]*src=)", content)  # data is no script
    assert (len(re.findall(r"\sstyle=", content)), len(scripts)) == (0, 0)


def test_archive_says_of_a_year_between_that_it_has_no_lists(client: Client, small: Small) -> None:
    publish(RatingSystem.objects.get(key="ffg"), date(2023, 6, 2), small.players[:3])
    years = re.findall(r"> ?(20\d\d) ?<(?:/h3|span[^>]*>([^<]*))", html_of(page(client, "/lists/")))

    assert years == [("2026", ""), ("2025", "no lists"), ("2024", "no lists"), ("2023", "1 list")]


def test_archive_names_every_list_once(client: Client, small: Small) -> None:
    system = RatingSystem.objects.get(key="ffg")
    small_federation.publish(system, DAYS[-1], small.players[:3], revision=2)

    with CaptureQueriesContext(connection) as queries:
        content = html_of(page(client, "/lists/"))

    assert [content.count(f'href="/lists/ffg/{day}/"') for day in DAYS] == [1, 1, 1]
    assert len(queries) == 1


def test_address_and_selection_are_each_other() -> None:
    asked = {
        "q": "Ab él",
        "from": "12k",
        "to": "2d",
        "club": "75Xa",
        "sex": "f",
        "all": "1",
        "sort": "-change",
        "page": "4",
    }

    selection = read(asked)

    assert selection == Selection(
        text="Ab él",
        weakest="12k",
        strongest="2d",
        club="75Xa",
        sex="f",
        everybody=True,
        sort="-change",
        page=4,
    )
    assert address(selection, page=4) == (
        "?q=Ab+%C3%A9l&from=12k&to=2d&club=75Xa&sex=f&all=1&sort=-change&page=4"
    )
    assert filters(selection) == ["text", "weakest", "strongest", "club", "sex"]


def test_selection_without_grades_has_no_bound() -> None:
    assert (Selection().grades, read({"from": "30k", "to": "9d"}).grades) == ((), GRADES)


def test_whole_list_is_printed_from_one_page_with_its_filters(client: Client, small: Small) -> None:
    link = re.search(r'<a href="([^"]+download\.html[^"]*)"', html_of(page(client, "/lists/ffg/?sex=f")))
    assert link is not None
    wanted = ListEntry.objects.filter(list=small.lists[-1], active=True, sex="f")

    printed = html_of(client.get(unescape(link.group(1))))

    assert printed.count("<tr>") - 1 == wanted.count()
    assert all(escape(one.surname) in printed for one in wanted)


def test_printed_page_says_when_it_is_cut(
    client: Client, small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "MOST", 2)
    day = small.lists[-1].date

    printed = html_of(client.get(f"/lists/ffg/{day}/download.html", **ENGLISH))

    assert printed.count("<tr>") - 1 == 2
    assert "Only the first 2 players are here." in printed


@pytest.mark.parametrize(("system", "name"), [("ffg", "FFG V3"), ("egf", "EGD")])
def test_file_for_pairing_programs_is_named_by_its_layout_with_or_without_licences(
    client: Client, small: Small, system: str, name: str
) -> None:
    if system == "ffg":
        RatingSystem.objects.filter(key=system).update(parameters={"licence_needed": False})
    publish(RatingSystem.objects.get(key=system), date(2026, 12, 1), small.players)

    html = html_of(page(client, f"/lists/{system}/"))

    assert re.search(rf"download\.txt[^>]*>{name}</a>", html)
