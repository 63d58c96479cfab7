"""The ranks of a player among fewer than a whole list, each leading to his line there."""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from ratings.lists.selection import address
from ratings.models import ListEntry
from ratings.players.group_places import Scope
from ratings.views.lists.filter_words import age_named


def lines(entry: ListEntry | None, places: Mapping[int, Sequence[Scope]]) -> list[tuple[str, int, str]]:
    """Name the scopes of an entry with its rank in each and the address of its line there."""
    scopes = places.get(entry.list_id, ()) if entry else ()
    return [(_scope_words(scope), scope.rank, _leading(scope, entry)) for scope in scopes if entry]


def _scope_words(scope: Scope) -> str:
    if scope.kind == "women":
        return _("Women in the federation")
    if scope.kind == "age":
        return _("In the federation, %(age)s") % {"age": age_named(scope.selection.age)}
    if scope.kind == "region":
        return _("In the region")
    return _("In the club") if scope.kind == "club" else _("In the federation")


def _leading(scope: Scope, entry: ListEntry) -> str:
    page = address(scope.selection, page=scope.selection.page)
    return f"{reverse('list-newest', args=[entry.list.system.key])}{page}#p{entry.player_id}"
