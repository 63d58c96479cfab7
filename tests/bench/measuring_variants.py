"""Measurements of `manage.py bench variants`.

A hundred variants of a commission at once, from arrays.
"""

from datetime import date
from time import perf_counter

import numpy as np

from federation.vocabulary.grades import Scale
from ratings.laboratory.figures.by_event import EventGround
from ratings.laboratory.figures.codes import DRAWS
from ratings.laboratory.figures.rules import rules_in_force, rules_of
from ratings.laboratory.figures.simulation import simulate
from ratings.laboratory.figures.variant import Variant
from ratings.laboratory.many_variants import Task, summaries_of
from ratings.rulebook.systems import editions_of
from tests.bench.facts import synthetic_facts
from tests.bench.figures import Figure, Size

VARIANTS = 100
FIRST, YEARS = date(2013, 2, 1), 12
MARKS = {"ffg": ("ffg", Scale.FFG, 60.0), "egf": ("gor", Scale.GOR, 30.0)}


def variants(size: Size) -> list[Figure]:
    """Replay and judge VARIANTS other K of both systems of Go, each over all games, on every processor."""
    figures = []
    for key, (engine, scale, most) in MARKS.items():
        task = _task(key, engine, scale, size)
        begun = perf_counter()
        summaries_of(task, processes=None, report_progress=lambda _percent, _message: None)
        name = f"{VARIANTS} variants of {key}, {size.games} games"
        figures.append(Figure(name, perf_counter() - begun, "s", most=most))
    return figures


def _task(key: str, engine: str, scale: Scale, size: Size) -> Task:
    """Invent the facts, and compute what the rules in force make of them."""
    facts, standing = synthetic_facts(size.games, size.tournaments, size.players, 1, scale=scale)
    editions = editions_of(key, edition="", parameters={})
    first, events = FIRST.toordinal(), facts.event_kind.size
    ground = EventGround(
        engine=engine,
        facts=facts,
        standing=standing,
        days=np.linspace(first, first + 365 * YEARS, events).astype(np.int64),
        players=np.arange(1, standing.rating.size + 1),
        birth_year=np.zeros(standing.rating.size, np.int64),
        base=rules_in_force(editions),
    )
    rules = [rules_of(_variant(key, number), editions) for number in range(VARIANTS)]
    return Task(ground, simulate(ground, ground.base), rules, DRAWS)


def _variant(key: str, number: int) -> Variant:
    factor = 0.5 + (number + 0.5) / VARIANTS  # none is 1
    return Variant(
        name=f"K by {factor:.3f}",
        system=key,
        constants={},
        dates={},
        adjustment=True,
        floor=True,
        k_factor=factor,
        conversion=None,
    )
