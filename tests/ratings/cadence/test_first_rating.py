"""How a newcomer's page says where his first rating comes from, or what is missing."""

import re
from dataclasses import astuple
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from federation.models import Player
from ratings.cadence.by_period.explain import PeriodExplanation, explain_period
from ratings.cadence.by_period.first_rating import FirstRating, printed_performance
from ratings.lists import publication
from ratings.models import RatingSystem
from ratings.rulebook.fide_clauses import first_rating_clauses
from tests.ratings.chess_months import based, masters, opened, system
from tests.ratings.histories import Played, people, recalculate, stale

pytestmark = pytest.mark.django_db
FIDE_S_EXAMPLE = ((1902, 1), (1877, 1), (1884, 2), (2012, 0), (1832, 2))  # E8: rating and half points
FIVE = ((1500, 2), (1600, 2), (1550, 0), (1700, 0), (1650, 0))
LOST = tuple((2000 + 10 * place, 0) for place in range(3))


def met(
    results: tuple[tuple[int, int], ...],
    start: date,
    *,
    number: int,
    newcomer: Player | None = None,
    end: date | None = None,
) -> Player:
    """Hold a tournament in which a newcomer meets rated opponents; half points are his."""
    rated = RatingSystem.objects.get(key="fide-standard")
    players = people(len(results) + (newcomer is None))
    if newcomer is None:
        newcomer = players.pop()
    for player, (rating, _) in zip(players, results, strict=True):
        based(rated, player, rating, on=date(start.year - 1, 12, 1), k=20, games=100)
    games = [Played(place + 1, 0, place + 1, points) for place, (_, points) in enumerate(results)]
    opened(start, [newcomer, *players], games, number=number, end=end or start)
    return newcomer


def told(newcomer: Player, *, on: date, since: date = date(2019, 12, 1)) -> PeriodExplanation:
    """Recalculate and explain a list."""
    rated = RatingSystem.objects.get(key="fide-standard")
    recalculate(stale(rated, since))
    return explain_period(rated, newcomer, on)


def first_of(explanation: PeriodExplanation) -> FirstRating:
    assert explanation.first is not None
    return explanation.first


@pytest.mark.parametrize(
    ("start", "results", "steps", "rating"),
    [
        # E8 of our specification; published by FIDE as 1922.
        (date(2025, 1, 4), FIDE_S_EXAMPLE, ("1901.40", "1872.43", 57, 50, 1922), 1922),
        (date(2022, 1, 8), FIDE_S_EXAMPLE, ("1901.40", "1901.40", 60, None, 1921), 1921),
        # E12a, b and d
        (date(2025, 1, 4), FIVE, ("1600.00", "1657.14", 43, -50, 1607), 1607),
        (date(2022, 1, 8), FIVE, ("1600.00", "1600.00", 40, -72, 1528), 1528),
        (date(2025, 1, 4), ((2100, 2),) * 5, ("2100.00", "2014.29", 86, 309, 2323), 2200),
        (date(2022, 1, 8), ((2100, 2),) * 5, ("2100.00", "2100.00", 100, None, 2200), 2200),
        (date(2025, 1, 4), ((1420, 1), *((1420, 0),) * 4), ("1420.00", "1528.57", 21, -230, 1299), None),
        (date(2022, 1, 8), ((1420, 1), *((1420, 0),) * 4), ("1420.00", "1420.00", 10, -366, 1054), 1054),
    ],
)  # fmt: skip
def test_first_rating_is_told_step_by_step(
    start: date, results: tuple[tuple[int, int], ...], steps: tuple[Any, ...], rating: int | None
) -> None:
    system()
    newcomer = met(results, start, number=1)

    explanation = told(newcomer, on=date(start.year, 2, 1))

    first = first_of(explanation)
    step = first.reckoning
    assert step is not None
    assert (str(step.average), str(step.whole_average), step.share, step.distance, step.performance) == steps
    assert (first.games, first.missing, first.rating, explanation.after) == (5, 0, rating, rating)


def test_results_of_several_lists_are_added_up_and_say_what_is_missing() -> None:
    system()
    newcomer = met(FIDE_S_EXAMPLE[:2], date(2025, 1, 4), number=1)
    met(FIDE_S_EXAMPLE[2:4], date(2025, 3, 1), number=2, newcomer=newcomer)
    met(FIDE_S_EXAMPLE[4:], date(2025, 4, 5), number=3, newcomer=newcomer)

    waiting = first_of(told(newcomer, on=date(2025, 4, 1)))
    given = told(newcomer, on=date(2025, 5, 1))

    assert (waiting.games, waiting.missing, waiting.points, waiting.rating) == (4, 1, Decimal(2), None)
    assert waiting.earliest_end == date(2027, 3, 1)
    assert [(one.list_date, one.until, one.games, str(one.average)) for one in waiting.results] == [
        (date(2025, 2, 1), date(2027, 3, 1), 2, "1889.50"),
        (date(2025, 4, 1), date(2027, 5, 1), 2, "1948.00"),
    ]
    assert (given.after, first_of(given).rating, [one.games for one in first_of(given).results]) == (
        1922,
        1922,
        [2, 2, 1],
    )
    assert [one.part is None for one in first_of(given).results] == [True, True, False]


