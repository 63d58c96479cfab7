"""Compare millions of values with MPFR's: python -m tests.exact_math.by_hand [count] [seed] [functions...].

Needs gmpy2, which the tests do not. Prints the arguments of a function wrongly rounded, and counts them.
"""

import struct
import sys
from importlib import import_module
from itertools import islice
from typing import Any

from ratings.exact_math.machine import IS_COMPILED
from tests.exact_math import calling
from tests.exact_math.arguments import FUNCTIONS, arguments

BATCH = 100_000


def run(name: str, count: int, seed: int) -> int:
    """Compare so many values of a function; return how many differ."""
    mpfr: Any = import_module("gmpy2")
    mpfr.set_context(mpfr.context(precision=53, emax=1024, emin=-1073, subnormalize=True))
    powers: dict[str, Any] = {
        "pow": lambda base, power: mpfr.mpfr(base) ** mpfr.mpfr(power),
        "seventh": lambda base: mpfr.mpfr(base) ** 7,
    }
    theirs = powers.get(name) or getattr(mpfr, name)
    wrong, drawn, ours = 0, arguments(name, count, seed), calling.OURS[name]
    while batch := list(islice(drawn, BATCH)):
        for one in batch:
            found, meant = ours(*one), float(theirs(*one))
            if found != meant and not (found != found and meant != meant):
                wrong += 1
                print(name, [value.hex() for value in one], found.hex(), meant.hex())  # noqa: T201 - a script
            elif found == 0.0 and struct.pack("d", found) != struct.pack("d", meant):
                wrong += 1
                print(name, [value.hex() for value in one], "sign of zero")  # noqa: T201 - a script
    return wrong


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    begin = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for function in sys.argv[3:] or FUNCTIONS:
        print(  # noqa: T201 - a script
            function,
            many,
            "compiled" if IS_COMPILED else "plain",
            run(function, many, begin),
            "wrong",
            flush=True,
        )
