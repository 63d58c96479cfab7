"""Remarks at findings of a returned tournament, and an organiser's replies to them without a new file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from federation.journal import journal
from federation.models import Account
from tournaments.checks.problems import Problem, Refused
from tournaments.checks.warning_confirmations import key_of
from tournaments.entrants import entries
from tournaments.models import Remark, Reply, Tournament
from tournaments.models.stages import Stage


def remarks_of(tournament: Tournament) -> dict[str, Remark]:
    """Return the remarks on a revision by the key of their finding; one query."""
    return {
        remark.key: remark
        for remark in Remark.objects.filter(tournament=tournament).select_related("account")
    }


def replace_remarks(
    tournament: Tournament, texts: Mapping[str, str], *, account: Account | None
) -> list[Remark]:
    """Put remarks in the place of those there were; `texts` by the key of the finding.

    Raises Refused where a remark has no sentence, or its finding is found no more.
    """
    findings = {key_of(finding): finding for finding in tournament.current_findings}
    if any(not text.strip() for text in texts.values()):
        raise Refused(Problem("remark-empty"))
    if any(key not in findings for key in texts):
        raise Refused(Problem("changed-meanwhile"))
    Remark.objects.filter(tournament=tournament).delete()
    now = timezone.now()
    return Remark.objects.bulk_create(
        Remark(
            tournament=tournament,
            key=key,
            code=findings[key]["code"],
            text=text.strip()[:LONGEST],
            account=account,
            at=now,
        )
        for key, text in texts.items()
    )


def labelled_remarks(remarks: list[Remark], tournament: Tournament) -> list[dict[str, Any]]:
    """Return remarks as the journal keeps them."""
    places = {key_of(finding): finding["place"] for finding in tournament.current_findings}
    return [{"code": remark.code, "place": places[remark.key], "text": remark.text} for remark in remarks]


LONGEST = 500  # letters
REASON = ""  # the key of the reason, which is about no finding


@dataclass(frozen=True, slots=True)
class Question:
    """Remark of an officer who returned a revision, and the organiser's reply.

    `finding`: the stored finding it is about, None for the reason and for a finding that is gone.
    """

    key: str
    text: str
    finding: Mapping[str, Any] | None
    reply: Reply | None


def of(tournament: Tournament) -> dict[str, Reply]:
    """Return the answers by the key of what they answer; one query."""
    return {
        reply.key: reply for reply in Reply.objects.filter(tournament=tournament).select_related("account")
    }


def questions(tournament: Tournament) -> list[Question]:
    """Return the remarks of a returned revision, the reason first; two queries at most."""
    if not tournament.reason:
        return []
    remarks, replies = remarks_of(tournament), of(tournament)
    findings = {key_of(finding): finding for finding in tournament.current_findings}
    of_reason = [Question(REASON, tournament.reason, None, replies.get(REASON))]
    # A return without a reason of its own has the remarks for its reason.
    if tournament.reason == "\n".join(remark.text for remark in remarks.values()):
        of_reason = []
    return of_reason + [
        Question(key, remark.text, findings.get(key), replies.get(key)) for key, remark in remarks.items()
    ]


def keep(tournament: Tournament, texts: Mapping[str, str], *, account: Account) -> int:
    """Store the organiser's replies, by the key of the remark; return how many changed.

    An empty text takes a reply back. Raises entries.Closed when the revision is no longer theirs, Refused
    when it replies to a question that was not asked.
    """
    with transaction.atomic():
        current = entries.lock_open(tournament, stages=(Stage.RETURNED,))
        by_key = {question.key: question for question in questions(current)}
        if not texts.keys() <= by_key.keys():
            raise Refused(Problem("strange-answer"))
        wanted = {key: text.strip()[:LONGEST] for key, text in texts.items()}
        changed = {key: text for key, text in wanted.items() if text != _text_of(by_key[key].reply)}
        Reply.objects.filter(tournament=current, key__in=changed).delete()
        now = timezone.now()
        replies = [
            Reply(tournament=current, key=key, about=by_key[key].text, text=text, account=account, at=now)
            for key, text in changed.items()
            if text
        ]
        Reply.objects.bulk_create(replies)
        if changed:
            answers = [{"about": by_key[key].text, "text": text} for key, text in changed.items()]
            journal.write(
                "tournament.answered", current, account=account, number=current.number, answers=answers
            )
    return len(changed)


def forget(tournament: Tournament) -> None:
    """Drop the replies to earlier remarks of an officer; the journal has them."""
    Reply.objects.filter(tournament=tournament).delete()


def shown(tournament: Tournament) -> Sequence[Reply]:
    """Return the answers as an officer reads them who looks again; one query."""
    return list(of(tournament).values())


def _text_of(reply: Reply | None) -> str:
    return reply.text if reply else ""
