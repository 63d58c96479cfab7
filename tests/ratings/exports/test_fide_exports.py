"""FIDE's layouts: what is written is read back as it was. People are invented."""

import csv
import io
import json
from collections.abc import Iterable
from datetime import date
from io import BytesIO

import pytest

from federation.player_lists.readers import fide
from federation.player_lists.readers.fide_row import FideRow
from ratings.exports import fide_files
from ratings.exports.fide_files import FideHead, FidePlayer, Standing

DAY = date(2026, 11, 1)
ALL = FideHead(DAY)
RAPID = FideHead(DAY, "rapid")
MARIT = FidePlayer(
    "99000033", "Osei Lund", "Marit", "NO", "f", "IM", "WGM", "FA,IO", 1990, False,
    (Standing(2398, 7, 10), Standing(2401, 0, 20), None),
)  # fmt: skip
OLAF = FidePlayer(
    "99000041", "Quist", "Ølaf <é>", "ENG", "m", "", "", "NA,FI,IA,FST,LSI", None, True,
    (None, Standing(1400, 12, None), Standing(1999, 104, 40)),
)  # fmt: skip
PLAYERS = (MARIT, OLAF)


def whole(pieces: Iterable[bytes]) -> bytes:
    return b"".join(pieces)


def back(data: bytes, name: str) -> list[FideRow]:
    rows = list(fide.read(BytesIO(data), filename=name).rows)
    assert all(isinstance(row, FideRow) for row in rows)
    return [row for row in rows if isinstance(row, FideRow)]


def told(row: FideRow) -> tuple[object, ...]:
    return (
        row.number, row.federation, row.sex, row.title, row.women_title, row.other_titles, row.birth_year,
        row.flag, row.standard, row.standard_games, row.standard_k, row.rapid, row.rapid_games, row.rapid_k,
        row.blitz, row.blitz_games, row.blitz_k,
    )  # fmt: skip


MARIT_TOLD = (
    "99000033",
    "NOR",
    "f",
    "IM",
    "WGM",
    "FA,IO",
    1990,
    "wi",
    2398,
    7,
    10,
    2401,
    0,
    20,
    None,
    0,
    None,
)
OLAF_TOLD = (
    "99000041", "ENG", "m", "", "", "NA,FI,IA,FST,LSI", None, "",
    None, 0, None, 1400, 12, None, 1999, 104, 40,
)  # fmt: skip


def test_combined_text_has_fides_columns() -> None:
    head, line, *_rest = whole(fide_files.render_text(ALL, PLAYERS)).decode("ascii").split("\r\n")

    assert (len(head), len(line)) == (162, 162)
    assert head[109:162] == "FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
    assert line[109:] == "    2398  7   10 2401  0   20 0     0   0  1990  wi  "


def test_single_text_has_fides_columns() -> None:
    head, line, *_rest = whole(fide_files.render_text(RAPID, PLAYERS)).decode("ascii").split("\r\n")

    assert (len(head), len(line)) == (136, 136)
    assert head[109:] == "FOA NOV26 Gms K  B-day Flag"
    assert line[109:] == "    2401  0   20 1990  wi  "


@pytest.mark.parametrize("renderer", [fide_files.render_text, fide_files.render_xml])
def test_combined_list_reads_back(renderer: object) -> None:
    rows = back(whole(renderer(ALL, PLAYERS)), "players_list_foa_2026-11")  # type: ignore[operator]  # one of the two above

    titles = "NA,FI,IA,FST" if renderer is fide_files.render_text else "NA,FI,IA,FST,LSI"
    assert [told(row) for row in rows] == [MARIT_TOLD, (*OLAF_TOLD[:5], titles, *OLAF_TOLD[6:])]


@pytest.mark.parametrize("renderer", [fide_files.render_text, fide_files.render_xml])
def test_single_list_reads_back_its_own_ratings_only(renderer: object) -> None:
    rows = back(whole(renderer(RAPID, PLAYERS)), "rapid_nov26frl")  # type: ignore[operator]  # one of the two above

    none = (None, 0, None)
    assert [told(row)[8:] for row in rows] == [(*none, 2401, 0, 20, *none), (*none, 1400, 12, None, *none)]


def test_names_are_ascii_in_text_and_true_in_xml() -> None:
    (text,) = back(whole(fide_files.render_text(RAPID, [OLAF])), "rapid_nov26frl.txt")
    (xml,) = back(whole(fide_files.render_xml(RAPID, [OLAF])), "rapid_nov26frl.xml")

    assert (text.surname, text.given_name) == ("Quist", "Olaf <e>")
    assert (xml.surname, xml.given_name) == ("Quist", "Ølaf <é>")


def test_list_of_nobody_reads_back_empty() -> None:
    assert back(whole(fide_files.render_text(ALL, [])), "players_list_foa.txt") == []
    assert back(whole(fide_files.render_xml(ALL, [])), "players_list_xml_foa.xml") == []
    assert json.loads(whole(fide_files.render_json(RAPID, [])))["players"] == []


def test_json_has_one_player_a_line() -> None:
    data = whole(fide_files.render_json(RAPID, PLAYERS))

    document = json.loads(data)
    assert (document["rate"], document["date"]) == ("rapid", "2026-11-01")
    assert document["players"][1] == {
        "fide": "99000041", "surname": "Quist", "given_name": "Ølaf <é>", "federation": "ENG", "sex": "m",
        "title": "", "women_title": "", "other_titles": "NA,FI,IA,FST,LSI", "rating": 1400, "games": 12,
        "k": None, "birth_year": None, "active": True,
    }  # fmt: skip
    assert data.count(b"\n") == 4


def test_csv_is_no_formula_in_a_spreadsheet() -> None:
    odd = FidePlayer(
        "1", "=SUM(A1)", "", "XX", "", "", "", "", None, True, (Standing(1500, 1, 20), None, None)
    )

    text = whole(fide_files.render_csv(FideHead(DAY, "standard"), [odd])).decode("utf-8-sig")

    (row,) = csv.DictReader(io.StringIO(text))
    assert (row["surname"], row["rating"], row["birth_year"], row["active"]) == ("'=SUM(A1)", "1500", "", "1")
