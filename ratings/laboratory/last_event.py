"""The last day on which the ratings of a system move: a conversion after it would change nothing."""

from collections.abc import Sequence
from datetime import date

from federation.vocabulary.messages import gettext_noop
from ratings.cadence.by_event import facts as events
from ratings.cadence.by_game.facts import day_at
from ratings.cadence.by_game.stale import ledger_of
from ratings.cadence.by_period import facts as lists
from ratings.cadence.by_period.policy import period_policy_of
from ratings.cadence.shared.sequence import WHOLE, day_of
from ratings.laboratory.figures.variant import Problem, UnfitVariant, Variant
from ratings.models import RatingSystem
from ratings.rulebook.fide_periods import list_date
from ratings.rulebook.policy import policy_of
from ratings.rulebook.systems import SYSTEMS

AFTER_LAST = gettext_noop(
    "is after {last}, the last day on which ratings move; choose that day or an earlier one"
)


def check_conversion(variant: Variant, system: RatingSystem) -> None:
    """Raise UnfitVariant for a conversion after the last event: the report would compare nothing."""
    if variant.conversion:
        refuse_after(variant, last_day(system))


def refuse_after(variant: Variant, last: date | None) -> None:
    """Raise UnfitVariant for a conversion after a day; without any day there is nothing to be after."""
    if variant.conversion and last and variant.conversion.day > last:
        raise UnfitVariant([Problem("conversion.date", AFTER_LAST, {"last": last.isoformat()})])


def last_day(system: RatingSystem) -> date | None:
    """Return the day of the last tournament, list or rated game of a system; None where there is none.

    Read from what decides where tournaments count alone, no game and no kernel: a form asks for it.
    """
    rules = SYSTEMS[system.key]
    if rules.stream_engine:
        moment = ledger_of(system).moment
        return None if moment is None else day_at(moment)
    return _last_list(system) if rules.period_engine else _last_tournament(system)


def _last_tournament(system: RatingSystem) -> date | None:
    policy = policy_of(
        system.key, edition=system.edition, parameters=system.parameters, numeric=system.numeric
    )
    places = events.events(system, WHOLE, policy).sequence
    return day_of(int(places.max())) if places.size else None


def _last_list(system: RatingSystem) -> date | None:
    policy = period_policy_of(system.key, edition=system.edition, parameters=system.parameters)
    window = lists.Window()
    months: Sequence[int] = [
        *(part.month for part in lists.parts(system, window, policy)),
        *lists.decisions(system, window).month.tolist(),
    ]
    return list_date(max(months)) if months else None
