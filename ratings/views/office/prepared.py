"""Pages of the rating officer: a list as it will be, released or discarded; its differences later.

Differences are those of a published list from today's facts.
"""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.accounts.permissions import account_of, officer_required
from federation.language.dates import format_date
from federation.models import Player
from federation.web.tables import lay_out
from ratings.following import tournament_mail
from ratings.forms.office import ReleaseForm
from ratings.lists import list_drift, list_preview, publication
from ratings.lists.list_drift import causes_of
from ratings.lists.publication import AlreadyPublishedError, NotReadyError
from ratings.models import PublishedList
from ratings.previews.review_reads import list_cautions
from ratings.views.office.tables import DifferenceTable, PreparedTable

FORCED = ("stale", "open-run")  # what an officer may publish in spite of


@require_safe
@officer_required
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a prepared list as it will be; one that is shown already leads to its page."""
    found = _find(pk)
    if found.ready:
        return redirect(found)
    form = ReleaseForm(initial={"note": found.note}, is_revision=found.revision > 1)
    return _page(request, found, form)


def _find(pk: int) -> PublishedList:
    lists = PublishedList.objects.select_related("system", "published_by")
    return get_object_or_404(lists, pk=pk)


def _page(request: HttpRequest, found: PublishedList, form: ReleaseForm, status: int = 200) -> HttpResponse:
    seen = list_preview.preview(found) if found.prepared else None
    alarms = seen.alarms if seen else []
    obstacle = publication.obstacle(found)
    page: dict[str, Any] = {
        "list": found,
        "system": found.system,
        "form": form,
        "seen": seen,
        "rows": PreparedTable(seen.rows if seen else ()),
        "cautions": list_cautions(found.system, alarms),
        "obstacle": obstacle,
        "is_refused": obstacle not in ("", "empty", *FORCED),
    }
    return render(request, "ratings/review/prepared.html", page, status=status)


@require_POST
@officer_required
def release(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a prepared list to everybody."""
    is_revision = PublishedList.objects.filter(pk=pk, ready=False, revision__gt=1).exists()
    form = ReleaseForm(request.POST, is_revision=is_revision)
    if not form.is_valid():
        return _page(request, _find(pk), form, status=422)
    try:
        shown = publication.release(pk, form.wish, account=account_of(request))
    except AlreadyPublishedError as told:
        _say_published(request, told.published)
        return redirect(told.published)
    except NotReadyError as problem:
        if problem.code == "dropped":
            messages.error(request, _(publication.TEXTS[problem.code]))
            return redirect("review")
        form.add_error(_field_of(problem), _(str(problem)))
        return _page(request, _find(pk), form, status=422)
    tournament_mail.enqueue_look()
    messages.success(request, _("The list has been published."))
    return redirect(shown)


def _field_of(problem: NotReadyError) -> str | None:
    """Name the field of the form that mends a refusal."""
    if problem.code in FORCED:
        return "force"
    if problem.code == "empty":
        return "empty"
    return "note" if problem.code == "unexplained" else None


@require_POST
@officer_required
def drop(request: HttpRequest, pk: int) -> HttpResponse:
    """Discard a prepared list."""
    try:
        publication.drop(pk, account=account_of(request))
    except AlreadyPublishedError as told:
        _say_published(request, told.published)
        return redirect(told.published)
    except NotReadyError as problem:
        messages.error(request, _(str(problem)))
    else:
        messages.success(request, _("The preview has been discarded; nothing was published."))
    return redirect("review")


def _say_published(request: HttpRequest, published: PublishedList) -> None:
    when = format_date(timezone.localtime(published.published), "j N Y, H:i") if published.published else "–"
    words = {"who": str(published.published_by or "–"), "when": when}
    messages.warning(
        request, _("Too late: the list has already been published, by %(who)s on %(when)s.") % words
    )


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
def show_differences(request: HttpRequest, pk: int) -> HttpResponse:
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
