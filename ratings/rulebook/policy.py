"""The rules as this office runs them: which editions a system uses, and which constants it replaced."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from pathlib import Path

from ratings import exact_math
from ratings.engines import contract
from ratings.engines.contract import Floats
from ratings.engines.table import MODULES, STREAM_MODULES
from ratings.exact_math import EXACT
from ratings.rulebook.editions import pack_all
from ratings.rulebook.systems import SYSTEMS, editions_of

SHARED = ("contract", "explaining", "table")  # files of ratings.engines that engines of events import
SHARED_BY_STREAMS = ("contract", "stream_contract", "stream_table")


@dataclass(frozen=True, slots=True)
class Policy:
    """The editions of a system in the order of the engine's parameter table."""

    key: str
    names: tuple[str, ...]
    effective: tuple[date, ...]  # rising; the first also rules manual events before it
    parameters: Floats  # one row per edition

    def edition_on(self, day: date) -> int:
        """Return the row of the edition in force on a day."""
        return max((row for row, start in enumerate(self.effective) if start <= day), default=0)


def policy_of(key: str, *, edition: str, parameters: Mapping[str, object], numeric: int = EXACT) -> Policy:
    """Return the editions of a choice (systems.editions_of), packed.

    `numeric` is the contract of the functions (exact_math). Raises as `editions_of`.
    """
    chosen = editions_of(key, edition=edition, parameters=parameters)
    names, days = tuple(chosen_edition.name for chosen_edition, _ in chosen), tuple(day for _, day in chosen)
    return Policy(key, names, days, pack_all([chosen_edition for chosen_edition, _ in chosen], numeric))


def engine_files(module: str, *, shared: Sequence[str]) -> list[Path]:
    """Return the files of an engine: its own, which begin with its name, and those it shares with others."""
    folder, own = Path(contract.__file__).parent, module.rpartition(".")[2]
    return sorted({*folder.glob(f"{own}*.py"), *(folder / f"{name}.py" for name in shared)})


def version_of(files: Iterable[Path]) -> str:
    """Return the version of some files, a digest of their bytes."""
    digest = sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@cache
def engine_version(key: str) -> str:
    """Return the version of an engine's code: the hash of its files and the functions.

    The tables of curves.py reach an engine as parameters, which a fingerprint holds besides.
    """
    system = SYSTEMS[key]
    functions = sorted(Path(exact_math.__path__[0]).glob("*.py"))
    if system.entry.moves_by_game:
        own = engine_files(STREAM_MODULES[system.engine], shared=SHARED_BY_STREAMS)
    else:
        own = engine_files(MODULES[system.engine], shared=SHARED)
    return version_of([*own, *functions])
