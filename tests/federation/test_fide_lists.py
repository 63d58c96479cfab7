"""FIDE's player lists: every layout, packed and plain, damaged and hostile. People are invented."""

import gzip
import zipfile
from datetime import date
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from federation.listfiles import fide
from federation.listfiles.fide_row import FideList, FideRow, Seen
from federation.listfiles.row import TEXTS, ListFinding, NoList

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "fide" / "lists"

PERSON = f"{'Osei Lund, Marit':<61}NOR F   IM   WGM  "
FOA_HEAD = (
    f"ID Number      {'Name':<61}Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK"
    " B-day Flag"
)
FOA = f"99000033       {PERSON}{'FA,IO':<15}AGM 2398  7   10 2401  0   20 0     0   0  1990  wi  "
LEGACY_HEAD = FOA_HEAD.replace("FOA ", "")
LEGACY = FOA.replace("AGM ", "")
SINGLE_HEAD = f"ID Number      {'Name':<61}Fed Sex Tit  WTit OTit           FOA OCT26 Gms K  B-day Flag"
SINGLE = f"99000033       {PERSON}{'FA,IO':<15}AGM 2398  7   10 1990  wi  "
OLD_SINGLE_HEAD = SINGLE_HEAD.replace("FOA OCT26", "jun13")
OLD_SINGLE = SINGLE.replace("AGM ", "")
HEAD_2011 = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag"
LINE_2011 = "99000033  Osei Lund, Marit                  wg  NOR  2398    7  1990  wi"
HEAD_2001 = "  ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG"
LINE_2001 = "   9900033  Osei Lund, Marit                 wg    NOR     2398    7   wi  "
HEAD_2002 = "  ID_NUMBER NAME                             TITLE COUNTRY APR02 GAMES BIRTHDAY   SEX FLAG"
LINE_2002 = "    9900033 Osei Lund, Marit                 wg    NOR      2398     7 09.03.1990 F   wi  "
HEAD_2004 = "ID_NUMBER NAME                         TITLE COUNTRY APR04 GAMES BIRTHDAY   FLAG"
LINE_2003 = " 9900033  Osei Lund, Marit                  wg  NOR  2398    7  09.03.90    wi "
XML = (
    "<playerslist>\n<player>\n<fideid>99000033</fideid>\n<name>Osei Lund, Marit</name>\n"
    "<country>NOR</country>\n<sex>F</sex>\n<title>IM</title>\n<w_title>WGM</w_title>\n"
    "<o_title>FA,IO</o_title>\n<foa_title>AGM</foa_title>\n<rating>2398</rating>\n<games>7</games>\n<k>10</k>\n"
    "<rapid_rating>2401</rapid_rating>\n<rapid_games>0</rapid_games>\n<rapid_k>20</rapid_k>\n"
    "<blitz_rating></blitz_rating>\n<blitz_games>0</blitz_games>\n<blitz_k>0</blitz_k>\n"
    "<birthday>1990</birthday>\n<flag>wi</flag>\n</player>\n</playerslist>\n"
)
XML_2011 = (
    '<playerslist><player FIDEID="9900033"><name>Osei Lund, Marit</name><country>NOR</country><sex>F</sex>'
    "<title>wg</title><rating>2398</rating><flag>i</flag><birthday>1990-03-09</birthday></player></playerslist>"
)


def text(*lines: str) -> bytes:
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")


def read(data: bytes, **more: object) -> tuple[FideList, list[FideRow | ListFinding]]:
    listed = fide.read(BytesIO(data), **more)  # type: ignore[arg-type]
    return listed, list(listed.rows)


def only(data: bytes, **more: object) -> FideRow:
    (row,) = read(data, **more)[1]
    assert isinstance(row, FideRow), row
    return row


def codes(rows: list[FideRow | ListFinding]) -> list[tuple[str, int | None]]:
    return [(row.code, row.line) for row in rows if isinstance(row, ListFinding)]


def zipped(**files: bytes) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_dot_", "."), data)
    return made.getvalue()


def test_combined_list_gives_every_field() -> None:
    listed, rows = read(text(FOA_HEAD, FOA), filename="players_list_foa_2025-01.txt")

    assert (listed.format, listed.rate, listed.list_date) == ("fide-text", "", date(2025, 1, 1))
    assert rows == [
        FideRow(
            line=2,
            number="99000033",
            surname="Osei Lund",
            given_name="Marit",
            federation="NOR",
            sex="f",
            title="IM",
            women_title="WGM",
            other_titles="FA,IO",
            foa_title="AGM",
            standard=2398,
            standard_games=7,
            standard_k=10,
            rapid=2401,
            rapid_games=0,
            rapid_k=20,
            blitz=None,
            blitz_games=0,
            blitz_k=None,
            birth_year=1990,
            birth_date=None,
            flag="wi",
        )
    ]


