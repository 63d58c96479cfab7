"""What an inspection says of a report."""

from dataclasses import replace
from datetime import date

import pytest

from tests.formats.samples import forfeits, report
from tournaments.inspection.inspection import inspect
from tournaments.reports.findings import Place, Severity, error, notice
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Bye, Entrant, Pairing, Report


def _clean() -> Report:
    """A report about which there is nothing to say."""
    full = report()
    return replace(full, pairings=tuple(p for p in full.pairings if p.outcome is not Outcome.UNKNOWN))


def _found(**changes: object) -> list[tuple[str, str]]:
    findings = inspect(replace(_clean(), **changes), today=date(2024, 4, 1))  # type: ignore[arg-type]  # names and types are those of a report
    return [(finding.code, finding.severity.value) for finding in findings]


def test_clean_report_has_no_findings() -> None:
    assert _found() == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"name": " "}, [("missing-name", "warning")]),
        ({"name": "Tournament name"}, [("placeholder-name", "warning")]),
        ({"start": None, "end": None}, [("missing-date", "error")]),
        ({"start": date(1901, 1, 1)}, [("implausible-date", "error")]),
        ({"end": date(2024, 3, 1)}, [("end-before-start", "error")]),
        ({"start": date(2022, 3, 1)}, [("long-event", "warning")]),
        ({"start": date(2024, 4, 2), "end": None}, [("future-date", "error")]),
        ({"end": date(2024, 4, 2)}, [("not-ended", "warning")]),
        ({"board_size": 0}, [("impossible-size", "error")]),
        ({"board_size": 17}, [("uncounted-size", "warning")]),
        ({"comments": ("played on 13x13 boards",)}, [("size-doubt", "warning")]),
        ({"time_class": "", "adjusted_minutes": None}, [("time-unknown", "notice")]),
        ({"time_class": "", "adjusted_minutes": 20.0}, [("time-too-short", "notice")]),
        ({"time_class": "A", "adjusted_minutes": 60.0}, [("class-time", "notice")]),
        ({"pairings": ()}, [("no-games", "error")]),
        ({"rounds": 3}, [("empty-round", "notice")]),
    ],
)
def test_tournament_fact_that_is_odd_is_found(
    changes: dict[str, object], expected: list[tuple[str, str]]
) -> None:
    assert _found(**changes) == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"start": date(1950, 1, 1)}, [("long-event", "warning")]),
        ({"start": date(1949, 12, 31)}, [("implausible-date", "error")]),
        ({"start": date(2023, 3, 17)}, []),  # 366 days before the end
        ({"start": date(2023, 3, 16)}, [("long-event", "warning")]),
        ({"end": date(2024, 3, 16)}, []),  # a day long
        ({"end": date(2024, 3, 15)}, [("end-before-start", "error")]),
        ({"start": date(2024, 4, 1), "end": date(2024, 4, 1)}, []),  # today
        ({"board_size": 2}, [("uncounted-size", "warning")]),
        ({"board_size": 1}, [("impossible-size", "error")]),
        ({"board_size": 38}, [("uncounted-size", "warning")]),
        ({"board_size": 39}, [("impossible-size", "error")]),
        ({"board_size": 13}, []),
        ({"board_size": 9, "comments": ("played on 9x9 boards",)}, []),
        ({"time_class": "", "adjusted_minutes": 30.0}, []),  # what class C wants
        ({"time_class": "", "adjusted_minutes": 29.5}, [("time-too-short", "notice")]),
        ({"time_class": "A", "adjusted_minutes": 75.0}, []),
        ({"time_class": "A", "adjusted_minutes": 74.5}, [("class-time", "notice")]),
        ({"time_class": "D", "adjusted_minutes": 50.0}, []),
        ({"time_class": "D", "adjusted_minutes": 49.5}, [("class-time", "notice")]),
    ],
)
def test_tournament_fact_at_its_bound_is_as_good_as_inside(
    changes: dict[str, object], expected: list[tuple[str, str]]
) -> None:
    assert _found(**changes) == expected


def test_nine_stones_are_no_news() -> None:
    game = Pairing(1, 1, 2, Outcome.BLACK_WINS, handicap=9)

    assert _found(pairings=(game, *_clean().pairings[1:])) == []


def test_without_today_no_date_is_in_the_future() -> None:
    later = replace(_clean(), start=date(2999, 1, 1), end=None)

    assert inspect(later) == ()


