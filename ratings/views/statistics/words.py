"""Summary of each statistic in a sentence, with its extreme values; the verdict on the adjustment."""

from collections.abc import Callable, Sequence

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from federation.language.dates import format_date
from federation.language.system_names import system_name
from federation.language.wording import grouped, labelled
from ratings.cadence.shared.record import AS_IS, GUARDED, NEWCOMERS, OFF, first_day
from ratings.charts.figures import plain, signed
from ratings.statistics import kinds, list_figures, wins
from ratings.statistics.adjustments import FAR, KNOWN, Judged, Moved
from ratings.statistics.adjustments import NEWCOMERS as WITH_NEWCOMER
from ratings.statistics.forecasts import Quality
from ratings.statistics.kinds import Adjustment, Data
from ratings.statistics.list_figures import LEAST_GAMES, games_year
from ratings.templatetags.palmares import exact1, share, signed3
from ratings.views.statistics.tables import names_of

DAY = "j F Y"
USUAL_GAMES = LEAST_GAMES[1]
SURE = 50  # games a cell or class needs to be called the highest or lowest
_SETTINGS = {
    AS_IS: gettext_lazy("as rated"),
    OFF: pgettext_lazy("adjustment", "none"),
    GUARDED: gettext_lazy("limited by the opponents"),
    NEWCOMERS: gettext_lazy("new players only"),
}
_GROUPS = {
    KNOWN: gettext_lazy("Between known players: %(games)s games"),
    WITH_NEWCOMER: gettext_lazy("With a new player: %(games)s games"),
}
_BETTER = {
    KNOWN: gettext_lazy(
        "Between known players the forecasts would have been better without it: log loss %(off)s instead of "
        "%(loss)s (difference %(low)s to %(high)s)."
    ),
    WITH_NEWCOMER: gettext_lazy(
        "With a new player they would have been better without it: %(off)s instead of %(loss)s (difference "
        "%(low)s to %(high)s)."
    ),
}
_WORSE = {
    KNOWN: gettext_lazy(
        "Between known players the forecasts would have been worse without it: log loss %(off)s instead of "
        "%(loss)s (difference %(low)s to %(high)s)."
    ),
    WITH_NEWCOMER: gettext_lazy(
        "With a new player they would have been worse without it: %(off)s instead of %(loss)s (difference "
        "%(low)s to %(high)s)."
    ),
}
_NEITHER = {
    KNOWN: gettext_lazy(
        "Between known players the forecasts would have been no better and no worse without it, apart from "
        "chance: log loss %(off)s instead of %(loss)s (difference %(low)s to %(high)s)."
    ),
    WITH_NEWCOMER: gettext_lazy(
        "With a new player they would have been no better and no worse without it, apart from chance: "
        "%(off)s instead of %(loss)s (difference %(low)s to %(high)s)."
    ),
}


def said(kind: str, data: Data, system: str) -> str:
    """Sum a statistic up."""
    return _SAID[kind](data, system)


def _wins(data: Data, _system: str) -> str:
    win_tables = kinds.read(kinds.WinTables, data)
    cells = [
        (won / games, row.grade, apart + 1, games)
        for row in win_tables.grades
        for apart, (won, games) in enumerate(row.cells)
        if games >= SURE
    ]
    if cells:
        most, least = max(cells), min(cells)
        return _(
            "The weaker player won most often at %(grade)s against %(apart)s more: %(share)s of %(games)s"
            " even games; least often at %(low)s against %(far)s more: %(least)s of %(few)s. Only cells with"
            " at least %(sure)s games are compared."
        ) % {
            "sure": SURE,
            "grade": wins.grade_word(most[1]),
            "apart": _grades(most[2]),
            "share": share(most[0]),
            "games": grouped(most[3]),
            "low": wins.grade_word(least[1]),
            "far": _grades(least[2]),
            "least": share(least[0]),
            "few": grouped(least[3]),
        }
    sure = [band for band in win_tables.bands if band.games >= SURE]
    if not sure:
        return _("There are too few even games to say anything.")
    widest = max(sure, key=lambda band: abs(band.scored - band.expected))
    return _(
        "The higher-rated player was furthest from the expected score at a difference of %(low)s points or "
        "more: %(scored)s instead of %(expected)s in %(games)s games. Only differences with at least "
        "%(sure)s games are compared."
    ) % {
        "sure": SURE,
        "low": widest.low,
        "scored": share(widest.scored),
        "expected": share(widest.expected),
        "games": grouped(widest.games),
    }


