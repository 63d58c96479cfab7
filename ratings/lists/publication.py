"""Publication of lists: order, prepare, release and verify.

A correction is a new revision; both stay."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from federation.jobs import jobs
from federation.journal import journal
from federation.models import Account, Job
from ratings.cadence.ledger import ledger_of
from ratings.cadence.lists import lists_of
from ratings.cadence.traits import traits_of
from ratings.lists import build, list_files, revisions
from ratings.lists.build import system_as_published
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.public_log.bundles import list_bundles as bundles
from ratings.rulebook.systems import FIRST_DAY

WORK, PREPARE = "ratings.publish", "ratings.prepare_list"
ATTEMPTS = 3  # to show a list before ratings are applied again
EARLIEST = FIRST_DAY
ReportProgress = Callable[[float, str], None]


TEXTS = {
    "stale": gettext_noop("Data before this date has not been recalculated yet."),
    "open-run": gettext_noop("A run is waiting for review."),
    "not-the-first": gettext_noop("A list of this system is dated the first of a month."),
    "not-over": gettext_noop(
        "This day is not over yet: a list of this system includes every game of its day (UTC)."
    ),
    "too-early": gettext_noop("No system has ratings before 1996."),
    # of a list that was prepared
    "moved": gettext_noop("Ratings have changed since the list was prepared. Prepare it again."),
    "dropped": gettext_noop("Someone discarded the list or prepared another one for this date."),
    "not-prepared": gettext_noop("The list is still being prepared."),
    "no-files": gettext_noop("The files of the list are being recreated. Wait a moment."),
    "empty": gettext_noop("No one is on this list. Publish it only if that is right."),
    # of a new revision
    "unexplained": gettext_noop(
        "A list of this date has already been published: say why there is a new revision."
    ),
    "identical": gettext_noop(
        "This list would be identical to the published one: there is nothing to publish."
    ),
}


class NotReadyError(Exception):
    """The list cannot stand; `code` is a key of TEXTS."""

    def __init__(self, code: str) -> None:
        super().__init__(TEXTS[code])
        self.code = code


class AlreadyPublishedError(Exception):
    """The list was already released; `published` has by whom and when."""

    def __init__(self, published: PublishedList) -> None:
        super().__init__(f"list {published.pk} is published")
        self.published = published


@dataclass(frozen=True, slots=True)
class ReleaseOptions:
    """The note of a list to show, whether facts may wait, and whether it may be empty."""

    note: str = ""
    force: bool = False
    empty: bool = False


@dataclass(frozen=True, slots=True)
class ListRequest:
    """An officer's request; `force`: even if facts wait, with the reason as a note."""

    date: date
    note: str = ""
    force: bool = False


@transaction.atomic
def order(system: RatingSystem, wanted: ListRequest, *, account: Account | None) -> PublishedList:
    """Open the next revision of a date's list; `prepare_and_release` fills it.

    Raises NotReadyError while the system is stale, a run waits, a job makes a list of the date, or on a day
    it has no lists, ValueError for force without a note.
    """
    system = RatingSystem.objects.select_for_update().get(pk=system.pk)
    if wanted.force and not wanted.note.strip():
        raise ValueError("publishing by force needs a note")
    if wanted.date < EARLIEST:
        raise NotReadyError("too-early")
    if refused := lists_of(system.key).why_no_list_on(wanted.date):
        raise NotReadyError(refused)
    if not wanted.force:
        _refuse_unready(system, wanted.date)
    same_day = PublishedList.objects.filter(system=system, date=wanted.date)
    unshown = same_day.filter(ready=False)
    if _is_being_made(unshown):
        raise NotReadyError("not-prepared")
    build.forget(unshown)  # ordered before and never shown
    revision = (same_day.aggregate(last=Max("revision"))["last"] or 0) + 1
    ordered = PublishedList.objects.create(
        system=system, date=wanted.date, revision=revision, published_by=account, note=wanted.note
    )
    journal.write(
        "list.ordered", ordered, account=account, system=system.key, date=wanted.date, revision=revision,
        force=wanted.force,
    )  # fmt: skip
    return ordered


