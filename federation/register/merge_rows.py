"""The register's own rows when two players become one: numbers, spellings, licences, declared grades."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.models import DeclaredGrade, Identifier, KnownName, Licence, Merge, Player
from federation.register import register

_EXAMPLES = 6
# table -> (what the office calls it, the column a player has once a value)
_KINDS: dict[str, tuple[type[Model], str | Promise, str]] = {
    "numbers": (Identifier, _("Numbers"), "scheme"),
    "names": (KnownName, _("Other names"), "key"),
    "licences": (Licence, _("Licences"), "season"),
    "grades": (DeclaredGrade, _("Declared grades"), "since"),
}


@dataclass(frozen=True, slots=True)
class Taken:
    """Data to take over besides rows: former names (written, key), schemes of the other number."""

    names: Collection[tuple[str, str]]
    schemes: Collection[str] = ()


def _split(kind: str, kept: Player, gone: Player) -> tuple[QuerySet[Any], QuerySet[Any]]:
    """Return the rows that can move, and those of which the remaining player has an equivalent."""
    model, _label, once = _KINDS[kind]
    rows: QuerySet[Any] = model._default_manager.filter(player=gone).order_by("pk")
    own_values = list(model._default_manager.filter(player=kept).values_list(once, flat=True))
    return rows.exclude(**{f"{once}__in": own_values}), rows.filter(**{f"{once}__in": own_values})


def foreseen_rows(kept: Player, gone: Player) -> Iterator[tuple[str | Promise, int, int, tuple[str, ...]]]:
    """Yield for every kind of rows its name, how many would move, how many stay, a few of them."""
    for kind, (_model, label, _once) in _KINDS.items():
        moving, staying = _split(kind, kept, gone)
        yield label, moving.count(), staying.count(), tuple(map(str, moving[:_EXAMPLES]))


def clashing_numbers(kept: Player, gone: Player) -> dict[str, tuple[Identifier, Identifier]]:
    """Return the numbers of schemes both have, by scheme: (remaining player's, other's)."""
    his = {number.scheme: number for number in Identifier.objects.filter(player=gone)}
    ours = Identifier.objects.filter(player=kept, scheme__in=his).order_by("scheme")
    return {number.scheme: (number, his[number.scheme]) for number in ours}


def move_rows(kept: Player, gone: Player, taken: Taken) -> dict[str, list[Any]]:
    """Move what can move, and say what moved, by key."""
    clashes = clashing_numbers(kept, gone)
    swapped = [clashes[scheme] for scheme in sorted(clashes) if scheme in taken.schemes]
    moved: dict[str, list[Any]] = {"swapped": [[first.pk, other.pk] for first, other in swapped]}
    for first, other in swapped:
        _swap(first, other)
    for kind, (model, _label, _once) in _KINDS.items():
        keys = list(_split(kind, kept, gone)[0].values_list("pk", flat=True))
        model._default_manager.filter(pk__in=keys).update(player=kept)
        moved[kind] = keys
    moved["spelling"] = [key for name in taken.names for key in _remember(kept, *name)]
    return moved


def _swap(number: Identifier, other: Identifier) -> None:
    """Exchange the players of two numbers of a scheme: never may a player have two."""
    Identifier.objects.filter(pk__in=[number.pk, other.pk]).delete()
    first, second = number.player_id, other.player_id
    number.player_id, other.player_id = second, first
    Identifier.objects.bulk_create([number, other])


def _remember(kept: Player, name: str, key: str) -> list[int]:
    """Keep the name of the player who went as a known name; give its key when it is new."""
    if not register.is_other(kept, name, key):
        return []
    known, new = register.keep_known_name(kept, name, key)
    return [known.pk] if new else []


def give_back(merge: Merge, *, dry: bool = False) -> str:
    """Move back what moved; say which rows are no more where the merge put them (dry: only say)."""
    kept, gone, moved = merge.kept, merge.gone, merge.record["federation"]
    lost = []
    for kind, (model, label, _once) in _KINDS.items():
        rows = model._default_manager.filter(pk__in=moved[kind], player=kept)
        if rows.count() != len(moved[kind]):
            lost.append(str(label))
        elif not dry:
            rows.update(player=gone)
    for number, other in moved["swapped"]:
        pair = (
            Identifier.objects.filter(pk=other, player=kept).first(),
            Identifier.objects.filter(pk=number, player=gone).first(),
        )
        if pair[0] is None or pair[1] is None:
            lost.append(str(_KINDS["numbers"][1]))
        elif not dry:
            _swap(pair[0], pair[1])
    if not dry:
        KnownName.objects.filter(pk__in=moved["spelling"], player=kept).delete()
    return ", ".join(dict.fromkeys(lost))