def _grades(count: int) -> str:
    return ngettext("%(n)s grade", "%(n)s grades", count) % {"n": count}


def _forecasts(data: Data, _system: str) -> str:
    quality = kinds.read(kinds.Forecasts, data).quality
    if quality is None:
        return _("No forecasts yet: a forecast needs two rated players.")
    figures = {
        "loss": floatformat(quality.log_loss, 3),
        "base": floatformat(quality.base_log_loss, 3),
        "gain": floatformat(abs(100 * quality.gain), 1),
        "games": grouped(quality.games),
    }
    if quality.gain >= 0:
        text = _(
            "Over %(games)s games, the forecasts had a log loss of %(loss)s against %(base)s for a constant "
            "guess, %(gain)s%% less."
        )
    else:
        text = _(
            "Over %(games)s games, the forecasts had a log loss of %(loss)s against %(base)s for a constant "
            "guess, %(gain)s%% more: the same forecast for every game would have been better."
        )
    return text % figures


def _activity(data: Data, _system: str) -> str:
    activity = kinds.read(kinds.Activity, data)
    if not activity.months:
        return _("No games have been rated yet.")
    month = max(activity.months, key=lambda row: row.games)
    year = max(activity.years, key=lambda row: row.games)
    return _(
        "%(games)s rated games; the busiest month was %(month)s with %(most)s, the busiest year %(year)s "
        "with %(whole)s games by %(players)s players."
    ) % {
        "games": grouped(sum(row.games for row in activity.years)),
        "month": format_date(first_day(month.month), "F Y"),
        "most": grouped(month.games),
        "year": year.year,
        "whole": grouped(year.games),
        "players": grouped(year.players),
    }


def _drift(data: Data, _system: str) -> str:
    drift = kinds.read(kinds.Drift, data)
    if not drift.levels:
        return _("There are no lists yet.")
    first, last = drift.levels[0], drift.levels[-1]
    high, low = (choose(drift.levels, key=_mean) for choose in (max, min))
    text = _(
        "The average of active players went from %(first)s on %(day)s to %(last)s on %(end)s; it was highest "
        "on %(top)s (%(high)s) and lowest on %(foot)s (%(low)s)."
    ) % {
        "first": plain(first.mean),
        "day": format_date(first.day, DAY),
        "last": plain(last.mean),
        "end": format_date(last.day, DAY),
        "top": format_date(high.day, DAY),
        "high": plain(high.mean),
        "foot": format_date(low.day, DAY),
        "low": plain(low.mean),
    }
    if len(drift.company) < 2:
        return text
    then, now = drift.company[0], drift.company[-1]
    return f"{text} " + _(
        "The %(players)s players of the fixed group, on every month-end list since %(day)s and with games in "
        "each year, changed by %(points)s on average."
    ) % {"players": now.players, "day": format_date(then.day, DAY), "points": signed(now.mean - then.mean)}


def _mean(level: list_figures.Level) -> float:
    return level.mean


def _improvers(data: Data, _system: str) -> str:
    return of_improvers(kinds.read(kinds.Improvers, data))


def of_improvers(improvers: kinds.Improvers, group: str = "all", least: int = USUAL_GAMES) -> str:
    """Return the biggest gain of a group with so many games at least."""
    if improvers.before is None:
        return _("This comparison needs two lists; there is only one.")
    rows = improvers.rows.get((group, least), ())
    figures = {
        "before": format_date(improvers.before, DAY),
        "now": format_date(improvers.now, DAY),
        "games": ngettext("at least %(n)s game", "at least %(n)s games", least) % {"n": least},
    }
    if rows:
        text = _("From %(before)s to %(now)s, the biggest gain with %(games)s was %(gain)s.")
        figures["gain"] = signed(rows[0].now - rows[0].before)
    else:
        text = _("No one with %(games)s gained points from %(before)s to %(now)s.")
    return text % figures if group == "all" else labelled(dict(groups())[group], text % figures)


