"""Counts and ranks: grouped from 10,000 on in sentences, tables and lists alike; files have digits alone."""

import pytest
from django.template import engines
from django.utils import translation

from federation.language.wording import grouped
from federation.web.downloads import export
from federation.web.tables import Column, Table
from ratings.lists.layouts import cells

SPACE = "\N{NO-BREAK SPACE}"
THIN = "\N{NARROW NO-BREAK SPACE}"
COUNTS = (0, 7, 2695, 9999, 10_000, 1_234_567)
WRITTEN = {
    "en": ["0", "7", "2695", "9999", "10,000", "1,234,567"],
    "fr": ["0", "7", "2695", "9999", f"10{SPACE}000", f"1{SPACE}234{SPACE}567"],
    "ru": ["0", "7", "2695", "9999", f"10{THIN}000", f"1{THIN}234{THIN}567"],
}


class Counted(Table):
    name = Column("Name", "name")
    games = Column("Games", "number second", told=True)
    shown = Column("Games", accessor="games", by=grouped)
    player = Column("No.", "second number", by=str)


ROWS = [{"name": "10000", "games": count, "player": 10_000 + count} for count in COUNTS]


@pytest.mark.parametrize("language", WRITTEN)
def test_thousands_are_grouped_alike_in_sentences_tables_and_lists(language: str) -> None:
    sentence = engines["django"].from_string("{% for count in counts %}{{ count|grouped }};{% endfor %}")
    table = Counted(ROWS)

    with translation.override(language):
        assert [grouped(count) for count in COUNTS] == WRITTEN[language]
        assert sentence.render({"counts": COUNTS}).split(";")[:-1] == WRITTEN[language]
        for column in ("games", "shown"):
            assert [str(row.get_cell(column)) for row in table.rows] == WRITTEN[language]
        assert cells.counts([None, *COUNTS]) == ["", "", *WRITTEN[language][1:]]


def test_identifiers_and_texts_of_digits_are_not_grouped() -> None:
    with translation.override("en"):
        row = Counted(ROWS).rows[5]

        assert (row.get_cell("name"), row.get_cell("player")) == ("10000", "1244567")


@pytest.mark.parametrize("language", WRITTEN)
def test_files_have_the_digits_alone(language: str) -> None:
    with translation.override(language):
        lines = export(Counted(ROWS), "counted").content.decode("utf-8-sig").splitlines()

    assert lines[-1] == "10000,1234567,1234567,1244567"


def test_page_without_a_count_says_nothing() -> None:
    assert engines["django"].from_string("[{{ none|grouped }}{{ missing|grouped }}]").render({}) == "[]"
