"""Reads: a player's own page: ratings on the newest lists, tournaments on their way and rated."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from federation.models import CorrectionRequest, DataRequest, Player
from federation.models.display_name import public_name, public_view
from federation.vocabulary.names import full_name
from ratings.models import ListEntry, RatingChange
from ratings.players import histories
from tournaments.models import Entry
from tournaments.models.stages import SHOWN, Stage

MOST = 10  # tournaments of a record
OFFERED = 200  # tournaments an error can be reported about
_STATES = {
    Stage.SUBMITTED.value: pgettext_lazy("tournament", "waiting for an officer"),
    Stage.RETURNED.value: pgettext_lazy("tournament", "being corrected by the organiser"),
    Stage.APPROVED.value: pgettext_lazy("tournament", "approved"),
    Stage.REVOKED.value: pgettext_lazy("tournament", "revoked"),
}
_RATED = pgettext_lazy("tournament", "rated")


@dataclass(frozen=True, slots=True)
class Played:
    """A tournament of a player, and how far it has come."""

    number: int
    name: str
    day: date
    state: str | Promise
    is_public: bool

    @property
    def url(self) -> str:
        """Where everybody reads it."""
        return reverse("tournament", args=[self.number])


@dataclass(frozen=True, slots=True)
class Record:
    """A player as the person sees it who holds the record: by the whole name, whatever is shown to others."""

    player: Player
    name: str
    privacy: str
    ways: Sequence[tuple[str, str, str]]
    entries: Sequence[ListEntry]
    tournaments: Sequence[Played]
    reports: Sequence[CorrectionRequest]
    requests: Sequence[DataRequest]


def records(players: Sequence[Player], allowed: Sequence[str]) -> list[Record]:
    """Return the records of some players, with the ways to be shown a person may choose; 5 queries each."""
    newest = histories.newest_lists()
    with public_view(shown=False):
        return [_record(one, newest, allowed) for one in players]


def _record(player: Player, newest: dict[str, int], allowed: Sequence[str]) -> Record:
    entries = histories.newest_entries(player, newest)
    return Record(
        player,
        str(player),
        player.privacy,
        _ways(player, allowed),
        [entries[key] for key in newest if key in entries],
        _tournaments(player),
        list(CorrectionRequest.objects.filter(player=player).order_by("-pk")[:MOST]),
        list(DataRequest.objects.filter(player=player).order_by("-pk")[:MOST]),
    )


def _ways(player: Player, allowed: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return the ways to be shown: value, words, what others would read."""
    ways = []
    for value, label in Player.Privacy.choices:
        if value in allowed or value == player.privacy:
            surname, given_name = public_name(player.pk, player.surname, player.given_name, value)
            ways.append((value, str(label), full_name(surname, given_name)))
    return ways


def _tournaments(player: Player) -> list[Played]:
    """Return the latest tournaments that were submitted; drafts are their organisers' own."""
    names = ("tournament", "tournament__number", "tournament__name", "tournament__start", "tournament__stage")
    rows = Entry.objects.filter(player=player, tournament__stage__in=list(_STATES))
    tournaments = list(rows.order_by("-tournament__start", "-pk").values_list(*names)[:MOST])
    changes = RatingChange.objects.filter(player=player, tournament__in=[row[0] for row in tournaments])
    rated = set(changes.values_list("tournament", flat=True))
    return [
        Played(
            number,
            name,
            day,
            _RATED if stage == Stage.APPROVED and key in rated else _STATES[stage],
            is_public=stage in SHOWN,
        )
        for key, number, name, day, stage in tournaments
    ]


def tournaments_of(player: Player) -> dict[int, str]:
    """Return what a player has played in public, the latest first: number and name."""
    rows = Entry.objects.filter(player=player, tournament__stage__in=SHOWN)
    newest = rows.order_by("-tournament__start", "-pk").values_list("tournament__number", "tournament__name")
    return dict(newest[:OFFERED])


def ratings(players: Collection[int]) -> dict[int, dict[str, Any]]:
    """Return what another site is told of players: ratings on the newest lists, by system; two queries."""
    lists = histories.newest_lists().values()
    entries = ListEntry.objects.filter(player__in=list(players), list__in=lists)
    by_player: dict[int, dict[str, Any]] = {}
    for player, system, rating in entries.values_list("player", "list__system__key", "rating"):
        by_player.setdefault(player, {"ratings": {}})["ratings"][system] = rating
    return by_player
