"""The page where officers grant a licence for the public data."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of, officer_required
from ratings.snapshots import licences
from ratings.snapshots.licences import LICENCES, NONE

CHOICES = [
    (NONE, gettext_lazy("none granted")),
    *((licence.key, licence.title) for licence in LICENCES.values()),
]


class LicenceForm(forms.Form):
    """A licence, or none."""

    licence = forms.ChoiceField(
        label=pgettext_lazy("of data", "Licence"),
        choices=CHOICES,
        required=False,
        help_text=gettext_lazy("A licence once granted holds for everyone who has taken the files under it."),
    )


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
