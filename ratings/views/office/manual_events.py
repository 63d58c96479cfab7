"""Pages of the office's decisions: levels, re-evaluations, resets, global adjustments; their preview."""

from collections.abc import Mapping

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.accounts.permissions import account_of, officer_required
from federation.jobs import jobs
from federation.language.dates import format_date
from federation.models import Job, Player
from federation.search.search import find_players
from ratings.cadence.facts import facts_of
from ratings.cadence.traits import traits_of
from ratings.charts.histogram import histogram
from ratings.forms.office import MOST_CANDIDATES, DecisionForm
from ratings.models import ManualEvent, RatingSystem
from ratings.previews import decision_preview
from ratings.previews.review_reads import Mover
from ratings.runs import manual_events
from ratings.views.office.tables import BucketTable, DecisionTable, MoverTable

A_PAGE = 50
Kind = ManualEvent.Kind
EXPLAINED: Mapping[ManualEvent.Kind, str | Promise] = {
    Kind.INITIAL: gettext_lazy("Starting level of a player without a rating, instead of the declared grade."),
    Kind.BASE: gettext_lazy("The level given by an imported list; games after its date are added."),
    Kind.CORRECTION: gettext_lazy("Corrects the level from an imported list, from that list on."),
    Kind.REEVALUATION: gettext_lazy("A new level for a rated player: games from this date count from there."),
    Kind.RESET: gettext_lazy(
        "Sets a player back to a level, e.g. after a long absence; later games count from there."
    ),
    Kind.ADJUSTMENT: gettext_lazy(
        "Changes everyone at once: every rating times the factor, plus the offset."
    ),
}


@require_http_methods(["GET", "POST"])
@officer_required
def events(request: HttpRequest, system: str) -> HttpResponse:
    """Show a system's decisions, the newest first, and take a new one."""
    found = get_object_or_404(RatingSystem, key=system)
    kinds = traits_of(found.key).manual_kinds
    given = request.POST if request.method == "POST" else request.GET
    kind = next((choice for choice in kinds if choice.value == given.get("kind")), kinds[0])
    form = DecisionForm(request.POST if request.method == "POST" else None, system=found.key, kind=kind.value)
    if request.method == "POST" and form.is_valid() and "look" in request.POST:
        job = decision_preview.request(found, form.decision, account=account_of(request))
        jobs.enqueue_after_commit(job)
        return redirect("manual-event-preview", found.key, job.pk)
    if request.method == "POST" and form.is_valid():
        try:
            manual_events.enter(found, form.decision, account=account_of(request))
        except manual_events.PlayerGoneError:
            messages.error(request, _("This player is no longer in the register. Nothing was saved."))
            return redirect("manual-events", found.key)
        except manual_events.AlreadyEnteredError as already:
            messages.warning(request, _already_entered(already.standing))
            return redirect("manual-events", found.key)
        if _is_followed(request, found):
            messages.success(request, _("Saved. The ratings will be updated in a moment."))
        else:
            messages.success(request, _("Saved. The system is now due to be recalculated."))
        return redirect("manual-events", found.key)
    entered = ManualEvent.objects.filter(system=found).select_related("player", "account")
    pages = Paginator(entered.order_by("-date", "-pk"), A_PAGE).get_page(request.GET.get("page"))
    page = {
        "system": found,
        "form": form,
        "kinds": [(choice.value, choice.label, EXPLAINED[choice]) for choice in kinds],
        "kind": kind.value,
        "candidates": form.candidates,
        "chosen": getattr(form.cleaned_data.get("chosen"), "pk", None) if form.is_bound else None,
        "pages": pages,
        "events": DecisionTable(pages),
    }
    return render(request, "ratings/review/manual_events.html", page, status=422 if form.errors else 200)


def _already_entered(standing: ManualEvent) -> str:
    """Return who entered the decision that stands, and when."""
    when = format_date(timezone.localtime(standing.entered), "j N Y, H:i")
    values = {"who": standing.account or "–", "when": when}
    return (
        _("Nothing was saved, as it would count twice: the same adjustment was entered by %(who)s, %(when)s.")
        % values
    )


@require_safe
@officer_required
def candidates(request: HttpRequest) -> HttpResponse:
    """Show who may be meant by what is typed (htmx)."""
    text = request.GET.get("player", "").strip()
    found = find_players(text, MOST_CANDIDATES) if len(text) > 1 else []
    return render(request, "ratings/review/candidates.html", {"candidates": found, "chosen": None})


@require_POST
@officer_required
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a decision out of the facts."""
    event = get_object_or_404(ManualEvent.objects.select_related("system"), pk=pk)
    if not manual_events.withdraw(event, account=account_of(request)):
        messages.info(request, _("It had already been withdrawn."))
    elif _is_followed(request, event.system):
        messages.success(request, _("Withdrawn. The ratings will be updated in a moment."))
    else:
        messages.success(request, _("Withdrawn. The system is now due to be recalculated."))
    return redirect("manual-events", event.system.key)


def _is_followed(request: HttpRequest, system: RatingSystem) -> bool:
    """Return whether the ratings follow a decision by themselves, once it is committed."""
    return facts_of(system.key).enqueue_rating(system.key, account_of(request))


@require_safe
@officer_required
def preview(request: HttpRequest, system: str, job: int) -> HttpResponse:
    """Show what a decision would change, with the way to enter it."""
    found = get_object_or_404(RatingSystem, key=system)
    asked = get_object_or_404(Job, pk=job, kind=decision_preview.WORK)
    if asked.arguments.get("system") != system:
        raise Http404(system)
    decision = decision_preview.read(asked.arguments["decision"])
    result = asked.result if asked.state == Job.State.DONE else {}
    players = Player.objects.in_bulk([int(row[0]) for row in result.get("movers", [])])
    drawn = histogram(result.get("buckets", []))
    page = {
        "system": found,
        "job": asked,
        "waiting": asked.state in (Job.State.QUEUED, Job.State.RUNNING),
        "decision": decision,
        "kind": ManualEvent.Kind(decision.kind).label,
        "result": result,
        "movers": MoverTable(
            Mover(players.get(int(key)), old, new) for key, old, new in result.get("movers", [])
        ),
        "histogram": drawn,
        "buckets": BucketTable(drawn.bars if drawn else ()),
        "fields": {name: value for name, value in asked.arguments["decision"].items() if value is not None},
    }
    return render(request, "ratings/review/decision_preview.html", page)
