"""Choice of the entries a match page shows; those that need a decision come first."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext_lazy as _

from federation.vocabulary.names import fold
from tournaments.entrants.entries import is_decided, offered_players
from tournaments.models import Entry

A_PAGE = 50  # cards; a tournament that has no more stands on one page
# What may be shown by itself. The likely are settled with one look, the unknown take longest.
KINDS = {
    "open": _("to decide"),
    "again": _("to decide again"),
    "likely": _("likely"),
    "doubtful": _("doubtful"),
    "unknown": _("no match"),
    "done": _("decided"),
    "all": _("everyone"),
}
_OPEN = ("again", "likely", "doubtful", "unknown")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Request for a match page; empty asks for the entries that need a decision."""

    show: str = ""  # of KINDS
    find: str = ""  # in name, number, club or country
    page: str = ""
    entry: int | None = None  # the page on which this one stands

    @property
    def query(self) -> dict[str, str]:
        """Query string of an address for the same request; of no single entry."""
        parameters = {"show": self.show, "find": self.find, "page": self.page}
        return {name: value for name, value in parameters.items() if value}


@dataclass(frozen=True, slots=True)
class Chosen:
    """A page of entries, the kind it shows, and how many there are of each kind."""

    page: Page[Entry]
    show: str
    counts: Mapping[str, int]

    @property
    def kinds(self) -> list[tuple[str, Any, int]]:
        """The kinds there are to choose from: key, words and how many; none where all stand on one page."""
        if self.counts["all"] <= A_PAGE:
            return []
        return [(key, words, self.counts[key]) for key, words in KINDS.items() if self.counts[key]]


def is_settled(entry: Entry, held: Collection[int]) -> bool:
    """Return whether nothing is left to decide: no new player has the number of a player.

    `held`: the entries whose number belongs to another person.
    """
    return is_decided(entry) and not (entry.pk in held and entry.match == Entry.Match.ENROL)


def was_called_new(entry: Entry) -> bool:
    """Return whether an entrant was called new, and matching again has overturned it."""
    return entry.declined is not None and entry.match not in (Entry.Match.ENROL, Entry.Match.CONFIRMED)


def count_kinds(entries: Sequence[Entry], held: Collection[int]) -> Counter[str]:
    """Count the entries of each kind; "found": called new players, and in the register by now."""
    counts = Counter(_kind(entry, held) for entry in entries)
    counts["open"] = sum(counts[kind] for kind in _OPEN)
    counts["done"] += counts["found"]
    counts["all"] = len(entries)
    return counts


def _kind(entry: Entry, held: Collection[int]) -> str:
    """Return of which kind an entry is."""
    overturned = was_called_new(entry) and not set(offered_players(entry)) <= set(entry.declined or ())
    if is_settled(entry, held):
        return "found" if overturned else "done"
    if overturned:
        return "again"
    kinds = {Entry.Match.LIKELY: "likely", Entry.Match.UNKNOWN: "unknown"}
    return kinds.get(Entry.Match(entry.match), "doubtful")


def choose(entries: Sequence[Entry], held: Collection[int], wanted: Wanted) -> Chosen:
    """Choose the requested page of entries, those that need a decision first."""
    counts = count_kinds(entries, held)
    kinds = {entry.pk: _kind(entry, held) for entry in entries}
    order = ("again", "likely", "doubtful", "unknown", "found", "done")
    ranked = sorted(entries, key=lambda entry: order.index(kinds[entry.pk]))
    show = wanted.show if wanted.show in KINDS else _first(counts, wanted)
    shown = [entry for entry in ranked if _is_of(kinds[entry.pk], show) and is_called(entry, wanted.find)]
    if wanted.entry and not any(entry.pk == wanted.entry for entry in shown):
        show, shown = "all", ranked
    at = next((at for at, entry in enumerate(shown) if entry.pk == wanted.entry), None)
    number = at // A_PAGE + 1 if at is not None else wanted.page
    return Chosen(Paginator(shown, A_PAGE).get_page(number), show, counts)


def _first(counts: Mapping[str, int], wanted: Wanted) -> str:
    """Return the default selection: entries that need a decision; everything in a short page."""
    if counts["all"] <= A_PAGE or wanted.find:
        return "all"
    return "open" if counts["open"] else "done"


def _is_of(kind: str, show: str) -> bool:
    parts = {"open": _OPEN, "done": ("found", "done"), "all": (*_OPEN, "found", "done")}
    return kind in parts.get(show, (show,))


def is_called(entry: Entry, text: str) -> bool:
    """Return whether every word occurs in the entrant's data in the file."""
    if not text:
        return True
    written = (entry.surname, entry.given_name, entry.club, entry.country, *entry.identifiers.values())
    haystack = fold(" ".join(str(value) for value in (*written, entry.number)))
    return all(word in haystack for word in fold(text).split())
