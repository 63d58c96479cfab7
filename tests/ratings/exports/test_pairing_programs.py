"""The lists pairing programs download, read by Pairgoth's own patterns and by our readers.

The patterns are those of ffrgo/pairgoth (Apache License 2.0), EGFRatingsHandler.kt, FFGRatingsHandler.kt and
RatingsHandler.kt as of May 2026: a line they do not match is a player an organiser does not find. In Java,
\\d and \\s are ASCII, "dd" of a date is exactly two digits and "d" one or two.
"""

import gzip
import io
import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest

from federation.player_lists.readers.any_list import read_go_list
from federation.player_lists.readers.row import PlayerRow
from ratings.exports import go_files
from ratings.exports.listed import Head, Row

ATOM = "[-._`'a-zA-ZÀ-ÿ]"
LAST, FIRST = "[-._`'a-zA-ZÀ-ÿ()]", "[-._`'a-zA-ZÀ-ÿ0-9]"
EGF_TAKEN = re.compile(r"\s+\d+(?!.*\(undefined\)|Anonymous).*", re.ASCII)
EGF = re.compile(
    rf"\s+(?P<egf>\d{{8}})\s+(?P<name>{LAST}+)\s(?P<firstname>{FIRST}+)?,?\s+(?P<country>[A-Z]{{2}})\s+"
    r"(?P<club>\S{1,4})\s+(?P<rank>[1-9][0-9]?[kdp])\s+(?P<promotion>[1-9][0-9]?[kdp]|--)\s+"
    r"(?P<rating>-?[0-9]+)\s+(?P<nt>[0-9]+)\s+(?P<last>\S+)\s*",
    re.ASCII,
)
EGF_DATE = re.compile(
    r"\((0[1-9]|[12][0-9]|3[01]) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) ([0-9]{4})\)"
)
WORD = rf"{ATOM}+(?:\((?:{ATOM}|[0-9])+\))?"
FFG = re.compile(
    rf"(?P<name>{WORD})\s(?P<firstname>{WORD})\s+(?P<rating>-?[0-9]+)\s(?P<license>[-eCLX])\s"
    r"(?P<ffg>(?:\d|[A-Z]){7}|-------)\s(?P<club>xxxx|XXXX|\d{2}[a-zA-Z0-9]{2})\s(?P<country>[A-Z]{2})",
    re.ASCII,
)
FFG_DATE = re.compile(r"#Echelle au ([1-9]|[12][0-9]|3[01])/(0[1-9]|1[0-2])/([0-9]{4}) ")

KNOWN = Row(
    number=1, surname="Besson", given_name="Ada", federation="FR", club="75Xa", ffg="2100001", egd="99000001",
    declared_grade="2d", grade="2d", rating=2143, events=12, last_event="T261003A", licence="L",
)  # fmt: skip
NAMES = [
    ("O'Neill", "Seán"), ("L’Hôte", "Maël"), ("d`Arc", "Zoé"), ("Kowalczyński", "Łukasz"), ("Иванов", "Пётр"),
    ("山田", "太郎"), ("Þórsson", "Æsa"), ("Ÿ", "ÿ"), ("van der Berg", "Anna Lena"), ("Saint-Jean", "Éric"),
    ("NN 4711", ""), ("B.-L.", "É."), ("R2D2", "Robot"), ("2Pac", "Amaru"), ("Player", "007"), ("42", "42"),
    ("Martin", "Jean(75Xa)"), ("Petit_(Lyon)", "Luc"), ("Petit (aîné)", "Luc"), ("Roux)(", "(Max"),
    ("Smith, Jr.", "John"), ("A/B", "C&D"), ("<b>Bold</b>", '"Q"'), ("Anonymous#0099", ""),
    ("(undefined)", ""), ("", "Given"), ("Alone", ""), ("Tab\tTab", "Line\nLine"), ("½ª²", "×÷"),
    ("Nul\u200b", "\u00a0Space"),
    ("X" * 36, ""), ("X" * 37, ""), ("X" * 80, ""), ("X" * 80, "Y" * 80), ("X", "Y" * 80), ("X" * 35, "Y1"),
    ("X" * 33, "Y1"), ("Long" * 9, "9" * 9), ("9" * 50, "9" * 50), ("X" * 33 + "(75Xa)", "Y"),
]  # fmt: skip
OTHERS = [
    replace(KNOWN, club=""), replace(KNOWN, club="Pari"), replace(KNOWN, club="UK-Lond", federation="GB"),
    replace(KNOWN, club="é à", federation="DE"), replace(KNOWN, club="75Xa", licence="e", federation="NL"),
    replace(KNOWN, club="7"), replace(KNOWN, club="xxxx"), replace(KNOWN, licence=""),
    replace(KNOWN, licence="X"), replace(KNOWN, declared_grade=""),
    replace(KNOWN, declared_grade="", grade=""), replace(KNOWN, declared_grade="?", grade="", rating=-900),
    replace(KNOWN, declared_grade="30k", rating=-2950), replace(KNOWN, declared_grade="9p", rating=2940),
    replace(KNOWN, declared_grade=" 7 dan", rating=7), replace(KNOWN, federation=""),
    replace(KNOWN, federation="ENG"), replace(KNOWN, federation="XX"), replace(KNOWN, last_event=""),
    replace(KNOWN, last_event="", events=0, rating=0), replace(KNOWN, rating=-9999),
    replace(KNOWN, rating=9999), replace(KNOWN, rating=-1), replace(KNOWN, events=99999),
    replace(KNOWN, surname="X" * 80, given_name="Y" * 80, rating=-3000, club="", last_event=""),
]  # fmt: skip


