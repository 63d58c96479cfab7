"""What speaks against an entrant being a player, at the bounds of each doubt."""

from datetime import date

import pytest

from tournaments.inspection.plausibility import Event, Known, doubts, is_elsewhere
from tournaments.reports.report import Entrant

OPEN = Event("Open", "Lyon", date(2024, 5, 10), date(2024, 5, 12))


def held(start: date | None, end: date | None, place: str = "Paris", *, online: bool = False) -> Event:
    return Event("Other", place, start, end, online)


def found(known: Known, *, event: Event = OPEN, **written: object) -> list[str]:
    entrant = Entrant(number=1, surname="Holm", given_name="Anna", **written)  # type: ignore[arg-type]  # of an entrant
    return [finding.code for finding in doubts(entrant, known, event)]


@pytest.mark.parametrize(
    ("year", "codes"),
    [(2021, ["person-age"]), (2020, []), (1924, []), (1923, ["person-age"]), (None, [])],
)
def test_players_are_four_to_a_hundred_years_old(year: int | None, codes: list[str]) -> None:
    assert found(Known("Holm Anna", birth_year=year)) == codes


def test_age_is_not_doubted_without_a_date() -> None:
    assert found(Known("Holm Anna", birth_year=1900), event=held(None, None)) == []


def test_player_not_born_yet_is_said_to_be_of_no_age() -> None:
    entrant = Entrant(number=1, surname="Holm", given_name="Anna")
    (doubt,) = doubts(entrant, Known("Holm Anna", birth_year=2030), OPEN)

    assert doubt.values["age"] == 0


@pytest.mark.parametrize(
    ("birth", "year", "codes"),
    [
        ("1990-02-03", 1990, []),
        ("1991", 1990, ["person-birth"]),
        ("", 1990, []),
        ("1991", None, []),
        ("?", 1990, []),
    ],
)
def test_years_of_birth_agree_where_both_are_known(birth: str, year: int | None, codes: list[str]) -> None:
    assert found(Known("Holm Anna", birth_year=year), birth=birth) == codes


@pytest.mark.parametrize(
    ("written", "listed", "codes"), [("w", "m", ["person-sex"]), ("w", "w", []), ("", "m", []), ("w", "", [])]
)
def test_sexes_agree_where_both_are_known(written: str, listed: str, codes: list[str]) -> None:
    assert found(Known("Holm Anna", sex=listed), sex=written) == codes


@pytest.mark.parametrize(
    ("grade", "strength", "codes"),
    [
        ("14k", "", []),
        ("15k", "", ["person-grade"]),
        ("", "12k", []),
        ("", "13k", ["person-strength"]),
        ("15k", "13k", ["person-grade", "person-strength"]),
    ],
)
def test_declared_grade_may_be_nine_off_and_that_of_the_rating_seven(
    grade: str, strength: str, codes: list[str]
) -> None:
    assert found(Known("Holm Anna", grade=grade, strength=strength), grade="5k") == codes


@pytest.mark.parametrize(
    ("start", "end", "days"),
    [
        (date(2024, 5, 10), date(2024, 5, 10), 1),
        (date(2024, 5, 10), date(2024, 5, 12), 3),
        (None, date(2024, 5, 12), 0),
        (date(2024, 5, 10), None, 0),
    ],
)
def test_event_lasts_from_its_first_day_to_its_last(start: date | None, end: date | None, days: int) -> None:
    assert held(start, end).days == days


@pytest.mark.parametrize(
    ("other", "elsewhere"),
    [
        (held(date(2024, 5, 12), date(2024, 5, 13)), True),
        (held(date(2024, 5, 13), date(2024, 5, 13)), False),
        (held(date(2024, 5, 8), date(2024, 5, 10)), True),
        (held(date(2024, 5, 8), date(2024, 5, 9)), False),
        (held(date(2024, 5, 10), date(2024, 5, 19)), True),  # ten days
        (held(date(2024, 5, 10), date(2024, 5, 20)), False),
        (held(date(2024, 5, 10), date(2024, 5, 12), "LYON"), False),
        (held(date(2024, 5, 10), date(2024, 5, 12), online=True), False),
        (held(None, None), False),
    ],
)
def test_nobody_sits_in_two_towns_on_a_day(other: Event, elsewhere: bool) -> None:
    assert (is_elsewhere(OPEN, other), is_elsewhere(other, OPEN)) == (elsewhere, elsewhere)
    assert found(Known("Holm Anna", events=[other])) == (["person-elsewhere"] if elsewhere else [])


@pytest.mark.parametrize(
    ("written", "listed", "grade", "codes"),
    [
        (2000.0, 1600.0, "", ["person-rating"]),
        (1600.0, 2000.0, "", ["person-rating"]),
        (2000.0, 1601.0, "", []),
        (2000.0, 1600.0, "5k", []),  # of Go: who knows in which scale
        (None, 1600.0, "", []),
        (2000.0, None, "", []),
    ],
)
def test_ratings_of_chess_may_be_four_hundred_off(
    written: float | None, listed: float | None, grade: str, codes: list[str]
) -> None:
    assert found(Known("Holm Anna", rating=listed), rating=written, grade=grade) == codes


@pytest.mark.parametrize("place", ["", "Lyon 3e", "Ly"])
def test_places_that_may_be_one_town_are_not_elsewhere(place: str) -> None:
    assert not is_elsewhere(OPEN, held(date(2024, 5, 10), date(2024, 5, 12), place))
