"""FIDE's player lists in XML: the same person, and what is refused. People are invented."""

from datetime import date
from io import BytesIO

import pytest

from federation.player_lists.readers import fide
from federation.player_lists.readers.fide_row import FideRow
from federation.player_lists.readers.row import NoList
from tests.federation.player_lists.fide_list_samples import FOA, FOA_HEAD, XML, XML_2011, only, read, text


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
    assert (refusal.value.finding.code, refusal.value.finding.line) == ("list-cut-off", 24)


@pytest.mark.parametrize("encoding", ["utb-8", "hex", "utf-7", "big5"])
def test_list_declared_in_an_encoding_nobody_can_read_is_no_list(encoding: str) -> None:
    with pytest.raises(NoList) as refusal:
        read(f'<?xml version="1.0" encoding="{encoding}"?>\n{XML}'.encode())

    assert refusal.value.finding.code in {"unknown-list", "list-not-well-formed"}


def test_xml_value_as_long_as_any_may_be_is_read_and_one_longer_refuses_the_list() -> None:
    rest = len(" Lund, Marit")

    assert len(read(XML.replace("Osei", "O" * (400 - rest)).encode())[1]) == 1
    with pytest.raises(NoList):
        read(XML.replace("Osei", "O" * (401 - rest)).encode())


def test_xml_list_that_is_not_well_formed_says_in_which_line() -> None:
    with pytest.raises(NoList) as refusal:
        read(XML.replace("Osei", "Osei & Sons").encode())

    line = XML.partition("Osei")[0].count("\n") + 1
    assert (refusal.value.finding.code, refusal.value.finding.values) == (
        "list-not-well-formed",
        {"line": line},
    )