def test_combined_list_without_foa_titles_has_its_columns_from_the_header() -> None:
    row = only(text(LEGACY_HEAD, LEGACY))

    assert (row.other_titles, row.foa_title, row.standard, row.rapid, row.birth_year, row.flag) == (
        "FA,IO", "", 2398, 2401, 1990, "wi",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("filename", "rate", "ratings"),
    [
        ("standard_rating_list.txt", "standard", (2398, None, None)),
        ("rapid_oct26frl.txt", "rapid", (None, 2398, None)),
        ("blitz_oct26frl.txt", "blitz", (None, None, 2398)),
        ("list.txt", "standard", (2398, None, None)),
    ],
)
@pytest.mark.parametrize(("head", "line"), [(SINGLE_HEAD, SINGLE), (OLD_SINGLE_HEAD, OLD_SINGLE)])
def test_list_of_one_type_belongs_to_the_rate_its_name_says(
    head: str, line: str, filename: str, rate: str, ratings: tuple[int | None, ...]
) -> None:
    listed, rows = read(text(head, line), filename=filename)

    assert listed.rate == rate
    assert [(r.standard, r.rapid, r.blitz, r.birth_year, r.flag) for r in rows if isinstance(r, FideRow)] == [
        (*ratings, 1990, "wi")
    ]


def test_rate_said_by_the_caller_outweighs_the_name() -> None:
    assert only(text(SINGLE_HEAD, SINGLE), filename="rapid.txt", rate="blitz").blitz == 2398


@pytest.mark.parametrize(
    ("lines", "format_", "on", "born"),
    [
        ((HEAD_2001, LINE_2001), "fide-text", date(2001, 1, 1), (None, None)),
        ((HEAD_2002, LINE_2002), "fide-text", date(2002, 4, 1), (1990, date(1990, 3, 9))),
        (("", LINE_2003), "fide-2003", None, (1990, date(1990, 3, 9))),
        ((HEAD_2004, LINE_2003), "fide-2003", date(2004, 4, 1), (1990, date(1990, 3, 9))),
        ((HEAD_2011, LINE_2011), "fide-text", date(2011, 3, 1), (1990, None)),
    ],
)
def test_older_layout_gives_the_same_person(
    lines: tuple[str, ...], format_: str, on: date | None, born: tuple[int | None, date | None]
) -> None:
    listed, rows = read(text(*lines))

    assert (listed.format, listed.rate, listed.list_date) == (format_, "standard", on)
    (row,) = rows
    assert isinstance(row, FideRow)
    assert (row.line, row.surname, row.given_name, row.federation, row.sex, row.title) == (
        2, "Osei Lund", "Marit", "NOR", "f", "WGM",
    )  # fmt: skip
    assert (row.standard, row.standard_games, row.flag, row.inactive) == (2398, 7, "wi", True)
    assert (row.birth_year, row.birth_date) == born


@pytest.mark.parametrize(
    ("written", "year", "day"),
    [
        ("  .  .  ", None, None),
        ("31.02.90", 1990, None),
        ("00.00.90", 1990, None),
        ("09.03.03", 1903, date(1903, 3, 9)),
        ("09.03.01", 2001, date(2001, 3, 9)),
    ],
)
def test_birth_date_of_the_quarterly_lists_is_read_as_far_as_it_goes(
    written: str, year: int | None, day: date | None
) -> None:
    row = only(text("", LINE_2003.replace("09.03.90", written)), filename="frl_oct03.txt")

    assert (row.birth_year, row.birth_date) == (year, day)


def test_line_with_too_long_other_titles_keeps_what_follows() -> None:
    row = only(text(FOA_HEAD, FOA.replace(f"{'FA,IO':<15}AGM ", "FA,IO,FST,DI,NA,AGM ")))

    assert (row.standard, row.rapid, row.birth_year, row.flag) == (2398, 2401, 1990, "wi")


def test_numbers_may_stand_right_in_their_field() -> None:
    row = only(
        text(FOA_HEAD, FOA.replace("2398  7   10 ", "  2398  7 10 ").replace("99000033 ", " 99000033"))
    )

    assert (row.number, row.standard, row.standard_games, row.standard_k) == ("99000033", 2398, 7, 10)


def test_lists_behind_one_another_are_read_each_by_its_header() -> None:
    rows = read(text(HEAD_2011, LINE_2011, LEGACY_HEAD, LEGACY.replace("99000033", "99000044")))[1]

    assert [(row.line, row.rapid) for row in rows if isinstance(row, FideRow)] == [(2, None), (4, 2401)]
    assert codes(rows) == []


