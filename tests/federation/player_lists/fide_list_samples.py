"""Invented lines of FIDE's player lists in every layout, and how the tests read them."""

import zipfile
from io import BytesIO

from federation.player_lists.readers import fide
from federation.player_lists.readers.fide_row import FideList, FideRow
from federation.player_lists.readers.row import ListFinding

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
    listed = fide.read(BytesIO(data), **more)  # type: ignore[arg-type]  # arguments of the reader, by name
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
