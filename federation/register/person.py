"""Personal data in the register: year of birth, titles, death, and fields changed by themselves."""

import re
from datetime import date
from typing import Any, cast

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Field
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation import signals
from federation.journal import journal
from federation.models import Account, Player
from federation.register.register import RegisterError, lock_standing, state_of
from federation.vocabulary.player_fields import EDITED, named, names_of

OLDEST = 1850  # year of birth or death
UNKNOWN = Player.UNKNOWN_DEATH  # the player has died on an unknown day
_YEAR = re.compile(r"[0-9]{4}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@transaction.atomic
def note_birth(player: Player, year: int | None, *, account: Account | None) -> bool:
    """Note a year of birth, None where it is not known; False when it is noted already.

    Systems whose ratings depend on it wait to be recalculated. RegisterError for an impossible year.
    """
    lock_standing(player)
    before = player.birth_year
    if before == year:
        return False
    check_birth(year)
    set_birth(player, year, account=account)
    detail = {"before": before, "after": year, "state": state_of("birth_year", before, year)}
    journal.write("player.birth", player, account=account, **detail)
    return True


def check_birth(year: int | None) -> None:
    """Raise RegisterError for an impossible year of birth."""
    today = timezone.localdate().year
    if year is not None and not OLDEST <= year <= today:
        raise RegisterError(_("Enter a year from %(first)s to %(last)s.") % {"first": OLDEST, "last": today})


def set_birth(player: Player, year: int | None, *, account: Account | None) -> None:
    """Write a year of birth and signal it to the other apps; the caller writes the journal."""
    player.birth_year = year
    player.save(update_fields=["birth_year"])
    signals.birth_noted.send(sender=Player, player=player, account=account)


def columns_of(key: str) -> tuple[str, ...]:
    """Return the columns of a field of acts."""
    return names_of(lambda declared: declared.key == key)


def column_of(name: str) -> "Field[Any, Any]":
    """Return the column of a player's field."""
    return cast("Field[Any, Any]", Player._meta.get_field(name))


def value_of(player: Player, key: str) -> Any:
    """Return a field of acts as their lines have it: of several columns ("titles") each by its name."""
    columns = columns_of(key)
    return getattr(player, key) if columns == (key,) else {name: getattr(player, name) for name in columns}


def put(player: Player, key: str, value: Any) -> None:
    """Write a field of acts; the caller keeps the journal."""
    columns = columns_of(key)
    for name in columns:
        setattr(player, name, value if columns == (key,) else value[name])
    player.save(update_fields=columns)


@transaction.atomic
def note(player: Player, key: str, value: Any, *, account: Account | None) -> bool:
    """Note a field of acts that needs no more than its columns: "sex", or some of "titles" by their names.

    False when it is noted already; RegisterError for a value a column cannot have.
    """
    lock_standing(player)
    before, act = value_of(player, key), named(columns_of(key)[0]).act
    after = {**before, **value} if isinstance(before, dict) else value
    try:
        for name, wanted in (after if isinstance(after, dict) else {key: after}).items():
            column_of(name).clean(wanted, player)
    except ValidationError as error:
        raise RegisterError(error.messages[0]) from None
    if before == after:
        return False
    put(player, key, after)
    is_named = act == EDITED and not isinstance(before, dict)
    was, now = ({key: before}, {key: after}) if is_named else (before, after)
    state = state_of(key, before, after)
    journal.write(act, player, account=account, before=was, after=now, state=state)
    return True


@transaction.atomic
def note_death(player: Player, death: str, *, is_shown: bool, account: Account | None) -> bool:
    """Note that a player has died: day, year or UNKNOWN; "" if alive. False if unchanged.

    `is_shown`: the public page shows the year. Lists and ratings stay as they are. RegisterError for a text
    that is no day or year, or one to come.
    """
    lock_standing(player)
    before = [player.death, player.death_shown]
    shown = is_shown and bool(death)
    after = [death, shown]
    if before == after:
        return False
    check_death(death, born=player.birth_year)
    player.death, player.death_shown = death, shown
    player.save(update_fields=["death", "death_shown"])
    state = state_of("death", before, after)
    detail = {"before": before[0], "after": death, "shown": shown, "state": state}
    journal.write("player.death", player, account=account, **detail)
    return True


def check_death(death: str, *, born: int | None = None) -> None:
    """Raise RegisterError for what is no day or year of a death, is to come, or comes before the birth."""
    if death in ("", UNKNOWN):
        return
    if not _may_be_past(death):
        raise RegisterError(_("Enter a day such as 2024-03-05 or a year such as 2024, not in the future."))
    if born is not None and int(death[:4]) < born:
        raise RegisterError(_("That is before the year of birth, %(year)s.") % {"year": born})


def _may_be_past(death: str) -> bool:
    today = timezone.localdate()
    if _YEAR.fullmatch(death):
        return OLDEST <= int(death) <= today.year
    try:
        return bool(_DAY.fullmatch(death)) and date(OLDEST, 1, 1) <= date.fromisoformat(death) <= today
    except ValueError:
        return False
