"""The match page: which entries it shows, one card an entry, matched against the register now."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.register.candidates import Candidate
from federation.register.queries import candidates_by_number
from federation.vocabulary.keys import key_from, keys_from
from federation.vocabulary.names import fold
from tournaments.desk.finding_words import sentence
from tournaments.entrants.entries import is_decided, offered_players
from tournaments.entrants.held_numbers import HeldNumber, held_by_others
from tournaments.matching.matching import TEXTS as REASONS
from tournaments.models import Entry, Tournament
from tournaments.models.stages import UNDECIDED
from tournaments.revisions import match_doubts
from tournaments.submission.rematching import Renewal, renew, renew_similar

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
class Choice:
    """A player offered for an entry, with the reasons in words, and what makes it unlikely that it is he."""

    candidate: Candidate
    reasons: tuple[str, ...]
    chosen: bool
    doubts: tuple[str, ...] = ()
    is_new_here: bool = False  # was not offered when the entry was matched, or decided, last


@dataclass(frozen=True, slots=True)
class MatchCard:
    """An entry on the match page; `remarks` are about no single player."""

    entry: Entry
    choices: tuple[Choice, ...]
    remarks: tuple[str, ...]
    held: tuple[HeldNumber, ...] = ()  # numbers of the entry that belong to another player
    was_new: bool = False  # an officer called the entrant a new player, and is asked again

    @property
    def undecided(self) -> bool:
        """Whether "not decided yet" is offered: not to an entry whose player is certain."""
        return self.entry.match != Entry.Match.CERTAIN

    @property
    def chosen(self) -> bool:
        """Whether one of the players or "new" is chosen."""
        return self.entry.match == Entry.Match.ENROL or any(choice.chosen for choice in self.choices)


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


@dataclass(frozen=True, slots=True)
class MatchCards:
    """A page of entries, those to be decided apart from those decided, and remarks on all."""

    open: list[MatchCard]
    done: list[MatchCard]
    chosen: Chosen

    @property
    def unknown(self) -> int:
        """How many of all entrants resemble no player of the register."""
        return self.chosen.counts["unknown"]

    @property
    def left(self) -> int:
        """How many of all entrants are to be decided."""
        return self.chosen.counts["open"]

    @property
    def asked_again(self) -> int:
        """How many were called new players and resemble a player who was not offered then."""
        return self.chosen.counts["again"]

    @property
    def found_since(self) -> int:
        """How many were called new players and are in the register by now."""
        return self.chosen.counts["found"]

    @property
    def shown(self) -> str:
        """The players offered with each entry of the page, as the form carries them (`read_shown`)."""
        return ";".join(
            f"{card.entry.pk}:{'.'.join(str(choice.candidate.player) for choice in card.choices)}"
            for card in (*self.open, *self.done)
        )


def read_shown(text: str) -> dict[int, frozenset[int]]:
    """Read which players a page offered, by entry; entries without a key are ignored."""
    players_by_entry: dict[int, frozenset[int]] = {}
    for part in text.split(";"):
        entry, _, players = part.partition(":")
        key = key_from(entry)
        if key is not None:
            players_by_entry[key] = frozenset(keys_from(players.split(".")))
    return players_by_entry


def match_cards(tournament: Tournament, wanted: Wanted | None = None) -> MatchCards:
    """Match every entry and give a page of them with the players each may be.

    Sixteen queries at most, and what those cost that know of ratings; seven where no entry is to be matched.
    Where not all stand on the page, similar names are looked for again for those that do; who has the very
    name or number of an entrant is found for all.
    """
    entries = list(Entry.objects.filter(tournament=tournament).order_by("number"))
    undecided = tournament.stage in UNDECIDED
    is_short = len(entries) <= A_PAGE
    renewal = renew(entries, similar=is_short) if undecided else Renewal()
    held_numbers = held_by_others(entries) if undecided else {}
    chosen = choose(entries, held_numbers, wanted or Wanted())
    keys = {entry.pk for entry in chosen.page}
    if undecided and not is_short:
        renewal = _both(renewal, renew_similar(entries, keys))
        chosen = replace(chosen, counts=count_kinds(entries, held_numbers))
    page = _cards_of(tournament, list(chosen.page), renewal, held_numbers)
    return MatchCards(
        open=[card for card in page if not is_settled(card.entry, held_numbers)],
        done=[card for card in page if is_settled(card.entry, held_numbers)],
        chosen=chosen,
    )


def _both(first: Renewal, other: Renewal) -> Renewal:
    """Return what two renewals brought that was not offered before."""
    keys = first.appeared.keys() | other.appeared.keys()
    nobody: frozenset[int] = frozenset()
    appeared = {key: first.appeared.get(key, nobody) | other.appeared.get(key, nobody) for key in keys}
    return Renewal(appeared=appeared)


def _cards_of(
    tournament: Tournament,
    entries: Sequence[Entry],
    renewal: Renewal,
    held_numbers: Mapping[int, tuple[HeldNumber, ...]],
) -> list[MatchCard]:
    holders = {held_number.player.pk for entry in entries for held_number in held_numbers.get(entry.pk, ())}
    chosen = {entry.player_id for entry in entries if entry.player_id is not None}
    players = {player for entry in entries for player in offered_players(entry)} | chosen | holders
    candidates = candidates_by_number(sorted(players))
    known = match_doubts.known_players(tournament, players)

    def doubted(entry: Entry, player: int) -> tuple[str, ...]:
        doubts = match_doubts.about(entry, known[player], tournament) if player in known else []
        return tuple(sentence(doubt.code, doubt.values) for doubt in doubts)

    return [_card(entry, candidates, doubted, renewal, held_numbers.get(entry.pk, ())) for entry in entries]


def _card(
    entry: Entry,
    candidates: Mapping[int, Candidate],
    doubted: Callable[[Entry, int], tuple[str, ...]],
    renewal: Renewal,
    held_numbers: tuple[HeldNumber, ...],
) -> MatchCard:
    # Whose number it is, is shown before all other reasons (`held_numbers`).
    passed_over = {"number-other-name"} if held_numbers else set[str]()
    reasons = {
        suggestion["player"]: _reasons(suggestion["reasons"], passed_over) for suggestion in entry.suggestions
    }
    remarks = reasons.pop(None, ())
    for player in (entry.player_id, *(held_number.player.pk for held_number in held_numbers)):
        if player is not None:
            reasons.setdefault(player, ())
    # A likely player is proposed: saving the page confirms him.
    likely = next(iter(reasons), None) if entry.match == Entry.Match.LIKELY else None
    chosen = entry.player_id or likely
    new_here: Collection[int] = renewal.appeared.get(entry.pk, ())
    if was_called_new(entry):
        new_here = set(offered_players(entry)).difference(entry.declined or ())
    choices = tuple(
        Choice(candidates[player], words, player == chosen, doubted(entry, player), player in new_here)
        for player, words in reasons.items()
        if player in candidates
    )
    was_new = was_called_new(entry) and any(choice.is_new_here for choice in choices)
    return MatchCard(entry, choices, remarks, held_numbers, was_new)


def _reasons(
    stored: Sequence[tuple[str, Mapping[str, str | int]]], passed_over: Collection[str]
) -> tuple[str, ...]:
    return tuple(
        gettext(REASONS[code]).format(**values)
        for code, values in stored
        if code in REASONS and code not in passed_over
    )
