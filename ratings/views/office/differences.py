"""Page of the rating officer: differences of a published list from today's facts."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.accounts.permissions import officer_required
from federation.models import Player
from federation.web.tables import lay_out
from ratings.lists import list_drift
from ratings.lists.list_drift import causes_of
from ratings.models import PublishedList
from ratings.views.office.tables import DifferenceTable

A_PAGE = 50


@dataclass(frozen=True, slots=True)
class Row:
    """A value that differs, with the player."""

    player: int
    person: Player | None
    listed: int | None
    today: int | None

    @property
    def change(self) -> int | None:
        """Difference of the two."""
        return None if self.listed is None or self.today is None else self.today - self.listed


@require_safe
@officer_required
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show every value of a list that is another one today."""
    lists = PublishedList.objects.select_related("system").filter(ready=True)
    published = get_object_or_404(lists, pk=pk)
    found = list_drift.differing(published) if list_drift.may_differ(published) else []
    people = Player.objects.in_bulk([difference.player for difference in found])
    table = DifferenceTable(
        [
            Row(difference.player, people.get(difference.player), difference.listed, difference.today)
            for difference in found
        ]
    )
    lay_out(table, request, per_page=A_PAGE)
    page = {
        "list": published,
        "system": published.system,
        "count": len(found),
        "causes": [(_(cause), count) for cause, count in causes_of(published, list(people)).items()],
        "table": table,
        "revision": lists.filter(system=published.system, date=published.date).count() + 1,
    }
    return render(request, "ratings/review/differences.html", page)
