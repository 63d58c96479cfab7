"""The outbox: a row is claimed before its letter leaves, settled with the answer or requeued."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.db import OperationalError
from django.utils import timezone

from federation.mail import outbox as outboxes
from federation.mail.outbox import AWAY, PATIENCE, Outbox, ServerAwayError, UnsentError, compose, send_waiting

pytestmark = pytest.mark.django_db


@dataclass
class Row:
    """A row that notes what is done with it."""

    name: str = "row"
    is_free: bool = True
    is_wanted: bool = True
    problem: Exception | None = None  # met while its letter is written
    waited: timedelta | None = timedelta()
    acts: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return self.name

    def claim(self) -> bool:
        self.acts.append("claim")
        return self.is_free

    def write(self) -> EmailMessage | None:
        if self.problem:
            raise self.problem
        return compose("Subject\n\nText", to=f"{self.name}@example.org") if self.is_wanted else None

    def waits_since(self) -> datetime | None:
        return None if self.waited is None else timezone.now() - self.waited

    def settle(self, *, taken: bool) -> None:
        self.acts.append("taken" if taken else "refused")

    def requeue(self) -> None:
        self.acts.append("requeue")


def answer_with(monkeypatch: pytest.MonkeyPatch, problem: Callable[[], BaseException]) -> None:
    def send(self: EmailBackend, messages: list[EmailMessage]) -> int:
        raise problem()

    monkeypatch.setattr(EmailBackend, "send_messages", send)


def refused(code: int) -> Callable[[], BaseException]:
    return lambda: SMTPRecipientsRefused({"row@example.org": (code, b"no")})


def sent(*rows: Row) -> list[str]:
    with Outbox() as outbox:
        for row in rows:
            outbox.send(row)
    return rows[0].acts


def test_letter_taken_by_its_server_is_settled() -> None:
    assert sent(Row()) == ["claim", "taken"]
    assert [one.to for one in mail.outbox] == [["row@example.org"]]


def test_row_claimed_by_another_job_sends_nothing() -> None:
    assert sent(Row(is_free=False)) == ["claim"]
    assert mail.outbox == []


def test_letter_nobody_wants_any_more_stays_claimed_and_unsent() -> None:
    assert sent(Row(is_wanted=False)) == ["claim"]
    assert mail.outbox == []


@pytest.mark.parametrize(("code", "then"), [(550, "refused"), (451, "requeue")])
def test_refusal_for_good_is_settled_and_one_for_now_requeued(
    code: int, then: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_with(monkeypatch, refused(code))

    assert sent(Row()) == ["claim", then]


def test_letter_on_its_way_when_the_job_is_killed_stays_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_with(monkeypatch, KeyboardInterrupt)
    row = Row()

    with pytest.raises(KeyboardInterrupt):
        sent(row)
    assert row.acts == ["claim"]


def test_server_that_fails_letter_after_letter_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_with(monkeypatch, lambda: SMTPServerDisconnected("gone"))
    rows = [Row() for _ in range(AWAY + 1)]

    with pytest.raises(ServerAwayError):
        sent(*rows)
    assert [row.acts for row in rows] == [["claim", "requeue"]] * AWAY + [[]]


@pytest.mark.parametrize(
    ("waited", "then"), [(timedelta(), "requeue"), (PATIENCE, "refused"), (None, "requeue")]
)
def test_letter_that_cannot_be_written_waits_for_a_day(
    waited: timedelta | None, then: str, caplog: pytest.LogCaptureFixture
) -> None:
    row = Row(problem=KeyError("gone"), waited=waited)

    assert sent(row) == ["claim", then]
    (said,) = [one for one in caplog.records if one.name == "federation.mail.outbox"]
    assert said.message.startswith("row: the letter cannot be sent as it is")
    assert said.exc_info is not None


def test_letter_that_cannot_be_written_keeps_no_other_from_leaving() -> None:
    rows = [Row(problem=KeyError("gone")) for _ in range(AWAY + 1)]

    with pytest.raises(UnsentError, match=f"{AWAY + 1} of {AWAY + 2} could not be sent"):
        send_waiting([*rows, Row("last")])
    assert [one.to for one in mail.outbox] == [["last@example.org"]]


@pytest.mark.parametrize(("waited", "then"), [(timedelta(), "requeue"), (PATIENCE, "refused")])
def test_text_that_the_server_refuses_keeps_no_other_letter_from_leaving(
    waited: timedelta, then: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = EmailBackend.send_messages

    def send(self: EmailBackend, messages: list[EmailMessage]) -> int:
        if messages[0].to != ["last@example.org"]:
            raise SMTPDataError(554, b"looks like spam")
        return take(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send)
    rows = [Row(waited=waited) for _ in range(AWAY + 1)]

    with pytest.raises(UnsentError, match=f"{AWAY + 1} of {AWAY + 2} could not be sent"):
        send_waiting([*rows, Row("last")])
    assert [row.acts for row in rows] == [["claim", then]] * (AWAY + 1)
    assert [one.to for one in mail.outbox] == [["last@example.org"]]


def test_text_that_the_server_does_not_take_now_counts_as_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_with(monkeypatch, lambda: SMTPDataError(451, b"later"))

    with pytest.raises(ServerAwayError):
        sent(*[Row() for _ in range(AWAY)])


def test_letter_with_a_header_no_letter_can_have_is_put_off_as_one_that_cannot_be_written() -> None:
    first, last = Row("line\nbreak"), Row("last")

    assert sent(first, last) == ["claim", "requeue"]
    assert last.acts == ["claim", "taken"]


def test_database_that_is_lost_while_a_letter_is_written_ends_the_job() -> None:
    row = Row(problem=OperationalError("the connection was closed"))

    with pytest.raises(OperationalError):
        send_waiting([row])
    assert row.acts == ["claim"]  # in a transaction that is rolled back


def test_job_ends_after_some_letters_of_which_those_that_failed_are_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outboxes, "AT_ONCE", 2)
    rows = [Row(problem=KeyError("gone")), Row(), Row(), Row()]

    with pytest.raises(UnsentError, match="1 of 3"):
        send_waiting(rows)
    assert [row.acts for row in rows] == [["claim", "requeue"], ["claim", "taken"], ["claim", "taken"], []]


def test_server_that_is_away_fails_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_with(monkeypatch, ConnectionRefusedError)
    rows = [Row() for _ in range(AWAY + 1)]

    with pytest.raises(UnsentError, match=f"{AWAY} of {AWAY} could not be sent"):
        send_waiting(rows)
    assert rows[-1].acts == []


def test_first_line_of_a_letter_without_a_subject_is_its_subject() -> None:
    message = compose("\nA  subject\n\nA text.\n", to="ann@example.org", headers={"List-Id": "<x>"})

    assert (message.subject, message.body) == ("A subject", "A text.\n")
    assert message.extra_headers == {"List-Id": "<x>", "Auto-Submitted": "auto-generated"}
