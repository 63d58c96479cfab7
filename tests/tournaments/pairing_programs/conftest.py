"""A tournament that waits for Pairgoth, with four players of the register on its list."""

from datetime import date

import pytest
from django.utils import translation

from federation.models import Account, Player
from federation.register import register
from tests.tournaments import reports
from tests.tournaments.pairing_programs.pairgoth import Pairgoth
from tournaments.models import ExpectedTournament
from tournaments.pairing_programs import entrants, expected


def facts(**changes: object) -> expected.Facts:
    said: dict[str, object] = {
        "code": "moulin",
        "name": "Open du Moulin",
        "start": date(2024, 3, 9),
        "end": date(2024, 3, 10),
        "place": "Grenoble",
        "country": "FR",
        "rounds": 2,
        "rated_by": "egf",
    }
    return expected.Facts(**(said | changes))  # type: ignore[arg-type]  # names and types are those of the record


def enrol_four() -> list[Player]:
    people = [
        register.Newcomer(one.surname, one.given_name, "FR", one.club, one.grade, dict(one.identifiers))
        for one in reports.PEOPLE
    ]
    return [register.enrol(one, account=None) for one in people]


@pytest.fixture
def people(db: None) -> list[Player]:
    return enrol_four()


@pytest.fixture
def tournament(organiser: Account, people: list[Player]) -> ExpectedTournament:
    with translation.override("en"):
        made = expected.enter(facts(), account=organiser)
    entrants.add_players(made, [one.pk for one in people], account=organiser)
    return made


@pytest.fixture
def program(organiser: Account, tournament: ExpectedTournament) -> Pairgoth:
    return Pairgoth(expected.new_secret(organiser), tournament.code)
