"""Public lines about lists and runs: a list is there, or revised; tournaments are rated."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from federation.changes.players import whole
from federation.journal.acts import PublicEvent
from federation.models import JournalEntry
from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.cadence.by_period.counting import list_days
from ratings.models import PublishedList, RatingRun, RatingSystem
from ratings.rulebook.systems import played, takes
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.people.journal_changes import head

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