@pytest.mark.parametrize(
    ("name", "encoding"), [("Ångström, Zoë", "utf-8"), ("Ångström, Zoë", "latin-1"), ("Žák, Jan", "cp1252")]
)
def test_name_with_accents_is_read_in_any_encoding(name: str, encoding: str) -> None:
    raw = name.encode(encoding)
    line = FOA.encode().replace(b"Osei Lund, Marit" + b" " * (len(raw) - 16), raw.ljust(16), 1)

    row = only(FOA_HEAD.encode() + b"\n" + line + b"\n")

    assert (f"{row.surname}, {row.given_name}", row.federation) == (name, "NOR")


def test_xml_list_gives_the_same_person_as_the_text_list() -> None:
    listed, rows = read(XML.encode(), filename="players_list_foa_2025-01.xml")

    assert (listed.format, listed.rate, listed.list_date) == ("fide-xml", "", date(2025, 1, 1))
    assert rows == read(text(FOA_HEAD, FOA))[1]


def test_xml_list_of_one_type_belongs_to_the_rate_its_name_says() -> None:
    listed, rows = read(XML_2011.encode(), filename="rapid_jun11frl_xml.xml")

    assert (listed.rate, listed.list_date) == ("rapid", date(2011, 6, 1))
    assert [
        (r.number, r.rapid, r.standard, r.title, r.birth_date) for r in rows if isinstance(r, FideRow)
    ] == [("9900033", 2398, None, "WGM", date(1990, 3, 9))]


@pytest.mark.parametrize(
    "data",
    [
        XML.replace("<playerslist>", '<!DOCTYPE a [<!ENTITY b "c">]><playerslist>', 1),
        XML.replace("<playerslist>", "<others>", 1).replace("</playerslist>", "</others>"),
        XML.replace("Osei", "O" * 500),
        XML_2011.replace("9900033", "9" * 9_000_000),
        XML.replace("<fideid>", "<!--" + "-a" * 4_000_000 + "--><fideid>"),
    ],
)
def test_xml_that_could_do_harm_or_is_another_is_refused(data: str) -> None:
    with pytest.raises(NoList) as refusal:
        read(data.encode())

    assert refusal.value.finding.code == "unknown-list"


def test_xml_list_cut_off_gives_its_players_and_then_says_so() -> None:
    rows = fide.read(BytesIO(XML.encode().replace(b"</playerslist>", b""))).rows

    assert next(rows) == only(XML.encode())
    with pytest.raises(NoList) as refusal:
        next(rows)
    assert (refusal.value.finding.code, refusal.value.finding.line) == ("list-damaged", 24)


def test_packed_list_is_unpacked() -> None:
    plain = read(text(SINGLE_HEAD, SINGLE), rate="blitz")[1]

    assert read(gzip.compress(text(SINGLE_HEAD, SINGLE)), rate="blitz")[1] == plain
    assert read(zipped(blitz_oct26frl_dot_txt=text(SINGLE_HEAD, SINGLE)))[1] == plain


@pytest.mark.parametrize(
    ("data", "limit", "code"),
    [
        (b"", 1000, "unknown-list"),
        (b"\n" * 50, 1000, "unknown-list"),
        (b"x" * 900, 1000, "unknown-list"),
        (b"ID number Name only\n", 1000, "unknown-list"),
        (b"\x1f\x8bnot really", 1000, "list-damaged"),
        (gzip.compress(text(FOA_HEAD, FOA))[:-9], 1000, "list-damaged"),
        (b"PK\x03\x04 not really", 1000, "list-damaged"),
        (zipped(a_dot_txt=b"1", b_dot_txt=b"2"), 1000, "unknown-list"),
        (zipped(readme_dot_pdf=b"1"), 1000, "unknown-list"),
        (gzip.compress(b"\n" * 10_000_000), 1000, "list-too-large"),
        (zipped(a_dot_txt=b" " * 10_000_000), 1000, "list-too-large"),
    ],
)
def test_what_is_no_list_is_refused_with_a_finding(data: bytes, limit: int, code: str) -> None:
    with pytest.raises(NoList) as refusal:
        read(data, limit=limit)

    assert refusal.value.finding.code == code


