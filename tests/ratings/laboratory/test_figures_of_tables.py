"""Figures of the laboratory: in the reader's language on pages, plain numbers in files."""

import csv
import io
import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from federation.models import Federation, Player
from federation.web.downloads import export
from federation.web.tables import Table
from ratings.laboratory import late_events
from ratings.laboratory.models import Simulation
from ratings.laboratory.views import pool_health, report_tables
from ratings.laboratory.views.changes import changes_of
from ratings.laboratory.views.job_figures import ComparedTable
from ratings.laboratory.views.pool_health import GroupTable
from ratings.laboratory.views.simulation_player import StepTable
from ratings.laboratory.views.trials import MonthTable, _months, _sums
from ratings.models import RatingSystem, Statistic
from tests.ratings.laboratory.made_reports import report_on, trial_of

pytestmark = pytest.mark.django_db

NUMBER = re.compile(r"-?\d+(\.\d+)?")
JUDGED: Mapping[str, Any] = {
    "group": ["all"],
    "games": 2605,
    "events": 37443,
    "log_loss": [0.70712, 0.7049],
    "brier": [0.25, 0.24],
    "by_log_loss": [-0.00288, -0.0036, -0.00001, "better"],
    "by_brier": [0.00001, -0.002, 0.0013, "no difference"],
    "surplus": [-0.00004, 0.0123],
}
REPORT: Mapping[str, Any] = {
    "forecasts": [JUDGED],
    "players": [{"rated": 37443, "games_to_first": 20.04}, {"rated": 37443, "games_to_first": 20.0}],
    "calibration": [[[0.55, 1234, 0.5731, 0.6012]], []],
    "persons": {"by": [[10, 1234, 2345]]},
}


def lines_of(table: Table) -> list[list[str]]:
    text = export(table, "figures").content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
@pytest.mark.parametrize(
    ("name", "words", "line"),
    [
        ("log-loss", 1, ["2605", "37443", "0.7071", "0.7049", "-0.0029", "-0.0036", "0"]),
        ("players", 1, ["37443", "37443"]),
        ("calibration", 1, ["0.55", "1234", "0.5731", "0.6012"]),
        ("moved", 0, ["10", "1234", "2345", "3579"]),
    ],
)
def test_file_has_plain_numbers_in_every_language(
    language: str, name: str, words: int, line: list[str]
) -> None:
    kind, rows_of = report_tables.TABLES[name]

    with translation.override(language):
        lines = lines_of(kind(rows_of(REPORT)))

    assert lines[1][words : words + len(line)] == line
    assert len(lines[0]) == len(lines[1])


def test_file_of_brier_scores_has_the_ends_of_the_interval_as_two_columns() -> None:
    kind, rows_of = report_tables.TABLES["brier"]

    with translation.override("en"):
        head, line = lines_of(kind(rows_of(REPORT)))

    of = dict(zip(head, line, strict=False))
    assert (of["Interval from"], of["Interval to"], of["Difference"]) == ("-0.002", "0.0013", "0")
    assert "Interval" not in of


def test_file_of_persons_has_their_numbers_and_keeps_names_from_being_formulas() -> None:
    report = {"persons": {"movers": [[1113, -428.6, -389.5], [7, 1500.0, 1488.2]]}}

    rows = report_tables.person_rows(report["persons"], "movers", {1113: ("=1+1", "/players/1113/")})
    lines = lines_of(report_tables.PersonTable(rows))

    assert lines[1:] == [["1113", "'=1+1", "-429", "-389", "40"], ["", "–", "1500", "1488", "-12"]]


def test_other_files_of_the_laboratory_have_plain_numbers() -> None:
    group = {
        "by": "sex",
        "label": "f",
        "players": 1399,
        "games": 37443,
        "mean": 0.0123,
        "low": 0.001,
        "high": -0.0001,
        "points": 39.4,
        "points_low": -2.6,
        "points_high": 81.2,
        "verdict": "",
    }
    step = {"day": "2023-01-01", "event": "Open", "moved_old": 352, "moved_new": 379, "apart": 27}
    compared = {"rank": 1, "official": -12.4, "estimate": 35.0, "sure": 61.6, "games": 1234, "apart": 3}

    found = [
        lines_of(GroupTable([pool_health._group(group)]))[1],
        lines_of(StepTable([{**step, "old": -77.0, "new": None}]))[1],
        lines_of(ComparedTable([{**compared, "player": "A", "placed": 1, "other": 5.0, "number": 9}]))[1],
    ]

    assert found[0][2:10] == ["1399", "37443", "0.012", "0.001", "0", "39", "-3", "81"]
    assert found[1][2:] == ["352", "379", "27", "-77", ""]
    assert found[2] == ["1", "9", "A", "-12", "35", "62", "1234", "1", "5", "3"]


