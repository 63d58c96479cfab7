"""Reading OpenGotha files."""

from dataclasses import replace
from datetime import date

import pytest

from tests.formats.samples import GAMES, GENERAL, PLAYERS, opengotha
from tournaments.formats.table import read
from tournaments.inspection.inspection import inspect
from tournaments.reports.findings import Unreadable
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Bye, Pairing, Report


def _read(**parts: object) -> Report:
    return read(opengotha(**parts).encode())  # type: ignore[arg-type]  # parts of the file, by name


def _codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


def test_entrants_are_read_with_names_grades_and_numbers() -> None:
    report = _read()

    assert [(e.number, e.surname, e.given_name, e.grade) for e in report.entrants] == [
        (1, "Alpha", "Anne", "1d"),
        (2, "De la Beta", "Bruno", "2k"),
        (3, "Gamma", "Chloé", "5k"),
        (4, "Iltis", "Dilan", "9k"),
    ]
    assert [dict(e.identifiers) for e in report.entrants] == [
        {"ffg": "1900001", "egd": "99000001"},
        {"ffg": "2000002"},
        {"egd": "99000003"},
        {},
    ]


def test_games_find_players_by_key_even_upper_cased_in_turkish() -> None:
    report = _read()

    assert report.pairings == (
        Pairing(1, 1, 2, Outcome.WHITE_WINS, board=1, line=10),
        Pairing(1, 3, 4, Outcome.BLACK_WINS, handicap=4, board=1, line=11),
        Pairing(2, 1, 3, Outcome.BOTH_LOSE, handicap=5, board=1, line=12),
    )
    assert report.findings == ()


def test_byes_are_the_bye_player_and_announced_absences() -> None:
    report = _read()

    assert report.byes == (
        Bye(2, 2, ByeKind.PAIRING_ALLOCATED, 14),
        Bye(2, 4, ByeKind.ZERO_POINT, 7),
    )


def test_tournament_facts_are_read() -> None:
    report = _read()

    assert (report.format, report.encoding, report.name, report.place) == (
        "opengotha",
        "utf-8",
        "Example",
        "Exempleville",
    )
    assert (report.start, report.end, report.rounds, report.board_size, report.komi) == (
        date(2024, 3, 16),
        date(2024, 3, 17),
        2,
        19,
        7.5,
    )
    assert (report.program, report.handicap_reduction, report.online) == ("OpenGotha 3.48.02", 1, None)


@pytest.mark.parametrize(
    ("system", "minutes", "letter"),
    [
        ("SUDDENDEATH", 60.0, "B"),
        ("STDBYOYOMI", 82.5, "A"),
        ("CANBYOYOMI", 80.0, "A"),
        ("FISCHER", 80.0, "A"),
    ],
)
def test_time_system_gives_adjusted_minutes_and_class(system: str, minutes: float, letter: str) -> None:
    report = _read(general=GENERAL.replace("CANBYOYOMI", system))

    assert (report.adjusted_minutes, report.time_class) == (minutes, letter)


def test_internet_flag_makes_the_tournament_online_and_class_d() -> None:
    report = _read(general=GENERAL + ' bInternet="true"')

    assert (report.online, report.time_class) == (True, "D")


def test_ceiling_of_zero_means_an_even_tournament() -> None:
    text = opengotha().replace('hdCeiling="9"', 'hdCeiling="0"')

    assert read(text.encode()).handicap_reduction == 9


@pytest.mark.parametrize(
    ("result", "outcome", "by_default"),
    [
        ("RESULT_EQUAL", Outcome.DRAW, False),
        ("RESULT_BOTHWIN", Outcome.BOTH_WIN, False),
        ("RESULT_UNKNOWN", Outcome.UNKNOWN, False),
        ("RESULT_BLACKWINS_BYDEF", Outcome.BLACK_WINS, True),
        ("RESULT_BOTHLOSE_BYDEF", Outcome.BOTH_LOSE, True),
    ],
)
def test_every_result_of_the_program_is_known(result: str, outcome: Outcome, by_default: bool) -> None:
    report = _read(games=(GAMES[0].replace("RESULT_WHITEWINS", result),))

    assert [(p.outcome, p.by_default) for p in report.pairings] == [(outcome, by_default)]


def test_result_nobody_knows_is_an_error_at_its_line() -> None:
    report = _read(games=(GAMES[0].replace("WHITEWINS", "GREENWINS"),))

    assert [(f.code, f.place.line, f.place.round) for f in report.findings] == [("unknown-result", 10, 1)]
    assert report.pairings == ()


def test_game_of_a_stranger_is_an_error() -> None:
    report = _read(games=(GAMES[0].replace("ALPHAANNE", "NOBODY"),))

    assert _codes(report) == ["unknown-player"]


