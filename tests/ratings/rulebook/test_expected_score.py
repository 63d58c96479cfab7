import itertools
import math

import pytest

from ratings.engines.curves import egf_expectation_2021
from ratings.engines.fide_tables import percent_of
from ratings.rulebook import egf
from ratings.rulebook.editions import Edition, with_parameters
from ratings.rulebook.expected_score import Strength, aged, attenuation, expected_score
from ratings.rulebook.systems import SYSTEMS
from tests import declared

FICS, LADDER = declared.FICS[-1], declared.LADDER[-1]
DAY = 86_400_000  # milliseconds


@pytest.mark.parametrize(
    ("own", "other", "f", "expected"),
    [  # worked examples of our specification, 1.4
        ((1500, 200), (1500, 200), 0.84428, 0.5),
        ((1720, 350), (1500, 50), 0.98764, 0.77743),
        ((1500, 50), (1720, 350), 0.66907, 0.29999),
        ((1800, 30), (1600, 80), 0.96925, 0.75323),
        ((1600, 80), (1800, 30), 0.99550, 0.24120),
    ],
)
def test_glicko_expectation_is_that_of_the_worked_examples(
    own: tuple[float, float], other: tuple[float, float], f: float, expected: float
) -> None:
    assert round(attenuation(other[1]), 5) == f
    assert round(expected_score(FICS, Strength(*own), Strength(*other)), 5) == expected


@pytest.mark.parametrize(
    ("deviation", "days", "grown"), [(50, 1, 50.501), (50, 30, 63.330), (0, 1, 7.096), (50, 2383.06, 350.0)]
)
def test_deviation_grows_as_in_the_worked_examples(deviation: float, days: float, grown: float) -> None:
    assert aged(FICS, deviation, since=0, to=round(days * DAY)) == pytest.approx(grown, abs=6e-4)


def test_deviation_never_shrinks_with_time_nor_passes_the_cap() -> None:
    assert aged(FICS, 60, since=5 * DAY, to=0) == 60
    assert aged(FICS, 60, since=0, to=9999 * DAY) == 350


def test_ladder_expects_ten_elevenths_of_four_hundred_points_and_the_normal_law_nearly_so() -> None:
    normal = with_parameters(LADDER, {"curve": "normal"})

    assert expected_score(LADDER, Strength(1900), Strength(1500)) == pytest.approx(10 / 11)
    assert round(32 * expected_score(normal, Strength(1900), Strength(1500)), 2) == 29.48


def test_fide_reads_the_table_and_counts_a_difference_above_400_as_400() -> None:
    newest = declared.STANDARD[-1]
    for difference in (-400, -392, -101, -3, 0, 4, 17, 198, 345, 400):
        found = expected_score(newest, Strength(1500 + difference), Strength(1500))
        assert found == pytest.approx(percent_of(difference) / 100)
    assert expected_score(newest, Strength(2600), Strength(1900)) == percent_of(400) / 100
    assert expected_score(newest, Strength(2650), Strength(1900)) == percent_of(750) / 100


@pytest.mark.parametrize("expectation", ["table", "logistic"])
def test_fide_expects_the_same_of_the_same_difference(expectation: str) -> None:
    edition = with_parameters(declared.STANDARD[1], {"expectation": expectation})

    expected = [expected_score(edition, Strength(low + 50), Strength(low)) for low in (2800.0, 1500.0)]

    assert expected[0] == expected[1]
    assert round(expected[0], 2) == 0.57


def test_forces_of_the_logistic_curve_multiply_as_their_points_add() -> None:
    # The encyclopaedia's example: 3 times 2 is 6, 6 of 7 games; 190.8 and 120.4 points are 311.3.
    logistic = with_parameters(declared.STANDARD[1], {"expectation": "logistic"})

    leads = (191, 120, 311)

    expected = [expected_score(logistic, Strength(2000 + lead), Strength(2000)) for lead in leads]

    assert [round(score, 3) for score in expected] == [0.750, 0.666, 0.857]


def test_go_expectations_are_those_of_the_printed_formulas() -> None:
    found = expected_score(declared.EGF[-1], Strength(2100), Strength(2300))
    assert found == pytest.approx(egf_expectation_2021(2100, 2300))
    weaker = expected_score(declared.FFG[-1], Strength(-100), Strength(100))
    assert weaker == pytest.approx(1 / (math.exp(200 * 7 / 1350) + 1))


_EVERY = [(key, edition) for key, system in SYSTEMS.items() for edition in system.editions]


@pytest.mark.parametrize(("key", "edition"), _EVERY, ids=[f"{key}-{one.name}" for key, one in _EVERY])
def test_every_edition_has_a_curve_that_rises_and_adds_up(key: str, edition: Edition) -> None:
    values = (150.0, 900.0, 1500.0, 2600.0)  # from 2650 on FIDE's need not add up
    if key.startswith("ffg"):
        values = (-2900.0, -400.0, 0.0, 820.0)
    missing = edition.e if isinstance(edition, egf.EgfEdition) else 0.0
    for one, other in itertools.pairwise(values):
        low = expected_score(edition, Strength(one), Strength(other))
        high = expected_score(edition, Strength(other), Strength(one))
        assert 0 <= low <= high <= 1
        assert low + high <= 1 + 1e-12
        assert low + high >= 1 - missing - 1e-12
