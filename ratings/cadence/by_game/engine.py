"""The engine that rates the games of a system one by one."""

from ratings.engines.stream_contract import StreamEngine
from ratings.engines.table import stream_engine_named
from ratings.rulebook.systems import SYSTEMS


def engine_of(system_key: str) -> StreamEngine:
    """Return the engine of a system; the first call of a process loads its kernels."""
    return stream_engine_named(SYSTEMS[system_key].engine)
