"""Rating jobs by the interface for programs: one computation sent and answered at once, nothing stored."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Router, Schema

from federation.api.api import body
from federation.api.problems import Problem, Refused, to_response
from federation.api.public_api import open_to_all
from ratings.api.records import OPEN
from ratings.rating_job.document import JobFinding, NoRatingsError
from ratings.rating_job.reading import OPEN as LIMITS
from ratings.rating_job.reading import excess, read_job
from ratings.rulebook.systems import computable

MOST_BYTES = 256 * 1024  # some 3,000 games
SECONDS = 3  # what a job at every limit takes one core, with room to spare
DESCRIPTION = (
    "Compute a rating job with the engines that rate the site's own tournaments; nothing is stored."
    f" Limits: {MOST_BYTES // 1024} KiB, {LIMITS.players:,} players, {LIMITS.events:,} events,"
    f" {LIMITS.games:,} games in all, {LIMITS.entrants:,} players in the games of one event,"
    f" {LIMITS.sides:,} rows of games in the answer (two a game, n(n - 1) of a table of n), and of the FFG"
    f" ladder {LIMITS.steps:,} for `passes_most` x games (x players of the event with `guard_rail`)."
    f" A job within them takes at most about {SECONDS} seconds of computing. Every number and constant has"
    " bounds; what is outside is a finding with its path, and an answer has finite numbers only."
)
router = Router(tags=["rating jobs"])


class JobFound(Schema):
    """What is wrong in a job: where, and a sentence."""

    path: str
    message: str


class JobRefused(Problem):
    """A job that cannot be computed, with everything found in it."""

    findings: list[JobFound]


def _rows(most: int) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "object"}, "maxItems": most}


_JOB: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "A rating job; every key that is not known is a finding.",
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["system", "players", "events"],
                    "properties": {
                        "system": {"type": "string", "enum": computable()},
                        "edition": {"type": ["string", "null"], "minLength": 1},
                        "parameters": {"type": ["object", "null"]},
                        "players": _rows(LIMITS.players),
                        "events": _rows(LIMITS.events),
                    },
                }
            }
        },
    },
    "responses": {
        200: {
            "description": "Players, events and games with their ratings",
            "content": {"application/json": {"schema": {"type": "object"}}},
        }
    },
}


@router.post(
    "",
    response={200: None, **OPEN, 413: Problem, 422: JobRefused},
    description=DESCRIPTION,
    openapi_extra=_JOB,
)
@open_to_all(cost=10)
def rate(request: HttpRequest) -> HttpResponse:
    """Compute a rating job of limited size with the engines that rate the site's own tournaments."""
    job, findings = read_job(body(request, limit=MOST_BYTES))
    if job is None:
        return _answer_findings(findings)
    if found := list(excess(job)):
        return _answer_findings(found)
    from ratings.rating_job.answer import written  # here: numba is loaded only to compute

    try:
        document = written(job)
    except NoRatingsError as error:
        return _answer_findings([error.finding])
    return HttpResponse(document, content_type="application/json", headers={"Cache-Control": "no-store"})


def _answer_findings(findings: list[JobFinding]) -> HttpResponse:
    """Return an answer 422 with every finding, in the language of the interface."""
    problems = [{"path": finding.path, "message": _sentence(finding)} for finding in findings]
    refused = Refused(422, "not-a-job", _("The rating job cannot be calculated."))
    return to_response(refused, findings=problems)


def _sentence(finding: JobFinding) -> str:
    return " ".join(_(finding.text).format(**finding.values).split())
