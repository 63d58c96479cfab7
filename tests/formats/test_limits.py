"""However much a file holds: few findings, bounded objects, and an answer soon."""

from tracemalloc import get_traced_memory, start, stop

import pytest

from tests import processor
from tests.formats.samples import GENERAL, H9, opengotha
from tournaments.formats.shared import encoding
from tournaments.formats.shared.limits import MOST_ENTRANTS, MOST_RESULTS
from tournaments.formats.table import read, write
from tournaments.inspection.inspection import inspect
from tournaments.reports.findings import MOST, Findings, Unreadable, error, notice, warning
from tournaments.reports.report import Report

SECONDS, BYTES = 8.0, 300_000_000  # what reading or writing any file may take; one slow core takes 2
FULL = encoding.LIMIT - 20_000


def _filled(head: str, row: str, tail: str = "") -> bytes:
    """Repeat a row until the file is as large as any may be."""
    return (head + row * ((FULL - len(head) - len(tail)) // len(row.encode())) + tail).encode()


def _people(count: int, rounds: int, cell: str) -> bytes:
    rows = "".join(f"{n + 1} A{n} B 1k FR 75Xa 0 {' '.join([cell] * rounds)}\n" for n in range(count))
    return ("; EV[x]\n; DT[2024-03-02]\n" + rows).encode()


_XML = "<Tournament><GeneralParameterSet " + GENERAL + "/>"
_PLAYER = (
    "001    1 m    A, B                              2000 FRA      600001 1990/05/17  0.5          2 w ="
)
FILES = {
    "opengotha games of nobody": _filled(_XML, "<Game/>", "</Tournament>"),
    "opengotha players": _filled(_XML, "<Player/>", "</Tournament>"),
    "opengotha players who are there": _filled(
        _XML.replace('Rounds="2"', 'Rounds="20"'),
        '<Player name="A" participating="00000000000000000000"/>', "</Tournament>",
    ),
    "opengotha byes": _filled(
        _XML + '<Player name="A"/>', '<ByePlayer player="A" roundNumber="1"/>', "</Tournament>"
    ),
    "opengotha criteria": _filled(
        _XML + '<Player name="A" rank="1D"/>', '<PlacementCriterion name="MMS"/>', "</Tournament>"
    ),
    "h9 headings of scores": _filled(
        "; EV[x]\n", ";" + " cl" * 1000 + " " * 1000 + "MMM\n", "1 A B 1k FR X 35 0+\n"
    ),
    "h9 lines nobody can read": _filled(H9, "1 A 2+ 3+\n"),
    "h9 lines of one result": _filled("; EV[x]\n", "1 A B 1k FR X 2+\n"),
    "h9 six thousand lines": _people(6000, 1, "0-"),
    "spreadsheet six thousand rows": b"Surname;Given name;Grade;R1\n" + b"A;B;1d;1+w0\n" * 6000,
    "h9 wide lines": _people(400, 1200, "9+"),
    "h9 as many results as may be": _people(1000, 99, "0-"),
    "h9 results that are none": _people(1000, 99, "9+x"),
    "h9 opponents that do not answer": _people(1000, 99, "1001+/w9"),
    "tou lines": _filled(";size=19\n", "   1 A B                      1D ------- XXXX    9+w0\n"),
    "tou lines nobody can read": _filled(";size=19\n;name=x\n", "1 ALPHA 2+w0\n"),
    "spreadsheet rows": _filled("Surname;Given name;Grade;R99\n", "A;B;1d;1+w0\n"),
    "spreadsheet rounds": _filled("Surname;Given name;Grade;R1;R99\n", "A;;;\n"),
    "spreadsheet heads": _filled("a\n", "x;y\n", "Surname;Given name;Grade;R1\nA;B;1d;bye\n"),
    "trf players": _filled("012 x\n022 y\n", "001    1 m    A\n"),
    "trf players with numbers": ("012 x\n022 y\n" + "".join(
        _PLAYER.replace("   1", f"{n:4d}", 1) + "    2 w =" * 180 + "\n" for n in range(1, 1000)
    )).encode()[:FULL],
    "trf national records": _filled(_PLAYER + "\n012 x\n", "FRA    1 \n"),
    "trf unknown records": _filled(_PLAYER + "\n012 x\n", "777 1\n"),
    "trf byes": _filled(_PLAYER + "\n012 x\n", "240 F   1" + "    1" * 900 + "\n"),
    "pgn games of one tag": _filled("", '[A "1"]\n\n'),
    "pgn games of nobody": _filled("", '[Event "a"]\n\n*\n\n'),
    "pgn games": _filled("", '[Event "a"]\n[White "A"]\n[Black "B"]\n[Round "1"]\n[Result "1-0"]\n\n1-0\n\n'),
    "pgn one long comment": _filled('[Event "a"]\n\n{', "[ 1. e4 ", "}"),
    "nothing but semicolons": b";" * FULL,
    "nothing but lines": b"\n" * (FULL - 1) + b"x",
    "one long line of separators": b"Surname;Given name;Grade;R1\n" + b";" * FULL,
}  # fmt: skip


WRITTEN = {"opengotha byes", "h9 as many results as may be", "pgn games"}


def _used(data: bytes) -> Report | None:
    try:
        report = read(data)
    except Unreadable:
        return None
    assert len(report.findings) <= MOST + 1
    assert len(inspect(report)) <= MOST + 1
    return report


@pytest.mark.parametrize("name", list(FILES))
def test_any_file_of_two_million_bytes_is_read_and_the_largest_written_in_seconds(name: str) -> None:
    found = list[Report | None]()

    assert processor.is_within(SECONDS, lambda: found.append(_used(FILES[name])))
    if name in WRITTEN:
        report = found[-1]
        assert report is not None
        assert processor.is_within(SECONDS, lambda: write(report, "json"))


@pytest.mark.parametrize("name", ["opengotha games of nobody", "h9 as many results as may be"])
def test_large_file_fits_in_memory(name: str) -> None:
    start()
    try:
        _used(FILES[name])
        _, most = get_traced_memory()
    finally:
        stop()

    assert most < BYTES


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("opengotha players", "too-many-results"),
        ("opengotha games of nobody", "too-many-results"),
        ("h9 lines of one result", "too-many-lines"),
        ("h9 six thousand lines", "too-many-entrants"),
        ("h9 wide lines", "too-many-rounds"),
        ("tou lines", "too-many-entrants"),
        ("spreadsheet rounds", "too-many-lines"),
        ("spreadsheet six thousand rows", "too-many-entrants"),
    ],
)
def test_file_larger_than_any_tournament_is_refused(name: str, code: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(FILES[name])

    assert refusal.value.finding.code == code
    assert refusal.value.finding.message


def test_entrants_times_rounds_are_bounded() -> None:
    largest = opengotha(general=GENERAL.replace('numberOfRounds="2"', 'numberOfRounds="99"'))
    crowd = '<Player name="N{}" firstName="x"/>'
    many = "".join(crowd.format(n) for n in range(MOST_RESULTS // 99))

    with pytest.raises(Unreadable) as refusal:
        read(largest.replace("</Players>", many + "</Players>").encode())

    assert refusal.value.finding.code == "too-many-results"
    assert MOST_RESULTS // 99 < MOST_ENTRANTS


def test_findings_beyond_the_most_are_counted_and_errors_take_the_place_of_lesser_ones() -> None:
    found = Findings(notice("empty-round") for _ in range(MOST))
    found += [warning("missing-name"), error("no-games"), error("no-entrants")]

    codes = [finding.code for finding in found.summed_up()]

    assert (len(found), found.left_out, codes[-1]) == (MOST, 3, "more-findings")
    assert {"missing-name", "no-games", "no-entrants"} < set(codes)
    assert int(inspect(Report("h9", "utf-8", findings=found.summed_up()))[-1].values["count"]) >= 3