def numbered(rows: list[Row]) -> Iterator[Row]:
    """Yield rows with numbers of their own."""
    for place, row in enumerate(rows, 1):
        yield replace(row, number=place, egd=f"{99000000 + place}", ffg=f"{2100000 + place}")


AWKWARD = list(numbered([*(replace(KNOWN, surname=s, given_name=g) for s, g in NAMES), *OTHERS]))


def head(day: date) -> Head:
    """Return the head of a list published on its day."""
    at = datetime(day.year, day.month, day.day, 7, 9, 39)
    return Head("egf", "EGF list", day, 1, at, len(AWKWARD), len(AWKWARD))


HEAD = head(date(2026, 11, 1))


def as_egf(text: str) -> dict[str, re.Match[str]]:
    """Return what Pairgoth finds in the EGF's list, by PIN."""
    taken = [EGF.fullmatch(line) for line in text.splitlines() if EGF_TAKEN.fullmatch(line)]
    return {found["egf"]: found for found in taken if found}


def as_ffg(text: str) -> dict[str, re.Match[str]]:
    """Return what Pairgoth finds in the FFG's ladder, by licence."""
    lines = re.split("\r\n|\n|\r", text)
    return {found["ffg"]: found for line in lines if (found := FFG.fullmatch(line))}


@pytest.mark.parametrize("month", range(1, 13))
def test_every_day_of_a_year_is_a_date_to_pairgoth(month: int) -> None:
    for number in range(1, monthrange(2028, month)[1] + 1):
        day = date(2028, month, number)

        (written,) = [line for line in _world(head(day)).splitlines() if line.startswith("(")]
        first = _ladder(head(day)).splitlines()[0]

        assert EGF_DATE.fullmatch(written), written
        assert FFG_DATE.match(first), first
        assert datetime.strptime(written, "(%d %b %Y)").date() == day
        assert read_go_list(io.BytesIO(go_files.world_list(head(day), [KNOWN]))).list_date == day
        assert read_go_list(io.BytesIO(go_files.ladder_file(head(day), [KNOWN]))).list_date == day


def test_every_listed_player_with_a_pin_is_found_by_pairgoth() -> None:
    found = as_egf(_world(HEAD, AWKWARD))

    assert [row.egd for row in AWKWARD if row.egd not in found] == []
    for row in AWKWARD:
        assert (found[row.egd]["rating"], found[row.egd]["nt"]) == (str(row.rating), str(row.events))


def test_every_listed_player_with_a_licence_is_found_by_pairgoth() -> None:
    found = as_ffg(_ladder(HEAD, AWKWARD))

    assert [row.ffg for row in AWKWARD if row.ffg not in found] == []
    assert {row.ffg: found[row.ffg]["rating"] for row in AWKWARD} == {
        row.ffg: str(row.rating) for row in AWKWARD
    }


def test_columns_stay_in_place_whatever_is_not_known() -> None:
    world = [line for line in _world(HEAD, AWKWARD).splitlines() if re.match(r" \d{8}  ", line)]
    ladder = _ladder(HEAD, AWKWARD).split("\r\n")[1:-1]

    assert {len(line) for line in world} == {91}
    assert {len(line) for line in ladder} == {61}
    assert len(world) == len(ladder) == len(AWKWARD)


def test_awkward_players_are_read_back_from_the_world_list() -> None:
    back = {row.identifiers["egd"]: row for row in _read_back(go_files.world_list(HEAD, AWKWARD))}

    assert len(back) == len(AWKWARD)
    for row in AWKWARD:
        found = back[row.egd]
        unrated = row.rating == row.events == 0
        assert (found.rating, found.events) == (None if unrated else float(row.rating), row.events)
        assert found.last_event == row.last_event
        assert found.grade == _grade(row)
        assert found.country == {"": "XX", "GB": "UK", "ENG": "UK"}.get(row.federation, row.federation)
        assert found.club == {"UK-Lond": "Lond", "é à": "e_a", "xxxx": ""}.get(row.club, row.club)


