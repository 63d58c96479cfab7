"""The acts on systems, runs, lists and logs as the journal has them: words, subjects, public events."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from federation.changes.players import whole
from federation.journal.acts import Act, EventType, Family, Group, PublicEvent, Report, declare
from federation.journal.subjects import Kind, Subject, address, of_columns, register
from federation.language.dates import format_date
from federation.language.system_names import system_name
from federation.models import JournalEntry
from federation.views.journal_acts import ACCOUNTS
from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.cadence.by_period.counting import list_days
from ratings.models import (
    LogAlarm,
    LogWitness,
    ManualEvent,
    PublishedList,
    RatingRun,
    RatingSystem,
    WatchedLog,
)
from ratings.models.run import RUN_STAGES
from ratings.rulebook.systems import played, takes
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.views.journal_acts import head

RATINGS = Group(_("Ratings"), 3)
_ALARMS = {
    "large-move": _("a rating changes by much"),
    "entering": _("many players gain a first rating"),
    "leaving": _("players lose their rating"),
    "imported-met": _("an imported rating meets an earlier one"),
    "restless": _("the calculation did not converge"),
    "many-moved": _("many rated players change"),
}
_RUN = {
    "state": _("state of the ratings"),
    "new": pgettext_lazy("rows of a run", "new"),
    "moved": pgettext_lazy("rows of a run", "changed"),
    "gone": pgettext_lazy("rows of a run", "removed"),
    "alarms": _("alerts"),
}
_BOUNDS = {
    "largest_move": _("A rating changes by more than"),
    "share_moved": _("Share of rated players who change is more than"),
    "most_entering": _("Players gaining a first rating are more than"),
    "most_leaving": _("Players losing their rating are more than"),
}
_SCHEDULE = {
    "recalculate": _("Recalculate when data have changed"),
    "approve": _("Approve a proposal that raises no alert"),
    "prepare": _("Prepare a list that is due"),
    "release": _("Publish an automatically prepared list if nothing is unusual"),
    "day": _("Day of the month when a list is due"),
}


def _share(value: Any) -> str:
    return gettext("%(n)s%%") % {"n": f"{100 * value:g}"} if isinstance(value, int | float) else str(value)


def _job(kind: Any) -> str:
    return gettext(settings.JOB_NAMES[kind]) if kind in settings.JOB_NAMES else str(kind)


_MOST = 50  # tournaments a change names; it has the number of all
_LONGEST = timedelta(days=100)  # from the end of a tournament to the list of a period it counts for


def tell_lists(lines: Sequence[JournalEntry]) -> Mapping[int, PublicEvent]:
    """Report which list is there; a later revision of the same day replaces the one before."""
    lists = PublishedList.objects.select_related("system").in_bulk([int(line.subject_id) for line in lines])
    events = {}
    for line in lines:
        published = lists.get(int(line.subject_id))
        if published is not None and published.ready:
            kind = "list.published" if published.revision == 1 else "list.revised"
            events[line.pk] = PublicEvent(kind, {"list": _list(published)})
    return events


def _list(published: PublishedList) -> dict[str, Any]:
    key, day = published.system.key, published.date.isoformat()
    revision = f"?revision={published.revision}"
    return {
        "system": key,
        "date": day,
        "revision": published.revision,
        "players": published.players,
        "url": whole(published.get_absolute_url() + revision),
        "entries_url": whole(f"/api/v1/lists/{key}/{day}/entries{revision}"),
    }


def tell_runs(lines: Sequence[JournalEntry]) -> Mapping[int, PublicEvent]:
    """Report which tournaments a run rated first, or that it moved ratings and no more."""
    runs = RatingRun.objects.select_related("system").in_bulk([int(line.subject_id) for line in lines])
    by_line = {line.pk: runs.get(int(line.subject_id)) for line in lines}
    return {key: _run(run) for key, run in by_line.items() if run is not None and _moves(run)}


def _moves(run: RatingRun) -> bool:
    return any(run.totals.get(name) for name in ("new", "moved", "gone"))


def _run(run: RatingRun) -> PublicEvent:
    rated = _rated(run)
    moved = {name: run.totals.get(name, 0) for name in ("new", "moved", "gone")}
    data: dict[str, Any] = {"system": run.system.key, "ratings": moved}
    if run.undone is not None or not rated:
        return PublicEvent("ratings.changed", data)
    shown = [head(tournament) for tournament in rated[:_MOST]]
    return PublicEvent("tournament.rated", {**data, "tournaments": shown, "count": len(rated)})


def _rated(run: RatingRun) -> list[Tournament]:
    """Return the tournaments with rows that are new: noted with the run, or by the period's list."""
    keys = [key for key, new, *_rest in run.comparison.get("tournaments", ()) if new]
    days = [date.fromisoformat(day) for day, new, *_rest in run.comparison.get("periods", ()) if new]
    approved = Tournament.objects.filter(stage=Stage.APPROVED).order_by("number")
    if keys:
        return list(approved.filter(pk__in=keys))
    return list(approved.filter(pk__in=_of_periods(run.system, days))) if days else []


