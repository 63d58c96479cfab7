"""The functions as tests call them: what lies at an address only compiled code can reach."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from ratings.exact_math import machine
from ratings.exact_math.error_function import erfc
from ratings.exact_math.exponential import exp
from ratings.exact_math.logarithm import log, log1p
from ratings.exact_math.power import pow as power_of
from ratings.exact_math.power import seventh


def _called(function: Any, arguments: int = 1) -> Callable[..., float]:
    if not machine.IS_COMPILED:
        return function  # type: ignore[no-any-return]  # is one of floats
    njit = import_module("numba").njit
    made: Callable[..., float] = (
        njit(lambda number: function(number)) if arguments == 1 else njit(lambda one, two: function(one, two))
    )
    return made


OURS = {
    "exp": _called(exp),
    "log": _called(log),
    "log1p": _called(log1p),
    "pow": _called(power_of, 2),
    "seventh": _called(seventh),
    "erfc": _called(erfc),
}
