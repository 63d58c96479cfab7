"""The pages of the statistics: drawn from a row, in few queries, with a table and a file each."""

import csv
import io
import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.web.caches import pages
from ratings.models import ListEntry, PublishedList, RatingSystem, Statistic
from ratings.statistics import kinds, recompute
from ratings.statistics.kinds import KINDS
from ratings.statistics.list_figures import Improver
from ratings.views.statistics.tables import improver_rows
from tests.ratings import small_federation
from tests.ratings.fide_pages import archived
from tests.ratings.stream_pages import played

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}
MOST_QUERIES = {"wins": 2, "forecasts": 2, "activity": 2, "drift": 2, "improvers": 3, "clubs": 4}


@pytest.fixture(autouse=True)
def forgotten() -> None:
    cache.clear()


@pytest.fixture
def small() -> small_federation.Small:
    made = small_federation.build(players=130, tournaments=6, systems=("egf",))
    # half of them play between the lists
    plays = ListEntry.objects.filter(list=made.lists[-1], player__in=made.players[::2])
    plays.update(games=F("games") + 3)
    recompute.refresh(RatingSystem.objects.get(key="egf"))
    return made


def page(client: Client, path: str) -> str:
    response: Any = client.get(path, **ENGLISH)
    assert response.status_code == 200
    return str(response.content.decode())


def lines(client: Client, path: str) -> list[list[str]]:
    response: Any = client.get(path, **ENGLISH)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))


def table(html: str, number: int = 0) -> list[list[str]]:
    """Return the texts of the body of a table."""
    body = re.findall(r"<tbody>(.*?)</tbody>", html, re.DOTALL)[number]
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)
    cells = [re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL) for row in rows]
    return [[re.sub(r"<svg.*?</svg>|<[^>]+>", "", cell).strip() for cell in row] for row in cells]


def replace(kind: str, data: kinds.Data, key: str = "egf") -> None:
    """Let a page read other figures."""
    row = Statistic.objects.get(system__key=key, kind=kind)
    row.data = {"layout": kinds.LAYOUT, **data}
    row.save()


@pytest.mark.parametrize("kind", KINDS)
def test_page_shows_its_state_and_needs_few_queries(
    client: Client, small: small_federation.Small, kind: str
) -> None:
    client.get("/", **ENGLISH)

    with CaptureQueriesContext(connection) as asked:
        html = page(client, f"/statistics/egf/{kind}/")

    assert len(asked) == MOST_QUERIES[kind], [query["sql"] for query in asked]
    assert re.search(r"Calculated on \d+\xa0\w+ \d{4}, \d\d:\d\d", html)
    assert f'href="/statistics/egf/{kind}/"' not in html  # the chosen chip leads nowhere
    assert 'href="?format=csv"' in html