def test_awkward_players_are_read_back_from_the_ladder() -> None:
    back = {row.identifiers["ffg"]: row for row in _read_back(go_files.ladder_file(HEAD, AWKWARD))}

    assert len(back) == len(AWKWARD)
    for row in AWKWARD:
        found = back[row.ffg]
        assert found.rating == (None if row.rating == -9999 else float(row.rating))
        assert found.licence_status == (row.licence or "-")
        assert found.country == {"": "XX", "GB": "UK", "ENG": "UK"}.get(row.federation, row.federation)
        # the ladder has no place for a club the FFG has no code for
        assert found.club == (row.club if row.club == "75Xa" and row.licence != "e" else "")


@pytest.mark.parametrize(
    ("surname", "given_name", "egf", "ffg"),
    [
        ("van der Berg", "Anna Lena", ("van der Berg", "Anna Lena"), ("van der Berg", "Anna Lena")),
        ("O'Neill", "Seán", ("O'Neill", "Sean"), ("O'Neill", "Seán")),
        ("Alone", "", ("Alone", ""), ("Alone", "")),
        ("(undefined)", "", ("(undefined)", ""), ("undefined", "")),
        ("NN 4711", "", ("NN", "4711"), ("NN(4711)", "")),
        ("R2D2", "Robot", ("R D", "Robot 22"), ("R D(22)", "Robot")),
        ("Martin", "Jean(75Xa)", ("Martin", "Jean 75Xa"), ("Martin", "Jean(75Xa)")),
        ("Petit_(Lyon)", "Luc", ("Petit (Lyon)", "Luc"), ("Petit (Lyon)", "Luc")),
        ("Smith, Jr.", "John", ("Smith Jr.", "John"), ("Smith Jr.", "John")),
        ("X" * 80, "Y" * 80, ("X" * 35, "Y"), ("X" * 35, "Y")),
        ("X" * 80, "", ("X" * 35, ""), ("X" * 35, "")),
    ],
)
def test_name_is_read_back_as_it_can_be_written(
    surname: str, given_name: str, egf: tuple[str, str], ffg: tuple[str, str]
) -> None:
    row = replace(KNOWN, surname=surname, given_name=given_name)

    (in_world,) = _read_back(go_files.world_list(HEAD, [row]))
    (in_ladder,) = _read_back(go_files.ladder_file(HEAD, [row]))

    assert (in_world.surname, in_world.given_name) == egf
    assert (in_ladder.surname, in_ladder.given_name) == ffg


@pytest.mark.parametrize("number", ["", "123", "123456789012", "1234567x", "12 45678"])
def test_number_of_another_form_is_not_cut_to_somebody_elses(number: str) -> None:
    row = replace(KNOWN, egd=number, ffg=number)

    assert as_egf(_world(HEAD, [row])) == {}
    assert list(as_ffg(_ladder(HEAD, [row]))) == ["-------"]


def test_patterns_match_the_lists_of_the_egd(real_data: Path) -> None:
    for file in sorted((real_data / "egf").glob("allworld_*.txt.gz")):
        text = gzip.decompress(file.read_bytes()).decode("iso-8859-1")
        lines = [line for line in text.split("\n") if re.match(r" \d{8}  ", line)]

        assert len(as_egf(text)) / len(lines) > 0.999
        assert any(EGF_DATE.fullmatch(line) for line in text.split("\n")[:20])


def test_patterns_match_the_ladders_of_the_ffg(real_data: Path) -> None:
    for file in sorted((real_data / "ffg").glob("ech_ffg_V3_*.txt.gz")):
        text = gzip.decompress(file.read_bytes()).decode("iso-8859-1")
        lines = text.split("\r\n")[1:-1]

        assert sum(bool(FFG.fullmatch(line)) for line in lines) / len(lines) > 0.999
        assert FFG_DATE.match(text)


def _world(about: Head, rows: list[Row] | None = None) -> str:
    return go_files.world_list(about, rows or [KNOWN]).decode("ascii")


def _ladder(about: Head, rows: list[Row] | None = None) -> str:
    return go_files.ladder_file(about, rows or [KNOWN]).decode("iso-8859-1")


def _read_back(data: bytes) -> list[PlayerRow]:
    rows = list(read_go_list(io.BytesIO(data)).rows)
    assert all(isinstance(row, PlayerRow) for row in rows), rows
    return [row for row in rows if isinstance(row, PlayerRow)]


def _grade(row: Row) -> str:
    """Return the grade of a row, or that of its rating (EGF 1.1) where it has none."""
    if row.declared_grade == " 7 dan":
        return "7d"
    told = row.declared_grade.strip("?") or row.grade
    return told or {2143: "1d", -900: "30k"}[row.rating]
