"""Who of a tournament is taken into the register, and as what."""

import pytest
from django.utils import translation

from federation.register.register import Newcomer
from tournaments.checks.problems import Refused
from tournaments.models import Entry, Tournament
from tournaments.submission.rematching import called_new, check, newcomers

FRENCH = Tournament(country="FR")


def entry(
    number: int, *, match: Entry.Match = Entry.Match.ENROL, player: int | None = None, **more: object
) -> Entry:
    return Entry(number=number, surname="Holm", given_name="Anna", match=match, player_id=player, **more)


def test_only_undecided_players_called_new_are_enrolled() -> None:
    rows = [
        entry(1),
        entry(2, player=7),
        entry(3, match=Entry.Match.UNKNOWN),
        entry(4, match=Entry.Match.CERTAIN, player=7),
    ]

    assert [row.number for row in called_new(rows)] == [1]


@pytest.mark.parametrize(
    ("written", "taken"),
    [
        ({"egd": "99000011", "xyz": "12"}, {"egd": "99000011"}),
        ({"egd": "", "ffg": "0712345"}, {"ffg": "0712345"}),
        ({}, {}),
    ],
)
def test_numbers_of_registers_we_know_are_taken_over(written: dict[str, str], taken: dict[str, str]) -> None:
    (found,) = newcomers([entry(1, identifiers=written)], FRENCH)

    assert found.identifiers == taken


@pytest.mark.parametrize(("grade", "taken"), [("5k", "5k"), ("2d", "2d"), ("", ""), ("strong", "")])
def test_grade_is_taken_over_where_it_is_one(grade: str, taken: str) -> None:
    (found,) = newcomers([entry(1, grade=grade)], FRENCH)

    assert found.grade == taken


@pytest.mark.parametrize(
    ("own", "of_tournament", "taken"), [("DE", "FR", "DE"), ("", "BE", "BE"), ("", "", "FR")]
)
def test_country_is_his_own_then_that_of_the_tournament_then_ours(
    own: str, of_tournament: str, taken: str
) -> None:
    (found,) = newcomers([entry(1, country=own)], Tournament(country=of_tournament))

    assert found.country == taken


@pytest.mark.django_db
def test_what_the_register_refuses_is_told_as_a_problem() -> None:
    with translation.override("en"), pytest.raises(Refused) as refusal:
        check([Newcomer("", "Anna", "FR")])

    problems = [(one.code, one.values) for one in refusal.value.problems]
    assert problems == [("register", {"message": "A player needs a surname."})]
