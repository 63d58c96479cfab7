"""Listed GoR of real events, 2012 to 2018, edition 2011; read where the data lie, never copied."""

import csv
import gzip
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from federation.vocabulary.grades import Scale, parse_grade, promotion, start_value
from federation.vocabulary.systems.counting import Occasion
from ratings.engines.gor import engine
from ratings.rulebook.editions import edition_on, pack_all
from ratings.rulebook.systems import SYSTEMS
from tests import declared
from tests.engines.building import Event, facts_of, standing_of

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "data"
HALF_POINTS = {"1": 2, "h": 1, "0": 0}


def computed_end(row: dict[str, str]) -> float:
    """The GoR of one player after the event, from his and his opponents' ratings before it."""
    opponents = [cell.split(":") for cell in row["opponent_start_gor:result(1/0/h)"].split()]
    games = [(number, 0, number, HALF_POINTS[score]) for number, (_, score) in enumerate(opponents, start=1)]
    grade = parse_grade(row["declared_grade"])
    assert grade is not None
    weight = SYSTEMS["egf"].entry.counts.weight(Occasion(date(2012, 1, 1), row["class"]))
    values = [start_value(grade, Scale.GOR), *[np.nan] * len(opponents)]
    facts = facts_of(Event(range(len(opponents) + 1), games, values=values, weight=weight))
    standing = standing_of([float(row["start_gor"]), *(float(gor) for gor, _ in opponents)])
    edition = edition_on(declared.EGF, date(2012, 1, 1))
    assert edition is not None
    return float(engine.replay(facts, standing, pack_all([edition]))[1].rating[0])


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared data are not beside this checkout")
def test_listed_end_ratings_agree_within_three_quarters_of_a_point() -> None:
    with (DATA / "egf" / "golden_gor_2012_2018.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))

    listed = np.array([float(row["listed_end_gor"]) for row in rows])
    errors = np.abs(np.array([computed_end(row) for row in rows]) - listed)

    assert (len(rows), int((errors <= 0.75).sum())) == (151, 151)


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared data are not beside this checkout")
def test_promotion_hints_of_the_list_of_2018_are_ours() -> None:
    with gzip.open(DATA / "egf" / "allworld_2018-12-27.txt.gz", "rt", encoding="latin-1") as file:
        lines = [line for line in file if line[1:9].isdigit()]

    counted, differing = 0, 0
    for line in lines:
        grade = parse_grade(line[60:63])
        if grade is None or grade.kind == "p":
            continue
        counted += 1
        hint = promotion(grade, float(line[70:75]))
        differing += (str(hint) if hint else "--") != line[65:68].strip()

    assert (counted, differing) == (44_983, 0)
