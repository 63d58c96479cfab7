"""Officers at once over runs and lists, as real processes on PostgreSQL: one wins, the other is told why."""

from datetime import date

import pytest
from django.db import connection

from federation.models import JournalEntry
from ratings.lists import publication
from ratings.models import CurrentRating, ListEntry, Proposal, PublishedList, RatingRun, RatingSystem
from ratings.runs.recalculation import apply, compute, request_run
from tests.racing import race
from tests.ratings.histories import hold, ledger, people, recalculate, round_robin, stale
from tests.tournaments.conftest import account

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time"),
]
DAY, LISTED = date(2023, 3, 4), date(2023, 3, 31)
ODILE, OMAR = "odile@example.org", "omar@example.org"

ACT = """
from ratings.lists import publication
from ratings.runs import approval, recalculation
from ratings.models import PublishedList, RatingRun, RatingSystem
act, pk = sys.argv[2], int(sys.argv[3])
try:
    if act == "release":
        publication.release(pk, publication.ReleaseOptions(), account=account)
    elif act == "drop":
        publication.drop(pk, account=account)
    elif act == "publish":
        from datetime import date
        publication.publish(RatingSystem.objects.get(pk=pk), date(2023, 3, 31), account=account)
    else:
        run = RatingRun.objects.get(pk=pk)
        {"apply": recalculation.apply, "discard": recalculation.discard, "undo": approval.undo}[act](
            run, account=account
        )
    print(act)
except publication.AlreadyPublishedError as told:
    print("told published", told.published.published_by.email)
except publication.NotReadyError as told:
    print("told", told.code)
except approval.BuiltOnError as told:
    print("told", told.code)
except recalculation.RunOvertakenError as told:
    print("told overtaken")
except recalculation.RunDecidedError as told:
    print("told", told.run.stage)
"""


@pytest.fixture
def ffg() -> RatingSystem:
    account(ODILE, "officer")
    account(OMAR, "officer")
    hold(DAY, people(4), round_robin(4), number=1)
    return stale(RatingSystem.objects.get(key="ffg"), DAY)


@pytest.mark.parametrize("other", ["apply", "discard"])
def test_of_two_decisions_about_a_run_one_stands(other: str, ffg: RatingSystem) -> None:
    run = compute(request_run(ffg))

    said = race(ACT, (ODILE, "apply", str(run.pk)), (OMAR, other, str(run.pk)))

    run.refresh_from_db()
    (won,) = (one for one in said if not one.startswith("told"))
    assert [one for one in said if one.startswith("told")] == [f"told {run.stage}"]
    assert run.stage == {"apply": "applied", "discard": "discarded"}[won]
    assert len(ledger(ffg)) == (4 if won == "apply" else 0)
    ffg.refresh_from_db()
    assert ffg.state == (won == "apply")


def test_applying_beside_the_undoing_of_the_run_before_leaves_one_truth(ffg: RatingSystem) -> None:
    first = apply(compute(request_run(ffg)), account=None)
    hold(LISTED, people(4), round_robin(4), number=2)
    second = compute(request_run(stale(ffg, LISTED)))

    said = race(ACT, (ODILE, "apply", str(second.pk)), (OMAR, "undo", str(first.pk)))

    stages = dict(RatingRun.objects.values_list("pk", "stage"))
    ffg.refresh_from_db()
    if said == ["apply", "told newer-run"]:
        assert (stages[first.pk], stages[second.pk]) == ("applied", "applied")
        assert (len(ledger(ffg)), CurrentRating.objects.filter(system=ffg).count()) == (8, 8)
        assert ffg.stale_from is None
    else:
        assert said in (["told overtaken", "undo"], ["told discarded", "undo"])
        assert (stages[first.pk], stages[second.pk]) == ("undone", "overtaken")
        assert (len(ledger(ffg)), CurrentRating.objects.filter(system=ffg).count()) == (0, 0)
        assert ffg.stale_from == DAY
        assert not Proposal.objects.filter(run=second).exists()


def test_of_two_who_undo_at_once_one_does(ffg: RatingSystem) -> None:
    run = apply(compute(request_run(ffg)), account=None)

    said = race(ACT, (ODILE, "undo", str(run.pk)), (OMAR, "undo", str(run.pk)))

    assert sorted(said) == ["told undone", "undo"]
    assert JournalEntry.objects.filter(act="run.undone").count() == 1
    ffg.refresh_from_db()
    assert (ffg.state, ledger(ffg)) == (2, {})


@pytest.mark.parametrize("other", ["release", "drop"])
def test_of_two_who_decide_about_a_prepared_list_one_does(other: str, ffg: RatingSystem) -> None:
    recalculate(ffg)
    made = publication.prepare(publication.order(ffg, publication.ListRequest(LISTED), account=None).pk)

    said = race(ACT, (ODILE, "release", str(made.pk)), (OMAR, other, str(made.pk)))

    stands = PublishedList.objects.filter(pk=made.pk).first()
    if stands is None:
        assert said == ["told dropped", "drop"]
        assert ListEntry.objects.count() == 0
    else:
        assert stands.ready
        assert stands.published_by is not None
        assert sorted(said) == ["release", f"told published {stands.published_by.email}"]
        assert JournalEntry.objects.filter(act="list.published").count() == 1


def test_two_who_publish_the_same_day_make_one_whole_list(ffg: RatingSystem) -> None:
    recalculate(ffg)

    said = race(ACT, (ODILE, "publish", str(ffg.pk)), (OMAR, "publish", str(ffg.pk)))

    shown = PublishedList.objects.get()
    assert (shown.ready, shown.revision, ListEntry.objects.count()) == (True, 1, 4)
    # Who orders first may find his list replaced before it is prepared, who comes second the list published.
    published, told = sorted(said)
    assert published == "publish"
    assert told in ("told dropped", "told unexplained", "told identical")


def test_list_shown_beside_a_run_that_is_applied_is_of_one_state(ffg: RatingSystem) -> None:
    recalculate(ffg)
    hold(date(2023, 3, 11), people(4), round_robin(4), number=2)
    made = publication.prepare(publication.order(ffg, publication.ListRequest(LISTED), account=None).pk)
    run = compute(request_run(stale(ffg, date(2023, 3, 11))))

    said = race(ACT, (ODILE, "release", str(made.pk)), (OMAR, "apply", str(run.pk)))

    # Shown first it is the list of before; later facts wait, so without a word it is not shown at all.
    assert said[1] == "apply"
    assert said[0] in ("told moved", "told stale", "told open-run")
    made.refresh_from_db()
    assert (made.ready, made.entries.count()) == (False, 4)
