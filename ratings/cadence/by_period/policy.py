"""The rules of a period system as this office runs them: every reading of an edition, and when it holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import cast

import numpy as np

from ratings.engines import fide_rules
from ratings.engines.fide_contract import Longs
from ratings.engines.table import PERIOD_MODULES
from ratings.rulebook.editions import amended, edition_named, in_earlier, with_parameters
from ratings.rulebook.fide import FideEdition, pack_rules
from ratings.rulebook.fide_periods import list_date
from ratings.rulebook.policy import engine_files, version_of
from ratings.rulebook.systems import SYSTEMS

_K = (fide_rules.K, fide_rules.K_NEW, fide_rules.K_JUNIOR, fide_rules.K_TOP)
_AROUND = (
    "cadence/by_period/assemble.py",
    "cadence/by_period/rated_lists.py",
    "cadence/by_period/replay.py",
    "cadence/by_period/ledger_rows.py",
    "rulebook/fide_periods.py",
    "rulebook/fide_robin.py",
)


@dataclass(frozen=True, slots=True)
class PeriodPolicy:
    """The readings of a system's editions, in order of time; an amendment makes a reading of its own."""

    key: str
    names: tuple[str, ...]  # editions, each once
    effective: tuple[date, ...]  # of the readings, rising; the first also rules what was before it
    edition: tuple[int, ...]  # of each reading, the place of its name
    rules: Longs  # one row a reading
    one_offs: bool  # single lists are adjusted, as the system declares; by a named edition none is

    def reading_on(self, day: date) -> int:
        """Return the row of the reading in force on a day."""
        return max((row for row, start in enumerate(self.effective) if start <= day), default=0)

    def rule(self, month: int) -> Longs:
        """Return the rules of a list."""
        row: Longs = self.rules[self.reading_on(list_date(month))]
        return row

    def k_rules(self, month: int) -> tuple[int, ...]:
        """Return the constants of K on a list."""
        rule = self.rule(month)
        return tuple(int(rule[place]) for place in _K)

    @property
    def report_lists(self) -> int:
        """The most lists a late report may miss, under any reading."""
        return int(self.rules[:, fide_rules.REPORT_LISTS].max())


def period_policy_of(key: str, *, edition: str, parameters: Mapping[str, object]) -> PeriodPolicy:
    """Return the readings of a system; `edition` and `parameters` as in policy.policy_of.

    Raises LookupError for an edition the system does not have, and the rulebook's errors for a parameter.
    """
    every = cast(Sequence[FideEdition], SYSTEMS[key].editions)
    chosen = list(every)
    if edition:
        named = edition_named(every, edition)
        if named is None:
            raise LookupError(f"{key} has no edition {edition}")
        chosen = [named]
    chosen.sort(key=lambda fide_edition: fide_edition.effective or date.min)
    names = tuple(fide_edition.name for fide_edition in chosen)
    readings = [
        (
            day,
            place,
            _as_read(
                fide_edition,
                day,
                parameters if place == len(chosen) - 1 else in_earlier(fide_edition, parameters),
            ),
        )
        for place, fide_edition in enumerate(chosen)
        for day in _days(fide_edition, always=bool(edition))
    ]
    return PeriodPolicy(
        key=key,
        names=names,
        effective=tuple(day for day, _, _ in readings),
        edition=tuple(place for _, place, _ in readings),
        rules=np.array([pack_rules(reading) for _, _, reading in readings], np.int64),
        one_offs=SYSTEMS[key].entry.one_offs and not edition,
    )


def _days(edition: FideEdition, *, always: bool) -> list[date]:
    """Return the days from which an edition reads differently; what took effect before is in at once."""
    first = date.min if always else edition.effective or date.min
    return [first, *sorted({day for day, _, _ in edition.later if day > first})]


def _as_read(edition: FideEdition, day: date, parameters: Mapping[str, object]) -> FideEdition:
    return with_parameters(amended(edition, day), parameters)


def period_files(key: str) -> list[Path]:
    """Return the files that decide a period's numbers: the engine, the replay around it, dated adjustments.

    A fingerprint holds facts as they were read, so what is made of them before and behind the engine counts.
    """
    ratings = Path(__file__).parents[2]
    engine = engine_files(PERIOD_MODULES[SYSTEMS[key].engine], shared=("contract",))
    return [*engine, *(ratings / name for name in _AROUND)]


@cache
def period_engine_version(key: str) -> str:
    """Return the version of a period engine's code: the hash of its files."""
    return version_of(period_files(key))