def _is_being_made(unshown: QuerySet[PublishedList]) -> bool:
    """Return whether a job that waits or runs makes one of the lists."""
    keys = list(unshown.values_list("pk", flat=True))
    state = (Job.State.QUEUED, Job.State.RUNNING)
    at_work = Job.objects.filter(kind__in=(WORK, PREPARE), state__in=state, arguments__published__in=keys)
    return bool(keys) and at_work.exists()


def _refuse_unready(system: RatingSystem, day: date) -> None:
    if reason := lists_of(system.key).why_not_ready(system, day):
        raise NotReadyError(reason)


def request(
    system: RatingSystem, wanted: ListRequest, *, account: Account | None, show: bool = True
) -> tuple[PublishedList, Job]:
    """Order a list and the job that makes it; `show`: and shows it, without a look before.

    Raises like `order`, and NotReadyError for a revision to be shown without a note.
    """
    if show:
        _refuse_unexplained(system, wanted)
    with transaction.atomic():
        ordered = order(system, wanted, account=account)
        arguments = {"published": ordered.pk}
        job = jobs.request(WORK if show else PREPARE, arguments=arguments, account=account)
    return ordered, job


def _refuse_unexplained(system: RatingSystem, wanted: ListRequest) -> None:
    """Refuse a new revision without a note before it is made; `release` asks again."""
    same_day = PublishedList.objects.filter(system=system, date=wanted.date, ready=True)
    if not wanted.note.strip() and same_day.exists():
        raise NotReadyError("unexplained")


def publish(
    system: RatingSystem,
    day: date,
    *,
    account: Account | None,
    note: str = "",
    force: bool = False,
    empty: bool = True,
) -> PublishedList:
    """Order, prepare and show a list, its bundle made on demand; `empty`: even without players.

    Raises like `request` and `prepare_and_release`.
    """
    wanted = ListRequest(day, note, force)
    _refuse_unexplained(system, wanted)
    ordered = order(system, wanted, account=account)
    return prepare_and_release(ordered.pk, force=force, empty=empty, bundled=False)


def prepare_and_release(
    key: int,
    *,
    force: bool = True,
    empty: bool = False,
    bundled: bool = True,
    report: ReportProgress = lambda _percent, _message: None,
) -> PublishedList:
    """Make the entries, the files and the bundle of an ordered list, then show it; harmless when repeated.

    Where ratings are applied while the files are made, the entries are made again. `force`: what `order` let
    pass may still wait. Raises NotReadyError when facts move at every attempt, the list was dropped,
    it is empty and `empty` does not let that pass, or it is a revision without a note or without a
    difference; the latter is dropped.
    """
    options = partial(ReleaseOptions, force=force, empty=empty)
    for attempt in range(ATTEMPTS):
        prepared = prepare(key, bundled=bundled, report=report)
        try:
            return release(key, options(prepared.note), account=prepared.published_by)
        except AlreadyPublishedError as told:
            return told.published
        except NotReadyError as problem:
            if problem.code == "identical":
                drop(key, account=prepared.published_by)
            if problem.code not in ("moved", "no-files") or attempt + 1 == ATTEMPTS:
                raise
    raise AssertionError("every attempt returns or raises")


def prepare(
    key: int, *, bundled: bool = True, report: ReportProgress = lambda _percent, _message: None
) -> PublishedList:
    """Make the entries, the files and the bundle of an ordered list; only officers see it until `release`.

    Harmless when repeated. Raises NotReadyError when the list was dropped.
    """
    prepared = build.write_entries(key, report=report)
    if prepared is None:
        raise NotReadyError("dropped")
    list_files.make(prepared)
    if bundled and traits_of(prepared.system.key).has_list_bundle:
        report(95, gettext_noop("collecting the data behind the list"))
        bundles.make(prepared)  # now, while the facts are those of the list
    return prepared


def _lock_unreleased(key: int) -> PublishedList:
    """Lock an unreleased list; raises AlreadyPublishedError, NotReadyError."""
    build.lock(key)
    rating_list = build.locked(key)
    if rating_list is None:
        raise NotReadyError("dropped")
    if rating_list.ready:
        raise AlreadyPublishedError(rating_list)
    return rating_list