def _clubs(data: Data, _system: str) -> str:
    clubs = kinds.read(kinds.Clubs, data)
    ranked = [(mean, club.code) for club in clubs.rows if (mean := club.mean_of(5)) is not None]
    biggest = max(clubs.rows, key=lambda club: club.active, default=None)
    if biggest is None:
        return _("No player on the list has a club.")
    mean, code = max(ranked, default=(0.0, ""))
    winner = max(clubs.rows, key=lambda club: club.won)
    names = names_of(clubs.by, [code, biggest.code, winner.code])
    name, big, most = (names.get(key, key) for key in (code, biggest.code, winner.code))
    if not ranked:
        text = _("None has five active players; the largest is %(name)s with %(active)s.") % {
            "name": big,
            "active": biggest.active,
        }
    else:
        text = _(
            "The five best of %(name)s are the strongest: %(mean)s on average. %(big)s has the most active "
            "players: %(active)s."
        ) % {"name": name, "mean": plain(mean), "big": big, "active": biggest.active}
    if not winner.won:
        return text
    won = _("Most games won in %(year)s: %(name)s, %(won)s.")
    return f"{text} {won % {'year': games_year(clubs.day), 'name': most, 'won': winner.won}}"


_SAID: dict[str, Callable[[Data, str], str]] = {
    kinds.WINS: _wins,
    kinds.FORECASTS: _forecasts,
    kinds.ACTIVITY: _activity,
    kinds.DRIFT: _drift,
    kinds.IMPROVERS: _improvers,
    kinds.CLUBS: _clubs,
}


def of_all(judged: Sequence[tuple[str, Quality]]) -> str:
    """Compare the forecasts of the systems."""
    if not judged:
        return ""
    (best, first), (worst, last) = judged[0], judged[-1]
    text = _("%(system)s improves most on its constant guess: %(gain)s%%") % {
        "system": system_name(best),
        "gain": exact1(100 * first.gain),
    }
    if best == worst:
        return f"{text}."
    least = _("%(system)s least: %(gain)s%%") % {
        "system": system_name(worst),
        "gain": exact1(100 * last.gain),
    }
    return f"{text}, {least}."


def favourites(found: Quality) -> str:
    """Return in plain words what the favourites scored, and whether the forecasts were too sure."""
    figures = {"scored": share(found.favourites), "same": share(found.one_side)}
    better = found.favourites > found.one_side
    if better and found.gain < 0:
        text = _(
            "The favourites scored %(scored)s of the points; naming the same side every time would have "
            "given %(same)s. The forecasts mostly name the right player, but are too sure of it."
        )
    elif better:
        text = _(
            "The favourites scored %(scored)s of the points; naming the same side every time would have "
            "given %(same)s."
        )
    else:
        text = _(
            "The favourites scored only %(scored)s of the points; naming the same side every time would have "
            "given %(same)s."
        )
    return text % figures


def groups() -> list[tuple[str, str]]:
    """Name the groups of improvers."""
    words = {"all": _("Everyone"), "women": _("Women"), "juniors": _("Under 20")}
    return [(key, words[key]) for key in kinds.GROUPS]


def said_of_adjustment(found: Adjustment) -> str:
    """Format how many starts were moved, and of each group whether its forecasts gained or lost by it."""
    known, newcomers = found.moved
    rows = {(row.group, row.setting): row for row in found.judged}
    verdicts = [_verdict(rows[group, AS_IS], rows[group, OFF]) for group in _GROUPS if (group, OFF) in rows]
    return " ".join([_moved(known, newcomers), *verdicts])


def settings(found: Adjustment | None) -> list[tuple[str, list[tuple[str, Judged]]]]:
    """Return the rows of each group that has games under its title, each setting named."""
    judged = found.judged if found else ()
    groups = ((title, [row for row in judged if row.group == group]) for group, title in _GROUPS.items())
    return [
        (
            title % {"games": grouped(rows[0].games)},
            [(str(_SETTINGS[row.setting]), row) for row in rows],
        )
        for title, rows in groups
        if rows
    ]


def _moved(known: Moved, newcomers: Moved) -> str:
    return _(
        "The adjustment moved the start of known players in %(moved)s of %(entries)s cases, by %(points)s "
        "points or more in %(far)s; for new players in %(new_moved)s of %(new_entries)s, by that much in "
        "%(new_far)s."
    ) % {
        "moved": grouped(known.moved),
        "entries": grouped(known.entries),
        "points": f"{FAR:.0f}",
        "far": grouped(known.far),
        "new_moved": grouped(newcomers.moved),
        "new_entries": grouped(newcomers.entries),
        "new_far": grouped(newcomers.far),
    }


def _verdict(as_is: Judged, off: Judged) -> str:
    by = off.by_log_loss
    words = _BETTER if by.high < 0.0 else _WORSE if by.low > 0.0 else _NEITHER
    return words[off.group] % {
        "off": floatformat(off.log_loss, 3),
        "loss": floatformat(as_is.log_loss, 3),
        "low": signed3(by.low),
        "high": signed3(by.high),
    }
