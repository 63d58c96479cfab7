"""What officers enter about logs and witnesses: on their page, and by the command."""

import pytest
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django.fixtures import Settings

from federation.models import Account, Job, JournalEntry
from ratings.models import LogAlarm, LogHead, LogWitness, WatchedLog
from ratings.public_log.witness import entering, watch_round
from ratings.tasks.lists import look_at_logs, watch_logs
from tests.ratings.merkle_log.another_log import AnotherLog
from tests.ratings.public_log.witness.other_installation import OtherInstallation, rewrite

pytestmark = pytest.mark.django_db


def test_wrong_entries_are_refused_with_a_sentence(other: OtherInstallation, settings: Settings) -> None:
    settings.WEBHOOK_PRIVATE = False
    key, cosigner = str(other.log.key), str(other.witness_key)
    for address, text, field in (
        ("http://example.org/log", key, "address"),
        ("ratings", key, "address"),
        ("https://example.org/log?x=1", key, "address"),
        ("https://example.org/log", cosigner, "key"),
        ("https://example.org/log", "x" * 30, "key"),
    ):
        with pytest.raises(entering.EntryError) as refused:
            entering.watch(address, text, account=None)
        assert refused.value.field == field
    with pytest.raises(entering.EntryError):
        entering.trust("https://example.org/log", key, account=None)
    assert not WatchedLog.objects.exists()
    assert not JournalEntry.objects.filter(act__startswith="log.").exists()


def test_own_log_is_not_watched_and_no_more_than_twenty_are(head: LogHead, other: OtherInstallation) -> None:
    with pytest.raises(entering.EntryError, match="own log"):
        entering.watch(other.address, head.key, account=None)
    for number in range(entering.MOST):
        entering.watch(other.address, str(AnotherLog(f"log{number}").key), account=None)
    with pytest.raises(entering.EntryError, match="remove one first"):
        entering.watch(other.address, str(other.log.key), account=None)
    again = entering.watch(other.address + "/", str(AnotherLog("log3", seed=bytes(32)).key), account=None)
    assert (again.key, again.address) == (str(AnotherLog("log3", seed=bytes(32)).key), other.address)


def test_command_watches_looks_and_tells(
    other: OtherInstallation, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("witness", watch=[other.address, str(other.log.key)])
    told = capsys.readouterr().out
    assert "watches other.example.org/log: 5 entries, in order" in told
    assert f"key of this witness: {LogHead.objects.get().witness_key}" in told
    rewrite(other.log, 5)
    call_command("witness")
    assert "ALARM: other.example.org/log rewritten" in capsys.readouterr().out
    call_command("witness", forget="other.example.org/log")
    assert not WatchedLog.objects.exists()
    with pytest.raises(CommandError, match="no log and no witness"):
        call_command("witness", forget="other.example.org/log")
    with pytest.raises(CommandError, match="not the key of a log"):
        call_command("witness", watch=[other.address, "nothing"])


def test_command_tells_what_it_saw_where_no_mail_server_takes_the_alert(
    watched: WatchedLog,
    other: OtherInstallation,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Account.objects.create_superuser("ada@example.org", "a long enough secret")
    call_command("witness")
    rewrite(other.log, watched.size or 5)

    def refuse(self: EmailBackend, messages: list[EmailMessage]) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    call_command("witness")
    told = capsys.readouterr()

    assert "ALARM: other.example.org/log rewritten" in told.out
    assert told.err == "alerts by e-mail: 1 of 1 could not be sent\n"
    assert LogAlarm.objects.get().letter == "waiting"


def test_clock_asks_for_one_look_where_there_is_something_to_look_at(
    other: OtherInstallation, django_capture_on_commit_callbacks: object
) -> None:
    watch_logs()
    assert not Job.objects.filter(kind=watch_round.WORK).exists()
    entering.watch(other.address, str(other.log.key), account=None)
    watch_logs()
    watch_logs()
    assert Job.objects.filter(kind=watch_round.WORK).count() == 1
    assert look_at_logs.__name__ == "look_at_logs"


@pytest.fixture
def office() -> Client:
    account = Account.objects.create_superuser("ada@example.org", "a long enough secret")
    made = Client(headers={"accept-language": "en"})
    made.force_login(account)
    return made


def test_page_of_witnesses_enters_shows_and_removes(
    head: LogHead, office: Client, other: OtherInstallation, settings: Settings
) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    told = {"kind": "log", "log-address": other.address, "log-key": str(other.log.key)}
    assert office.post("/review/witnesses/", told).status_code == 302
    told = {"kind": "witness", "witness-address": other.address, "witness-key": str(other.witness_key)}
    assert office.post("/review/witnesses/", told).status_code == 302
    assert Job.objects.filter(kind=watch_round.WORK).count() == 1
    watch_round.run()
    rewrite(other.log, 5)
    watch_round.run()
    page = office.get("/review/witnesses/").content.decode()
    assert "The log was rewritten" in page
    assert "There is no such file on the server." in page  # the witness has not seen our log
    for address in ("/review/", "/jobs/"):
        assert "was rewritten" in office.get(address).content.decode(), address

    alarm, watched, witness = LogAlarm.objects.get(), WatchedLog.objects.get(), LogWitness.objects.get()
    office.post(f"/review/witnesses/alarms/{alarm.pk}/settle/")
    office.post(f"/review/witnesses/log/{watched.pk}/remove/")
    office.post(f"/review/witnesses/witness/{witness.pk}/remove/")
    assert office.post("/review/witnesses/other/1/remove/").status_code == 404
    assert not WatchedLog.objects.exists()
    assert not LogWitness.objects.exists()
    assert LogAlarm.objects.filter(settled__isnull=False).count() == 1
    assert "was rewritten" not in office.get("/review/").content.decode()
    acts = JournalEntry.objects.filter(act__startswith="log.").values_list("act", flat=True).order_by("pk")
    assert list(acts) == [
        *("log.watched", "log.witness-added", "log.alarm", "log.alarm-settled"),
        *("log.unwatched", "log.witness-removed"),
    ]


def test_page_of_witnesses_says_what_is_wrong_with_an_entry(office: Client, settings: Settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    answer = office.post("/review/witnesses/", {"kind": "log", "log-address": "x", "log-key": "y"})

    assert answer.status_code == 422
    assert "Enter a complete web address" in answer.content.decode()
    assert office.post("/review/witnesses/", {"kind": "nothing"}).status_code == 200


def test_evidence_there_is_none_of_is_not_found(client: Client) -> None:
    for address in ("/log/evidence/1.txt", "/log/evidence/99999999999999999999.txt", "/log/witness/abc"):
        assert client.get(address).status_code == 404
