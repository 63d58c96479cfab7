"""Finding the revision an address names, for whom may see it."""

from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse

from federation.accounts.permissions import account_of
from federation.models import Account
from tournaments import permissions
from tournaments.desk import queries
from tournaments.models import Tournament

Question = Callable[[Account, Tournament], bool]


def revision_for(
    request: HttpRequest, address: tuple[int, int], *, question: Question = permissions.may_see
) -> Tournament:
    """Fetch a revision by number and revision; 404 without one, 403 where `question` is false."""
    number, revision = address
    tournament = get_object_or_404(queries.desk_tournaments(), number=number, revision=revision)
    if not question(account_of(request), tournament):
        raise PermissionDenied
    return tournament


def is_part(request: HttpRequest) -> bool:
    """Return whether a script asks for a part of the page it stands on."""
    return request.headers.get("HX-Request") == "true"


def address_of(tournament: Tournament, page: str = "desk-tournament") -> str:
    """Return the desk address of a revision."""
    return reverse(page, args=[tournament.number, tournament.revision])
