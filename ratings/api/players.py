"""Players by the interface for programs: found by name or number, where they stand, what moved them."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, datetime
from operator import attrgetter
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema

from federation.api.problems import Refused
from federation.api.public_api import open_to_all
from federation.models import Player
from federation.search.search import find_players
from federation.web.downloads import CSV, name_file
from ratings.api.records import FOUND, OPEN, Number, PlayerHead, SystemAsked, player_head
from ratings.cadence.by_game.pages import live_deviation
from ratings.cadence.shared.steps import Step
from ratings.exports.streamed import csv_pieces
from ratings.models import RatingSystem
from ratings.players.histories import Place, course, places
from ratings.rulebook.deviation import whole_bands
from ratings.rulebook.systems import SYSTEMS

MOST = 50
router = Router(tags=["players"])


class SearchAsked(Schema):
    """A search as it is typed into the head of every page."""

    q: str = Field(max_length=80, min_length=1, pattern=r"^[^\u0000]*$", description="a name or any number")
    limit: int = Field(20, ge=1, le=MOST)


class Players(Schema):
    """The players found, the best first."""

    items: list[PlayerHead]


class BandTold(Schema):
    """A band of whole RD either side of a rating as shown, and how probably it holds the true one."""

    deviations: int
    probability: float
    low: int
    high: int


class Listed(Schema):
    """A player on the newest list of a system; `rank` is among the active, or among all the inactive.

    `bands`: of one, two and three RD; empty where the system has no deviation, here and live.
    """

    date: date
    revision: int
    rating: int
    grade: str
    rank: int
    change: int | None
    deviation: float | None
    bands: list[BandTold]
    provisional: bool
    active: bool


class Live(Schema):
    """Where a player stands since the newest list; not published."""

    rating: float
    games: int
    highest: float
    deviation: float | None
    bands: list[BandTold]
    last_played: date | None


class PlaceTold(Schema):
    """Where a player stands in one system; null where they are not on the list, or nothing is live."""

    system: str
    listed: Listed | None
    live: Live | None


class PlayerFound(PlayerHead):
    """A player with their numbers in other registers, where they are shown by name, and their standing."""

    birth_year: int | None
    identifiers: dict[str, str]
    standings: list[PlaceTold]


class Moved(Schema):
    """One step of a history. `kind`: tournament, decision (of the office), list, or day (of single games)."""

    day: date
    kind: str
    name: str
    tournament: int | None
    before: float | None
    start: float | None
    after: float | None
    change: float | None
    games: int | None
    k: int | None
    deviation: float | None
    edition: str


class History(Schema):
    """What moved a player in one system, the oldest first."""

    number: int
    system: str
    clock: str = Field(description="event, period or stream: when ratings of the system move")
    items: list[Moved]


@router.get("", response={200: Players, **OPEN})
@open_to_all()
def search(request: HttpRequest, asked: Query[SearchAsked]) -> Players:  # noqa: ARG001 - Ninja's first
    """Find players by the beginnings of their names, or by any number."""
    return Players(items=[player_head(row) for row in find_players(asked.q, asked.limit)])


@router.get("/{number}", response={200: PlayerFound, 302: None, **FOUND})
@open_to_all()
def player(request: HttpRequest, number: Number) -> Any:  # noqa: ARG001 - Ninja's first
    """Describe a player and their ratings; a merged number leads to the remaining one."""
    person = find_player(number)
    if person.merged_into_id is not None:
        return HttpResponseRedirect(f"/api/v1/players/{person.merged_into_id}")
    moment = timezone.now()
    held = person.identifiers.order_by("scheme") if person.shows_numbers else ()
    return PlayerFound(
        **player_head(person).model_dump(),
        birth_year=person.birth_year,
        identifiers={identifier.scheme: identifier.value for identifier in held},
        standings=[_place(place, moment) for place in places(person)],
    )


@router.get("/{number}/history", response={200: History, 302: None, **FOUND})
@open_to_all()
def history(request: HttpRequest, number: Number, system: SystemAsked) -> Any:  # noqa: ARG001 - as above
    """Return what moved a player in a system: event by event, list by list, or day by day."""
    person, row = find_player(number), _system(system)
    if person.merged_into_id is not None:
        return HttpResponseRedirect(f"/api/v1/players/{person.merged_into_id}/history?system={row.key}")
    steps = [asdict(step) for step in course(person, row)]
    return {"number": person.pk, "system": row.key, "clock": SYSTEMS[row.key].cadence, "items": steps}


@router.get(
    "/{number}/history.csv",
    response={200: None, 302: None, **FOUND},
    openapi_extra={
        "responses": {
            200: {"description": "The steps", "content": {"text/csv": {"schema": {"type": "string"}}}}
        }
    },
)
@open_to_all()
def history_csv(request: HttpRequest, number: Number, system: SystemAsked) -> HttpResponse:  # noqa: ARG001 - as above
    """Return the history of a player in a system as comma-separated values."""
    person, row = find_player(number), _system(system)
    if person.merged_into_id is not None:
        return HttpResponseRedirect(f"/api/v1/players/{person.merged_into_id}/history.csv?system={row.key}")
    answer = HttpResponse(_table(course(person, row)), content_type=CSV)
    return name_file(answer, f"{person.pk}_{row.key}.csv")


def _table(steps: Sequence[Step]) -> bytes:
    names = list(Moved.model_fields)
    return b"".join(csv_pieces(names, map(attrgetter(*names), steps)))


def find_player(number: int) -> Player:
    """Find a player by number; Refused if there is no such player."""
    found = Player.objects.select_related("federation", "club").filter(pk=number).first()
    if found is None:
        raise Refused(404, "no-player", _("There is no player with this number."))
    return found


def _system(key: str) -> RatingSystem:
    found = RatingSystem.objects.filter(key=key, active=True).first()
    if found is None or key not in SYSTEMS:
        message = _("There is no such rating system; /systems lists them.")
        raise Refused(404, "no-system", message)
    return found


def _bands(rating: float, deviation: float | None) -> list[BandTold]:
    if deviation is None:
        return []
    return [
        BandTold(deviations=band.deviations, probability=band.probability, low=band.low, high=band.high)
        for band in whole_bands(rating, deviation)
    ]


def _place(place: Place, moment: datetime) -> PlaceTold:
    entry, current = place.entry, place.current
    deviation = None if current is None else live_deviation(current, moment)
    return PlaceTold(
        system=place.system,
        listed=None
        if entry is None
        else Listed(
            date=entry.list.date,
            revision=entry.list.revision,
            rating=entry.rating,
            grade=entry.grade,
            rank=entry.active_rank or entry.rank,
            change=entry.change,
            deviation=entry.deviation,
            bands=_bands(entry.rating, entry.deviation),
            provisional=entry.provisional,
            active=entry.active,
        ),
        live=None
        if current is None
        else Live(
            rating=current.rating,
            games=current.games,
            highest=current.highest_rating,
            deviation=deviation,
            bands=_bands(current.rating, deviation),
            last_played=current.last_played,
        ),
    )
