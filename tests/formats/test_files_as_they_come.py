"""Files as programs and offices leave them: workbooks, accents apart, no grades, addresses in remarks."""

import io
import zipfile
from unicodedata import normalize

import pytest

from tests.formats.samples import H9, TOU, opengotha
from tournaments.formats.shared.contact import has_contact
from tournaments.formats.shared.encoding import plain_text
from tournaments.formats.table import read, write
from tournaments.formats.trf import layout
from tournaments.inspection.inspection import inspect
from tournaments.reports.findings import Unreadable
from tournaments.reports.report import Report

TRF = """012 Open de Villeneuve
042 2026/03/14
122 90+30
001    1 m{title:>3} {name} 1800 FRA    90000001 1990/01/02  1.0    1     2 w 1
001    2 m    {plain} 1800 FRA    90000002 1990/01/02  0.0    2     1 b 0
"""


def _zip(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(
                name, "application/vnd.oasis.opendocument.spreadsheet" if name == "mimetype" else "x"
            )
    return out.getvalue()


def _codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize(
    ("data", "program"),
    [
        (_zip("[Content_Types].xml", "xl/workbook.xml"), "Excel"),
        (_zip("xl/workbook.bin"), "Excel"),
        (_zip("mimetype", "content.xml"), "LibreOffice"),
        (_zip("Index/Document.iwa"), "Numbers"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500) + "Workbook".encode("utf-16-le"), "Excel"),
        (b'<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>', "Excel"),
        (b'<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table></table></html>', "Excel"),
    ],
)
@pytest.mark.parametrize("filename", ["results.xlsx", "results.csv", ""])
def test_workbook_says_that_it_is_one_whatever_its_name(data: bytes, program: str, filename: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(data, filename=filename)

    assert (refusal.value.finding.code, refusal.value.finding.values) == ("workbook", {"program": program})


def test_other_archives_stay_compressed_files() -> None:
    with pytest.raises(Unreadable) as refusal:
        read(_zip("results.h9"))

    assert refusal.value.finding.code == "compressed"


@pytest.mark.parametrize(
    "name",
    [
        normalize("NFD", "Lefèbvre, Mahé".ljust(33)),
        normalize("NFD", "Lefèbvre, Mahé").ljust(33),
        normalize("NFD", "Lefèbvre, Mahé") + " " * (33 - len(normalize("NFD", "Lefèbvre, Mahé").encode())),
        "Lefèbvre,\u00a0Mahé".ljust(33),
        "Lefèb\u00advre, Ma\u200bhé" + " " * 19,
        "\ufeffLefèbvre, Mahé" + " " * 19,
    ],
)
def test_accents_apart_and_signs_without_width_move_no_column(name: str) -> None:
    report = read(TRF.format(title="", name=name, plain="Beta, Bruno".ljust(33)).encode())

    assert [(entrant.surname, entrant.given_name, entrant.rating) for entrant in report.entrants] == [
        ("Lefèbvre", "Mahé", 1800.0),
        ("Beta", "Bruno", 1800.0),
    ]
    assert (len(report.pairings), _codes(report)) == (1, [])


def test_accents_apart_move_no_column_of_a_tou() -> None:
    apart = TOU.replace("ALPHA Anne               ", normalize("NFD", "ALPHÀ Ànne               "))

    entrant = read(apart.encode()).entrants[0]

    assert (entrant.surname, entrant.given_name) == ("ALPHÀ", "Ànne")


def test_plain_text_of_letters_alone_is_the_same() -> None:
    assert plain_text("Émile Œuvre 山田") == "Émile Œuvre 山田"


@pytest.mark.parametrize(
    ("written", "title"),
    [("gf", "WGM"), ("mf", "WIM"), ("ff", "WFM"), ("cf", "WCM"), ("g", "GM"), ("m", "IM"), ("f", "FM"),
     ("c", "CM"),
     ("MI", "IM"), ("GMI", "GM"), ("FF", "WFM"), ("WM", "WIM")],
)  # fmt: skip
def test_titles_of_papi_are_read(written: str, title: str) -> None:
    report = read(TRF.format(title=written, name="Alpha, Anne".ljust(33), plain="Beta, B".ljust(33)).encode())

    assert (report.entrants[0].title, _codes(report)) == (title, [])


def test_maitre_fide_and_maitre_feminin_are_not_told_apart_in_capitals() -> None:
    assert layout.title_of("MF") == "MF"


def test_codes_of_no_federation_open_no_national_record() -> None:
    text = TRF.format(title="", name="Alpha, Anne".ljust(33), plain="Beta, Bruno".ljust(33))
    data = "DAT 0001 EMAIL     anne.alpha@example.org\nDAT    1 ID:USCF   12345678\n"
    national = "FRA    1 m    ALPHA Anne                        1750"

    assert (read((text + data).encode()).format, read((text + data).encode()).nationals) == ("trf16", ())
    assert b"example.org" not in write(read((text + data).encode()), "trf26")
    assert [record.federation for record in read((text + data + national).encode()).nationals] == ["FRA"]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (" 3.0", " 1.5", []),  # the scores of the whole league
        (" 9.0", " 1.5", ["score-mismatch", "score-mismatch"]),  # more than the blank rounds can hold
        (" 3.0", " 0.5", ["score-mismatch"]),  # one alone is a mistake
    ],
)
def test_month_of_a_league_is_whole_in_itself(first: str, second: str, expected: list[str]) -> None:
    head = "012 League\n042 2026/01/10\n052 2026/03/28\nXXR 4\n"
    line = "001    {0} m    {1:<33} 1800 FRA    9000000{0} 1990/01/02 {2}    {0}                      {3}"
    rows = [
        line.format(1, "Alpha, Anne", first, "   2 w 1     2 b ="),
        line.format(2, "Beta, Bruno", second, "   1 b 0     1 w ="),
    ]

    assert _codes(read((head + "\n".join(rows)).encode())) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (f"{'299 L':<13}{'0.5':>4}{1:>5}{2:>5}", []),  # points, round, starting number
        (f"{'299':<13}{'0.5':>4}{1:>5}{2:>5}", []),
        (f"{'299 L':<13}{'0.5':>4}{1:>5}{1:>5}", ["score-mismatch"]),  # of the other player
        (f"{'299 L':<13}{'1.0':>4}{1:>5}{2:>5}", ["score-mismatch"]),
    ],
)
def test_abnormal_points_are_no_mismatch(line: str, expected: list[str]) -> None:
    text = TRF.format(title="", name="Alpha, Anne".ljust(33), plain="Beta, Bruno".ljust(33))
    text = text.replace(" 0.0    2", " 0.5    2")

    report = read(f"{text}{line}\n".encode())

    assert [code for code in _codes(report) if code == "score-mismatch"] == expected
    assert line in report.records


