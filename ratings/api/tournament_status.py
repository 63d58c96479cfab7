"""Where a tournament stands, by the interface for programs."""

from datetime import date, datetime

from django.http import HttpRequest
from django.urls import reverse
from ninja import Router, Schema

from federation.accounts.tokens import TOURNAMENTS_WRITE
from federation.api.api import Bearer, Problem, Refused, token_of
from ratings.crosstables.progress import Counted, progress
from tournaments import permissions
from tournaments.models import Tournament

router = Router(auth=Bearer(TOURNAMENTS_WRITE), tags=["tournaments"])


class StepDone(Schema):
    """A step of the way: received, checked, submitted, approved, rated, listed."""

    code: str
    done: bool
    at: datetime | None


class SystemCount(Schema):
    """What became of it in one rating system; `list` is the first published list with it, `due` the next."""

    system: str
    rated: datetime | None
    list: date | None
    list_url: str
    due: date | None


class Standing(Schema):
    """Where a tournament stands; `turn` says whose move it is: organiser, officer, or nobody ("")."""

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
    found = Tournament.objects.filter(number=number).select_related("upload").defer("upload__content")
    current = found.order_by("-revision").first()
    if current is None or not permissions.may_see(token_of(request).account, current):
        raise Refused(404, "no-tournament", "You have handed in no such tournament.")
    way = progress(current)
    return Standing(
        number=current.number,
        revision=current.revision,
        name=current.name,
        stage=current.stage,
        reason=way.reason,
        turn=way.turn,
        steps=[StepDone(code=one.code, done=one.done, at=one.at) for one in way.steps],
        systems=[_count_of_system(one) for one in way.counted],
        url=reverse("desk-tournament", args=[current.number, current.revision]),
    )


def _count_of_system(one: Counted) -> SystemCount:
    return SystemCount(
        system=one.system,
        rated=one.rated,
        list=one.listed.date if one.listed else None,
        list_url=one.listed.get_absolute_url() if one.listed else "",
        due=one.due,
    )
