import math
import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ratings.charts import bell
from ratings.charts.bell import distribution, normal_below
from ratings.models import ListEntry, PublishedList, RatingSystem
from tests.ratings import small_federation

ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


def test_normal_law_gives_the_value_of_the_brief() -> None:
    # CDF[N[1600, 50], 1550] = .159 (FICS help page "glicko", 28 February 2008)
    assert round(normal_below(1550, mean=1600, deviation=50), 4) == 0.1587


@pytest.mark.parametrize(("deviations", "share"), [(1, 0.6827), (2, 0.9545), (3, 0.9973)])
def test_share_within_deviations_is_that_of_the_normal_law(deviations: int, share: float) -> None:
    inside = normal_below(deviations, mean=0, deviation=1) - normal_below(-deviations, mean=0, deviation=1)

    assert round(inside, 4) == share


def test_figures_of_a_distribution_are_those_of_its_players() -> None:
    found = distribution([(1500, 2), (1400, 1), (1700, 1)])

    assert found is not None
    assert (found.players, found.mean, found.median) == (4, 1525.0, 1500.0)
    assert found.deviation == math.sqrt((2 * 25**2 + 125**2 + 175**2) / 4)
    assert (found.within_one, found.within_two) == (0.5, 1.0)


def test_classes_hold_everybody_once_and_the_curve_nearly() -> None:
    rows = [(rating, 1 + rating % 7) for rating in range(1203, 2088, 3)]

    found = distribution(rows)

    assert found is not None
    assert sum(each.players for each in found.classes) == sum(players for _, players in rows)
    assert [each.low for each in found.classes[1:]] == [each.high + 1 for each in found.classes[:-1]]
    assert 0.997 < sum(each.normal for each in found.classes) / found.players < 1.0


def test_class_has_what_the_normal_law_has_between_its_ends() -> None:
    found = distribution([(1500, 10), (1600, 10)], width=100, edge=50)

    assert found is not None
    assert [(each.low, each.high, each.players) for each in found.classes] == [
        (1350, 1449, 0), (1450, 1549, 10), (1550, 1649, 10), (1650, 1749, 0),
    ]  # fmt: skip
    below, middle = (
        normal_below(1449.5, mean=1550, deviation=50),
        normal_below(1549.5, mean=1550, deviation=50),
    )
    assert found.classes[1].normal == pytest.approx((middle - below) * 20)


def test_negative_ratings_fall_into_their_own_class() -> None:
    found = distribution([(-1, 3), (0, 5)], width=100)

    assert found is not None
    assert [(each.low, each.players) for each in found.classes if each.players] == [(-100, 3), (0, 5)]


def test_nobody_has_no_distribution_and_one_player_no_curve() -> None:
    assert distribution([]) is None
    one = distribution([(1720, 1)])
    assert one is not None
    assert (one.mean, one.deviation, len(one.classes)) == (1720.0, 0.0, 1)
    drawn = bell.draw(one, bell.Words("l", "m", "c", ["t"]), size=(358, 260))
    assert 'class="bar"' in drawn
    assert "polyline" not in drawn


def test_drawing_escapes_words_and_stays_inside_its_frame() -> None:
    found = distribution([(rating, 1) for rating in range(1000, 2600, 11)])

    assert found is not None
    words = bell.Words("<l>", "<m>", "<c>", ["<t>"] * len(found.classes))
    drawn = bell.draw(found, words, size=(860, 340))

    assert not re.search(r"<[lmct]>", drawn)
    assert "style" not in drawn
    places = [float(place) for place in re.findall(r' x\d?="([-\d.]+)"', drawn)]
    assert min(places) >= 0
    assert max(places) <= 860


@pytest.mark.django_db
@pytest.mark.parametrize("players", [1, 3])
def test_page_costs_four_queries_and_three_when_counted(client: Client, players: int) -> None:
    cache.clear()
    small_federation.build(players=players, tournaments=0, systems=("ffg",))

    with CaptureQueriesContext(connection) as cold:
        client.get("/lists/ffg/distribution/", **ENGLISH)
    with CaptureQueriesContext(connection) as warm:
        client.get("/lists/ffg/distribution/", **ENGLISH)

    assert (len(cold), len(warm)) == (4, 3)


@pytest.mark.django_db
def test_page_shows_grades_beside_their_classes_and_counts_the_group_asked_for(client: Client) -> None:
    cache.clear()
    small = small_federation.build(tournaments=0, systems=("ffg",))
    published = small.lists[-1]

    active = client.get("/lists/ffg/distribution/", **ENGLISH)
    everybody = client.get("/lists/ffg/distribution/?of=all", **ENGLISH)

    assert active.context["spread"].players == published.active_players
    assert everybody.context["spread"].players == published.players
    assert everybody.context["spread"].mean == pytest.approx(
        sum(ListEntry.objects.filter(list=published).values_list("rating", flat=True)) / published.players
    )
    named = {grade: each.low for each, grade in active.context["grades"].data}
    assert (named["1d"], named["1k"], named["5k"]) == (0, -100, -500)


@pytest.mark.django_db
def test_page_reads_the_list_of_the_date_and_knows_no_other(client: Client) -> None:
    cache.clear()
    small_federation.build(tournaments=0, systems=("ffg",), players=5)

    assert client.get("/lists/ffg/distribution/?date=2026-06-05").context["list"].date == date(2026, 6, 5)
    for wrong in ("2026-06-06", "nonsense", "2026-13-01"):
        assert client.get(f"/lists/ffg/distribution/?date={wrong}").status_code == 404
    assert client.get("/lists/nothing/distribution/").status_code == 404


@pytest.mark.django_db
def test_group_nobody_is_in_says_so(client: Client) -> None:
    cache.clear()
    system = RatingSystem.objects.get(key="ffg")
    PublishedList.objects.create(system=system, date=date(2026, 1, 1), ready=True)

    answer = client.get("/lists/ffg/distribution/", **ENGLISH)

    assert "No one in this group is on the list." in answer.content.decode()


@pytest.mark.django_db
def test_many_dates_are_offered_one_a_month(client: Client) -> None:
    system = RatingSystem.objects.get(key="ffg")
    start = date(2026, 1, 1).toordinal()
    PublishedList.objects.bulk_create(
        PublishedList(system=system, date=date.fromordinal(start + day), ready=True) for day in range(100)
    )

    days = client.get("/lists/ffg/distribution/", **ENGLISH).context["days"]

    assert days == [date(2026, 4, 10), date(2026, 3, 31), date(2026, 2, 28), date(2026, 1, 31)]
