"""Editions of an office's own system as tables of the generic Elo engines: words become codes."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from datetime import date
from math import inf

from federation.vocabulary.system_files import records
from federation.vocabulary.system_files.records import Edition, SystemFile
from ratings.engines import decision_tables as tables
from ratings.engines.decision_tables import EloEdition, Rules, packed

_LAWS = {"logistic": tables.LOGISTIC, "normal": tables.NORMAL, "table": tables.TABLE}
_LAWS |= {"fibs": tables.FIBS, "spread": tables.SPREAD}
_ROUNDINGS = {"half away": tables.HALF_AWAY, "half even": tables.HALF_EVEN, "floor": tables.DOWN}
_TIMES = {"game": tables.GAME, "event": tables.EVENT, "list": tables.LIST}
_BONUSES = {
    "none": tables.NO_BONUS,
    "performance": tables.BONUS_OF_PERFORMANCE,
    "threshold": tables.BONUS_ABOVE_THRESHOLD,
}
_FIRSTS = {
    "constant": tables.CONSTANT,
    "by grade": tables.BY_GRADE,
    "by age": tables.BY_AGE,
    "performance": tables.PERFORMANCE,
    "iterated": tables.ITERATED,
}


def readings(system: SystemFile) -> Iterator[tuple[date, Edition]]:
    """Yield each day from which rules read differently, with the rules; days rise."""
    for edition in system.edition:
        yield edition.since, edition
        for amendment in edition.later:
            changed = {
                entry.name: value
                for entry in fields(amendment)
                if entry.name != "since" and (value := getattr(amendment, entry.name)) is not None
            }
            edition = replace(edition, **changed)
            yield amendment.since, edition


def rules_of(system: SystemFile) -> Rules:
    """Return every reading of a system packed for its engine, in the order of their days.

    Raises OutOfBoundsError for tables the engine does not take; the reader of the file has refused them.
    """
    return packed([tables_of(system, edition) for _, edition in readings(system)])


def tables_of(system: SystemFile, edition: Edition) -> EloEdition:
    """Return the tables of an edition."""
    bonus, floor, scale, expected = edition.bonus, edition.floor, edition.scale, edition.expected
    return EloEdition(
        k=tuple(_k_row(row, system.counts) for row in edition.k.rows),
        expected=tables.Expectation(
            kind=_LAWS[expected.kind],
            divisor=expected.divisor,
            bands=expected.table,
            beyond=expected.beyond,
            cap=expected.cap,
            exempt_from=expected.exempt_from,
            cap_once=expected.cap_once,
            spread=expected.spread,
        ),
        k_games_most=edition.k.most_k_games,
        weights=tuple(_weight_row(row, system.counts) for row in edition.weight.rows),
        bonus=tables.Bonus(
            kind=_BONUSES[bonus.kind],
            threshold=bonus.threshold,
            a_game=bonus.a_game,
            least_games=bonus.least_games,
            most=bonus.most,
            below=bonus.below,
            to_performance=bonus.to_performance,
            rows=tuple((row.k_from, row.factor) for row in bonus.rows),
        ),
        first=_first(edition.first),
        floor=tables.Floor(floor.rating, floor.lose_below, floor.below_peak),
        scale=tables.Scale(
            scale.decimals, _ROUNDINGS[scale.rounding], _TIMES[scale.when], of_change=scale.of == "change"
        ),
        by_period=system.lists.cadence == "period",
    )


def _code(word: str, words: Sequence[str]) -> int | None:
    """Return the place of a declared word; None for no condition."""
    return words.index(word) if word else None


def _k_row(row: records.KRow, counts: records.Counts) -> tables.KRow:
    return tables.KRow(
        row.k,
        row.age_below,
        row.games_below,
        row.rating_below,
        row.ever_reached,
        _code(row.level, counts.levels),
        _code(row.event_class, counts.classes),
    )


def _weight_row(row: records.WeightRow, counts: records.Counts) -> tables.WeightRow:
    control, event_class = _code(row.control, counts.controls), _code(row.event_class, counts.classes)
    return tables.WeightRow(row.weight, control, event_class, row.online, row.size)


def _first(first: records.First) -> tables.First:
    grades = tuple((float(place), row.rating) for place, row in enumerate(first.grades))
    ages = tuple((inf if row.age_below is None else row.age_below, row.rating) for row in first.ages)
    return tables.First(
        kind=_FIRSTS[first.kind],
        rating=first.rating,
        starts=ages if first.kind == "by age" else grades,
        measure=tables.DISTANCES if first.by == "table" else tables.LINEAR,
        reach=first.reach,
        distances=first.distances,
        games_needed=first.games_needed,
        points_needed=first.points_needed,
        draws=first.draws,
        draws_against=first.draws_against,
        most=first.most,
        passes=first.passes,
        settled=first.settled,
    )
