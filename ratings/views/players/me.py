"""One's own page: the records an account holds and what it follows; privacy, a copy of all data, requests."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.accounts.permissions import account_of, holds_record
from federation.api.rate_limit import take
from federation.claims import claims
from federation.forms.data_requests import AskForm
from federation.language.dates import format_date
from federation.language.system_names import system_short
from federation.language.wording import labelled
from federation.models import Player, RecordClaim
from federation.models.display_name import public_view
from federation.privacy import data_requests, personal_data, privacy
from federation.web.downloads import personal_file
from ratings.following import subscribing
from ratings.players import own_record
from ratings.players.own_record import Record
from ratings.views.players import events_table, page_query, systems_table
from ratings.views.players.tables import OwnGameTable

DAY = 86_400
COPIES = 5  # of one's data in a day
CHOICES = 20  # of how one is shown, in a day
FOLLOWS = 10  # shown of what is followed


@dataclass(frozen=True, slots=True)
class Shown:
    """A record, and the parts of it that the player's page has too."""

    record: Record
    systems: SafeString | str
    activity: Sequence[tuple[str, str, str]]  # system, what the day is, the day
    hints: Sequence[str]
    events: SafeString | str
    games: OwnGameTable


@never_cache
@login_required
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the records an account holds, what it has asked for, and what it follows."""
    account = account_of(request)
    mine = list(claims.of_account(account).order_by("player", "-pk"))
    numbers = [claim.player_id for claim in mine if claim.state == RecordClaim.State.HELD]
    follows = own_record.followed_by(account.email)
    context = {
        "records": [_shown(record) for record in own_record.records(numbers, settings.PRIVACY_BY_PLAYERS)],
        "asked": [claim for claim in mine if claim.player_id not in numbers],
        "follows": follows[:FOLLOWS],
        "more_follows": len(follows) - FOLLOWS,
        "manage": subscribing.letters_token(follows[0].follower_id) if follows else "",
    }
    return render(request, "account/me.html", context)


def _shown(record: Record) -> Shown:
    held, player = record.systems, record.player
    asked = page_query.read(QueryDict(), [system.key for system in held])
    hints = [(system.key, systems_table.activity_hint(system, record.person.licence)) for system in held]
    return Shown(
        record,
        systems_table.table(player.pk, held, record.history, asked),
        [(system.key, *fact) for system in held for fact in systems_table.activity_facts(system)],
        [labelled(system_short(key), hint) for key, hint in hints if hint],
        events_table.rows(player, record.events, record.results, asked.system) if record.events else "",
        OwnGameTable(record.games),
    )


def own_player(request: HttpRequest, number: int) -> Player:
    """Return a player whose record the account holds; 404 for any other, whether or not there is one."""
    if not holds_record(account_of(request), number):
        raise Http404
    return get_object_or_404(Player.objects.select_related("federation", "club"), pk=number)


def take_today(request: HttpRequest, kind: str, most: int) -> bool:
    """Count something an account does; False where it has done it often enough today."""
    key = f"{kind} {account_of(request).pk}"
    return not take(key, limit=most, now=time.time(), seconds=DAY).is_spent


def _take(request: HttpRequest, kind: str, most: int) -> bool:
    if take_today(request, kind, most):
        return True
    messages.error(request, _("Too many requests today. Try again tomorrow, or write to the office."))
    return False


@require_POST
@login_required
def choose_privacy(request: HttpRequest, number: int) -> HttpResponse:
    """Show the person in another way from now on, one of those the office allows."""
    player, way = own_player(request, number), request.POST.get("privacy", "")
    if way not in settings.PRIVACY_BY_PLAYERS and way != player.privacy:
        raise BadRequest("no way the office allows")
    if _take(request, "me-privacy", CHOICES):
        changed = privacy.choose(player, way, account=account_of(request))
        messages.success(
            request,
            _("Every page, list and download now shows you this way.") if changed else _("No changes."),
        )
    return redirect("me")


@require_POST
@login_required
def hand_out(request: HttpRequest, number: int) -> HttpResponse:
    """Return everything known of the player as a file; that it was handed out is noted."""
    player = own_player(request, number)
    if not _take(request, "me-data", COPIES):
        return redirect("me")
    with public_view(shown=False):
        export = personal_data.hand_out(player, account=account_of(request))
    return personal_file(export, f"player_{number}")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def send_request(request: HttpRequest, number: int) -> HttpResponse:
    """Show the form of a request about one's data, and send it to the office."""
    player = own_player(request, number)
    form = AskForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        fields = form.cleaned_data
        try:
            new = data_requests.ask(player, fields["kind"], fields["text"], account=account_of(request))
        except data_requests.DataRequestError as error:
            form.add_error(None, str(error))
        else:
            text = _("The office has your request and answers by %(day)s. You will read the answer here.")
            messages.success(request, text % {"day": format_date(new.due, "j N Y")})
            return redirect("me")
    page = {"form": form, "player": player}
    return render(request, "account/data_request.html", page, status=422 if form.errors else 200)
