"""Values of a published list that today's data gives otherwise for its day, with their causes."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from federation.models import Merge, Player
from federation.web.caches import pages
from ratings.cadence.lists import lists_of
from ratings.cadence.shared.list_columns import PreviousList
from ratings.cadence.traits import traits_of
from ratings.models import ListEntry, ManualEvent, PublishedList
from tournaments.models import Entry, Tournament
from tournaments.models.stages import ONCE_APPROVED, SHOWN

LARGEST = 60_000  # players: more are compared by `verify_list` alone
KEPT = 24 * 3600  # seconds a count is cached; it holds for a state of the system
MERGED = gettext_noop("merged with another player")
TOURNAMENT = gettext_noop("in a tournament approved, corrected or revoked since")
GAME = gettext_noop("in an online game received or withdrawn since")
DECISION = gettext_noop("a manual adjustment added or withdrawn since")
OTHERS = gettext_noop("through other players whose ratings changed")
UNKNOWN = gettext_noop("no cause found")
KEPT_DAILY = 60  # seconds, where games arrive all day long


@dataclass(frozen=True, slots=True)
class Differing:
    """A player whose value on a list is another one today; None: not on it."""

    player: int
    listed: int | None
    today: int | None


def may_differ(published: PublishedList) -> bool:
    """Return whether ratings were applied since a list of this site was made; no query."""
    return (
        published.prepared is not None
        and published.players <= LARGEST
        and not traits_of(published.system.key).lists_daily
        and not lists_of(published.system.key).is_fresh(published)
    )


def differing(published: PublishedList) -> list[Differing]:
    """Compare a list, as shown, with the ratings that stand for its day; the farthest apart first."""
    columns = lists_of(published.system.key).list_rows(published, PreviousList({}), lambda: None)
    today: dict[int, int] = dict(zip(columns["player_id"], columns["rating"], strict=True))
    listed = dict(ListEntry.objects.filter(list=published).values_list("player_id", "rating"))
    differences = [
        Differing(player, listed.get(player), today.get(player))
        for player in sorted(listed.keys() | today.keys())
        if listed.get(player) != today.get(player)
    ]
    return sorted(differences, key=_distance, reverse=True)


def _distance(value: Differing) -> float:
    if value.listed is None or value.today is None:
        return float("inf")
    return abs(value.today - value.listed)


def counts(lists: Sequence[PublishedList]) -> dict[int, int]:
    """Count the values that differ, by the key of the list; lists of which none do are left out.

    A count is cached as long as the ratings of the system are unchanged.
    """
    moved = {
        f"drift:{published.pk}:{published.system.state}": published
        for published in lists
        if may_differ(published)
    }
    known = pages.get_many(moved)
    new = {key: len(differing(published)) for key, published in moved.items() if key not in known}
    if new:
        pages.set_many(new, KEPT)
    by_key = {**known, **new}
    return {published.pk: by_key[key] for key, published in moved.items() if by_key[key]}


def causes_of(published: PublishedList, players: Collection[int]) -> dict[str, int]:
    """Count differing players by cause, in the order in which causes are tried; six queries at most."""
    counts = Counter(cause_of_each(published, players).values())
    order = (MERGED, TOURNAMENT, GAME, DECISION, OTHERS, UNKNOWN)
    return {cause: counts[cause] for cause in order if counts[cause]}


def cause_of_each(published: PublishedList, players: Collection[int]) -> dict[int, str]:
    """Return the first cause that holds for each differing player; six queries at most."""
    left, causes = set(players), dict[int, str]()
    for cause, having in (
        (MERGED, _merged(players)),
        (TOURNAMENT, _played(published, players)),
        (GAME, lists_of(published.system.key).late_players(published, _moment(published))),
        (DECISION, _decided(published, players)),
    ):
        reached = left & having
        causes |= dict.fromkeys(reached, cause)
        left -= reached
    rest = OTHERS if causes or (left and _everybody_moved(published)) else UNKNOWN
    return causes | dict.fromkeys(left, rest)


def tournaments_since(published: PublishedList, players: Collection[int]) -> dict[int, Tournament]:
    """Return the tournament of the list's time decided last since, of players who played in one; one query.

    A tournament everybody may look at; of one that was superseded, its successor.
    """
    rows = _entries_since(published, players).filter(tournament__stage__in=SHOWN)
    rows = rows.select_related("tournament").order_by("tournament__decided", "tournament__number")
    return {row.player_id: row.tournament for row in rows if row.player_id is not None}


def _merged(players: Collection[int]) -> set[int]:
    """Return who was merged, or was merged with."""
    rows = Merge.objects.filter(Q(kept__in=players) | Q(gone__in=players))
    return {key for pair in rows.values_list("kept_id", "gone_id") for key in pair}


def _played(published: PublishedList, players: Collection[int]) -> set[int]:
    """Return who took part in a tournament of the list's time that was decided since."""
    rows = _entries_since(published, players).filter(tournament__stage__in=ONCE_APPROVED)
    return {key for key in rows.values_list("player_id", flat=True) if key is not None}


