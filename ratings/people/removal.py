"""Ratings and decisions that hinder the removal of a player from the register."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.language.system_names import system_name
from ratings.models import (
    CurrentRating,
    Displaced,
    Follow,
    GameHistory,
    ListEntry,
    ManualEvent,
    Proposal,
    RatingChange,
)
from ratings.models.run import OPEN

Text = str | Promise


def holds_on(players: Sequence[int]) -> Mapping[int, list[Text]]:
    """Return what stands on players, by player: lists, ratings, decisions, runs, followers."""
    holds: dict[int, list[Text]] = defaultdict(list)
    for player, text in _all(players):
        holds[player].append(text)
    return holds


def _all(players: Sequence[int]) -> Iterator[tuple[int, Text]]:
    of = {"player__in": players}
    yield from _of_lists(ListEntry.objects.filter(**of))
    yield from _of_systems(ManualEvent.objects.filter(**of), _("has a manual adjustment: %(system)s"))
    rated = _("is rated: %(system)s; recalculate it first")
    for rows in (RatingChange.objects.filter(**of), CurrentRating.objects.filter(**of)):
        yield from _of_systems(rows, rated)
    yield from _of_systems(GameHistory.objects.filter(**of), _("has played games of %(system)s"))
    yield from _of_runs(Displaced.objects.filter(**of))
    yield from _of_runs(Proposal.objects.filter(run__stage__in=OPEN, **of))
    for player in set(Follow.objects.filter(**of).values_list("player", flat=True)):
        if player is not None:
            yield player, _("is followed by e-mail")


def _of_lists(rows: QuerySet[Any]) -> Iterator[tuple[int, Text]]:
    text = _("is on a published list: %(system)s")
    for player, system in rows.order_by().values_list("player", "list__system__key").distinct():
        yield player, text % {"system": system_name(system)}


def _of_systems(rows: QuerySet[Any], text: Text) -> Iterator[tuple[int, Text]]:
    for player, system in rows.order_by().values_list("player", "system__key").distinct():
        yield player, text % {"system": system_name(system)}


def _of_runs(rows: QuerySet[Any]) -> Iterator[tuple[int, Text]]:
    text = _("is in recalculation %(run)s (%(system)s), which is pending or can be undone")
    runs = rows.order_by().values_list("player", "run", "run__system__key").distinct()
    for player, run, system in runs:
        yield player, text % {"run": run, "system": system_name(system)}


def forget(players: Sequence[int]) -> None:
    """Delete what runs that are over had proposed about players who are no more: the database does not."""
    proposed = Proposal.objects.filter(player__in=players)
    proposed._raw_delete(proposed.db)
