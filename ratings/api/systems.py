"""Rating systems by the interface for programs: which this office keeps, with editions and constants."""

from datetime import date

from django.http import HttpRequest
from ninja import Router, Schema

from federation.api.public_api import open_to_all
from ratings.api.records import OPEN
from ratings.lists.queries import systems
from ratings.models import RatingSystem
from ratings.rulebook.editions import parameters_of
from ratings.rulebook.systems import SYSTEMS

router = Router(tags=["systems"])


class EditionTold(Schema):
    """An edition of the rules; `effective` is null where it is in force on no day by itself."""

    name: str
    effective: date | None
    clause: str
    constants: dict[str, float | bool | str]


class SystemTold(Schema):
    """A rating system. `clock`: when ratings move: event, period (once a list) or stream (every game).

    `edition` is the one everything is computed with, "" where the day of an event decides; `replaced`
    are the constants of the newest edition this office has replaced.
    """

    key: str
    name: str
    game: str
    clock: str
    edition: str
    replaced: dict[str, float | bool | str]
    editions: list[EditionTold]


class Systems(Schema):
    """The systems in the order of the site."""

    items: list[SystemTold]


@router.get("", response={200: Systems, **OPEN})
@open_to_all()
def rating_systems(request: HttpRequest) -> Systems:  # noqa: ARG001 - Ninja's first
    """Name the rating systems of this office, the editions of their rules and every constant."""
    return Systems(items=[_describe_system(row) for row in systems() if row.key in SYSTEMS])


def _describe_system(row: RatingSystem) -> SystemTold:
    system = SYSTEMS[row.key]
    return SystemTold(
        key=row.key,
        name=system.name,
        game=system.game,
        clock=system.cadence.value,
        edition=row.edition,
        replaced=row.parameters,
        editions=[
            EditionTold(
                name=edition.name,
                effective=edition.effective,
                clause=edition.clause,
                constants=parameters_of(edition),
            )
            for edition in system.editions
        ],
    )
