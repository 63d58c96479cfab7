"""Uploaded tournaments and where they stand, by the interface for programs, without a token."""

from datetime import date, datetime
from typing import Any, Literal

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema

from federation.api.problems import Refused
from federation.api.public_api import open_to_all
from ratings.api.records import FOUND
from ratings.site import handed_in
from tournaments.revisions.public import shows_handed_in

MOST = 500
router = Router(tags=["tournaments"])


class HandedInAsked(Schema):
    """Which tournaments: by letters of name or place, at one step or at any, behind so many."""

    q: str = Field("", max_length=60, pattern=r"^[^\u0000]*$", description="letters of the name or place")
    step: Literal["", "review", "returned", "approved", "rated", "listed"] = ""
    cursor: int = Field(0, ge=0, le=10_000, description="`next` of the page before")
    limit: int = Field(100, ge=1, le=MOST)


class HandedInTold(Schema):
    """A tournament on its way. `step`: waits for review, was returned, approved, rated, or is on the list.

    `since` is when it came to its step, null where that is not known; `due` the list it counts for, where the
    rules say so.
    """

    number: int
    revision: int
    name: str
    place: str
    country: str
    start: date
    end: date
    game: str
    step: str
    since: datetime | None
    due: date | None
    url: str


class AllHandedIn(Schema):
    """A page of them, what moved last first; `count`: on all pages; `next`: the next one's cursor or null."""

    count: int
    items: list[HandedInTold]
    next: int | None


@router.get("/handed-in", response={200: AllHandedIn, **FOUND})
@open_to_all()
def tournaments_handed_in(request: HttpRequest, asked: Query[HandedInAsked]) -> Any:
    """List what was handed in and where it stands; 404 where the office does not show it."""
    del request  # Ninja gives it to every operation
    if not shows_handed_in():
        raise Refused(404, "not-shown", _("This rating office does not publish submitted tournaments."))
    rows = handed_in.tournaments(text=asked.q.strip(), step=asked.step)
    last = asked.cursor + asked.limit
    following = last if len(rows) > last else None
    items = [_told(row) for row in rows[asked.cursor : last]]
    return AllHandedIn(count=len(rows), items=items, next=following)


def _told(row: handed_in.HandedIn) -> HandedInTold:
    event = row.tournament
    return HandedInTold(
        number=event.number,
        revision=event.revision,
        name=event.name,
        place=event.place,
        country=event.country,
        start=event.start,
        end=event.end,
        game=event.discipline,
        step=row.step,
        since=row.since,
        due=row.due,
        url=event.get_absolute_url(),
    )
