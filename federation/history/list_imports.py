"""Undoing the import of a list as a whole; the fields of many players read and put back in bulk.

Players changed since are named and left alone.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from federation import signals
from federation.database import bulk
from federation.database.slicing import slices
from federation.history import batches
from federation.history.acts import Act, Acts
from federation.history.undoing import UNDONE, undo_detail
from federation.journal import journal
from federation.models import Account, Club, Identifier, JournalEntry, KnownName, Licence, Listing, Player
from federation.register import federations, person, register, removal
from federation.register.register import RegisterError, club_state
from federation.vocabulary.names import key_of
from federation.vocabulary.player_fields import plain_fields
from federation.vocabulary.sounds import player_sounds

Pair = tuple[int, Act]  # a player and an act on him
Columns = dict[str, list[Any]]

IMPORTED, TAKEN_BACK = "list.imported", "list.undone"
LISTED, ENTERED = "player.listed", "player.imported"  # of a player: a field changed, entered as new


@dataclass(slots=True)
class Standing:
    """Register values of some players, merged ones left out."""

    values: dict[int, dict[str, Any]] = field(default_factory=lambda: defaultdict(dict))  # by field
    holders: dict[tuple[str, str], int] = field(default_factory=dict)  # of numbers that are to be given back

    def is_left(self, player: int, act: Act) -> bool:
        """Return whether a field still has what an act has put there."""
        values = self.values.get(player)
        if values is None:
            return False
        stands, now = values.get(act.field), act.state["now"]
        if act.field == "name":
            return bool(stands == {name: now[name] for name in ("surname", "given_name")})
        if act.field == "grade":
            return bool(stands == now["grade"] and now["row"] is None)
        return bool(stands == now)


def read_states(acts: Sequence[Pair]) -> Standing:
    """Read the present values of the players of acts; a bounded number of queries for thousands."""
    standing, players = Standing(), sorted({player for player, _act in acts})
    for part in slices(players, _AT_ONCE):
        for row in Player.objects.filter(pk__in=part, merged_into=None).select_related("federation"):
            standing.values[row.pk].update(_values(row))
        for values in (_numbers(part), _licences(part), _spellings(part)):
            for number, name, value in values:
                if number in standing.values:
                    standing.values[number][name] = value
    back = [(_key(act), act.state["was"]) for _player, act in acts if _gives_number(act)]
    for pairs in slices(back, _AT_ONCE):
        rows = Identifier.objects.filter(value__in=[value for _scheme, value in pairs])
        standing.holders.update({(row.scheme, row.value): row.player_id for row in rows})
    return standing


def _key(act: Act) -> str:
    """Return which of several fields of a kind an act is about."""
    return act.field.partition(":")[2]


def _gives_number(act: Act) -> bool:
    return act.field.startswith("number:") and act.state["was"] is not None


def _values(player: Player) -> Mapping[str, Any]:
    return {
        "name": {"surname": player.surname, "given_name": player.given_name},
        "club": club_state(player),
        "federation": register.federation_state(player),
        "grade": player.grade,
        **{key: person.value_of(player, key) for key in ("titles", "birth_year", *plain_fields())},
    }


def _numbers(players: Sequence[int]) -> Iterator[tuple[int, str, Any]]:
    for player, scheme, value in Identifier.objects.filter(player__in=players).values_list(
        "player", "scheme", "value"
    ):
        yield player, f"number:{scheme}", value


def _licences(players: Sequence[int]) -> Iterator[tuple[int, str, Any]]:
    rows = Licence.objects.filter(player__in=players)
    for player, season, status, club in rows.values_list("player", "season", "status", "club"):
        yield player, f"licence:{season}", [status, club]


def _spellings(players: Sequence[int]) -> Iterator[tuple[int, str, Any]]:
    for player, key, name in KnownName.objects.filter(player__in=players).values_list(
        "player", "key", "name"
    ):
        yield player, f"spelling:{key}", name


# --- writing


def write_back(acts: Sequence[Pair], *, account: Account | None) -> None:
    """Put fields back as they were before acts, of which each player has one a field."""
    by_field: dict[str, list[Pair]] = defaultdict(list)
    for player, act in acts:
        by_field[act.field.partition(":")[0]].append((player, act))
    batches.write_back(by_field.pop("licence", []))
    _write_numbers(by_field.pop("number", []))
    _write_spellings(by_field.pop("spelling", []))
    for name, pairs in by_field.items():
        columns = _COLUMNS[name](pairs) if name in _COLUMNS else _plain(name, pairs)
        players = [player for player, _act in pairs]
        bulk.stage_and_merge("federation_player", {"id": players, **columns}, key=["id"])
    _forget_spellings(by_field.get("name", []))
    for part in slices([number for number, _act in by_field.get("birth_year", [])], _AT_ONCE):
        for row in Player.objects.filter(pk__in=part):
            signals.birth_noted.send(sender=Player, player=row, account=account)


def _names(pairs: Sequence[Pair]) -> Columns:
    names = [(act.state["was"]["surname"], act.state["was"]["given_name"]) for _player, act in pairs]
    return {
        "surname": [surname for surname, _given in names],
        "given_name": [given_name for _surname, given_name in names],
        "search_key": [key_of(*name) for name in names],
        "sound_key": [player_sounds(*name) for name in names],
    }


def _clubs(pairs: Sequence[Pair]) -> Columns:
    """Return clubs as columns; one the register has no longer is none."""
    known = set(Club.objects.values_list("pk", flat=True))
    was = [act.state["was"] for _player, act in pairs]
    texts = [text if isinstance(text, list) else ["", ""] for text in was]
    return {
        "club_id": [
            club if club in known else None for club in (None if isinstance(w, list) else w for w in was)
        ],
        "club_text": [text for text, _code in texts],
        "club_code": [code for _text, code in texts],
    }


def _federations(pairs: Sequence[Pair]) -> Columns:
    """Return federations as columns; one the register has no longer is found or made by its code."""
    was = [act.state["was"] for _player, act in pairs]
    filed = federations.resolve({code for code, _text in was})
    return {
        "federation_id": [filed[code].federation.pk for code, _text in was],
        "country_text": [text for _code, text in was],
    }


def _plain(key: str, pairs: Sequence[Pair]) -> Columns:
    was = [act.state["was"] for _player, act in pairs]
    columns = person.columns_of(key)
    return {name: was if columns == (key,) else [value[name] for value in was] for name in columns}


_COLUMNS: Mapping[str, Callable[[Sequence[Pair]], Columns]] = {
    "name": _names,
    "club": _clubs,
    "federation": _federations,
    "grade": lambda pairs: {"grade": [act.state["was"]["grade"] for _player, act in pairs]},
}


def _write_numbers(pairs: Sequence[Pair]) -> None:
    gone: dict[str, list[int]] = defaultdict(list)
    for player, act in pairs:
        gone[_key(act)].append(player)
    for scheme, players in gone.items():
        for part in slices(players, _AT_ONCE):
            Identifier.objects.filter(scheme=scheme, player__in=part).delete()
    back = [(player, act) for player, act in pairs if _gives_number(act)]
    register.add_identifiers([(player, _key(act), act.state["was"]) for player, act in back])


def _write_spellings(pairs: Sequence[Pair]) -> None:
    for player, act in pairs:
        KnownName.objects.filter(player=player, key=_key(act)).delete()
    back = [(player, act) for player, act in pairs if act.state["was"] is not None]
    KnownName.objects.bulk_create(
        [register.known_name(player, act.state["was"], _key(act)) for player, act in back]
    )


def _forget_spellings(pairs: Sequence[Pair]) -> None:
    """Take the names away that became known when a name was replaced."""
    for player, act in pairs:
        if added := act.state["now"].get("known"):
            KnownName.objects.filter(player=player, key=added[0]).delete()


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
    write_back(back, account=account)
    scheme = str(first.detail.get("format", "")).partition("-")[0]
    Listing.objects.filter(source=scheme, day=first.detail.get("date")).delete()
    written = {act.pk for _player, act in back}
    left = {*present} - removed | {player for player, act in open_acts if act.pk not in written}
    done = Undone(len({player for player, _act in back}), len(removed), sorted(left))
    _note(first, back, done, account)
    return done


def _lines(first: JournalEntry | None) -> list[JournalEntry]:
    return journal.lines_of_batch(first) if first else []


def _sorted_out(first: JournalEntry, acts: Sequence[Pair]) -> tuple[list[Pair], list[Pair]]:
    """Return the acts that were not undone, and those of them nothing depends on."""
    since: dict[int, list[Act]] = defaultdict(list)
    keys = sorted({str(player) for player, _act in acts})
    for part in slices(keys, _AT_ONCE):
        later = JournalEntry.objects.filter(subject="player", subject_id__in=part, pk__gt=first.pk)
        for key, *row in later.order_by("pk").values_list("subject_id", "pk", "act", "detail").iterator():
            since[int(key)].append(Act(*row))
    known = {player: Acts(lines) for player, lines in since.items()}
    open_acts = [(player, act) for player, act in acts if act.pk not in known[player].undone]
    standing = read_states(open_acts)
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


def _not_held(acts: Sequence[Pair], removed: Collection[int]) -> list[Pair]:
    """Return the acts that can be put back: a number another player has by now stays there."""
    holders = read_states(acts).holders
    losing = {player for player, act in acts if act.field.startswith("number:")} | {*removed}
    return [
        (player, act)
        for player, act in acts
        if not act.field.startswith("number:")
        or holders.get((act.field.partition(":")[2], act.state["was"]), player) in losing
    ]


def _note(first: JournalEntry, back: Sequence[Pair], done: Undone, account: Account | None) -> None:
    about: dict[str, Any] = {name: first.detail.get(name) for name in ("format", "date")}
    counts = {"changed": done.changed, "removed": done.removed, "left": len(done.left)}
    numbers = list(done.left[:_NAMED])
    summary = journal.write(
        TAKEN_BACK, "player", account=account, **about, undoes=first.pk, **counts, numbers=numbers
    )
    lines: Iterator[tuple[str, int, Any]] = ((UNDONE, player, undo_detail(act)) for player, act in back)
    journal.write_many(summary, lines, subject=Player)
