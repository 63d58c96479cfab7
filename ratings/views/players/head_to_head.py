"""Two players against each other: where both stand, their ratings as charts, chances, every game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from federation.models import Player
from federation.search.search import find_players
from federation.vocabulary.names import full_name
from ratings.cadence.pages import pages_of
from ratings.cadence.traits import traits_of
from ratings.charts import bands, charts
from ratings.charts.charts import Chart, Line, Span, Steps
from ratings.charts.figures import moved, plain
from ratings.players import head_to_head
from ratings.players.head_to_head import Comparison, Courses, Encounter, Pair, Step, courses, scores_of
from ratings.rulebook.deviation import probability_stronger
from ratings.rulebook.expected_score import expected_score
from ratings.rulebook.systems import SYSTEMS, Choice
from ratings.views.figure_columns import safe_svg
from ratings.views.players.chart_figures import DAY, SHORT, Figure, day_writer, figure, months
from ratings.views.players.tables import MeetingTable, OpponentTable, PairTable

LOOKS = ("own", "other")

MANY = 12
SIZES = (560, 326)  # pixels wide on a desk, on a phone
GAMES = 50  # shown at once; the rest at `?games=all`


@dataclass(frozen=True, slots=True)
class Standing:
    """Both in one system: what stands, what is to be expected, how the games so far compare with it."""

    now: Comparison
    expected: float | None
    expected_other: float | None  # with deviations the two need not add up to 1
    stronger: float | None  # probability that the first truly is; None without deviations
    drawings: Sequence[SafeString]
    played: int  # games with an expectation
    scored: float  # in them
    foreseen: float  # in them

    @property
    def weaker(self) -> float | None:
        """The probability that the second truly is the stronger."""
        return None if self.stronger is None else 1.0 - self.stronger

    @property
    def difference(self) -> float:
        """The first's rating less the second's, as both are shown."""
        return moved(self.now.other.rating, self.now.own.rating)


def choose(request: HttpRequest, number: int) -> HttpResponse:
    """Offer a search for the other player."""
    person = get_object_or_404(Player.objects.select_related("federation", "club"), pk=number)
    if person.merged_into_id is not None:
        return redirect("player-against-choose", person.merged_into_id)
    text = request.GET.get("q", "").strip()[:80]
    others = [player for player in find_players(text, MANY) if player.pk != person.pk]
    context = {"player": person, "text": text, "found": others, "others": OpponentTable(others)}
    return render(request, "ratings/against_choose.html", context)


def against(request: HttpRequest, number: int, other: int) -> HttpResponse:
    """Show two players against each other, seen by the first."""
    if number == other:
        return redirect("player", number)
    # one by one: a number too large for the column matches no player; in a list of numbers it is an error
    rows = Player.objects.select_related("federation", "club").filter(Q(pk=number) | Q(pk=other))
    people = {player.pk: player for player in rows}
    if len(people) != 2:
        raise Http404(f"{number} {other}")
    pair = (people[number], people[other])
    if any(player.merged_into_id for player in pair):
        return redirect("player-against", *(player.merged_into_id or player.pk for player in pair))
    now = head_to_head.comparisons(pair, timezone.now())
    games = head_to_head.between(pair, [comparison.system for comparison in now if comparison.day is None])
    shown = games if request.GET.get("games") == "all" else games[:GAMES]
    standings = [_standing(pair, comparison, games) for comparison in now]
    context = {
        "player": pair[0],
        "other": pair[1],
        "standings": standings,
        "pair": PairTable(standings, labels=dict(zip(("own", "other"), _names(pair), strict=True))),
        "figures": pair_figures(pair, now, games),
        "scores": scores_of(games),
        "games": shown,
        "meetings": MeetingTable(shown),
        "hidden": len(games) - len(shown),
    }
    return render(request, "ratings/against.html", context)


def _standing(pair: Pair, now: Comparison, games: Sequence[Encounter]) -> Standing:
    """Return what is to be expected in one system, and what was in the games that had an expectation."""
    own, other, edition = now.own, now.other, now.edition
    foreseen = [
        (game.score, rated.expected)
        for game in games
        for rated in game.ratings
        if rated.system == now.system and rated.expected is not None
    ]
    has_deviations = (
        edition is not None and edition.has_deviation and own.deviation > 0 and other.deviation > 0
    )
    return Standing(
        now=now,
        expected=expected_score(edition, own, other) if edition else None,
        expected_other=expected_score(edition, other, own) if edition else None,
        stronger=(
            probability_stronger(own.rating, own.deviation, other.rating, other.deviation)
            if has_deviations
            else None
        ),
        drawings=_drawings(pair, now) if has_deviations else (),
        played=len(foreseen),
        scored=sum(score for score, _ in foreseen),
        foreseen=sum(expected for _, expected in foreseen),
    )


def _drawings(pair: Pair, now: Comparison) -> list[SafeString]:
    rows = [
        bands.Band(full_name(player.surname, player.given_name), strength.rating, strength.deviation)
        for player, strength in zip(pair, (now.own, now.other), strict=True)
    ]
    label = "; ".join(
        _("%(name)s: %(rating)s, with 95%% probability between %(low)s and %(high)s")
        % {"name": row.name, "rating": plain(row.rating), "low": plain(row.low), "high": plain(row.high)}
        for row in rows
    )
    return [safe_svg(bands.draw(rows, width=width, label=label)) for width in SIZES]


def pair_figures(pair: Pair, now: Sequence[Comparison], games: Sequence[Encounter]) -> list[Figure]:
    """Draw both players in every system that knows both; the days they met are marked."""
    choices = {comparison.system: comparison.choice for comparison in now}
    by_system = courses(pair, list(choices))
    names = _names(pair)
    return [
        _figure(
            choices[key], both, names, sorted({game.day.toordinal() for game in games if _rates(game, key)})
        )
        for key, both in by_system.items()
        if all(both)
    ]


def _names(pair: Pair) -> tuple[str, str]:
    """Return the surnames, of two who share one the whole names."""
    own, other = pair
    if own.surname != other.surname:
        return own.surname, other.surname
    return str(own), str(other)


def _rates(game: Encounter, key: str) -> bool:
    return game.game == key or any(rated.system == key for rated in game.ratings)


def _figure(choice: Choice, both: Courses, names: tuple[str, str], met: Sequence[int]) -> Figure:
    key = choice.key
    first = min(steps[0].day for steps in both)
    last = max(steps[-1].day for steps in both)
    ticks = [day for day in met if first <= day <= last]
    chart = Chart(
        [
            _series(choice, steps, name, look, until=last)
            for steps, name, look in zip(both, names, LOOKS, strict=True)
        ],
        SYSTEMS[key].scale,
        days=(first, last),
        ticks=ticks,
        months=months(first, last),
    )
    caption = _caption(both, names, (first, last), met=bool(ticks), is_live=_is_live(key))
    return figure(key, chart, caption, _table(both, names))


def _series(choice: Choice, steps: Sequence[Step], name: str, look: str, *, until: int) -> Line | Steps:
    lapsed = partial(_has_lapsed, choice)
    if not traits_of(choice.key).moves_between_lists:
        return Steps(name, look, _spans(steps, until, lapsed))
    breaks = [at for at, (step, after) in enumerate(pairwise(steps), start=1) if lapsed(step, after.day)]
    return Line(name, look, [step.day for step in steps], [step.value for step in steps], breaks)


def _has_lapsed(choice: Choice, step: Step, until: int) -> bool:
    lapsed = pages_of(choice.key).has_lapsed
    return lapsed(choice, step.value, step.declared, since=step.day, until=until)


def _spans(steps: Sequence[Step], until: int, lapsed: Callable[[Step, int], bool]) -> list[Span]:
    """Return the values in force from list to list; of a player never active, each list alone."""
    ends = [*(after.day for after in steps[1:]), max(until, steps[-1].day)]
    spans = [
        (step.day, step.day if lapsed(step, end) else end, step.value)
        for step, end in zip(steps, ends, strict=True)
        if step.active
    ]
    return spans or [(step.day, step.day, step.value) for step in steps]


def _table(both: Courses, names: tuple[str, str]) -> str:
    own, other = ([(step.day, step.value, (step.name,)) for step in steps] for steps in both)
    rows = charts.arrange_rows(own, other)
    heads, words = [_("Date"), *names], [_("Tournament")]
    if not any(name for _day, _values, (name,) in rows):
        rows, words = [(day, values, ()) for day, values, _words in rows], []
    caption = _("The figures as a table")
    return charts.chart_table(heads, words, rows, caption=caption, written=day_writer(SHORT))


def _is_live(key: str) -> bool:
    """Return whether the drawn rating moves between lists, while the page shows the newest list."""
    traits = traits_of(key)
    return traits.moves_between_lists and not traits.takes_single_games


def _caption(
    both: Courses, names: tuple[str, str], days: tuple[int, int], *, met: bool, is_live: bool
) -> str:
    day, (first, last) = day_writer(DAY), days
    highest = [max(steps, key=lambda step: step.value) for steps in both]
    heading = _("%(own)s and %(other)s, %(first)s to %(last)s.") % {
        "own": names[0],
        "other": names[1],
        "first": day(first),
        "last": day(last),
    }
    best = _("Highest: %(own)s %(own_high)s on %(own_day)s, %(other)s %(other_high)s on %(other_day)s.") % {
        "own": names[0],
        "own_high": plain(highest[0].value),
        "own_day": day(highest[0].day),
        "other": names[1],
        "other_high": plain(highest[1].value),
        "other_day": day(highest[1].day),
    }
    marks = _("The marks at the bottom are the days they played each other.") if met else ""
    live = _("Live, after each tournament.") if is_live else ""
    return " ".join(filter(None, (heading, best, live, marks)))
