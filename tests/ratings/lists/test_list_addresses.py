"""Whatever the address of a list asks: a page, true to what it says is filtered; an empty one leads on."""

import html
import re
from collections.abc import Callable
from urllib.parse import parse_qsl, urlencode

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from federation.web.caches import pages
from ratings.lists import list_files
from ratings.lists.selection import AGES, GRADES, SORTS, TITLES, Selection, address, filters, misread, read
from ratings.models import PublishedList
from tests import seeds
from tests.ratings import small_federation
from tests.ratings.fide_pages import archived
from tests.ratings.stream_pages import played

ENGLISH = {"accept-language": "en"}
JUNK = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["", " ", "0", "-1", "9" * 40, "\0", "NULL", "'", "%", "٣", "1e3", "＋1"]),
)
KNOWN: dict[str, st.SearchStrategy[str]] = {
    "q": st.sampled_from(["a", "Abelard", "osei anna", "anna OSEI", "9900003", "1", "zzz", "é"]),
    "from": st.sampled_from(GRADES),
    "to": st.sampled_from(GRADES),
    "min": st.integers(-3000, 3000).map(str),
    "max": st.integers(-3000, 3000).map(str),
    "federation": st.sampled_from(["FR", "BE", "NO", "ES", "XX"]),
    "region": st.sampled_from(["ALP", "IDF"]),
    "club": st.sampled_from(["75Xa", "38Yb", "nowhere"]),
    "sex": st.sampled_from(["f", "m"]),
    "title": st.sampled_from(TITLES),
    "age": st.sampled_from(AGES),
    "licensed": st.just("1"),
    "all": st.just("1"),
    "table": st.just("provisional"),
    "sort": st.sampled_from([*SORTS, *(f"-{name}" for name in SORTS)]),
    "page": st.integers(-1, 10**8).map(str),
    "revision": st.sampled_from(["1"]),
}
QUERIES = st.fixed_dictionaries(
    {}, optional={name: st.one_of(known, known, JUNK) for name, known in KNOWN.items()}
)
FUZZ = settings(
    max_examples=seeds.examples(40),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def go() -> str:
    small_federation.build(players=15, tournaments=0, systems=("ffg",))
    return "/lists/ffg/"


def chess() -> str:
    archived()
    return "/lists/fide-standard/"


def stream() -> str:
    played()
    return "/lists/fics-blitz/"


@pytest.fixture(params=[go, chess, stream], ids=["go", "chess", "stream"])
def place(request: pytest.FixtureRequest, transactional_db: None) -> str:
    cache.clear()
    pages.clear()
    make: Callable[[], str] = request.param
    return make()


def rows(content: str) -> list[str]:
    return re.findall(r'<tr id="p(\d+)">', content)


@pytest.mark.django_db
@FUZZ
@given(query=QUERIES)
def test_any_address_is_answered_and_an_empty_page_leads_to_players(
    place: str, query: dict[str, str]
) -> None:
    answer = Client().get(place, query, headers=ENGLISH)

    if any("\0" in value for value in query.values()):
        assert answer.status_code == 400
        return
    assert answer.status_code in (200, 404)
    if answer.status_code == 404:
        assert query.get("revision") not in (None, "", "1")
        return
    content = answer.content.decode()
    if rows(content):
        assert '<p class="empty-why">' not in content
        return
    offered = re.search(r'<a class="button quiet" href="(\?[^"]*)"', content)
    assert offered is not None
    assert rows(Client().get(f"{place}{html.unescape(offered[1])}", headers=ENGLISH).content.decode())


@pytest.mark.django_db
@FUZZ
@given(query=QUERIES)
def test_any_comparison_is_answered(place: str, query: dict[str, str]) -> None:
    who = {"who": query.get("sex", ""), "with": query.pop("revision", "") and "2026-06-05"}

    answer = Client().get(f"{place}compare/", query | who, headers=ENGLISH)

    assert answer.status_code in (200, 400 if any("\0" in value for value in query.values()) else 404)


@settings(max_examples=seeds.examples(400))
@given(query=QUERIES)
def test_chips_take_off_one_filter_each_and_everything_else_stays(query: dict[str, str]) -> None:
    selection = read(query)

    for name in filters(selection):
        left = read(dict(parse_qsl(address(selection, **{name: getattr(Selection(), name)})[1:])))
        assert filters(left) == [other for other in filters(selection) if other != name]
    assert read(dict(parse_qsl(address(selection, page=selection.page)[1:]))) == selection


@settings(max_examples=seeds.examples(400))
@given(query=QUERIES)
def test_value_that_cannot_be_meant_is_named_and_sets_no_filter(query: dict[str, str]) -> None:
    named = {one.partition("=")[0] for one in misread(query)}
    kept = {name: value for name, value in query.items() if name not in named}

    assert read(kept) == read(query)
    assert misread(kept) == []
    checked = {"from", "to", "min", "max", "sex", "title", "age"}
    meant = dict(parse_qsl(address(read(query))[1:]))
    assert {name for name in checked if query.get(name, "").strip()} == named | (checked & set(meant))


def test_page_says_what_it_left_out(client: Client, db: None) -> None:
    place = go()

    content = client.get(f"{place}?{urlencode({'from': '40k', 'sex': 'x', 'min': '<b>'})}", headers=ENGLISH)

    words = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", content.content.decode())))
    assert "Ignored filter: from=40k, min=<b>, sex=x" in words
    assert len(rows(content.content.decode())) == 13


def newest_two() -> list[PublishedList]:
    return list(
        PublishedList.objects.filter(system__key="ffg", ready=True).order_by("-date", "-revision")[:2]
    )


@pytest.mark.django_db
def test_filter_of_a_file_that_has_everybody_is_refused_by_name(client: Client) -> None:
    small_federation.build(players=24, tournaments=2, systems=("ffg",))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    for extension in ("csv", "json", "txt"):
        for query in ("club=75Xa", "sex=f", "min=1000", "on=2020-01-01", "sort=name", "q=a&revision=1"):
            answer = client.get(f"/lists/ffg/latest/download.{extension}?{query}")

            name = query.partition("=")[0]
            assert (answer.status_code, answer["Cache-Control"]) == (400, "no-store")
            assert answer.content.decode() == f"There is no parameter “{name}”. Allowed here: revision."


@pytest.mark.django_db
def test_file_that_has_everybody_is_given_whatever_else_its_address_says(client: Client) -> None:
    small_federation.build(players=24, tournaments=2, systems=("ffg",))
    whole = client.get("/lists/ffg/latest/download.csv")
    for query in ("all=1", "club=", "revision=1", "utm_source=letter", "_=17"):
        answer = client.get(f"/lists/ffg/latest/download.csv?{query}")

        assert (answer.status_code, answer.content) == (200, whole.content)


@pytest.mark.parametrize("extension", ["txt", "csv", "json"])
@pytest.mark.django_db
def test_latest_download_is_the_newest_list_and_unchanged_until_the_next(
    client: Client, extension: str
) -> None:
    small_federation.build(players=24, tournaments=2, systems=("ffg",))
    now, before = newest_two()
    address = f"/lists/ffg/latest/download.{extension}"
    PublishedList.objects.filter(pk=now.pk).update(ready=False)

    earlier = client.get(address)
    known = {"if-none-match": earlier["ETag"]}
    same = client.get(address, headers=known)
    PublishedList.objects.filter(pk=now.pk).update(ready=True)
    cache.clear()
    later = client.get(address, headers=known)

    dated = [client.get(f"/lists/ffg/{one.date}/download.{extension}") for one in (before, now)]
    assert [earlier.content, later.content] == [one.content for one in dated]
    assert (earlier.status_code, same.status_code, later.status_code) == (200, 304, 200)
    assert str(now.date) in later["Content-Disposition"]


@pytest.mark.django_db
def test_latest_page_is_the_newest_list_and_no_list_has_no_latest(client: Client) -> None:
    small_federation.build(players=24, tournaments=2, systems=("ffg",))

    assert client.get("/lists/ffg/latest/").context["list"] == newest_two()[0]
    assert client.get("/lists/egf/latest/download.txt").status_code == 404
    assert client.get("/lists/nowhere/latest/download.txt").status_code == 404


@pytest.mark.django_db
def test_latest_of_fide_leads_to_the_newest_files(client: Client) -> None:
    archived()
    newest = PublishedList.objects.filter(system__key="fide-standard", ready=True).latest("date", "revision")

    list_files.make(newest)

    answer = client.get("/lists/fide-standard/latest/download.txt")

    files = f"/lists/fide-standard/{newest.date}/files/"
    assert (answer.status_code, files in answer["Location"]) == (302, True)
    given = client.get(answer["Location"])
    assert given.getvalue().startswith(b"PK")
    given.close()
