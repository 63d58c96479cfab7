"""Reading the Palmares spreadsheet."""

from datetime import date

import pytest

from tournaments.formats.spreadsheet import reader as spreadsheet
from tournaments.formats.table import read, write
from tournaments.reports.findings import Unreadable
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Bye, Pairing, Report

FRENCH = """Tournoi;Coupe d'exemple
Début;16/03/2024
Fin;17/03/2024
Ville;Exempleville
Goban;13
Komi;7,5
Minutes;30
Byo-yomi;japonais
Secondes;30
En ligne;non

Num;Nom;Prénom;Niveau;Pays;Club;Licence;Ronde 1;Ronde 2
10;Alpha;Anne;1d;FR;75Ex;1900001;20+w2;exempt
20;Bêta;Bruno;3k;FR;38Ex;2000002;10-b2;30+w
30;Gamma;Chloé;5k;FR;31Ex;;absent;20-b
"""


def _codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


def _read(old: str = "", new: str = "") -> Report:
    assert old in FRENCH
    return read(FRENCH.replace(old, new).encode())


@pytest.mark.parametrize(
    ("language", "first", "heads"),
    [
        ("fr", "Tournoi;", "Num;Nom;Prenom"),
        ("en", "Tournament;", "No;Surname;Given name"),
        ("ru", "Tournament;", "No;"),
    ],
)
def test_template_is_in_one_language_and_reads_without_a_single_finding(
    language: str, first: str, heads: str
) -> None:
    template = spreadsheet.template(language)
    report = read(template)
    lines = template.decode().removeprefix("\ufeff").splitlines()

    assert (lines[0], lines[13].startswith(heads), b" / " in template) == (first, True, False)

    assert (report.format, len(report.entrants), len(report.pairings), len(report.byes)) == (
        "spreadsheet",
        3,
        3,
        3,
    )
    assert (report.adjusted_minutes, report.time_class, report.findings) == (80.0, "A", ())


def test_french_headings_and_facts_are_read() -> None:
    report = _read()

    assert (report.name, report.place, report.start, report.end) == (
        "Coupe d'exemple",
        "Exempleville",
        date(2024, 3, 16),
        date(2024, 3, 17),
    )
    assert (report.board_size, report.komi, report.adjusted_minutes, report.time_class, report.online) == (
        13,
        7.5,
        52.5,
        "C",
        False,
    )
    assert report.findings == ()


def test_opponents_are_called_by_the_number_column() -> None:
    report = _read()

    assert report.pairings == (
        Pairing(1, 1, 2, Outcome.WHITE_WINS, handicap=2, line=13),
        Pairing(2, 2, 3, Outcome.WHITE_WINS, line=14),
    )
    assert report.byes == (Bye(1, 3, ByeKind.ZERO_POINT, 15), Bye(2, 1, ByeKind.FULL_POINT, 13))


@pytest.mark.parametrize("delimiter", [",", "\t", ";"])
def test_every_delimiter_is_found(delimiter: str) -> None:
    text = FRENCH.replace("7,5", "7.5").replace(";", delimiter)

    assert read(text.encode()).pairings == _read().pairings


def test_english_headings_without_numbers_use_the_order_of_rows() -> None:
    text = "Tournament,X\nStart,2024-03-16\nSurname,First name,Grade,R1\nAlpha,A,1d,2+w0\nBeta,B,1k,1-b0\n"
    report = read(text.encode())

    assert report.pairings == (Pairing(1, 1, 2, Outcome.WHITE_WINS, line=4),)


def test_apostrophe_that_guards_a_formula_is_taken_off() -> None:
    assert _read(";Alpha;", ";'=Alpha;").entrants[0].surname == "=Alpha"


def test_unicode_minus_is_a_minus() -> None:
    assert _read("10-b2", "10−b2").pairings == _read().pairings


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("10-b2", "10-b3", ["handicap-mismatch"]),
        ("10-b2", "99-b2", ["unknown-opponent"]),
        ("10-b2", "lost", ["unknown-result"]),
        ("20;Bêta", "10;Bêta", ["duplicate-number", "unknown-opponent"]),
        ("20;Bêta", "x;Bêta", ["bad-value", "unknown-opponent"]),
        ("16/03/2024", "31/02/2024", ["impossible-date"]),
        ("Goban", "Weather", ["unknown-heading"]),
        ("Goban", "Komi", ["duplicate-heading"]),
        ("Ronde 2", "Ronde 1", ["duplicate-heading"]),
        ("Club", "Shoe size", ["unknown-heading"]),
        ("japonais", "martien", ["bad-value"]),
        ("7,5", "many", ["bad-value"]),
        ("non", "maybe", ["bad-value"]),
        (";5k;", ";99k;", ["unknown-grade"]),
        ("Exempleville", "OGS", []),
        ("En ligne;non", "Jeu;marelle", ["bad-value"]),
    ],
)
def test_what_cannot_be_right_is_found(old: str, new: str, codes: list[str]) -> None:
    assert sorted(set(_codes(_read(old, new)))) == codes


def test_game_is_written_and_read_where_it_is_not_go() -> None:
    go, chess = _read(), _read("En ligne;non", "Jeu;Chess")

    assert (go.discipline, chess.discipline) == ("go", "chess")
    assert b"Game" not in write(go, "spreadsheet")
    assert b"Board size" not in write(chess, "spreadsheet")
    assert read(write(chess, "spreadsheet")).discipline == "chess"


def test_server_as_place_is_online_unless_denied() -> None:
    text = FRENCH.replace("Exempleville", "OGS").replace("En ligne;non\n", "")
    report = read(text.encode())

    assert (report.online, _codes(report)) == (True, ["online-by-place"])


def test_table_without_rows_has_no_entrants() -> None:
    assert "no-entrants" in _codes(read(b"Surname,Grade,R1\n"))


def test_csv_of_something_else_is_refused() -> None:
    with pytest.raises(Unreadable) as refusal:
        read(b"Date,Amount\n2024-01-01,12\n")

    assert refusal.value.finding.code == "unknown-format"
