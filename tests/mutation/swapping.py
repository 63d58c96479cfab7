"""Puts a mutant into this process: the code of the function that holds it is exchanged, in a fork."""

import functools
import gc
import sys
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from tests.mutation.mutants import Mutant


def put(mutant: Mutant) -> bool:
    """Exchange the code of every function of that place; False where none of them runs here."""
    gc.unfreeze()  # what the suite has frozen is not listed
    file = str(mutant.path.resolve())
    compiled = compile(mutant.tree, file, "exec")
    wanted = _code_of(compiled, mutant.function)
    found = [
        one
        for one in gc.get_objects()
        if type(one) is FunctionType  # isinstance would ask proxies what they stand for
        and one.__code__.co_firstlineno == mutant.first_line
        and one.__code__.co_qualname == mutant.function
        and Path(one.__code__.co_filename).resolve() == mutant.path.resolve()
    ]
    if (
        wanted is None
        or not found
        or any(len(one.__code__.co_freevars) != len(wanted.co_freevars) for one in found)
    ):
        return False
    for one in found:
        one.__code__ = wanted
    forget(file)
    return True


def _code_of(code: CodeType, name: str) -> CodeType | None:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            if part.co_qualname == name:
                return part
            if (inner := _code_of(part, name)) is not None:
                return inner
    return None


def forget(file: str) -> None:
    """Empty what functions remember, and have kernels compiled anew where one is of the file, unsaved."""
    for one in gc.get_objects():
        if type(one) is functools._lru_cache_wrapper:
            one.cache_clear()
    if "numba" not in sys.modules:
        return
    from numba.core.caching import NullCache
    from numba.core.dispatcher import Dispatcher

    kernels: list[Any] = [one for one in gc.get_objects() if issubclass(type(one), Dispatcher)]
    if any(one.py_func.__code__.co_filename == file for one in kernels):
        for one in kernels:
            one._cache = NullCache()
            one._reset_overloads()
