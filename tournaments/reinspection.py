"""Writes: what is found in a revision as it stands, looked for again after every change."""

from django.utils import timezone

from tournaments import doubts, rebuilding
from tournaments.inspection import inspect
from tournaments.models import Tournament
from tournaments.persons import CODES


def reinspect(tournament: Tournament) -> None:
    """Inspect a revision anew: its report with the corrections, and the persons matched."""
    found = inspect(rebuilding.report_of(tournament), today=timezone.localdate())
    keep(tournament, [*doubts.stored(found), *doubts.stored(doubts.of_matches(tournament))])


def reconsider(tournament: Tournament) -> None:
    """Look again at the persons only: their matches changed, the report did not."""
    found = [one for one in tournament.current_findings if one["code"] not in CODES]
    keep(tournament, [*found, *doubts.stored(doubts.of_matches(tournament))])


def keep(tournament: Tournament, findings: list[dict[str, object]]) -> None:
    """Note what was found; a warning confirmed stays confirmed as long as it is said."""
    tournament.findings = findings
    Tournament.objects.filter(pk=tournament.pk).update(findings=findings)
