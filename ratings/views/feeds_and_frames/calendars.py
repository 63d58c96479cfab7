"""Calendars of tournaments to subscribe to: those the page of tournaments shows, and those on their way."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page

from federation.api.public_api import FRESH
from federation.language.wording import translated
from federation.web.downloads import name_file
from ratings.exports.calendar_file import CANCELLED, CONFIRMED, TENTATIVE, Event, calendar_file
from ratings.site.tournament_filters import Selection
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.revisions.public import public_tournaments, shows_handed_in

MOST = 2000
_PAST = timedelta(days=2 * 366)  # how far back a calendar goes
_PARAMETERS = {"q", "place", "winner", "region", "club", "system", "game", "language"}
_STATUS = {Stage.APPROVED: CONFIRMED, Stage.REVOKED: CANCELLED}


@conditional_page
def tournaments(request: HttpRequest) -> HttpResponse:
    """Return tournaments by the filters of their page as iCalendar; 400 names a parameter that is wrong."""
    selection = Selection(request.GET.dict())
    wrong = [*selection.misread, *sorted(set(request.GET) - _PARAMETERS)]
    if wrong:
        message = _("Wrong parameters: %(what)s") % {"what": ", ".join(wrong)}
        return HttpResponse(message, status=400, content_type="text/plain; charset=utf-8")
    code = request.GET.get("language", "")
    language = code if code in dict(settings.LANGUAGES) else get_language() or settings.LANGUAGE_CODE
    with translation.override(language):
        words = ", ".join(selection.words(name) for name in selection.wanted.filters)
        name = " - ".join(filter(None, (_("Tournaments"), words, settings.FEDERATION_NAME)))
        events = [_event(request, row) for row in _rows(selection)]
        body = calendar_file(name, events, product=f"Palmares//{settings.VERSION}")
    answer = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    name_file(answer, "tournaments.ics", is_attachment=False)
    answer["Cache-Control"] = f"public, max-age={FRESH}"
    answer["Content-Language"] = language
    return answer


def _rows(selection: Selection) -> Iterator[Tournament]:
    """Yield public tournaments, then those on their way that are shown; the newest first.

    Entrants of a tournament on its way are private: a club's calendar has no such tournament.
    """
    since = timezone.localdate() - _PAST
    public = selection.rows(of=public_tournaments().filter(end__gte=since)).order_by("-start", "-number")
    known = set()
    for row in public[:MOST]:
        known.add(row.number)
        yield row
    if shows_handed_in() and not selection.wanted.club:
        waiting = Tournament.objects.filter(stage__in=(Stage.SUBMITTED, Stage.RETURNED), end__gte=since)
        for row in selection.rows(of=waiting).order_by("-start", "-number", "-revision")[:MOST]:
            if row.number not in known:
                known.add(row.number)
                yield row


def _event(request: HttpRequest, row: Tournament) -> Event:
    status = _STATUS.get(Stage(row.stage), TENTATIVE)
    moment = row.decided or row.submitted
    return Event(
        uid=f"tournament-{row.number}@{request.get_host().partition(':')[0]}",
        start=row.start,
        end=row.end,
        summary=row.name.strip() or _("Tournament %(number)s") % {"number": row.number},
        modified=moment or _begin(row.start),
        # A revocation is news of the same revision.
        sequence=2 * (row.revision - 1) + (status == CANCELLED),
        status=status,
        location=", ".join(filter(None, (row.place, row.country))),
        description=_("Results submitted, not approved yet.") if status == TENTATIVE else "",
        url=request.build_absolute_uri(row.get_absolute_url()),
        categories=[translated(row.game.name)],
    )


def _begin(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=timezone.get_current_timezone())