@pytest.mark.parametrize("written", ["NC", "nc", "NR"])
def test_entrant_without_a_grade_keeps_his_games(written: str) -> None:
    tou = (
        ";date=14/03/2026\n"
        "   1 ALPHA Anne                1D 9000001 38Gr    2+w0\n"
        f"   2 BETA Bruno                {written} 9000002 31To    1-b0\n"
    )
    h9 = (
        "; EV[A]\n; DT[2026-03-14]\n; HA[h9]\n"
        f"1 Alpha Anne 1d FR 38Gr 1 2+/w0\n2 Beta Ben {written} FR 38Gr 0 1-/b0\n"
    )

    for text in (tou, tou.replace("31To", "31To "), h9, h9.replace("Beta Ben", "Beta Ben Bo")):
        report = read(text.encode())
        assert (len(report.pairings), report.entrants[1].grade) == (1, "")
        asked = [f.place.entrant for f in inspect(report) if f.code in ("unknown-grade", "no-grade")]
        assert asked == [2]


def test_xml_that_is_not_well_formed_is_named_by_its_line() -> None:
    text = opengotha().replace('name="', 'name="Black & White ', 1)

    with pytest.raises(Unreadable) as refusal:
        read(text.encode())

    line = text.partition("Black &")[0].count("\n") + 1
    assert (refusal.value.finding.code, refusal.value.finding.place.line) == ("xml-not-well-formed", line)
    assert refusal.value.finding.values == {"line": line}


def test_contact_in_a_remark_is_neither_a_time_nor_a_name_nor_handed_on() -> None:
    contact = "Contact: bob@example.org 06 12 34 56 78"
    remarks = f"; CM[{contact}]\n; CM[Fischer 45 min + 15 s]\n; organiser phone 06 12 34 56 78"

    report = read(
        H9.replace("; CM[Fischer 45 min + 15 s]", remarks).replace("; EV[Winter Example Open]", "").encode()
    )

    assert report.time_system == "Fischer 45 min + 15 s"
    assert "06 12" not in report.name
    assert b"example.org" not in write(report, "h9")
    assert b"06 12" not in write(report, "h9") + write(report, "spreadsheet")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bob@example.org", True), ("+33 6 12 34 56 78", True), ("06.12.34.56.78", True),
        ("60 min + 30 s", False), ("2026-03-14 to 2026-03-15", False), ("50 minutes + 3x30", False),
        ("Room 1234567", False),
    ],
)  # fmt: skip
def test_addresses_and_telephone_numbers_are_known(text: str, expected: bool) -> None:
    assert has_contact(text) is expected
