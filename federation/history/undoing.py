"""Undoing one act on a player by a line that can be undone as well; how each field is compared and written.

Locks: our own federation's row, then the player's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.history import wording
from federation.history.acts import Act, Acts
from federation.journal import journal
from federation.models import (
    Account,
    Club,
    DeclaredGrade,
    Federation,
    Identifier,
    JournalEntry,
    KnownName,
    Licence,
    Player,
)
from federation.privacy import privacy
from federation.register import birth_days, person, register
from federation.register.register import RegisterError, state_of
from federation.vocabulary.names import key_of

Value = Any

UNDONE = "player.undone"


@dataclass(frozen=True, slots=True)
class Change:
    """One field of a player to be set from `now` back to `was`; `key` identifies one of several."""

    player: Player
    key: str
    was: Value
    now: Value
    account: Account | None


@dataclass(frozen=True, slots=True)
class Field:
    """How a field is compared and written, with the values of `register.register.state_of`.

    Permissions are for the caller to check; no journal line is written here.
    """

    stands: Callable[[Change], bool]  # is `now` what the register has?
    write: Callable[[Change], None]


def _named(change: Change) -> bool:
    names = change.player.surname, change.player.given_name
    return names == (change.now["surname"], change.now["given_name"])


def _name(change: Change) -> None:
    player, was = change.player, change.was
    player.surname, player.given_name = was["surname"], was["given_name"]
    player.search_key = key_of(player.surname, player.given_name)
    player.save(update_fields=["surname", "given_name", "search_key"])
    if added := change.now.get("known"):
        KnownName.objects.filter(player=player, key=added[0]).delete()
    if taken := was.get("known"):
        register.keep_known_name(player, taken[1], taken[0])


def _club(change: Change) -> None:
    player, was = change.player, change.was
    is_text = isinstance(was, list)  # what a file named and the register has not
    if was is not None and not is_text and not Club.objects.filter(pk=was).exists():
        raise RegisterError(gettext_lazy("The previous club is no longer in the register."))
    player.club_id = None if is_text else was
    player.club_text, player.club_code = was if is_text else ("", "")
    player.save(update_fields=["club", "club_text", "club_code"])


def _federation(change: Change) -> None:
    code, text = change.was
    federation = Federation.objects.filter(code=code).first()
    if federation is None:
        raise RegisterError(gettext_lazy("The previous federation is no longer in the register."))
    register.set_federation(change.player, federation, text)


def _declared(change: Change) -> list[str] | None:
    rows = DeclaredGrade.objects.filter(player=change.player, since=change.now["since"])
    row = rows.values_list("grade", "source").first()
    return None if row is None else list(row)


def _graded(change: Change) -> bool:
    return bool(change.player.grade == change.now["grade"] and _declared(change) == change.now["row"])


def _grade(change: Change) -> None:
    player, was = change.player, change.was
    if was["row"] is None:
        DeclaredGrade.objects.filter(player=player, since=was["since"]).delete()
    else:
        grade, source = was["row"]
        values = {"grade": grade, "source": source}
        DeclaredGrade.objects.update_or_create(player=player, since=was["since"], defaults=values)
    player.grade = was["grade"]
    player.save(update_fields=["grade"])


def _licensed(change: Change) -> bool:
    row = Licence.objects.filter(player=change.player, season=int(change.key)).first()
    return bool((None if row is None else [row.status, row.club_id]) == change.now)


def _licence(change: Change) -> None:
    rows = Licence.objects.filter(player=change.player, season=int(change.key))
    if change.was is None:
        rows.delete()
        return
    status, club = change.was
    values = {"status": status, "club_id": club if Club.objects.filter(pk=club).exists() else None}
    Licence.objects.update_or_create(player=change.player, season=int(change.key), defaults=values)


def _numbered(change: Change) -> bool:
    identifiers = Identifier.objects.filter(player=change.player, scheme=change.key)
    return bool(identifiers.values_list("value", flat=True).first() == change.now)


def _number(change: Change) -> None:
    if change.now is not None:
        Identifier.objects.filter(player=change.player, scheme=change.key).delete()
    if change.was is not None:
        if Identifier.objects.filter(scheme=change.key, value=change.was).exists():
            raise RegisterError(gettext_lazy("The number has since been given to another player."))
        register.put_identifier(change.player, change.key, change.was)


def _spelled(change: Change) -> bool:
    spellings = KnownName.objects.filter(player=change.player, key=change.key)
    return bool(spellings.values_list("name", flat=True).first() == change.now)


def _spelling(change: Change) -> None:
    if change.was is None:
        KnownName.objects.filter(player=change.player, key=change.key).delete()
    else:
        values = {"name": change.was}
        KnownName.objects.update_or_create(player=change.player, key=change.key, defaults=values)


def _birth(change: Change) -> None:
    person.set_birth(change.player, change.was, account=change.account)


def _death(change: Change) -> None:
    change.player.death, change.player.death_shown = change.was
    change.player.save(update_fields=["death", "death_shown"])


def _shown(change: Change) -> bool:
    """Compare how the player is shown; version 1.0 did not record whether that was chosen."""
    if isinstance(change.now, str):
        return bool(change.player.privacy == change.now)
    return bool([change.player.privacy, change.player.privacy_chosen] == change.now)


def _privacy(change: Change) -> None:
    was, chosen = (change.was, True) if isinstance(change.was, str) else change.was
    privacy.show(change.player, was, chosen=chosen, account=change.account)


def _plain(name: str) -> Field:
    """Return how a field that needs no more than its columns is compared and written."""
    return Field(
        lambda change: bool(person.value_of(change.player, name) == change.now),
        lambda change: person.put(change.player, name, change.was),
    )


# All others are plain.
FIELDS: Mapping[str, Field] = {
    "name": Field(_named, _name),
    "club": Field(lambda change: register.club_state(change.player) == change.now, _club),
    "federation": Field(lambda change: register.federation_state(change.player) == change.now, _federation),
    "grade": Field(_graded, _grade),
    "licence": Field(_licensed, _licence),
    "number": Field(_numbered, _number),
    "spelling": Field(_spelled, _spelling),
    "birth_year": Field(lambda change: change.player.birth_year == change.now, _birth),
    "birth_day": Field(
        lambda change: birth_days.key_of(change.player) == change.now,
        lambda change: birth_days.put_back(change.player, change.was),
    ),
    "death": Field(lambda change: [change.player.death, change.player.death_shown] == change.now, _death),
    "privacy": Field(_shown, _privacy),
}


def acts_of(player: Player) -> Acts:
    """Read the acts on a player; one query."""
    lines = JournalEntry.objects.filter(subject="player", subject_id=str(player.pk)).order_by("pk")
    return Acts(Act(*row) for row in lines.values_list("pk", "act", "detail"))


@transaction.atomic
def undo(player: Player, line: int, *, account: Account | None) -> None:
    """Undo an act on a player, given by its line of the journal.

    RegisterError when the line is no act that can be undone, was undone already, or a later act or anything
    else depends on it. Of two simultaneous undos one is carried out; the second gets the error.
    """
    register.lock_standing(player)
    acts = acts_of(player)
    act = acts.by_pk.get(line)
    if act is None:
        raise RegisterError(_("This action cannot be undone."))
    refuse_what_stands(acts, act)
    _take_back(player, act, account)
    journal.write(UNDONE, player, account=account, **undo_detail(act))


def refuse_what_stands(acts: Acts, act: Act) -> None:
    """Raise RegisterError if an act was undone, erased with its player, or has a later dependent."""
    if act.pk <= acts.erased:
        raise RegisterError(_("The player’s personal data have been erased since."))
    if act.pk in acts.undone:
        raise RegisterError(_("This action has already been undone."))
    if above := acts.above(act):
        gaps = {"act": wording.act_words(above)}
        raise RegisterError(_("A later action depends on this one: %(act)s. Undo that first.") % gaps)


def _take_back(player: Player, act: Act, account: Account | None) -> None:
    name, _colon, key = act.field.partition(":")
    field = FIELDS.get(name) or _plain(name)
    change = Change(player, key, act.state["was"], act.state["now"], account)
    if not field.stands(change):
        raise RegisterError(changed_otherwise(act))
    field.write(change)


def changed_otherwise(act: Act) -> str:
    """Return the sentence for a field that holds something else than the act has put there."""
    gaps = {"field": wording.label_of(act.field)}
    return _("The value has since been changed by a list or a merge (%(field)s): change it by hand.") % gaps


def undo_detail(act: Act) -> Mapping[str, Any]:
    """Return the detail of an undo's line: the line it undoes, and the values before and after."""
    detail = act.detail
    known = {name: detail[name] for name in ("season", "scheme") if name in detail}
    before, after = wording.plain_pair(act)
    state = state_of(act.field, act.state["now"], act.state["was"])
    of_act = act.detail.get("of", act.act)
    return {**known, "undoes": act.pk, "of": of_act, "before": after, "after": before, "state": state}
