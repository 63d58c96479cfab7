"""A tournament as a file of any format: for its organiser any revision, for everybody the public one."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET

from federation.accounts.permissions import organiser_required
from federation.web.downloads import name_file
from tournaments.models import Tournament
from tournaments.revisions import exports
from tournaments.revisions.public import public_revision
from tournaments.views.access import revision_for


@require_GET
@organiser_required
def revision(request: HttpRequest, number: int, revision: int, key: str) -> HttpResponse:
    """Return a revision as it stands, corrections included."""
    return _file(revision_for(request, (number, revision)), key, public=False)


@require_GET
def approved(_request: HttpRequest, number: int, key: str) -> HttpResponse:
    """Return the revision everybody sees, its players as they have chosen to be shown."""
    return _file(get_object_or_404(public_revision(number)), key, public=True)


def _file(tournament: Tournament, key: str, *, public: bool) -> HttpResponse:
    try:
        file = exports.export(tournament, key, public=public)
    except KeyError:
        raise Http404 from None
    answer = HttpResponse(file.content, content_type="application/octet-stream")
    return name_file(answer, file.filename)
