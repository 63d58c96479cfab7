"""Constants of a system fitted to the games held: read, checked, fitted. Writes nothing; needs scipy."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from hashlib import sha256
from json import dumps
from typing import Any, NamedTuple

import numpy as np

from ratings.cadence.by_event import replay as by_event_replay
from ratings.cadence.by_game import replay as by_game_replay
from ratings.cadence.by_game.facts import END
from ratings.cadence.shared.sequence import day_of
from ratings.laboratory.figures import codes
from ratings.laboratory.figures.fitting import by_event, by_game
from ratings.laboratory.figures.fitting.constants import Constant, choose, rules_with
from ratings.laboratory.figures.fitting.fit import ORIGINS, fit
from ratings.laboratory.figures.fitting.trials import Sample, Trials
from ratings.laboratory.figures.simulation import Ground
from ratings.laboratory.figures.variant import Rules, rules_in_force
from ratings.models import RatingSystem
from ratings.previews.steady import on_one_state
from ratings.rulebook.policy import editions_of, engine_version
from ratings.rulebook.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be fitted, on which games, and how."""

    names: tuple[str, ...]
    until: date
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    origins: int = ORIGINS
    draws: int = codes.DRAWS
    thorough: bool = False


class _Held(NamedTuple):
    """The games of a system, and what they are drawn by."""

    sample: Sample
    fingerprint: str  # of facts, rules in force and the engine's code
    unit: str


def fit_constants(
    system: RatingSystem, request: Request, *, report: Callable[[int], None] = lambda _count: None
) -> dict[str, Any]:
    """Return the JSON of `fit.fit` with system, unit and fingerprint; `report` is told how many values were tried.

    Raises UnfitVariant for constants, ranges and days that cannot be, LookupError for an unknown edition.
    """
    editions = editions_of(system.key, edition=system.edition, parameters=system.parameters)
    constants = choose(request.names, editions, request.ranges, may_scale=bool(SYSTEMS[system.key].engine))
    held = on_one_state(lambda: _read(system))

    def rules(values: Sequence[float]) -> Rules:
        return rules_with(constants, values, system=system.key, editions=editions, numeric=system.numeric)

    found = fit(
        Trials(held.sample, rules, report),
        constants,
        request.until,
        origins=request.origins,
        draws=request.draws,
        thorough=request.thorough,
    )
    facts = {"system": system.key, "unit": held.unit, "facts": held.fingerprint}
    return {"fingerprint": _fingerprint(held.fingerprint, request, constants), **facts, **found}


def _read(system: RatingSystem) -> _Held:
    rules = SYSTEMS[system.key]
    return _tournaments(system) if rules.engine else _days(system)


def _tournaments(system: RatingSystem) -> _Held:
    loaded = by_event_replay.load(system)
    editions = editions_of(system.key, edition=system.edition, parameters=system.parameters)
    events = loaded.assembly.events
    ground = Ground(
        engine=SYSTEMS[system.key].engine,
        facts=loaded.assembly.facts,
        standing=loaded.standing,
        days=np.array([day_of(place).toordinal() for place in events.sequence.tolist()], np.int64),
        players=loaded.players,
        birth_year=np.zeros(loaded.players.size, np.int64),
        base=rules_in_force(editions, numeric=system.numeric),
    )
    return _Held(by_event.sample_of(ground), loaded.fingerprint, "tournaments")


def _days(system: RatingSystem) -> _Held:
    loaded = by_game_replay.from_scratch(system, before=END)
    editions = editions_of(system.key, edition=system.edition, parameters=system.parameters)
    stream = by_game.Stream(
        engine=SYSTEMS[system.key].stream_engine,
        facts=loaded.assembly.facts,
        standing=loaded.standing,
        base=rules_in_force(editions, numeric=system.numeric),
    )
    digest = sha256(f"{system.key}\0{engine_version(system.key)}".encode())
    for column in (
        loaded.assembly.players,
        loaded.policy.parameters,
        *(getattr(stream.facts, one.name) for one in fields(stream.facts)),
    ):
        digest.update(str((column.dtype.str, column.shape)).encode())
        digest.update(np.ascontiguousarray(column).tobytes())
    return _Held(by_game.sample_of(stream), digest.hexdigest(), "days")


def _fingerprint(facts: str, request: Request, constants: Sequence[Constant]) -> str:
    """Hash the facts with everything that was asked."""
    said = {
        "constants": [[one.name, one.low, one.high] for one in constants],
        "until": request.until.isoformat(),
        "origins": request.origins,
        "draws": request.draws,
        "thorough": request.thorough,
    }
    return sha256(f"{facts}\n{dumps(said, sort_keys=True)}".encode()).hexdigest()
