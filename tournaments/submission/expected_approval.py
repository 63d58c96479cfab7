"""Facts a revision would be approved with, or the reasons for a refusal; nothing is written.

Goes the way of `submission.steps.submit` and `approve`: match, inspect, follow merges, enrol.
"""

from collections.abc import Sequence
from datetime import date

from django.db.models import Max

from federation.models import Player
from tournaments.checks.problems import Refused
from tournaments.checks.submission_checks import before_submission
from tournaments.models import Entry, Tournament
from tournaments.models.stages import OPEN, UNDECIDED, Stage
from tournaments.people import merging
from tournaments.revisions import models_to_report
from tournaments.submission import rematching
from tournaments.submission.expected_facts import ExpectedApproval
from tournaments.submission.steps import first_reported, of_revisions


def expect_approval(tournament: Tournament, *, on: date) -> ExpectedApproval | None:
    """Return the facts an approval would make; `on`: the day an open revision is handed in.

    None for a revision that is decided. Raises Refused like a submission and an approval would.
    """
    revisions = list(Tournament.objects.filter(number=tournament.number).order_by("revision"))
    current = next(revision for revision in revisions if revision.revision == tournament.revision)
    if current.stage not in UNDECIDED:
        return None
    rows = list(Entry.objects.filter(tournament=current).order_by("number"))
    if current.stage in OPEN:
        _hand_in(current, rows, revisions, on=on)
    merging.lead(rows, _merged_numbers(rows))
    new = rematching.still_new(rows)
    rematching.check(rematching.newcomers(new, current))
    last = Player.objects.aggregate(last=Max("pk"))["last"] or 0
    for number, row in enumerate(new, start=last + 1):
        row.player_id = number
    return ExpectedApproval(
        tournament=current,
        since=min(
            revision.start
            for revision in revisions
            if revision is current or revision.stage == Stage.APPROVED
        ),
        players={row.pk: row.player_id or 0 for row in rows},
        born={row.player_id or 0: row.birth_year or 0 for row in new},
    )


def _hand_in(
    current: Tournament, rows: Sequence[Entry], revisions: Sequence[Tournament], *, on: date
) -> None:
    """Look at an open revision as its submission would, in memory; raises Refused."""
    rematching.renew(rows)
    current.findings = models_to_report.found_in(current, rows)
    if problems := (*before_submission(current, rows), *of_revisions(current, revisions)):
        raise Refused(*problems)
    current.reported = first_reported(revisions, on)


def _merged_numbers(rows: Sequence[Entry]) -> dict[int | None, int | None]:
    gone = Player.objects.filter(pk__in=[row.player_id for row in rows if row.player_id is not None])
    return dict(gone.filter(merged_into__isnull=False).values_list("pk", "merged_into"))
