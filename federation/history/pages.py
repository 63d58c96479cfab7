"""Acts on one player, newest first: values before and after, and whether it can be undone."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from federation.history import wording
from federation.history.acts import Act, Acts
from federation.history.undoing import acts_of
from federation.journal.acts import sentence
from federation.journal.pages import UNSAID, page_of, values_of
from federation.journal.words import wording_of
from federation.models import JournalEntry, Merge, Player

A_PAGE = 30
MERGED = "player.merged"


@dataclass(frozen=True, slots=True)
class Pair:
    """One value in words: its name, its value before (None: not shown) and after."""

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
    hint: str  # why it cannot be undone now, "" where the reason is obvious
    link: str  # where the act has a page of its own
    is_undone: bool
    is_merge: bool  # which stands, and is undone on its own page


def history(player: Player, page: str | None) -> tuple[Page[JournalEntry], list[Line]]:
    """Return a page of the acts on a player, and its lines in words; five queries at most."""
    entries = JournalEntry.objects.filter(subject="player", subject_id=str(player.pk))
    pages = Paginator(entries.select_related("account").order_by("-pk"), A_PAGE).get_page(page)
    acts = acts_of(player)
    shown = [(entry, wording.act_of(entry)) for entry in pages]
    clubs = wording.clubs_named(act for _entry, act in shown)
    undone = acts.undone.keys() | _undone_merges(entry for entry, _act in shown)
    return pages, [_line(entry, act, (acts, undone), clubs) for entry, act in shown]


@dataclass(frozen=True, slots=True)
class ImportedLine:
    """What the import of a list changed in one field of a player, or whom it entered."""

    entry: JournalEntry
    player: Player | None  # None where he was removed since
    act: str
    pairs: tuple[Pair, ...]
    is_undone: bool


def import_lines(first: JournalEntry, page: str | None) -> tuple[Page[JournalEntry], list[ImportedLine]]:
    """Return a page of the lines of an import; of players who were erased since without values."""
    lines = JournalEntry.objects.filter(at=first.at, pk__gt=first.pk, detail__batch=first.pk).order_by("pk")
    pages = Paginator(lines, A_PAGE).get_page(page)
    players = Player.objects.in_bulk([int(entry.subject_id) for entry in pages])
    known = {number: acts_of(player) for number, player in players.items()}
    acts = [(entry, wording.act_of(entry)) for entry in pages]
    clubs = wording.clubs_named(act for _entry, act in acts)
    return pages, [_imported(entry, act, players, known, clubs) for entry, act in acts]


def _imported(
    entry: JournalEntry,
    act: Act,
    players: Mapping[int, Player],
    known: Mapping[int, Acts],
    clubs: wording.Clubs,
) -> ImportedLine:
    number = int(entry.subject_id)
    is_erased = number not in known or act.pk < known[number].erased
    is_undone = number in known and act.pk in known[number].undone
    words, pairs = sentence(act.act), () if is_erased else _pairs(act, clubs)
    return ImportedLine(entry, players.get(number), words, pairs, is_undone)


def _undone_merges(entries: Iterable[JournalEntry]) -> set[int]:
    """Return the lines of merges that were undone, by key; no query without merges."""
    lines = {entry.detail.get("merge"): entry.pk for entry in entries if entry.act == MERGED}
    if not lines:
        return set()
    undone = Merge.objects.filter(pk__in=lines, undone__isnull=False).values_list("pk", flat=True)
    return {lines[pk] for pk in undone}


def _line(entry: JournalEntry, act: Act, known: tuple[Acts, Set[int]], clubs: wording.Clubs) -> Line:
    acts, undone = known
    merge = entry.detail.get("merge")
    is_undone = act.pk in undone
    may_undo = acts.may_undo(act)
    stands = bool(act.state) and not may_undo and not is_undone and act.pk > acts.erased
    return Line(
        entry,
        act=sentence(act.act),
        pairs=() if act.pk < acts.erased else _pairs(act, clubs),
        may_undo=may_undo,
        hint=_("a later action depends on it") if stands else "",
        link=page_of(entry),
        is_undone=is_undone,
        is_merge=act.act == MERGED and isinstance(merge, int) and not is_undone and act.pk > acts.erased,
    )


def _pairs(act: Act, clubs: wording.Clubs) -> tuple[Pair, ...]:
    """Return the values a line changed; of a line without stored state, its own detail."""
    if act.state:
        was, now = (wording.value_words(act.field, act.state[side], clubs) for side in ("was", "now"))
        return (Pair(wording.about(act), now, was),)
    return tuple(_told(act))


def _told(act: Act) -> list[Pair]:
    """Return a line's detail in the journal's words, without values only the journal shows."""
    pairs, words = [], wording_of(act.act, "player")
    for key, value, before in values_of(act.detail):
        name = wording.name_words(key) if key else ""
        if name is not None:
            was = None if before is UNSAID else words.value(key, before) or wording.NOTHING
            pairs.append(Pair(name, words.value(key, value) or wording.NOTHING, was))
    return pairs
