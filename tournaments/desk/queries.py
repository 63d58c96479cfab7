"""Queries of the desk's pages: lists of tournaments, the findings of one."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Case, Count, Q, QuerySet, When

from federation.journal import acts
from federation.models import Account, JournalEntry
from federation.vocabulary.keys import key_from
from tournaments.checks.warning_confirmations import open_findings
from tournaments.desk.finding_words import place_words, sentence
from tournaments.inspection import causes
from tournaments.models import Entry, Tournament, Upload
from tournaments.models.stages import OPEN, OVER, UNDECIDED, Stage

SHOWN_FINDINGS = 200
OWN_STATES = {
    "turn": OPEN,
    "waiting": (Stage.SUBMITTED.value,),
    "approved": (Stage.APPROVED.value,),
    "over": OVER,
}
GAMES = "games"  # the format of a file of games that come one by one


@dataclass(frozen=True, slots=True)
class FindingLine:
    """A finding as a reader sees it, and those that follow from it."""

    severity: str
    place: str
    text: str
    code: str
    followers: Sequence["FindingLine"] = ()


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """An action on a revision, in words."""

    at: datetime
    account: Account | None
    words: str


def finding_lines(findings: Sequence[Mapping[str, Any]]) -> list[FindingLine]:
    """Stored findings to show, errors first, what follows from others folded; at most SHOWN_FINDINGS."""
    order = {"error": 0, "warning": 1, "notice": 2}
    ranked = sorted(findings, key=lambda finding: order[finding["severity"]])
    followers: dict[int, list[FindingLine]] = defaultdict(list)
    own: dict[int, FindingLine] = {}
    for at, root in enumerate(causes.of_stored(ranked)[:SHOWN_FINDINGS]):
        line = _finding_line(ranked[at])
        if root is None or root >= SHOWN_FINDINGS:
            own[at] = line
        else:
            followers[root].append(line)
    return [replace(line, followers=followers[at]) for at, line in own.items()]


def _finding_line(finding: Mapping[str, Any]) -> FindingLine:
    return FindingLine(
        severity=finding["severity"],
        place=place_words(finding["place"]),
        text=sentence(finding["code"], finding["values"]),
        code=finding["code"],
    )


def desk_tournaments() -> QuerySet[Tournament]:
    """Return tournaments with who handed them in and what reading found, without the bytes."""
    related = Tournament.objects.select_related("organiser", "decided_by", "upload", "upload__account")
    return related.defer("upload__content")


def _count_entries(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Count entrants; in revisions not yet approved, also open matches and new players."""
    unmatched = Q(entries__player__isnull=True, stage__in=UNDECIDED)
    enrolling = Q(entries__match=Entry.Match.ENROL)
    return tournaments.prefetch_related("confirmations").annotate(
        entrants=Count("entries"),
        undecided=Count("entries", filter=unmatched & ~enrolling),
        enrolling=Count("entries", filter=unmatched & enrolling),
    )


def own(account: Account, state: str = "", text: str = "") -> QuerySet[Tournament]:
    """Return what an organiser handed in: what was returned, what is not finished, the rest; newest first.

    `state`: of OWN_STATES; `text`: in the name, the place or the number.
    """
    tournaments = desk_tournaments().filter(organiser=account)
    if state in OWN_STATES:
        tournaments = tournaments.filter(stage__in=OWN_STATES[state])
    if text:
        key = key_from(text)
        number = Q() if key is None else Q(number=key)
        named = Q(name__icontains=text) | Q(place__icontains=text) | Q(upload__filename__icontains=text)
        tournaments = tournaments.filter(named | number)
    turn = Case(When(stage=Stage.RETURNED, then=0), When(stage=Stage.DRAFT, then=1), default=2)
    return _count_entries(tournaments).order_by(turn, "-pk")


def queue() -> QuerySet[Tournament]:
    """Return what waits for an officer, longest waiting first."""
    return _count_entries(desk_tournaments().filter(stage=Stage.SUBMITTED)).order_by("submitted", "pk")


def unowned() -> QuerySet[Tournament]:
    """Return open drafts without organiser (archives): any officer may finish them."""
    return _count_entries(desk_tournaments().filter(organiser=None, stage__in=OPEN)).order_by("-pk")


def leftover_uploads(account: Account, limit: int = 10) -> list[Upload]:
    """Return the account's newest files that became no tournament."""
    uploads = Upload.objects.filter(account=account, tournaments=None).defer("content")
    uploads = uploads.exclude(format=GAMES)
    return list(uploads.order_by("-received")[:limit])


def revisions(tournament: Tournament) -> list[Tournament]:
    """Return all revisions of a number, newest first."""
    return list(desk_tournaments().filter(number=tournament.number).order_by("-revision"))


def history(tournament: Tournament, limit: int = 20) -> list[HistoryLine]:
    """Return the journal of one revision, newest first."""
    lines = JournalEntry.objects.filter(subject="tournament", subject_id=str(tournament.pk))
    newest = lines.select_related("account").order_by("-at", "-pk")[:limit]
    done = [(line, acts.find(line.act)) for line in newest]
    return [HistoryLine(line.at, line.account, str(act.brief or act.sentence)) for line, act in done]


def open_severities(tournament: Tournament) -> dict[str, int]:
    """Count findings by severity, without the warnings that are confirmed; confirmations are loaded."""
    confirmed = {confirmation.key for confirmation in tournament.confirmations.all()}
    return severities(open_findings(tournament.current_findings, confirmed))


def severities(findings: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Count the findings of each severity."""
    counts = {"error": 0, "warning": 0, "notice": 0}
    for finding in findings:
        counts[finding["severity"]] += 1
    return counts
