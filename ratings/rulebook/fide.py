"""The rules of the FIDE ratings: dated editions of the standard chapter and of the rapid and blitz chapter.

Source: FIDE Handbook B.02 and its archive as kept in our specification ("FIDE ratings", clauses below); what
is not written there is a named constant, marked as our reading.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import ClassVar

from federation.vocabulary.messages import gettext_noop
from ratings.engines.fide_tables import LOGISTIC, TABLE
from ratings.rulebook.bounds import COUNT, FACTOR, LISTS, POINTS, Bounds
from ratings.rulebook.editions import Edition

EXPECTATIONS = {"table": TABLE, "logistic": LOGISTIC}
POOLINGS = {"pooled": 0, "event-weighted": 1}

Amendment = tuple[date, str, float]  # from this day a constant has another value


# 1.10, by name: with fewer rated games in a year a player is inactive. Handbook B.02 of 2024: with none;
# the encyclopaedia, as older texts: with fewer than 4. An office chooses (`inactive_min_games`).
INACTIVITY: Mapping[str, int] = {"handbook": 1, "encyclopaedia": 4}


@dataclass(frozen=True, slots=True)
class FideEdition(Edition):
    """The constants of one edition; the order is the engine's."""

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

    expectation: str = "table"  # 8.1.2; the logistic formula is the encyclopaedia's, FIDE never uses it
    cap: float = 400.0  # 1.3: a larger difference counts as this; 0: only the table ends it (735)
    cap_once: bool = False  # 1.3, 2022: only for the largest difference of a tournament
    cap_once_lower: bool = True  # our reading: the lower-rated player too has it once; false: in every game
    exempt_from: float = 0.0  # 1.3, October 2025: own rating from which the true difference counts; 0: none
    gap: float = 0.0  # 1.9: games with such a difference are not rated ...
    gap_above: float = 2600.0  # ... if one of the two is above this
    k: float = 20.0  # 1.4
    k_new: float = 40.0
    k_junior: float = 40.0
    k_top: float = 10.0
    new_below_games: float = 30.0
    junior_age: float = 18.0  # through the year of this birthday
    junior_below: float = 2300.0
    top_from: float = 2400.0
    k_games_most: float = 700.0  # 1.4: K x n is at most this
    floor: float = 1400.0  # 1.6
    first_games: float = 5.0  # 1.5
    window: float = 26.0  # 1.5: periods whose results are pooled, the one being rated included
    pooling: str = "pooled"  # 1.5: one computation; event-weighted: the mean of the events' performances
    first_needs: float = 1.0  # 1.5: half points without which a first event is disregarded
    needs_until_met: bool = False  # 1.5, 2014: every event is, until one has them
    draws: float = 0.0  # 1.5, 2024: supposed draws added to the results ...
    draws_against: float = 1800.0  # ... against this rating
    half_point_value: float = 20.0  # 1.5: points per half point above 50 %, where no draws are supposed
    first_most: float = 0.0  # 1.5: limit of a first rating; 0: none
    round_robin: bool = False  # 1.8: unrated players of a round robin count
    robin_scaled: bool = True  # 1.8 step 3: below 50 % dp is scaled by n/(n + 1)
    inactive_min_games: float = 1.0  # 1.10: fewer rated games (INACTIVITY) ...
    inactive_months: float = 12.0  # ... in so many lists make inactive
    report_lists: float = 3.0  # Handbook 9.1 (8.1): a report that misses this list after the end is not rated
    later: tuple[Amendment, ...] = ()  # what changed inside the edition


_2014 = FideEdition(
    "2014",
    date(2014, 7, 1),
    gettext_noop("FIDE Handbook B.02, 1 July 2014"),
    floor=1000.0,
    round_robin=True,
    needs_until_met=True,
)
_2017 = replace(
    _2014,
    name="2017",
    effective=date(2017, 7, 1),
    clause=gettext_noop("FIDE Handbook B.02, 1 July 2017"),
    needs_until_met=False,
)
_2022 = replace(
    _2017,
    name="2022",
    effective=date(2022, 1, 1),
    clause=gettext_noop("FIDE Handbook B.02, 1 January 2022"),
    cap_once=True,
    round_robin=False,
)
_2024 = replace(
    _2022,
    name="2024",
    effective=date(2024, 3, 1),
    clause=gettext_noop("FIDE Handbook B.02, 1 March 2024"),
    cap_once=False,
    floor=1400.0,
    draws=2.0,
    first_most=2200.0,
)
_2025 = replace(
    _2024,
    name="2025",
    effective=date(2025, 10, 1),
    clause=gettext_noop("FIDE Handbook B.02, 8.3.1 of 1 October 2025"),
    exempt_from=2650.0,
)
STANDARD: tuple[FideEdition, ...] = (_2014, _2017, _2022, _2024, _2025)

_K_ALIKE = {"k_new": 20.0, "k_junior": 20.0, "k_top": 20.0}
_K_OF_STANDARD = tuple(
    (date(2022, 10, 1), name, value) for name, value in (("k_new", 40.0), ("k_junior", 40.0), ("k_top", 10.0))
)
_GAP = ((date(2024, 12, 1), "gap", 600.0),)


_FAST_CLAUSES = {
    "2014": gettext_noop("FIDE Handbook B.02, rapid and blitz chapter, 1 July 2014"),
    "2017": gettext_noop("FIDE Handbook B.02, rapid and blitz chapter, 1 July 2017"),
    "2022": gettext_noop("FIDE Handbook B.02, rapid and blitz chapter, 1 January 2022"),
    "2024": gettext_noop("FIDE Handbook B.02, rapid and blitz chapter, 1 March 2024"),
    "2025": gettext_noop("FIDE Handbook B.02, rapid and blitz chapter"),
}


def _fast(edition: FideEdition, **changes: object) -> FideEdition:
    # the constants are named and typed by the record
    return replace(edition, clause=_FAST_CLAUSES[edition.name], exempt_from=0.0, **changes)  # type: ignore[arg-type]


# 1.9: until 2021 the table alone ended a difference, K was 20 for all and a first event needed one point.
RAPID_AND_BLITZ: tuple[FideEdition, ...] = (
    _fast(_2014, cap=0.0, first_needs=2.0, **_K_ALIKE),
    _fast(_2017, cap=0.0, first_needs=2.0, **_K_ALIKE),
    _fast(_2022, later=_K_OF_STANDARD, **_K_ALIKE),
    _fast(_2024, later=_GAP),
    _fast(_2025, later=_GAP),
)


def amended(edition: FideEdition, on: date) -> FideEdition:
    """Return an edition as it reads on a day."""
    due = {name: value for since, name, value in edition.later if since <= on}
    return replace(edition, **due) if due else edition  # type: ignore[arg-type]  # names of constants


def inactivity_of(least: float) -> str:
    """Return the name of the rule of so many games, "" for a number of the office's own."""
    return next((name for name, games in INACTIVITY.items() if games == least), "")


def pack_rules(edition: FideEdition) -> list[int]:
    """Arrange an edition as one row of the engine's rules, fields in order, whole numbers."""
    row = []
    for field in fields(edition)[3:-1]:  # after what every edition has, before the amendments
        value = getattr(edition, field.name)
        if field.name == "expectation":
            row.append(EXPECTATIONS[value])
        elif field.name == "pooling":
            row.append(POOLINGS[value])
        else:
            row.append(round(value * 100) if field.name == "half_point_value" else int(value))
    return row
