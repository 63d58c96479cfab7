"""Lists of fixed columns whose names are padded to letters or bytes, with accents apart or not."""

from io import BytesIO
from unicodedata import normalize

import pytest

from federation.player_lists.readers import any_list
from federation.player_lists.readers.fide_row import FideRow
from federation.player_lists.readers.row import ListFinding, PlayerRow
from federation.vocabulary.columns import aligned, aligned_bytes, true_letters

FFG_LINE = "{name} -315 - 0712345 38Gr FR"
EGD_LINE = " 99000033  {name} NO  Berg    1d   --   2098    12  T140118A "
FIDE_HEAD = f"ID Number      {'Name':<61}Fed Sex Tit  WTit OTit           OCT26 Gms K  B-day Flag"
FIDE_LINE = "99000033       {name}NOR F   IM   WGM  FA,IO          2398  7   10 1990  wi  "


def _paddings(name: str, width: int) -> list[str]:
    """Return a name as programs pad it: by letters and by bytes, accents in their letters and apart."""
    apart = normalize("NFD", name)
    return [
        name.ljust(width),
        normalize("NFD", name.ljust(width)),
        apart.ljust(width),
        *(form + " " * (width - len(form.encode())) for form in (name, apart)),
    ]


def _only(data: bytes) -> PlayerRow | FideRow:
    rows = list(any_list.read(BytesIO(data)).rows)
    assert [row for row in rows if isinstance(row, ListFinding)] == []
    assert len(rows) == 1
    row = rows[0]
    assert isinstance(row, PlayerRow | FideRow)
    return row


@pytest.mark.parametrize("name", _paddings("LEFÈBVRE Mahé_Zoë", 38))
def test_ladder_is_read_however_its_names_are_padded(name: str) -> None:
    row = _only(f"#Echelle au 5/02/2024 05:17:21\n{FFG_LINE.format(name=name)}\n".encode())

    assert isinstance(row, PlayerRow)
    assert (row.surname, row.given_name, row.rating) == ("LEFÈBVRE", "Mahé Zoë", -315.0)
    assert (row.identifiers, row.licence_status, row.club) == ({"ffg": "0712345"}, "-", "38Gr")


@pytest.mark.parametrize("name", _paddings("Lefèbvre Mahé_Zoë", 37))
def test_egd_list_is_read_however_its_names_are_padded(name: str) -> None:
    row = _only(f"<pre>\n{EGD_LINE.format(name=name)}\n</pre>\n".encode())

    assert isinstance(row, PlayerRow)
    assert (row.surname, row.given_name, row.country, row.club) == ("Lefèbvre", "Mahé Zoë", "NO", "Berg")
    assert (row.grade, row.rating, row.events, row.last_event) == ("1d", 2098.0, 12, "T140118A")


@pytest.mark.parametrize("name", _paddings("Šťastná, Zoë", 61))
def test_fide_list_is_read_however_its_names_are_padded(name: str) -> None:
    row = _only(f"{FIDE_HEAD}\n{FIDE_LINE.format(name=name)}\n".encode())

    assert isinstance(row, FideRow)
    assert (row.surname, row.given_name, row.federation, row.sex) == ("Šťastná", "Zoë", "NOR", "f")
    assert (row.title, row.other_titles, row.standard, row.birth_year) == ("IM", "FA,IO", 2398, 1990)


def test_line_whose_fields_stand_nowhere_stays_as_it_is() -> None:
    assert aligned("Mahe\u0301 x", (0, 8), lambda line: False) == "Mahe\u0301 x"
    assert true_letters(aligned_bytes("Mahé x".encode(), (0, 8), lambda line: False)) == "Mahé x"


def test_letters_of_bytes_are_utf8_or_windows_1252() -> None:
    texts = ("Žák".encode("cp1252").decode("latin-1"), "Ža\u0301k".encode().decode("latin-1"), "Ža\u0301k")
    assert [true_letters(text) for text in texts] == ["Žák", "Žák", "Žák"]
