"""The register's desk for regions: which there are in a federation, and which clubs belong to them."""

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of, is_officer, registrar_required
from federation.models import Account, Club, Federation, Region
from federation.register import regions
from federation.register.register import RegisterError, federation_for
from federation.views.tables import RegionTable
from federation.vocabulary.keys import keys_from


@require_http_methods(["GET", "POST"])
@registrar_required
def index(request: HttpRequest) -> HttpResponse:
    """Show the regions of a federation (`?federation=`, else our own); enter a new one."""
    query = request.POST if request.method == "POST" else request.GET
    chosen = _federation(query.get("federation", ""))
    problem = ""
    if request.method == "POST":
        account = _keeper(request)
        try:
            region = regions.enter(
                chosen, request.POST.get("code", ""), request.POST.get("name", ""), account=account
            )
        except RegisterError as error:
            problem = str(error.message)
        else:
            messages.success(request, _("Region added. Now choose its clubs."))
            return redirect("register-region", region.pk)
    chosen_regions = Region.objects.filter(federation=chosen)
    page = {
        "chosen": chosen,
        "federations": Federation.objects.filter(clubs__isnull=False).distinct().order_by("code"),
        "regions": RegionTable(chosen_regions.annotate(members=Count("clubs")).order_by("code")),
        "without": Club.objects.filter(federation=chosen, region=None).count(),
        "said": query,
        "problem": problem,
        "may_edit": _may_edit(request),
    }
    return render(request, "federation/register/regions.html", page, status=409 if problem else 200)


@require_http_methods(["GET", "POST"])
@registrar_required
def region(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a region with every club of its federation; rename it, choose its clubs, or delete it."""
    region = get_object_or_404(Region.objects.select_related("federation"), pk=pk)
    problem = ""
    if request.method == "POST":
        account = _keeper(request)
        if request.POST.get("act") == "delete":
            regions.dissolve(region, account=account)
            messages.success(request, _("Deleted. Published lists keep it."))
            return redirect("register-regions")
        try:
            moved = _change(request, region, account=account)
        except RegisterError as error:
            problem = str(error.message)
        else:
            messages.success(request, moved)
            return redirect("register-region", pk)
    clubs = Club.objects.filter(federation=region.federation).select_related("region").order_by("code")
    page = {
        "region": region,
        "inside": [club for club in clubs if club.region_id == region.pk],
        "free": [club for club in clubs if club.region_id is None],
        "elsewhere": [club for club in clubs if club.region_id not in (None, region.pk)],
        "problem": problem,
        "may_edit": _may_edit(request),
    }
    return render(request, "federation/register/region.html", page, status=409 if problem else 200)


def _change(request: HttpRequest, region: Region, *, account: Account) -> str:
    """Write the changes made on the page of a region, and return the message.

    The page carries the clubs that were in the region when it was made, so that two who choose at the same
    time do not undo each other.
    """
    was, now = (_keys(request, name) for name in ("was", "club"))
    is_renamed = regions.rename(region, request.POST.get("name", ""), account=account)
    moved = regions.place(region, now - was, was - now, account=account)
    if not moved:
        return _("Renamed.") if is_renamed else _("No changes.")
    return ngettext("%(n)s club moved.", "%(n)s clubs moved.", moved) % {"n": moved}


def _keys(request: HttpRequest, name: str) -> set[int]:
    return set(keys_from(request.POST.getlist(name)))


def _federation(code: str) -> Federation:
    if not code:
        return federation_for(settings.FEDERATION_CODE)
    return get_object_or_404(Federation, code=code[:8])


def _may_edit(request: HttpRequest) -> bool:
    """Return whether regions may be edited; a club's registrar only sees them."""
    account = account_of(request)
    return is_officer(account) or account.club_id is None


def _keeper(request: HttpRequest) -> Account:
    if not _may_edit(request):
        raise PermissionDenied
    return account_of(request)
