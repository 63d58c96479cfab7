"""The page where officers grant a licence for the public data."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of, officer_required
from ratings.forms.licences import LicenceForm
from ratings.snapshots import licences


@require_http_methods(["GET", "POST"])
@officer_required
def edit(request: HttpRequest) -> HttpResponse:
    """Show the licences there are with the one granted; grant another, or none."""
    now = licences.granted()
    sent = request.POST if request.method == "POST" else None
    form = LicenceForm(sent, initial={"licence": now.key if now else licences.NONE})
    if form.is_valid():
        changed = licences.choose(form.cleaned_data["licence"], account=account_of(request))
        messages.success(request, _("Saved.") if changed else _("No changes."))
        return redirect("data-licence")
    context = {"form": form, "licences": licences.LICENCES.values()}
    return render(request, "ratings/review/licence.html", context, status=422 if form.errors else 200)
