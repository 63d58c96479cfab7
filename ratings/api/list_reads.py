"""Facts from several lists, by the interface for programs: leaders, and standings since."""

from datetime import date, datetime
from typing import Any, Literal

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema

from federation.api.problems import Refused
from federation.api.public_api import open_to_all
from federation.vocabulary.countries import fide_letters
from ratings.api.records import FOUND, SystemKey
from ratings.cadence.traits import traits_of
from ratings.lists import queries, top_lists
from ratings.lists.layouts.table import layout_of
from ratings.lists.live_standings import live
from ratings.lists.selection import PAGE, Selection
from ratings.models import RatingSystem
from ratings.rulebook.systems import SYSTEMS

router = Router(tags=["lists"])


class LeadersAsked(Schema):
    """Of which group: everybody, women, juniors (under 20 that year), or girls."""

    of: Literal["open", "women", "juniors", "girls"] = "open"


class Leader(Schema):
    """The lists in a row one player was the first of; `highest` is the best rating on them."""

    number: int
    surname: str
    given_name: str
    federation: str
    first_list: date
    last_list: date
    lists: int
    highest: int


class Leaders(Schema):
    """Who led a group from list to list, the newest first."""

    system: str
    of: str
    items: list[Leader]


class LiveAsked(Schema):
    """Which table, with the inactive or without, which page."""

    table: Literal["", "provisional"] = ""
    everybody: Literal["0", "1"] = Field("0", alias="all", description="1: the inactive, too")
    cursor: int = Field(1, ge=1, le=10**6, description="`next` of the page before")


class LivePlace(Schema):
    """A player at this moment; `change` is that against the newest list, null for who is not on it."""

    rank: int
    number: int
    surname: str
    given_name: str
    federation: str
    rating: int
    change: int | None
    deviation: float | None
    games: int
    last_played: date | None
    active: bool


class LiveTold(Schema):
    """A page of 100 of a live table; `established` and `provisional` count both tables.

    `last` is the end of the last rated game of all players, null without games; `listed` is the day of
    the newest list.
    """

    system: str
    listed: date | None
    last: datetime | None
    established: int
    provisional: int
    items: list[LivePlace]
    next: int | None


@router.get("/{system}/number-ones", response={200: Leaders, **FOUND})
@open_to_all(cost=2)
def number_ones(request: HttpRequest, system: SystemKey, asked: Query[LeadersAsked]) -> Any:
    """Return who was first on the lists of a system."""
    del request  # Ninja gives it to every operation
    if queries.find_list(system) is None:
        raise Refused(404, "no-list", _("This list does not exist."))
    has_letters = layout_of(system).names_federations
    found = top_lists.number_ones(system, asked.of)
    return Leaders(
        system=system, of=asked.of, items=[_leader(reign, has_letters=has_letters) for reign in found]
    )


@router.get("/{system}/live", response={200: LiveTold, **FOUND})
@open_to_all(cost=2)
def live_standing(request: HttpRequest, system: SystemKey, asked: Query[LiveAsked]) -> Any:
    """Return where players of an online system stand between its lists: every rated game counts at once."""
    del request  # Ninja gives it to every operation
    row = RatingSystem.objects.filter(key=system, active=True).first()
    if row is None or system not in SYSTEMS:
        raise Refused(404, "no-system", _("There is no such rating system; /systems lists them."))
    if not traits_of(system).takes_single_games:
        raise Refused(404, "not-live", _("The ratings of this system only move with its lists."))
    found = queries.find_list(system)
    selection = Selection(table=asked.table, everybody=asked.everybody == "1", page=asked.cursor)
    standing = live(row, timezone.now(), selection, listed=found.list if found else None)
    total = standing.provisional if selection.table else standing.established
    columns = standing.columns
    rows = zip(*(columns[name] for name in _COLUMNS), strict=True) if columns else ()
    return LiveTold(
        system=system,
        listed=found.list.date if found else None,
        last=standing.last,
        established=standing.established,
        provisional=standing.provisional,
        items=[LivePlace(**dict(zip(LivePlace.model_fields, row, strict=True))) for row in rows],
        next=asked.cursor + 1 if asked.cursor * PAGE < total else None,
    )


_COLUMNS = tuple("player_id" if name == "number" else name for name in LivePlace.model_fields)


def _leader(reign: top_lists.Reign, *, has_letters: bool) -> Leader:
    return Leader(
        number=reign.player,
        surname=reign.surname,
        given_name=reign.given_name,
        federation=fide_letters(reign.federation) if has_letters else reign.federation,
        first_list=reign.first,
        last_list=reign.last,
        lists=reign.lists,
        highest=reign.best,
    )