@pytest.mark.parametrize("kind", KINDS)
def test_figures_are_never_reckoned_by_a_page(
    client: Client, small: small_federation.Small, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = list(Statistic.objects.order_by("pk").values_list("pk", "made"))
    RatingSystem.objects.filter(key="egf").update(state=99)

    page(client, f"/statistics/egf/{kind}/")

    assert list(Statistic.objects.order_by("pk").values_list("pk", "made")) == before


def test_win_table_is_printed_as_in_the_brief(client: Client, small: small_federation.Small) -> None:
    row_20k = [[673, 1973], [424, 1268], [151, 606], [78, 391]]
    row_6d = [[101, 667], [0, 0], [0, 0], [0, 0]]
    replace("wins", {"grades": [[-20, row_20k], [5, row_6d]], "width": 100, "bands": []})

    html = page(client, "/statistics/egf/wins/")

    # rows 20k and 6d of the EGF's statistics of even games, 1998
    assert table(html) == [
        ["20k", "673", "1973", "34.1", "424", "1268", "33.4", "151", "606", "24.9", "78", "391", "19.9"],
        ["6d", "101", "667", "15.1", "0", "0", "–", "0", "0", "–", "0", "0", "–"],
    ]
    assert (
        "The weaker player won most often at 20k against 1 grade more: 34% of 1973 even games;"
        " least often at 6d against 1 grade more: 15% of 667. Only cells with at least 50 games are compared."
        in html
    )
    assert "G + 1" in html
    assert lines(client, "/statistics/egf/wins/?format=csv") == [
        ["G", *(f"{name}{apart}" for apart in range(1, 5) for name in ("Nw", "Ng", "Pw"))],
        ["20k", "673", "1973", "34.1", "424", "1268", "33.4", "151", "606", "24.9", "78", "391", "19.9"],
        ["6d", "101", "667", "15.1", "0", "0", "", "0", "0", "", "0", "0", ""],
    ]


def test_scores_by_difference_stand_where_nobody_declares_a_grade(client: Client) -> None:
    made = played("ladder")
    recompute.refresh(made.system)
    replace(
        "wins", {"grades": [], "width": 50, "bands": [[0, 60, 20, 20, 0.53], [50, 80, 60, 0, 0.6]]}, "ladder"
    )

    html = page(client, "/statistics/ladder/wins/")

    assert table(html) == [["0–49", "60", "20", "20", "50%", "53%"], ["50+", "80", "60", "0", "75%", "60%"]]
    assert "at a difference of 50 points or more: 75% instead of 60% in 80 games" in html
    assert html.count('class="plot"') == 2
    assert lines(client, "/statistics/ladder/wins/?format=csv")[1:] == [
        ["0", "60", "20", "20", "20", "0.5000", "0.5300"], ["50", "80", "60", "0", "20", "0.7500", "0.6000"],
    ]  # fmt: skip


def test_forecasts_are_drawn_and_said_against_the_base_rate(
    client: Client, small: small_federation.Small
) -> None:
    bins = [[place / 20, 10 * place, place / 20 + 0.02, place / 20] for place in range(20)]
    replace(
        "forecasts", {"quality": [1900, 7, 0.52, 0.6, 0.69, 0.2, 0.25, bins, [[2025, 1900, 0.6, 0.69, 0.2]]]}
    )

    html = page(client, "/statistics/egf/forecasts/")

    assert (
        "Over 1900 games, the forecasts had a log loss of 0.600 against 0.690 for a constant guess, "
        "13.0% less." in html
    )
    assert (
        len(re.findall(r'<circle class="class"', html)) == 2 * 19
    )  # on a desk and on a phone, none without games
    assert table(html)[0] == ["0–5", "0", "", ""]
    assert table(html)[19] == ["95–100", "190", "97%", "95%"]
    assert table(html, 1) == [["2025", "1900", "0.600", "0.690", "0.200"]]
    found = lines(client, "/statistics/egf/forecasts/?format=csv")
    assert (len(found), found[0], found[20]) == (
        21, ["from", "to", "games", "expected", "scored"], ["0.95", "1.00", "190", "0.9700", "0.9500"],
    )  # fmt: skip


def test_forecasts_worse_than_the_base_rate_are_called_so(
    client: Client, small: small_federation.Small
) -> None:
    replace("forecasts", {"quality": [9, 0, 0.5, 0.8, 0.69, 0.3, 0.25, [], []]})

    html = page(client, "/statistics/egf/forecasts/")

    assert "15.9% more: the same forecast for every game would have been better." in html


def test_system_whose_games_were_never_forecast_says_why(
    client: Client, small: small_federation.Small
) -> None:
    replace("forecasts", kinds.write(kinds.Forecasts(None)))

    assert "a forecast needs two rated players" in page(client, "/statistics/egf/forecasts/")
    assert len(lines(client, "/statistics/egf/forecasts/?format=csv")) == 1


def test_activity_names_the_busiest_month_and_year(client: Client, small: small_federation.Small) -> None:
    months = [[2024 * 12 + 11, 5, 4], [2025 * 12, 0, 0], [2025 * 12 + 1, 9, 6]]
    replace("activity", {"months": months, "years": [[2024, 5, 4, 4], [2025, 9, 6, 3]]})

    html = page(client, "/statistics/egf/activity/")

    assert (
        "14 rated games; the busiest month was February 2025 with 9, the busiest year 2025 with 9 games by 6"
        " players." in html
    )
    assert table(html) == [["2025", "9", "6", "3"], ["2024", "5", "4", "4"]]
    assert table(html, 1) == [
        ["February 2025", "9", "6"],
        ["January 2025", "0", "0"],
        ["December 2024", "5", "4"],
    ]
    assert lines(client, "/statistics/egf/activity/?format=csv") == [
        ["month", "games", "players"], ["2024-12", "5", "4"], ["2025-01", "0", "0"], ["2025-02", "9", "6"],
    ]  # fmt: skip


def test_drift_follows_the_active_and_the_same_people(client: Client, small: small_federation.Small) -> None:
    html = page(client, "/statistics/egf/drift/")

    assert [row[0] for row in table(html)] == ["6\xa0Nov. 2026", "4\xa0Sept. 2026", "5\xa0June 2026"]
    kept = kinds.read(kinds.Drift, Statistic.objects.get(kind="drift").data)
    assert table(html)[0][1:3] == [str(kept.levels[-1].players), f"{kept.levels[-1].mean:.1f}"]
    assert [one.players for one in kept.company] == [65, 65, 65]
    assert (
        "The 65 players of the fixed group, on every month-end list since 5\xa0June 2026 and with games in"
        " each year, changed by" in html
    )
    assert re.search(
        r"between each of these lists and the next:\s+5\xa0June 2026, 6\xa0November 2026\.", html
    )
    found = lines(client, "/statistics/egf/drift/?format=csv")
    assert [row[0] for row in found] == ["date", *(one.isoformat() for one in small_federation.DAYS)]
    assert [html.count(f'class="line {look}"') for look in ("own", "other", "third")] == [2, 2, 2]
    assert html.count("fixed group</") == 2


def gains_of(html: str) -> dict[str, str]:
    return {row[1]: row[6] for row in table(html)}


def test_gains_of_any_two_lists_are_those_that_compare_shows(
    client: Client, small: small_federation.Small
) -> None:
    newer, older = (one.date.isoformat() for one in (small.lists[-1], small.lists[-2]))

    chosen = page(client, f"/statistics/egf/improvers/?date={newer}&with={older}&games=1")
    turned = page(client, f"/statistics/egf/improvers/?date={older}&with={newer}&games=1")
    compared = page(client, f"/lists/egf/compare/?date={newer}&with={older}&sort=-change")
    changes = re.findall(
        r'<td class="name"><a[^>]*>([^<]+)</a>.*?<td class="number second">(.*?)</td>', compared, re.S
    )
    shown = {name: re.sub("<[^>]+>", "", change).strip() for name, change in changes}

    gains = gains_of(chosen)
    assert gains
    assert gains == gains_of(turned) == {name: shown[name] for name in gains}
    assert f'href="/lists/egf/compare/?date={newer}&amp;with={older}&amp;sort=-change"' in chosen
    assert f'href="/statistics/egf/improvers/?date={newer}&amp;with={older}"' in compared


def test_period_of_gains_is_bookmarkable_and_asks_few_queries(
    client: Client, small: small_federation.Small
) -> None:
    pages.clear()
    newer, older = (one.date.isoformat() for one in (small.lists[-1], small.lists[-2]))
    address = f"/statistics/egf/improvers/?date={newer}&with={older}&of=all&games=1"

    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            html = page(client, address)
        counts.append(len(asked))

    assert counts == [8, 6]
    assert f'<option value="{older}" selected>' in html
    assert f'href="?date={newer}&amp;with={older}&amp;of=women&amp;games=1"' in html
    assert lines(client, f"{address}&format=csv")[1][8] == gains_of(html)[table(html)[0][1]].lstrip("+")
    same = page(client, f"/statistics/egf/improvers/?date={newer}&with={newer}")
    assert "No one with at least 10 games gained points" in same


@pytest.mark.parametrize("wrong", ["date=1999-01-01", "with=x", "date=2026-13-40&with=", "with=0"])
def test_period_that_names_no_list_is_not_found(
    client: Client, small: small_federation.Small, wrong: str
) -> None:

    assert client.get(f"/statistics/egf/improvers/?{wrong}").status_code == 404


def test_improvers_are_named_and_measured(client: Client, small: small_federation.Small) -> None:
    last = PublishedList.objects.latest("date")
    one, other = ListEntry.objects.filter(list=last).order_by("position")[:2]
    rows = {
        ("all", 10): (
            Improver(one.player_id, 1500.0, 1750.4, 12),
            Improver(other.player_id, 1800.0, 1850.0, 30),
        ),
        ("all", 30): (Improver(other.player_id, 1800.0, 1850.0, 30),),
        ("women", 10): (),
    }
    replace("improvers", kinds.write(kinds.Improvers(date(2025, 11, 6), last.date, last.pk, rows)))

    with CaptureQueriesContext(connection) as asked:
        html = page(client, "/statistics/egf/improvers/")

    assert len(asked) == 5
    assert "the biggest gain with at least 10 games was +250." in html
    more = page(client, "/statistics/egf/improvers/?games=30")
    assert "the biggest gain with at least 30 games was +50." in more
    women = page(client, "/statistics/egf/improvers/?of=women")
    assert "Women: No one with at least 10 games gained points from" in women
    name = f"{one.surname} {one.given_name}"
    assert table(html)[0][:7] == ["1", name, one.club_name or one.federation, "1500", "1750", "12", "+250"]
    assert f'href="/players/{one.player_id}/"' in html
    assert [row[1] for row in table(page(client, "/statistics/egf/improvers/?games=30"))] == [
        f"{other.surname} {other.given_name}"
    ]
    assert "No one in this group gained points" in page(client, "/statistics/egf/improvers/?of=women")
    assert [row[0] for row in table(page(client, "/statistics/egf/improvers/?of=nobody&games=x"))] == [
        "1",
        "2",
    ]
    found = lines(client, "/statistics/egf/improvers/?format=csv")
    assert found[1][6:] == ["1500", "1750", "250", "12"]


def test_clubs_stand_by_the_mean_of_their_best(client: Client, small: small_federation.Small) -> None:
    clubs = [
        ["75Xa", 20, 9, [2500.0] * 3 + [1000.0] * 6, 30],
        ["38Yb", 9, 7, [2000.0] * 7, 12],
        ["69Zc", 4, 2, [2700.0] * 2, 0],
    ]
    replace("clubs", {"day": "2026-11-06", "by": "club", "rows": clubs})

    by_five, by_three = (page(client, f"/statistics/egf/clubs/{query}") for query in ("", "?best=3"))

    assert [row[0:3] for row in table(by_five)] == [
        ["1", "Les Deux Yeux", "38Yb"], ["2", "Cercle du Pont", "75Xa"], ["–", "Atari Croix", "69Zc"],
    ]  # fmt: skip
    assert [row[5] for row in table(by_five)] == ["12", "30", "0"]
    assert [row[7] for row in table(by_five)] == ["2000", "1900", "–"]
    assert "Most games won in 2026: Cercle du Pont, 30." in by_five
    assert [row[1] for row in table(by_three)] == ["Cercle du Pont", "Les Deux Yeux", "Atari Croix"]
    assert lines(client, "/statistics/egf/clubs/?best=3&format=csv")[1] == [
        "1", "75Xa", "Cercle du Pont", "20", "9", "2500.0", "2500", "30",
    ]  # fmt: skip


def test_fide_lists_show_federations_side_by_side(client: Client) -> None:
    archived()
    recompute.refresh(RatingSystem.objects.get(key="fide-standard"))

    html = page(client, "/statistics/fide-standard/clubs/?best=3")

    assert "Federations compared" in html
    assert "NOR" in {row[2] for row in table(html)}


# --- the ways there


def test_index_compares_the_forecasts_and_leads_everywhere(
    client: Client, small: small_federation.Small
) -> None:
    bins = [[at / 20, 95, 0.5, 0.7 if at >= 10 else 0.3] for at in range(20)]
    replace("forecasts", {"quality": [1900, 7, 0.52, 0.6, 0.69, 0.2, 0.25, bins, []]})

    with CaptureQueriesContext(connection) as asked:
        html = page(client, "/statistics/")

    assert len(asked) == 2
    assert table(html) == [["EGF rating", "70%", "", "52%", "1900", "0.600", "0.690", "0.200", "13.0%"]]
    assert "EGF rating improves most on its constant guess: 13.0%." in html
    assert all(f'href="/statistics/egf/{kind}/"' in html for kind in KINDS)
    assert lines(client, "/statistics/?format=csv")[1][:4] == ["egf", "1900", "7", "0.5200"]


def test_system_page_says_a_sentence_of_each(client: Client, small: small_federation.Small) -> None:
    with CaptureQueriesContext(connection) as asked:
        html = page(client, "/statistics/egf/")

    assert len(asked) == 4
    assert len(re.findall(r"<dd>[^<]{10,}</dd>", html)) == len(KINDS) + 2
    assert "rated games; the busiest month was" in html


def test_list_and_foot_lead_to_the_statistics(client: Client, small: small_federation.Small) -> None:
    html = page(client, "/lists/egf/")

    assert 'href="/statistics/egf/"' in html
    assert 'href="/statistics/"' in html


@pytest.mark.parametrize("kind", KINDS)
def test_figures_not_reckoned_yet_are_promised_or_declined(client: Client, kind: str) -> None:
    waiting = page(client, f"/statistics/egf/{kind}/")
    assert "no rated games and no lists yet" in waiting

    small_federation.build(players=130, tournaments=1, systems=("egf",))

    assert "being calculated" in page(client, f"/statistics/egf/{kind}/")
    assert "Nothing has been calculated yet." in page(client, "/statistics/egf/")


@pytest.mark.parametrize(
    "path", ["/statistics/nothing/", "/statistics/nothing/wins/", "/statistics/egf/nothing/"]
)
def test_what_is_no_statistic_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_unchanged_page_is_answered_with_304_until_it_is_reckoned_anew(
    client: Client, small: small_federation.Small
) -> None:
    client.get("/", **ENGLISH)  # brings the cookie of the forms of the head
    first: Any = client.get("/statistics/egf/wins/", **ENGLISH)
    again = client.get("/statistics/egf/wins/", headers={"If-None-Match": first["ETag"]}, **ENGLISH)
    Statistic.objects.all().delete()
    recompute.refresh(RatingSystem.objects.get(key="egf"))
    anew = client.get("/statistics/egf/wins/", headers={"If-None-Match": first["ETag"]}, **ENGLISH)

    assert (again.status_code, anew.status_code) == (304, 200)


def test_number_ones_are_shown_of_every_system(client: Client, small: small_federation.Small) -> None:
    html = page(client, "/lists/egf/number-ones/")

    (reign,) = table(html)
    first = ListEntry.objects.get(list__date=small_federation.DAYS[-1], active_position=1)
    assert reign[0] == f"{first.surname} {first.given_name}"
    assert reign[2:5] == ["5\xa0June 2026", "6\xa0November 2026", "3"]
    found = lines(client, "/lists/egf/number-ones/?format=csv")
    assert found[1][:4] == ["2026-06-05", "2026-11-06", "3", str(first.player_id)]
    assert "Top 100" not in html


def test_sentence_of_clubs_names_them(client: Client, small: small_federation.Small) -> None:
    clubs = [["75Xa", 20, 9, [2500.0] * 9], ["38Yb", 30, 7, [2000.0] * 7]]
    replace("clubs", {"day": "2026-11-06", "by": "club", "rows": clubs})

    html = page(client, "/statistics/egf/clubs/")

    assert "The five best of Cercle du Pont are the strongest: 2500 on average." in html
    assert "Cercle du Pont has the most active players: 9." in html


def test_equal_gains_share_a_place() -> None:
    gains = [Improver(1, 1500.0, 1600.0, 9), Improver(2, 1700.0, 1800.0, 9), Improver(3, 1500.0, 1590.0, 9)]
    entries = {number: ListEntry(player_id=number) for number in (1, 2, 3)}

    assert [row.place for row in improver_rows(gains, entries)] == [1, 1, 3]
