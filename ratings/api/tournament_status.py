"""Status of a tournament, by the interface for programs."""

from datetime import date, datetime

from django.http import HttpRequest
from ninja import Router, Schema

from federation.accounts.tokens import TOURNAMENTS_TRY, TOURNAMENTS_WRITE
from federation.api.api import Bearer
from federation.api.problems import Problem
from ratings.crosstables.progress import Counted, progress
from tournaments.api.cases import Case, opened

router = Router(auth=Bearer(TOURNAMENTS_WRITE, TOURNAMENTS_TRY), tags=["tournaments"])


class StepDone(Schema):
    """A step of the way: received, checked, submitted, approved, rated, listed."""

    code: str
    done: bool
    at: datetime | None


class SystemCount(Schema):
    """The status in one rating system; `list` is the first published list with it, `due` the next.

    `rated_revision`: an earlier revision that ratings rest on until the next recalculation, else null.
    """

    system: str
    rated: datetime | None
    list: date | None
    list_url: str
    due: date | None
    rated_revision: int | None


class Standing(Schema):
    """The status of a tournament; `turn`: who acts next, "organiser", "officer" or "" (no one)."""

    number: int
    revision: int
    name: str
    stage: str
    reason: str
    turn: str
    steps: list[StepDone]
    systems: list[SystemCount]
    url: str


@router.get("/{number}", response={200: Standing, 401: Problem, 403: Problem, 404: Problem, 422: Problem})
def standing(request: HttpRequest, number: int) -> Standing:
    """Return where the newest revision of a tournament stands, and whose turn it is."""
    with opened(request, number, reads=True) as case:
        return _standing(case)


def _standing(case: Case) -> Standing:
    current = case.tournament
    way = progress(current)
    return Standing(
        number=case.number,
        revision=current.revision,
        name=current.name,
        stage=current.stage,
        reason=way.reason,
        turn=way.turn,
        steps=[StepDone(code=step.code, done=step.done, at=step.at) for step in way.steps],
        systems=[_count_of_system(count) for count in way.counted],
        url=case.url,
    )


def _count_of_system(count: Counted) -> SystemCount:
    return SystemCount(
        system=count.system,
        rated=count.rated,
        list=count.listed.date if count.listed else None,
        list_url=count.listed.get_absolute_url() if count.listed else "",
        due=count.due,
        rated_revision=count.earlier.revision if count.earlier else None,
    )
