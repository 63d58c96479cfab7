"""Organisers hear that their tournament is rated and on a list, once each."""

from datetime import date

import pytest
from django.core import mail
from django.utils import translation

from federation.jobs import jobs
from federation.models import Account, Job
from federation.tasks import send_letters
from ratings.following import tournament_mail
from ratings.lists.publication import publish
from ratings.models import RatingSystem
from ratings.rulebook.systems import SYSTEMS
from ratings.runs.recalculation import apply, compute, request_run
from ratings.tasks.following import look_for_news
from tests.browser.opening import OFFICER, ORGANISER, open_office
from tests.tournaments import reports
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.models import MailPreference, Notice, Tournament
from tournaments.submission import organiser_mail, steps

pytestmark = pytest.mark.django_db


@pytest.fixture
def officer(monkeypatch: pytest.MonkeyPatch) -> Account:
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    open_office()
    RatingSystem.objects.exclude(key="ffg").update(active=False)
    return Account.objects.get(email=OFFICER)


def approved(officer: Account, *, on: date | None) -> Tournament:
    organiser = Account.objects.get(email=ORGANISER)
    MailPreference.objects.create(account=organiser, language="en")
    upload = intake.receive(reports.tou(), filename="moulin.tou", account=organiser)
    tournament = intake.draft(upload, account=organiser)
    new: dict[int, entries.Decision] = {
        row.pk: entries.ENROL for row in tournament.entries.filter(player=None)
    }
    entries.decide(tournament, new, account=organiser)
    steps.submit(tournament, account=organiser, on=on)
    steps.approve(tournament, account=officer)
    return tournament


def post() -> list[str]:
    """Do all the work of letters that waits, what it asks for included; the subjects that left."""
    mail.outbox.clear()
    tournament_mail.enqueue_look()
    while job := Job.objects.filter(
        kind__in=(tournament_mail.WORK, organiser_mail.WORK), state="queued"
    ).first():
        done = jobs.run(job.pk)
        assert done is not None
        assert done.state == "done", done.error
    return [str(one.subject) for one in mail.outbox]


def test_rated_and_listed_are_told_once_each(officer: Account) -> None:
    approved(officer, on=date(2024, 3, 20))
    letters = [post()]
    ffg = RatingSystem.objects.get(key="ffg")
    apply(compute(request_run(ffg)), account=officer)
    letters += [post(), post()]
    publish(ffg, date(2024, 4, 1), account=officer)
    letters.append(post())
    text = mail.outbox[0].body
    letters.append(post())

    name = "Open du Moulin"
    assert letters == [
        [f"Received: {name}", f"Approved: {name}"],
        [f"Rated: {name}"],
        [],
        [f"On the list: {name}"],
        [],
    ]
    with translation.override("en"):
        assert "FFG ladder, 1 April 2024: /lists/ffg/2024-04-01/" in text


def test_letter_of_a_tournament_rated_names_the_list_it_is_on_already(officer: Account) -> None:
    RatingSystem.objects.filter(key="egf").update(active=True)
    approved(officer, on=date(2024, 3, 20))
    ffg, egf = (RatingSystem.objects.get(key=key) for key in ("ffg", "egf"))
    post()
    apply(compute(request_run(ffg)), account=officer)
    publish(ffg, date(2024, 4, 1), account=officer)
    before = post()

    apply(compute(request_run(egf)), account=officer)
    letters = post()

    text = mail.outbox[0].body
    noted = Notice.objects.get(step=Notice.Step.RATED).about
    assert ([count["system"] for count in noted["lists"]], noted["awaited"]) == (["ffg"], ["egf"])
    with translation.override("en"):
        assert (before, letters) == ([], ["Rated: Open du Moulin"])
        assert "It is already in these published lists:" in text
        assert "FFG ladder, 1 April 2024: /lists/ffg/2024-04-01/" in text
        assert f"will appear in the next list of: {SYSTEMS['egf'].name}." in text


def test_letter_names_systems_noted_by_key_in_the_reader_s_language(officer: Account) -> None:
    tournament = approved(officer, on=date(2024, 3, 20))
    post()
    MailPreference.objects.update(language="fr")
    named = []
    on = {"day": "2024-04-01", "path": "/lists/ffg/2024-04-01/"}
    earlier = {"lists": [{"name": "FFG ladder", **on}], "awaited": ["EGF rating"]}  # as release 1.0 noted it
    for about in ({"lists": [{"system": "ffg", **on}], "awaited": ["egf"]}, earlier):
        Notice.objects.filter(step=Notice.Step.RATED).delete()
        organiser_mail.note(tournament, Notice.Step.RATED, about)
        mail.outbox.clear()
        organiser_mail.OrganiserMail.send_waiting()
        text = str(mail.outbox[0].body)
        named.append("Échelle FFG" in text and "Niveau EGF" in text)

    assert named == [True, True]


def test_tournament_of_an_archive_is_no_news(officer: Account) -> None:
    approved(officer, on=None)
    ffg = RatingSystem.objects.get(key="ffg")
    apply(compute(request_run(ffg)), account=officer)

    assert (post(), Notice.objects.count()) == ([], 0)


def test_letters_that_wait_leave_though_the_look_at_tournaments_fails(
    officer: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    approved(officer, on=date(2024, 3, 20))
    Job.objects.all().delete()  # those that found no mail server

    def fail() -> int:
        raise LookupError

    monkeypatch.setattr(tournament_mail, "announce", fail)
    look_for_news()
    send_letters()
    ends = [done.state for job in Job.objects.all() if (done := jobs.run(job.pk))]

    assert sorted(ends) == ["done", "failed"]
    assert [str(one.subject) for one in mail.outbox] == [
        "Received: Open du Moulin",
        "Approved: Open du Moulin",
    ]
