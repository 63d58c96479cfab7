"""A bye listed as an entrant is no entrant: who is paired with it has a bye, in every format."""

import pytest

from tournaments.formats.table import read, write
from tournaments.inspection.inspection import inspect
from tournaments.reports.outcomes import ByeKind
from tournaments.reports.report import Report

H9 = """; EV[Bye Cup]
; PC[FR, Grenoble]
; DT[2026-03-14]
; HA[h9]
; TM[60]
 1 Alpha Anne  1d FR 38Gr 2 0 0 0 3+/w0  2+/w0
{bye}
 3 Beta Bruno  2k FR 38Gr 1 0 0 0 1-/b0  4+/w0
 4 Gamma Gina  3k FR 38Gr 0 0 0 0 2+/w0  3-/b0
"""
TOU = """;name=bye
;date=14/03/2026
   1 ALPHA Anne                1D 9000001 38Gr    3+w0    2+w0
{bye}
   3 BETA Bruno                2K 9000002 38Gr    1-b0    4+w0
   4 GAMMA Gina                3K 9000003 38Gr    2+w0    3-b0
"""
SHEET = """Tournament;Bye Cup
Start;2026-03-14
No;Surname;Given name;Grade;R1;R2
1;ALPHA;Anne;1d;3+w0;2+w0
{bye}
3;BETA;Bruno;2k;1-b0;4+w0
4;GAMMA;Gina;3k;2+w0;3-b0
"""
TRF = """012 Bye Cup
042 2026/03/14
062 {count}
122 90+30
001    1 m    Alpha, Anne                       1800 FRA    90000001 1990        2.0    1     3 w 1     2 w 1
{bye}
001    3 m    Beta, Bruno                       1700 FRA    90000002 1990        1.0    2     1 b 0     4 w 1
001    4 w    Gamma, Gina                       1600 FRA    90000003 1990        1.0    3     2 w 1     3 b 0
"""
XML = """<Tournament><Players>
<Player name="Alpha" firstName="Anne" rank="1D" registeringStatus="FIN" participating="11"/>
<Player name="{bye}" firstName="" rank="30K" registeringStatus="FIN" participating="11"/>
<Player name="Beta" firstName="Bruno" rank="2K" registeringStatus="FIN" participating="11"/>
<Player name="Gamma" firstName="Gina" rank="3K" registeringStatus="FIN" participating="11"/>
</Players><Games>
<Game whitePlayer="ALPHAANNE" blackPlayer="BETABRUNO" result="RESULT_WHITEWINS" roundNumber="1" handicap="0"/>
<Game whitePlayer="GAMMAGINA" blackPlayer="{key}" result="RESULT_WHITEWINS" roundNumber="1" handicap="9"/>
<Game whitePlayer="{key}" blackPlayer="ALPHAANNE" result="RESULT_BLACKWINS" roundNumber="2" handicap="0"/>
<Game whitePlayer="BETABRUNO" blackPlayer="GAMMAGINA" result="RESULT_WHITEWINS" roundNumber="2" handicap="0"/>
</Games><TournamentParameterSet>
<GeneralParameterSet numberOfRounds="2" beginDate="2026-03-14" name="Bye Cup" size="19"/>
</TournamentParameterSet></Tournament>
"""
FILES = [
    H9.format(bye=" 2 Bye Bye  30k FR 38Gr 0 0 0 0 4-/b0  1-/b0"),
    H9.format(bye=" 2 BYE"),  # nobody can read the line; its name is enough
    H9.format(bye=" 2 Freilos - 30k -- ---- 0 0 0 0 0-  0-"),  # and it does not name its opponents back
    TOU.format(bye="   2 EXEMPT                    -- ------- ----      0-      0-"),
    TOU.format(bye="   2 SPIELFREI x              30K -------         4-b0    1-b0").replace(" x ", "   "),
    SHEET.format(bye="2;Exempt;;;;"),
    SHEET.format(bye="2;vrij;;;4-b0;1-b0"),
    TRF.format(bye="001    2      BYE", count=4),
    TRF.format(
        bye=f"001    2 m    {'spielfrei':<33} {0:>4}     {0:>11}             0.0    4     4 b 0     1 b 0",
        count=3,
    ),
    TRF.format(
        bye=f"001    2 m    {'libre':<33} {0:>4}     {'':>11}             0.0    4     4 - -     1 - -",
        count=4,
    ),
    XML.format(bye="BYE", key="BYE"),
    XML.format(bye="Bye Player", key="BYEPLAYER"),
]


