"""The acts on a player: those in force, those undone, and later acts that depend on them.

An undo is an act as well: it reverts its act, and its own undo restores it. Acts on the same field depend on
each other in the order of the journal, so the last one is undone first.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ERASED = "player.erased"


@dataclass(frozen=True, slots=True)
class Act:
    """A journal line with the new value of a field, or the erasure of everything before it."""

    pk: int
    act: str
    detail: Mapping[str, Any]

    @property
    def state(self) -> Mapping[str, Any]:
        """The values before and after (federation.register.register); empty when it cannot be undone."""
        state = self.detail.get("state")
        return state if isinstance(state, dict) else {}

    @property
    def field(self) -> str:
        """The field as the register names it: of several ("licence:2026") with its key."""
        return str(self.state.get("field", ""))

    @property
    def undoes(self) -> int:
        """The number of the line that this one undoes; 0 for an act of its own."""
        return int(self.detail.get("undoes", 0)) if self.act == "player.undone" else 0


class Acts:
    """The acts on one player, in the order of the journal."""

    def __init__(self, acts: Iterable[Act]) -> None:
        listed = list(acts)
        erasures = [place for place, act in enumerate(listed) if act.act == ERASED]
        self.erased = listed[erasures[-1]].pk if erasures else 0
        self.acts: Sequence[Act] = [act for act in listed if act.state]
        self.by_pk = {act.pk: act for act in self.acts}
        self.undone: dict[int, int] = {}  # line -> the line that undid it, which stands
        for act in reversed(self.acts):
            # Later lines first: whether an undo stands is known before what it undoes is reached.
            if act.undoes and act.pk not in self.undone:
                self.undone[act.undoes] = act.pk

    def above(self, act: Act) -> Act | None:
        """Return the last act that depends on one: later, of the same field, not undone; else None.

        A later act that was undone and its undo cancel each other.
        """
        later = [
            later_act for later_act in self.acts if later_act.pk > act.pk and later_act.field == act.field
        ]
        standing = [
            later_act for later_act in later if later_act.pk not in self.undone and later_act.undoes <= act.pk
        ]
        return standing[-1] if standing else None

    def may_undo(self, act: Act) -> bool:
        """Return whether an act can be undone as far as the journal shows."""
        is_free = act.pk > self.erased and act.pk not in self.undone
        return bool(act.state) and is_free and self.above(act) is None
