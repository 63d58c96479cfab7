"""Page of the preview of a decision: what it would change, before it is entered."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from federation.accounts.permissions import officer_required
from federation.models import Job, Player
from ratings.charts.histogram import histogram
from ratings.models import ManualEvent, RatingSystem
from ratings.previews import decision_preview
from ratings.previews.review_reads import Mover
from ratings.views.office.tables import BucketTable, MoverTable


@require_safe
@officer_required
def show(request: HttpRequest, system: str, job: int) -> HttpResponse:
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