def _read(text: str) -> Report:
    return read(text.encode())


@pytest.mark.parametrize("text", FILES)
def test_games_against_a_bye_are_byes_of_their_round(text: str) -> None:
    report = _read(text)

    assert [(entrant.number, entrant.surname.lower()) for entrant in report.entrants] == [
        (1, "alpha"),
        (2, "beta"),
        (3, "gamma"),
    ]
    assert [(game.round, game.white, game.black) for game in report.pairings] == [(1, 1, 2), (2, 2, 3)]
    assert sorted((bye.round, bye.entrant, bye.kind) for bye in report.byes) == [
        (1, 3, ByeKind.PAIRING_ALLOCATED),
        (2, 1, ByeKind.PAIRING_ALLOCATED),
    ]
    found = [finding.code for finding in inspect(report) if finding.severity != "notice"]
    assert set(found) - {"missing-place", "missing-federation", "missing-arbiter"} == {"bye-entrant"}


def test_bye_is_named_at_its_line() -> None:
    (found,) = [finding for finding in _read(FILES[0]).findings if finding.code == "bye-entrant"]

    assert (found.place.line, found.values) == (7, {"name": "Bye Bye"})


def test_chess_entrants_behind_a_bye_keep_their_starting_numbers() -> None:
    report = _read(FILES[7])

    assert [entrant.start_number for entrant in report.entrants] == [None, 3, 4]
    assert b"   3 b 0" in write(report, "trf16") or b"   4 w 1" in write(report, "trf16")


def test_finding_of_another_names_him_by_his_new_number() -> None:
    text = SHEET.format(bye="2;BYE;;;4-b0;1-b0").replace("4+w0", "4-w0")

    (found,) = [finding for finding in _read(text).findings if finding.code == "result-mismatch"]

    assert (found.place.entrant, found.values["opponent"], found.place.line) == (2, 3, 6)


def test_start_scores_stay_with_their_entrants() -> None:
    text = H9.format(bye=" 2 BYE x 30k FR 38Gr 9 0 0 0 4-/b0  1-/b0")
    text = text.replace(" 1 Alpha", "; Pl Name Rk Co Club MMS\n 1 Alpha")

    report = _read(text.replace("BYE x", "BYE -"))

    assert report.mcmahon is not None
    assert len(report.mcmahon.starts) == 3


@pytest.mark.parametrize(
    ("line", "surname"),
    [
        (" 2 Bye Anna  30k FR 38Gr 0 0 0 0 4-/b0  1-/b0", "Bye"),
        (" 2 Bye -  30k FR 38Gr 0 0 0 0 4-/b0  1-/b0 |90000001", "Bye"),  # the register knows a Bye
    ],
)
def test_person_with_such_a_name_stays_an_entrant(line: str, surname: str) -> None:
    report = _read(H9.format(bye=line))

    assert report.entrants[1].surname == surname
    assert len(report.pairings) == 4


def test_half_point_and_loss_against_a_bye_keep_what_they_are_worth() -> None:
    text = (
        SHEET.format(bye="2;BYE;;;4=b0;1+b0")
        .replace("2+w0;3-b0", "2=w0;3-b0")
        .replace("3+w0;2+w0", "3+w0;2-w0")
    )

    assert sorted((bye.round, bye.entrant, bye.kind) for bye in _read(text).byes) == [
        (1, 3, ByeKind.HALF_POINT),
        (2, 1, ByeKind.ZERO_POINT),
    ]
