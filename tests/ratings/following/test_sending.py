"""Letters leave in slices, none twice; what a server does not take stops nobody else."""

from collections.abc import Callable
from datetime import date, timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend

from federation.mail import outbox
from federation.models import Job, Player
from federation.tasks import send_letters
from ratings.following import contents, letters, subscribing
from ratings.models import Bulletin, CurrentRating, Follow, Follower, Letter
from ratings.tasks import following
from tests.ratings.following.office import (
    JUNE,
    follower,
    let_time_pass,
    open_office,
    play,
    publish,
    system,
    work,
)

pytestmark = pytest.mark.django_db
a_failed_job_keeps_what_it_wrote = pytest.mark.django_db(transaction=True)


def announce(*emails: str) -> Bulletin:
    """Publish a list that addresses follow; its bulletin is due."""
    players = open_office("egf", count=2)
    for email in emails:
        follower(email, players[0])
    play(date(2025, 5, 10), players, number=2, systems=("egf",))
    publish("egf", JUNE)
    let_time_pass()
    return Bulletin.objects.get()


def names(count: int) -> list[str]:
    return [f"{number}@example.org" for number in range(count)]


def failing(monkeypatch: pytest.MonkeyPatch, problem: Callable[[str], Exception | None]) -> None:
    """Let the mail server refuse or break as a test says, by address."""
    send = EmailBackend.send_messages

    def send_some(self: EmailBackend, messages: list[EmailMessage]) -> int:
        for message in messages:
            if (found := problem(message.to[0])) is not None:
                raise found
        return send(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send_some)


def refuse(*emails: str, code: int = 550) -> Callable[[str], Exception | None]:
    return lambda email: SMTPRecipientsRefused({email: (code, b"no")}) if email in emails else None


def test_letters_leave_in_slices_over_several_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "SLICE", 2)
    monkeypatch.setattr(letters, "SECONDS", 0.0)
    monkeypatch.setattr(letters.send, "__kwdefaults__", {"seconds": 0.0})
    bulletin = announce(*names(5))

    sent = work()

    bulletin.refresh_from_db()
    assert sent == names(5)
    assert (bulletin.sent, bulletin.done is not None) == (5, True)
    assert (
        Job.objects.filter(kind=following.TOLD).count() == 4
    )  # three slices, and one that finds nobody left


def test_what_a_killed_job_has_claimed_is_not_sent_again_and_named(caplog: pytest.LogCaptureFixture) -> None:
    bulletin = announce(*names(3))
    # as a job leaves it that was killed after its first letter
    first = Letter.objects.create(bulletin=bulletin, follower=Follower.objects.get(email=names(3)[0]))

    assert work() == names(3)[1:]
    assert [*letters.in_doubt(bulletin)] == [first]
    said = [one.message for one in caplog.records if one.name == "ratings.following.letters"]
    assert said == [f"bulletin {bulletin.pk}: follower {first.follower_id} may not have been told"]


