"""A discipline that only tests declare: draughts, with neither grades nor a rate of play."""

from importlib import import_module
from typing import cast

import pytest

from federation.vocabulary.disciplines.catalogue import DISCIPLINES, Discipline, read

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
phrase = { en = "with Ivory" }
[second]
name = { en = "Ebony" }
letter = { en = "e" }
phrase = { en = "with Ebony" }
[games]
sizes = [10]
[tournaments]
file = "spreadsheet"
[entrants]
columns = ["club"]
"""


def declare_draughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Declare it for a test; the description of the interface is made before, as when a server starts."""
    import_module("tournaments.api.index")
    monkeypatch.setitem(cast(dict[str, Discipline], DISCIPLINES), "draughts", read(DRAUGHTS))
