"""Start of the verifier's file: with numpy and numba if both are there, else substitutes."""

import gc
import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

MODE = "PALMARES_VERIFY"  # "plain": never compile


def main(started: str) -> int:
    """Run the verifier; `started` is the path of its first module."""
    sys.dont_write_bytecode = True
    gc.disable()  # one list and then the end: looking for cycles among millions of cells takes longer
    if os.environ.get(MODE) == "plain" or not (find_spec("numpy") and find_spec("numba")):
        sys.path.insert(0, str(Path(started).parent / "plain"))
    else:
        _keep_in_memory()
    from ratings.list_proof.command import main as command

    return command()


def _keep_in_memory() -> None:
    """Let numba compile fast and write no files: the verifier runs once and leaves nothing behind."""
    # Before numba is there: LLVM's first level compiles in less time than the others save in one replay.
    # The bits are the same: no level contracts or reorders floating point.
    os.environ.setdefault("NUMBA_OPT", "1")
    import numba

    for name in ("njit", "cfunc"):
        setattr(numba, name, _without_cache(getattr(numba, name)))


def _without_cache(compiled: Callable[..., Any]) -> Callable[..., Any]:
    def compile_anew(*given: Any, **options: Any) -> Any:
        return compiled(*given, **{name: value for name, value in options.items() if name != "cache"})

    return compile_anew