@pytest.mark.parametrize(("month", "lists"), [(date(2027, 2, 6), 2), (date(2027, 3, 6), 1)])
def test_results_wait_for_26_lists(month: date, lists: int) -> None:
    system()
    newcomer = met(FIDE_S_EXAMPLE[:2], date(2025, 1, 4), number=1)
    met(FIDE_S_EXAMPLE[2:4], month, number=2, newcomer=newcomer)

    first = first_of(told(newcomer, on=date(2027, month.month + 1, 1)))

    assert (len(first.results), first.games) == (lists, 2 * lists)


def test_first_event_without_a_score_is_said_not_to_count() -> None:
    system()
    newcomer = met(LOST, date(2025, 1, 4), number=1)
    met(LOST, date(2025, 3, 1), number=2, newcomer=newcomer)

    before, after = (first_of(told(newcomer, on=day)) for day in (date(2025, 2, 1), date(2025, 4, 1)))

    assert (before.games, before.missing, before.earliest_end) == (0, 5, None)
    assert [(one.games, one.disregarded) for one in before.results] == [(3, True)]
    assert [(one.games, one.disregarded) for one in after.results] == [(0, True), (3, False)]
    assert (after.games, after.missing) == (3, 2)


def test_player_with_a_rating_is_on_the_way_to_none() -> None:
    rated = system()
    ann, bob = masters(2)
    for player in (ann, bob):
        based(rated, player, 2000, k=20, games=100)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 2)], number=1)

    explanation = told(ann, on=date(2025, 2, 1))

    assert (explanation.first, explanation.tournaments[0].performance) == (None, None)


def test_performance_is_printed_by_the_rule_of_2022() -> None:
    assert printed_performance("fide-standard", [rating for rating, _ in FIDE_S_EXAMPLE], Decimal(3)) == 1921
    assert printed_performance("fide-standard", [1420] * 5, Decimal("0.5")) == 1054


def test_weighted_mean_of_events_is_told_as_what_it_is() -> None:
    rated = system()
    RatingSystem.objects.filter(pk=rated.pk).update(edition="2014", parameters={"pooling": "event-weighted"})
    newcomer = met(((2280, 1),) * 2 + ((2200, 2),) * 2, date(2025, 1, 4), number=1)
    met(((2000, 1),) * 2, date(2025, 1, 11), number=2, newcomer=newcomer)

    explanation = told(newcomer, on=date(2025, 2, 1))

    step = first_of(explanation).reckoning
    assert step is not None
    assert (step.is_weighted, step.performance, explanation.after) == (True, 2187, 2187)


def test_list_of_march_2024_lifts_a_first_rating_with_all_others(client: Client) -> None:
    system()
    newcomer = met(((1420, 1), *((1420, 0),) * 4), date(2024, 2, 3), number=1)

    explanation = told(newcomer, on=date(2024, 3, 1))

    assert (first_of(explanation).rating, explanation.after) == (1054, 1432)
    assert "With the adjustment of the whole list 1432" in words(client, newcomer, "2024-03-01")


def test_result_that_the_later_list_has_no_place_for_is_used_up(client: Client) -> None:
    system()
    newcomer = met(((1420, 1), *((1420, 0),) * 4), date(2024, 2, 24), number=1, end=date(2024, 2, 28))

    explanation = told(newcomer, on=date(2024, 4, 1))

    first = first_of(explanation)
    assert (first.rating, explanation.after, first.floor, first.waits) == (None, None, 1400, False)
    assert "They were enough under the rules of their tournament, and do not count again." in words(
        client, newcomer, "2024-04-01"
    )


@pytest.mark.parametrize(
    ("key", "edition", "articles"),
    [
        ("fide-standard", "2025", ("7.1.4", "8.2.1", "8.2.2", "8.1.1", "8.2.3")),
        ("fide-standard", "2022", ("7.1", "8.2", "8.2", "8.1", "8.2")),
        ("fide-rapid", "2024", ("6.1.4", "7.2.2", "7.2.3", "7.1.1", "7.2.4")),
        ("fide-blitz", "2017", ("", "", "", "", "")),
    ],
)
def test_articles_are_those_of_the_chapter_and_its_edition(
    key: str, edition: str, articles: tuple[str, ...]
) -> None:
    assert astuple(first_rating_clauses(key, edition)) == articles


