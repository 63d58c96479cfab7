"""The FIDE steps of `manage.py bench`, at a small share of their size."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from federation.models import Player
from ratings.models import ListEntry, PublishedList
from tests.bench.fide_people import invented
from tests.bench.figures import Size
from tests.bench.steps import EVERY

pytestmark = pytest.mark.django_db


def measured(step: str, share: float) -> dict[str, float]:
    out = StringIO()
    call_command("bench", step, "--inside", f"--size={share}", stdout=out)
    figures = map(json.loads, out.getvalue().splitlines())
    return {f"{place} {one['name']}": one["value"] for place, one in enumerate(figures)}


def test_engine_step_rates_a_month_of_the_share_asked_for() -> None:
    figures = EVERY["fide"](Size(share=0.01))

    assert [(one.name, one.most) for one in figures] == [
        ("FIDE month of 6000 games, arrays to arrays", 1),
    ]


def test_import_step_enrols_everybody_and_writes_nothing_the_second_time() -> None:
    figures = measured("import", 0.0003)

    assert Player.objects.filter(identifiers__scheme="fide").count() == 102
    assert figures["0 importing a FIDE list of 102"] > 0
    assert (figures["1   rows written"] >= 204, figures["4   rows written"]) == (True, 0)


def test_lists_step_keeps_two_years_and_reads_them_in_few_statements() -> None:
    figures = measured("chess-lists", 0.001)

    asked = [value for name, value in figures.items() if name.endswith("statements")]
    assert (PublishedList.objects.count(), ListEntry.objects.count()) == (24, 24 * 250)
    assert asked == [4, 3, 3, 3]  # who joined, returned and left is counted once


def test_invented_players_are_the_same_from_the_same_seed() -> None:
    first, second = (list(invented(50, seed=3)) for _ in range(2))

    assert (first == second, len({one.number for one in first})) == (True, 50)
