"""FIDE's player lists: every layout, its columns and its person. People are invented."""

from datetime import date

import pytest

from federation.player_lists.readers.fide_columns import Gathering
from federation.player_lists.readers.fide_row import FideRow
from tests.federation.player_lists.fide_list_samples import (
    FOA,
    FOA_HEAD,
    HEAD_2001,
    HEAD_2002,
    HEAD_2004,
    HEAD_2011,
    LEGACY,
    LEGACY_HEAD,
    LINE_2001,
    LINE_2002,
    LINE_2003,
    LINE_2011,
    OLD_SINGLE,
    OLD_SINGLE_HEAD,
    SINGLE,
    SINGLE_HEAD,
    codes,
    only,
    read,
    text,
)


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


@pytest.mark.parametrize("titles", ["LSI,FI,SI,SLI,N", "LSI,FI,SI,SLI,NA", "LSI,FI,SI,SLI,NA,IA,FST"])
@pytest.mark.parametrize("online", ["AFM", ""])
@pytest.mark.parametrize("trimmed", [False, True])
def test_other_titles_are_read_whole_however_long_and_what_touches_them(
    titles: str, online: str, trimmed: bool
) -> None:
    line = FOA.replace(f"{'FA,IO':<15}AGM ", f"{titles}{online:<4}").replace("1990  wi  ", "1990      ")

    row = only(text(FOA_HEAD, line.rstrip() if trimmed else line))

    assert (row.other_titles, row.foa_title, row.standard, row.birth_year) == (titles, online, 2398, 1990)


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


def test_player_without_k_and_year_of_birth_has_nought_for_both() -> None:
    row = only(text(HEAD_2001, LINE_2001))
    gathering = Gathering("standard", with_persons=False)

    gathering.add([row], [7], people=[()])

    levels = gathering.levels()
    assert (row.standard_k, row.birth_year) == (None, None)
    assert (levels.player[0], levels.rating[0], levels.k[0], levels.birth_year[0]) == (7, 2398, 0, 0)
