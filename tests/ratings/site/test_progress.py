"""How far a tournament has come."""

from datetime import UTC, date, datetime

import pytest
from pytest_django import DjangoAssertNumQueries

from federation.models import Account
from ratings.crosstables.progress import progress
from ratings.lists.publication import publish
from ratings.models import RatingRun, RatingSystem
from tests.browser.opening import ORGANISER, open_office
from tests.ratings.chess_months import based, masters, opened, system
from tests.ratings.histories import Played, hold, people, recalculate, round_robin, stale
from tests.ratings.previews.test_tournament_preview import approved_and_rated, drafted
from tests.tournaments.conftest import logged_in

pytestmark = pytest.mark.django_db
FIRST, SECOND = datetime(2025, 2, 1, 12, tzinfo=UTC), datetime(2025, 3, 1, 12, tzinfo=UTC)


def decided(run: RatingRun, at: datetime) -> None:
    RatingRun.objects.filter(pk=run.pk).update(decided=at)


def test_tournament_of_chess_is_rated_by_the_run_of_its_own_list() -> None:
    rated, (ann, bob) = system(), masters(2)
    for player in (ann, bob):
        based(rated, player, 2000, k=20, games=100)
    games = [Played(1, 0, 1, 2), Played(2, 1, 0, 2)]
    opened(date(2025, 1, 4), [ann, bob], games, number=101)
    decided(recalculate(stale(rated, date(2024, 12, 1))), FIRST)
    later = opened(date(2025, 2, 8), [ann, bob], games, number=102)
    decided(recalculate(stale(rated, date(2025, 2, 8))), SECOND)

    before = progress(later)
    publish(rated, date(2025, 3, 1), account=None)
    after = progress(later)

    assert [(one.system, one.rated, one.due) for one in before.counted] == [
        ("fide-standard", SECOND, date(2025, 3, 1))
    ]
    assert (before.reached, before.turn, after.turn) == ("rated", "officer", "")
    assert [one.listed and one.listed.date for one in after.counted] == [date(2025, 3, 1)]


def test_tournament_nobody_counts_is_nobodys_turn() -> None:
    RatingSystem.objects.update(active=False)
    tournament = hold(date(2023, 3, 4), people(3), round_robin(3), number=1)

    found = progress(tournament)

    assert (found.counted, found.turn) == ([], "")


def test_desk_page_of_a_tournament_on_the_lists_costs_at_most_thirteen_queries(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    open_office()
    organiser = Account.objects.get(email=ORGANISER)
    current = drafted(organiser)
    approved_and_rated(current)
    for rated in RatingSystem.objects.filter(key__in=["ffg", "egf"]):
        publish(rated, date(2024, 4, 1), account=None)
    browser = logged_in(organiser)
    browser.get(f"/desk/{current.number}/1/")

    with django_assert_num_queries(13):
        page = browser.get(f"/desk/{current.number}/1/")

    assert page.status_code == 200
