"""Modules of engines as plain Python, for processes that answer pages and rate a tournament or two.

numba takes three seconds and 100 MB of a process. The source is the engine's own, so the bits are the same.
"""

import builtins
from functools import cache
from importlib.util import find_spec, module_from_spec
from types import SimpleNamespace
from typing import Any


def _njit(**_options: object) -> Any:
    return lambda function: function


_NUMBA = SimpleNamespace(njit=_njit)


@cache
def interpreted(name: str) -> Any:
    """Return a module whose functions numba does not compile; the modules it imports are those of everyone.

    Raises ModuleNotFoundError for a name without module.
    """
    spec = find_spec(name)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(name)
    module = module_from_spec(spec)
    vars(module)["__builtins__"] = vars(builtins) | {"__import__": _import}
    spec.loader.exec_module(module)
    return module


def _import(name: str, *given: Any) -> Any:
    return _NUMBA if name == "numba" else builtins.__import__(name, *given)
