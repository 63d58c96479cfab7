"""Results turned round in a whole file: the favourites lose, or the file's own standings say otherwise."""

from dataclasses import replace

import pytest

from tests.formats import real_files
from tournaments.formats.table import read
from tournaments.inspection import file_order
from tournaments.inspection.inspection import inspect
from tournaments.reports.mcmahon import McMahon
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Entrant, Pairing, Report

TURNED = {Outcome.WHITE_WINS: Outcome.BLACK_WINS, Outcome.BLACK_WINS: Outcome.WHITE_WINS}
H9 = """; EV[Turned Open]
; DT[2026-03-14,2026-03-15]
; HA[h9]
; Pl Name Rk Co Club {heading}
 1 Alpha Anne  4d FR 38Gr {scores[0]} 90 0 2+/w0 3+/w0 4+/w0
 2 Beta Bruno  3d FR 38Gr {scores[1]} 91 0 1-/b0 4+/w0 3+/w0
 3 Gamma Gina  2d FR 38Gr {scores[2]} 92 0 4+/w0 1-/b0 2-/b0
 4 Delta Dan   1d FR 38Gr {scores[3]} 93 0 3-/b0 2-/b0 1-/b0
"""
TRF = """012 Turned Open
042 2026/03/14
001    1 m    Alpha, Anne                       2200 FRA    90000001 1990       {0}    1     2 w 1     3 b 1
001    2 m    Beta, Bruno                       2100 FRA    90000002 1990       {1}    2     1 b 0     4 w 1
001    3 m    Gamma, Gina                       2000 FRA    90000003 1990       {2}    3     4 w 1     1 w 0
001    4 m    Delta, Dan                        1900 FRA    90000004 1990       {3}    4     3 b 0     2 b 0
"""


def _turned(report: Report) -> Report:
    games = (replace(game, outcome=TURNED.get(game.outcome, game.outcome)) for game in report.pairings)
    return replace(report, pairings=tuple(games))


def _league(*, grades: str = "5d 1d 3k 7k 11k 15k", handicap: int = 0, ratings: str = "") -> Report:
    """Return an all-play-all won by the stronger of two each time."""
    names = grades.split()
    written = [float(rating) if rating else None for rating in ratings.split() or [""] * len(names)]
    entrants = tuple(
        Entrant(number, f"Player{number}", "Pat", grade="" if rating else grade, rating=rating)
        for number, (grade, rating) in enumerate(zip(names, written, strict=True), start=1)
    )
    games = tuple(
        Pairing(1, white, black, Outcome.WHITE_WINS, handicap=handicap)
        for white in range(1, len(names) + 1)
        for black in range(white + 1, len(names) + 1)
    )
    return Report(
        "h9", "utf-8", rounds=1, entrants=entrants, pairings=games, discipline="chess" if ratings else "go"
    )


def _missed(report: Report) -> list[dict[str, str | int]]:
    return [dict(finding.values) for finding in file_order.forecast_findings(report)]


def test_favourites_who_win_are_no_news() -> None:
    assert _missed(_league()) == []


def test_favourites_who_lose_all_are_said_with_both_sums() -> None:
    assert _missed(_turned(_league())) == [{"games": 15, "made": "0", "expected": "13.9"}]
    assert "favourites-lose" in [finding.code for finding in inspect(_turned(_league()))]


def test_chess_is_forecast_by_the_ratings_written() -> None:
    report = _league(ratings="2500 2300 2100 1900 1700 1500")

    assert _missed(report) == []
    assert [values["games"] for values in _missed(_turned(report))] == [15]


def test_handicap_is_taken_into_account() -> None:
    report = _turned(_league(grades="2d 1d 1k 2k 3k 4k", handicap=9))

    assert _missed(report) == []  # nine stones make favourites of the weaker


@pytest.mark.parametrize("grades", ["5d 1d 3k 7k 11k", "1d 1d 1d 1d 1d 1d"])
def test_few_games_and_equals_say_nothing(grades: str) -> None:
    assert _missed(_turned(_league(grades=grades))) == []


@pytest.mark.parametrize(
    ("heading", "scores"),
    [("NBW SOS", (3, 2, 1, 0)), ("MMS SOS", (37, 35, 33, 31)), ("Pts", ("3", "2", "1", "0"))],
)
def test_standings_that_agree_are_no_news(heading: str, scores: tuple[int, ...]) -> None:
    assert _results_turned(H9.format(heading=heading, scores=scores)) == []


def test_points_of_a_table_turned_round_are_errors_by_line() -> None:
    assert _results_turned(H9.format(heading="NBW SOS", scores=(0, 1, 2, 3))) == [
        (5, 1, "0", "3"),
        (6, 2, "1", "2"),
        (7, 3, "2", "1"),
        (8, 4, "3", "0"),
    ]


def test_mcmahon_scores_turned_round_are_errors_by_line() -> None:
    text = (
        H9.format(heading="MMS SOS", scores=(30, 31, 32, 33)).replace(" 2d ", " 4d ").replace(" 3d ", " 4d ")
    )

    assert _results_turned(text.replace(" 1d ", " 4d ")) == [
        (5, 1, "30", "33"),
        (6, 2, "31", "32"),
        (7, 3, "32", "31"),
        (8, 4, "33", "30"),
    ]