def _of_periods(system: RatingSystem, days: Iterable[date]) -> set[int]:
    """Return the keys of the tournaments that count for the lists of some days."""
    wanted = set(days)
    near = Tournament.objects.filter(
        stage=Stage.APPROVED,
        discipline=CATALOGUE[system.key].game,
        end__gte=min(wanted) - _LONGEST,
        end__lte=max(wanted),
    )
    return {
        tournament.pk
        for tournament in near
        if takes(system, played(tournament)) and wanted.intersection(list_days(system, tournament))
    }


def _run_named(key: int, system: str) -> Subject:
    title = gettext("run %(number)s of %(system)s") % {"number": key, "system": system_name(system)}
    return Subject(title, address("run", key))


def _list_named(_key: int, system: str, day: date, revision: int) -> Subject:
    url = f"{address('list', system, day.isoformat())}?revision={revision}"
    title = f"{system_name(system)}, {format_date(day, 'j N Y')}"
    return Subject(f"{title}/{revision}" if revision > 1 else title, url)


def _decisions(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for event in ManualEvent.objects.filter(pk__in=keys).select_related("system"):
        yield event.pk, Subject(str(event), address("manual-events", event.system.key))


def _followers(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for key in keys:  # by number alone: the journal never has the address itself
        yield key, Subject(gettext("follower %(number)s") % {"number": key}, address("followers"))


_RUNS = Report(
    tell_runs, (EventType("ratings.changed"), EventType("tournament.rated", _("Tournaments are rated"), 4))
)
_LISTS = Report(
    tell_lists,
    (
        EventType("list.published", _("A list is published"), 1),
        EventType("list.revised", _("A published list is replaced by a new revision"), 2),
    ),
)
declare(
    RATINGS,
    Family("run.", names=_RUN, values={"": dict(RUN_STAGES), "alarms": _ALARMS, "moved": str}),
    Family("manual-event.", values={"kind": dict(ManualEvent.Kind.choices)}),
    Act("manual-event.entered", _("adjustment added"), moves_ratings=True, is_logged=True),
    Act("manual-event.withdrawn", _("adjustment withdrawn"), moves_ratings=True, is_logged=True),
    Act("run.requested", _("recalculation requested"), is_public=False),
    Act("run.applied", _("recalculation applied"), report=_RUNS, moves_ratings=True),
    Act("run.discarded", _("recalculation rejected"), is_public=False),
    Act("run.undone", _("recalculation undone"), report=_RUNS, moves_ratings=True),
    Act("run.closed", _("recalculation outdated or failed"), is_public=False),
    Act("run.cancelled", _("recalculation cancelled"), is_public=False),
    Act("list.ordered", _("list requested")),
    Act("list.published", _("list published"), report=_LISTS, is_logged=True),
    Act("list.archived", _("list archived"), report=_LISTS, is_logged=True),
    Act("system.changed", _("rules of a system changed"), moves_ratings=True),
    Act("system.bounds", _("alert thresholds changed"), names=_BOUNDS, values={"share_moved": _share}),
    Act("system.schedule", _("automatic steps changed"), names=_SCHEDULE, is_public=False),
    Act("list.dropped", _("list preview discarded")),
    Act("system.levels", _("levels of a list used as base"), moves_ratings=True),
    Act("log.watched", _("log of another installation watched")),
    Act("log.unwatched", _("log of another installation no longer watched")),
    Act("log.witness-added", _("witness of the public log added")),
    Act("log.witness-removed", _("witness of the public log removed")),
    Act("log.alarm", _("alert: a public log was changed")),
    Act("log.alarm-settled", _("alert about a public log settled")),
)
declare(
    ACCOUNTS,
    Family("follower.", is_public=False),
    Family("job.", values={"kind": _job}, is_public=False),
    Act("snapshot.licence", _("licence of the public data chosen"), after="site.text"),
    Act("follower.exported", _("copy of a follower’s data provided"), after="account.locked"),
    Act("follower.erased", _("follower’s address deleted"), after="follower.exported"),
    Act("job.retried", _("failed job started again")),
)
_watched = of_columns(WatchedLog, "origin", subject=lambda _, origin: Subject(origin, address("witnesses")))
_witnesses = of_columns(LogWitness, "name", subject=lambda _, name: Subject(name, address("witnesses")))
_alarms = of_columns(
    LogAlarm, "origin", subject=lambda key, origin: Subject(origin, address("log-evidence", key))
)
_systems = of_columns(
    RatingSystem, "key", subject=lambda _, key: Subject(system_name(key), address("list-newest", key))
)
_runs = of_columns(RatingRun, "system__key", subject=_run_named)
_lists = of_columns(PublishedList, "system__key", "date", "revision", subject=_list_named)
register("watchedlog", Kind(_("log"), _watched))
register("logwitness", Kind(_("witness"), _witnesses))
register("logalarm", Kind(_("alert about a log"), _alarms))
register("ratingsystem", Kind(_("rating system"), _systems))
register("ratingrun", Kind(_("rating run"), _runs))
register("publishedlist", Kind(_("published list"), _lists))
register("follower", Kind(_("follower"), _followers))
register("manualevent", Kind(_("manual adjustment"), _decisions))
