"""Reading the tags of games in PGN."""

import gzip
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import seeds
from tournaments.formats.table import FORMATS, read, write
from tournaments.inspection.inspection import inspect
from tournaments.reports.findings import TEXTS, Place, Unreadable
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Pairing, Report

FICS = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "glicko" / "fics_search_198080.pgn.gz"
MOVES = '1. e4 {[%clk 1:30:00] a note\n[Event "not a tag"]\nends here} e5 ; a remark { \n2. Nf3 '


def game(number: str, white: str, black: str, result: str, *more: str, moves: str = MOVES) -> str:
    """Build a game; players as "name" or "name#FIDE number", more tags as 'Name "value"'."""
    tags = [
        'Event "Example Open"',
        'Site "Exempleville NOR"',
        f'Date "2025.09.1{number[0]}"',
        f'Round "{number}"',
    ]
    for side, who in (("White", white), ("Black", black)):
        name, _, fide = who.partition("#")
        tags += [f'{side} "{name}"', *([f'{side}FideId "{fide}"'] if fide else [])]
    lines = [f"[{tag}]\n" for tag in (*tags, f'Result "{result}"', *more)]
    return "".join(lines) + f"\n{moves}{result}\n\n"


PGN = "% made for a test\n" + "".join((
    game("1.1", "Alpha, Anne#99000011", "Beta, Bo#99000022", "1-0", 'WhiteElo "2301"', 'WhiteTitle "WGM"',
         'TimeControl "5400+30"', 'EventDate "2025.09.10"'),
    game("1.2", "Gamma, Chloé", "Delta", "1/2-1/2", 'TimeControl "5400+30"'),
    game("2.1", "Beta, Bo", "Gamma, Chloé", "0-1", 'Board "7"'),
    game("2", "Delta", "Alpha, Anne", "0-1", moves=""),
    game("3", "Delta", "Beta, Bo", "*", 'BlackTitle "X \\"Y\\""'),
))  # fmt: skip


def _read(old: str = "", new: str = "") -> Report:
    assert old in PGN
    return read(PGN.replace(old, new, 1).encode())


def test_tournament_is_told_from_the_tags() -> None:
    report = _read()

    assert (report.format, report.discipline, report.name, report.place) == (
        "pgn", "chess", "Example Open", "Exempleville NOR",
    )  # fmt: skip
    assert (report.start, report.end, report.rounds) == (date(2025, 9, 10), date(2025, 9, 13), 3)
    assert (report.federation, report.country, report.rate, report.adjusted_minutes) == (
        "NOR", "NO", "standard", 120.0,
    )  # fmt: skip
    assert report.round_dates == (date(2025, 9, 11), date(2025, 9, 12), date(2025, 9, 13))
    assert report.findings == ()


def test_players_are_known_by_number_or_by_name() -> None:
    assert [
        (e.number, e.surname, e.given_name, dict(e.identifiers), e.rating, e.title) for e in _read().entrants
    ] == [
        (1, "Alpha", "Anne", {"fide": "99000011"}, 2301.0, "WGM"),
        (2, "Beta", "Bo", {"fide": "99000022"}, None, ""),
        (3, "Gamma", "Chloé", {}, None, ""),
        (4, "Delta", "", {}, None, ""),
    ]


def test_games_are_read_and_those_without_a_move_are_forfeits() -> None:
    assert [(p.round, p.white, p.black, p.outcome, p.by_default, p.board) for p in _read().pairings] == [
        (1, 1, 2, Outcome.WHITE_WINS, False, 1),
        (1, 3, 4, Outcome.DRAW, False, 2),
        (2, 2, 3, Outcome.BLACK_WINS, False, 1),
        (2, 4, 1, Outcome.BLACK_WINS, True, None),
        (3, 4, 2, Outcome.UNKNOWN, False, None),
    ]


def test_file_without_any_moves_holds_played_games() -> None:
    report = read(game("1", "Alpha", "Beta", "1-0", moves="").encode())

    assert report.pairings == (Pairing(1, 1, 2, Outcome.WHITE_WINS, line=1),)


def test_player_with_two_numbers_is_two_players() -> None:
    text = game("1", "Alpha#99000011", "Beta", "1-0") + game("2", "Alpha#99000012", "Beta", "1-0")

    assert [e.identifiers.get("fide") for e in read(text.encode()).entrants] == ["99000011", None, "99000012"]


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ('[White "Alpha, Anne"]', '[White "?"]', "incomplete-game", Place(2)),
        ('[Round "1.1"]', '[Round "?"]', "rounds-found", Place(2)),
        ('[Round "1.1"]', '[Round "0"]', "rounds-found", Place(2)),
        ('[Result "1-0"]', '[Result "2-0"]', "unknown-result", Place(2, None, 1, 1)),
        ("Delta", "Gamma, Chloé", "plays-himself", Place(21, None, 1, 3)),
        ("Example Open", "Another Open", "many-events", Place()),
    ],
)
def test_what_cannot_be_right_is_found(old: str, new: str, code: str, place: Place) -> None:
    assert [(f.code, f.place) for f in _read(old, new).findings] == [(code, place)]


def test_forgotten_brace_does_not_swallow_the_next_game() -> None:
    report = _read("ends here}", "ends here")

    assert len(report.pairings) == 5


def test_check_of_a_pgn_says_what_fide_needs() -> None:
    found = {finding.code for finding in inspect(_read(), today=date(2026, 1, 1))}

    assert found == {"by-default", "missing-arbiter", "no-fide-id", "unknown-outcome"}


FUZZ = settings(max_examples=seeds.examples(150), suppress_health_check=[HealthCheck.too_slow])
SNIPPETS = ["", "[", "]", '"', "\\", "{", "}", ";", "%", "\n", "\n\n", "²", "1-0", '[Round "99"]', '[Event "']


@FUZZ
@given(
    edits=st.lists(
        st.tuples(st.integers(0, 4000), st.integers(0, 12), st.sampled_from(SNIPPETS)), min_size=1, max_size=5
    )
)
def test_damaged_file_is_a_report_or_unreadable(edits: list[tuple[int, int, str]]) -> None:
    text = PGN
    for start, length, snippet in edits:
        at = start % len(text) if text else 0
        text = text[:at] + snippet + text[at + length :]
    try:
        report = read(text.encode())
    except Unreadable as refusal:
        report = Report("pgn", "", findings=(refusal.finding,))

    assert all(p.white != p.black and 1 <= p.round <= report.rounds for p in report.pairings)
    for key, entry in FORMATS.items():
        if entry.writer:
            write(report, key)
    assert {finding.code for finding in inspect(report)} <= set(TEXTS)


def test_long_lines_of_moves_are_passed_over() -> None:
    text = game("1", "Alpha", "Beta", "1-0", moves="1. e4 " * 100_000) + game("2", "Beta", "Alpha", "1-0")

    assert len(read(text.encode()).pairings) == 2


@pytest.mark.skipif(not FICS.is_file(), reason="the real extract is not here")
def test_real_games_of_a_server_are_standard_chess_in_rounds_that_are_found() -> None:
    report = read(gzip.decompress(FICS.read_bytes()))

    said = [(finding.code, finding.values) for finding in report.findings]
    assert (len(report.pairings), report.rounds, report.online) == (6, 6, True)
    assert said == [
        ("other-rules", {"text": "crazyhouse", "count": 1}),
        ("unrated-games", {"count": 5}),
        ("other-rules", {"text": "Fischerandom", "count": 121}),
        ("rounds-found", {"count": 6}),
        ("many-events", {"count": 4}),
    ]
