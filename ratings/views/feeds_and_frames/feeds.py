"""Atom feeds: lists as they are published, tournaments as they are approved, what happens to players."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page

from federation.api.public_api import FRESH
from federation.language.dates import format_date
from federation.language.system_names import system_name
from federation.language.wording import labelled
from federation.models import Club, Player
from federation.vocabulary.names import full_name
from ratings.charts import figures
from ratings.lists import activity_spans
from ratings.lists.list_words import active_players
from ratings.models import ListEntry, PublishedList
from ratings.players import news
from ratings.players.histories import newest_lists
from ratings.players.news import Change, Happening, happenings
from ratings.rulebook.systems import SYSTEMS
from ratings.views.feeds_and_frames.frames import WrongParameter, one_of
from tournaments.models import Entry, Tournament
from tournaments.models.stages import Stage
from tournaments.revisions.public import public_tournaments

MOST = 40
_NAMED = 30  # players of a club in one entry


@conditional_page
def lists(request: HttpRequest) -> HttpResponse:
    """Return what was published last; `?system=` of one system alone, 400 where it is none."""
    rows = PublishedList.objects.filter(ready=True, system__active=True).select_related("system")
    with translation.override(_language(request)):
        try:
            asked = one_of(request, "system", SYSTEMS)
        except WrongParameter as wrong:
            return _refuse(wrong)
    if asked:
        rows = rows.filter(system__key=asked)
    else:  # a list of single games comes every day: its newest is news
        rows = rows.filter(Q(established=None) | Q(pk__in=newest_lists().values()))
    with translation.override(_language(request)):
        feed = _feed(request, _("Rating lists"), reverse("lists"))
        for row in rows.order_by("-published", "-pk")[:MOST]:
            moment = row.published or _begin(row.date)
            _add(
                request,
                feed,
                title=_list_title(row),
                link=f"{row.get_absolute_url()}?revision={row.revision}",
                text=row.note or active_players(row, row.active_players),
                moment=moment,
            )
        return _answer(feed)


@conditional_page
def tournaments(request: HttpRequest) -> HttpResponse:
    """Return which tournaments were approved or revoked last."""
    rows = public_tournaments().order_by("-decided", "-pk")
    with translation.override(_language(request)):
        feed = _feed(request, _("Approved tournaments"), reverse("tournaments"))
        for row in rows[:MOST]:
            where = ", ".join(filter(None, (row.place, row.country)))
            _add(
                request,
                feed,
                title=labelled(_("Revoked"), row.name) if row.stage == Stage.REVOKED else row.name,
                link=row.get_absolute_url(),
                text=row.reason or ". ".join(filter(None, (format_date(row.start, "j F Y"), where))),
                moment=row.decided or _begin(row.end),
            )
        return _answer(feed)


@conditional_page
def player(request: HttpRequest, number: int) -> HttpResponse:
    """Return what happened to a player lately."""
    person = get_object_or_404(Player, pk=number)
    if person.merged_into_id is not None:
        return redirect("feed-player", person.merged_into_id)
    with translation.override(_language(request)):
        feed = _feed(request, str(person), person.get_absolute_url())
        for happening in happenings(person, most=MOST):
            link = person.get_absolute_url()
            if happening.tournament is not None:
                link = reverse("tournament", args=[happening.tournament])
            _add(
                request,
                feed,
                title=_happening_title(happening),
                link=link,
                text=_happening_words(happening),
                moment=_begin(happening.day),
                key=f"{person.pk}/{happening.kind}/{happening.day.isoformat()}/{_origin_of(happening)}",
            )
        return _answer(feed)


@conditional_page
def club(request: HttpRequest, code: str) -> HttpResponse:
    """Return the lists with players of a club and the tournaments they played, published or decided last."""
    row = get_object_or_404(Club, code=code)
    found = news.club_news(row, most=MOST)
    with translation.override(_language(request)):
        feed = _feed(request, row.name, row.get_absolute_url())
        entries = [
            *(_list_of_club(row, *entries_of_list) for entries_of_list in found.lists),
            *(
                _tournament_of_club(row, *entries_of_tournament)
                for entries_of_tournament in found.tournaments
            ),
        ]
        for entry in sorted(entries, key=lambda entry: entry["moment"], reverse=True)[:MOST]:
            _add(request, feed, **entry)
        return _answer(feed)


def _list_of_club(club: Club, row: PublishedList, entries: Sequence[ListEntry]) -> dict[str, Any]:
    """Describe a list by who of a club has moved on it, else by how many it has there."""
    moved = [entry for entry in entries if entry.change != 0]
    text = "; ".join(_entry_words(entry) for entry in moved[:_NAMED])
    if len(moved) > _NAMED:
        text += " …"
    return {
        "title": _list_title(row),
        "link": f"{row.get_absolute_url()}?club={quote(club.code)}&revision={row.revision}",
        "text": text or active_players(row, len(entries)),
        "moment": row.published or _begin(row.date),
        "key": f"{club.code}/list/{row.system.key}/{row.date.isoformat()}/{row.revision}",
    }


def _entry_words(entry: ListEntry) -> str:
    """Return a player's line on a list: `Adèle Abelard −720 (+12)`; a new player has no change."""
    name = full_name(entry.surname, entry.given_name)
    change = "" if entry.change is None else f" ({figures.signed(entry.change)})"
    return f"{name} {figures.plain(entry.rating)}{change}"


