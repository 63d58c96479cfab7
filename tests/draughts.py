"""A discipline that only tests declare: draughts, with neither grades nor a rate of play."""

from typing import cast

import pytest

from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from federation.vocabulary.disciplines.declaration import Discipline, read

DRAUGHTS = """
schema = 1
[discipline]
key = "draughts"
order = 30
name = { en = "draughts", fr = "jeu de dames" }
tournament = { en = "Draughts tournament" }
[first]
name = { en = "Ivory" }
letter = { en = "i" }
[second]
name = { en = "Ebony" }
letter = { en = "e" }
[games]
shown = "points"
sizes = [10]
[tournaments]
file = "spreadsheet"
[entrants]
columns = ["club"]
"""


def declare_draughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast(dict[str, Discipline], DISCIPLINES), "draughts", read(DRAUGHTS))
