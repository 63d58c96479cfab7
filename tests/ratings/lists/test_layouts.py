"""Layouts of lists by system: a declaration names the layout, and which of its columns are shown."""

import pytest

from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.lists.layouts.columns import Rows
from ratings.lists.layouts.list_table import set_table
from ratings.lists.layouts.table import LAYOUTS, layout_of, with_columns
from ratings.lists.selection import Selection


def test_every_system_has_a_layout_whose_columns_are_there() -> None:
    for key, declared in CATALOGUE.items():
        assert set(declared.columns) <= LAYOUTS[declared.layout].table.base_columns.keys()
        assert layout_of(key).table.base_columns


def test_system_shows_the_columns_it_names_in_their_order() -> None:
    columns = LAYOUTS["go"].table.base_columns
    layout = with_columns(LAYOUTS["go"], ("rating", "grade"))

    assert list(layout.table.base_columns) == ["rating", "grade"]
    assert list(columns)[:2] == ["rank", "here"]
    assert layout.table.reads() == (*columns["rating"].reads, *columns["grade"].reads)
    values: dict[str, list[object]] = {"player_id": [7], "rating": [49], "grade": ["1d"], "club": ["44Na"]}
    html = set_table(layout.table, Rows(Selection(), values, {}))
    assert html.index(">49") < html.index(">1d")
    assert "44Na" not in html


def test_column_the_layout_does_not_have_is_refused() -> None:
    with pytest.raises(LookupError):
        with_columns(LAYOUTS["go"], ("name", "licence"))