def test_letters_that_were_answered_are_in_no_doubt(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bulletin = announce(*names(3))
    failing(monkeypatch, refuse("1@example.org"))  # an answer too
    Letter.objects.create(
        bulletin=bulletin, follower=follower("gone@example.org"), waiting=True
    )  # who follows nothing any more

    work()

    assert not letters.in_doubt(bulletin).exists()
    assert not [one for one in caplog.records if "may not have been told" in one.message]


def test_two_jobs_at_once_send_each_letter_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bulletin = announce(*names(3))
    mail.outbox.clear()
    slices = letters._next
    inside: list[bool] = []

    def while_another_sends(current: Bulletin) -> list[Follower]:
        found = slices(current)
        if not inside:
            inside.append(True)
            letters.send(bulletin.pk)  # the other job, between reading the slice and sending it
        return found

    monkeypatch.setattr(letters, "_next", while_another_sends)
    letters.send(bulletin.pk)

    assert [one.to[0] for one in mail.outbox] == names(3)


def test_refused_address_stops_nobody_and_is_forgotten_after_three(monkeypatch: pytest.MonkeyPatch) -> None:
    bulletin = announce(*names(3))
    failing(monkeypatch, refuse("1@example.org"))
    sent = work()
    bulletin.refresh_from_db()

    assert sent == ["0@example.org", "2@example.org"]
    assert (bulletin.sent, bulletin.refused, bulletin.done is not None) == (2, 1, True)
    assert Follower.objects.get(email="1@example.org").refused == 1

    Follower.objects.filter(refused=1).update(refused=letters.REFUSALS - 1)
    Player.objects.update(given_name="Other")
    publish("egf", JUNE, note="again")  # nothing moved: nobody is told, and nobody refused
    let_time_pass()
    work()
    assert Follower.objects.count() == 3

    play(date(2025, 6, 10), _players(), number=3, systems=("egf",))
    publish("egf", date(2025, 7, 1))
    let_time_pass()
    work()
    assert Follower.objects.filter(email="1@example.org").count() == 0


def _players() -> list[Player]:
    rows = CurrentRating.objects.filter(system=system("egf")).select_related("player")
    return [row.player for row in rows.order_by("player")]


def test_server_that_wants_to_be_asked_later_is_asked_later(monkeypatch: pytest.MonkeyPatch) -> None:
    bulletin = announce(*names(3))
    with monkeypatch.context() as patch:
        failing(patch, refuse("1@example.org", code=451))
        first = work()
    bulletin.refresh_from_db()
    is_open = bulletin.done is None
    at_once = work()
    let_time_pass()
    later = work()
    bulletin.refresh_from_db()

    assert (first, is_open, at_once, later) == (
        ["0@example.org", "2@example.org"],
        True,
        [],
        ["1@example.org"],
    )
    assert (bulletin.sent, bulletin.refused, bulletin.done is not None) == (3, 0, True)


def test_after_a_day_nobody_tries_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    bulletin = announce(*names(2))
    failing(monkeypatch, refuse("1@example.org", code=451))
    work()
    let_time_pass(timedelta(hours=25))
    work()
    bulletin.refresh_from_db()

    assert (bulletin.sent, bulletin.refused, bulletin.done is not None) == (1, 1, True)


@a_failed_job_keeps_what_it_wrote
def test_mail_server_that_is_away_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    bulletin = announce(*names(outbox.AWAY + 3))
    with monkeypatch.context() as patch:
        failing(patch, lambda _email: SMTPServerDisconnected("gone"))
        work(ends="failed")
    bulletin.refresh_from_db()
    stopped_at = bulletin.reached, Letter.objects.count(), bulletin.done
    let_time_pass()
    later = work()

    assert stopped_at == (0, outbox.AWAY, None)
    assert sorted(later) == names(outbox.AWAY + 3)


def unwritable(monkeypatch: pytest.MonkeyPatch, *emails: str) -> None:
    """Let the letters to some addresses fail while they are written."""
    write = letters._letter

    def write_some(bulletin: Bulletin, receiver: Follower, content: contents.Content) -> EmailMessage:
        if receiver.email in emails:
            raise KeyError(receiver.pk)
        return write(bulletin, receiver, content)

    monkeypatch.setattr(letters, "_letter", write_some)


@a_failed_job_keeps_what_it_wrote
def test_letter_that_cannot_be_written_stops_nobody_and_leaves_when_it_can(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bulletin = announce(*names(3))
    with monkeypatch.context() as patch:
        unwritable(patch, "1@example.org")
        first = work(ends="failed")
    error = Job.objects.get(kind=following.TOLD).error
    let_time_pass()
    later = work()

    assert first == ["0@example.org", "2@example.org"]
    assert error == f"bulletin {bulletin.pk}: letters cannot be written"
    assert later == ["1@example.org"]


@a_failed_job_keeps_what_it_wrote
def test_letter_that_cannot_be_written_for_a_day_is_given_up_without_a_mark_against_its_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bulletin = announce(*names(2))
    unwritable(monkeypatch, "1@example.org")
    work(ends="failed")
    let_time_pass(timedelta(hours=25))
    work(ends="failed")
    bulletin.refresh_from_db()

    assert (bulletin.sent, bulletin.refused, bulletin.done is not None) == (1, 1, True)
    assert Follower.objects.get(email="1@example.org").refused == 0


@a_failed_job_keeps_what_it_wrote
def test_confirmation_that_could_not_be_sent_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    subscribing.ask("ann@example.org", system("egf"), language="en")
    following.request(subscribing.ASKED)
    with monkeypatch.context() as patch:
        failing(patch, lambda _email: ConnectionRefusedError())
        first = work(ends="failed")
    at_once = work()
    assert Job.objects.get().error == "1 of 1 could not be sent"
    send_letters()
    too_early = work()
    Follow.objects.update(asked=Follow.objects.get().asked - letters.RETRY)
    send_letters()
    later = work()

    assert (first, at_once, too_early, later) == ([], [], [], ["ann@example.org"])
