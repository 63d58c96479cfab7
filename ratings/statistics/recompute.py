"""Recomputation of a system's outdated statistics, stored for the pages."""

from collections.abc import Callable, Mapping
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext_noop

from ratings.cadence.laboratory import laboratory_of
from ratings.cadence.shared.record import Record
from ratings.cadence.traits import traits_of
from ratings.models import RatingSystem, Statistic
from ratings.rulebook.systems import SYSTEMS
from ratings.statistics import activity, adjustments, forecasts, kinds, lists, wins
from ratings.statistics.kinds import ACTIVITY, CLUBS, DRIFT, FORECASTS, IMPROVERS, OF_GAMES, WINS, Data
from ratings.statistics.list_figures import Wins

WORK = "ratings.statistics"
GRADE, CHESS_BAND = 100, 50  # points of a band of the table by differences, with grades and without
ReportProgress = Callable[[float, str], None]


def due(system: RatingSystem) -> tuple[str, ...]:
    """Name the statistics of a system that are not of its present state; two queries.

    Of games they are computed once a state of the ledger; a stream's moves with every game, so there once a
    list, as are those of lists everywhere.
    """
    newest = lists.state_of_lists(system)
    rows = Statistic.objects.filter(system=system, data__layout=kinds.LAYOUT)
    existing = {kind: (state, key) for kind, state, key in rows.values_list("kind", "state", "newest")}
    if not newest and not system.state:
        return ()
    possible = kinds.KINDS if newest else OF_GAMES
    now = (system.state, newest)
    return tuple(
        kind
        for kind in possible
        if kind not in existing or existing[kind][_basis(kind, system)] != now[_basis(kind, system)]
    )


def _basis(kind: str, system: RatingSystem) -> int:
    """Return what makes a statistic stale: 0 a new state of the ledger, 1 a new list."""
    return 0 if kind in OF_GAMES and not traits_of(system.key).figures_by_list else 1


def refresh(
    system: RatingSystem, *, report: ReportProgress = lambda _percent, _message: None
) -> tuple[str, ...]:
    """Compute every statistic that is due, and name it; harmless when repeated.

    The state is read before the facts: what is applied meanwhile makes this due again.
    """
    system.refresh_from_db()
    wanted = due(system)
    newest = lists.state_of_lists(system)  # before they are read: of what comes meanwhile nothing is believed
    by_day = lists.newest_of_each_day(system)
    totals = _Totals(GRADE if SYSTEMS[system.key].scale else CHESS_BAND, max(by_day, default=date.max))
    if set(wanted) & {*OF_GAMES, CLUBS}:
        report(5, gettext_noop("reading the games"))
        add = totals.add if set(wanted) & set(OF_GAMES) else totals.club_wins.add
        for piece in laboratory_of(system.key).record_pieces(system):
            add(piece)
    _keep_games(system, wanted, totals, newest=newest)
    report(60, gettext_noop("reading the lists"))
    _keep_lists(system, wanted, by_day, totals.club_wins, newest=newest)
    return wanted


class _Totals:
    """All statistics computed from games, of a record that comes piece by piece."""

    def __init__(self, width: int, newest_list: date) -> None:
        self.width = width
        self.club_wins = Wins(newest_list)
        self.wins, self.forecasts, self.activity = wins.Totals(width), forecasts.Totals(), activity.Totals()

    def add(self, record: Record) -> None:
        """Count some more."""
        self.wins.add(record.pairs)
        self.forecasts.add(record.pairs)
        self.activity.add(record)
        self.club_wins.add(record)


def _keep_games(system: RatingSystem, wanted: tuple[str, ...], totals: _Totals, *, newest: int) -> None:
    writers: dict[str, Callable[[], Data]] = {
        WINS: lambda: kinds.write(
            kinds.WinTables(totals.wins.by_grades(), totals.width, totals.wins.by_difference())
        ),
        FORECASTS: lambda: kinds.write(kinds.Forecasts(totals.forecasts.quality(), adjustment_of(system))),
        ACTIVITY: lambda: kinds.write(kinds.Activity(totals.activity.by_month(), totals.activity.by_year())),
    }
    for kind in OF_GAMES:
        if kind in wanted:
            _keep(system, kind, writers[kind](), newest=newest)


def adjustment_of(system: RatingSystem, *, draws: int = adjustments.DRAWS) -> kinds.Adjustment | None:
    """Compare the settings of a system's adjustment; None where it has none, or none was in force."""
    alternatives = laboratory_of(system.key).alternatives(system)
    if alternatives is None:
        return None
    return kinds.Adjustment(adjustments.moved(alternatives), adjustments.judge(alternatives, draws=draws))


def _keep_lists(
    system: RatingSystem, wanted: tuple[str, ...], by_day: Mapping[date, int], wins: Wins, *, newest: int
) -> None:
    if DRIFT in wanted:
        known = Statistic.objects.filter(system=system, kind=DRIFT, data__layout=kinds.LAYOUT).first()
        old = kinds.read(kinds.Drift, known.data) if known else None
        _keep(system, DRIFT, kinds.write(lists.drift(system, by_day, known=old)), newest=newest)
    if IMPROVERS in wanted and (gains := lists.best_improvers(system, by_day)):
        _keep(system, IMPROVERS, kinds.write(gains), newest=newest)
    if CLUBS in wanted and (table := lists.club_table(system, by_day, wins)):
        _keep(system, CLUBS, kinds.write(table), newest=newest)


def _keep(system: RatingSystem, kind: str, data: Data, *, newest: int) -> None:
    Statistic.objects.update_or_create(
        system=system,
        kind=kind,
        defaults={
            "state": system.state,
            "newest": newest,
            "made": timezone.now(),
            "data": {"layout": kinds.LAYOUT, **data},
        },
    )
