"""Pair go, rengo and consultation: several people in the place of an entrant are asked about, never rated."""

import pytest

from tests.formats import real_files
from tests.formats.test_bye_entrants import H9, SHEET, TOU, TRF, XML
from tournaments.formats.shared.no_persons import names_several, sharing_in
from tournaments.formats.table import FORMATS, read
from tournaments.inspection.advice import advice
from tournaments.inspection.inspection import inspect
from tournaments.reports.findings import Severity
from tournaments.reports.outcomes import ByeKind
from tournaments.reports.report import Report

PGN = """[Event "{event}"]
[Date "2026.03.14"]
[Round "1"]
[White "{white}"]
[Black "{black}"]
[Result "1-0"]

1. e4 1-0

"""
ROW = f"001    2 m    {{:<33}} 1500 FRA{'':>13}1990        0.0    4     4 b 0     1 b 0"
# Each with a pair in its second line, which loses to the third and the first.
FILES = [
    (H9.format(bye=" 2 Ivanova / Petrov  3k FR 38Gr 0 0 0 0 4-/b0  1-/b0"), 7),
    (H9.format(bye=" 2 Ivanova/Petrov - 3k FR 38Gr 0 0 0 0 4-/b0  1-/b0"), 7),
    (TOU.format(bye="   2 IVANOVA & PETROV          3K ------- 38Gr    4-b0    1-b0"), 4),
    (SHEET.format(bye="2;A. Novak & B. Novak;;3k;4-b0;1-b0"), 5),
    (SHEET.format(bye="2;Kim-Lee;pair;3k;4-b0;1-b0"), 5),
    (TRF.format(bye=ROW.format("Weiss und Schwarz"), count=4), 6),
    (XML.format(bye="Ivanova et Petrov", key="IVANOVAETPETROV"), 3),
]
# Surname; given name.
SEVERAL = """
Ivanova / Petrov
Ivanova/Petrov
Ivanova; / Petrov
A.; Novak & B. Novak
Novak & Novak; Anna & Boris
Smith; John / Jones, Bob
Weiss und Schwarz
Ivanova_/_Petrov
Иванова и Петров
Dupont; et Durand
Novak + Svoboda
Kim-Lee pair
Kim-Lee; Pair
Anderssen and allies
Allies
The Allies
Staunton (consult.)
DUPONT ET DURAND
"""
SINGLE = """
García y López; Juan
de Vries-Smit
Nguyen; Van An
Kim-Lee; Anna
Linden; L.v/d
Seijp V/d; Quintin
Kumar s/o Rajan
Anderson; Andy
Et-Taleb; Sam
Undine
Müller (Bonn/Köln); Eva
Petit; +
Pair; John
Silva e Souza; Ana
Ortega i Gasset; Pau
/
O'Neill; Sean
Consulta; Eva
Сидоров; И.
And; Metin
Alliesova
"""
SHARED = """
Pair Go Championship
European pair-go 2026
PairGo 2019- MM
Mixed Pairs
Paargo-Turnier
Parties par paires
Парный турнир
Rengo al azar
Rengofinement
Ренго
Tandem Open
Hand and Brain Blitz
Bughouse Cup
Consultation game
London consult. match
Paar-Go
"""
OTHERS = """
Swiss pairing test
PairTest 2020
Open of Paarl
Au pair Cup
Consulting Open
Repair
Tournoi impair
Pairgoth Cup
St. John and Redhill Open
Team EGC 2013
"""


def _read(text: str) -> Report:
    return read(text.encode())


def _asked(report: Report) -> list[tuple[str, int | None, dict[str, str | int]]]:
    return [
        (found.code, found.place.line, dict(found.values))
        for found in report.findings
        if found.code in ("several-persons", "shared-sides")
    ]


@pytest.mark.parametrize("name", SEVERAL.strip().split("\n"))
def test_name_of_several_people_is_known(name: str) -> None:
    surname, _, given_name = name.partition("; ")

    assert names_several(surname, given_name)


@pytest.mark.parametrize("name", ["", *SINGLE.strip().split("\n")])
def test_name_of_one_person_stays_one(name: str) -> None:
    surname, _, given_name = name.partition("; ")

    assert not names_several(surname, given_name)


@pytest.mark.parametrize("event", SHARED.strip().split("\n"))
def test_event_of_shared_sides_is_known_by_its_name(event: str) -> None:
    assert sharing_in(event)


