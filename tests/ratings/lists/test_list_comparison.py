"""Two dates of a list side by side."""

import csv
import html
import io
import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import Player
from federation.web.caches import pages
from ratings.lists import publication
from ratings.lists.list_comparison import CSV
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.views.lists import lists
from tests.markup import html_of
from tests.ratings import small_federation
from tests.ratings.fide_pages import ANNA, BEN, archived
from tests.ratings.small_federation import DAYS, Small
from tests.ratings.stream_pages import LIST_DAY, played

pytestmark = pytest.mark.django_db
PATH = "/lists/ffg/compare/"


@pytest.fixture
def small() -> Small:
    cache.clear()
    pages.clear()
    return small_federation.build(tournaments=0, systems=("ffg",))


def page(client: Client, query: str = "") -> Any:
    return client.get(f"{PATH}{query}", headers={"accept-language": "en"})


def entry(small: Small, number: int, place: int) -> ListEntry:
    return ListEntry.objects.get(list=small.lists[place], player=number)


def test_newest_list_stands_beside_the_one_before_in_its_order(client: Client, small: Small) -> None:
    context = page(client).context

    active = ListEntry.objects.filter(list=small.lists[-1], active=True).order_by("position")
    lines = context["lines"]
    assert (context["newer"].date, context["older"].date) == (DAYS[-1], DAYS[-2])
    assert [line.number for line in lines] == list(active.values_list("player_id", flat=True)[:100])
    for line in (lines[0], lines[40], lines[99]):
        now, then = entry(small, line.number, -1), entry(small, line.number, -2)
        assert (line.now.rating, line.change) == (now.rating, now.rating - then.rating)
        assert (line.now.rank, line.places) == (now.active_rank, then.active_rank - now.active_rank)  # type: ignore[operator]  # both are active and ranked


@pytest.mark.parametrize("query", ["?date=2026-11-06&with=2026-06-05", "?date=2026-06-05&with=2026-11-06"])
def test_any_two_dates_are_compared_whichever_is_named_first(
    client: Client, small: Small, query: str
) -> None:
    answer = page(client, query)

    assert (answer.context["newer"].date, answer.context["older"].date) == (DAYS[-1], DAYS[0])
    line = answer.context["lines"][7]
    assert line.then.rating == entry(small, line.number, 0).rating
    selected = re.findall(r'<option value="([^"]+)" selected', html_of(answer))
    assert selected == ["2026-11-06", "2026-06-05"]


def test_player_who_was_not_on_the_older_list_is_new(client: Client, small: Small) -> None:
    fresh = Player.objects.get(pk=small.players[0].pk)
    ListEntry.objects.filter(list=small.lists[-2], player=fresh).delete()

    answer = page(client, f"?q={fresh.surname}+{fresh.given_name}")

    line = next(one for one in answer.context["lines"] if one.number == fresh.pk)
    assert (line.change, line.places, line.then) == (None, None, None)
    assert '<span class="new">new</span>' in html_of(answer)


@pytest.mark.parametrize("players", [1, 3])
def test_comparison_costs_five_queries_and_one_to_count_who_moved(client: Client, players: int) -> None:
    cache.clear()
    pages.clear()
    small_federation.build(players=players, tournaments=0, systems=("ffg",))

    with CaptureQueriesContext(connection) as queries:
        answer = page(client)

    assert (len(queries), answer.content.count(b'<tr id="p')) == (6, players)


def test_pages_and_everybody_are_kept_in_the_address(client: Client, small: Small) -> None:
    answer = page(client, "?all=1&page=2&with=2026-06-05")

    first = small.lists[-1].entries.get(position=101)
    assert (len(answer.context["lines"]), answer.context["lines"][0].now.rank) == (30, first.active_rank)
    assert "with=2026-06-05" in html_of(answer)


@pytest.mark.parametrize("query", ["", "&all=1", "&sort=change", "&q=e"])
def test_page_beyond_the_last_of_two_lists_is_the_last(client: Client, small: Small, query: str) -> None:
    context = page(client, f"?page=999{query}").context

    last = context["pages"].paginator.num_pages
    lines = page(client, f"?page={last}{query}").context["lines"]
    assert [line.number for line in context["lines"]] == [line.number for line in lines] != []
    assert context["pages"].number == last


