"""Personal data in the register: year of birth, titles, sex, death."""

import re
from collections.abc import Mapping
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation import signals
from federation.journal import journal
from federation.models import Account, Player
from federation.register.register import RegisterError, lock_standing, state_of

OLDEST = 1850  # year of birth or death
UNKNOWN = "?"  # the player has died on an unknown day
TITLES = ("title", "women_title", "other_titles")
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


def titles_of(player: Player) -> dict[str, str]:
    """Return the titles of a player by column."""
    return {name: getattr(player, name) for name in TITLES}


@transaction.atomic
def note_titles(player: Player, titles: Mapping[str, str], *, account: Account | None) -> bool:
    """Note the titles of FIDE of a player, by column; False when they are noted already."""
    lock_standing(player)
    before = titles_of(player)
    after = {**before, **titles}
    if before == after:
        return False
    set_titles(player, after)
    state = state_of("titles", before, after)
    journal.write("player.edited", player, account=account, before=before, after=after, state=state)
    return True


def set_titles(player: Player, titles: Mapping[str, str]) -> None:
    """Write titles; the caller keeps the journal."""
    for name in TITLES:
        setattr(player, name, titles[name])
    player.save(update_fields=TITLES)


@transaction.atomic
def note_sex(player: Player, sex: str, *, account: Account | None) -> bool:
    """Note the sex of a player, "" where it is not stated; False when it is noted already."""
    lock_standing(player)
    before = player.sex
    if sex not in Player.Sex.values:
        raise RegisterError(_("Choose one of the three answers."))
    if before == sex:
        return False
    player.sex = sex
    player.save(update_fields=["sex"])
    state = state_of("sex", before, sex)
    journal.write("player.sex", player, account=account, before=before, after=sex, state=state)
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
