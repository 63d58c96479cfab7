"""What compiled and plain Python have to do differently: compile, keep a table, look at the bits of a float.

Without numba (or with NUMBA_DISABLE_JIT=1) every function of this folder is plain Python on floats and ints.
"""

from collections.abc import Callable, Sequence
from ctypes import CFUNCTYPE, c_double, c_void_p
from ctypes import cast as pointer
from importlib import import_module
from struct import pack, unpack
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


def bits_of(number: float) -> int:
    """Return the 64 bits of a float as a signed integer (IEEE 754 binary64)."""
    return int(unpack("<q", pack("<d", number))[0])


def float_of(bits: int) -> float:
    """Return the float of these 64 bits, a signed integer."""
    return float(unpack("<d", pack("<q", bits))[0])


INFINITE = float_of(2047 << 52)
NAN = float_of(4095 << 51)  # one of the many: machines differ in the sign of those they make

try:
    # by name, as what has no types: numba tells types of a part of it
    _numba: Any = import_module("numba")
    IS_COMPILED = not _numba.config.DISABLE_JIT
except (ImportError, AttributeError):  # none, or something else of that name that compiles nothing
    IS_COMPILED = False

if IS_COMPILED:
    _numpy: Any = import_module("numpy")
    _llvm: Any = import_module("llvmlite.binding")
    _ir: Any = import_module("llvmlite.ir")
    _types: Any = _numba.types
    _insert: Any = import_module("numba.core.cgutils").get_or_insert_function
    _intrinsic: Any = import_module("numba.extending").intrinsic
    _overload: Any = import_module("numba.extending").overload

    @_intrinsic
    def _as_bits(_typing: Any, number: Any) -> Any:
        """Compile to the move of a register."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.bitcast(arguments[0], context.get_value_type(signature.return_type))

        return _types.int64(_types.float64), generate

    @_intrinsic
    def _as_float(_typing: Any, bits: Any) -> Any:
        """Compile to the move of a register."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.bitcast(arguments[0], context.get_value_type(signature.return_type))

        return _types.float64(_types.int64), generate

    # without types: numba compares these signatures with those of the plain functions
    @_overload(bits_of, inline="always")
    def _compiled_bits_of(number):
        return lambda number: _as_bits(number)

    @_overload(float_of, inline="always")
    def _compiled_float_of(bits):
        return lambda bits: _as_float(bits)


def compiled(function: Function) -> Function:
    """Compile a function for numba kernels; without numba give it as it is.

    Never with fastmath: additions keep their order, and a product and a sum are never made one operation.
    """
    if not IS_COMPILED:
        return function
    made: Function = _numba.njit(cache=True, error_model="numpy")(function)
    return made


def inlined(function: Function) -> Function:
    """Compile a function into each that calls it; without numba give it as it is."""
    if not IS_COMPILED:
        return function
    made: Function = _numba.njit(cache=True, error_model="numpy", forceinline=True)(function)
    return made


def apart(function: Function) -> Function:
    """Compile a function of floats once, to be called by its address; without numba give it as it is.

    What is long or rarely reached would otherwise be compiled again with every kernel that may reach it.
    Kernels of the cache find it by its name, so that its module has to be imported before they are loaded.
    Compiled code alone can call it.
    """
    if not IS_COMPILED:
        return function
    signature = _types.float64(*[_types.float64] * function.__code__.co_argcount)
    callback = _numba.cfunc(signature, cache=True, error_model="numpy")(function)
    return cast(Function, _by_address(function, callback, callback.address))


def in_python(function: Function) -> Function:
    """Let compiled code call a function of floats as plain Python; without numba give it as it is.

    For what one argument in thousands needs. It raises nothing: nobody could catch it.
    """
    if not IS_COMPILED:
        return function
    callback = CFUNCTYPE(c_double, *[c_double] * function.__code__.co_argcount)(function)
    return cast(Function, _by_address(function, callback, pointer(callback, c_void_p).value))


def _by_address(function: Any, callback: Any, address: Any) -> Any:
    """Return what compiled code calls like a function, wherever it lies.

    It reads and writes nothing but numbers handed over, so that a kernel keeps what it read before the call.
    """
    name, count = f"{function.__module__}.{function.__name__}", function.__code__.co_argcount
    _KEPT.append(callback)
    _llvm.add_symbol(name, address)

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = _ir.FunctionType(_ir.DoubleType(), [_ir.DoubleType()] * count)
        called = _insert(builder.module, kind, name)
        called.attributes.add("readnone")
        called.attributes.add("nounwind")
        return builder.call(called, arguments)

    signature = _types.float64(*[_types.float64] * count)
    if count == 1:
        return _intrinsic(lambda _typing, _number: (signature, generate))
    return _intrinsic(lambda _typing, _number, _other: (signature, generate))


_KEPT: list[Any] = []  # machine code lives as long as this


def table(values: Sequence[float]) -> Sequence[float]:
    """Keep a table of floats so that compiled code reads it as a constant."""
    return cast(Sequence[float], _numpy.array(values, _numpy.float64)) if IS_COMPILED else tuple(values)