def test_only_list_there_is_has_nothing_beside_it(client: Client) -> None:
    small = small_federation.build(players=3, tournaments=0, systems=("ffg",))
    for published in small.lists[:-1]:
        published.entries.all().delete()
        published.delete()

    answer = page(client)

    assert (answer.status_code, answer.context["lines"]) == (200, [])
    assert "There is no earlier list" in html_of(answer)


def test_reader_who_has_the_comparison_gets_304_until_a_list_is_revised(client: Client, small: Small) -> None:
    etag = page(client)["ETag"]
    same = client.get(PATH, headers={"accept-language": "en", "if-none-match": etag})
    system = RatingSystem.objects.get(key="ffg")
    small_federation.publish(system, DAYS[-2], small.players[:3], revision=2, spread=False)
    after = client.get(PATH, headers={"accept-language": "en", "if-none-match": etag})

    assert (same.status_code, after.status_code) == (304, 200)


@pytest.mark.parametrize(
    "query", ["?date=x", "?with=2026-13-01", f"?date={date(2026, 1, 1)}", "?with=1999-01-01"]
)
def test_date_without_a_list_is_not_found(client: Client, small: Small, query: str) -> None:
    assert page(client, query).status_code == 404


# Orders, who came and who left, the file


def changes(small: Small, *, then: int) -> dict[int, int]:
    """What everybody active now has won since a list, counted one by one."""
    old = dict(ListEntry.objects.filter(list=small.lists[then]).values_list("player_id", "rating"))
    now = ListEntry.objects.filter(list=small.lists[-1], active=True).order_by("position")
    return {number: rating - old[number] for number, rating in now.values_list("player_id", "rating")}


@pytest.mark.parametrize("then", [0, 1])
@pytest.mark.parametrize("sort", ["change", "-change"])
def test_lines_are_ordered_by_change_between_any_two_dates(
    client: Client, small: Small, sort: str, then: int
) -> None:
    lines = page(client, f"?with={DAYS[then]}&sort={sort}").context["lines"]

    won = changes(small, then=then)
    # ties stay in the order of the list
    expected = sorted(won.items(), key=lambda one: -one[1] if sort[0] == "-" else one[1])
    assert [(line.number, line.change) for line in lines] == expected[:100]
    assert len(set(won.values())) > 2


@pytest.mark.parametrize(("sort", "order"), [
    ("name", "search_key"), ("-name", "-search_key"), ("rating", "-position"), ("-rating", "position"),
])  # fmt: skip
def test_lines_are_ordered_by_name_and_rating(client: Client, small: Small, sort: str, order: str) -> None:
    lines = page(client, f"?sort={sort}").context["lines"]

    rows = ListEntry.objects.filter(list=small.lists[-1], active=True)
    ties = "-position" if order.startswith("-") else "position"
    assert [line.number for line in lines] == list(
        rows.order_by(order, ties).values_list("player_id", flat=True)
    )[:100]


def test_rating_shown_again_with_a_licence_changes_by_what_both_lists_show(
    client: Client, small: Small
) -> None:
    back, _, steady = ListEntry.objects.filter(list=small.lists[-1], active=True).order_by("position")[3:6]
    then = ListEntry.objects.filter(list=small.lists[-2], player=back.player)
    then.update(
        active=False, active_rank=None, active_position=None, rating=back.rating - 90, exact=back.exact - 7
    )

    lines = {line.number: line for line in page(client, "?sort=-change").context["lines"]}
    file = b"".join(page(client, "?format=csv&all=1").streaming_content).decode("utf-8-sig")

    assert (lines[back.player_id].change, lines[back.player_id].then.where) == (90, "inactive")
    changes = {int(row["number"]): row["change"] for row in csv.DictReader(io.StringIO(file))}
    assert changes[back.player_id] == "90"
    assert lines[steady.player_id].change == int(changes[steady.player_id])
    won = [line.change for line in lines.values()]
    assert won == sorted(won, reverse=True)


def test_heads_lead_to_the_orders_and_keep_everything_else(client: Client, small: Small) -> None:
    content = html.unescape(html_of(page(client, "?with=2026-06-05&sort=-change&page=2&all=1")))

    assert (
        '<th scope="col" class="number" aria-sort="descending"><a href="?with=2026-06-05&sort=change&all=1">'
        in content
    )
    assert '<th scope="col"><a href="?with=2026-06-05&sort=name&all=1">Name</a>' in content
    assert "?with=2026-06-05&sort=-change&all=1&who=new" in content
    assert "?with=2026-06-05&sort=-change&page=1&all=1" in content