def test_bad_rows_give_findings_with_their_lines_and_the_others_are_read() -> None:
    other = FOA.replace("99000033", "99000044")
    rows = read(text(
        FOA_HEAD,
        FOA,
        FOA.replace("99000033", "9900O033"),
        FOA.replace("99000033", "00000000"),
        FOA.replace("Osei Lund, Marit", "                "),
        FOA.replace("2398", "23x8"),
        FOA.replace("2398  7 ", "23987776"),
        FOA,
        FOA[:70],
        "",
        "x" * 9000,
        other,
    ))[1]  # fmt: skip

    assert codes(rows) == [
        ("odd-number", 3), ("odd-number", 4), ("no-name", 5), ("odd-rating", 6), ("odd-rating", 7),
        ("number-again", 8), ("short-line", 9), ("odd-number", 11),
    ]  # fmt: skip
    assert [row.line for row in rows if isinstance(row, FideRow)] == [2, 12]
    assert all(row.message for row in rows if isinstance(row, ListFinding))


def test_line_without_end_is_cut_and_not_gathered() -> None:
    data = FOA_HEAD.encode() + b"\n" + b"9" * 5_000_000

    assert codes(read(data)[1]) == [("odd-number", line) for line in range(2, 7)]


def test_numbers_seen_are_told_apart_to_the_bit() -> None:
    seen = Seen()

    assert [seen.add(number) for number in (7, 8, 32_767, 32_768, 99_999_999_999, 7, 32_768)] == [
        True, True, True, True, True, False, False,
    ]  # fmt: skip


FUZZ = settings(max_examples=150, deadline=None)


@FUZZ
@given(
    base=st.sampled_from(
        [
            zipped(a_dot_txt=text(FOA_HEAD, FOA)),
            text(FOA_HEAD, FOA),
            text(HEAD_2011, LINE_2011),
            text("", LINE_2003),
            XML.encode(),
        ]
    ),
    edits=st.lists(
        st.tuples(
            st.integers(0, 2000),
            st.integers(0, 12),
            st.sampled_from(
                [
                    b"",
                    b" ",
                    b"\n",
                    b"\x00",
                    b"\xff",
                    b"\xb2",
                    b"-",
                    b"99",
                    b"<",
                    b"&a;",
                    b"ID Number Name Fed",
                ]
            ),
        ),
        min_size=1,
        max_size=4,
    ),
)
def test_damaged_list_gives_rows_findings_or_a_refusal(
    base: bytes, edits: list[tuple[int, int, bytes]]
) -> None:
    data = base
    for start, length, snippet in edits:
        at = start % max(len(data), 1)
        data = data[:at] + snippet + data[at + length :]

    try:
        rows = read(data)[1]
    except NoList as refusal:
        rows = [refusal.finding]

    assert {row.code for row in rows if isinstance(row, ListFinding)} <= set(TEXTS)


@pytest.mark.skipif(not REAL.is_dir(), reason="the real lists are not here")
@pytest.mark.parametrize(
    ("name", "rate", "on"),
    [
        ("JAN01FRL.TXT.gz", "standard", date(2001, 1, 1)),
        ("APR02FRL.TXT.gz", "standard", date(2002, 4, 1)),
        ("OCT03FRL.TXT.gz", "standard", date(2003, 10, 1)),
        ("blitz_sep12frl.txt.gz", "blitz", date(2012, 9, 1)),
        ("rapid_apr13frl.txt.gz", "rapid", date(2013, 4, 1)),
        ("blitz_jun13frl.txt.gz", "blitz", date(2013, 6, 1)),
        ("players_list_foa_2025-01.txt.gz", "", date(2025, 1, 1)),
    ],
)
def test_real_list_is_read_to_the_last_row(name: str, rate: str, on: date) -> None:
    raw = gzip.decompress((REAL / name).read_bytes()).split(b"\n")
    written = [line for line in raw if line.strip() and b"NUMBER" not in line.upper()]
    with (REAL / name).open("rb") as file:
        listed = fide.read(file, filename=name)
        rows = list(listed.rows)

    people = [row for row in rows if isinstance(row, FideRow)]
    again = len(written) - len({line.split()[0] for line in written})
    assert (listed.rate, listed.list_date) == (rate, on)
    assert [row.code for row in rows if isinstance(row, ListFinding)] == ["number-again"] * again
    assert len(people) == len(written) - again
    assert {len(row.federation) for row in people} == {3}
    assert max(row.standard or row.rapid or row.blitz or 0 for row in people) < 3000
    assert sum("i" in row.flag for row in people) == sum(
        b"i" in line[70:].split()[-1] for line in written if b"i" in line[-14:]
    )


@pytest.mark.skipif(not REAL.is_dir(), reason="the real lists are not here")
@pytest.mark.parametrize("name", ["fide_xml_2011_style_irl.xml", "players_list_xml_2012_sample.xml"])
def test_real_xml_list_is_read_to_the_last_player(name: str) -> None:
    data = (REAL / name).read_bytes()

    rows = read(data, filename=name)[1]

    assert codes(rows) == []
    assert len(rows) == data.count(b"</player>")