@pytest.mark.parametrize("event", ["", *OTHERS.strip().split("\n")])
def test_other_events_are_not_asked_about(event: str) -> None:
    assert sharing_in(event) == ""


@pytest.mark.parametrize(("text", "line"), FILES)
def test_pair_is_left_out_and_games_against_it_are_not_rated(text: str, line: int) -> None:
    report = _read(text)

    assert [entrant.surname.lower() for entrant in report.entrants] == ["alpha", "beta", "gamma"]
    assert [(game.round, game.white, game.black) for game in report.pairings] == [(1, 1, 2), (2, 2, 3)]
    assert sorted((bye.round, bye.entrant, bye.kind) for bye in report.byes) == [
        (1, 3, ByeKind.PAIRING_ALLOCATED),
        (2, 1, ByeKind.PAIRING_ALLOCATED),
    ]
    assert [(code, at) for code, at, _values in _asked(report)] == [("several-persons", line)]
    (found,) = [found for found in inspect(report) if found.code == "several-persons"]
    assert found.severity is Severity.WARNING
    assert "not one person" in advice(found.code, found.severity)


def test_number_in_a_register_makes_a_person_of_such_a_name() -> None:
    report = _read(H9.format(bye=" 2 Ivanova / Petrov  3k FR 38Gr 0 0 0 0 4-/b0  1-/b0 |90000001"))

    assert (len(report.entrants), _asked(report)) == (4, [])


def test_event_of_pairs_is_asked_about_once() -> None:
    report = _read(FILES[0][0].replace("Bye Cup", "Pair Go Cup"))

    assert _asked(report) == [("shared-sides", None, {"text": "Pair Go", "count": 1})]
    assert len(report.entrants) == 3
    assert "played alone" in advice("shared-sides", "warning")


def test_file_of_pairs_alone_has_no_games_to_rate() -> None:
    text = """Tournament;Pair Go Cup
Start;2026-03-14
No;Surname;Given name;Grade;R1
1;Ivanova / Petrov;;1d;2+w0
2;Novak & Weiss;;2k;1-b0
"""
    report = _read(text)

    assert (report.entrants, report.pairings) == ((), ())
    assert [found.code for found in inspect(report) if found.severity != "notice"] == [
        "no-games",
        "shared-sides",
    ]


def test_consultation_games_of_pgn_are_left_out() -> None:
    games = (
        PGN.format(event="Club evening", white="Anderssen and allies", black="Staunton, Howard")
        + PGN.format(event="Club evening", white="Smith / Jones", black="Gray & White")
        + PGN.format(event="Club evening", white="Beta, Bruno", black="Gamma, Gina")
    )
    report = _read(games)

    assert [entrant.surname for entrant in report.entrants] == ["Staunton", "Beta", "Gamma"]
    assert [(game.white, game.black) for game in report.pairings] == [(2, 3)]
    assert [(line, values["name"]) for _code, line, values in _asked(report)] == [
        (1, "Anderssen and allies"),
        (10, "Smith / Jones"),
        (10, "Gray & White"),
    ]


def test_event_of_pgn_is_asked_about_once_and_other_rules_are_not_asked_again() -> None:
    game = PGN.format(event="{event}", white="Smith / Jones", black="Beta, Bruno")

    assert [code for code, *_ in _asked(_read(game.format(event="Consultation game")))] == ["shared-sides"]
    assert _asked(_read(game.format(event="Bughouse evening"))) == []


@real_files.needed
def test_of_real_files_only_those_of_pairs_are_asked_about() -> None:
    asked = [(report.name, code) for report in real_files.reports() for code, *_ in _asked(report)]

    assert {code for _name, code in asked} == {"shared-sides"}
    assert [name for name, _ in asked if not {"pair", "rengo"} & {name[:4].lower(), name[:5].lower()}] == [
        "International Pair GO",
        "Masculine Pair Go Class 2020",
    ]
    assert len(asked) == 6  # their pairs are written "Grigoriu Medak": only the event gives them away


def test_every_format_that_is_read_has_its_pair() -> None:
    covered = {_read(text).format for text, _line in FILES} | {"pgn"}

    assert covered >= {key for key, entry in FORMATS.items() if entry.reader} - {"trf26", "trf06"}
