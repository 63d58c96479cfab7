"""FIDE's tables as transcribed elsewhere, and K as printed on a whole list of 2025."""

import csv
import gzip
from pathlib import Path

import numpy as np
import pytest

from ratings.engines.fide_contract import ListStanding, month_number
from ratings.engines.fide_lists import k_on_list
from ratings.engines.fide_tables import distance_of, percent_of
from tests.engines.fide_building import ints, rules_of

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "fide"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="FIDE's lists are not on this machine")
MONTH = month_number(2025, 2)
# 0-based columns of the file: standard rating, its K, year of birth.
RATING, K, BORN = slice(113, 119), slice(123, 126), slice(152, 158)


def test_stored_dp_is_table_811() -> None:
    with (DATA / "tables" / "table_811_p_to_dp.csv").open(encoding="utf-8") as file:
        printed = {int(row["p_percent"]): int(row["dp"]) for row in csv.DictReader(file)}

    assert printed == {percent: distance_of(percent) for percent in range(101)}


def test_stored_pd_is_table_812() -> None:
    with (DATA / "tables" / "table_812_d_to_pd.csv").open(encoding="utf-8") as file:
        bands = list(csv.DictReader(file))

    printed = {
        difference: (int(band["h_percent"]), int(band["l_percent"]))
        for band in bands
        for difference in range(int(band["d_min"]), int(band["d_max"] or 4000) + 1)
    }
    assert printed == {one: (percent_of(one), 100 - percent_of(one)) for one in range(4001)}
    # D = 0 reads the H column and so does every -D its complement.
    assert [percent_of(-one) for one in range(1, 4001)] == [printed[one][1] for one in range(1, 4001)]


def printed_list() -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    """Rating, K and year of birth of everybody with a rating."""
    with gzip.open(DATA / "lists" / "players_list_foa_2025-01.txt.gz", "rt", encoding="ascii") as file:
        lines = list(file)[1:]
    rows = [[int(line[column].strip() or 0) for column in (RATING, K, BORN)] for line in lines]
    return np.array([row for row in rows if row[0] > 0], np.int32)


def test_k_is_the_printed_one_as_far_as_a_list_shows_why() -> None:
    # A list has neither the highest rating ever nor the games of a career: 30 games and the present rating.
    rating, k, born = printed_list().T
    nothing = ints([0] * rating.size)
    standing = ListStanding(rating.copy(), nothing, nothing + 30, nothing, born.copy())

    found = k_on_list(standing, month=MONTH, rule=rules_of("2024")[0])

    assert set(k[found == 10].tolist()) == {10}
    # Two juniors in a thousand were at 2300 before and are no longer.
    assert round(float((k[found == 40] == 40).mean()), 3) == 0.998
