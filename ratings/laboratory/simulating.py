"""A variant beside the rules in force, over the facts held: read, checked, simulated. Writes nothing."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop

from federation.database import bulk
from ratings.cadence.by_event import replay
from ratings.cadence.shared.columns import F8, I8, Longs
from ratings.cadence.shared.record import Floats
from ratings.cadence.shared.sequence import day_of
from ratings.laboratory.figures import codes, report
from ratings.laboratory.figures.simulation import Ground, Outcome, simulate
from ratings.laboratory.figures.variant import Variant, rules_in_force, rules_of
from ratings.lists.difference_causes import UNKNOWN, causes_of
from ratings.models import PublishedList, RatingSystem
from ratings.previews.steady import on_one_state
from ratings.rulebook.policy import editions_of
from ratings.rulebook.systems import SYSTEMS

ReportProgress = Callable[[float, str], None]
_IMPORTED = "source"  # key of a list's report where it was imported, not computed here


@dataclass(frozen=True, slots=True)
class ListCheck:
    """A published list against the replay of the rules in force."""

    day: str
    revision: int
    players: int
    differing: int
    causes: dict[str, int]  # why, players by cause (`lists.difference_causes`)

    @property
    def is_explained(self) -> bool:
        """Return whether every difference comes from facts that changed after the list, none from rules."""
        return UNKNOWN not in self.causes


@dataclass(frozen=True, slots=True)
class BaseCheck:
    """Whether the rules in force reproduce what was published; the ground every comparison stands on."""

    lists: tuple[ListCheck, ...]
    imported: int  # lists that came from elsewhere and are not checked
    waiting: str  # the day from which facts wait for a recalculation, "": none
    standing: int | None  # players whose rating as it stands is not the one computed; None: facts wait

    @property
    def is_sound(self) -> bool:
        """Return whether a comparison may be shown.

        At least one list was checked, each is the same to the bit or differs only by facts changed since, and
        so are the ratings as they stand.
        """
        return bool(self.lists) and all(one.is_explained for one in self.lists) and not self.standing

    @property
    def as_json(self) -> dict[str, Any]:
        """Return what is kept of it."""
        differing = [one for one in self.lists if one.differing]
        return {
            "checked": len(self.lists),
            "reproduced": len(self.lists) - len(differing),
            "explained": sum(one.is_explained for one in differing),
            "sound": self.is_sound,
            "imported": self.imported,
            "waiting": self.waiting,
            "standing": self.standing,
            "differing": [asdict(one) for one in differing],
        }


def simulate_variant(
    system: RatingSystem,
    variant: Variant,
    *,
    draws: int = codes.DRAWS,
    report_progress: ReportProgress = lambda _percent, _message: None,
) -> dict[str, Any]:
    """Return {"fingerprint", "base", "report"} of a variant; "report" is None where the base check fails.

    Raises UnfitVariant for rules that cannot be, LookupError where the system's edition does not exist.
    """

    def work() -> dict[str, Any]:
        system.refresh_from_db()
        return _simulate(system, variant, draws, report_progress)

    return on_one_state(work)


def _simulate(system: RatingSystem, variant: Variant, draws: int, tell: ReportProgress) -> dict[str, Any]:
    editions = editions_of(system.key, edition=system.edition, parameters=system.parameters)
    rules = rules_of(variant, editions, numeric=system.numeric)
    tell(2, gettext_noop("reading the data"))
    loaded = replay.load(system)
    events = loaded.assembly.events
    ground = Ground(
        engine=SYSTEMS[system.key].engine,
        facts=loaded.assembly.facts,
        standing=loaded.standing,
        days=np.array([day_of(place).toordinal() for place in events.sequence.tolist()], np.int64),
        players=loaded.players,
        birth_year=_birth_years(loaded.players),
        base=rules_in_force(editions, numeric=system.numeric),
    )
    tell(20, gettext_noop("calculating"))
    base = simulate(ground, ground.base)
    check = base_check(system, ground, base)
    tell(35, gettext_noop("calculating"))
    found: dict[str, Any] = {
        "fingerprint": report.fingerprint(loaded.fingerprint, variant),
        "facts": loaded.fingerprint,
        "counts": loaded.counts,
        "base": check.as_json,
        "report": None,
    }
    if check.is_sound:
        other = simulate(ground, rules)
        tell(50, gettext_noop("comparing"))
        found["report"] = report.compare(
            ground,
            base,
            other,
            draws=draws,
            report=lambda share: tell(50 + 49 * share, gettext_noop("comparing")),
        )
    return found


def _birth_years(players: Longs) -> Longs:
    """Return the year of birth of each player, 0 where it is not known."""
    key, year = bulk.read_columns(
        "SELECT id, birth_year FROM federation_player WHERE birth_year IS NOT NULL",
        [],
        [I8, I8],
    )
    found = np.zeros(players.size, np.int64)
    known = np.isin(key, players)
    found[np.searchsorted(players, key[known])] = year[known]
    return found


def base_check(system: RatingSystem, ground: Ground, base: Outcome) -> BaseCheck:
    """Compare every published list, in its newest revision, with the replay of the rules in force."""
    newest: dict[Any, PublishedList] = {}
    for one in PublishedList.objects.filter(system=system, ready=True).order_by("date", "revision"):
        newest[one.date] = one
    computed = [one for one in newest.values() if _IMPORTED not in one.report]
    rating = ground.standing.rating.copy()
    checks, event = [], 0
    for one in computed:  # days rise, so that everybody is followed once
        end = int(np.searchsorted(ground.days, one.date.toordinal(), side="right"))
        rows = slice(int(ground.facts.entry_start[event]), int(ground.facts.entry_start[end]))
        rating[ground.facts.entry_player[rows]] = base.changes.after[rows]
        event = end
        checks.append(_check(one, ground.players, rating))
    waiting = system.stale_from.isoformat() if system.stale_from else ""
    standing = None if waiting else _standing(system, ground, base)
    return BaseCheck(tuple(checks), len(newest) - len(computed), waiting, standing)


def _standing(system: RatingSystem, ground: Ground, base: Outcome) -> int:
    """Count the players whose rating as it stands is not the one the rules in force give."""
    rows = bulk.read_columns(
        "SELECT player_id, rating FROM ratings_currentrating WHERE system_id = %s", [system.pk], [I8, F8]
    )
    return _differing(ground.players, base.standing.rating, rows[0], rows[1]).size


def _check(published: PublishedList, players: Longs, rating: Floats) -> ListCheck:
    key, exact = bulk.read_columns(
        "SELECT player_id, exact FROM ratings_listentry WHERE list_id = %s", [published.pk], [I8, F8]
    )
    differing = _differing(players, rating, key, exact)
    causes = causes_of(published, differing.tolist()) if differing.size else {}
    return ListCheck(
        published.date.isoformat(), published.revision, int(key.size), int(differing.size), causes
    )


def _differing(players: Longs, rating: Floats, key: Longs, exact: Floats) -> Longs:
    """Return the keys of players whose rating is another by rows of a table; those without any have NaN."""
    everybody = np.union1d(players, key)
    computed, listed = np.full(everybody.size, np.nan), np.full(everybody.size, np.nan)
    computed[np.searchsorted(everybody, players)] = rating
    listed[np.searchsorted(everybody, key)] = exact
    same = (listed == computed) | (np.isnan(listed) & np.isnan(computed))
    found: Longs = everybody[~same]
    return found
