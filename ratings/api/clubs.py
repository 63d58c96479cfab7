"""Clubs by the interface for programs: found by letters, one with its members, means and tournaments."""

from datetime import date
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponseRedirect
from django.utils.translation import gettext as _
from ninja import Field, Path, Query, Router, Schema

from federation.api.problems import Refused
from federation.api.public_api import open_to_all
from federation.models import Club
from ratings.api.records import FOUND, OPEN
from ratings.players.clubs import averages, open_clubs
from ratings.players.histories import Member, members
from ratings.players.news import tournaments_of

MOST = 500
TOURNAMENTS = 20
Code = Annotated[str, Path(max_length=16, pattern=r"^[\w.-]+$", description="code of a club")]
router = Router(tags=["clubs"])


class ClubsAsked(Schema):
    """Which clubs: by letters of name, town, region or code, behind a cursor."""

    q: str = Field(
        "", max_length=60, pattern=r"^[^\u0000]*$", description="letters of name, town, region or code"
    )
    cursor: str = Field("", max_length=16, pattern=r"^[\w.-]*$", description="`next` of the page before")
    limit: int = Field(100, ge=1, le=MOST)


class ClubHead(Schema):
    """A club; `members` counts its players, `region` is a name, "" where it is in none."""

    code: str
    name: str
    town: str
    region: str
    federation: str
    members: int
    url: str


class Clubs(Schema):
    """A page of the open clubs by code; `next` is the cursor of the next page, null on the last."""

    items: list[ClubHead]
    next: str | None


class ClubAverage(Schema):
    """The members on the newest list of a system, active or not, and the mean of their listed ratings."""

    system: str
    players: int
    mean: float


class ClubMember(Schema):
    """A member as shown in public, with the rating of every newest list that has one."""

    number: int
    surname: str
    given_name: str
    grade: str
    ratings: dict[str, int]


class ClubTournament(Schema):
    """An approved tournament with players of the club, and how many of them took part."""

    number: int
    name: str
    start: date
    end: date
    players: int
    url: str


class ClubFound(ClubHead):
    """A club with its members, the strongest first, and the last 20 tournaments they played, newest first.

    Players count with their club of today. `closed` is the day the club closed, null while it is open.
    """

    closed: date | None
    website: str
    averages: list[ClubAverage]
    players: list[ClubMember]
    tournaments: list[ClubTournament]


@router.get("", response={200: Clubs, **OPEN})
@open_to_all()
def clubs(request: HttpRequest, asked: Query[ClubsAsked]) -> Clubs:
    """List the open clubs by code."""
    del request  # Ninja gives it to every operation
    found: list[Any] = list(open_clubs(asked.q.strip()).filter(code__gt=asked.cursor)[: asked.limit + 1])
    page = found[: asked.limit]
    following = page[-1].code if len(found) > len(page) else None
    return Clubs(items=[_head(row, row.members) for row in page], next=following)


@router.get("/{code}", response={200: ClubFound, 302: None, **FOUND})
@open_to_all(cost=2)
def club(request: HttpRequest, code: Code) -> Any:
    """Describe a club with its members; the code of a merged club leads to the remaining one."""
    del request  # Ninja gives it to every operation
    rows = Club.all_clubs.select_related("federation", "region", "merged_into")
    found = rows.filter(code=code).first() or rows.filter(spellings__code=code).first()
    if found is None:
        raise Refused(404, "no-club", _("There is no club with this code."))
    survivor = found.merged_into or found
    if survivor.code != code:
        return HttpResponseRedirect(f"/api/v1/clubs/{survivor.code}")
    systems, people = members(found)
    return ClubFound(
        **_head(found, len(people)).model_dump(),
        closed=found.closed,
        website=found.website,
        averages=[
            ClubAverage(system=average.system, players=average.players, mean=round(average.mean, 1))
            for average in averages(systems, people)
        ],
        players=[_member(member, systems) for member in people],
        tournaments=[_tournament(*row) for row in tournaments_of(found, TOURNAMENTS)],
    )


def _head(row: Club, count: int) -> ClubHead:
    return ClubHead(
        code=row.code,
        name=row.name,
        town=row.town,
        region=row.region.name if row.region else "",
        federation=row.federation.code,
        members=count,
        url=row.get_absolute_url(),
    )


def _member(member: Member, systems: list[str]) -> ClubMember:
    return ClubMember(
        number=member.player.pk,
        surname=member.player.surname,
        given_name=member.player.given_name,
        grade=member.grade,
        ratings={key: entry.rating for key, entry in zip(systems, member.entries, strict=True) if entry},
    )


def _tournament(event: Any, entrants: list[Any]) -> ClubTournament:
    return ClubTournament(
        number=event.number,
        name=event.name,
        start=event.start,
        end=event.end,
        players=len(entrants),
        url=event.get_absolute_url(),
    )
