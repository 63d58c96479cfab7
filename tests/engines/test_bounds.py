"""The bounds of the constants: every number of every edition has some, and one place holds to them."""

import math

import pytest

from ratings.rulebook import bounds as bounds_of_rules
from ratings.rulebook.bounds import Bounds
from ratings.rulebook.editions import (
    Edition,
    UnfitParameterError,
    edition_named,
    parameters_of,
    with_parameters,
)
from ratings.rulebook.systems import COMPUTABLE

EDITIONS = [
    pytest.param(edition, id=f"{key}-{edition.name}")
    for key, system in COMPUTABLE.items()
    for edition in system.editions
]


def numbers_of(edition: Edition) -> dict[str, float]:
    """The constants of an edition that are numbers."""
    return {
        name: value for name, value in parameters_of(edition).items() if not isinstance(value, bool | str)
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_number_has_bounds_and_lies_inside(edition: Edition) -> None:
    numbers = numbers_of(edition)

    assert set(edition.bounds) == set(numbers)
    assert [name for name, value in numbers.items() if not edition.bounds[name].admit(value)] == []
    assert with_parameters(edition, parameters_of(edition)) == edition


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("value", [1e308, -1e308, math.nan, math.inf, -math.inf, 10**400])
def test_no_number_takes_what_overflows(edition: Edition, value: float) -> None:
    for name in numbers_of(edition):
        with pytest.raises(UnfitParameterError) as caught:
            with_parameters(edition, {name: value})

        assert caught.value.name == name
        assert caught.value.values["most"] == edition.bounds[name].most


@pytest.mark.parametrize("edition", EDITIONS)
def test_number_beside_its_bounds_is_refused(edition: Edition) -> None:
    for name, bounds in edition.bounds.items():
        for value in (math.nextafter(bounds.least, -math.inf), math.nextafter(bounds.most, math.inf)):
            with pytest.raises(UnfitParameterError):
                with_parameters(edition, {name: value})


@pytest.mark.parametrize("edition", EDITIONS)
def test_number_on_its_bounds_is_taken(edition: Edition) -> None:
    paired = {name for pair in edition.rising for name in pair}
    for name, bounds in edition.bounds.items():
        for value in (bounds.least, bounds.most) if name not in paired else ():
            assert getattr(with_parameters(edition, {name: value}), name) == value


@pytest.mark.parametrize(
    ("key", "values", "name"),
    [
        ("egf", {"perfect": 3000}, "perfect"),
        ("egf", {"ceiling": 3300}, "ceiling"),
        ("egf", {"ceiling": 4000, "perfect": 4000}, "ceiling"),
        ("egf", {"floor": 3299.9}, "floor"),
        ("ffg", {"ceiling": -3000}, "ceiling"),
        ("ffg", {"threshold_from": 700}, "threshold_from"),
        ("ffg", {"handicap_divisor": 9}, "handicap_divisor"),
    ],
)
def test_constants_that_rise_must_rise(key: str, values: dict[str, float], name: str) -> None:
    with pytest.raises(UnfitParameterError) as caught:
        with_parameters(COMPUTABLE[key].editions[-1], values)

    assert caught.value.name == name


def test_pair_may_be_moved_together() -> None:
    changed = with_parameters(COMPUTABLE["egf"].editions[-1], {"ceiling": 3999, "perfect": 4000})

    assert parameters_of(changed)["perfect"] == 4000


def test_bounds_of_jobs_and_constants_are_those_of_the_rule_book() -> None:
    every = {name: one for name, one in vars(bounds_of_rules).items() if isinstance(one, Bounds)}

    assert {name: (one.least, one.most, one.decimals) for name, one in every.items()} == {
        "RATING": (-10_000, 10_000, None),
        "DEVIATION": (0, 10_000, None),
        "MINUTES": (0, 1_000_000, None),
        "KOMI": (-1_000, 1_000, None),
        "STAKE": (0, 10_000, None),
        "PUBLISHED": (1, 4_000, 0),
        "DISTANCE": (0, 10_000, None),
        "DIVISOR": (0.01, 100_000, None),
        "STEP": (0.01, 10_000, None),
        "WEIGHT": (0, 10, None),
        "DAYS": (0, 100_000, None),
        "POINTS": (0, 10_000, 0),
        "FACTOR": (0, 1_000, 0),
        "COUNT": (0, 1_000, 0),
        "MONTHS": (0, 1_200, 0),
        "LISTS": (0, 1_200, 0),
    }


@pytest.mark.parametrize(
    ("bounds", "sentence"),
    [
        (Bounds(-1, 0.5), "must be a number from -1 to 0.5"),
        (Bounds(0, 10.0, decimals=0), "must be a whole number from 0 to 10"),
        (Bounds(0, 10, decimals=2), "must be a number from 0 to 10 with at most 2 decimals"),
    ],
)
def test_bounds_say_what_is_wanted(bounds: Bounds, sentence: str) -> None:
    assert bounds.text.format(**bounds.values) == sentence


@pytest.mark.parametrize(
    ("decimals", "values", "admitted"),
    [(0, [1, 1.0, 1.5], [True, True, False]), (2, [1.15, 1.155, 0.001], [True, False, False])],
)
def test_bounds_hold_to_decimals(decimals: int, values: list[float], admitted: list[bool]) -> None:
    assert [Bounds(0, 10, decimals).admit(value) for value in values] == admitted


def test_word_that_is_none_names_those_there_are() -> None:
    edition = edition_named(COMPUTABLE["ladder"].editions, "2003")
    assert edition is not None

    with pytest.raises(UnfitParameterError, match="must be one of logistic, normal"):
        with_parameters(edition, {"curve": "flat"})
