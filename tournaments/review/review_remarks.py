"""Remarks at single findings by an officer who returns a revision, shown to its organiser."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from federation.models import Account
from tournaments.checks.submission_checks import Problem, Refused
from tournaments.checks.warning_confirmations import key_of
from tournaments.models import Remark, Tournament

LONGEST = 500  # letters


def of(tournament: Tournament) -> dict[str, Remark]:
    """Return the remarks on a revision by the key of their finding; one query."""
    return {
        remark.key: remark
        for remark in Remark.objects.filter(tournament=tournament).select_related("account")
    }


def replace(tournament: Tournament, texts: Mapping[str, str], *, account: Account | None) -> list[Remark]:
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
