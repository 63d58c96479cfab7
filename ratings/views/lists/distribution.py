"""Distribution of the ratings of a published list, among all or a group, against the normal curve."""

from datetime import date as day

from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import floatformat
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.language.wording import grouped, labelled
from federation.vocabulary.grades import Scale, grade_at
from federation.web.caches import pages as cache
from ratings.charts import bell
from ratings.charts.bell import Class, Distribution, distribution, normal_below
from ratings.charts.figures import plain
from ratings.lists import queries
from ratings.lists.list_words import active, rating_head
from ratings.models import ListEntry, PublishedList
from ratings.players.histories import newest_lists
from ratings.rulebook.systems import SYSTEMS
from ratings.views.figure_columns import safe_svg
from ratings.views.lists import freshness
from ratings.views.lists.top_lists import ClassTable

# Whose ratings are counted; streams keep the provisional in a table of their own.
_GROUPS = {
    "active": Q(active_position__isnull=False),
    "established": Q(provisional=False),
    "provisional": Q(provisional=True),
    "all": Q(),
}

SIZES = ((860, 340), (358, 260))  # on a desk, on a phone
_GRADE = 100  # points


def show(request: HttpRequest, system: str) -> HttpResponse:
    """Show the distribution of a list (`?date=`, else the newest) for a group of players (`?of=`)."""
    published = _list(system, request.GET.get("date", ""))
    names = _groups(published)
    key = request.GET.get("of", "")
    group = key if key in names else next(iter(names))
    etag = freshness.page_tag(request, published.pk, group)
    answer = freshness.unchanged(request, etag)
    if answer is not None:
        return answer
    scale = SYSTEMS[system].scale if system in SYSTEMS else None
    width, edge = (_GRADE, round(scale.edge)) if scale else (0, 0)  # a class is a grade
    spread = distribution(spread_of(published, group), width=width, edge=edge)
    context = {
        "list": published,
        "system": system,
        "group": group,
        "groups": names.items(),
        "systems": list(newest_lists()),
        "days": sorted({published.date, *queries.days(system)}, reverse=True),
        "spread": spread,
        "grades": ClassTable(
            _grades(spread, scale),
            exclude=() if scale else ("grade",),
            labels={"rating": rating_head(system)},
        ),
        "drawings": _drawings(spread) if spread else [],
        "one": 100 * normal_share(1),
        "two": 100 * normal_share(2),
        "within": (100 * spread.within_one, 100 * spread.within_two) if spread else (0.0, 0.0),
    }
    return freshness.mark(render(request, "ratings/distribution.html", context), etag)


def normal_share(deviations: float) -> float:
    """Return the share of a normal curve within so many deviations of its mean."""
    return normal_below(deviations, mean=0.0, deviation=1.0) - normal_below(
        -deviations, mean=0.0, deviation=1.0
    )


def _list(system: str, date: str) -> PublishedList:
    try:
        found = queries.find_list(system, on=day.fromisoformat(date) if date else None)
    except ValueError as error:
        raise Http404(str(error)) from error
    if found is None:
        raise Http404(f"{system} {date}")
    return found.list


def _groups(published: PublishedList) -> dict[str, str]:
    """Return the groups of a list in words."""
    words = {
        "active": active(published),
        "established": _("Established"),
        "provisional": _("Provisional"),
        "all": _("Everyone"),
    }
    return {group: words[group] for group in groups(published)}


def _grades(spread: Distribution | None, scale: Scale | None) -> list[tuple[Class, str]]:
    """Put the grade beside each class, "" where the system has none."""
    classes = spread.classes if spread else ()
    return [(each, str(grade_at(each.low + 50, scale)) if scale else "") for each in classes]


def _drawings(spread: Distribution) -> list[SafeString]:
    label = _("Players by rating. Mean %(mean)s, standard deviation %(deviation)s.") % {
        "mean": plain(spread.mean),
        "deviation": plain(spread.deviation),
    }
    words = bell.Words(
        label=label,
        mean=_("mean %(mean)s") % {"mean": plain(spread.mean)},
        curve=_("normal curve"),
        classes=[_class_words(each) for each in spread.classes],
        count=grouped,
    )
    return [safe_svg(bell.draw(spread, words, size=size)) for size in SIZES]


def _class_words(each: Class) -> str:
    people = ngettext("%(n)s player", "%(n)s players", each.players) % {"n": grouped(each.players)}
    curve = _("normal curve: %(n)s") % {"n": floatformat(each.normal, 1)}
    return labelled(f"{plain(each.low)} … {plain(each.high)}", f"{people}, {curve}")


def spread_of(published: PublishedList, group: str) -> list[tuple[int, int]]:
    """Count the ratings of a list, as (rating, players); cached: a published list never changes."""
    key = f"list-spread-{published.pk}-{group}"
    counts: list[tuple[int, int]] | None = cache.get(key)
    if counts is None:
        rows = ListEntry.objects.filter(_GROUPS[group], list=published).order_by()
        counts = list(rows.values_list("rating").annotate(players=Count("pk")))
        cache.set(key, counts, None)
    return counts


def groups(published: PublishedList) -> list[str]:
    """Name the groups of a list whose ratings can be counted, the usual one first."""
    return ["active", "all"] if published.established is None else ["established", "provisional", "all"]
