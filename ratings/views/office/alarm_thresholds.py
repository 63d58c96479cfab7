"""The page where an officer sets from where on a run of a system raises an alarm."""

from dataclasses import asdict

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of, officer_required
from ratings.cadence.shared.comparison import USUAL, Bounds
from ratings.cadence.table import systems_with_runs
from ratings.forms.office import AlarmThresholdsForm
from ratings.runs import automation


@require_http_methods(["GET", "POST"])
@officer_required
def edit(request: HttpRequest, system: str) -> HttpResponse:
    """Show from where on a run raises an alarm, and let an officer change it."""
    found = get_object_or_404(systems_with_runs(), key=system)  # others are rated without a review
    form = AlarmThresholdsForm(
        request.POST if request.method == "POST" else None, initial=shown(automation.bounds_of(found))
    )
    if request.method == "POST" and form.is_valid():
        changed = automation.set_bounds(found, form.bounds, account=account_of(request))
        message = _("Saved; they apply from the next run.") if changed else _("No changes.")
        messages.success(request, message)
        return redirect("alarm-bounds", system)
    page = {"system": found, "form": form, "usual": shown(USUAL)}
    return render(request, "ratings/review/bounds.html", page, status=422 if form.errors else 200)


def shown(given: Bounds) -> dict[str, float]:
    """Return bounds as the form has them: shares as percentages."""
    values = asdict(given)
    return values | {"share_moved": round(100 * values["share_moved"], 6)}
