"""Kernels of the FIDE engine as plain Python give what they give compiled, and bring no compiler."""

import dataclasses

import numpy as np
import pytest

from ratings.engines import fide_games, fide_robin
from ratings.engines.fide_tables import distances
from ratings.rulebook.interpreted import interpreted
from tests.bench.fide_facts import MonthSize, synthetic_month
from tests.declared import RAPID_AND_BLITZ, STANDARD
from tests.engines.fide_building import rules_of
from tests.engines.test_portability import fresh

EVERY = rules_of(*STANDARD, *RAPID_AND_BLITZ)
SIZE = MonthSize(rated=200, active=100, games=400, tournaments=8, seed=11)


@pytest.mark.parametrize("are_robins", [False, True])
@pytest.mark.parametrize("edition", range(len(EVERY)))
def test_interpreted_kernels_give_the_bits_of_the_compiled(edition: int, are_robins: bool) -> None:
    facts, standing = synthetic_month(SIZE, edition=edition)
    facts = dataclasses.replace(facts, event_robin=np.full_like(facts.event_robin, are_robins))
    given = []
    for robin, games in (
        (fide_robin, fide_games),
        (interpreted("ratings.engines.fide_robin"), interpreted("ratings.engines.fide_games")),
    ):
        robins = robin.rate_robins(facts, EVERY, distances())
        own = standing.rating[facts.entry_player]
        given.append((*robins, *games.rate_games(facts, seen=robins.seen, own=own, rules=EVERY)))

    for compiled, plain in zip(*given, strict=True):
        assert (compiled.dtype, compiled.tobytes()) == (plain.dtype, plain.tobytes())


def test_interpreted_module_brings_no_numba() -> None:
    code = (
        "import sys; from ratings.rulebook.interpreted import interpreted;"
        "print(interpreted('ratings.engines.fide_robin').percent(7, 9), 'numba' in sys.modules)"
    )

    assert fresh(code) == "39 False"


def test_module_that_is_none_is_refused() -> None:
    with pytest.raises(ModuleNotFoundError):
        interpreted("ratings.engines.fide_none")
