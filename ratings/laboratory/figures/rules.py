"""The rules of a variant, held to the rulebook and packed; the rules in force stored as JSON. Pure."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from typing import Any

import numpy as np

from federation.vocabulary.messages import gettext_noop
from ratings.engines.contract import Floats
from ratings.exact_math import EXACT
from ratings.laboratory.figures.variant import UNKNOWN, Conversion, Problem, UnfitVariant, Variant
from ratings.rulebook.bounds import RATING
from ratings.rulebook.editions import (
    Edition,
    UnfitParameterError,
    UnknownParameterError,
    amended,
    constants_of,
    pack_all,
    replaced_for_good,
)
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.fide import FideEdition, pack_rules
from ratings.rulebook.ladder import LadderEdition

SAME_DAY = gettext_noop("is the day of the edition {other}; two editions cannot begin on one day")
AFTER_EARLIER = gettext_noop("must be after {day}, the first day of the edition {other}")
BEFORE_LATER = gettext_noop("must be before {day}, the first day of the edition {other}")
ONE_EDITION = gettext_noop("cannot be moved: this office rates the whole history with one edition")
NO_RULE = gettext_noop("is not a rule of this system")
NO_K = gettext_noop("changes nothing here: K follows from the deviations; change k_minimum or growth instead")
NO_SUCH_K = gettext_noop("makes {constant} of edition {edition} {value}; it must lie from {least} to {most}")
NOT_WHOLE = gettext_noop("makes {constant} of edition {edition} {value}; it must be a whole number")
CHOOSES_EVENTS = gettext_noop(
    "decides which tournaments count; the laboratory takes those that count in this office"
)
SHOWN = gettext_noop("decides what lists show, not how ratings are calculated")
NO_CHANGE = gettext_noop("changes nothing: every rule is as it is in force")

Dated = tuple[Edition, date]
FROM = "from"  # beside the constants of an edition: the day it is in force from
NEW, GONE = "new", "gone"  # of whole editions
Change = list[Any]  # edition, constant (NEW, GONE: all of it), before, after; None: a printed table


@dataclass(frozen=True, slots=True)
class Rules:
    """Editions as an engine reads them: a row each, with the day from which each is in force.

    An edition that was amended while it was in force (FIDE) has a row for each reading.
    """

    names: tuple[str, ...]
    effective: tuple[date, ...]
    parameters: Floats
    conversion: Conversion | None = None
    period: int = 1  # months from one list to the next, of systems rated by lists
    stakes: float = 1.0  # times the points games themselves name (ladder)


@dataclass(frozen=True, slots=True)
class _Family:
    """What a variant can do to the editions of a family; None: the family knows no such rule."""

    scaled: Callable[[Any, float], Edition] | None
    unfloored: Callable[[Any], Edition] | None = None
    unadjusted: Callable[[Any], Edition] | None = None
    stakes: bool = False  # K may stand in a game, too
    packed: Callable[[Sequence[Dated], int], Rules] | None = None  # None: a row an edition


def _ffg_scaled(edition: FfgEdition, factor: float) -> FfgEdition:
    return replace(edition, k=tuple(value * factor for value in edition.k))


def _egf_scaled(edition: EgfEdition, factor: float) -> EgfEdition:
    """Scale con: the printed column, or the divisor of the formula of 2021, whose power the factor passes."""
    if factor == 1.0:
        return edition
    shrunk = math.pow(factor, 1.0 / edition.con_power) if edition.con_power > 0.0 else 1.0
    return replace(
        edition,
        con=tuple(value * factor for value in edition.con),
        con_above=edition.con_above * factor,
        con_divisor=edition.con_divisor / shrunk,
    )


_K_OF_FIDE = ("k", "k_new", "k_junior", "k_top")


def _fide_scaled(edition: FideEdition, factor: float) -> FideEdition:
    k, new, junior, top = (_checked(edition, name, getattr(edition, name) * factor) for name in _K_OF_FIDE)
    later = tuple(
        (day, name, _checked(edition, name, float(value) * factor) if name in _K_OF_FIDE else value)
        for day, name, value in edition.later
    )
    return replace(edition, k=k, k_new=new, k_junior=junior, k_top=top, later=later)


def _ladder_scaled(edition: LadderEdition, factor: float) -> LadderEdition:
    return replace(edition, k=_checked(edition, "k", edition.k * factor))


def _checked(edition: Edition, name: str, value: float) -> float:
    """Return a scaled constant; UnfitParameterError where it leaves its bounds."""
    value, bounds = round(value, 9), edition.bounds[name]
    if not bounds.admit(value):
        text = NO_SUCH_K if not bounds.least <= value <= bounds.most else NOT_WHOLE
        raise UnfitParameterError(
            name, text, **bounds.values, constant=name, edition=edition.name, value=f"{value:g}"
        )
    return value


def _packed_fide(editions: Sequence[Dated], _numeric: int) -> Rules:
    """Pack every reading of every edition, in order of time; a reading ends where the next edition begins."""
    rising = sorted(editions, key=lambda pair: pair[1])
    ends = [*(day for _, day in rising[1:]), date.max]
    rows = [
        (edition.name, day, pack_rules(amended(edition, day)))
        for (edition, first), end in zip(rising, ends, strict=True)
        if isinstance(edition, FideEdition)
        for day in (first, *sorted({change for change, _, _ in edition.later if first < change < end}))
    ]
    names, days, packed = zip(*rows, strict=True)
    return Rules(names, days, np.array(packed, np.float64))


_FAMILIES: Mapping[type[Edition], _Family] = {
    FfgEdition: _Family(
        _ffg_scaled,
        unfloored=lambda edition: replace(edition, floor=RATING.least),
        unadjusted=lambda edition: replace(edition, passes_most=1.0),
    ),
    EgfEdition: _Family(_egf_scaled, unfloored=lambda edition: replace(edition, floor=RATING.least)),
    # 0 is no rating, so that the lowest is 1.
    FideEdition: _Family(
        _fide_scaled, unfloored=lambda edition: replace(edition, floor=1.0), packed=_packed_fide
    ),
    FicsEdition: _Family(None),
    LadderEdition: _Family(_ladder_scaled, stakes=True),
}


def can_unfloor(editions: Sequence[Dated]) -> bool:
    """Return whether the family of some editions knows a lowest rating."""
    return _family_of(editions).unfloored is not None


def can_unadjust(editions: Sequence[Dated]) -> bool:
    """Return whether the family of some editions moves starts."""
    return _family_of(editions).unadjusted is not None


def can_scale(editions: Sequence[Dated]) -> bool:
    """Return whether the family of some editions has a K to be multiplied."""
    return _family_of(editions).scaled is not None


def _family_of(editions: Sequence[Dated]) -> _Family:
    return _FAMILIES[type(editions[-1][0])]


def rules_in_force(editions: Sequence[Dated], *, numeric: int = EXACT) -> Rules:
    """Pack the editions as this office uses them (`systems.editions_of`)."""
    pack = _family_of(editions).packed
    if pack:
        return pack(editions, numeric)
    return Rules(
        tuple(edition.name for edition, _ in editions),
        tuple(day for _, day in editions),
        pack_all([edition for edition, _ in editions], numeric),
    )


def rules_of(variant: Variant, editions: Sequence[Dated], *, numeric: int = EXACT) -> Rules:
    """Replace in the editions in force what a variant changes.

    Raises UnfitVariant for editions and constants that are unknown, values outside the bounds, two editions
    that begin on one day or in another order than the rulebook's, rules the system does not have, and where
    nothing at all would be other.
    """
    family = _family_of(editions)
    problems = _unknown(variant, editions, family)
    changed: list[Dated] = []
    for edition, day in editions:
        changed.append((_changed(variant, edition, family, problems), variant.dates.get(edition.name, day)))
    days, names = [day for _, day in changed], [edition.name for edition, _ in editions]
    for place, day in enumerate(days):
        if day in days[:place]:
            other = names[days.index(day)]
            problems.append(Problem(f"dates.{names[place]}", SAME_DAY, {"other": other}))
    problems += _out_of_order(variant, names, days)
    if problems:
        raise UnfitVariant(problems)
    rules = replace(
        rules_in_force(changed, numeric=numeric),
        conversion=variant.conversion,
        period=variant.period,
        stakes=variant.k_factor if family.stakes else 1.0,
    )
    _refuse_same(rules, rules_in_force(editions, numeric=numeric))
    return rules


def _out_of_order(variant: Variant, names: Sequence[str], days: Sequence[date]) -> list[Problem]:
    """Find editions that begin before the one they follow in the rulebook, which would rule twice.

    The later of the two is named where its day was moved, otherwise the earlier.
    """
    problems = []
    for (earlier, day), (later, next_day) in pairwise(zip(names, days, strict=True)):
        if next_day < day and later in variant.dates:
            problems.append(Problem(f"dates.{later}", AFTER_EARLIER, {"day": day, "other": earlier}))
        elif next_day < day:
            problems.append(Problem(f"dates.{earlier}", BEFORE_LATER, {"day": next_day, "other": later}))
    return problems


def _unknown(variant: Variant, editions: Sequence[Dated], family: _Family) -> list[Problem]:
    """Find what the system does not have: editions, a floor, an adjustment, K, days that can be moved."""
    problems, names = [], [edition.name for edition, _ in editions]
    for part, given in (("constants", variant.constants), ("dates", variant.dates)):
        for name in given:
            if name not in names:
                problems.append(Problem(f"{part}.{name}", UNKNOWN, {"known": ", ".join(names)}))
    if variant.dates and len(editions) == 1:
        problems.append(Problem("dates", ONE_EDITION, {}))
    if not variant.adjustment and not family.unadjusted:
        problems.append(Problem("adjustment", NO_RULE, {}))
    if not variant.floor and not family.unfloored:
        problems.append(Problem("floor", NO_RULE, {}))
    if variant.k_factor != 1.0 and not family.scaled:
        problems.append(Problem("k_factor", NO_K, {}))
    return problems


def _refuse_same(rules: Rules, base: Rules) -> None:
    """Raise UnfitVariant where every rule is as it is in force."""
    converted = rules.conversion and (rules.conversion.factor, rules.conversion.offset) != (1.0, 0.0)
    same = rules.effective == base.effective and rules.parameters.tobytes() == base.parameters.tobytes()
    if same and not converted and (rules.period, rules.stakes) == (base.period, base.stakes):
        raise UnfitVariant([Problem("variant", NO_CHANGE, {})])


def why_untried(edition: Edition, name: str) -> str:
    """Return why a variant cannot replace a constant of an edition; "" where it can."""
    if name in edition.chooses_events:
        return CHOOSES_EVENTS
    return SHOWN if name in edition.outside_engine else ""


def _changed(variant: Variant, edition: Edition, family: _Family, problems: list[Problem]) -> Edition:
    """Return an edition with its constants replaced; what cannot be is noted in `problems`."""
    place, constants = f"constants.{edition.name}", variant.constants.get(edition.name, {})
    untried = {name: text for name in constants if (text := why_untried(edition, name))}
    problems += [Problem(f"{place}.{name}", text, {}) for name, text in untried.items()]
    try:
        edition = replaced_for_good(
            edition, {name: value for name, value in constants.items() if name not in untried}
        )
    except UnknownParameterError as error:
        problems.append(Problem(f"{place}.{error.name}", UNKNOWN, {"known": ", ".join(error.known)}))
    except UnfitParameterError as error:
        problems.append(Problem(f"{place}.{error.name}", error.text, error.values))
    if not variant.adjustment and family.unadjusted:
        edition = family.unadjusted(edition)
    if not variant.floor and family.unfloored:
        edition = family.unfloored(edition)
    try:
        return family.scaled(edition, variant.k_factor) if family.scaled else edition
    except UnfitParameterError as error:
        problems.append(Problem("k_factor", error.text, error.values))
    return edition


def kept_rules(editions: Sequence[Dated]) -> dict[str, dict[str, Any]]:
    """Return every constant of every edition by name, printed tables and amendments among them, for JSON."""
    return {edition.name: {FROM: day.isoformat(), **constants_of(edition)} for edition, day in editions}


def changed_rules(
    before: Mapping[str, Mapping[str, Any]], now: Mapping[str, Mapping[str, Any]], today: date
) -> list[Change]:
    """Return what is other now than it was; editions that are not in force yet on `today` do not count.

    A constant that only one of the two knows is no change: it came or went with a version of the program.
    Amendments count from their day on, too.
    """
    found: list[Change] = []
    for name in dict.fromkeys((*before, *now)):
        old, new = before.get(name), now.get(name)
        if old is None or new is None:
            known = old or new or {}
            if known[FROM] <= today.isoformat():
                found.append([name, NEW if old is None else GONE, None, None])
        elif min(old[FROM], new[FROM]) <= today.isoformat():
            found += [[name, *change] for change in _constants_changed(old, new, today)]
    return found


def _constants_changed(old: Mapping[str, Any], new: Mapping[str, Any], today: date) -> list[Change]:
    found: list[Change] = []
    for name in old:
        if name not in new:
            continue
        values = [_in_force(rules[name], today) for rules in (old, new)]
        if values[0] != values[1]:
            found.append([name, None, None] if isinstance(values[0], list) else [name, *values])
    return found


def _in_force(value: Any, today: date) -> Any:
    """Leave out of amendments, [day, constant, value] each, those of later days."""
    if isinstance(value, list) and value and all(isinstance(item, list) for item in value):
        return [item for item in value if item[0] <= today.isoformat()]
    return value
