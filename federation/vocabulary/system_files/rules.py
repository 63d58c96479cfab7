"""Rules between the entries of a system's file: no holes, no overlaps, no words that are not declared."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import pairwise
from typing import Any

from federation.vocabulary.system_files.positions import Path
from federation.vocabulary.system_files.records import (
    FIBS,
    SPREAD,
    TABLE,
    Amendment,
    Counts,
    Edition,
    Expected,
    First,
    KRow,
    SystemFile,
    WeightRow,
)

Problem = tuple[Path, str]
PERCENTAGES = 51  # of 50 to 100
MOST_READINGS, MOST_WORDS = 127, 101  # what the engines hold: editions and amendments, words of a kind
SHARE = "an expectation from 0.5 to 1, of four decimals at most"
# Conditions of rows that are words, and where those are declared.
_LISTS = {"level": "levels", "event_class": "classes", "control": "controls"}
HOLE = "leaves a hole: the last row must have no"


def problems(file: SystemFile) -> Iterator[Problem]:
    """Yield what does not fit together, each with its place."""
    online = file.lists.cadence == "online"
    if (file.system.engine == "online-elo") != online:
        yield ("system", "engine"), "online-elo is the engine of the cadence online, elo that of the others"
    days = [edition.since for edition in file.edition]
    for place, (before, after) in enumerate(pairwise(days), 1):
        if after <= before:
            yield ("edition", place, "from"), "must be after the day of the edition before"
    names = [edition.name for edition in file.edition]
    yield from _twice(names, ("edition",), "name")
    yield from _twice([category.key for category in file.lists.categories], ("lists", "categories"), "key")
    for place, category in enumerate(file.lists.categories):
        if None not in (category.age_from, category.age_to) and (category.age_from or 0) > (
            category.age_to or 0
        ):
            yield ("lists", "categories", place, "age_to"), "must not be below age_from"
    if not file.edition:
        yield ("edition",), "must have an edition"
    if sum(1 + len(edition.later) for edition in file.edition) > MOST_READINGS:
        yield ("edition",), f"must have at most {MOST_READINGS} editions and amendments"
    for name in _LISTS.values():
        if len(getattr(file.counts, name)) > MOST_WORDS:
            yield ("counts", name), f"must have at most {MOST_WORDS} words"
    if file.numbers.printed not in (*file.numbers.identify, "none"):
        yield ("numbers", "printed"), f"must be one of {', '.join(file.numbers.identify)}, none"
    for place, edition in enumerate(file.edition):
        yield from _edition(file, edition, ("edition", place))


def _twice(words: Sequence[str], path: Path, name: str) -> Iterator[Problem]:
    for place, word in enumerate(words):
        if word in words[:place]:
            yield (*path, place, name), f"{word} is there twice"


def _edition(file: SystemFile, edition: Edition, path: Path) -> Iterator[Problem]:
    yield from _tables(file, edition, path)
    last = edition.since
    for place, amendment in enumerate(edition.later):
        at = (*path, "later", place)
        if amendment.since <= last:
            yield (*at, "from"), "must be after the day before it"
        last = amendment.since
        yield from _tables(file, amendment, at)


def _tables(file: SystemFile, tables: Edition | Amendment, path: Path) -> Iterator[Problem]:
    """Yield the problems of the tables of an edition, or of those that an amendment changes."""
    online = file.lists.cadence == "online"
    if tables.expected is not None:
        yield from _expected(file, tables.expected, (*path, "expected"))
    if tables.k is not None:
        yield from _decisions(tables.k.rows, "k", file.counts, (*path, "k", "rows"))
        if online and tables.k.most_k_games is not None:
            yield (*path, "k", "most_k_games"), "is for games of events, not for games one by one"
    if tables.weight is not None and tables.weight.rows:
        yield from _decisions(tables.weight.rows, "weight", file.counts, (*path, "weight", "rows"))
    if tables.bonus is not None and tables.bonus.kind != "none":
        if online:
            yield (*path, "bonus", "kind"), "must be none for games one by one"
        if not tables.bonus.rows:
            yield (*path, "bonus", "rows"), "is missing: a bonus has a factor, such as { factor = 1 }"
        elif tables.bonus.rows[-1].k_from > 0.0:
            yield (*path, "bonus", "rows", len(tables.bonus.rows) - 1), f"{HOLE} k_from"
        for place, (above, row) in enumerate(pairwise(tables.bonus.rows), 1):
            if row.k_from >= above.k_from:
                yield (
                    (*path, "bonus", "rows", place),
                    "is never reached: the row before fits it all",
                )
    if tables.first is not None:
        yield from _first(file, tables.first, (*path, "first"))
    if tables.scale is not None:
        yield from _scale(tables.scale.when, tables.scale.of, file.lists.cadence, (*path, "scale"))


def _scale(when: str, of: str, cadence: str, path: Path) -> Iterator[Problem]:
    if cadence == "online" and when == "event":
        yield (*path, "when"), "must be game or list for games one by one"
    if of == "change" and when == "list" and cadence != "period":
        yield (*path, "of"), "must be rating where ratings are rounded on lists alone"


def _expected(file: SystemFile, expected: Expected, path: Path) -> Iterator[Problem]:
    online = file.lists.cadence == "online"
    if expected.kind in (FIBS, SPREAD) and not online:
        yield (*path, "kind"), f"{expected.kind} is for games one by one: cadence online"
    need = {FIBS: "length", SPREAD: "score"}.get(expected.kind)
    if need and need not in file.facts.needs:
        yield ("facts", "needs"), f"must have {need}, which the expectation {expected.kind} is made from"
    if online and expected.cap_once:
        yield (*path, "cap_once"), "is for games of events, not for games one by one"
    if expected.kind != TABLE:
        if expected.table:
            yield (*path, "table"), f"is for the kind table, not {expected.kind}"
        return
    if not expected.table or expected.table[0][1] != 0.5:
        yield (*path, "table"), "must begin with the differences of equals, such as [3, 0.5]"
    for place, (row, after) in enumerate(pairwise([*expected.table, (10_001.0, expected.beyond)]), 1):
        if after[0] <= row[0] or after[1] < row[1]:
            yield (*path, "table", place), "must rise: differences, and expectations with them"
    for place, (_, share) in enumerate(expected.table):
        if not _is_share(share):
            yield (*path, "table", place), f"must have {SHARE}"
    if not _is_share(expected.beyond):
        yield (*path, "beyond"), f"must be {SHARE}"


def _is_share(share: float) -> bool:
    return 0.5 <= share <= 1.0 and round(share * 10_000) / 10_000 == share


def _conditions(row: Any, result: str) -> dict[str, Any]:
    """Return the conditions of a row that has them."""
    every = {entry.name: getattr(row, entry.name) for entry in fields(row) if entry.name != result}
    return {name: value for name, value in every.items() if value is not None and value != ""}


def _covers(above: dict[str, Any], below: dict[str, Any]) -> bool:
    """Return whether everything that fits a row fits one above it."""
    for name, limit in above.items():
        if name not in below:
            return False
        own = below[name]
        if name.endswith("_below"):
            if own > limit:
                return False
        elif name == "ever_reached":
            if own < limit:
                return False
        elif own != limit:
            return False
    return True


def _decisions(
    rows: Sequence[KRow] | Sequence[WeightRow], result: str, counts: Counts, path: Path
) -> Iterator[Problem]:
    """Yield holes, rows that are never reached, and words that are not declared."""
    conditions = [_conditions(row, result) for row in rows]
    for place, own in enumerate(conditions):
        if any(_covers(above, own) for above in conditions[:place]):
            yield (*path, place), "is never reached: a row above it fits all that it fits"
        for name, listed in _LISTS.items():
            if name in own and own[name] not in getattr(counts, listed):
                yield (*path, place, name), f"{own[name]} is not among counts.{listed}"
    if not conditions or conditions[-1]:
        yield (*path, max(len(rows) - 1, 0)), f"{HOLE} condition"


def _first(file: SystemFile, first: First, path: Path) -> Iterator[Problem]:
    if file.lists.cadence == "online" and first.kind in ("performance", "iterated"):
        yield (*path, "kind"), f"{first.kind} is for games of events, not for games one by one"
    if first.by == "table" and not first.distances:
        yield (*path, "distances"), "is missing: 51 distances, of 50 to 100 percent"
    if first.distances and (len(first.distances) != PERCENTAGES or first.distances[0] != 0.0):
        yield (*path, "distances"), "must be 51 numbers, of 50 to 100 percent, the first 0"
    if first.kind == "by grade" and not first.grades:
        yield (*path, "grades"), "is missing: ratings of grades"
    yield from _twice([row.grade for row in first.grades], (*path, "grades"), "grade")
    if first.kind == "by age" and (not first.ages or first.ages[-1].age_below is not None):
        yield (*path, "ages"), f"{HOLE} age"
    for place, (above, row) in enumerate(pairwise(first.ages), 1):
        if above.age_below is None or (row.age_below is not None and row.age_below <= above.age_below):
            yield (*path, "ages", place), "is never reached: the row before fits it all"
