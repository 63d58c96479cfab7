"""Personal data in the register and the other apps: copies and erasure on request.

EU 2016/679 (GDPR), articles 15, 17 and 20: a copy in a form programs read; erasure of what names them. Games
and ratings stay as those of "NN" and their number: they are the results of others as well.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation import signals
from federation.journal import journal
from federation.models import (
    Account,
    BirthDay,
    DeclaredGrade,
    Identifier,
    KnownName,
    Licence,
    ListDifference,
    Listing,
    Merge,
    Player,
)
from federation.privacy import erased_marks, generation, privacy
from federation.register.person import column_of
from federation.register.register import RegisterError, one_at_a_time
from federation.vocabulary.player_fields import names_of

_SAID = {"federation": "federation.code", "club": "club_name"}  # how rows the player refers to are named
ABOUT = _(
    "Everything this rating office holds about one player: personal details, known names and numbers, "
    "tournaments and games played, their effect on the ratings, the published lists the player is on, and "
    "manual adjustments. Files uploaded by organisers and the journal are not included."
)


@dataclass(frozen=True, slots=True)
class Remainder:
    """Something an erasure cannot take away, and what the office does about it.

    `keeps` names a field of Player that has to stay because of it.
    """

    label: str | Promise
    told: str | Promise
    items: tuple[str, ...] = ()
    keeps: str = ""


# --- handing out


@transaction.atomic
def hand_out(player: Player, *, account: Account | None) -> dict[str, Any]:
    """Collect the data of a player, including numbers merged into theirs; one journal line."""
    export = collect(player)
    sizes = {name: len(rows) for name, rows in export.items() if isinstance(rows, list)}
    journal.write("player.exported", player, account=account, rows=sizes)
    return export


def collect(player: Player) -> dict[str, Any]:
    """Return what is known of a player as plain values: texts, numbers, days, lists and mappings of them."""
    people = [player, *player.merged.order_by("pk")]
    export: dict[str, Any] = {
        "about": str(ABOUT),
        "made": timezone.now(),
        "player": _person(player),
        "merged_numbers": [_person(person) for person in people[1:]],
        "birth_days": _rows(BirthDay, people, "value", "stands"),
        "numbers": _rows(Identifier, people, "scheme", "value"),
        "known_names": _rows(KnownName, people, "name"),
        "licences": _rows(Licence, people, "season", "status", "club__name"),
        "declared_grades": _rows(DeclaredGrade, people, "grade", "since", "source"),
    }
    answers: list[Any] = [answer for _who, answer in signals.data_asked.send(sender=Player, players=people)]
    for answer in answers:
        export |= answer or {}
    return export


def _person(player: Player) -> dict[str, Any]:
    names = names_of(lambda declared: not declared.internal)
    values = {name: getattr(player, name) for name in names if name not in _SAID}
    return {"number": player.pk, **values, **{name: attrgetter(said)(player) for name, said in _SAID.items()}}


def _rows(model: Any, people: Iterable[Player], *names: str) -> list[dict[str, Any]]:
    return list(model._default_manager.filter(player__in=list(people)).order_by("pk").values(*names))


# --- erasing


def remainders(player: Player) -> list[Remainder]:
    """Return what an erasure leaves, and what the office does about it."""
    entries = [
        Remainder(
            _("The journal"),
            _("Its lines cannot be changed: they prove what the office did. Only officers can read them."),
        )
    ]
    people = [player, *player.merged.order_by("pk")]
    answers: list[Any] = [
        answer for _who, answer in signals.erasure_asked.send(sender=Player, players=people)
    ]
    for answer in answers:
        entries += answer or []
    return [entry for entry in entries if entry.items or entry.label == entries[0].label]


@transaction.atomic
def erase(player: Player, reason: str, *, account: Account | None) -> None:
    """Take away what names a player, for ever; RegisterError without a reason, or for a merged number."""
    if not reason.strip():
        raise RegisterError(_("Say why, and at whose request."))
    one_at_a_time()
    current = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if current.merged_into_id is not None:
        gaps = {"number": current.pk, "other": current.merged_into_id}
        raise RegisterError(_("Number %(number)s has already been merged into number %(other)s.") % gaps)
    people = [current, *current.merged.select_for_update(no_key=True).order_by("pk")]
    left = remainders(current)
    kept_fields = {entry.keeps for entry in left}
    for person in people:
        _erase(person, kept_fields, account)
    signals.player_erased.send(sender=Player, players=people, account=account)
    # No name: the journal is where it would stay for ever.
    numbers = [person.pk for person in people]
    detail = {
        "numbers": numbers,
        "reason": reason[:200],
        "left": {str(entry.label): entry.items for entry in left},
    }
    journal.write("player.erased", current, account=account, **detail)
    transaction.on_commit(generation.forget)


def _erase(player: Player, kept_fields: set[str], account: Account | None) -> None:
    erased_marks.note(player)
    privacy.choose(player, Player.Privacy.ANONYMOUS, account=account)
    for model in (Identifier, KnownName, Licence, Listing):
        model._default_manager.filter(player=player).delete()
    DeclaredGrade.objects.filter(player=player).update(source="")
    erased = set(names_of(lambda declared: not declared.stays)) - kept_fields
    empty = {name: column_of(name).get_default() for name in erased}
    Player.objects.filter(pk=player.pk).update(**empty | {"surname": f"NN {player.pk}"})
    player.hidden_values.all().delete()
    _forget_in_plans(player)
    # A merge that named him cannot be undone any more: what moved has no name to go back to.
    for merge in Merge.objects.filter(kept=player) | Merge.objects.filter(gone=player):
        merge.record = {"erased": True, "before": {}, "after": {}}
        merge.reason = ""
        merge.save(update_fields=["record", "reason"])


def _forget_in_plans(player: Player) -> None:
    """Remove a player's name from plans of waiting lists; they are planned again before use."""
    ListDifference.objects.filter(player=player.pk).delete()
    for difference in ListDifference.objects.filter(kind=ListDifference.Kind.RESEMBLING):
        if any(candidate["player"] == player.pk for candidate in difference.values["candidates"]):
            difference.delete()
