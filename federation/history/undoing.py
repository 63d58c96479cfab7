"""Undoing one act on a player, by a journal line of its own that can be undone as well.

Locks: our own federation's row, then the player's.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from federation.history import wording
from federation.history.acts import Act, Acts
from federation.history.states import FIELDS, Change
from federation.journal import journal
from federation.models import Account, JournalEntry, Player
from federation.register import register
from federation.register.acts import state_of
from federation.register.register import RegisterError

UNDONE = "player.undone"


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
        raise RegisterError(_("The player's personal data have been erased since."))
    if act.pk in acts.undone:
        raise RegisterError(_("This action has already been undone."))
    if above := acts.above(act):
        gaps = {"act": wording.act_words(above)}
        raise RegisterError(_("A later action depends on this one: %(act)s. Undo that first.") % gaps)


def _take_back(player: Player, act: Act, account: Account | None) -> None:
    name, _colon, key = act.field.partition(":")
    field = FIELDS[name]
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
