"""Page of the office's choice to make submitted tournaments public."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of, officer_required
from tournaments.forms.desk import HandedInForm
from tournaments.revisions import handed_in


@require_http_methods(["GET", "POST"])
@officer_required
def edit(request: HttpRequest) -> HttpResponse:
    """Show whether everybody sees what is handed in, and let an officer change it."""
    is_shown = handed_in.is_shown()
    sent = request.POST if request.method == "POST" else None
    form = HandedInForm(sent, initial={"shown": "yes" if is_shown else "no"})
    if request.method == "POST" and form.is_valid():
        shown = form.cleaned_data["shown"] == "yes"
        changed = handed_in.choose(shown=shown, account=account_of(request))
        messages.success(request, _("Saved.") if changed else _("No changes."))
        return redirect("handed-in-rule")
    context = {"form": form, "is_shown": is_shown}
    return render(request, "tournaments/handed_in_rule.html", context, status=422 if form.errors else 200)
