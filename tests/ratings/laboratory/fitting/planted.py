"""Five constants planted in drawn histories: does the interval of a fit hold the truth?

The suite fits a few seeds. All of them: .venv/bin/python -m tests.ratings.laboratory.fitting.planted [SEEDS]
"""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from ratings.cadence.shared.record import Floats
from ratings.laboratory.figures.fitting.constants import choose, rules_with
from ratings.laboratory.figures.fitting.fit import fit
from ratings.laboratory.figures.fitting.trials import Trials, sample_of
from ratings.laboratory.figures.rules import Rules, rules_in_force
from ratings.laboratory.figures.simulation import Ground
from ratings.rulebook.systems import editions_of
from tests.ratings.laboratory.fitting import planted_events, planted_games, planted_lists


@dataclass(frozen=True, slots=True)
class Planting:
    """A constant, what is planted, and how a history is drawn: rules of the truth, those in force, seed."""

    system: str
    edition: str
    constant: str
    truth: float
    draw: Callable[[Rules, Rules, int], Ground]
    until: date


PLANTED = {
    "FFG divisor": Planting(
        "ffg", "2022-10", "divisor", 6.0,
        lambda truth, base, seed: planted_events.planted_events("ffg", truth, base, seed, events=160),
        planted_events.BEGIN + timedelta(days=7 * 149),
    ),
    "EGF con scale": Planting(
        "egf", "2021", "k_factor", 1.3,
        lambda truth, base, seed: planted_events.planted_events("gor", truth, base, seed, events=310),
        planted_events.BEGIN + timedelta(days=7 * 299),
    ),
    "FIDE K": Planting(
        "fide-standard", "2025", "k", 32.0,
        lambda truth, base, seed: planted_lists.planted_lists(truth, base, seed, months=32),
        date(2026, 8, 31),
    ),
    "Glicko c": Planting(
        "fics-blitz", "1997", "growth", 0.05,
        lambda truth, base, seed: planted_games.planted_games("glicko", truth, base, seed, days=310),
        planted_games.BEGIN + timedelta(days=299),
    ),
    "ladder K": Planting(
        "ladder", "2003", "k", 24.0,
        lambda truth, base, seed: planted_games.planted_games("ladder", truth, base, seed, days=210),
        planted_games.BEGIN + timedelta(days=199),
    ),
}  # fmt: skip


def fitted(name: str, seed: int, *, draws: int = 1000) -> dict[str, Any]:
    """Draw a history of a planting and fit its constant; return the constant as `fit` gives it."""
    planting = PLANTED[name]
    editions = editions_of(planting.system, edition=planting.edition, parameters={})
    constants = choose([planting.constant], editions, {}, may_scale=True)

    def rules(values: Sequence[float]) -> Rules:
        return rules_with(constants, values, system=planting.system, editions=editions, numeric=2)

    sample, expect = sample_of(planting.draw(rules([planting.truth]), rules_in_force(editions), seed))

    def expected(values: Sequence[float]) -> Floats:
        return expect(rules(values))

    found: dict[str, Any] = fit(Trials(sample, expected), constants, planting.until, origins=1, draws=draws)[
        "constants"
    ][0]
    return found


def main(seeds: int) -> None:
    """Print how many intervals of each planting hold the truth."""
    for name, planting in PLANTED.items():
        held, begun, halves = 0, time.process_time(), 0.0
        for seed in range(seeds):
            low, high = fitted(name, seed)["interval"]
            held += low <= planting.truth <= high
            halves += (high - low) / 2.0 / seeds
        seconds = (time.process_time() - begun) / seeds
        line = f"{name:<14} {planting.truth:>6} in {held} of {seeds}, ± {halves:.3g}, {seconds:.1f} s a fit\n"
        sys.stdout.write(line)
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
