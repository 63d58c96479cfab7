"""Simulations of other rules by the interface for programs: asked for, read, cancelled and deleted."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Path, Query, Router, Schema, Status

from federation.accounts.permissions import is_officer, lacks_second_factor
from federation.api.api import Bearer, json_body, token_of
from federation.api.problems import Problem, Refused, WrongValue
from federation.jobs import jobs
from federation.models import Account
from ratings.laboratory import SCOPE, stored_simulations
from ratings.laboratory.figures.variant import NAME_MOST, UnfitVariant, read
from ratings.laboratory.models import Simulation
from ratings.laboratory.stored_simulations import document

MOST_BYTES = 64 * 1024
MOST = 100  # a page
_MOST_PROBLEMS = 100  # reported of one variant
_LONGEST_PLACE = 120
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
State = Literal["queued", "running", "done", "failed", "stopped"]
router = Router(auth=Bearer(SCOPE), tags=["simulations"])
_REFUSED: dict[Any, Any] = {401: Problem, 403: Problem, 422: Problem}
_FOUND: dict[Any, Any] = _REFUSED | {404: Problem}


class SimulationHead(Schema):
    """A simulation: how far its job is, and the address of its report; `made` is null until it is there."""

    number: int
    name: str
    system: str
    state: State
    progress: int
    requested: datetime
    made: datetime | None
    fingerprint: str
    url: str


class SimulationTold(SimulationHead):
    """A simulation with its report.

    `base`: whether the rules in force give the published lists; where they do not, `report` stays null.
    `error` is what the job failed with.
    """

    error: str
    variant: dict[str, Any]
    facts: str
    counts: dict[str, int] | None
    base: dict[str, Any] | None
    report: dict[str, Any] | None


class Simulations(Schema):
    """Simulations, the newest first; `next` is the cursor of the following page, null on the last."""

    items: list[SimulationHead]
    next: int | None


class SimulationCancelled(Schema):
    """Whether it was cancelled now; false where it was over already."""

    cancelled: bool


class SimulationDeleted(Schema):
    """Whether it was deleted."""

    deleted: bool


_VALUES = {"type": "object", "additionalProperties": {"type": ["number", "boolean", "string"]}}
_BODY: dict[str, Any] = {
    "type": "object",
    "required": ["name", "system"],
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": NAME_MOST},
        "system": {"type": "string"},
        "constants": {"type": "object", "additionalProperties": _VALUES},
        "dates": {"type": "object", "additionalProperties": {"type": "string", "format": "date"}},
        "adjustment": {"type": "boolean"},
        "floor": {"type": "boolean"},
        "k_factor": {"type": "number"},
        "period": {"type": "integer", "enum": [1, 2, 3, 6]},
        "conversion": {
            "type": "object",
            "required": ["date"],
            "properties": {
                "date": {"type": "string", "format": "date"},
                "factor": {"type": "number"},
                "offset": {"type": "number"},
            },
        },
    },
}
_EXTRA = {"requestBody": {"required": True, "content": {"application/json": {"schema": _BODY}}}}


def _officer_of(request: HttpRequest) -> Account:
    """Return the account of the token; Refused where it is no officer's, as the pages of the office do."""
    account = token_of(request).account
    if not is_officer(account) or lacks_second_factor(account):
        message = _("The account of this token is not an officer’s, or lacks its second factor.")
        raise Refused(403, "not-an-officer", message)
    return account


@router.get("", response={200: Simulations, **_REFUSED})
def simulations(
    request: HttpRequest,
    cursor: Annotated[int, Query(ge=1, le=2**31 - 1)] = 2**31 - 1,
    limit: Annotated[int, Query(ge=1, le=MOST)] = 20,
) -> Simulations:
    """List the simulations of the office, the newest first."""
    _officer_of(request)
    rows = Simulation.objects.select_related("system", "job").defer("result").filter(pk__lte=cursor)
    found = list(rows.order_by("-pk")[: limit + 1])
    following = found[limit].pk if len(found) > limit else None
    return Simulations(items=[SimulationHead(**_head(row, request)) for row in found[:limit]], next=following)


