"""Constants of a system fitted to the games held: read, checked, fitted. Writes nothing; needs scipy."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from json import dumps
from typing import Any

from ratings.cadence.shared.record import Floats
from ratings.laboratory.editions import editions_of
from ratings.laboratory.figures import codes
from ratings.laboratory.figures.fitting.constants import Constant, choose, rules_with
from ratings.laboratory.figures.fitting.fit import ORIGINS, fit
from ratings.laboratory.figures.fitting.trials import Trials, sample_of
from ratings.laboratory.figures.rules import can_scale
from ratings.laboratory.grounds import reader_of
from ratings.models import RatingSystem
from ratings.previews.steady import retry_if_moved


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be fitted, on which games, and how."""

    names: tuple[str, ...]
    until: date
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    origins: int = ORIGINS
    draws: int = codes.DRAWS
    thorough: bool = False


def fit_constants(
    system: RatingSystem, request: Request, *, report: Callable[[int], None] = lambda _count: None
) -> dict[str, Any]:
    """Return the JSON of `fit.fit` with system, unit and fingerprint.

    `report` is called with how many values were tried. Raises UnfitVariant for constants, ranges and days
    that cannot be, LookupError for an unknown edition.
    """
    reader, editions = reader_of(system.key), editions_of(system)
    may_scale = can_scale(editions) and reader.scales_k
    constants = choose(request.names, editions, request.ranges, may_scale=may_scale)
    loaded = retry_if_moved(lambda: reader.load(system, editions))
    sample, expect = sample_of(loaded.ground)

    def expected(values: Sequence[float]) -> Floats:
        return expect(
            rules_with(constants, values, system=system.key, editions=editions, numeric=system.numeric)
        )

    found = fit(
        Trials(sample, expected, report),
        constants,
        request.until,
        origins=request.origins,
        draws=request.draws,
        thorough=request.thorough,
    )
    facts = {
        "system": system.key,
        "unit": reader.unit,
        "facts": loaded.fingerprint,
    }
    return {"fingerprint": _fingerprint(loaded.fingerprint, request, constants), **facts, **found}


def _fingerprint(facts: str, request: Request, constants: Sequence[Constant]) -> str:
    """Hash the facts with everything that was asked."""
    document = {
        "constants": [[constant.name, constant.low, constant.high] for constant in constants],
        "until": request.until.isoformat(),
        "origins": request.origins,
        "draws": request.draws,
        "thorough": request.thorough,
    }
    return sha256(f"{facts}\n{dumps(document, sort_keys=True)}".encode()).hexdigest()
