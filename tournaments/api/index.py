"""Approved tournaments by the interface for programs: the index, to everybody."""

from datetime import date
from typing import TYPE_CHECKING, Any, Literal

from django.db.models import Count, Q
from django.http import HttpRequest
from ninja import Field, Query, Schema

from federation.api.problems import Problem
from federation.api.public_api import open_to_all
from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from tournaments.api.heads import TournamentHead, tournament_head
from tournaments.api.matches import router as router
from tournaments.revisions.public import public_tournaments

MOST = 500
_CURSOR = r"^([1-9][0-9]{0,5}\.[0-9]{1,9})?$"  # ordinal of the first day, number
_PROBLEMS: dict[Any, Any] = {304: None, 422: Problem, 429: Problem}


if TYPE_CHECKING:
    Game = str
else:
    Game = Literal[("", *DISCIPLINES)]


class TournamentsAsked(Schema):
    """Which tournaments: of a year (0: all), of Go or chess ("": both), revoked or not, behind a cursor."""

    year: int = Field(0, ge=0, le=9999)
    game: Game = ""
    stage: Literal["approved", "revoked"] = "approved"
    cursor: str = Field("", pattern=_CURSOR, description="`next` of the page before")
    limit: int = Field(100, ge=1, le=MOST)


class Tournaments(Schema):
    """A page of tournaments, the newest first; `next` is the cursor of the next page, null on the last."""

    items: list[TournamentHead]
    next: str | None


# On the router that takes reports in: both live at the same address.
@router.get("", auth=None, response={200: Tournaments, 401: Problem, **_PROBLEMS})
@open_to_all()
def tournaments(request: HttpRequest, asked: Query[TournamentsAsked]) -> Tournaments:  # noqa: ARG001 - Ninja's first
    """List the approved tournaments, or those that were revoked, the newest first."""
    rows = public_tournaments().filter(stage=asked.stage)
    if asked.game:
        rows = rows.filter(discipline=asked.game)
    if asked.year:
        rows = rows.filter(start__range=(date(asked.year, 1, 1), date(asked.year, 12, 31)))
    if asked.cursor:
        ordinal, _, number = asked.cursor.partition(".")
        last = date.fromordinal(int(ordinal))
        rows = rows.filter(Q(start__lt=last) | Q(number__lt=int(number)), start__lte=last)
    counted = rows.order_by("-start", "-number").annotate(entrants=Count("entries"))
    batch = list(counted[: asked.limit + 1])
    page = batch[: asked.limit]
    following = f"{page[-1].start.toordinal()}.{page[-1].number}" if len(batch) > len(page) else None
    return Tournaments(items=[tournament_head(row, entrants=row.entrants) for row in page], next=following)
