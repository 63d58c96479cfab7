"""Following by e-mail: request, confirm, show and end subscriptions, without an account.

The answer to a request is the same for an unknown address, one that follows already, or too many requests.
"""

import time

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from federation.api.rate_limit import Allowance, place_of, take
from federation.mail import letters
from federation.models import Account, Player
from federation.vocabulary.keys import key_from
from ratings.following import subscribing
from ratings.forms.following import AddressForm, LanguageForm
from ratings.models import Follow, Follower, RatingSystem
from ratings.views.players.tables import FollowTable

HOUR, DAY = 3600, 86_400
PER_PLACE = 20  # requests from one place in an hour
PER_ADDRESS = 5  # confirmation letters to one address in a day


@never_cache
@require_http_methods(["GET", "POST"])
def player(request: HttpRequest, number: int) -> HttpResponse:
    """Show and take the form for following a player."""
    person = get_object_or_404(Player, pk=number)
    if person.merged_into_id is not None:
        return redirect("player-follow", person.merged_into_id)
    return _page(request, person)


@never_cache
@require_http_methods(["GET", "POST"])
def system(request: HttpRequest, system: str) -> HttpResponse:
    """Show and take the form for following the lists of a system."""
    return _page(request, get_object_or_404(RatingSystem, key=system, active=True))


def _page(request: HttpRequest, thing: Player | RatingSystem) -> HttpResponse:
    offered = subscribing.is_offered()
    known = request.user.email if isinstance(request.user, Account) else ""
    form = AddressForm(
        request.POST if request.method == "POST" and offered else None, initial={"email": known}
    )
    status = 200
    allowance: Allowance | None = None
    if form.is_bound:
        allowance = take(f"follow {place_of(request)}", limit=PER_PLACE, now=time.time(), seconds=HOUR)
        if allowance.is_spent:
            form.add_error(None, _("Too many requests came from your address. Try again in an hour."))
        elif form.is_valid():
            _ask(form.cleaned_data["email"], thing)
            return redirect("follow-asked")
        status = 429 if allowance.is_spent else 422
    page = {
        "form": form,
        "offered": offered,
        "player": thing if isinstance(thing, Player) else None,
        "system": thing if isinstance(thing, RatingSystem) else None,
        "hours": int(subscribing.LASTS.total_seconds() // HOUR),
    }
    response = render(request, "ratings/follow/ask.html", page, status=status)
    for name, value in (allowance.headers if allowance else {}).items():
        response[name] = value
    return response


def _ask(email: str, thing: Player | RatingSystem) -> None:
    """Enqueue the letter; an address that was asked often enough today gets none."""
    now = time.time()
    if take(f"followed {email}", limit=PER_ADDRESS, now=now, seconds=DAY).is_spent:
        return
    with transaction.atomic():
        subscribing.ask(email, thing, language=get_language() or settings.LANGUAGE_CODE)
        letters.enqueue(subscribing.ASKED)


@never_cache
@require_safe
def asked(request: HttpRequest) -> HttpResponse:
    """Show that a letter is on its way."""
    return render(
        request, "ratings/follow/asked.html", {"hours": int(subscribing.LASTS.total_seconds() // HOUR)}
    )


@never_cache
@require_http_methods(["GET", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm from the letter: a page with one button, for programs that look at mail open every link."""
    key = subscribing.confirmed_by(token, lasts=subscribing.LASTS)
    rows = Follow.objects.select_related("follower", "player", "system")
    follow = rows.filter(pk=key).first() if key else None
    if follow is None:
        return _render_ended(request, readable=subscribing.is_signed(token))
    full = False
    if request.method == "POST":
        try:
            subscribing.confirm(follow)
        except subscribing.TooManyError:
            full = True
        except Follow.DoesNotExist:
            return _render_ended(request, readable=True)
        else:
            return redirect("follow-manage", subscribing.letters_token(follow.follower_id))
    page = {"follow": follow, "full": full, "most": subscribing.MOST}
    if follow.confirmed or full:
        page["manage"] = subscribing.letters_token(follow.follower_id)
    return render(request, "ratings/follow/confirm.html", page, status=409 if full else 200)


@never_cache
@require_http_methods(["GET", "POST"])
def manage(request: HttpRequest, token: str) -> HttpResponse:
    """Show what an address follows; end one thing or everything, choose the language of the letters."""
    follower = _follower(token)
    if follower is None:
        return _render_ended(request, readable=subscribing.is_signed(token))
    form = LanguageForm(
        request.POST if "language" in request.POST else None, initial={"language": follower.language}
    )
    if request.method == "POST":
        _change(request, follower, form)
        if not Follower.objects.filter(pk=follower.pk).exists():
            return render(request, "ratings/follow/ended.html", {"now": True})
        return redirect("follow-manage", token)
    rows = follower.follows.filter(expires=None).select_related("player__merged_into", "system")
    page = {"follower": follower, "follows": FollowTable(rows.order_by("pk")), "form": form, "token": token}
    return render(request, "ratings/follow/manage.html", page)


def _change(request: HttpRequest, follower: Follower, form: LanguageForm) -> None:
    if form.is_bound and form.is_valid():
        Follower.objects.filter(pk=follower.pk).update(language=form.cleaned_data["language"])
        messages.success(request, _("Saved."))
    elif (key := key_from(request.POST.get("end", ""))) is not None:
        subscribing.end(follower, key)
    elif "everything" in request.POST:
        subscribing.forget(follower)


# A mail program posts here without our page (RFC 8058); the signed address is the proof.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "POST"])
def off(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether all letters are to end, and end them."""
    if not subscribing.is_signed(token):
        return _render_ended(request, readable=False)
    follower = _follower(token)
    if request.method == "POST" and follower is not None:
        subscribing.forget(follower)
        follower = None
    if follower is None:  # once ended, always ended: a second press gets the same answer
        return render(request, "ratings/follow/ended.html", {"now": True})
    return render(request, "ratings/follow/off.html", {"token": token})


def _render_ended(request: HttpRequest, *, readable: bool) -> HttpResponse:
    """Answer a dead link: its subscription has ended, or its signature is wrong."""
    return render(request, "ratings/follow/ended.html", {"unreadable": not readable}, status=404)


def _follower(token: str) -> Follower | None:
    key = subscribing.follower_of(token)
    return Follower.objects.filter(pk=key).first() if key else None