def test_folded_key_of_two_entrants_names_neither() -> None:
    twins = ('name="Ötvös" firstName="A" rank="1D"', 'name="Otvos" firstName="A" rank="1D"', *PLAYERS[:1])
    game = 'whitePlayer="ÓTVOSA" blackPlayer="ALPHAANNE" result="RESULT_EQUAL" handicap="0" roundNumber="1"'
    report = _read(players=twins, games=(game,), extra="")

    assert _codes(report) == ["unknown-player"]


def test_player_against_himself_is_an_error() -> None:
    report = _read(games=(GAMES[0].replace("DELABETABRUNO", "ALPHAANNE"),))

    assert _codes(report) == ["plays-himself"]


def test_two_entrants_of_one_key_are_an_error() -> None:
    report = _read(players=(*PLAYERS, PLAYERS[0]))

    assert _codes(report) == ["ambiguous-name"]


def test_handicap_that_is_no_number_is_an_error() -> None:
    report = _read(games=(GAMES[0].replace('handicap="0"', 'handicap="two"'),))

    assert _codes(report) == ["bad-number"]


def test_round_beyond_the_last_is_kept_with_a_warning() -> None:
    report = _read(games=(GAMES[0].replace('roundNumber="1"', 'roundNumber="3"'),))

    assert (_codes(report), report.rounds, len(report.pairings)) == (["round-beyond"], 3, 1)


def test_impossible_date_is_an_error_and_not_said_twice() -> None:
    report = _read(general=GENERAL.replace("2024-03-16", "2024-02-30"))

    dates = [f.code for f in inspect(report) if f.code in {"impossible-date", "missing-date"}]
    assert (report.start, dates) == (None, ["impossible-date"])


def test_teams_are_noticed_and_their_games_read() -> None:
    report = _read(extra='<Teams><Team teamName="X"/><Team teamName="Y"/></Teams>')

    assert [f.message for f in report.findings] == [
        "Teams in the file: 2; the games are read as individual games."
    ]
    assert len(report.pairings) == 3


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><Tournament>&a;</Tournament>', "xml-doctype"),
        (
            '<!DOCTYPE T [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>'
            "<Tournament>&c;</Tournament>",
            "xml-doctype",
        ),
        (
            '<!DOCTYPE T SYSTEM "tournament.dtd" [<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;]>'
            "<Tournament/>",
            "xml-doctype",
        ),
        ('<!DOCTYPE T SYSTEM "tournament.dtd" []><Tournament/>', "xml-doctype"),
        ('<!DOCTYPE T SYSTEM "t.dtd"><Tournament>&undefined;</Tournament>', "xml-broken"),
        ('<!DOCTYPE T SYSTEM "t.dtd"><Tournament name="&undefined;"/>', "xml-broken"),
        ("<html><body>Not found</body></html>", "xml-not-opengotha"),
        (opengotha()[:1500], "xml-broken"),
        ("<Tournament>&undefined;</Tournament>", "xml-broken"),
        ("<", "xml-broken"),
    ],
)
def test_xml_that_is_none_or_dangerous_is_refused(text: str, code: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(text.encode())

    assert refusal.value.finding.code == code


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE Tournament SYSTEM "tournament.dtd">',
        '<!DOCTYPE Tournament PUBLIC "-//Example//Tournament" "file:///etc/passwd">',
        "<!DOCTYPE Tournament>",
    ],
)
def test_document_type_of_older_versions_is_read_and_not_loaded(
    doctype: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    declaration, _, rest = opengotha().partition("\n")
    monkeypatch.setattr("builtins.open", None)  # nothing may be opened

    report = read(f"{declaration}\n{doctype}\n{rest}".encode())

    assert (report.entrants, report.findings) == (_moved(_read(), 1).entrants, _read().findings)
    assert len(report.pairings) == 3


def _moved(report: Report, lines: int) -> Report:
    """Return a report as if its file had more lines in front."""
    return replace(
        report, entrants=tuple(replace(one, line=(one.line or 0) + lines) for one in report.entrants)
    )


def test_size_that_is_not_filled_in_is_taken_for_19_with_a_warning() -> None:
    report = _read(general=GENERAL.replace('size="19"', 'size="0"'))

    assert report.board_size == 19
    assert [(f.code, f.severity.value, f.values) for f in report.findings] == [
        ("size-assumed", "warning", {"size": 19})
    ]
    assert "impossible-size" not in {finding.code for finding in inspect(report)}


def test_tournament_without_anybody_is_an_error_finding() -> None:
    assert "no-entrants" in _codes(read(b"<Tournament/>"))
