"""What is written reads back as what it was."""

import json
from dataclasses import replace

import pytest

from tests.formats.samples import forfeits, report
from tournaments.formats.table import FORMATS, read, write
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Report


def _games(of: Report) -> list[tuple[object, ...]]:
    return sorted(
        (p.round, p.white, p.black, p.outcome, p.by_default, p.handicap, p.colour_known) for p in of.pairings
    )


def _people(of: Report) -> list[tuple[object, ...]]:
    return [(e.number, e.surname, e.given_name, e.grade, e.country) for e in of.entrants]


@pytest.mark.parametrize("key", ["h9", "tou", "spreadsheet"])
def test_games_byes_and_people_come_back(key: str) -> None:
    back = read(write(report(), key))

    assert (back.format, back.findings and [f.code for f in back.findings if f.severity == "error"]) in (
        (key, ()),
        (key, []),
    )
    assert _games(back) == _games(report())
    assert _people(back) == _people(report())
    assert [(b.round, b.entrant, b.kind) for b in back.byes] == [
        (2, 5, ByeKind.FULL_POINT),
        (2, 6, ByeKind.ZERO_POINT),
    ]


@pytest.mark.parametrize(
    ("key", "scheme"), [("h9", "egd"), ("tou", "ffg"), ("spreadsheet", "ffg"), ("spreadsheet", "egd")]
)
def test_identifiers_of_the_format_come_back(key: str, scheme: str) -> None:
    back = read(write(report(), key))

    assert [e.identifiers[scheme] for e in back.entrants] == [
        e.identifiers[scheme] for e in report().entrants
    ]


@pytest.mark.parametrize("key", ["h9", "tou", "spreadsheet"])
def test_facts_come_back(key: str) -> None:
    back, first = read(write(report(), key)), report()

    assert (back.name, back.start, back.place, back.komi, back.board_size, back.rounds) == (
        first.name,
        first.start,
        first.place,
        first.komi,
        first.board_size,
        first.rounds,
    )
    assert (back.time_class, back.adjusted_minutes) == ("A", 80.0)


@pytest.mark.parametrize("key", ["h9", "spreadsheet"])
def test_forfeits_come_back_unrated(key: str) -> None:
    assert _games(read(write(forfeits(), key))) == _games(forfeits())


def test_forfeits_are_free_rounds_in_a_tou() -> None:
    back = read(write(forfeits(), "tou"))

    assert back.pairings == ()
    assert [bye.kind for bye in back.byes] == [
        ByeKind.FULL_POINT,
        ByeKind.ZERO_POINT,
        ByeKind.ZERO_POINT,
        ByeKind.ZERO_POINT,
        ByeKind.FULL_POINT,
        ByeKind.FULL_POINT,
    ]


def test_tou_line_has_the_columns_of_the_format() -> None:
    line = write(report(), "tou").decode("iso-8859-15").splitlines()[9]

    assert line == "   1 Alpha Anne_Éva            1K 1900001 75Ex    2+w1    2?b0"


def test_h9_line_has_the_columns_of_the_format() -> None:
    lines = write(report(), "h9").decode("iso-8859-15").splitlines()

    assert [line for line in lines if line.startswith("   1")] == [
        "   1 Alpha Anne_Éva                  1k FR 75Ex    1    0    0    0    2+/w1    2?/b0 |99000001"
    ]


def test_formula_in_a_name_is_guarded_in_a_spreadsheet() -> None:
    first = report()
    odd = replace(first, entrants=(replace(first.entrants[0], surname="=1+1"), *first.entrants[1:]))
    data = write(odd, "spreadsheet")

    assert b";'=1+1;" in data
    assert read(data).entrants[0].surname == "=1+1"


def test_json_names_outcomes_and_keeps_findings() -> None:
    content = json.loads(write(report(), "json"))

    assert (content["schema"], content["version"], content["start"]) == ("palmares-report", 1, "2024-03-16")
    assert content["pairings"][2]["outcome"] == Outcome.DRAW.name.lower()
    assert content["byes"][0] == {"round": 2, "entrant": 5, "kind": "full_point", "line": None}
    assert content["findings"] == []


def test_format_that_is_only_read_cannot_be_written() -> None:
    with pytest.raises(KeyError):
        write(report(), "opengotha")


def test_every_format_has_a_reader_or_a_writer() -> None:
    assert [(f.key, f.extension, bool(f.reader), bool(f.writer)) for f in FORMATS.values()] == [
        ("opengotha", ".xml", True, False),
        ("h9", ".h9", True, True),
        ("tou", ".tou", True, True),
        ("spreadsheet", ".csv", True, True),
        ("trf26", ".trf", True, True),
        ("trf16", ".trf", True, True),
        ("trf06", ".trf", True, False),
        ("pgn", ".pgn", True, False),
        ("json", ".json", False, True),
    ]
