"""Frames to set into other sites: the top of a list, a player, a tournament; no head, no foot."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from federation.models import Club, Player
from ratings.crosstables import crosstable_sql
from ratings.crosstables.crosstables import crosstable
from ratings.lists import queries
from ratings.models import ListEntry, RatingSystem
from ratings.players.histories import newest_entries, newest_lists
from ratings.views.feeds_and_frames.frames import Frame, WrongParameter, answered, framed
from tournaments.models.stages import Stage


@framed("top", "club")
def top(request: HttpRequest, frame: Frame, system: str) -> HttpResponse:
    """Show the first players of the newest list, of a `?club=` alone where one is named."""
    row = get_object_or_404(RatingSystem, key=system, active=True)
    club = _club(request.GET.get("club", ""))
    found = queries.find_list(row.key)
    published = found.list if found else None

    def make() -> HttpResponse:
        rows = ListEntry.objects.filter(list=published, active_position__isnull=False)
        rows = rows.filter(club=club.code) if club else rows.filter(active_position__lte=frame.top)
        context = {
            "system": row.key,
            "list": published,
            "club": club,
            "entries": rows.order_by("active_position")[: frame.top] if published else (),
            "frame": frame,
        }
        return render(request, "ratings/embed.html", context)

    state = (published.pk if published else 0, *((club.code, club.name) if club else ()))
    return answered(request, frame, state, make)


@framed()
def player(request: HttpRequest, frame: Frame, number: int) -> HttpResponse:
    """Show where a player stands on the newest lists."""
    person = get_object_or_404(Player.objects.select_related("club", "federation"), pk=number)
    if person.merged_into_id is not None:
        query = request.META.get("QUERY_STRING", "")
        return redirect(f"{reverse('embed-player', args=[person.merged_into_id])}?{query}")
    newest = newest_lists()

    def make() -> HttpResponse:
        entries = newest_entries(person, newest)
        context = {
            "player": person,
            "standings": [(key, entries[key]) for key in newest if key in entries],
            "frame": frame,
        }
        return render(request, "ratings/embed_player.html", context)

    state = (*newest.values(), str(person), person.title, person.women_title, person.club_id)
    return answered(request, frame, state, make)


@framed("top")
def tournament(request: HttpRequest, frame: Frame, number: int) -> HttpResponse:
    """Show who came first in a tournament that was approved, `?top=` of them."""
    event = crosstable_sql.public(number)
    if event is None:
        raise Http404(number)

    def make() -> HttpResponse:
        cross = crosstable(event)
        context = {
            "tournament": event,
            "lines": cross.lines[: frame.top],
            "players": len(cross.lines),
            "is_revoked": event.stage == Stage.REVOKED,
            "frame": frame,
        }
        return render(request, "ratings/embed_tournament.html", context)

    return answered(request, frame, (event.pk, event.stage, event.decided), make)


def _club(code: str) -> Club | None:
    """Find the club to restrict a list to, None for all; WrongParameter for an unknown club."""
    if not code:
        return None
    club = Club.objects.filter(code=code).first()
    if club is None:
        message = _("There is no club with the code “%(code)s”.")
        raise WrongParameter(message % {"code": code[:20]})
    return club
