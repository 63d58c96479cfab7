"""Player lists of the FFG and the EGF: layouts, encodings, odd names, bad rows. People are invented."""

import gzip
from datetime import date
from io import BytesIO
from pathlib import Path

import pytest

from federation.player_lists.readers import any_list, ffg
from federation.player_lists.readers.row import TEXTS, ListFinding, NoList, PlayerList, PlayerRow

REAL = Path(__file__).resolve().parents[3] / ".." / "shared" / "data"


def ladder_line(name: str, level: int, status: str, licence: str, club: str, country: str = "FR") -> str:
    return f"{name:<38}{level:>5} {status} {licence} {club:<4}" + (f" {country}" if country else "")


def ladder(*lines: str, head: str = "#Echelle au 5/02/2024 05:17:21") -> bytes:
    return "\r\n".join((head, *lines)).encode("iso-8859-15")


def egd_line(
    pin: str, name: str, country: str, club: str, grade: str, gor: int, events: int, last: str
) -> str:
    return f" {pin}  {name:<37} {country:<2}  {club:<4}  {grade:>4}   --  {gor:>5} {events:>5}  {last:<9}"


def egd(*lines: bytes) -> bytes:
    frame = b"<html>\n<h1>List of WORLD Players</h1>\n(27 Dec 2018)\n<pre>\n   PIN   Name\n</b>\n"
    return frame + b"\n".join(lines) + b"\n\nNumber of players: 3\n</pre>\n</html>\n"


def read(data: bytes, **more: int) -> tuple[PlayerList, list[PlayerRow | ListFinding]]:
    listed = any_list.read_go_list(BytesIO(data), **more)
    return listed, list(listed.rows)


def test_ladder_v3_gives_every_field() -> None:
    listed, rows = read(ladder(
        ladder_line("D'ÉPINAY_SŒUR Jean_Loup", -315, "-", "0712345", "38Gr"),
        ladder_line("Quist Olaf", 243, "e", "-------", "xxxx", "GB"),
        ladder_line("NOUVEAU Zoé", -9999, "L", "24A0001", "XXXX"),
    ))  # fmt: skip

    assert (listed.format, listed.scheme, listed.list_date) == ("ffg-v3", "ffg", date(2024, 2, 5))
    assert rows == [
        PlayerRow(
            2,
            {"ffg": "0712345"},
            "D'ÉPINAY SŒUR",
            "Jean Loup",
            "FR",
            "38Gr",
            "4k",
            -315.0,
            "-",
            2024,
            None,
            "",
            "FR",
        ),
        PlayerRow(3, {}, "Quist", "Olaf", "UK", "", "3d", 243.0, "e", 2024, None, "", "FR"),
        PlayerRow(4, {"ffg": "24A0001"}, "NOUVEAU", "Zoé", "FR", "", "", None, "L", 2024, None, "", "FR"),
    ]


def test_ladder_of_2014_takes_the_country_from_the_place_of_the_club() -> None:
    listed, rows = read(ladder(
        ladder_line("PETIT Ève", -1, "L", "0712345", "31To", ""),
        ladder_line("Quist Olaf", 0, "e", "-------", "  NL", ""),
        "SEUL Guy                               -500 - 0500001   ",
        head="#Echelle au 9/11/2014",
    ))  # fmt: skip

    assert (listed.format, listed.list_date) == ("ffg-2014", date(2014, 11, 9))
    assert [(r.country, r.club, r.grade) for r in rows if isinstance(r, PlayerRow)] == [
        ("FR", "31To", "1k"),
        ("NL", "", "1d"),
        ("FR", "", "5k"),
    ]


def test_ladder_with_bad_rows_gives_findings_with_their_lines_and_goes_on() -> None:
    _listed, rows = read(ladder(
        ladder_line("PETIT Ève", -100, "L", "0712345", "31To"),
        "PETIT",
        ladder_line("PETIT Guy", -100, "?", "0712346", "31To"),
        ladder_line("", -100, "L", "0712347", "31To"),
        ladder_line("PETIT Luc", -100, "L", "07 2347", "31To"),
        ladder_line("PETIT Max", -100, "L", "0712348", "31To").replace("-100", " abc"),
        ladder_line("PETIT Zoé", -100, "L", "0712345", "31To"),
        "",
        ladder_line("PETIT Noé", -100, "L", "0712349", "31To"),
    ))  # fmt: skip

    findings = [(row.code, row.line) for row in rows if isinstance(row, ListFinding)]
    assert findings == [
        ("short-line", 3), ("odd-status", 4), ("no-name", 5), ("odd-licence", 6), ("odd-level", 7),
        ("number-twice", 8),
    ]  # fmt: skip
    assert [row.line for row in rows if isinstance(row, PlayerRow)] == [2, 10]
    assert rows[6] == ListFinding("number-twice", 8, {"number": "0712345", "first": 2})
    assert rows[6].message == "Number 0712345 is already in the list, in line 2."