def in_old_order(small: Small, *players: int) -> list[int]:
    rows = ListEntry.objects.filter(list=small.lists[-2], player__in=players).order_by("position")
    return list(rows.values_list("player_id", flat=True))


def gone_and_new(small: Small) -> tuple[int, int, int]:
    """Take one off the newest list, one off the list before, and make one inactive now."""
    left, came, idle = ListEntry.objects.filter(list=small.lists[-1], active=True).order_by("position")[3:6]
    ListEntry.objects.filter(list=small.lists[-1], player=left.player).delete()
    ListEntry.objects.filter(list=small.lists[-2], player=came.player).delete()
    ListEntry.objects.filter(pk=idle.pk).update(active=False, active_rank=None, active_position=None)
    return left.player_id, came.player_id, idle.player_id


def test_who_came_and_who_left_is_counted_and_shown(client: Client, small: Small) -> None:
    left, came, idle = gone_and_new(small)

    new, gone = page(client, "?who=new"), page(client, "?who=gone")

    assert [line.number for line in new.context["lines"]] == [came]
    assert {line.number: line.now and line.now.where for line in gone.context["lines"]} == {
        left: None, idle: "inactive",
    }  # fmt: skip
    assert [line.number for line in gone.context["lines"]] == in_old_order(small, left, idle)
    assert [(tab.players, tab.is_open) for tab in gone.context["tabs"]] == [
        (ListEntry.objects.filter(list=small.lists[-1], active=True).count(), False),
        (1, False), (0, False), (2, True),
    ]  # fmt: skip
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html_of(gone)))
    assert ("not listed" in words, "without a licence" in words) == (True, True)


def test_who_left_can_be_searched_and_ordered(client: Client, small: Small) -> None:
    left, _came, idle = gone_and_new(small)
    names = [Player.objects.get(pk=number).search_key for number in (left, idle)]

    assert [
        line.number for line in page(client, f"?who=gone&q={names[0].replace(' ', '+')}").context["lines"]
    ] == [left]
    ordered = page(client, "?who=gone&sort=-name").context["lines"]
    assert [line.number for line in ordered] == [
        number for _, number in sorted(zip(names, (left, idle), strict=True), reverse=True)
    ]
    assert page(client, "?who=gone&sort=change").status_code == 200


def test_everybody_on_both_says_that_nobody_came_or_left(client: Client, small: Small) -> None:
    assert "Everyone on the newer list was also on the older one." in html_of(page(client, "?who=new"))
    assert "Everyone on the older list is also on the newer one." in html_of(page(client, "?who=gone"))
    assert page(client, "?who=nonsense").context["who"] == ""


def test_file_holds_both_lists_whole(client: Client, small: Small) -> None:
    left, came, idle = gone_and_new(small)

    answer = page(client, "?format=csv&q=nobody&page=7")
    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode("utf-8-sig"))))

    known = {int(row["number"]): row for row in rows}
    active = ListEntry.objects.filter(list=small.lists[-1], active=True).order_by("position")
    assert [int(row["number"]) for row in rows] == [
        *active.values_list("player_id", flat=True),
        *in_old_order(small, left, idle),
    ]
    assert [known[one]["who"] for one in (left, came, idle)] == ["gone", "new", "gone"]
    assert (known[left]["rating"], known[came]["rating_then"], known[came]["change"]) == ("", "", "")
    assert (known[idle]["rating"], known[idle]["rank"]) == (str(entry(small, idle, -1).rating), "")
    steady = known[active[50].player_id]
    now, then = active[50], entry(small, active[50].player_id, -2)
    assert [steady[name] for name in ("rank", "rating", "rank_then", "rating_then", "change", "who")] == [
        str(now.active_rank), str(now.rating), str(then.active_rank), str(then.rating),
        str(now.rating - then.rating), "",
    ]  # fmt: skip
    assert answer["Content-Disposition"] == 'attachment; filename="ffg_2026-09-04_2026-11-06.csv"'


@pytest.mark.parametrize("query", ["?sort=-change", "?who=new", "?who=gone&all=1"])
def test_orders_and_who_moved_cost_five_queries_once_counted(
    client: Client, small: Small, query: str
) -> None:
    gone_and_new(small)
    page(client, query)

    with CaptureQueriesContext(connection) as queries:
        page(client, query)

    assert len(queries) == 5