@transaction.atomic
def release(key: int, wish: ReleaseOptions, *, account: Account | None) -> PublishedList:
    """Show a prepared list: pages, downloads and caches change with the one row written here.

    Raises AlreadyPublishedError on a second release, NotReadyError where it was dropped or is not
    prepared, ratings were applied since, facts wait or it is empty and the options do not let
    that pass, or it is a new revision that changes nothing or comes without a note.
    """
    rating_list = _lock_unreleased(key)
    _refuse_outdated(rating_list, force=wish.force)
    _refuse_pointless(rating_list)
    if not wish.empty:
        _refuse_empty(rating_list)
    if not wish.note.strip() and revisions.replaced_by(rating_list):
        raise NotReadyError("unexplained")
    rating_list.ready, rating_list.published = True, timezone.now()
    rating_list.note, rating_list.published_by = wish.note.strip(), account
    rating_list.save(update_fields=["ready", "published", "note", "published_by"])
    journal.write(
        "list.published", rating_list, account=account, system=rating_list.system.key,
        date=rating_list.date, revision=rating_list.revision, players=rating_list.players,
    )  # fmt: skip
    return rating_list


def obstacle(prepared: PublishedList) -> str:
    """Return why a prepared list cannot be shown as it is, as a key of TEXTS; "" where it can."""
    try:
        _refuse_outdated(prepared, force=False)
        _refuse_pointless(prepared)
        _refuse_empty(prepared)
    except NotReadyError as problem:
        return problem.code
    return ""


def _refuse_outdated(prepared: PublishedList, *, force: bool) -> None:
    """Refuse a prepared list that is no longer what would be prepared now."""
    system = prepared.system
    if prepared.prepared is None:
        raise NotReadyError("not-prepared")
    if not build.is_fresh(prepared):
        raise NotReadyError("moved")
    if list_files.has_files(system.key) and not prepared.files:
        raise NotReadyError("no-files")  # taken away when a player chose how he is shown
    if not force:
        _refuse_unready(system, prepared.date)


def _refuse_pointless(prepared: PublishedList) -> None:
    """Refuse a revision that equals the published one."""
    replacement = revisions.replacement_of(prepared)
    if replacement is not None and replacement.is_identical:
        raise NotReadyError("identical")


def _refuse_empty(prepared: PublishedList) -> None:
    """Refuse an empty list."""
    if not prepared.players:
        raise NotReadyError("empty")


@transaction.atomic
def drop(key: int, *, account: Account | None) -> None:
    """Delete a list that only officers saw; raises AlreadyPublishedError, NotReadyError."""
    rating_list = _lock_unreleased(key)
    journal.write(
        "list.dropped", rating_list, account=account, system=rating_list.system.key, date=rating_list.date,
        revision=rating_list.revision,
    )  # fmt: skip
    build.forget([rating_list])


@dataclass(frozen=True, slots=True)
class Difference:
    """A player whose listed rating is not what the facts give; None: not listed, or without rating."""

    player: int
    listed: float | None
    computed: float | None


@dataclass(frozen=True, slots=True)
class Verification:
    """What checking a list found. Where `moved`, later facts may rightly differ: the list stays as it was."""

    moved: bool  # ratings were applied since the list was frozen, or facts wait to be
    differences: tuple[Difference, ...]


def verify(published: PublishedList) -> Verification:
    """Compute a list's ratings from the facts, from the beginning to its day, and name every difference.

    The facts are those known today, the rules those the list was made by (`build.system_as_published`).
    A system that seeds from another takes that one's ledger as it stands.
    """
    system = system_as_published(published)
    recomputed = ledger_of(system.key).recompute(published, system)
    differing = (_differences(published, column, values) for column, values in recomputed.items())
    moved = lists_of(system.key).has_moved(published, system)
    return Verification(moved, tuple(difference for column in differing for difference in column))


def _differences(published: PublishedList, column: str, computed: dict[int, float]) -> tuple[Difference, ...]:
    """Name the players whose number on a list is not the one computed."""
    rows = ListEntry.objects.filter(list=published).values_list("player_id", column)
    old = {player: value for player, value in rows if value is not None}
    return tuple(
        Difference(player, old.get(player), computed.get(player))
        for player in sorted(old.keys() | computed.keys())
        if old.get(player) != computed.get(player)
    )
