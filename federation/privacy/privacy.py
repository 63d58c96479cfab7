"""Display of players by their choice, or by the office's setting where they have chosen nothing."""

from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from federation import signals
from federation.journal import journal
from federation.models import Account, Player, display_name
from federation.privacy import generation, policy
from federation.register.register import RegisterError, state_of

_AT_ONCE = 10_000  # players shown otherwise by one look of the clock


@transaction.atomic
def choose(player: Player, privacy: str, *, account: Account | None) -> bool:
    """Show a player as they want from now on, past lists included; False if chosen already.

    A choice equal to the office's setting stays if that setting changes later. RegisterError for an unknown
    way.
    """
    if privacy not in Player.Privacy.values:
        raise RegisterError(f"{privacy} is no way to show a player")
    current = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if current.privacy == privacy and current.privacy_chosen:
        return False
    _change(current, privacy, chosen=True, account=account)
    player.privacy = privacy
    return True


@transaction.atomic
def follow_office(player: Player, *, account: Account | None = None) -> bool:
    """Show a player who has chosen nothing as the office shows players of that age; False for no change."""
    current = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    wanted = of_office(current.birth_year)
    if current.privacy_chosen or current.privacy == wanted:
        return False
    _change(current, wanted, chosen=False, account=account)
    player.privacy = wanted
    return True


def birth_noted(player: Player, account: Account | None = None, **_: Any) -> None:
    """Follow a year of birth that is noted or corrected."""
    follow_office(player, account=account)


def of_office(birth_year: int | None) -> str:
    """Return how the office shows a player born in a year who has chosen nothing."""
    year = timezone.localdate().year
    return policy.shown_as(birth_year, year, minors=settings.MINORS_SHOWN, age=settings.ADULT_AGE)


def follow_office_everywhere() -> int:
    """Show players without a choice by the office's setting, _AT_ONCE a call; return how many

    Birthdays, a new setting or an imported year of birth cause changes.
    """
    with display_name.public_view(shown=False):
        return sum(follow_office(player) for player in _unlike_office()[:_AT_ONCE])


def _unlike_office() -> QuerySet[Player]:
    """Select players without a choice whose display differs from the office's setting."""
    born = policy.first_minor_year(timezone.localdate().year, settings.ADULT_AGE)
    minors = Q(birth_year__gte=born)
    as_adult = ~minors & ~Q(privacy=of_office(None))  # years that are not known among them
    as_minor = minors & ~Q(privacy=of_office(born))
    unchosen = Player.objects.filter(privacy_chosen=False, merged_into=None)
    return unchosen.filter(as_adult | as_minor).order_by("pk")


def _change(player: Player, privacy: str, *, chosen: bool, account: Account | None) -> None:
    before, was = player.privacy, [player.privacy, player.privacy_chosen]
    show(player, privacy, chosen=chosen, account=account)
    state = state_of("privacy", was, [privacy, chosen])
    journal.write("player.privacy", player, account=account, before=before, after=privacy, state=state)


def show(player: Player, privacy: str, *, chosen: bool, account: Account | None) -> None:
    """Write a player's display and signal it; the caller locks the row and writes the journal."""
    player.privacy, player.privacy_chosen = privacy, chosen
    player.club_hidden = privacy == Player.Privacy.ANONYMOUS  # until the lists give the size of the club
    player.save(update_fields=["privacy", "privacy_chosen", "club_hidden"])
    signals.privacy_chosen.send(sender=Player, player=player, account=account)
    transaction.on_commit(generation.forget)
