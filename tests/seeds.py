"""Seeds of tests that draw: the same in every check, others in a run before a release, which names them.

`PALMARES_TEST_SEEDS=random` draws a number for the run; its closing lines say which, and
`PALMARES_TEST_SEEDS=NUMBER` repeats it.
"""

import os
import secrets
from collections.abc import Sequence
from typing import Any, TypeVar, cast

import hypothesis
from hypothesis import core
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

T = TypeVar("T")
VARIABLE = "PALMARES_TEST_SEEDS"
_MOST, _APART = 1_000_000, 10_000
_SHARE = 5  # of so many examples that are drawn before a release, a check draws one
_NO_CLOCK = [hypothesis.HealthCheck.too_slow]  # a busy machine draws slowly
hypothesis.settings.register_profile(
    "check",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=100 // _SHARE,
    suppress_health_check=_NO_CLOCK,
)
hypothesis.settings.register_profile(
    "release", database=None, deadline=None, print_blob=True, suppress_health_check=_NO_CLOCK
)


def settle() -> None:
    """Choose the seeds of the whole run, before workers inherit the environment."""
    if os.environ.get(VARIABLE) == "random":
        os.environ[VARIABLE] = str(1 + secrets.randbelow(_MOST))
    hypothesis.settings.load_profile("release" if number() else "check")
    # Constants of whatever modules a process has imported so far would make examples depend on the order of
    # tests, and reading 1,190 modules takes each process 15 s.
    cast(Any, providers)._get_local_constants = Constants
    if number():
        cast(Any, core).global_force_seed = number()


def number() -> int:
    """Return the number of a run with seeds of its own, 0 in every check."""
    return int(os.environ.get(VARIABLE) or 0)


def of_run(seed: int) -> int:
    """Return the seed of this run for one a test has written down, for what holds whatever is drawn."""
    return seed + _APART * number()


def share(cases: Sequence[T]) -> list[T]:
    """Return which of many equal cases to look at: all before a release, every fifth in a check."""
    return list(cases if number() else cases[::_SHARE])


def examples(most: int) -> int:
    """Return how many examples to draw: all before a release, a share of them in a check."""
    return most if number() else -(-most // _SHARE)
