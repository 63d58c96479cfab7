"""Writes: order a list, freeze it, check it against the facts. A correction is a new revision; both stay."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_noop

from federation import bulk, jobs, journal
from federation.models import Account, Job
from ratings import hidden_names, listing, snapshot
from ratings.engines.contract import Floats
from ratings.ledger import Span, load_any, rate_any
from ratings.models import ListEntry, PublishedList, RatingRun, RatingSystem
from ratings.periods import listing as period_listing
from ratings.periods import snapshot as period_snapshot
from ratings.recalculation import OPEN
from ratings.rulebook.systems import has_periods, has_streams
from ratings.streams import currency, stale
from ratings.streams import listing as stream_listing
from ratings.streams import snapshot as stream_snapshot
from ratings.streams.sources import end_of

WORK = "ratings.publish"
EARLIEST = date(1996, 1, 1)  # no system here rates older events
Say = Callable[[float, str], None]


class NotReadyError(Exception):
    """The list cannot stand; `code` is "stale", "open-run", "not-the-first", "too-early" or "not-over"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Order:
    """What an officer asks for; `force` publishes although facts wait, and needs a note that says why."""

    date: date
    note: str = ""
    force: bool = False


@transaction.atomic
def order(system: RatingSystem, wanted: Order, *, account: Account | None) -> PublishedList:
    """Open the next revision of a date's list; `freeze` fills it.

    Raises NotReadyError while the system is stale, a run waits, or on a day it has no lists, ValueError
    for force without a note.
    """
    system = RatingSystem.objects.select_for_update().get(pk=system.pk)
    if wanted.force and not wanted.note.strip():
        raise ValueError("publishing by force needs a note")
    if wanted.date < EARLIEST:
        raise NotReadyError("too-early")
    if has_periods(system.key) and wanted.date.day != 1:
        raise NotReadyError("not-the-first")
    if has_streams(system.key) and end_of(wanted.date) > timezone.now().timestamp() * 1000:
        raise NotReadyError("not-over")
    if not wanted.force:
        _refuse_unready(system, wanted.date)
    same_day = PublishedList.objects.filter(system=system, date=wanted.date)
    same_day.filter(ready=False).delete()  # ordered before and never filled
    revision = (same_day.aggregate(last=Max("revision"))["last"] or 0) + 1
    ordered = PublishedList.objects.create(
        system=system, date=wanted.date, revision=revision, published_by=account, note=wanted.note
    )
    journal.write(
        "list.ordered", ordered, account=account, system=system.key, date=wanted.date, revision=revision,
        force=wanted.force,
    )  # fmt: skip
    return ordered


def _refuse_unready(system: RatingSystem, day: date) -> None:
    if has_streams(system.key):
        if stale.waits(system, before=end_of(day)):
            raise NotReadyError("stale")
        return
    if system.stale_from is not None and system.stale_from <= day:
        raise NotReadyError("stale")
    if RatingRun.objects.filter(system=system, stage__in=OPEN).exists():
        raise NotReadyError("open-run")


def request(system: RatingSystem, wanted: Order, *, account: Account | None) -> tuple[PublishedList, Job]:
    """Order a list and the job that freezes it; raises like `order`."""
    with transaction.atomic():
        ordered = order(system, wanted, account=account)
        job = jobs.request(WORK, arguments={"published": ordered.pk}, account=account)
    return ordered, job


def publish(
    system: RatingSystem, day: date, *, account: Account | None, note: str = "", force: bool = False
) -> PublishedList:
    """Order and freeze a list at once; raises like `order`."""
    return freeze(order(system, Order(day, note, force), account=account).pk)


def freeze(key: int, *, say: Say = lambda _percent, _message: None) -> PublishedList:
    """Copy the standings of the list's day into its entries, and show it; harmless when repeated."""
    with transaction.atomic():
        # No run may be applied between the statements that read the ledger; `order` locks in the same order.
        list(RatingSystem.objects.select_for_update(no_key=True, of=("self",)).filter(lists=key))
        published = PublishedList.objects.select_for_update(of=("self",)).select_related("system").get(pk=key)
        if published.ready:
            return published
        system = published.system
        before = snapshot.listed(_list_before(published))
        columns = _columns(published, before, say)
        bulk.write_columns(ListEntry._meta.db_table, columns)
        hidden_names.hide_in(published)
        say(90, gettext_noop("writing the list"))
        published.state, published.ready, published.published = system.state, True, timezone.now()
        published.players = len(columns["player_id"])
        # of a stream's list only the established have a place among the active
        published.active_players = sum(place is not None for place in columns["active_position"])
        published.report = listing.report(columns, before)
        if has_streams(system.key):
            published.established = columns["provisional"].count(False)
            published.report |= currency.basis(system)
        published.save()
        journal.write(
            "list.published", published, account=published.published_by, system=system.key,
            date=published.date, revision=published.revision, players=published.players,
        )  # fmt: skip
    return published


def _columns(published: PublishedList, before: snapshot.Listed, say: Say) -> listing.Rows:
    """Lay the entries out by the system's clock."""
    system = published.system
    if has_periods(system.key):
        listed = period_snapshot.listed(system, published.date)
        say(40, gettext_noop("copying the standings"))
        return period_listing.columns(published, listed, before)
    if has_streams(system.key):
        now = stream_snapshot.stood(system, published.date)
        say(40, gettext_noop("copying the standings"))
        people_now = stream_snapshot.people(system, now.player)
        return stream_listing.columns(published, now, people_now, before)
    stood = snapshot.stood(system, published.date)
    people = snapshot.people(system, stood.player, published.date)
    say(40, gettext_noop("copying the standings"))
    return listing.columns(published, stood, people, before)


def _list_before(published: PublishedList) -> PublishedList | None:
    earlier = PublishedList.objects.filter(system=published.system, ready=True, date__lt=published.date)
    return earlier.order_by("-date", "-revision").first()


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

    The facts are those known today. A system that seeds from another takes that one's ledger as it stands.
    """
    system = RatingSystem.objects.get(pk=published.system_id)
    if has_streams(system.key):
        return _verify_stream(published, system)
    replay = load_any(system, Span(until=published.date))
    after = rate_any(replay)[1]
    computed = _by_player(replay.players.tolist(), after.rating)
    waiting = system.stale_from is not None and system.stale_from <= published.date
    return Verification(
        moved=waiting or system.state != published.state,
        differences=_differences(published, "exact", computed),
    )


def _verify_stream(published: PublishedList, system: RatingSystem) -> Verification:
    """Compute a stream's ratings, and their deviations on the list's day, from the games alone."""
    found = stream_snapshot.computed(system, published.date)
    players = found.player.tolist()
    return Verification(
        moved=currency.has_moved(published, system),
        differences=(
            *_differences(published, "exact", _by_player(players, found.rating)),
            *_differences(published, "deviation", _by_player(players, found.deviation)),
        ),
    )


def _differences(published: PublishedList, column: str, computed: dict[int, float]) -> tuple[Difference, ...]:
    """Name the players whose number on a list is not the one computed."""
    rows = ListEntry.objects.filter(list=published).values_list("player_id", column)
    old = {player: value for player, value in rows if value is not None}
    return tuple(
        Difference(player, old.get(player), computed.get(player))
        for player in sorted(old.keys() | computed.keys())
        if old.get(player) != computed.get(player)
    )


def _by_player(players: list[int], ratings: Floats) -> dict[int, float]:
    return {
        player: rating for player, rating in zip(players, ratings.tolist(), strict=True) if rating == rating
    }
