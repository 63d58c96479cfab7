"""The system of a player's page that is looked at: facts, chart, ranks, what made the last change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from federation.language.dates import format_date
from federation.language.system_names import system_name
from federation.language.wording import grouped
from federation.models import Licence, Player
from federation.web.jinja import rendered
from ratings.charts import figures
from ratings.lists.list_words import age_named, is_by_licence, rating_head
from ratings.lists.selection import address
from ratings.models import ListEntry
from ratings.players.group_places import Scope
from ratings.players.held_systems import HeldSystem, moved_by
from ratings.players.histories import Event, History
from ratings.players.list_history import Line
from ratings.rulebook.activity import is_licensed
from ratings.rulebook.deviation import Within, whole_bands
from ratings.templatetags import palmares
from ratings.views.players import online_history, rating_charts, systems_table
from ratings.views.players.chart_figures import DAY, Figure, day_writer, rank_of, rank_words
from ratings.views.players.page_query import A_YEAR, RANGES, Asked
from ratings.views.players.systems_table import is_whole

Places = Mapping[int, Sequence[Scope]]


@dataclass(frozen=True, slots=True)
class Fact:
    """A name and a value, which may be a link, and a remark after it."""

    name: str
    value: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class _Step:
    """One event in the sum of a list's change; texts."""

    day: str
    name: str
    address: str  # of its own sum; "" for a decision of the office
    change: SafeString | str


@dataclass(frozen=True, slots=True)
class Sum:
    """Sum of a change between two lists: the events, and the remainder."""

    before: str
    first: str  # the day of the list before
    after: str
    last: str
    change: SafeString | str
    steps: Sequence[_Step]
    rest: SafeString | str
    why_rest: str


@dataclass(frozen=True, slots=True)
class Shown:
    """Data a page has read of a player, for the panel of one system."""

    player: Player
    held: Sequence[HeldSystem]
    history: History
    places: Places
    asked: Asked
    section: online_history.Section | None  # of a system whose games come one by one
    licence: Licence | None = None  # the newest


def panel(shown: Shown, *, is_alone: bool) -> SafeString | str:
    """Return the system looked at; nothing for a player no system knows. `is_alone`: no tournaments below."""
    system = next((system for system in shown.held if system.key == shown.asked.system), None)
    if system is None:
        return ""
    since, ranges = _range(shown, system)
    number = shown.player.pk
    context = {
        **_words(get_language() or ""),
        "key": system.key,
        "system": system_name(system.key),
        "newest": reverse("list-newest", args=[system.key]),
        "tabs": [
            (system.key, system_name(system.key), shown.asked.of_system(system.key)) for system in shown.held
        ],
        "say_rating": rating_head(system.key),
        "ranges": ranges,
        "facts": _facts(shown, system),
        "mark": _mark(shown.section),
        "hint": " ".join(filter(None, _hints(shown, system))),
        "figure": _figure(shown, system, since),
        "lines": [_list_line(number, system.key, line) for line in system.lines]
        if system.moves_by_list
        else (),
        "history": f"{reverse('api:history_csv', args=[number])}?system={system.key}",
        "sum": _sum(number, system, moved_by(system, shown.history)),
        "games": _games(shown, is_alone=is_alone),
        "played": shown.section.played if shown.section else "",
    }
    return rendered("player_course.html", context)


def _range(shown: Shown, system: HeldSystem) -> tuple[int, Sequence[tuple[str, str, bool]]]:
    """Return the day drawn from, 0 for all, and the ranges to choose from: name, query, whether it is chosen.

    Ranges end with the last day there is something of, and only those are offered that leave something out.
    """
    days = [line.day.toordinal() for line in (*system.lines[:1], *system.lines[-1:])]
    course = shown.history.courses.get(system.key, ())
    days += [point[0] for point in (*course[:1], *course[-1:])]
    if shown.section:
        points = shown.section.standing.course
        days += [point.day.toordinal() for point in (*points[:1], *points[-1:])]
    offered = [years for years in RANGES if days and years * A_YEAR < max(days) - min(days)]
    chosen = shown.asked.years if shown.asked.years in offered else None
    if not offered:
        return 0, ()
    names = [(years, ngettext("%(n)s year", "%(n)s years", years) % {"n": years}) for years in offered]
    every: list[tuple[int | None, str]] = [*names, (None, pgettext("years", "All"))]
    since = round(max(days) - chosen * A_YEAR) if chosen else 0
    return since, [(name, shown.asked.of_years(years), years == chosen) for years, name in every]