def test_page_of_an_older_edition_counts_half_points(client: Client) -> None:
    system()
    newcomer = met(FIDE_S_EXAMPLE, date(2022, 1, 8), number=1)
    told(newcomer, on=date(2022, 2, 1))

    said = words(client, newcomer, "2022-02-01")

    assert "1 half point above 50%, 20 points each +20.00 8.2" in said
    assert "Average rating of the opponents, Ra 1901.40 8.2" in said
    assert "hypothetical draw" not in said


def words(client: Client, newcomer: Player, day: str) -> str:
    """Return the words of a calculation page."""
    publication.publish(RatingSystem.objects.get(key="fide-standard"), date.fromisoformat(day), account=None)
    response: Any = client.get(f"/players/{newcomer.pk}/fide-standard/{day}/", HTTP_ACCEPT_LANGUAGE="en")
    assert response.status_code == 200
    body = response.content.decode().split("<main", 1)[1].split("</main>", 1)[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


def test_page_says_what_is_missing_in_words(client: Client) -> None:
    system()
    newcomer = met(FIDE_S_EXAMPLE[:2], date(2025, 1, 4), number=1)
    told(newcomer, on=date(2025, 2, 1))

    said = words(client, newcomer, "2025-02-01")

    assert "Still without a rating , 2 games counted" in said
    assert "On the way to a first rating" in said
    assert "2 of the 5 games against rated opponents that a first rating needs: 3 are missing." in said
    assert "added up over 26 monthly lists" in said
    assert "count for the last time on the list of March 2027" in said
    assert "(article 7.1.4)" in said
    assert ", Ru" not in said
    assert "K*chg" not in said


def test_page_shows_the_reckoning_with_its_articles(client: Client) -> None:
    system()
    newcomer = met(FIDE_S_EXAMPLE, date(2025, 1, 4), number=1)
    told(newcomer, on=date(2025, 2, 1))

    said = words(client, newcomer, "2025-02-01")

    assert "How the first rating was calculated" in said
    for step in (
        "Games, n 5 7.1.4",
        "Points, W 3",
        "Average rating of the opponents 1901.40 8.2.2",
        "The same with 2 hypothetical draws against 1800, Ra 1872.43 8.2.2",
        "Percentage score with these draws, p 57% 8.2.2",
        "Rating difference for this score in the table, dp +50 8.1.1",
        "Sum, rounded to the nearest point, Ru 1922 8.2.3",
    ):
        assert step in said
    assert " Rp 2022 1901 – 3 5 1973 1921 " in said
    assert "new → 1922 , 5 games counted" in said


def test_page_leads_to_the_earlier_calculations_that_are_published(client: Client) -> None:
    system()
    newcomer = met(FIDE_S_EXAMPLE[:1], date(2025, 1, 4), number=1)
    met(FIDE_S_EXAMPLE[1:2], date(2025, 2, 1), number=2, newcomer=newcomer)
    met(FIDE_S_EXAMPLE[2:], date(2025, 3, 1), number=3, newcomer=newcomer)
    told(newcomer, on=date(2025, 4, 1))
    publication.publish(RatingSystem.objects.get(key="fide-standard"), date(2025, 3, 1), account=None)
    words(client, newcomer, "2025-04-01")

    html: Any = client.get(f"/players/{newcomer.pk}/fide-standard/2025-04-01/").content.decode()

    path = f"/players/{newcomer.pk}/fide-standard/"
    assert [day for day in ("2025-02-01", "2025-03-01") if f'href="{path}{day}/"' in html] == ["2025-03-01"]


def test_page_says_that_a_result_is_below_the_floor(client: Client) -> None:
    system()
    newcomer = met(((1420, 1), *((1420, 0),) * 4), date(2025, 1, 4), number=1)
    told(newcomer, on=date(2025, 2, 1))

    said = words(client, newcomer, "2025-02-01")

    assert "5 games are enough, but the result is below 1400" in said
    assert "Ratings begin at 1400 7.1.4" in said


def test_player_who_enters_rapid_with_his_standard_rating_is_told_so(client: Client) -> None:
    rated, rapid = system(), system("fide-rapid")
    ann, bob = masters(2)
    based(rated, ann, 1900, on=date(2024, 12, 1), k=20, games=100)
    based(rapid, bob, 2000, on=date(2024, 12, 1), k=20, games=100)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 2)], number=1, rate="rapid")
    for one in (rated, rapid):
        recalculate(stale(one, date(2024, 12, 1)))
    publication.publish(rapid, date(2025, 2, 1), account=None)

    response: Any = client.get(f"/players/{ann.pk}/fide-rapid/2025-02-01/", HTTP_ACCEPT_LANGUAGE="en")

    said = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))
    assert "Unrated here: enters with the standard rating 1900 and counts as rated. (article 7.2.1)" in said
    assert "K*chg" in said
