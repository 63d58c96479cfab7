"""Late tournaments replayed in the order of their arrival: the order, the arrays, the page."""

from dataclasses import fields
from datetime import UTC, date, datetime

import numpy as np
import pytest
from django.test import Client

from federation.jobs import jobs
from federation.journal import journal
from federation.models import Job
from ratings.engines.contract import Changes
from ratings.engines.table import engine_named
from ratings.laboratory import grounds, late_events
from ratings.laboratory.figures.by_event import (
    EventGround,
    compare_arrival,
    is_late,
    order_of_arrival,
    rearranged,
)
from ratings.models import CurrentRating, RatingSystem
from tests.ratings.histories import hold
from tests.ratings.laboratory.small_history import FIRST, LAST, published
from tournaments.models import Tournament

DAYS = np.array([10, 20, 30, 40], np.int64)


def test_only_what_arrived_after_the_days_of_grace_is_late() -> None:
    arrived = np.array([41, 52, 0, 39], np.int64)

    assert is_late(DAYS, arrived, grace=31).tolist() == [False, True, False, False]


def test_late_event_comes_after_all_of_the_day_it_arrived_on() -> None:
    arrived = np.array([40, 20, 30, 40], np.int64)
    late = np.array([True, False, False, False])

    assert order_of_arrival(DAYS, arrived, late).tolist() == [1, 2, 3, 0]
    assert order_of_arrival(DAYS, arrived, late & False).tolist() == [0, 1, 2, 3]


@pytest.fixture
def ground(db: None) -> EventGround:
    published("egf")
    found = grounds.load(RatingSystem.objects.get(key="egf")).ground
    assert isinstance(found, EventGround)
    return found


def test_events_put_back_in_their_order_are_the_facts_again(ground: EventGround) -> None:
    facts = ground.facts
    turned = rearranged(rearranged(facts, np.array([2, 0, 1])), np.array([1, 2, 0]))

    for one in fields(facts):
        before, after = getattr(facts, one.name), getattr(turned, one.name)
        assert np.array_equal(before, after, equal_nan=before.dtype.kind == "f"), one.name
        assert before.dtype == after.dtype


def test_rearranged_events_are_rated_one_after_the_other(ground: EventGround) -> None:
    engine = engine_named("gor")
    order = np.array([1, 2, 0])
    changes: Changes
    changes, after = engine.replay(rearranged(ground.facts, order), ground.standing, ground.base.parameters)
    standing = ground.standing
    for event in order.tolist():  # each alone, from what the one before left
        alone = rearranged(ground.facts, np.array([event]))
        _changes, standing = engine.replay(alone, standing, ground.base.parameters)

    assert np.array_equal(after.rating, standing.rating)
    assert changes.event_passes.size == 3


def test_late_tournament_moves_ratings_and_one_in_time_does_not(ground: EventGround) -> None:
    days = ground.days
    in_time = compare_arrival(ground, days + 5, grace=31)
    first_last = compare_arrival(ground, np.array([days[2] + 1, 0, 0]), grace=31)

    assert (in_time["late"], in_time["moved"], in_time["movers"]) == (0, 0, [])
    assert (first_last["late"], first_last["unknown"], first_last["moved"]) == (1, 2, 6)
    assert first_last["largest"] == pytest.approx(
        max(abs(new - old) for _key, old, new in first_last["movers"])
    )


@pytest.mark.django_db
def test_first_approval_counts_and_the_page_tells_it(officer: Client) -> None:
    published("egf")
    in_time, late = (datetime(year, 9, 5, tzinfo=UTC) for year in (FIRST.year, LAST.year + 1))
    Tournament.objects.update(decided=in_time)
    Tournament.objects.filter(number__in=(1, 2)).update(decided=late)
    stands = list(CurrentRating.objects.order_by("pk").values())
    at = "/review/laboratory/late/egf/"
    empty = officer.get(at)
    officer.post(f"{at}calculate/")

    done = jobs.run(Job.objects.get(kind=late_events.WORK).pk)
    page = officer.get(at)

    assert done is not None
    assert done.state == "done", done.error
    assert empty.status_code == 200
    assert "2 of 3 tournaments were approved more than 31 days" in page.content.decode()
    assert len(officer.get(f"{at}moved.csv").content.splitlines()) == 7
    assert officer.get(f"{at}movers.csv").status_code == 200
    assert officer.get(f"{at}none.csv").status_code == 404
    assert officer.get("/review/laboratory/late/fide-standard/").status_code == 404
    assert list(CurrentRating.objects.order_by("pk").values()) == stands


@pytest.mark.django_db
def test_after_a_revocation_the_approval_that_followed_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    players = published("egf")
    first, second, third = Tournament.objects.order_by("number")
    early, revoked, late = (datetime(2023, month, 5, tzinfo=UTC) for month in (10, 11, 12))
    Tournament.objects.update(decided=early)
    # Superseded in time by a revision that was revoked and approved again; and one revoked for another.
    older = hold(FIRST, players[:2], [], number=first.number, revision=2, stage="superseded", decided=early)
    Tournament.objects.filter(pk=first.pk).update(decided=late)
    gone = hold(FIRST, players[:2], [], number=second.number, revision=2, stage="revoked", decided=revoked)
    Tournament.objects.filter(pk=second.pk).update(decided=late)
    monkeypatch.setattr("federation.journal.journal.timezone.now", lambda: revoked)
    for one in (first, gone):
        journal.write("tournament.revoked", one, account=None, reason="Wrong file")

    found = late_events.arrivals(np.array([first.pk, second.pk, third.pk, 0]))

    days = [date(2023, 12, 5), date(2023, 12, 5), date(2023, 10, 5)]
    assert found.tolist() == [*(day.toordinal() for day in days), 0]
    assert older.decided == early
