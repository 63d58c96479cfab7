"""Pages of the office's choices, four eyes and what is handed in shown, and an organiser's consent."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from federation.accounts.permissions import account_of, officer_required, organiser_required
from tournaments.checks import four_eyes
from tournaments.forms.desk import FourEyesForm, HandedInForm
from tournaments.revisions import public
from tournaments.views.access import address_of, revision_for


@require_http_methods(["GET", "POST"])
@officer_required
def edit(request: HttpRequest) -> HttpResponse:
    """Show who may approve what they handed in themselves, and let an officer change it."""
    rule = four_eyes.rule()
    form = FourEyesForm(request.POST if request.method == "POST" else None, initial={"rule": rule.four_eyes})
    if request.method == "POST" and form.is_valid():
        changed = four_eyes.choose(form.cleaned_data["rule"], account=account_of(request))
        messages.success(request, _("Saved.") if changed else _("No changes."))
        return redirect("four-eyes")
    status = 422 if form.errors else 200
    return render(request, "tournaments/four_eyes.html", {"form": form}, status=status)


@require_POST
@organiser_required
def consent(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Note that the organiser of another revision agrees with this one."""
    current = revision_for(request, (number, revision))
    account = account_of(request)
    if not four_eyes.handed_in_another(account, current):
        raise PermissionDenied
    if four_eyes.consent(current, account=account):
        messages.success(request, _("You have agreed to this revision; an officer can approve it."))
    else:
        messages.info(request, _("There is nothing left to agree to."))
    return redirect(address_of(current))


@require_http_methods(["GET", "POST"])
@officer_required
def edit_handed_in(request: HttpRequest) -> HttpResponse:
    """Show whether everybody sees what is handed in, and let an officer change it."""
    is_shown = public.shows_handed_in()
    sent = request.POST if request.method == "POST" else None
    form = HandedInForm(sent, initial={"shown": "yes" if is_shown else "no"})
    if request.method == "POST" and form.is_valid():
        shown = form.cleaned_data["shown"] == "yes"
        changed = public.choose_handed_in(shown=shown, account=account_of(request))
        messages.success(request, _("Saved.") if changed else _("No changes."))
        return redirect("handed-in-rule")
    context = {"form": form, "is_shown": is_shown}
    return render(request, "tournaments/handed_in_rule.html", context, status=422 if form.errors else 200)