def _entries_since(published: PublishedList, players: Collection[int]) -> QuerySet[Entry]:
    return Entry.objects.filter(
        player__in=players,
        tournament__start__lte=published.date,
        tournament__decided__gt=_moment(published),
    )


def _decided(published: PublishedList, players: Collection[int]) -> set[int]:
    """Return whose level the office has set since, or no longer sets."""
    rows = _decisions_since(published).filter(player__in=players)
    return {key for key in rows.values_list("player_id", flat=True) if key is not None}


def _everybody_moved(published: PublishedList) -> bool:
    """Return whether everybody was adjusted since."""
    return _decisions_since(published).filter(player=None).exists()


def _moment(published: PublishedList) -> datetime | None:
    """Return when a list was frozen; one of an archive was arranged here long after it was published."""
    return min((moment for moment in (published.prepared, published.published) if moment), default=None)


def _decisions_since(published: PublishedList) -> QuerySet[ManualEvent]:
    moment = _moment(published)
    since = Q(entered__gt=moment) | Q(withdrawn__gt=moment)
    return ManualEvent.objects.filter(since, system=published.system, date__lte=published.date)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The values that differ: player, on the list, today, cause; the farthest apart first."""

    is_known: bool  # False: not comparable here, as it was imported or is too large
    values: Sequence[tuple[int, int | None, int | None, str]] = ()
    waiting: date | None = None  # data of the list's time, from this day on, is not rated yet

    @property
    def causes(self) -> list[tuple[str, int]]:
        """How many differ for which cause, the commonest first."""
        return Counter(value[3] for value in self.values).most_common()


@dataclass(frozen=True, slots=True)
class Line:
    """A value that differs, with the player and what arrived since; None: not on the list."""

    person: Player | None
    number: int
    listed: int | None
    today: int | None
    cause: str
    tournament: Tournament | None  # which arrived or was corrected since, where that is the cause

    @property
    def change(self) -> int | None:
        """How far the two are apart."""
        return None if self.listed is None or self.today is None else self.today - self.listed


def compare_today(published: PublishedList) -> Comparison:
    """Compare a list with the ratings that stand for its day.

    These are what a replay of today's data gives, bit for bit, but for what waits to be rated (`waiting`).

    Three reads of the whole list and six of causes; the result is cached while the ratings are unchanged.
    None of these where no rating has moved since.
    """
    system = published.system
    if published.prepared is None or published.players > LARGEST:
        return Comparison(is_known=False)
    waiting = system.stale_from if system.stale_from and system.stale_from <= published.date else None
    if not lists_of(system.key).has_moved(published, system):
        return Comparison(is_known=True, waiting=waiting)
    key = f"list-today:{published.pk}:{system.state}:{system.facts}"
    values: Any = pages.get(key)
    if values is None:
        differences = differing(published)
        causes = cause_of_each(published, [difference.player for difference in differences])
        values = [
            (difference.player, difference.listed, difference.today, causes[difference.player])
            for difference in differences
        ]
        pages.set(key, values, KEPT_DAILY if traits_of(system.key).lists_daily else KEPT)
    return Comparison(is_known=True, values=values, waiting=waiting)


def comparison_lines(
    published: PublishedList, values: Sequence[tuple[int, int | None, int | None, str]]
) -> list[Line]:
    """Return of some of the values who it is and which tournament arrived since; two queries."""
    people = Player.objects.in_bulk([value[0] for value in values])
    played = [value[0] for value in values if value[3] == TOURNAMENT]
    tournaments = tournaments_since(published, played) if played else {}
    return [
        Line(people.get(number), number, listed, today, cause, tournaments.get(number))
        for number, listed, today, cause in values
    ]
