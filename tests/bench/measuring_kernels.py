"""Measurements of `manage.py bench` for stream engines: both kernels, from arrays to arrays."""

from time import perf_counter

from ratings.engines.table import stream_engine_named
from ratings.rulebook.editions import pack_all
from ratings.rulebook.systems import SYSTEMS
from tests.bench.figures import Figure, Size, first_call_seconds
from tests.bench.stream_facts import synthetic_stream

_TIMES = 5
_FIRST_CALL = """
from time import perf_counter
begun = perf_counter()
from tests.bench.stream_facts import synthetic_stream
from ratings.engines.table import stream_engine_named
from ratings.rulebook.editions import pack_all
from ratings.rulebook.systems import SYSTEMS
for key in ("fics-blitz", "ladder"):
    system = SYSTEMS[key]
    engine = stream_engine_named(system.engine)
    engine.replay(*synthetic_stream(100, 20, 1), pack_all(system.editions))
print(perf_counter() - begun)
"""


def glicko(size: Size) -> list[Figure]:
    """Replay duels of a category of FICS."""
    return _duels("fics-blitz", "Glicko kernel", size, least=20)


def ladder(size: Size) -> list[Figure]:
    """Replay duels of the ladder."""
    return _duels("ladder", "ladder kernel, duels", size, least=30)


def first_call(_size: Size) -> list[Figure]:
    """Start a process that rates a few games with both engines, compiled kernels in the cache."""
    return [Figure("first call of the streams' engines", first_call_seconds(_FIRST_CALL), "s", most=1.0)]


def _duels(key: str, name: str, size: Size, *, least: float) -> list[Figure]:
    """Measure the best of several replays; the first also pays for memory the process never had before."""
    system = SYSTEMS[key]
    engine, parameters = stream_engine_named(system.engine), pack_all(system.editions)
    facts, standing = synthetic_stream(size.games, size.players, 1)
    engine.replay(*synthetic_stream(100, 20, 1), parameters)
    seconds = []
    for _ in range(_TIMES):
        begun = perf_counter()
        engine.replay(facts, standing, parameters)
        seconds.append(perf_counter() - begun)
    return [
        Figure(name, size.games / min(seconds) / 1e6, "M games/s", least=least),
        Figure("  the first time, new memory", size.games / seconds[0] / 1e6, "M games/s"),
    ]