def test_scores_of_a_chess_report_turned_round_are_errors_in_the_place_of_warnings() -> None:
    text = TRF.format(" 0.0", " 1.0", " 1.0", " 2.0")
    both = text.replace("2 w 1     3 b 1", "2 w 1     3 b =").replace("4 w 1     1 w 0", "4 w 1     1 w =")

    assert _results_turned(both.replace(" 0.0    1", " 0.5    1").replace(" 1.0    3", " 0.5    3")) == [
        (3, 1, "0.5", "1.5"),
        (5, 3, "0.5", "1.5"),
        (6, 4, "2", "0"),
    ]
    assert _results_turned(TRF.format(" 2.0", " 1.0", " 1.0", " 0.0")) == []


def test_points_of_a_spreadsheet_turned_round_are_errors() -> None:
    rows = ["1;A;A;1d;0;2+w0;3+w0", "2;B;B;1d;1;1-b0;4+w0", "3;C;C;1d;1,0;4+w0;1-b0", "4;D;D;1d;2;3-b0;2-b0"]
    rows += ["5;E;E;1d;1;bye;6-w0", "6;F;F;1d;0;0-;5+b0"]
    sheet = "\n".join(["Start;2026-03-14", "No;Surname;Given name;Grade;Points;R1;R2", *rows])

    assert [entrant for _, entrant, *_ in _results_turned(sheet)] == [
        1,
        4,
        6,
    ]


def _results_turned(text: str) -> list[tuple[int | None, int | None, str | int, str | int]]:
    report = read(text.encode())
    assert "score-mismatch" not in [finding.code for finding in report.findings]
    return [
        (finding.place.line, finding.place.entrant, finding.values["written"], finding.values["counted"])
        for finding in report.findings
        if finding.code == "results-turned"
    ]


def _swiss(*, boards: bool = True, places: bool = False, grades: str = "") -> Report:
    """Return 8 players in 3 rounds, the lower number winning, paired by points; boards by points."""
    rounds = ["1-8 2-7 3-6 4-5", "1-2 3-4 5-6 7-8", "1-3 2-5 4-7 6-8"]
    games = tuple(
        Pairing(number, int(game[0]), int(game[2]), Outcome.WHITE_WINS, board=board if boards else None)
        for number, row in enumerate(rounds, start=1)
        for board, game in enumerate(row.split(), start=1)
    )
    entrants = tuple(
        Entrant(number, f"Player{number}", "Pat", rank=str(number) if places else "", grade=grade)
        for number, grade in enumerate(grades.split() or [""] * 8, start=1)
    )
    return Report("opengotha", "utf-8", rounds=3, entrants=entrants, pairings=games)


def _against(report: Report) -> list[dict[str, str | int]]:
    return [dict(finding.values) for finding in file_order.findings(report)]


def test_boards_that_follow_the_points_are_no_news() -> None:
    assert _against(_swiss()) == []


def test_boards_that_follow_the_losses_are_said() -> None:
    assert _against(_turned(_swiss(places=True))) == [{"count": 31, "total": 31}]
    assert "order-against-results" in [f.code for f in inspect(_turned(_swiss(places=True)))]


def test_places_alone_tell_and_few_comparisons_do_not() -> None:
    assert [found["count"] for found in _against(_turned(_swiss(boards=False, places=True)))] == [22]
    assert _against(_turned(_swiss())) == []  # 9 comparisons


def test_start_scores_count_before_the_points() -> None:
    report = _turned(_swiss(boards=False, places=True))
    far_apart = McMahon(tuple(range(80, 0, -10)))

    assert _against(replace(report, mcmahon=far_apart)) == []


def test_favourites_who_win_as_forecast_outweigh_the_order() -> None:
    report = _swiss(places=True, grades="15k 12k 9k 6k 3k 1k 2d 5d")

    assert _against(_turned(report)) == []


def test_boards_of_an_all_play_all_say_nothing() -> None:
    report = _swiss()
    longer = replace(
        report, pairings=(*report.pairings, *(replace(g, round=g.round + 3) for g in report.pairings))
    )

    assert _against(_turned(replace(longer, rounds=6)))
    assert _against(_turned(replace(longer, rounds=7))) == []


def test_results_turned_round_are_said_once() -> None:
    report = _turned(_swiss(places=True, grades="5d 2d 1k 3k 6k 9k 12k 15k"))
    found = [finding.code for finding in inspect(report)]

    assert ("favourites-lose" in found, "order-against-results" in found) == (True, False)


@real_files.needed
def test_no_real_file_is_said_to_be_turned_round_and_most_are_when_turned() -> None:
    reports = real_files.reports()
    large = [
        report
        for report in reports
        if sum(game.rateable for game in report.pairings) >= file_order.LEAST_GAMES
    ]
    turned = [_turned(report) for report in large]

    assert [report.name for report in reports if any(file_order.forecast_findings(report))] == []
    assert [report.name for report in reports if any(file_order.findings(report))] == []
    assert [f for report in reports for f in report.findings if f.code == "results-turned"] == []
    assert sum(any(file_order.forecast_findings(report)) for report in turned) >= 0.6 * len(large)
    found = [
        any(file_order.forecast_findings(report)) or any(file_order.findings(report)) for report in turned
    ]
    assert sum(found) >= 0.85 * len(large)
