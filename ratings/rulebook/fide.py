"""The rules of the FIDE ratings as their engine takes them: constants, bounds, amendments.

The values of the constants, with clauses and sources, stand in federation/vocabulary/systems.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ratings.rulebook.bounds import COUNT, FACTOR, LISTS, POINTS, Bounds
from ratings.rulebook.editions import Edition, engine_constants

EXPECTATIONS = {"table": 0, "logistic": 1}  # rows of `ratings.engines.fide_tables.curves`
POOLINGS = {"pooled": 0, "event-weighted": 1}

# 1.10, by name: with fewer rated games in a year a player is inactive. Handbook B.02 of 2024: with none;
# the encyclopaedia, as older texts: with fewer than 4. An office chooses (`inactive_min_games`).
INACTIVITY: Mapping[str, int] = {"handbook": 1, "encyclopaedia": 4}


@dataclass(frozen=True, slots=True)
class FideEdition(Edition):
    """The constants of one edition; the order is the engine's."""

    engine: ClassVar[str] = "fide"
    words: ClassVar[Mapping[str, Mapping[str, float]]] = {"expectation": EXPECTATIONS, "pooling": POOLINGS}
    bounds: ClassVar[Mapping[str, Bounds]] = {
        "cap": POINTS,
        "exempt_from": POINTS,
        "gap": POINTS,
        "gap_above": POINTS,
        "k": FACTOR,
        "k_new": FACTOR,
        "k_junior": FACTOR,
        "k_top": FACTOR,
        "new_below_games": Bounds(0, 1_000_000, decimals=0),
        "junior_age": Bounds(0, 200, decimals=0),
        "junior_below": POINTS,
        "top_from": POINTS,
        "k_games_most": Bounds(0, 100_000, decimals=0),
        "floor": POINTS,
        "first_games": COUNT,
        "window": LISTS,
        "first_needs": COUNT,
        "draws": COUNT,
        "draws_against": POINTS,
        "half_point_value": Bounds(0, 10_000, decimals=2),
        "first_most": POINTS,
        "inactive_min_games": COUNT,
        "inactive_months": Bounds(1, LISTS.most, decimals=0),
        "report_lists": LISTS,
    }
    engine_is_amended: ClassVar[bool] = True

    expectation: str
    cap: float
    cap_once: bool
    cap_once_lower: bool
    exempt_from: float
    gap: float
    gap_above: float
    k: float
    k_new: float
    k_junior: float
    k_top: float
    new_below_games: float
    junior_age: float
    junior_below: float
    top_from: float
    k_games_most: float
    floor: float
    first_games: float
    window: float
    pooling: str
    first_needs: float
    needs_until_met: bool
    draws: float
    draws_against: float
    half_point_value: float
    first_most: float
    round_robin: bool
    robin_scaled: bool
    inactive_min_games: float
    inactive_months: float
    report_lists: float


def inactivity_of(least: float) -> str:
    """Return the name of the rule of so many games, "" for a number of the office's own."""
    return next((name for name, games in INACTIVITY.items() if games == least), "")


def pack_rules(edition: FideEdition) -> list[int]:
    """Arrange an edition as one row of the engine's rules, fields in order, whole numbers."""
    row = []
    for name in engine_constants(edition):
        value = getattr(edition, name)
        if name in edition.words:
            row.append(int(edition.words[name][value]))
        else:
            row.append(round(value * 100) if name == "half_point_value" else int(value))
    return row
