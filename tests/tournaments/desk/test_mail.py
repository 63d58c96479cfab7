"""Letters to an organiser: one at each step, in his language, none twice, none where none is wanted."""

from datetime import date
from smtplib import SMTPRecipientsRefused

import pytest
from django.conf import LazySettings
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.test import Client
from django.utils import translation

from federation.jobs import jobs
from federation.models import Account, Job, JournalEntry
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.models import MailPreference, Notice, Tournament
from tournaments.submission import organiser_mail, steps

pytestmark = pytest.mark.django_db
TODAY = date(2024, 3, 20)


@pytest.fixture(autouse=True)
def _no_queue(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    settings.CSRF_TRUSTED_ORIGINS = ["https://ratings.example.org"]


def submitted(account: Account, *, on: date | None = TODAY) -> Tournament:
    upload = intake.receive(reports.tou(), filename="moulin.tou", account=account)
    tournament = intake.draft(upload, account=account)
    new: dict[int, entries.Decision] = {row.pk: entries.ENROL for row in tournament.entries.all()}
    entries.decide(tournament, new, account=account)
    with translation.override("en"):
        steps.submit(tournament, account=account, on=on)
    return tournament


def post() -> list[tuple[str, list[str]]]:
    """Do the work that waits; what left: subject and receivers."""
    mail.outbox.clear()
    for job in Job.objects.filter(kind=organiser_mail.WORK, state="queued"):
        jobs.run(job.pk)
    return [(str(one.subject), list(one.to)) for one in mail.outbox]


def test_every_step_of_the_office_is_told_once(organiser: Account, officer: Account) -> None:
    tournament = submitted(organiser)
    letters = [post()]
    steps.send_back(tournament, account=officer, reason="The second round is missing.")
    letters.append(post())
    text = mail.outbox[0].body
    steps.submit(tournament, account=organiser, on=TODAY)
    steps.approve(tournament, account=officer)
    letters += [post(), post()]

    to = [organiser.email]
    assert letters == [
        [("Received: Open du Moulin", to)],
        [("To be corrected: Open du Moulin", to)],
        [("Received: Open du Moulin", to), ("Approved: Open du Moulin", to)],
        [],
    ]
    assert "The second round is missing." in text
    assert "Follow its progress: https://ratings.example.org/desk/1/1/" in text


def test_organiser_is_told_when_a_tournament_is_revoked_and_why(organiser: Account, officer: Account) -> None:
    tournament = submitted(organiser)
    steps.approve(tournament, account=officer)
    post()
    steps.revoke(tournament, account=officer, reason="Played without a referee.")

    assert post() == [("Revoked: Open du Moulin", [organiser.email])]
    assert "Played without a referee." in mail.outbox[0].body


def test_letter_is_written_in_the_language_its_receiver_reads(organiser: Account) -> None:
    MailPreference.objects.create(account=organiser, language="fr")
    tournament = submitted(organiser)
    catalogue = translation.trans_real.translation("fr")  # type: ignore[attr-defined]  # which the stubs leave out
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(catalogue._catalog._catalogs[0], "Received: %(name)s", "Reçu : %(name)s")
        letters = post()

    assert letters == [(f"Reçu : {tournament.name}", [organiser.email])]
    assert "9 mars 2024" in mail.outbox[0].body
    assert MailPreference.objects.get().language == "fr"


def test_language_of_the_one_who_hands_in_is_remembered(organiser: Account) -> None:
    submitted(organiser)

    assert MailPreference.objects.get(account=organiser).language == "en"


@pytest.mark.parametrize(("held", "remembered"), [("", "en"), ("fr", "fr")])
def test_language_somebody_has_chosen_stays(organiser: Account, held: str, remembered: str) -> None:
    MailPreference.objects.create(account=organiser, language=held)

    submitted(organiser)

    assert MailPreference.objects.get().language == remembered


def test_archive_and_what_came_from_it_tell_nobody(organiser: Account, officer: Account) -> None:
    tournament = submitted(organiser, on=None)
    steps.approve(tournament, account=officer)

    assert (post(), Notice.objects.count()) == ([], 0)


def test_step_taken_back_tells_nobody(organiser: Account, officer: Account) -> None:
    tournament = submitted(organiser)
    post()
    with transaction.atomic():
        steps.approve(tournament, account=officer)
        transaction.set_rollback(True)

    assert (post(), Notice.objects.count()) == ([], 1)


def test_two_jobs_send_each_letter_once(organiser: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    submitted(organiser)
    kind = organiser_mail.OrganiserMail
    both = [list(kind.waiting()) for _job in range(2)]  # two jobs have read the same rows
    monkeypatch.setattr(kind, "waiting", iter(both).__next__)

    sent = [kind.send_waiting(), kind.send_waiting()]

    assert (sent, len(mail.outbox)) == ([1, 0], 1)


def test_approval_is_noted_once_however_often(organiser: Account) -> None:
    tournament = submitted(organiser)

    noted = [organiser_mail.note(tournament, Notice.Step.RATED) for _ in range(2)]

    assert noted[0] is not None
    assert noted[1] is None


def test_letter_that_could_not_be_sent_goes_out_the_next_time(
    organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitted(organiser)

    def refuse(self: EmailBackend, messages: list[mail.EmailMessage]) -> int:
        raise ConnectionRefusedError

    with monkeypatch.context() as broken:
        broken.setattr(EmailBackend, "send_messages", refuse)
        assert post() == []
    job = Job.objects.get()

    assert (job.state, job.error) == ("failed", "1 of 1 could not be sent")
    assert organiser_mail.OrganiserMail.send_waiting() == 1


def test_letter_refused_for_good_is_not_tried_again(
    organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitted(organiser)

    def refuse(self: EmailBackend, messages: list[mail.EmailMessage]) -> int:
        raise SMTPRecipientsRefused({organiser.email: (550, b"no such user")})

    with monkeypatch.context() as broken:
        broken.setattr(EmailBackend, "send_messages", refuse)
        post()

    assert Job.objects.get().state == "done"
    assert organiser_mail.OrganiserMail.send_waiting() == 0


def test_nobody_gets_letters_who_wants_none(organiser: Account) -> None:
    MailPreference.objects.create(account=organiser, wanted=False)
    submitted(organiser)

    assert (post(), Notice.objects.filter(sent=None).count()) == ([], 0)


def test_link_in_the_letter_ends_the_letters_without_a_password(organiser: Account) -> None:
    tournament = submitted(organiser)
    post()
    link = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>")
    assert link.startswith("https://ratings.example.org/account/mail/off/")
    path = link.removeprefix("https://ratings.example.org")
    stranger = Client(HTTP_ACCEPT_LANGUAGE="en", enforce_csrf_checks=True)

    looked = stranger.get(path)
    assert MailPreference.objects.get().wanted
    done = stranger.post(path, {"List-Unsubscribe": "One-Click"})

    assert "Stop e-mails about your tournaments?" in looked.content.decode()
    assert "You will get no more e-mails" in done.content.decode()
    organiser_mail.note(tournament, Notice.Step.APPROVED)
    assert organiser_mail.OrganiserMail.send_waiting() == 0
    line = JournalEntry.objects.get(act="account.mail")
    assert (line.account, line.detail) == (organiser, {"before": True, "after": False})


@pytest.mark.parametrize("token", ["nonsense", "MQ:1abcde:forged"])
def test_link_nobody_signed_is_not_found(token: str, client: Client) -> None:
    assert client.post(f"/account/mail/off/{token}/").status_code == 404


def test_page_keeps_what_the_account_wants(visitor: Account) -> None:
    vera = logged_in(visitor)

    answer = vera.post("/account/mail/", {"language": "fr"}, follow=True)

    assert "Saved." in answer.content.decode()
    held = MailPreference.objects.get(account=visitor)
    assert (held.wanted, held.language) == (False, "fr")
    assert vera.post("/account/mail/", {"wanted": "on", "language": "tlh"}).status_code == 422
