"""Cells of a crosstable in words."""

import pytest
from django.utils.translation import override

from federation.vocabulary.disciplines.catalogue import DEFAULT, DISCIPLINES
from ratings.crosstables.spoken import said
from tournaments.standings.table import Cell


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (Cell("win", 23, "Abel Ann", "b", 1), "beat Abel Ann (place 23), with Black, 1 stone"),
        (Cell("loss", 2, "Abel Ann", "w"), "lost to Abel Ann (place 2), with White"),
        (Cell("draw", 2, "100 % Go", "", 2), "drew with 100 % Go (place 2), 2 stones"),
        (Cell("win", 2, "Abel Ann", "w", played=False), "beat Abel Ann (place 2), with White, not played"),
        (Cell("none", 2, "Abel Ann"), "Abel Ann (place 2), no result"),
    ],
)
def test_cell_is_said_in_words(cell: Cell, words: str) -> None:
    with override("en"):
        assert said(cell, DISCIPLINES[DEFAULT]) == words


def test_cell_is_said_in_the_language_of_the_reader() -> None:
    cell = Cell("win", 23, "Abel Ann", "b", 1)

    with override("en"):
        said(cell, DISCIPLINES[DEFAULT])
    with override("fr"):
        assert said(cell, DISCIPLINES[DEFAULT]) == "gagne contre Abel Ann (place 23), avec Noir, 1 pierre"
