"""Repeated inspection of a revision after every change; findings are stored."""

from collections.abc import Sequence

from django.utils import timezone

from tournaments.inspection.inspection import inspect
from tournaments.inspection.plausibility import CODES
from tournaments.models import Entry, Tournament
from tournaments.revisions import match_doubts, models_to_report, same_games

_OF_PERSONS = CODES | {same_games.CODE}  # change with who the entrants are


def reinspect(tournament: Tournament) -> None:
    """Inspect a revision again: its report with the corrections, and the persons matched."""
    keep(tournament, found_in(tournament))


def found_in(tournament: Tournament, rows: Sequence[Entry] | None = None) -> list[dict[str, object]]:
    """Return what is found in a revision; `rows`: its entries, where they are not those stored."""
    findings = inspect(models_to_report.report_of(tournament), today=timezone.localdate())
    return [*match_doubts.stored(findings), *_of_persons(tournament, rows)]


def reconsider(tournament: Tournament) -> None:
    """Look again at the persons only: their matches changed, the report did not."""
    findings = [finding for finding in tournament.current_findings if finding["code"] not in _OF_PERSONS]
    keep(tournament, [*findings, *_of_persons(tournament)])


def _of_persons(tournament: Tournament, rows: Sequence[Entry] | None = None) -> list[dict[str, object]]:
    """Return what is found about the players matched, and about games they have played already."""
    doubts = match_doubts.stored(match_doubts.of_matches(tournament, rows))
    return [*match_doubts.stored(shared.finding for shared in same_games.sharing(tournament, rows)), *doubts]


def keep(tournament: Tournament, findings: list[dict[str, object]]) -> None:
    """Note what was found; a confirmed warning stays confirmed as long as it is found."""
    tournament.findings = findings
    Tournament.objects.filter(pk=tournament.pk).update(findings=findings)
