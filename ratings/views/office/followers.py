"""The officer's page of followers: how many, and what was sent; an address only for its owner's sake."""

from typing import Any

from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from federation.accounts.permissions import account_of, officer_required
from federation.web.downloads import personal_file
from ratings.following import subscribing
from ratings.forms.following import AddressForm
from ratings.models import Bulletin, Follow, Follower, RatingSystem
from ratings.views.office.tables import BulletinTable

RECENT = 12


@never_cache
@require_http_methods(["GET", "POST"])
@officer_required
def show(request: HttpRequest) -> HttpResponse:
    """Count followers, and look up an address on request."""
    form = AddressForm(request.POST or None)
    found = subscribing.find(form.cleaned_data["email"]) if form.is_bound and form.is_valid() else None
    page = {
        **_count_followers(),
        "form": form,
        "found": found,
        "looked": form.is_bound and form.is_valid(),
        "offered": subscribing.is_offered(),
        "bulletins": BulletinTable(Bulletin.objects.order_by("-pk")[:RECENT]),
    }
    if found:
        page["follows"] = found.follows.count()
    return render(request, "ratings/review/followers.html", page, status=422 if form.errors else 200)


def _count_followers() -> dict[str, Any]:
    counts = Count("follows", filter=Q(follows__expires=None))
    systems = RatingSystem.objects.filter(active=True).annotate(followers=counts)
    return {
        "addresses": Follower.objects.filter(follows__expires=None).distinct().count(),
        "players": Follow.objects.filter(expires=None, player__isnull=False).count(),
        "waiting": Follow.objects.exclude(expires=None).count(),
        "systems": [(system.key, system.followers) for system in systems],
    }


@never_cache
@require_POST
@officer_required
def hand_out(request: HttpRequest, pk: int) -> HttpResponse:
    """Return everything stored about an address as a file, for its owner."""
    export = subscribing.hand_out(get_object_or_404(Follower, pk=pk), account=account_of(request))
    return personal_file(export, f"follower_{pk}")


@never_cache
@require_POST
@officer_required
def erase(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete an address and all it follows."""
    subscribing.erase(get_object_or_404(Follower, pk=pk), account=account_of(request))
    messages.success(request, _("Deleted: the address and all its subscriptions."))
    return redirect("followers")