def _tournament_of_club(club: Club, row: Tournament, entries: Sequence[Entry]) -> dict[str, Any]:
    """Describe a tournament by who of a club took part."""
    names = [str(entry.player) for entry in entries]
    return {
        "title": labelled(_("Revoked"), row.name) if row.stage == Stage.REVOKED else row.name,
        "link": row.get_absolute_url(),
        "text": ", ".join(names[:_NAMED]) + (" …" if len(names) > _NAMED else ""),
        "moment": row.decided or _begin(row.end),
        "key": f"{club.code}/tournament/{row.number}/{row.revision}",
    }


def _refuse(wrong: WrongParameter) -> HttpResponse:
    return HttpResponse(
        str(wrong),
        status=400,
        content_type="text/plain; charset=utf-8",
        headers={"Cache-Control": "no-store", "Content-Language": get_language() or settings.LANGUAGE_CODE},
    )


def _feed(request: HttpRequest, title: str, link: str) -> Atom1Feed:
    here = request.build_absolute_uri()
    return Atom1Feed(
        title=f"{title} - {settings.FEDERATION_NAME}",
        link=request.build_absolute_uri(link),
        description="",
        language=get_language(),
        feed_url=here,
        feed_guid=request.build_absolute_uri(request.path),
        author_name=settings.FEDERATION_NAME,
    )


def _add(
    request: HttpRequest,
    feed: Atom1Feed,
    *,
    title: str,
    link: str,
    text: str,
    moment: datetime,
    key: str = "",
) -> None:
    """Add an entry; its key never changes, even when its text does."""
    address = request.build_absolute_uri(link)
    feed.add_item(
        title=_without_controls(title),
        link=address,
        description=escape(_without_controls(text)),
        unique_id=f"{request.build_absolute_uri('/')}#{key}" if key else address,
        updateddate=moment,
        pubdate=moment,
    )


def _answer(feed: Atom1Feed) -> HttpResponse:
    answer = HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
    answer["Cache-Control"] = f"public, max-age={FRESH}"
    answer["Content-Language"] = get_language() or settings.LANGUAGE_CODE
    return answer


def _language(request: HttpRequest) -> str:
    """Return the language asked for by the address, else that of the reader."""
    asked = request.GET.get("language", "")
    return asked if asked in dict(settings.LANGUAGES) else get_language() or settings.LANGUAGE_CODE


def _list_title(row: PublishedList) -> str:
    values = {"system": system_name(row.system.key), "date": format_date(row.date, "j F Y")}
    if row.revision > 1:
        return _("%(system)s, list of %(date)s, revision %(n)s") % {**values, "n": row.revision}
    return _("%(system)s, list of %(date)s") % values


def _happening_title(happening: Happening) -> str:
    if happening.kind == "event":
        return happening.name or _("Manual adjustment")
    if happening.span is not None:
        return labelled(system_name(happening.system), activity_spans.summary(happening.span))
    if happening.kind == "list":
        return _("List of %(date)s") % {"date": format_date(happening.day, "j F Y")}
    return _("Games of %(date)s") % {"date": format_date(happening.day, "j F Y")}


def _origin_of(happening: Happening) -> int | str:
    return happening.tournament or happening.system or happening.changes[0].system


def _happening_words(happening: Happening) -> str:
    """Return what a happening did to the ratings or, of an activity, what keeps or brings back the rank."""
    if happening.span is None:
        return "; ".join(_change_words(change) for change in happening.changes)
    return (
        activity_spans.keeping(happening.span)
        if happening.span.active
        else activity_spans.returning(happening.span)
    )


def _change_words(change: Change) -> str:
    """Return the change of a rating in words: `FFG ladder: −1720 → −1652 (+68)`."""
    name = system_name(change.system)
    if change.after is None:
        return _("%(system)s: no longer rated") % {"system": name}
    after = figures.plain(change.after)
    if change.before is None:
        return _("%(system)s: first rating %(rating)s") % {"system": name, "rating": after}
    moved = figures.signed(figures.moved(change.before, change.after))
    return labelled(name, f"{figures.plain(change.before)} → {after} ({moved})")


def _begin(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=timezone.get_current_timezone()).astimezone(UTC)


def _without_controls(text: str) -> str:
    """Leave out what no XML may contain; names of tournaments come from files."""
    return "".join(letter for letter in text if letter >= " " or letter in "\t\n")
