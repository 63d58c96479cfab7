"""A variant beside the rules in force, over the facts held: read, checked, simulated. Writes nothing."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop

from federation.database import bulk
from ratings.cadence.shared.columns import F8, I8, Longs
from ratings.cadence.shared.record import Floats
from ratings.laboratory.editions import editions_of, refuse_after
from ratings.laboratory.figures import codes, report
from ratings.laboratory.figures.rules import rules_of
from ratings.laboratory.figures.simulation import Ground, Outcome, simulate
from ratings.laboratory.figures.variant import Variant
from ratings.laboratory.grounds import Loaded, reader_of
from ratings.lists.list_drift import UNKNOWN, causes_of
from ratings.models import PublishedList, RatingSystem
from ratings.previews.steady import retry_if_moved

ReportProgress = Callable[[float, str], None]
_IMPORTED = "source"  # key of a list's report where it was imported, not computed here


@dataclass(frozen=True, slots=True)
class ListCheck:
    """A published list against the replay of the rules in force."""

    day: str
    revision: int
    players: int
    differing: int
    causes: dict[str, int]  # why, players by cause (`lists.list_drift`)

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
        return (
            bool(self.lists) and all(compared.is_explained for compared in self.lists) and not self.standing
        )

    @property
    def as_json(self) -> dict[str, Any]:
        """Return the stored JSON."""
        differing = [compared for compared in self.lists if compared.differing]
        return {
            "checked": len(self.lists),
            "reproduced": len(self.lists) - len(differing),
            "explained": sum(compared.is_explained for compared in differing),
            "sound": self.is_sound,
            "imported": self.imported,
            "waiting": self.waiting,
            "standing": self.standing,
            "differing": [asdict(compared) for compared in differing],
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

    return retry_if_moved(work)


def _simulate(system: RatingSystem, variant: Variant, draws: int, tell: ReportProgress) -> dict[str, Any]:
    rules = rules_of(variant, editions_of(system), numeric=system.numeric)
    checked = check_ground(system, [variant], tell)
    found: dict[str, Any] = {
        "fingerprint": report.fingerprint(checked.loaded.fingerprint, variant),
        **checked.as_json,
        "report": None,
    }
    if checked.check.is_sound:
        other = simulate(checked.ground, rules)
        tell(50, gettext_noop("comparing"))
        found["report"] = report.compare(
            checked.ground,
            checked.base,
            other,
            draws=draws,
            report=lambda share: tell(50 + 49 * share, gettext_noop("comparing")),
        )
    return found


@dataclass(frozen=True, slots=True)
class Checked:
    """The facts of a system, read once, with what the rules in force make of them."""

    loaded: Loaded
    base: Outcome
    check: BaseCheck

    @property
    def ground(self) -> Ground:
        """Return the facts."""
        return self.loaded.ground

    @property
    def as_json(self) -> dict[str, Any]:
        """Return the stored JSON, the same for any variants."""
        return {
            "facts": self.loaded.fingerprint,
            "counts": dict(self.loaded.counts),
            "base": self.check.as_json,
        }


def check_ground(system: RatingSystem, variants: Sequence[Variant], tell: ReportProgress) -> Checked:
    """Read the facts of a system and check that the rules in force give what was published.

    Raises UnfitVariant where one of the variants converts ratings after the last day on which they move.
    """
    tell(2, gettext_noop("reading the data"))
    loaded = reader_of(system.key).load(system, editions_of(system))
    if loaded.ground.days.size:
        for variant in variants:
            refuse_after(variant, date.fromordinal(int(loaded.ground.days[-1])))
    tell(20, gettext_noop("calculating"))
    base = simulate(loaded.ground, loaded.ground.base)
    check = base_check(system, loaded, base)
    tell(35, gettext_noop("calculating"))
    return Checked(loaded, base, check)


def base_check(system: RatingSystem, loaded: Loaded, base: Outcome) -> BaseCheck:
    """Compare every published list, in its newest revision, with the replay of the rules in force."""
    newest: dict[Any, PublishedList] = {}
    lists = PublishedList.objects.filter(system=system, ready=True).order_by("date", "revision")
    for published in lists.defer("regions", "files", "note"):
        published.system = system
        newest[published.date] = published
    computed = [published for published in newest.values() if _IMPORTED not in published.report]
    followed, checks = _Followed.at_the_beginning(loaded.ground), []
    reader = reader_of(system.key)
    for published in computed:  # days rise: each player is followed once
        followed.go_to(published.date.toordinal(), base)
        deviation = reader.deviation_on(loaded.ground, followed.deviation, followed.moment, published.date)
        checks.append(_check(published, loaded.ground.players, followed.rating, deviation))
    standing = None if loaded.waiting else _standing(system, loaded.ground, base)
    return BaseCheck(tuple(checks), len(newest) - len(computed), loaded.waiting, standing)


@dataclass(slots=True)
class _Followed:
    """Where the moves of an outcome have left everybody so far."""

    rating: Floats
    deviation: Floats
    moment: Longs
    row: int = 0

    @classmethod
    def at_the_beginning(cls, ground: Ground) -> "_Followed":
        """Return where everybody stands before the first fact."""
        size = ground.players.size
        return cls(ground.start.copy(), np.full(size, np.nan), np.full(size, -1, np.int64))

    def go_to(self, day: int, outcome: Outcome) -> None:
        """Follow the moves up to the end of a day; of several of a player the last stays."""
        moves = outcome.moves
        end = int(np.searchsorted(moves.day, day, side="right"))
        rows = slice(self.row, end)
        self.rating[moves.player[rows]] = moves.after[rows]
        if moves.deviation is not None and moves.moment is not None:
            self.deviation[moves.player[rows]] = moves.deviation[rows]
            self.moment[moves.player[rows]] = moves.moment[rows]
        self.row = end


def _standing(system: RatingSystem, ground: Ground, base: Outcome) -> int:
    """Count the players whose rating as it stands is not the one the rules in force give."""
    rows = bulk.read_columns(
        "SELECT player_id, rating FROM ratings_currentrating WHERE system_id = %s", [system.pk], [I8, F8]
    )
    return _differing(ground.players, base.rating, rows[0], rows[1]).size


def _check(published: PublishedList, players: Longs, rating: Floats, deviation: Floats | None) -> ListCheck:
    key, exact, printed = bulk.read_columns(
        "SELECT player_id, exact, deviation FROM ratings_listentry WHERE list_id = %s",
        [published.pk],
        [I8, F8, F8],
    )
    differing = _differing(players, rating, key, exact)
    if deviation is not None:
        listed = np.where(np.isnan(rating), np.nan, deviation)
        differing = np.union1d(differing, _differing(players, listed, key, printed))
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