def _figure(shown: Shown, system: HeldSystem, since: int) -> Figure:
    if shown.section is not None:
        return online_history.figure_of(shown.section.standing, system.lines, since)
    if system.moves_by_list:
        return rating_charts.of_lists(
            system.key, system.lines, is_listed=system.entry is not None, since=since
        )
    if system.standing is None:
        return Figure(system.key)
    live = shown.history.courses.get(system.key, ())
    return rating_charts.of_events(system.standing, live, system.lines, since)


def _facts(shown: Shown, system: HeldSystem) -> list[Fact]:
    """Return what the table above does not say."""
    facts = [Fact(name, grouped(rank), href) for name, rank, href in lines(system.entry, shown.places)]
    facts += _last_ranked(shown.player.number, system)
    facts += [Fact(*fact) for fact in systems_table.activity_facts(system)]
    current, standing = system.current, system.standing
    if shown.section is not None:
        facts += _of_stream(shown.section)
    if system.moves_by_list:
        facts.append(Fact(_("Highest"), figures.plain(max(line.rating for line in system.lines))))
        if system.lines[0].k:
            facts.append(Fact("K", str(system.lines[0].k)))
    elif current is not None and (standing is None or standing.is_exact):
        # Before a rating is established it swings: its highest value then is no measure of strength.
        label = _("Highest since established") if shown.section else _("Highest")
        if not (shown.section and shown.section.missing and current.highest_rating == current.rating):
            facts.append(Fact(label, figures.plain(current.highest_rating)))
    if standing is not None and current is not None and (current.events or not shown.section):
        facts.append(Fact(_("Tournaments"), grouped(current.events)))
    if system.entry is not None or shown.section is not None:
        address = f"{reverse('calculator', args=[system.key])}?who=%23{shown.player.number}"
        facts.append(Fact(_("Calculator"), _("What if …?"), address))
    if system.entry is not None:
        where = [system.key, system.entry.list.date.isoformat(), shown.player.number]
        facts.append(Fact(_("Proof"), _("Prove this rating"), reverse("row-proof", args=where)))
    return facts


def _last_ranked(player: int, system: HeldSystem) -> list[Fact]:
    """Return the last rank of a player who is not ranked any more, with the day of that list."""
    was = None if system.rank else next(filter(rank_of, system.lines), None)
    if was is None:
        return []
    day = was.day.isoformat()
    rank_then = f"{grouped(rank_of(was) or 0)} ({format_date(was.day, 'j N Y')})"
    query = f"{was.place.query}#p{player}" if was.place else ""
    return [Fact(_("Last ranked"), rank_then, f"{reverse('list', args=[system.key, day])}{query}")]


def _of_stream(section: online_history.Section) -> list[Fact]:
    standing = section.standing
    facts = []
    if standing.has_deviation:
        facts.append(Fact("RD", palmares.exact1(standing.strength.deviation)))
        facts += map(_within, whole_bands(standing.strength.rating, standing.strength.deviation))
    if standing.current.last_played:
        facts.append(Fact(_("Last game"), format_date(standing.current.last_played, "j N Y")))
    return facts


def _within(band: Within) -> Fact:
    """Return a band of whole deviations with the probability that it holds the true rating."""
    share = palmares.share(band.probability)
    return Fact(
        f"± {band.deviations} RD ({share})", f"{figures.plain(band.low)} – {figures.plain(band.high)}"
    )


def _mark(section: online_history.Section | None) -> tuple[str, str, str] | None:
    """Return the class and the word of who is established or not, and what is missing; None elsewhere."""
    if section is None:
        return None
    if section.missing:
        return "provisional", capfirst(_("provisional")), section.missing
    return "established", capfirst(_("established")), ""


def _hints(shown: Shown, system: HeldSystem) -> tuple[str, str]:
    """Return what explains the figures, and what keeps or brings back the rank; "" for nothing."""
    return _hint(system, shown.section), systems_table.activity_hint(system, shown.licence)


def _hint(system: HeldSystem, section: online_history.Section | None) -> str:
    if section is not None and section.standing.has_deviation:
        return _(
            "The true rating lies within each of these bands with the probability beside it, as FICS says; "
            "the 95% band of lists and of the chart is of 1.96 RD."
        )
    if system.standing is None or system.standing.is_exact:
        return ""
    return _("Without a licence for the season, the list shows the bottom of the grade.")


