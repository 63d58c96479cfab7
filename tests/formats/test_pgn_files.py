"""Files in PGN as servers, broadcasts and organisers write them: byes, programs, other rules, rounds."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from tests.formats.test_pgn import game
from tournaments.formats.pgn.rounds import can_be_same
from tournaments.formats.table import read as read_file
from tournaments.inspection.inspection import inspect
from tournaments.reports.findings import Finding, Severity
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Report

PLAIN = "1. e4 e5 "


def one(number: str, white: str, black: str, result: str = "1-0", *more: str, moves: str = PLAIN) -> str:
    """Build a game as `game` does; a tag in `more` replaces the one of the same name."""
    text = game(number or "-", white, black, result, *more, moves=moves)
    for tag in more:
        name = tag.split()[0]
        lines = text.split("\n")
        first = next(at for at, line in enumerate(lines) if line.startswith(f"[{name} "))
        text = "\n".join([*lines[:first], f"[{tag}]", *(x for x in lines[first + 1 :] if x != f"[{tag}]")])
    return text


def read(*games: str) -> Report:
    return read_file("".join(games).encode())


def said(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


def weights(found: Sequence[Finding], code: str) -> list[Severity]:
    return [finding.severity for finding in found if finding.code == code]


def seats(report: Report) -> list[tuple[int, int, int]]:
    return [(pairing.round, pairing.white, pairing.black) for pairing in report.pairings]


# byes


@pytest.mark.parametrize(
    "name", ["BYE", "Bye", "-bye-", "Freilos", "spielfrei", "exempt.", "no opponent", "свободен"]
)
def test_opponent_who_is_a_bye_is_no_entrant(name: str) -> None:
    report = read(
        one("1.1", "Alpha, Anne", "Beta, Bo"),
        one("1.2", "Gamma, Gina", f"{name}#0", moves=""),
        one("2.1", name, "Beta, Bo", "0-1", moves=""),
    )

    assert [entrant.surname for entrant in report.entrants] == ["Alpha", "Beta", "Gamma"]
    assert [(bye.round, bye.entrant, bye.kind) for bye in report.byes] == [
        (1, 3, ByeKind.PAIRING_ALLOCATED),
        (2, 2, ByeKind.PAIRING_ALLOCATED),
    ]
    assert (seats(report), report.findings) == ([(1, 1, 2)], ())


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        ("1-0", ByeKind.PAIRING_ALLOCATED),
        ("*", ByeKind.PAIRING_ALLOCATED),
        ("1/2-1/2", ByeKind.HALF_POINT),
        ("0-1", ByeKind.ZERO_POINT),
        ("0-0", ByeKind.ZERO_POINT),
        ("+/-", ByeKind.PAIRING_ALLOCATED),
    ],
)
def test_bye_is_worth_what_its_result_says(result: str, kind: ByeKind) -> None:
    report = read(one("1", "Alpha", "Bye", result, moves=""))

    assert [bye.kind for bye in report.byes] == [kind]


def test_person_called_bye_is_a_person() -> None:
    report = read(one("1", "Bye, Anna", "Alpha"), one("2", "Bye, Anna", "Beta", moves=""))

    assert [entrant.surname for entrant in report.entrants] == ["Bye", "Alpha", "Beta"]
    assert (len(report.pairings), report.byes, report.findings) == (2, (), ())


@pytest.mark.parametrize(
    "games",
    [one("1", "Bye#99000011", "Alpha", moves=""), one("1", "Bye", "Alpha")],
    ids=["with a number", "with moves"],
)
def test_bye_with_a_number_or_moves_is_a_person_and_asked_about(games: str) -> None:
    report = read(games, one("2", "Beta", "Gamma"))

    assert [entrant.surname for entrant in report.entrants][:2] == ["Bye", "Alpha"]
    assert weights(report.findings, "named-like-bye") == [Severity.WARNING]


# other rules, positions set up, programs

CHESS960 = 'FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"'
USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        (['Variant "Chess960"'], "other-rules"),
        (['Variant "Crazyhouse"', CHESS960], "other-rules"),
        (['Variant "From Position"', 'SetUp "1"', CHESS960], "other-rules"),
        (['Event "Schach960 Open"'], "other-rules"),
        (['Event "Coupe de Fischer Random"'], "other-rules"),
        (['Event "Rated Crazyhouse game"'], "other-rules"),
        (['Event "FICS rated wild/4 game"'], "other-rules"),
        (['SetUp "1"', CHESS960], "set-up"),
        ([CHESS960], "set-up"),
        (['SetUp "1"'], "set-up"),
        (['Variant "Standard"', CHESS960], "set-up"),
        ([f'FEN "{USUAL.replace(" w ", " b ")}"'], "set-up"),
        ([f'FEN "{USUAL.replace("KQkq", "Kkq")}"'], "set-up"),
        (['Event "Casual Blitz game"'], "unrated-games"),
        (['WhiteType "program"'], "program-plays"),
        (['BlackType "Computer"'], "program-plays"),
        (['BlackTitle "BOT"'], "program-plays"),
        (['WhiteIsComp "Yes"'], "program-plays"),
        (['White "Stockfish 17"'], "program-plays"),
        (['White "Stockfish 16.1 64-bit"'], "program-plays"),
        (['Black "Fritz 18"'], "program-plays"),
    ],
)
def test_game_that_is_no_chess_between_people_is_left_out_and_said(tags: list[str], code: str) -> None:
    report = read(one("1", "Alpha", "Beta", "1-0", *tags), one("1", "Gamma", "Delta"))

    assert ([entrant.surname for entrant in report.entrants], seats(report)) == (
        ["Gamma", "Delta"],
        [(1, 1, 2)],
    )
    assert weights(report.findings, code) == [Severity.WARNING]


@pytest.mark.parametrize(
    "tags",
    [
        ['Variant "Standard"'],
        ['Variant "chess"', 'Event "Club 960"'],
        ['Variant "Standard"', 'Event "Chess960 club"'],
        ['SetUp "1"', f'FEN "{USUAL}"'],
        ['SetUp "0"'],
        [f'FEN "{USUAL.replace("KQkq", "HAha")}"'],
        ['Event "Bobby Fischer Memorial"'],
        ['Event "Open Atomic Energy"'],
        ['Event "Casual Open"'],
        ['WhiteType "human"'],
        ['WhiteTitle "IM"'],
        ['WhiteIsComp "No"'],
        ['White "Fritz, Anna"'],
        ['White "Fritz"'],
        ['White "Komodo, Ken"'],
    ],
)
def test_standard_chess_between_people_is_read_without_a_word(tags: list[str]) -> None:
    report = read(one("1", "Alpha", "Beta", "1-0", *tags))

    assert (len(report.pairings), set(said(report)) - {"many-events"}) == (1, set())


def test_file_of_nothing_else_has_no_games() -> None:
    found = inspect(read(one("1", "Alpha", "Beta", "1-0", 'Variant "Chess960"')))

    assert weights(found, "no-games") == [Severity.ERROR]
    assert [finding.code for finding in found if finding.code == "no-entrants"] == []


# one number for two people


def test_number_of_two_names_is_found() -> None:
    report = read(
        one("1", "Alpha, Anne#99000011", "Beta, Bruno#99000022"),
        one("2", "Alpha, Anne", "Gamma, Gina#99000022"),
    )

    assert [(e.surname, e.identifiers.get("fide")) for e in report.entrants] == [
        ("Alpha", "99000011"),
        ("Beta", "99000022"),
        ("Gamma", "99000022"),
    ]
    assert weights(inspect(report), "same-identifier") == [Severity.ERROR]


def test_number_of_two_names_stays_with_each_in_all_games() -> None:
    report = read(
        one("1", "Alpha", "Beta, Bruno#99000022"),
        one("2", "Alpha", "Gamma, Gina#99000022"),
        one("3", "Alpha", "Beta, B.#99000022"),
        one("4", "Alpha", "Gamma, Gina"),
    )

    assert [pairing.black for pairing in report.pairings] == [2, 3, 2, 3]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("beta, bruno", "beta, b."),
        ("beta, bruno", "bruno beta"),
        ("beta, bruno", "beta"),
        ("müller, eva", "mueller, eva"),
        ("petrov, alexey", "petroff, aleksei"),
        ("gm beta, bruno", "beta, bruno"),
        ("ben ali, karim", "benali, karim"),
        ("beta, bruno", "betta, bruno"),
        ("gonzalez garcia, jose", "gonzalez, jose"),
        ("иванов, пётр", "ivanov, petr"),
    ],
)
def test_names_that_can_be_of_one_person_are_one_for_a_number(first: str, second: str) -> None:
    assert can_be_same(first, second)
    assert can_be_same(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("beta, bruno", "gamma, gina"),
        ("beta, bruno", "beta, eva"),
        ("beta, bruno", "beta, bernd"),
        ("li, wei", "li, na"),
    ],
)
def test_names_of_two_people_are_two_for_a_number(first: str, second: str) -> None:
    assert not can_be_same(first, second)


# games without moves


def bare(number: str, result: str, *more: str) -> str:
    return one(number, f"White{number}", f"Black{number}", result, *more, moves="")


def test_drawn_game_without_moves_was_played() -> None:
    report = read(*(one(f"1.{n}", f"W{n}", f"B{n}") for n in range(1, 5)), bare("1.7", "1/2-1/2"))

    assert (report.pairings[-1].rateable, report.findings) == (True, ())


def test_most_games_without_moves_are_played_and_asked_about() -> None:
    report = read(one("1.1", "Alpha", "Beta"), *(bare(f"1.{n}", "1-0") for n in range(2, 5)))

    assert [pairing.rateable for pairing in report.pairings] == [True] * 4
    (finding,) = report.findings
    assert (finding.code, finding.severity, finding.values) == (
        "most-without-moves",
        Severity.WARNING,
        {"count": 3, "total": 4},
    )


def test_won_games_without_moves_beside_drawn_ones_are_asked_about() -> None:
    played = [one(f"1.{n}", f"W{n}", f"B{n}") for n in range(1, 6)]
    report = read(*played, bare("1.7", "1-0"), bare("1.8", "1/2-1/2"))

    assert [pairing.rateable for pairing in report.pairings[-2:]] == [False, True]
    assert weights(report.findings, "some-without-moves") == [Severity.WARNING]


@pytest.mark.parametrize(
    ("termination", "moves", "rateable"),
    [
        ("unplayed", "", False),
        ("forfeit", "", False),
        ("Forfeit", "", False),
        ("by forfeit", "", False),
        ("White wins by forfeit", "", False),
        ("default", "", False),
        ("walkover", "", False),
        ("no show", "", False),
        ("abandoned", "", False),
        ("Abandoned", "", False),
        ("unterminated", "", False),
        ("abandoned", PLAIN, True),
        ("unterminated", PLAIN, True),
        ("time forfeit", PLAIN, True),
        ("time forfeit", "", True),
        ("normal", "", True),
        ("rules infraction", "", True),
        ("adjudication", "", True),
        ("death", "", True),
        ("Anna won - game abandoned", PLAIN, True),
        ("forfeit", PLAIN, True),
        ("unplayed", PLAIN, False),
    ],
)
def test_termination_says_what_it_says(termination: str, moves: str, rateable: bool) -> None:
    report = read(
        one("1.1", "Alpha", "Beta", "1-0", f'Termination "{termination}"', moves=moves),
        one("1.2", "Gamma", "Delta", "0-1", moves=moves),
    )

    assert [pairing.rateable for pairing in report.pairings] == [rateable, True]
    is_contradicted = bool(moves) and termination in ("forfeit", "unplayed")
    assert said(report) == ["termination-and-moves"] * is_contradicted


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ("+/-", Outcome.WHITE_WINS),
        ("-/+", Outcome.BLACK_WINS),
        ("-/-", Outcome.BOTH_LOSE),
        ("0-1F", Outcome.BLACK_WINS),
    ],
)
def test_forfeit_written_as_a_result_is_one(result: str, outcome: Outcome) -> None:
    (pairing,) = read(one("1", "Alpha", "Beta", result, moves="")).pairings

    assert (pairing.outcome, pairing.by_default) == (outcome, True)


# rounds


def on(day: int, white: str, black: str, *more: str, number: str = "-", result: str = "1-0") -> str:
    return one(number, white, black, result, f'Date "2026.03.{day}"', *more)


def test_rounds_nobody_wrote_are_found_from_pairings_and_days() -> None:
    report = read(on(14, "A", "B"), on(14, "C", "D"), on(15, "E", "F"), on(15, "A", "C"), on(15, "B", "A"))

    assert [number for number, _, _ in seats(report)] == [1, 1, 2, 2, 3]
    assert weights(report.findings, "rounds-found") == [Severity.NOTICE]
    assert report.round_dates == (date(2026, 3, 14), date(2026, 3, 15), date(2026, 3, 15))


def test_rounds_of_a_day_follow_the_clock() -> None:
    late, early = (f'UTCTime "20:{minute}:00"' for minute in (30, 10))
    report = read(on(14, "A", "B", late), on(14, "C", "A", early))

    assert [number for number, _, _ in seats(report)] == [2, 1]


def test_bye_without_a_round_takes_its_place_in_one() -> None:
    free = on(15, "B", "Bye").replace(PLAIN, "")
    report = read(on(14, "A", "B"), on(15, "A", "C"), free)

    assert ([n for n, _, _ in seats(report)], [bye.round for bye in report.byes]) == ([1, 2], [2])


def test_game_without_a_round_joins_those_of_its_day() -> None:
    report = read(
        on(14, "A", "B", number="1"),
        on(15, "A", "C", number="2"),
        on(15, "B", "D"),
        on(16, "A", "D"),
        on(14, "C", "D"),
    )

    assert [number for number, _, _ in seats(report)] == [1, 2, 2, 3, 1]
    assert weights(report.findings, "rounds-found") == [Severity.WARNING]


def test_match_of_several_games_in_a_round_has_a_round_for_each() -> None:
    report = read(
        on(14, "A", "B", number="1.1"),
        on(14, "B", "A", number="1.2"),
        on(15, "A", "C", number="2.1"),
        on(15, "C", "A", number="2.2"),
    )

    assert [number for number, _, _ in seats(report)] == [1, 2, 3, 4]
    assert weights(report.findings, "rounds-found") == [Severity.WARNING]


def test_player_of_two_games_in_one_of_several_rounds_stays_an_error() -> None:
    report = read(on(14, "A", "B", number="1"), on(14, "A", "C", number="1"), on(15, "A", "B", number="2"))

    assert weights(inspect(report), "plays-twice") == [Severity.ERROR]


def test_game_that_stands_twice_in_its_round_stays_an_error() -> None:
    report = read(on(14, "A", "B", number="1"), on(14, "A", "B", number="1"))

    assert weights(inspect(report), "plays-twice") == [Severity.ERROR] * 2


def test_game_that_stands_twice_without_a_round_is_asked_about() -> None:
    report = read(on(14, "A", "B"), on(14, "C", "D"), on(14, "A", "B"))

    (finding,) = [finding for finding in report.findings if finding.code == "repeated-game"]
    assert (finding.severity, finding.place.line, finding.values["line"]) == (Severity.WARNING, 21, 1)


def test_season_of_many_days_has_as_many_rounds_as_games_of_a_player() -> None:
    days = [(month, day) for month in range(1, 6) for day in range(1, 29)]
    games = [one("-", f"A{n}", f"B{n}", "1-0", f'Date "2026.{m:02}.{d:02}"') for n, (m, d) in enumerate(days)]

    assert read(*games).rounds == 1


@pytest.mark.parametrize(
    ("written", "number"),
    [("Round 2", 2), ("Rd.2", 2), ("R2.3", 2), ("2.3.1", 2), ("тур 2", 2), ("Final", 1), ("400", 1)],
)
def test_round_is_read_as_people_write_it(written: str, number: int) -> None:
    assert [n for n, _, _ in seats(read(one("", "A", "B", "1-0", f'Round "{written}"')))] == [number]


# days


@pytest.mark.parametrize(
    "written",
    [
        "Sat Mar 14 2026",
        "14 March 2026",
        "14 mars 2026",
        "14.03.2026",
        "2026-03-14",
        "2026.03.14 20:00",
        "03/14/2026",
        "2026-03-14T20:00:00Z",
    ],
)
def test_date_is_read_as_people_write_it(written: str) -> None:
    report = read(one("1", "A", "B", "1-0", f'Date "{written}"'))

    assert (report.start, report.findings) == (date(2026, 3, 14), ())


@pytest.mark.parametrize("written", ["????.??.??", "2026.??.??", "?", ""])
def test_date_of_the_servers_clock_counts_where_there_is_no_other(written: str) -> None:
    report = read(one("1", "A", "B", "1-0", f'Date "{written}"', 'UTCDate "2026.03.14"'))

    assert (report.start, report.findings) == (date(2026, 3, 14), ())


@pytest.mark.parametrize(
    "written", ["2026.??.??", "2026.05.??", "2026.05.00", "2026", "2026-05", "2026.XX.XX"]
)
def test_date_known_in_part_is_an_error_until_the_days_are_given(written: str) -> None:
    found = inspect(read(one("1", "A", "B", "1-0", f'Date "{written}"')))

    assert weights(found, "partial-date") == [Severity.ERROR]
    assert weights(found, "missing-date") == []


@pytest.mark.parametrize("written", ["2026.05.??", "????.??.??", "?"])
def test_game_without_its_day_among_dated_ones_is_asked_about(written: str) -> None:
    report = read(one("1", "A", "B"), one("2", "A", "C", "1-0", f'Date "{written}"'))

    assert said(report) == ["undated-games"]
    assert weights(report.findings, "undated-games") == [Severity.WARNING]


@pytest.mark.parametrize(("dated", "severity"), [("2026.03.14", Severity.WARNING), ("?", Severity.ERROR)])
def test_text_that_is_no_date_is_found(dated: str, severity: Severity) -> None:
    report = read(
        *(one(n, "A", "B", "1-0", f'Date "{day}"') for n, day in (("1", dated), ("2", "2026.13.45")))
    )

    assert weights(report.findings, "impossible-date") == [severity]


def test_date_of_either_order_is_asked_about() -> None:
    report = read(one("1", "A", "B", "1-0", 'Date "03/04/2026"'))

    assert (report.start, said(report)) == (date(2026, 4, 3), ["ambiguous-date"])


CASES = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "cases"


@pytest.mark.skipif(not CASES.is_dir(), reason="the cases of public reports are not here")
@pytest.mark.parametrize(
    ("name", "rateable"),
    [
        ("bye_nomoves", 1),
        ("date_words", 2),
        ("dgt_mix", 10),
        ("fide_wrongname", 2),
        ("indent", 2),
        ("indent_all", 2),
        ("one_line", 2),
        ("partial_date", 1),
        ("program", 0),
        ("round_dash", 3),
        ("round_question", 2),
        ("same_round", 3),
        ("term_abandoned", 1),
        ("term_forfeit", 1),
        ("term_unplayed", 1),
        ("utcdate", 1),
        ("variant_chess960", 0),
        ("variant_crazyhouse", 0),
        ("variant_from_position", 0),
        ("variant_standard", 1),
    ],
)
def test_case_of_a_public_report_has_its_rateable_games(name: str, rateable: int) -> None:
    report = read_file((CASES / f"pgn_{name}.pgn").read_bytes())

    assert sum(pairing.rateable for pairing in report.pairings) == rateable
