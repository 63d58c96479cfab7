"""An office whose board begins before the invented tournaments, and what is approved in it."""

from datetime import date

from django.urls import reverse

from federation.models import Account
from tests.tournaments.desk.test_queue import handed_in
from tournaments.models import Dispatch, DispatchAct, DispatchRule, Tournament
from tournaments.submission import steps

BEGINS = date(2024, 1, 1)
END = date(2024, 3, 9)  # of every invented tournament: a TOU has one day


def begins(day: date = BEGINS, **values: object) -> DispatchRule:
    """The office's board begins on a day."""
    made, _new = DispatchRule.objects.update_or_create(pk=1, defaults={"begins": day, **values})
    return made


def approved(organiser: Account, name: str = "Open") -> Tournament:
    """A tournament that counts, handed in for the FFG."""
    made = handed_in(organiser, name)
    steps.approve(made, account=None, four_eyes=False)
    return for_families(made, "ffg")


def for_families(tournament: Tournament, *families: str) -> Tournament:
    """Hand a tournament in for other ratings."""
    Tournament.objects.filter(pk=tournament.pk).update(rated_for=list(families))
    tournament.refresh_from_db()
    return tournament


def page(tournament: Tournament, name: str = "desk-onward", *more: object) -> str:
    """An address of a revision."""
    return reverse(name, args=[tournament.number, tournament.revision, *more])


def state(tournament: Tournament, receiver: str = "ffg") -> str:
    """Where a tournament stands at a receiver."""
    return Dispatch.objects.get(number=tournament.number, receiver=receiver).state


def seen(tournament: Tournament, receiver: str = "ffg") -> int:
    """The last act of a tournament at a receiver, as a form carries it."""
    acts = DispatchAct.objects.filter(dispatch__number=tournament.number, dispatch__receiver=receiver)
    return acts.order_by("-pk").values_list("pk", flat=True).first() or 0
