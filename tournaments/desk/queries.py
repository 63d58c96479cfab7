"""What the desk pages read: lists of tournaments, findings in the reader's language, the crosstable."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from federation.models import Account, JournalEntry
from tournaments.checks.submission_checks import MENDABLE
from tournaments.desk.finding_words import place_words, sentence
from tournaments.inspection import causes
from tournaments.models import Bye, Entry, Game, Tournament, Upload
from tournaments.models.stages import OPEN, Stage
from tournaments.reports.outcomes import ByeKind, Outcome

SHOWN_FINDINGS = 200
GAMES = "games"  # the format of a file of games that come one by one


@dataclass(frozen=True, slots=True)
class FindingLine:
    """A finding as a reader sees it, and those that follow from it.

    `mendable`: the form of the facts can cure it, no new file is needed.
    """

    severity: str
    place: str
    text: str
    code: str
    mendable: bool
    followers: Sequence["FindingLine"] = ()


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """What somebody did to a revision, in words."""

    at: datetime
    account: Account | None
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant of the crosstable with a cell for each round."""

    entry: Entry
    cells: tuple[str, ...]


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
        mendable=finding["code"] in MENDABLE,
    )


def desk_tournaments() -> QuerySet[Tournament]:
    """Tournaments with who handed them in and what reading found, without the bytes."""
    related = Tournament.objects.select_related("organiser", "decided_by", "upload", "upload__account")
    return related.defer("upload__content")


def _count_entries(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    undecided = Q(entries__player__isnull=True) & ~Q(entries__match=Entry.Match.ENROL)
    return tournaments.annotate(
        entrants=Count("entries"),
        undecided=Count("entries", filter=undecided),
        enrolling=Count("entries", filter=Q(entries__player__isnull=True, entries__match=Entry.Match.ENROL)),
    )


def own(account: Account) -> QuerySet[Tournament]:
    """What an organiser handed in, newest first."""
    return _count_entries(desk_tournaments().filter(organiser=account)).order_by("-pk")


def queue() -> QuerySet[Tournament]:
    """What waits for an officer, longest waiting first."""
    return _count_entries(desk_tournaments().filter(stage=Stage.SUBMITTED)).order_by("submitted", "pk")


def unowned() -> QuerySet[Tournament]:
    """Open drafts without organiser (archives): any officer may finish them."""
    return _count_entries(desk_tournaments().filter(organiser=None, stage__in=OPEN)).order_by("-pk")


def leftover_uploads(account: Account, limit: int = 10) -> list[Upload]:
    """The account's newest files that became no tournament."""
    uploads = Upload.objects.filter(account=account, tournaments=None).defer("content")
    uploads = uploads.exclude(format=GAMES)
    return list(uploads.order_by("-received")[:limit])


def revisions(tournament: Tournament) -> list[Tournament]:
    """All revisions of a number, newest first."""
    return list(desk_tournaments().filter(number=tournament.number).order_by("-revision"))


def history(tournament: Tournament, limit: int = 20) -> list[HistoryLine]:
    """The journal of one revision, newest first."""
    lines = JournalEntry.objects.filter(subject="tournament", subject_id=str(tournament.pk))
    words = {
        "tournament.drafted": _("drafted from the file"),
        "tournament.corrected": _("corrected by hand"),
        "tournament.matched": _("entrants matched"),
        "tournament.confirmed": _("warnings confirmed"),
        "tournament.unconfirmed": _("confirmations taken back"),
        "tournament.reopened": _("drafted from the revision before"),
        "tournament.submitted": _("submitted"),
        "tournament.claimed": _("taken for review"),
        "tournament.left": _("given back to the queue"),
        "tournament.returned": _("returned"),
        "tournament.approved": _("approved"),
        "tournament.withdrawn": _("withdrawn"),
        "tournament.revoked": _("taken out of the ratings"),
    }
    newest = lines.select_related("account").order_by("-at", "-pk")[:limit]
    return [HistoryLine(line.at, line.account, words.get(line.act, line.act)) for line in newest]


def severities(findings: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """How many findings of each severity."""
    counts = {"error": 0, "warning": 0, "notice": 0}
    for finding in findings:
        counts[finding["severity"]] += 1
    return counts


def crosstable(tournament: Tournament) -> list[Row]:
    """Entrants in the order of the file, a cell a round, from three queries."""
    entries = list(Entry.objects.filter(tournament=tournament).select_related("player").order_by("number"))
    numbers = {entry.pk: entry.number for entry in entries}
    cells: dict[tuple[int, int], list[str]] = defaultdict(list)
    for game in Game.objects.filter(tournament=tournament).order_by("round", "board", "pk"):
        for side in ("w", "b"):
            one, other = (game.white_id, game.black_id)[:: 1 if side == "w" else -1]
            cells[one, game.round].append(f"{numbers[other]}{_sign(game, side)}{_details(game, side)}")
    for bye in Bye.objects.filter(tournament=tournament):
        cells[bye.entry_id, bye.round].append(_BYES[ByeKind(bye.kind)])
    rounds = range(1, min(max([tournament.rounds, *(key[1] for key in cells)], default=0), 99) + 1)
    return [
        Row(entry, tuple(" ".join(cells.get((entry.pk, number), [])) for number in rounds))
        for entry in entries
    ]


_BYES = {
    ByeKind.PAIRING_ALLOCATED: "0+",
    ByeKind.FULL_POINT: "0+",
    ByeKind.HALF_POINT: "0=",
    ByeKind.ZERO_POINT: "0−",
}
_SIGNS = {
    Outcome.WHITE_WINS: ("+", "−"),
    Outcome.BLACK_WINS: ("−", "+"),
    Outcome.DRAW: ("=", "="),
    Outcome.BOTH_LOSE: ("−", "−"),
    Outcome.BOTH_WIN: ("+", "+"),
    Outcome.UNKNOWN: ("?", "?"),
}


def _sign(game: Game, side: str) -> str:
    return _SIGNS[Outcome(game.outcome)][side == "b"] + ("!" if game.by_default else "")


def _details(game: Game, side: str) -> str:
    return f"{side if game.colour_known else ''}{game.handicap or ''}"
