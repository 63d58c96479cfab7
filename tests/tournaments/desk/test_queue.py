"""The officers' queue, approving several at once, and who gets in."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from federation.models import Account, Job, Player
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tests.tournaments.review.test_claims import silent
from tournaments.desk import queue
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.models import Tournament
from tournaments.models.desk import CLAIM_LASTS
from tournaments.review import reservations
from tournaments.submission import steps

pytestmark = pytest.mark.django_db


def enrolled(account: Account) -> None:
    """Have the four people of the reports enrolled, by a tournament of theirs."""
    first = handed_in(account, "First")
    steps.approve(first, account=None, four_eyes=False)


def handed_in(account: Account, name: str) -> Tournament:
    """Hand in a tournament of the same people, with other results than those before it."""
    data = reports.tou(name, pairings=reports.games(Tournament.objects.count()))
    upload = intake.receive(data, filename=f"{name}.tou", account=account)
    tournament = intake.draft(upload, account=account)
    new: dict[int, entries.Decision] = {
        row.pk: entries.ENROL for row in tournament.entries.all() if not entries.is_decided(row)
    }
    entries.decide(tournament, new, account=account)
    steps.submit(tournament, account=account)
    return tournament


def warned(tournament: Tournament, severity: str = "warning") -> Tournament:
    finding = {"code": "missing-place", "severity": severity, "place": {}, "values": {}}
    Tournament.objects.filter(pk=tournament.pk).update(findings=[finding])
    return tournament


@pytest.fixture
def clean(organiser: Account) -> list[Tournament]:
    """Three tournaments of known people without a finding."""
    enrolled(organiser)
    made = [handed_in(organiser, name) for name in ("One", "Two", "Three")]
    Tournament.objects.filter(pk__in=[one.pk for one in made]).update(findings=[])
    return made


@pytest.mark.parametrize("more", [0, 2])
def test_queue_costs_eight_queries(
    more: int,
    organiser: Account,
    officer: Account,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    made = [handed_in(organiser, f"Open {place}") for place in range(1 + more)]
    reservations.hold(made[0], account=officer)
    client = logged_in(officer)

    with django_assert_num_queries(8):
        answer = client.get(reverse("queue"))

    assert [
        (one.tournament.name, one.entrants, one.games, one.enrolling) for one in answer.context["pages"]
    ] == [(f"Open {place}", 4, 4, 4) for place in range(1 + more)]


def test_queue_filters_by_state_rating_and_text(
    clean: list[Tournament], officer: Account, second_officer: Account
) -> None:
    one, two, three = clean
    warned(one)
    warned(two, "error")
    reservations.hold(three, account=second_officer)

    def names(**wanted: str) -> list[str]:
        answer = logged_in(officer).get(reverse("queue"), wanted)
        return [each.tournament.name for each in answer.context["pages"]]

    assert names() == ["One", "Two", "Three"]
    assert names(state="warnings") == ["One"]
    assert names(state="errors") == ["Two"]
    assert names(state="clean") == ["Three"]
    assert names(state="free") == ["One", "Two"]
    assert names(state="mine") == names(state="newcomers") == names(family="fide") == []
    assert names(family="egf", q="TWO") == ["Two"]
    assert names(state="nonsense", family="nonsense") == ["One", "Two", "Three"]


def test_new_player_whom_somebody_resembles_is_counted(organiser: Account, officer: Account) -> None:
    made = handed_in(organiser, "One")
    player = {"player": 1, "score": 60, "reasons": []}
    made.entries.filter(number=1).update(suggestions=[player])

    (found,) = queue.waiting(officer)

    assert (found.enrolling, found.resembling, found.is_clean) == (4, 1, False)


def test_batch_approves_the_clean_and_tells_why_others_stay(
    clean: list[Tournament], officer: Account, second_officer: Account
) -> None:
    one, two, three = clean
    warned(two)
    reservations.hold(three, account=second_officer)

    answer = logged_in(officer).post(
        reverse("queue-approve"), {"tournament": [str(each.pk) for each in clean]}, follow=True
    )

    told = {row["tournament"].name: (row["outcome"], row["text"]) for row in answer.context["outcomes"].data}
    assert told["One"] == ("approved", "Approved.")
    assert told["Two"][0] == told["Three"][0] == "refused"
    assert told["Two"][1].startswith("It has findings or new players")
    assert told["Three"][1].startswith(f"{second_officer} is reviewing this tournament, until ")
    stages = list(Tournament.objects.filter(pk__in=[e.pk for e in clean]).order_by("pk").values_list("stage"))
    assert stages == [("approved",), ("submitted",), ("submitted",)]
    assert Tournament.objects.get(pk=one.pk).decided_by == officer


def test_batch_leaves_ones_own_and_newcomers_alone(organiser: Account, officer: Account) -> None:
    own, strange = handed_in(officer, "Own"), handed_in(organiser, "Strange")
    Tournament.objects.update(findings=[])
    people = Player.objects.count()

    outcomes = queue.approve_all([own.pk, strange.pk, 987654], account=officer)

    assert [one["outcome"] for one in outcomes] == ["refused", "refused", "gone"]
    assert Player.objects.count() == people


def test_superuser_does_not_approve_his_own_in_a_batch(organiser: Account, officer: Account) -> None:
    enrolled(organiser)
    Account.objects.filter(pk=officer.pk).update(is_superuser=True)
    officer.refresh_from_db()
    own = handed_in(officer, "Own")
    Tournament.objects.filter(pk=own.pk).update(findings=[])

    (outcome,) = queue.approve_all([own.pk], account=officer)

    assert outcome["problems"] == [["own-tournament", {}]]


def test_worker_that_comes_twice_tells_the_same(clean: list[Tournament], officer: Account) -> None:
    keys = [one.pk for one in clean]

    first = queue.approve_all(keys, account=officer)
    again = queue.approve_all(keys, account=officer)

    assert first == again
    assert [one["outcome"] for one in first] == ["approved"] * 3


def test_second_officer_is_told_who_approved(
    clean: list[Tournament], officer: Account, second_officer: Account
) -> None:
    keys = [one.pk for one in clean]
    queue.approve_all(keys, account=officer)

    outcomes = queue.approve_all(keys, account=second_officer)

    assert outcomes == [
        {"tournament": key, "outcome": "decided", "stage": "approved", "who": str(officer)} for key in keys
    ]


def test_more_than_twenty_wait_for_the_worker(
    officer: Account,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    sent: list[int] = []
    monkeypatch.setattr("federation.jobs.jobs.enqueue", sent.append)
    many = [str(key) for key in range(1, 23)]

    with django_capture_on_commit_callbacks(execute=True):
        answer = logged_in(officer).post(reverse("queue-approve"), {"tournament": many})

    job = Job.objects.get(kind=queue.APPROVAL_WORK)
    assert (job.state, len(job.arguments["tournaments"]), sent) == ("queued", 22, [job.pk])
    assert answer["Location"] == reverse("queue-outcomes", args=[job.pk])
    assert "hx-get" in logged_in(officer).get(answer["Location"]).content.decode()


def test_nothing_ticked_says_so(officer: Account) -> None:
    answer = logged_in(officer).post(reverse("queue-approve"), {"tournament": ["", "x"]}, follow=True)

    assert "Tick the tournaments to approve." in answer.content.decode()
    assert not Job.objects.exists()


def test_only_tickable_rows_have_a_box(clean: list[Tournament], officer: Account) -> None:
    warned(clean[0])

    page = logged_in(officer).get(reverse("queue")).content.decode()

    assert page.count('<input type="checkbox" name="tournament"') == 2


def test_claim_lapsed_is_nobodys(clean: list[Tournament], officer: Account, second_officer: Account) -> None:
    reservations.hold(clean[0], account=second_officer)
    silent(clean[0], CLAIM_LASTS)

    assert [one.claim for one in queue.waiting(officer)] == [None, None, None]


ACCESS = {
    "queue": "get",
    "queue-approve": "post",
    "queue-outcomes": "get",
    "desk-review": "get",
    "desk-claim": "post",
    "desk-take-over": "post",
    "desk-review-return": "post",
    "desk-leave": "post",
}


@pytest.mark.parametrize("name", sorted(ACCESS))
def test_officers_alone_get_in(
    name: str, organiser: Account, officer: Account, stranger: Account, visitor: Account
) -> None:
    made = handed_in(organiser, "One")
    job = queue.request_approval([], account=officer)
    given = {"queue": [], "queue-approve": [], "queue-outcomes": [job.pk]}
    address = reverse(name, args=given.get(name, [made.number, made.revision]))
    people = [Client(), *(logged_in(one) for one in (visitor, stranger, organiser, officer))]

    answers = [getattr(client, ACCESS[name])(address) for client in people]

    allowed = {"desk-review-return": 422}.get(name, 200 if ACCESS[name] == "get" else 302)
    assert [one.status_code for one in answers] == [302, 403, 403, 403, allowed]
    assert answers[0]["Location"].startswith("/login/?next=")
    made.refresh_from_db()
    assert made.stage == "submitted"