@pytest.mark.parametrize(
    ("pairing", "expected"),
    [
        (Pairing(1, 1, 2, Outcome.BLACK_WINS, handicap=10), [("handicap-high", "warning")]),
        (Pairing(1, 1, 2, Outcome.BLACK_WINS, handicap=-1), [("handicap-negative", "error")]),
        (Pairing(1, 1, 2, Outcome.BLACK_WINS, by_default=True), [("by-default", "notice")]),
        (Pairing(1, 1, 2, Outcome.UNKNOWN), [("unknown-outcome", "warning")]),
        (Pairing(1, 1, 2, Outcome.BOTH_LOSE), [("both-lose", "warning")]),
        (Pairing(1, 1, 2, Outcome.BOTH_WIN), [("both-win", "warning")]),
    ],
)
def test_game_that_is_odd_is_found(pairing: Pairing, expected: list[tuple[str, str]]) -> None:
    assert _found(pairings=(pairing, *_clean().pairings[1:])) == expected


def test_tournament_of_forfeits_has_nothing_rateable() -> None:
    codes = [finding.code for finding in inspect(forfeits())]

    assert codes == ["nothing-rateable", "both-lose", "both-win", "by-default"]


def test_entrant_with_two_games_in_a_round_is_an_error_naming_him() -> None:
    games = (Pairing(1, 1, 2, Outcome.WHITE_WINS, line=7), Pairing(1, 3, 1, Outcome.WHITE_WINS, line=8))
    findings = inspect(replace(_clean(), rounds=1, pairings=games, byes=()))

    assert [(f.place, f.message) for f in findings] == [
        (Place(8, None, 1, 1), "Alpha Anne Éva plays 2 times in the same round.")
    ]


def test_bye_beside_a_game_is_a_warning() -> None:
    assert _found(byes=(Bye(1, 1, ByeKind.FULL_POINT),)) == [("bye-and-game", "warning")]


def _with_second(**changes: object) -> tuple[Entrant, ...]:
    entrants = _clean().entrants
    return (entrants[0], replace(entrants[1], **changes), *entrants[2:])  # type: ignore[arg-type]  # names and types are those of an entrant


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"identifiers": {"ffg": "1900001"}}, [("same-identifier", "error")]),
        ({"identifiers": {"egd": "99000001"}}, [("same-identifier", "error")]),
        ({"identifiers": {"ffg": "12"}}, [("odd-identifier", "warning")]),
        ({"identifiers": {"egd": "none"}}, [("odd-identifier", "warning")]),
        ({"grade": ""}, [("no-grade", "warning")]),
        ({"surname": "", "given_name": ""}, [("missing-surname", "error")]),
        ({"surname": "Alpha", "given_name": "Anne Éva"}, [("same-name", "warning")]),
    ],
)
def test_entrant_who_is_odd_is_found(changes: dict[str, object], expected: list[tuple[str, str]]) -> None:
    assert _found(entrants=_with_second(**changes)) == expected


def test_findings_are_sorted_by_weight_then_place() -> None:
    made = (notice("time-unknown"), error("unknown-result", Place(9), text="x"), error("no-entrants"))
    findings = inspect(replace(_clean(), findings=made))

    assert [(f.code, f.severity) for f in findings] == [
        ("no-entrants", Severity.ERROR),
        ("unknown-result", Severity.ERROR),
        ("time-unknown", Severity.NOTICE),
    ]


def test_finding_without_a_place_comes_before_those_with_one() -> None:
    made = (
        error("bye-and-game", Place(round=1), name="x"),
        error("no-entrants"),
        error("a-first", Place(entrant=1)),
        error("b-first", Place(line=1)),
    )

    found = inspect(replace(_clean(), findings=made))

    assert [finding.code for finding in found] == ["no-entrants", "a-first", "bye-and-game", "b-first"]


def test_overlong_number_is_told_by_its_first_forty_characters() -> None:
    found = inspect(replace(_clean(), entrants=_with_second(identifiers={"ffg": "1" * 50})))

    assert [finding.values["identifier"] for finding in found] == ["1" * 40]


@pytest.mark.parametrize(("komi", "handicap", "found"), [(6.5, 0, True), (7.0, 0, False), (6.5, 2, False)])
def test_draw_that_the_komi_rules_out_is_told(komi: float, handicap: int, found: bool) -> None:
    game = Pairing(1, 1, 2, Outcome.DRAW, handicap=handicap, line=9)
    drawn = [
        one
        for one in inspect(replace(_clean(), komi=komi, pairings=(game,)))
        if one.code == "draw-and-half-komi"
    ]

    assert [(one.severity, one.place.line, dict(one.values)) for one in drawn] == [
        ("notice", 9, {"count": 1, "komi": "6.5"})
    ] * found
