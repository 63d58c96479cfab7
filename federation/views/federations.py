"""The register's desk for federations: which came in, what files mean, and merging one into another."""

from collections.abc import Collection

from django.contrib import messages
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of, whole_register_required
from federation.models import Account, Club, Federation, Player
from federation.register import federation_merging
from federation.register.register import RegisterError
from federation.views.register import typed
from federation.views.tables import FederationTable
from federation.vocabulary.countries import COUNTRIES, PART_OF, UNKNOWN

LONGEST = 16


@require_http_methods(["GET", "POST"])
@whole_register_required
def index(request: HttpRequest) -> HttpResponse:
    """Show federations and unknown countries; merge a federation, or assign a country to one."""
    problem = ""
    if request.method == "POST":
        try:
            messages.success(request, _write(request, account=account_of(request)))
        except RegisterError as refusal:
            problem = str(refusal.message)
        else:
            return redirect("register-federations")
    rows = list(_federations())
    page = {
        "table": FederationTable(rows),
        "strange": {row.pk for row in rows if row.code not in COUNTRIES},
        "parts": {row.pk: PART_OF[row.code] for row in rows if row.code in PART_OF},
        "choices": sorted((row for row in rows if row.code != UNKNOWN), key=lambda row: str(row).casefold()),
        "texts": _texts(),
        "problem": problem,
        "asked": request.POST,
    }
    return render(request, "federation/register/federations.html", page, status=409 if problem else 200)


def _federations() -> QuerySet[Federation]:
    """Return the federations with their numbers of players and clubs; spellings beside."""
    federations = Federation.objects.prefetch_related("spellings").order_by("code")
    return federations.annotate(players_of=_counted(Player), clubs_of=_counted(Club))


def _counted(model: type[Player] | type[Club]) -> Coalesce:
    rows = model._default_manager.filter(federation=OuterRef("pk"), merged_into=None).order_by()
    counts = rows.values("federation").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counts), 0)


def _texts() -> Collection[tuple[str, int]]:
    """Return the unknown countries in files, with the number of players of each."""
    waiting = Player.objects.filter(federation__code=UNKNOWN, merged_into=None).exclude(country_text="")
    texts = waiting.order_by().values("country_text").annotate(n=Count("pk"))
    return list(texts.order_by("-n", "country_text").values_list("country_text", "n"))


def _write(request: HttpRequest, *, account: Account) -> str:
    """Write what was decided, and say it."""
    post = request.POST
    if post.get("act") == "country":
        text, meant = typed(post.get("text", ""), LONGEST), _federation(post.get("federation", ""))
        n = federation_merging.take_country(text, meant, account=account)
        message = ngettext("%(n)s player now belongs to it.", "%(n)s players now belong to it.", n)
        return message % {"n": n}
    kept, gone = _federation(post.get("kept", "")), _federation(post.get("gone", ""))
    federation_merging.merge(kept, gone, account=account)
    return _("Merged. Files that name the old federation now find the one that stays.")


def _federation(code: str) -> Federation:
    federation = Federation.objects.filter(code=typed(code, 8)).first()
    if federation is None:
        raise RegisterError(_("Choose the right federation."))
    return federation
