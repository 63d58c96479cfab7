"""The compiled engines against plain Python, against the printed curves, and what importing them costs."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from ratings.engines import curves, ffg, ffg_event, ffg_kernels, glicko, gor, ladder
from ratings.exact_math import EXACT, LIBRARY
from ratings.rulebook.editions import Edition, engine_constants, pack
from tests import declared
from tests.engines.building import Event, facts_of, standing_of

ROOT = Path(__file__).resolve().parents[2]
DIGEST = """
import hashlib, sys, numpy as np
from tests.bench.facts import synthetic_facts
from tests.bench.stream_facts import synthetic_stream
from ratings.engines.table import engine_named, stream_engine_named
from federation.vocabulary.grades import Scale
from tests import declared
from ratings.rulebook.editions import pack_all, with_parameters
digest = hashlib.sha256()
for name, scale, editions in (("ffg", Scale.FFG, declared.FFG), ("gor", Scale.GOR, declared.EGF)):
    for edition in editions if name in ENGINES else ():
        facts, standing = synthetic_facts(240, 8, 40, 7, scale=scale)
        facts.entry_value[facts.entry_player % 7 == 0] = np.nan  # some can never be rated
        changes, after = engine_named(name).replay(facts, standing, pack_all([edition], CONTRACT))
        for column in (changes.start, changes.after, changes.event_passes, after.rating, after.games):
            digest.update(column.tobytes())
normal = with_parameters(declared.LADDER[-1], {"curve": "normal"})
for name, editions in (("glicko", declared.FICS), ("ladder", declared.LADDER), ("ladder", [normal])):
    if name not in ENGINES:
        continue
    facts, standing = synthetic_stream(240, 30, 7)
    changes, after = stream_engine_named(name).replay(facts, standing, pack_all(editions, CONTRACT))
    for column in (changes.before, changes.after, changes.deviation, after.rating, after.deviation):
        digest.update(column.tobytes())
print(digest.hexdigest())
"""
# what DIGEST prints for all engines under the second contract on every machine (facts: numpy's PCG64)
BITS = "7e97d6d749a4a35539bb974edc3fcf71174191808437ceda568f5d0c55ace09e"
EVERY = ("ffg", "gor", "glicko", "ladder")
GENERIC = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}


@cache
def digest_of(engines: tuple[str, ...], contract: int, **environment: str) -> str:
    """The hash of what engines compute under a numeric contract, in a fresh interpreter."""
    return fresh(f"ENGINES, CONTRACT = {engines}, {contract}\n{DIGEST}", **environment)


def fresh(code: str, **environment: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.long
@pytest.mark.parametrize("contract", [LIBRARY, EXACT])
def test_plain_python_gives_the_bits_of_the_compiled_engines(contract: int) -> None:
    plain = digest_of(EVERY, contract, NUMBA_DISABLE_JIT="1")

    assert plain == digest_of(EVERY, contract)


def test_second_contract_gives_the_same_bits_on_every_machine() -> None:
    assert digest_of(EVERY, EXACT, NUMBA_DISABLE_JIT="1") == BITS


@pytest.mark.release  # compiling takes 20 s; a check compares this machine with plain Python
def test_second_contract_gives_the_same_bits_compiled_for_any_processor() -> None:
    # the two engines that call every function, for each is compiled anew
    assert digest_of(("gor", "ladder"), EXACT, **GENERIC) == digest_of(("gor", "ladder"), EXACT)


def test_table_brings_neither_numba_nor_django() -> None:
    code = (
        "import sys, ratings.engines.table, ratings.rulebook.streams, ratings.rulebook.activity,"
        " ratings.rulebook.deviation;"
        "import ratings.rating_job.reading;"
        "print([name for name in ('numba', 'llvmlite', 'django') if name in sys.modules])"
    )

    assert fresh(code) == "[]"


@pytest.mark.parametrize(
    ("engine", "edition"),
    [
        (ffg_event, declared.FFG[-1]),
        (gor, declared.EGF[-1]),
        (glicko, declared.FICS[-1]),
        (ladder, declared.LADDER[-1]),
    ],
    ids=["ffg", "gor", "glicko", "ladder"],
)
def test_places_in_a_row_are_the_fields_of_the_edition(engine: object, edition: Edition) -> None:
    row, place = pack(edition), 0
    for name in engine_constants(edition):
        value = getattr(edition, name)
        assert getattr(engine, name.upper()) == place
        place += len(value) if isinstance(value, tuple) else 1

    assert (len(row), place) == (engine.WIDTH, engine.WIDTH)  # type: ignore[attr-defined]  # every engine named here has it


@pytest.mark.parametrize("level", np.linspace(-3000, 900, 79))
def test_k_of_the_ffg_engine_is_the_printed_table(level: float) -> None:
    printed = curves.interpolate(level, curves.FFG_K, first=curves.FFG_K_FIRST, step=curves.FFG_K_STEP)
    row = np.array(pack(declared.FFG[-1]))

    assert ffg_kernels.k_of(level, row, 1.0 / row[ffg_event.K_STEP]) == pytest.approx(printed, abs=1e-12)


@pytest.mark.parametrize(("white", "black"), [(-1350.0, -1450.0), (150.0, -2900.0), (800.0, 800.0)])
def test_expectation_of_the_ffg_engine_is_the_printed_curve(white: float, black: float) -> None:
    a = curves.ffg_scale(min(white, black), numerator=1250.0, divisor=7.0)
    weaker = curves.weaker_expectation(abs(white - black), a)
    rules = np.array([pack(declared.FFG[-1])])

    sides = ffg.engine.explain(facts_of(Event([0, 1], [(1, 0, 1, 2)])), standing_of([white, black]), rules, 0)

    assert [(side.a, side.expected) for side in sides] == [
        pytest.approx((a, 1.0 - weaker), abs=1e-12),
        pytest.approx((a, weaker), abs=1e-12),
    ]


@pytest.mark.parametrize(("white", "black"), [(2100.0, 2000.0), (-500.0, 300.0), (3000.0, 2990.0)])
def test_numbers_of_the_gor_engine_are_the_printed_formulas(white: float, black: float) -> None:
    rules = np.array([pack(declared.EGF[-1])])

    side = gor.engine.explain(facts_of(Event([0, 1], [(1, 0, 1, 2)])), standing_of([white, black]), rules, 0)[
        0
    ]

    assert (side.k, side.bonus, side.expected) == pytest.approx(
        (
            curves.egf_con_2021(white),
            curves.egf_bonus_2021(white),
            curves.egf_expectation_2021(white, black),
        ),
        abs=1e-12,
    )


@pytest.mark.parametrize(("white", "black"), [(2650.0, 2750.0), (2400.0, 2300.0), (320.0, 400.0)])
def test_old_expectation_of_the_gor_engine_is_the_printed_curve(white: float, black: float) -> None:
    rules = np.array([pack(declared.EGF[0])])
    a = curves.egf_scale(min(white, black))

    sides = gor.engine.explain(facts_of(Event([0, 1], [(1, 0, 1, 2)])), standing_of([white, black]), rules, 0)

    weaker = min(side.expected for side in sides)
    assert (sides[0].a, weaker) == pytest.approx((a, curves.weaker_expectation(abs(white - black), a)))
