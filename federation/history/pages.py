"""Reads: the acts on one player, newest first, each with what was and is, and whether it can be undone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.translation import gettext as _

from federation.history import wording
from federation.history.lines import Act, Acts
from federation.history.undoing import acts_of
from federation.journal import lines as journal_lines
from federation.journal.actions import WORD
from federation.models import JournalEntry, Player

A_PAGE = 30


@dataclass(frozen=True, slots=True)
class Pair:
    """One value in words: its name, what it was (None: nothing is said of that), what it is."""

    name: str
    value: str
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a player's history as the page shows it."""

    entry: JournalEntry
    act: str
    pairs: tuple[Pair, ...]
    may_undo: bool
    hint: str  # why it cannot be undone now, "" where that says itself
    link: str  # where the act has a page of its own
    is_undone: bool


def history(player: Player, page: str | None) -> tuple[Page[JournalEntry], list[Line]]:
    """Return a page of the acts on a player, and its lines in words; four queries."""
    found = JournalEntry.objects.filter(subject="player", subject_id=str(player.pk))
    pages = Paginator(found.select_related("account").order_by("-pk"), A_PAGE).get_page(page)
    acts = acts_of(player)
    shown = [(entry, wording.act_of(entry)) for entry in pages]
    clubs = wording.clubs_named(act for _entry, act in shown)
    return pages, [_line(entry, act, acts, clubs) for entry, act in shown]


def _line(entry: JournalEntry, act: Act, acts: Acts, clubs: wording.Clubs) -> Line:
    merge = entry.detail.get("merge")
    is_undone = act.pk in acts.undone
    may_undo = acts.may_undo(act)
    stands = bool(act.state) and not may_undo and not is_undone and act.pk > acts.erased
    return Line(
        entry,
        act=_(WORD.get(act.act, act.act)),
        pairs=() if act.pk < acts.erased else _pairs(act, clubs),
        may_undo=may_undo,
        hint=_("a later action depends on it") if stands else "",
        link=reverse("merge", args=[merge]) if isinstance(merge, int) else "",
        is_undone=is_undone,
    )


def _pairs(act: Act, clubs: wording.Clubs) -> tuple[Pair, ...]:
    """Return what a line changed; of one that keeps no state, what it says itself."""
    if act.state:
        was, now = (wording.value_words(act.field, act.state[side], clubs) for side in ("was", "now"))
        return (Pair(wording.about(act), now, was),)
    return tuple(_told(act.detail))


def _told(detail: Mapping[str, Any]) -> list[Pair]:
    found, numbers = [], detail.get("identifiers")
    for one in journal_lines.changes(detail):
        name = wording.name_words(one.name) if one.name else ""
        value = one.value
        if one.name == "identifiers" and isinstance(numbers, dict):
            value = wording.numbers_words(numbers)
        if name is not None:
            found.append(Pair(name, value or wording.NOTHING, one.before))
    return found