def _list_line(player: int, key: str, line: Line) -> tuple[object, ...]:
    """Return a list of a system that moves once a list, as the template sets it."""
    day = line.day.isoformat()
    place = f"{line.place.query}#p{player}" if line.place else ""
    return (
        day,
        day_writer(DAY)(line.day.toordinal()),
        f"{reverse('list', args=[key, day])}{place}",
        line.active,
        figures.plain(line.rating),
        None if line.change is None else palmares.change(line.change),
        line.games,
        "" if line.k is None else line.k,
        rank_words(line),
        reverse("player-period", args=[player, key, day]) if line.has_calculation else "",
    )


def _sum(player: int, system: HeldSystem, events: Sequence[Event]) -> Sum | None:
    """Return the sum of the newest list's change; None where one tournament explains it all."""
    entry, before = system.entry, system.before()
    if (
        entry is None
        or not system.adds_up
        or system.standing is None
        or not entry.change
        or before is None
        or is_whole(entry.change, events)
    ):
        return None
    written = day_writer("j N Y")
    steps = [
        _Step(
            written(event.day.toordinal()),
            event.name or _("Manual adjustment"),
            reverse("change", args=[player, system.key, event.tournament]) if event.tournament else "",
            _change(event.moves[0].change_shown),
        )
        for event in events
    ]
    rest = entry.change - sum(event.moves[0].change_shown or 0 for event in events)
    was_licensed = is_licensed(entry.licence) and system.lines[1].active
    is_off = is_by_licence(entry.list) and not was_licensed
    return Sum(
        before=figures.plain(entry.rating - entry.change),  # its value when this list was made
        first=written(before.toordinal()),
        after=figures.plain(entry.rating),
        last=written(entry.list.date.toordinal()),
        change=palmares.change(entry.change),
        steps=steps,
        rest=palmares.change(rest) if rest else "",
        why_rest=_rest_words(is_off=is_off),
    )


def _rest_words(*, is_off: bool) -> str:
    """Return what moved a list besides the events since the one before."""
    if is_off:
        return _("Without a licence, lists show the bottom of the grade")
    return _("Earlier tournaments calculated again")


def _change(change: int | None) -> SafeString | str:
    return pgettext("player on a list", "new") if change is None else palmares.change(change)


def _games(shown: Shown, *, is_alone: bool) -> SafeString | str:
    """Return the last games of a system whose games come one by one."""
    section = shown.section
    if section is None or not section.standing.lines:
        return ""
    context = {"standing": section.standing, "is_open": is_alone}
    return render_to_string("ratings/parts/stream_games.html", context)


@lru_cache(16)
def _words(_language: str) -> Mapping[str, str]:
    """Return the words every such panel has."""
    return {
        "say_systems": _("Rating systems"),
        "say_ranges": _("Years shown"),
        "say_table": _("The figures as a table"),
        "say_lists": _("All lists as a table"),
        "say_csv": _("CSV file"),
        "say_listed": _("List of"),
        "say_change": pgettext("of a rating", "Change"),
        "say_games": _("Games"),
        "say_rank": _("Rank"),
        "say_new": pgettext("player on a list", "new"),
        "say_inactive": _("inactive"),
        "say_calculation": _("Calculation"),
        "say_why_change": _("How the last list’s change came about"),
    }


def lines(entry: ListEntry | None, places: Mapping[int, Sequence[Scope]]) -> list[tuple[str, int, str]]:
    """Name the scopes of an entry with its rank in each and the address of its line there."""
    scopes = places.get(entry.list_id, ()) if entry else ()
    return [(_scope_words(scope), scope.rank, _leading(scope, entry)) for scope in scopes if entry]


def _scope_words(scope: Scope) -> str:
    if scope.kind == "women":
        return _("Women in the federation")
    if scope.kind == "age":
        return _("In the federation, %(age)s") % {"age": age_named(scope.selection.age)}
    if scope.kind == "region":
        return _("In the region")
    return _("In the club") if scope.kind == "club" else _("In the federation")


def _leading(scope: Scope, entry: ListEntry) -> str:
    page = address(scope.selection, page=scope.selection.page)
    return f"{reverse('list-newest', args=[entry.list.system.key])}{page}#p{entry.player_id}"
