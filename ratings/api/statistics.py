"""Statistics of rating systems by the interface for programs: the figures their pages draw."""

from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router, Schema

from federation.api.problems import Refused
from federation.api.public_api import open_to_all
from ratings.api.records import FOUND, SystemKey
from ratings.models import RatingSystem, Statistic
from ratings.statistics import kinds

Kind = Literal["wins", "forecasts", "activity", "drift", "improvers", "clubs"]
router = Router(tags=["statistics"])


class StatisticHead(Schema):
    """A statistic that has been calculated, and when."""

    kind: str
    made: datetime
    url: str


class Statistics(Schema):
    """The statistics of a system that have been calculated."""

    system: str
    items: list[StatisticHead]


class StatisticTold(StatisticHead):
    """One statistic. `data` has the figures of its page: other names for each kind, the same for one kind."""

    system: str
    data: dict[str, Any]


@router.get("/{system}/statistics", response={200: Statistics, **FOUND})
@open_to_all()
def statistics(request: HttpRequest, system: SystemKey) -> Statistics:
    """Name the statistics of a system."""
    del request  # Ninja gives it to every operation
    if not RatingSystem.objects.filter(key=system, active=True).exists():
        raise Refused(404, "no-system", _("There is no such rating system; /systems lists them."))
    rows = {row.kind: row for row in Statistic.objects.filter(system__key=system, data__layout=kinds.LAYOUT)}
    found = [StatisticHead(**_head(rows[kind], system)) for kind in kinds.KINDS if kind in rows]
    return Statistics(system=system, items=found)


@router.get("/{system}/statistics/{kind}", response={200: StatisticTold, **FOUND})
@open_to_all()
def statistic(request: HttpRequest, system: SystemKey, kind: Kind) -> StatisticTold:
    """Return one statistic: `wins`, `forecasts`, `activity`, `drift`, `improvers` or `clubs`."""
    del request  # Ninja gives it to every operation
    row = Statistic.objects.filter(system__key=system, system__active=True, kind=kind).first()
    if row is None or row.data.get("layout") != kinds.LAYOUT:
        raise Refused(404, "no-statistic", _("Nothing has been calculated yet."))
    record = kinds.read(kinds.RECORDS[kind], row.data)
    return StatisticTold(**_head(row, system), system=system, data=kinds.plain(record))


def _head(row: Statistic, system: str) -> dict[str, Any]:
    address = f"/api/v1/systems/{system}/statistics/{row.kind}"
    return {"kind": row.kind, "made": row.made, "url": address}
