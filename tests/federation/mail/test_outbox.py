"""The outbox: a row is claimed before its letter leaves, settled with the answer or requeued."""

from collections.abc import Callable
from dataclasses import dataclass, field
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend

from federation.mail.message import compose
from federation.mail.outbox import AWAY, Outbox, ServerAwayError


@dataclass
class Row:
    """A row that notes what is done with it."""

    name: str = "row"
    is_free: bool = True
    is_wanted: bool = True
    acts: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return self.name

    def claim(self) -> bool:
        self.acts.append("claim")
        return self.is_free

    def write(self) -> EmailMessage | None:
        return compose("Subject\n\nText", to=f"{self.name}@example.org") if self.is_wanted else None

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


def test_first_line_of_a_letter_without_a_subject_is_its_subject() -> None:
    message = compose("\nA  subject\n\nA text.\n", to="ann@example.org", headers={"List-Id": "<x>"})

    assert (message.subject, message.body) == ("A subject", "A text.\n")
    assert message.extra_headers == {"List-Id": "<x>", "Auto-Submitted": "auto-generated"}
