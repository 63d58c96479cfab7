"""Rating jobs by the interface for programs: one computation sent and answered at once, nothing stored."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema

from federation.api import Problem, body
from federation.reading import open_to_all
from ratings.api_records import OPEN
from ratings.rating_job.document import JobFinding
from ratings.rating_job.reading import Job, read_job
from ratings.rulebook.systems import computable
from tournaments.findings import gettext_noop

MOST_BYTES = 256 * 1024  # some 3,000 games
MOST_PASSES = 1_000  # of an event: the rules say 100
NO_NUMBER = gettext_noop("these constants give no finite ratings")
TOO_MANY_PASSES = gettext_noop("must be at most {most}")
router = Router(tags=["rating jobs"])


class JobFound(Schema):
    """What is wrong in a job: where, and a sentence."""

    path: str
    message: str


class JobRefused(Schema):
    """A job that cannot be computed, with everything found in it."""

    code: str
    message: str
    findings: list[JobFound]


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
                        "players": {"type": "array", "items": {"type": "object"}},
                        "events": {"type": "array", "items": {"type": "object"}},
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


@router.post("", response={200: None, **OPEN, 413: Problem, 422: JobRefused}, openapi_extra=_JOB)
@open_to_all(cost=10)
def rate(request: HttpRequest) -> HttpResponse:
    """Compute a rating job of at most 256 KiB with the engines that rate the site's own tournaments."""
    job, findings = read_job(body(request, limit=MOST_BYTES))
    if job is None:
        return _refused(findings)
    if (finding := _too_long(job)) is not None:
        return _refused([finding])
    from ratings.rating_job.answer import compute  # here: numba is loaded by whoever computes

    try:
        told = json.dumps(compute(job), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (ArithmeticError, ValueError):  # replaced constants the formulas cannot live with
        return _refused([JobFinding("parameters", NO_NUMBER)])
    return HttpResponse(told, content_type="application/json", headers={"Cache-Control": "no-store"})


def _too_long(job: Job) -> JobFinding | None:
    """Find constants that would let a computation go on for ever."""
    editions = [getattr(event, "edition", None) for event in getattr(job, "events", ())]
    passes = max((getattr(edition, "passes_most", 0.0) for edition in editions), default=0.0)
    if passes <= MOST_PASSES:
        return None
    return JobFinding("parameters.passes_most", TOO_MANY_PASSES, {"most": MOST_PASSES})


def _refused(findings: list[JobFinding]) -> HttpResponse:
    """Answer 422 with every finding, in the language the interface speaks."""
    told = [{"path": one.path, "message": _sentence(one)} for one in findings]
    refused = {"code": "not-a-job", "message": "The job cannot be computed.", "findings": told}
    return HttpResponse(json.dumps(refused), content_type="application/json", status=422)


def _sentence(finding: JobFinding) -> str:
    return " ".join(finding.text.format(**finding.values).split())
