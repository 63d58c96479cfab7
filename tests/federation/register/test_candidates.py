"""Candidates for the names of a tournament: who is found, and at how many queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.models import Player
from federation.register import queries, register
from federation.register.candidates import Candidate
from federation.register.register import Newcomer
from tests.federation.clubs import make_club
from tournaments.reports.report import Entrant

pytestmark = pytest.mark.django_db

PEOPLE = (
    Newcomer("HØLM", "Anna", "FR", "38Gr", "3d", {"ffg": "0712345", "egd": "99000011"}),
    Newcomer("Müller", "Jörg", "DE", "Ham", "1d", {"egd": "99000055"}),
    Newcomer("SAINT-YVES", "Jean-Luc", "FR", "75Op", "1k", {"ffg": "0799123"}),
    Newcomer("Quist", "Olaf", "NO"),
)


@pytest.fixture
def people() -> list[Player]:
    for label, country in (("38Gr", "FR"), ("75Op", "FR"), ("Ham", "DE")):
        make_club(label, country)
    players = [register.enrol(newcomer, account=None) for newcomer in PEOPLE]
    register.add_known_name(players[3], "Kvist Olav", account=None)
    return players


def entrant(surname: str, given_name: str = "", **numbers: str) -> Entrant:
    return Entrant(number=1, surname=surname, given_name=given_name, identifiers=numbers)


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (entrant("HOLM", "Anna"), [0]),
        (entrant("Anna", "Holm"), [0]),
        (entrant("Nobody", "Known", egd="99000055"), [1]),
        (entrant("HOLM", "Anna", egd="99000055"), [0, 1]),
        (entrant("Nobody", "Known", ffg="99000055"), []),
        (entrant("Mueller", "Joerg"), [1]),
        (entrant("Mueller", "Jörg"), [1]),
        (entrant("Saint Yves", "Jean Luc"), [2]),
        (entrant("SAINT-IVES", "Jean"), [2]),
        (entrant("KVIST", "Olav"), [3]),
        (entrant("Qwxzy", "Vrrt"), []),
        (entrant(""), []),
        (entrant("\x00", egd="9900\x000055"), []),
    ],
)
def test_candidates_are_found_by_number_name_known_name_and_likeness(
    people: list[Player], written: Entrant, found: list[int]
) -> None:
    (candidates,) = queries.candidates_for([written])

    assert sorted(candidate.player for candidate in candidates) == [people[place].pk for place in found]


def test_candidate_carries_all_that_tells_him_from_another(people: list[Player]) -> None:
    (found,), (other,) = queries.candidates_for([entrant("HOLM", "Anna"), entrant("Quist", "Olaf")])

    assert found == Candidate(
        people[0].pk, "HØLM", "Anna", (), {"ffg": "0712345", "egd": "99000011"}, "FR", "38Gr", "3d"
    )
    assert other == Candidate(people[3].pk, "Quist", "Olaf", ("Kvist Olav",), {}, "NO", "", "")
    assert queries.candidates_by_number([found.player]) == {found.player: found}


@pytest.mark.parametrize("copies", [1, 40])
def test_candidates_cost_at_most_six_queries_however_many_entrants(people: list[Player], copies: int) -> None:
    names = [entrant("HOLM", "Anna"), entrant("SAINT-IVES", "Jean"), entrant("Qwxzy", "Vrrt")] * copies

    with CaptureQueriesContext(connection) as counted:
        found = queries.candidates_for(names)

    assert len(found) == 3 * copies
    assert len(counted) == 6


def test_candidates_for_nobody_cost_nothing() -> None:
    with CaptureQueriesContext(connection) as counted:
        assert queries.candidates_for([]) == []

    assert len(counted) == 0


def test_holder_of_a_number_needs_the_right_scheme(people: list[Player]) -> None:
    found = queries.holders_of({("egd", "99000055"), ("ffg", "99000055")})

    assert found == {("egd", "99000055"): people[1]}


def test_clubs_count_their_members(people: list[Player]) -> None:
    assert [(club.code, vars(club)["members"]) for club in queries.clubs()] == [
        ("38Gr", 1), ("75Op", 1), ("DE-Ham", 1),
    ]  # fmt: skip
    assert [club.code for club in queries.clubs("DE")] == ["DE-Ham"]
    assert list(queries.members(queries.clubs("DE")[0])) == [people[1]]
