"""What the programs of an installation hold: memory, files, threads, connections; read from outside."""

import os
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psycopg
import redis

_STATES = """
SELECT coalesce(state, '-'), count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() GROUP BY 1
"""


@dataclass(frozen=True, slots=True)
class Process:
    """One process: the machine it runs on, what it is, megabytes (its own, and its share), files, threads."""

    machine: str
    program: str
    own: int
    share: int
    files: int
    threads: int
    seconds: float


def processes(folder: Path) -> dict[int, dict[str, Any]]:
    """Return the processes whose data folder lies below a folder, by number."""
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            process = _process(place, str(folder))
        except (OSError, IndexError, TypeError):  # it ended while we looked
            continue
        if process is not None:
            found[int(place.name)] = asdict(process)
    return found


def _process(place: Path, below: str) -> Process | None:
    data = re.search(r"PALMARES_DATA=([^\0]+)", (place / "environ").read_bytes().decode(errors="replace"))
    if data is None or not data[1].startswith(below):
        return None
    words = (place / "cmdline").read_bytes().decode(errors="replace").split("\0")
    roll = (place / "smaps_rollup").read_text()
    stat = (place / "stat").read_text().rpartition(")")[2].split()
    return Process(
        machine=Path(data[1]).parent.name,
        program=next((one for one in ("gunicorn", "worker", "beat") if one in words), words[-2]),
        own=_kilobytes("Private_Dirty", roll) // 1024,
        share=_kilobytes("Pss", roll) // 1024,
        files=len(list((place / "fd").iterdir())),
        threads=int(stat[17]),
        seconds=(int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK"),
    )


def _kilobytes(name: str, roll: str) -> int:
    found = re.search(rf"^{name}:\s+(\d+)", roll, re.MULTILINE)
    return int(found[1]) if found else 0


def servers(database: str, cache: str) -> dict[str, Any]:
    """Return connections and size of the database, clients, memory and keys of Redis."""
    with psycopg.connect(database, autocommit=True) as line:
        states: dict[str, int] = dict(line.execute(_STATES).fetchall())
        (size,) = line.execute("SELECT pg_database_size(current_database())").fetchone() or (0,)
    with redis.Redis.from_url(cache) as client:
        told: Any = client.info()
        keys = client.dbsize()
    return {
        "connections": sum(states.values()),
        "database MB": size // 2**20,
        "Redis clients": told["connected_clients"],
        "Redis MB": told["used_memory"] // 2**20,
        "Redis keys": keys,
    }