def test_ladder_saved_as_utf8_is_read_the_same() -> None:
    line = ladder_line("PETIT Ève", -100, "L", "0712345", "31To")

    _listed, rows = read(ladder(line).decode("iso-8859-15").encode("utf-8-sig"))

    assert rows == read(ladder(line))[1]


def test_ladder_without_rows_is_an_empty_list() -> None:
    assert read(ladder())[1] == []


@pytest.mark.parametrize(
    ("level", "grade"),
    [(0, "1d"), (99, "1d"), (100, "2d"), (-1, "1k"), (-100, "1k"), (-101, "2k"), (-3000, "30k"), (950, "9d")],
)
def test_grade_of_level_is_the_hundred_the_level_lies_in(level: int, grade: str) -> None:
    assert ffg.grade_of_level(level) == grade


def test_egd_list_gives_every_field() -> None:
    listed, rows = read(egd(
        egd_line("99000033", "Osei Ma_Ann", "NO", "Be", "1d", 2098, 12, "T1401A").encode(),
        egd_line("99000034", "Grigor`ev Lev", "XX", "xxx", "20k", -140, 1, "").encode(),
        egd_line("99000035", "Quist Olaf", "GB", "Lon", "3p", 0, 0, "").encode(),
    ))  # fmt: skip

    assert (listed.format, listed.scheme, listed.list_date) == ("egd", "egd", date(2018, 12, 27))
    assert rows == [
        PlayerRow(7, {"egd": "99000033"}, "Osei", "Ma Ann", "NO", "Be", "1d", 2098.0, "", None, 12, "T1401A"),
        PlayerRow(8, {"egd": "99000034"}, "Grigor'ev", "Lev", "XX", "", "20k", -140.0, "", None, 1, ""),
        PlayerRow(9, {"egd": "99000035"}, "Quist", "Olaf", "UK", "Lon", "3p", None, "", None, 0, ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("written", "surname", "given_name"),
    [
        ("(undefined) Man_Hua", "Man Hua", ""),
        ("Anonymous#0099 Anonymous", "Anonymous#0099", ""),
        ("_ _", "(undefined)", ""),
        ("Solo", "Solo", ""),
        ("Dam Judit_van", "Dam", "Judit van"),
    ],
)
def test_egd_special_names_are_kept_readable(written: str, surname: str, given_name: str) -> None:
    _listed, rows = read(
        egd(egd_line("99000033", written, "NO", "Berg", "1d", 2098, 12, "T140118A").encode())
    )

    assert [(r.surname, r.given_name) for r in rows if isinstance(r, PlayerRow)] == [(surname, given_name)]


def test_egd_line_with_two_byte_letters_keeps_its_columns() -> None:
    plain = egd_line("99000033", "Osei Naim", "NO", "Berg", "1d", 2098, 12, "T140118A").encode()
    utf8 = plain.replace(b"Naim ", "Naïm".encode())
    latin = plain.replace(b"Naim", b"Na\xefm").replace(b"Berg", b"B\xdc  ").replace(b"33", b"34")

    _listed, rows = read(egd(utf8, latin))

    assert [(r.given_name, r.country, r.club, r.rating) for r in rows if isinstance(r, PlayerRow)] == [
        ("Naïm", "NO", "Berg", 2098.0),
        ("Naïm", "NO", "BÜ", 2098.0),
    ]


def test_egd_list_with_bad_rows_gives_findings() -> None:
    good = egd_line("99000033", "Osei Marit", "NO", "Berg", "1d", 2098, 12, "T140118A").encode()

    _listed, rows = read(egd(good, good[:70], good.replace(b"2098", b"2o98"), good))

    assert [(row.code, row.line) for row in rows if isinstance(row, ListFinding)] == [
        ("short-line", 8),
        ("odd-rating", 9),
        ("number-twice", 10),
    ]


def test_compressed_list_is_unpacked() -> None:
    plain = ladder(ladder_line("PETIT Ève", -100, "L", "0712345", "31To"))

    assert read(gzip.compress(plain))[1] == read(plain)[1]


@pytest.mark.parametrize(
    ("data", "limit", "code"),
    [
        (b"", 100, "unknown-list"),
        (b"PK\x03\x04 something else", 100, "unknown-list"),
        (b"x\n" * 500, 2000, "unknown-list"),
        (b"#Echelle au 31/02/2024\r\n", 100, "unknown-list"),
        (b"\x1f\x8bnot really", 100, "list-damaged"),
        (gzip.compress(bytes(100_000))[:-9], 200_000, "list-damaged"),
        (gzip.compress(b"\n" * 1_000_000), 100, "list-too-large"),
    ],
)
def test_what_is_no_list_is_refused_with_a_finding(data: bytes, limit: int, code: str) -> None:
    with pytest.raises(NoList) as refusal:
        read(data, limit=limit)

    assert refusal.value.finding.code == code
    assert refusal.value.finding.message == str(refusal.value)


def test_list_larger_than_the_limit_is_refused_while_it_is_read() -> None:
    lines = [ladder_line(f"PETIT Luc{n}", -100, "L", f"{n:07}", "31To") for n in range(50)]

    with pytest.raises(NoList, match="larger than 1000 bytes"):
        read(gzip.compress(ladder(*lines)), limit=1000)


def test_every_finding_has_a_text() -> None:
    words = """
        erased-person list-archive list-cut-off list-damaged list-differs-too-much list-empty
        list-not-well-formed list-too-large list-unreadable list-workbook name-hidden name-twice no-name
        number-again number-other-person number-other-surname number-similar number-twice odd-level
        odd-licence odd-number odd-rating odd-status older-list overtaken player-similar player-twice
        player-unclear short-line unknown-list
    """
    assert sorted(TEXTS) == words.split()


@pytest.mark.skipif(not REAL.is_dir(), reason="the real lists are not here")
@pytest.mark.parametrize(
    ("path", "format_", "players", "refused"),
    [
        ("ffg/ech_ffg_new_2014-11-09.txt.gz", "ffg-2014", 10_793, ["number-twice"]),
        ("ffg/ech_ffg_V3_2021-01-11.txt.gz", "ffg-v3", 12_511, []),
        ("egf/allworld_2018-12-27.txt.gz", "egd", 45_172, []),
    ],
)
def test_real_list_is_read_to_the_last_row(path: str, format_: str, players: int, refused: list[str]) -> None:
    with (REAL / path).open("rb") as file:
        listed = any_list.read_go_list(file)
        rows = list(listed.rows)

    read_rows = [row for row in rows if isinstance(row, PlayerRow)]
    assert listed.format == format_
    assert len(read_rows) == players
    assert [row.code for row in rows if isinstance(row, ListFinding)] == refused
    assert {len(row.country) for row in read_rows} == {2}


@pytest.mark.parametrize(
    ("written", "on"),
    [
        ("(27 Dec 2018)", date(2018, 12, 27)),
        ("(31 Feb 2018)", None),
        ("(1 Dec 0000)", None),
        ("(1 Abc 2018)", None),
    ],
)
def test_date_of_the_egd_that_is_no_day_is_no_date(written: str, on: date | None) -> None:
    data = egd(egd_line("99000011", "Varga Ilka", "HU", "Szeg", "3d", 2301, 14, "T180209I").encode())

    listed, rows = read(data.replace(b"(27 Dec 2018)", written.encode()))

    assert (listed.list_date, len(rows)) == (on, 1)


@pytest.mark.parametrize("events", ["²", "1²", "٣"])
def test_figures_of_other_scripts_are_no_number_of_events(events: str) -> None:
    line = egd_line("99000011", "Varga Ilka", "HU", "Szeg", "3d", 2301, 14, "T180209I").encode()
    assert line[76:81] == b"   14"[-5:]

    _, rows = read(egd(line[:76] + events.encode().rjust(5) + line[81:]))

    assert [getattr(row, "code", "") for row in rows] == ["odd-rating"]