@pytest.mark.parametrize("table", ["", "&table=provisional"])
def test_stream_says_who_changed_the_table(client: Client, table: str) -> None:
    made = played()
    publication.publish(made.system, LIST_DAY + timedelta(days=1), account=None, note="x", force=True)
    first = PublishedList.objects.earliest("date")
    ListEntry.objects.filter(list=first, provisional=False).update(provisional=True, active_position=None)

    answer = client.get(
        f"/lists/fics-blitz/compare/?who={'gone' if table else 'new'}&all=1{table}",
        headers={"accept-language": "en"},
    )

    assert {line.number for line in answer.context["lines"]} == {one.pk for one in made.players[:2]}
    assert ("established" if table else "provisional") in {
        place.where for line in answer.context["lines"] for place in (line.now, line.then) if place
    }


def returned(small: Small) -> int:
    """Let a player of the newest list be inactive on the one before."""
    back = ListEntry.objects.filter(list=small.lists[-1], active=True).order_by("position")[7]
    older = ListEntry.objects.filter(list=small.lists[-2], player=back.player)
    older.update(active=False, active_rank=None, active_position=None)
    return back.player_id


def test_who_was_inactive_then_has_returned_and_is_not_new(client: Client, small: Small) -> None:
    _left, came, _idle = gone_and_new(small)
    back = returned(small)

    new, again = page(client, "?who=new"), page(client, "?who=returned")

    assert [line.number for line in new.context["lines"]] == [came]
    assert [line.number for line in again.context["lines"]] == [back]
    assert [(str(tab.label), tab.players) for tab in again.context["tabs"]][1:] == [
        ("New", 1),
        ("Returned", 1),
        ("Left", 2),
    ]
    rows = csv.DictReader(
        io.StringIO(b"".join(page(client, "?format=csv").streaming_content).decode("utf-8-sig"))
    )
    assert {row["who"] for row in rows if row["number"] == str(back)} == {"returned"}


def test_where_everybody_is_looked_at_nobody_returns(client: Client, small: Small) -> None:
    returned(small)

    everybody = page(client, "?all=1&who=returned")

    assert (everybody.context["lines"], len(everybody.context["tabs"])) == ([], 3)


def test_page_of_a_list_counts_who_joined_returned_and_left(client: Client, small: Small) -> None:
    gone_and_new(small)
    returned(small)

    content = html_of(client.get("/lists/ffg/", headers={"accept-language": "en"}))
    days = f"date={DAYS[-1]}&amp;with={DAYS[-2]}"

    assert f'<a href="/lists/ffg/compare/?{days}&amp;who=new">1 joined</a>' in content
    assert f'<a href="/statistics/ffg/improvers/?{days}&amp;games=1">Biggest gains</a>' in content
    assert f'<a href="/lists/ffg/compare/?{days}&amp;who=returned">1 returned</a>' in content
    assert f'<a href="/lists/ffg/compare/?{days}&amp;who=gone">2 left</a>' in content
    assert "Players leave without a licence for the season" in content


def test_large_list_leads_to_the_comparison_without_counting(
    client: Client, small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "COUNTED", 100)

    content = html_of(client.get("/lists/ffg/", headers={"accept-language": "en"}))

    assert 'who=gone">Left</a>' in content


def test_first_list_says_nothing_of_changes(client: Client, small: Small) -> None:
    content = html_of(client.get(f"/lists/ffg/{DAYS[0]}/", headers={"accept-language": "en"}))

    assert "came-and-left" not in content


def test_file_of_a_list_alone_names_its_columns(client: Client, small: Small) -> None:
    PublishedList.objects.exclude(pk=small.lists[-1].pk).update(ready=False)

    answer = page(client, "?format=csv")

    assert answer["Content-Type"].startswith("text/csv")
    assert b"".join(answer.streaming_content).decode("utf-8-sig").split() == [",".join(CSV)]


def test_names_and_countries_are_written_as_on_the_lists_of_fide(client: Client) -> None:
    for month in (10, 11):
        archived((ANNA, BEN), day=date(2026, month, 1))

    shown = client.get("/lists/fide-standard/compare/", headers={"accept-language": "en"}).content.decode()

    assert ("Osei, Anna" in shown, "NOR" in shown) == (True, True)
