"""Reads: the match page of a revision, an entry a card, as it matches the register now."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from federation.register.candidates import Candidate
from federation.register.queries import candidates_by_number
from tournaments.desk.finding_words import sentence
from tournaments.entrants.entries import is_decided, offered_players
from tournaments.entrants.held_numbers import Held, held_by_others
from tournaments.matching.matching import TEXTS as REASONS
from tournaments.models import Entry, Tournament
from tournaments.models.stages import UNDECIDED
from tournaments.revisions import match_doubts
from tournaments.submission.rematching import Renewal, renew


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
    held: tuple[Held, ...] = ()  # numbers of the entry that belong to another player
    was_new: bool = False  # somebody called him a new player, and is asked again

    @property
    def undecided(self) -> bool:
        """Whether "not decided yet" is offered: not to an entry whose player is certain."""
        return self.entry.match != Entry.Match.CERTAIN

    @property
    def chosen(self) -> bool:
        """Whether one of the players or "new" is chosen."""
        return self.entry.match == Entry.Match.ENROL or any(choice.chosen for choice in self.choices)


@dataclass(frozen=True, slots=True)
class MatchCards:
    """What is still to be decided, and what is."""

    open: list[MatchCard]
    done: list[MatchCard]

    @property
    def unknown(self) -> int:
        """How many resemble nobody in the register."""
        return sum(card.entry.match == Entry.Match.UNKNOWN for card in self.open)

    @property
    def asked_again(self) -> int:
        """How many were called new players and resemble somebody who was not offered then."""
        return sum(card.was_new for card in self.open)

    @property
    def found_since(self) -> int:
        """How many were called new players and are in the register by now."""
        return sum(card.was_new for card in self.done)

    @property
    def shown(self) -> str:
        """The players offered with each entry, as the form carries them (`read_shown`)."""
        return ";".join(
            f"{card.entry.pk}:{'.'.join(str(choice.candidate.player) for choice in card.choices)}"
            for card in (*self.open, *self.done)
        )


def read_shown(text: str) -> dict[int, frozenset[int]]:
    """Read which players a page offered, by entry; what is none of ours is passed over."""
    found: dict[int, frozenset[int]] = {}
    for part in text.split(";"):
        entry, _, players = part.partition(":")
        numbers = [word for word in players.split(".") if _is_key(word)]
        if _is_key(entry):
            found[int(entry)] = frozenset(map(int, numbers))
    return found


def _is_key(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 18


def match_cards(tournament: Tournament) -> MatchCards:
    """Match every entry and give it with the players he may be.

    Fifteen queries at most, and what those cost that know of ratings; seven where nobody is to be matched.
    """
    entries = list(Entry.objects.filter(tournament=tournament).order_by("number"))
    renewal = renew(entries) if tournament.stage in UNDECIDED else Renewal()
    held = held_by_others(entries) if tournament.stage in UNDECIDED else {}
    holders = {one.player.pk for numbers in held.values() for one in numbers}
    chosen = {entry.player_id for entry in entries if entry.player_id is not None}
    players = {player for entry in entries for player in offered_players(entry)} | chosen | holders
    candidates = candidates_by_number(sorted(players))
    known = match_doubts.known_players(tournament, players)

    def doubted(entry: Entry, player: int) -> tuple[str, ...]:
        found = match_doubts.about(entry, known[player], tournament) if player in known else []
        return tuple(sentence(one.code, one.values) for one in found)

    cards = [_card(entry, candidates, doubted, renewal, held.get(entry.pk, ())) for entry in entries]
    order = list(Entry.Match)  # the likely are settled with one look, the unknown take longest
    waiting = [card for card in cards if not _is_settled(card)]
    done = [card for card in cards if _is_settled(card)]
    return MatchCards(
        open=sorted(waiting, key=lambda card: (not card.was_new, order.index(Entry.Match(card.entry.match)))),
        done=sorted(done, key=lambda card: not card.was_new),
    )


def _is_settled(card: MatchCard) -> bool:
    """Whether nothing is left to decide: nobody is a new player with somebody's number."""
    return is_decided(card.entry) and not (card.held and card.entry.match == Entry.Match.ENROL)


def _card(
    entry: Entry,
    candidates: Mapping[int, Candidate],
    doubted: Callable[[Entry, int], tuple[str, ...]],
    renewal: Renewal,
    held: tuple[Held, ...],
) -> MatchCard:
    # Whose number it is, is said above all else (`held`).
    passed_over = {"number-other-name"} if held else set[str]()
    reasons = {one["player"]: _reasons(one["reasons"], passed_over) for one in entry.suggestions}
    remarks = reasons.pop(None, ())
    for player in (entry.player_id, *(one.player.pk for one in held)):
        if player is not None:
            reasons.setdefault(player, ())
    # A likely player is proposed: saving the page confirms him.
    likely = next(iter(reasons), None) if entry.match == Entry.Match.LIKELY else None
    chosen = entry.player_id or likely
    new_here: Collection[int] = renewal.appeared.get(entry.pk, ())
    if _was_called_new(entry):
        new_here = set(offered_players(entry)).difference(entry.declined or ())
    choices = tuple(
        Choice(candidates[player], words, player == chosen, doubted(entry, player), player in new_here)
        for player, words in reasons.items()
        if player in candidates
    )
    was_new = _was_called_new(entry) and any(choice.is_new_here for choice in choices)
    return MatchCard(entry, choices, remarks, held, was_new)


def _was_called_new(entry: Entry) -> bool:
    """Whether somebody called an entrant new, and matching anew has overturned it."""
    return entry.declined is not None and entry.match not in (Entry.Match.ENROL, Entry.Match.CONFIRMED)


def _reasons(
    stored: Sequence[tuple[str, Mapping[str, str | int]]], passed_over: Collection[str]
) -> tuple[str, ...]:
    return tuple(
        gettext(REASONS[code]).format(**values)
        for code, values in stored
        if code in REASONS and code not in passed_over
    )