@router.post("", response={202: SimulationHead, 409: Problem, 413: Problem, **_REFUSED}, openapi_extra=_EXTRA)
def simulate(request: HttpRequest) -> Any:
    """Ask for the simulation of a variant (docs/laboratory.md); a job computes it.

    422 `unfit-variant` names in `errors` every place of the variant that cannot be; 409 `too-many-open`,
    `too-many-simulations`: others have to finish, or to be deleted, first.
    """
    account, payload = _officer_of(request), json_body(request, limit=MOST_BYTES)
    try:
        simulation = stored_simulations.request(read(payload), account=account)
    except UnfitVariant as unfit:
        raise _unfit(unfit) from None
    except stored_simulations.TooManyOpen:
        message = _("Many simulations are waiting. Try again when some have finished.")
        raise Refused(409, "too-many-open", message) from None
    except stored_simulations.TooManyKept:
        message = _("The office keeps %(most)s simulations; delete one first.") % {
            "most": stored_simulations.MOST_KEPT
        }
        raise Refused(409, "too-many-simulations", message) from None
    if simulation.job:
        jobs.enqueue_after_commit(simulation.job)
    return Status(202, SimulationHead(**_head(simulation, request)))


@router.get("/{number}", response={200: SimulationTold, **_FOUND})
def simulation(request: HttpRequest, number: Number) -> SimulationTold:
    """Return a simulation: how far it is, and its report once it is made. Players are named as in public."""
    simulation = _one(request, number)
    error = simulation.job.error if simulation.job and not simulation.made else ""
    fields = document(simulation)
    del fields["fingerprint"]  # stands in the head
    return SimulationTold(**_head(simulation, request), error=error, **fields)


@router.post("/{number}/cancel", response={200: SimulationCancelled, **_FOUND})
def cancel_simulation(request: HttpRequest, number: Number) -> SimulationCancelled:
    """Cancel a simulation that waits or runs."""
    simulation = _one(request, number)
    return SimulationCancelled(cancelled=bool(simulation.job and jobs.cancel(simulation.job)))


@router.delete("/{number}", response={200: SimulationDeleted, **_FOUND})
def delete_simulation(request: HttpRequest, number: Number) -> SimulationDeleted:
    """Delete a simulation with its report; one that runs is cancelled."""
    stored_simulations.delete_simulation(_one(request, number), account=_officer_of(request))
    return SimulationDeleted(deleted=True)


def _one(request: HttpRequest, number: int) -> Simulation:
    _officer_of(request)
    found = Simulation.objects.select_related("system", "job").filter(pk=number).first()
    if found is None:
        raise Refused(404, "no-simulation", _("There is no simulation with this number."))
    return found


def _head(simulation: Simulation, request: HttpRequest) -> dict[str, Any]:
    job = simulation.job
    return {
        "number": simulation.pk,
        "name": simulation.name,
        "system": simulation.system.key,
        "state": "done" if simulation.made else _state(job.state if job else ""),
        "progress": 100 if simulation.made else job.progress if job else 0,
        "requested": simulation.requested,
        "made": simulation.made,
        "fingerprint": simulation.fingerprint,
        "url": request.build_absolute_uri(simulation.get_absolute_url()),
    }


def _state(state: str) -> str:
    """Return the state of a job whose report is not there; one without a job will never be made."""
    return state if state in ("queued", "running", "failed") else "stopped"


def _unfit(unfit: UnfitVariant) -> Refused:
    """Return the refusal of a variant, with every problem at its place."""
    errors = [
        WrongValue(
            where="body",
            name=problem.place[:_LONGEST_PLACE],
            message=_(problem.text).format(**problem.values),
        )
        for problem in unfit.problems[:_MOST_PROBLEMS]
    ]
    message = _("The variant cannot be simulated: %(problems)s.")
    named = "; ".join(f"{error.name} {error.message}" for error in errors[:5])
    return Refused(422, "unfit-variant", message % {"problems": named}, errors=errors)
