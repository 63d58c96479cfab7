"""Two players' ratings over time, as charts with their words."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from django.utils.translation import gettext as _

from ratings.cadence.table import cadence_of
from ratings.charts import chart_rows
from ratings.charts.charts import Chart, Line, Span, Steps
from ratings.charts.figures import plain
from ratings.players.head_to_head import Comparison, Encounter, Pair
from ratings.players.pair_history import Courses, Step, courses
from ratings.rulebook.systems import SYSTEMS, Choice
from ratings.views.players.chart_figures import DAY, SHORT, Figure, day_writer, figure, months

LOOKS = ("own", "other")


def figures(pair: Pair, now: Sequence[Comparison], games: Sequence[Encounter]) -> list[Figure]:
    """Draw both in every system that knows both; the days they met are marked."""
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
    if not cadence_of(choice.key).moves_between_lists:
        return Steps(name, look, _spans(steps, until, lapsed))
    breaks = [at for at, (step, after) in enumerate(pairwise(steps), start=1) if lapsed(step, after.day)]
    return Line(name, look, [step.day for step in steps], [step.value for step in steps], breaks)


def _has_lapsed(choice: Choice, step: Step, until: int) -> bool:
    cadence = cadence_of(choice.key)
    return cadence.has_lapsed(choice, step.value, step.declared, since=step.day, until=until)


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
    rows = chart_rows.arrange_rows(own, other)
    heads, words = [_("Date"), *names], [_("Tournament")]
    if not any(name for _day, _values, (name,) in rows):
        rows, words = [(day, values, ()) for day, values, _words in rows], []
    caption = _("The figures as a table")
    return chart_rows.table(heads, words, rows, caption=caption, written=day_writer(SHORT))


def _is_live(key: str) -> bool:
    """Return whether the drawn rating moves between lists, while the page shows the newest list."""
    cadence = cadence_of(key)
    return cadence.moves_between_lists and not cadence.takes_single_games


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