def test_file_of_a_trial_has_plain_numbers_and_its_page_those_of_the_language(
    players: list[Player],
) -> None:
    trial = trial_of(report_on(players[0]))
    figures = trial.results.get().figures

    with translation.override("fr"):
        lines = lines_of(MonthTable(_months(figures, trial)))
        sums = report_tables.ForecastTable(_sums(figures))
        shown = [[row.get_cell(name) for name in ("old", "difference", "interval")] for row in sums.rows]

    assert [cell for cell in lines[1] if NUMBER.fullmatch(cell)] == [
        "3",
        "1",
        "0.69",
        "0.68",
        "-0.01",
        "-0.01",
    ]
    assert shown == [["–", "–", "–"], ["0,6900", "−0,0100", "−0,0200 … +0,0100"]]


@pytest.mark.parametrize(
    ("language", "cells"),
    [
        ("en", ["0.7071", "−0.0029", "−0.0036 … 0.0000"]),
        ("fr", ["0,7071", "−0,0029", "−0,0036 … 0,0000"]),
        ("ru", ["0,7071", "−0,0029", "−0,0036 … 0,0000"]),
    ],
)
def test_page_has_the_decimal_sign_of_the_language_and_no_minus_before_zero(
    language: str, cells: list[str]
) -> None:
    kind, rows_of = report_tables.TABLES["log-loss"]
    brier, brier_rows = report_tables.TABLES["brier"]

    with translation.override(language):
        row = kind(rows_of(REPORT)).rows[0]
        found = [row.get_cell(name) for name in ("old", "difference", "interval")]
        surplus = brier(brier_rows(REPORT)).rows[0].get_cell("surplus")
        mean = report_tables.PairTable(report_tables._player_rows(REPORT)).rows[1].get_cell("new")

    assert found == cells
    assert surplus == cells[2][-6:]
    assert mean == ("20.0" if language == "en" else "20,0")


@pytest.mark.parametrize(("language", "mark"), [("en", "."), ("fr", ","), ("ru", ",")])
def test_changes_have_the_decimal_sign_of_the_language(language: str, mark: str) -> None:
    conversion = {"date": "2023-08-01", "factor": 1.1, "offset": -0.5}
    variant = {"constants": {"2022-10": {"divisor": 6, "other": 0.25}}, "k_factor": 1.5}
    kept = Simulation(system=RatingSystem(key="ffg"), variant={**variant, "conversion": conversion})

    with translation.override(language):
        text = "; ".join(changes_of(kept))

    assert {"1.5", "1.1", "0.5", "0.25"} == {
        found.replace(mark, ".") for found in re.findall(r"\d[.,]\d+", text)
    }
    assert "= 6;" in text


@pytest.mark.parametrize(
    "table",
    [
        report_tables.MovedTable,
        report_tables.PersonTable,
        report_tables.PairTable,
        report_tables.DifferingTable,
    ],
)
def test_every_figure_has_its_label_on_a_telephone(table: type[Table]) -> None:
    columns = [one for one in table.base_columns.values() if "number" in (one.attrs["td"]["class"] or "")]

    assert columns
    assert all(one.attrs["td"]["data-label"] for one in columns)


@pytest.fixture
def players() -> list[Player]:
    return [
        Player.objects.create(
            surname="Aaa", given_name="Bbb", federation=Federation.objects.create(code="XX", name="X")
        )
    ]


@pytest.mark.parametrize(
    ("late", "words"),
    [
        (1, "1 of 394 tournaments was approved more than 31 days after it began."),
        (2, "2 of 394 tournaments were approved more than 31 days after they began."),
    ],
)
def test_sentences_on_late_tournaments_agree_with_their_counts(
    officer: Client, late: int, words: str
) -> None:
    data = {
        "events": 394,
        "late": late,
        "unknown": 0,
        "compared": 1399,
        "moved": 0,
        "mean": 0.0,
        "largest": 0.0,
        "by": [],
        "movers": [],
        "layout": 1,
    }
    system = RatingSystem.objects.get(key="egf")
    Statistic.objects.create(
        system=system, kind=late_events.KIND, state=system.state, newest=0, made=timezone.now(), data=data
    )

    page = officer.get("/review/laboratory/late/egf/", headers={"accept-language": "en"}).content.decode()

    assert words in page
    assert "0 of 1399 ratings would be different, on average of all by 0.0 points, at most by 0.0." in page


def test_sentence_on_players_who_stand_elsewhere_has_a_verb(officer: Client, players: list[Player]) -> None:
    kept = report_on(players[0])

    page = officer.get(kept.get_absolute_url(), headers={"accept-language": "en"}).content.decode()

    assert "1 of 1 players rated under both rules would have another rating; mean difference of all:" in page
