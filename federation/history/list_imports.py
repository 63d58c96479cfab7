"""Undoing the import of a list as a whole; players changed since are named and left alone."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from federation.database.slicing import slices
from federation.history import bulk_states
from federation.history.acts import Act, Acts
from federation.history.undoing import UNDONE, undo_detail
from federation.journal import journal
from federation.models import Account, Identifier, JournalEntry, Licence, Listing, Player
from federation.register import register, removal
from federation.register.register import RegisterError

IMPORTED, TAKEN_BACK = "list.imported", "list.undone"
LISTED, ENTERED = "player.listed", "player.imported"  # of a player: a field changed, entered as new
_AT_ONCE = 2000
_NAMED = 50  # players left as they are whom the journal names


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undo did: players put back, players removed, and those left as they were changed since."""

    changed: int
    removed: int
    left: Sequence[int]


def undone() -> set[int]:
    """Read the lines of the imports that were undone."""
    details = JournalEntry.objects.filter(act=TAKEN_BACK).values_list("detail", flat=True)
    return {detail["undoes"] for detail in details}


def entered(line: JournalEntry) -> list[int]:
    """Return the numbers of the players an import has entered."""
    return [number for first, last in line.detail.get("entered", ()) for number in range(first, last + 1)]


@transaction.atomic
def undo(number: int, *, account: Account | None) -> Undone:
    """Undo the import of a list, given by its line, as far as nothing of it was changed since.

    RegisterError where there is nothing to undo, or nothing that can be undone any more.
    """
    register.one_at_a_time()
    first = JournalEntry.objects.filter(pk=number, act=IMPORTED).first()
    acts = [(int(line.subject_id), Act(line.pk, line.act, line.detail)) for line in _lines(first)]
    new = entered(first) if first else []
    if first is None or not (acts or new):
        raise RegisterError(_("This action cannot be undone."))
    open_acts, free = _sorted_out(first, [pair for pair in acts if pair[1].state])
    present = sorted(Player.objects.filter(pk__in=new).values_list("pk", flat=True)) if new else []
    if not open_acts and not present:
        raise RegisterError(_("This action has already been undone."))
    removed = _remove(present, first)
    back = _not_held(free, removed)
    bulk_states.write_back(back, account=account)
    scheme = str(first.detail.get("format", "")).partition("-")[0]
    Listing.objects.filter(source=scheme, day=first.detail.get("date")).delete()
    written = {act.pk for _player, act in back}
    left = {*present} - removed | {player for player, act in open_acts if act.pk not in written}
    done = Undone(len({player for player, _act in back}), len(removed), sorted(left))
    _note(first, back, done, account)
    return done


def _lines(first: JournalEntry | None) -> list[JournalEntry]:
    return journal.lines_of_batch(first) if first else []


def _sorted_out(
    first: JournalEntry, acts: Sequence[bulk_states.Pair]
) -> tuple[list[bulk_states.Pair], list[bulk_states.Pair]]:
    """Return the acts that were not undone, and those of them nothing depends on."""
    since: dict[int, list[Act]] = defaultdict(list)
    keys = sorted({str(player) for player, _act in acts})
    for part in slices(keys, _AT_ONCE):
        later = JournalEntry.objects.filter(subject="player", subject_id__in=part, pk__gt=first.pk)
        for key, *row in later.order_by("pk").values_list("subject_id", "pk", "act", "detail").iterator():
            since[int(key)].append(Act(*row))
    known = {player: Acts(lines) for player, lines in since.items()}
    open_acts = [(player, act) for player, act in acts if act.pk not in known[player].undone]
    standing = bulk_states.read(open_acts)
    free = [
        (player, act)
        for player, act in open_acts
        if known[player].may_undo(act) and standing.is_left(player, act)
    ]
    return open_acts, free


def _remove(players: Sequence[int], first: JournalEntry) -> set[int]:
    """Remove the players an import has entered, except those with dependent data."""
    numbers: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for part in slices(players, _AT_ONCE):
        for identifier in Identifier.objects.filter(player__in=part):
            numbers[identifier.player_id].append((identifier.scheme, identifier.value))
    held = removal.holds_on(players, numbers, act=first)
    free = [player for player in players if player not in held]
    if free:
        removal.lock(free)
        for part in slices(free, _AT_ONCE):
            Licence.objects.filter(player__in=part).delete()
        removal.remove(free)
    return set(free)


def _not_held(acts: Sequence[bulk_states.Pair], removed: Collection[int]) -> list[bulk_states.Pair]:
    """Return the acts that can be put back: a number another player has by now stays there."""
    holders = bulk_states.read(acts).holders
    losing = {player for player, act in acts if act.field.startswith("number:")} | {*removed}
    return [
        (player, act)
        for player, act in acts
        if not act.field.startswith("number:")
        or holders.get((act.field.partition(":")[2], act.state["was"]), player) in losing
    ]


def _note(
    first: JournalEntry, back: Sequence[bulk_states.Pair], done: Undone, account: Account | None
) -> None:
    about: dict[str, Any] = {name: first.detail.get(name) for name in ("format", "date")}
    counts = {"changed": done.changed, "removed": done.removed, "left": len(done.left)}
    numbers = list(done.left[:_NAMED])
    summary = journal.write(
        TAKEN_BACK, "player", account=account, **about, undoes=first.pk, **counts, numbers=numbers
    )
    lines: Iterator[tuple[str, int, Any]] = ((UNDONE, player, undo_detail(act)) for player, act in back)
    journal.write_many(summary, lines, subject=Player)
