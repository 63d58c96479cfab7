"""Day and month of birth, which follow merges and go with an erasure.

A player with one is never removed: its line in the journal holds them (register.removal).
"""

from calendar import monthrange
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.journal import journal
from federation.models import Account, BirthDay, Merge, Player
from federation.register.merging import Foreseen, Part
from federation.register.register import RegisterError, lock_standing, state_of

LABEL = "birth_days"


def standing(player: Player) -> BirthDay | None:
    """Return the present day of birth, None if unknown."""
    return BirthDay.objects.filter(player=player, stands=True).first()


def day_of(player: Player) -> str:
    """Return the day of birth as far as it is known: "03-05", "03", ""."""
    row = standing(player)
    return row.value if row else ""


def key_of(player: Player) -> int | None:
    """Return the row of the present day, as lines of the journal name it."""
    row = standing(player)
    return row.pk if row else None


@transaction.atomic
def note(player: Player, day: str, *, account: Account | None) -> bool:
    """Note a day of birth, "" where it is not known; False when it is noted already.

    RegisterError for a day that the year of birth has not, or one to come.
    """
    lock_standing(player)
    before = standing(player)
    if day == (before.value if before else ""):
        return False
    check(player.birth_year, day)
    BirthDay.objects.filter(player=player, stands=True).update(stands=False)
    now = BirthDay.objects.create(player=player, value=day).pk if day else None
    state = state_of("birth_day", before.pk if before else None, now)
    sides = {"before": before is not None, "after": bool(day)}  # the day itself is not for the journal
    journal.write("player.birth_day", player, account=account, **sides, state=state)
    return True


def check(year: int | None, day: str) -> None:
    """Raise RegisterError for a day that is none, is to come, or has no year; "03" is a month, "" nothing."""
    if not day:
        return
    if year is None:
        raise RegisterError(_("Enter the year as well."))
    month, _dash, number = day.partition("-")
    is_month = month.isdecimal() and 1 <= int(month) <= 12
    if not is_month or (number and not 1 <= int(number) <= monthrange(year, int(month))[1]):
        raise RegisterError(_("There is no such day."))
    if date(year, int(month), int(number or 1)) > timezone.localdate():
        raise RegisterError(_("The date of birth cannot be in the future."))


def put_back(player: Player, key: int | None) -> None:
    """Make another noted day the present one, or none; RegisterError if it is not the player's."""
    BirthDay.objects.filter(player=player, stands=True).update(stands=False)
    if key is not None and not BirthDay.objects.filter(pk=key, player=player).update(stands=True):
        raise RegisterError(_("The previous date of birth is no longer in the register."))


# --- merges: the day goes with the year it was noted for


def _moving(target: Player, source: Player) -> BirthDay | None:
    rows = {row.player_id: row for row in BirthDay.objects.filter(player__in=[target, source], stands=True)}
    return None if target.pk in rows else rows.get(source.pk)


def foresee(**pair: Any) -> Foreseen:
    """Return whether a day of birth would move; it does where both have the same year afterwards."""
    return Foreseen((Part(_("Day of birth"), int(_moving(pair["kept"], pair["gone"]) is not None)),))


def move(**pair: Any) -> tuple[str, Any]:
    """Move the day of birth if the remaining player has none and was born in the same year."""
    row = _moving(pair["kept"], pair["gone"])
    if row is None or pair["kept"].birth_year != pair["gone"].birth_year:
        return LABEL, {"moved": []}
    BirthDay.objects.filter(pk=row.pk).update(player=pair["kept"])
    return LABEL, {"moved": [row.pk]}


def move_back(merge: Merge, **_said: Any) -> None:
    """Give a day of birth back to the player it came from, where it applies again."""
    moved = merge.record.get(LABEL, {}).get("moved", ())
    BirthDay.objects.filter(pk__in=moved, player=merge.kept).update(player=merge.gone, stands=True)


def erase(players: list[Player], **_said: Any) -> None:
    """Delete every day of birth that was noted."""
    BirthDay.objects.filter(player__in=players).delete()
