"""The tables of a simulation's report, and their rows in the reader's words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.template.defaultfilters import floatformat
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from federation.language.wording import grouped
from federation.web.tables import Column, Day, Moment, Table
from ratings.charts import figures
from ratings.laboratory.figures import codes
from ratings.templatetags.palmares import exact1, rating, signed, signed4
from ratings.views.figure_columns import FigureColumn

_IN_FORCE, _VARIANT = gettext_lazy("In force"), gettext_lazy("Variant")
Row = dict[str, Any]


def _count_or_mean(value: float) -> str:
    return grouped(value) if isinstance(value, int) else exact1(value)


def _loss(value: float) -> str:
    return floatformat(value, 4)


class SimulationTable(Table):
    """Simulations of the office."""

    name = Column(gettext_lazy("Variant"), "name", linkify=True)
    system = Column(gettext_lazy("System"), "second")
    requested = Moment(pgettext_lazy("when", "Requested"), "second nowrap")
    requested_by = Column(gettext_lazy("By"), "second", default="–")
    stage = Column(gettext_lazy("Stage"))


class LevelTable(Table):
    """Spread of the ratings of a group on a day."""

    css = "rows dense"
    day = Day(gettext_lazy("Date"), "second nowrap")
    group = Column(gettext_lazy("Players"), "name")
    rules = Column(gettext_lazy("Rules"), "second nowrap")
    count = FigureColumn(gettext_lazy("How many"), "number second", told=True, by=grouped, default="–")
    mean = FigureColumn(gettext_lazy("Mean"), "number", by=rating, default="–")
    low = FigureColumn(gettext_lazy("Lower quartile"), "number second", told=True, by=rating, default="–")
    median = FigureColumn(gettext_lazy("Median"), "number second", told=True, by=rating, default="–")
    high = FigureColumn(gettext_lazy("Upper quartile"), "number second", told=True, by=rating, default="–")


class RankTable(Table):
    """The rating at some ranks of a day."""

    css = "rows dense"
    day = Day(gettext_lazy("Date"), "second nowrap")
    rank = FigureColumn(gettext_lazy("Rank"), "number", told=True, by=grouped)
    old = FigureColumn(_IN_FORCE, "number", told=True, by=rating, default="–")
    new = FigureColumn(_VARIANT, "number", told=True, by=rating, default="–")


class PairTable(Table):
    """A figure under both rules."""

    css = "rows dense"
    what = Column(gettext_lazy("Figure"), "name")
    old = FigureColumn(_IN_FORCE, "number second", told=True, by=_count_or_mean, places=1)
    new = FigureColumn(_VARIANT, "number second", told=True, by=_count_or_mean, places=1)


class ForecastTable(Table):
    """The forecasts of a group of games under both rules."""

    css = "rows dense"
    group = Column(gettext_lazy("Games"), "name")
    games = FigureColumn(gettext_lazy("How many"), "number second", told=True, by=grouped)
    events = FigureColumn(gettext_lazy("Tournaments or days"), "number second", told=True, by=grouped)
    old = FigureColumn(
        gettext_lazy("Log loss in force"), "number second", told=True, by=_loss, places=4, default="–"
    )
    new = FigureColumn(_VARIANT, "number second", told=True, by=_loss, places=4, default="–")
    difference = FigureColumn(gettext_lazy("Difference"), "number", by=signed4, places=4, default="–")
    # One column on the page, two in the file.
    interval = Column(
        gettext_lazy("Interval"), "number nowrap second", told=True, default="–", exclude_from_export=True
    )
    low = FigureColumn(gettext_lazy("Interval from"), by=signed4, places=4, visible=False)
    high = FigureColumn(gettext_lazy("Interval to"), by=signed4, places=4, visible=False)
    verdict = Column(gettext_lazy("Variant is"), "nowrap second", default="–")


class BrierTable(ForecastTable):
    """The same by the Brier score, and what White scored beyond the forecast."""

    old = FigureColumn(gettext_lazy("Brier score in force"), "number second", told=True, by=_loss, places=4)
    surplus = FigureColumn(
        gettext_lazy("White beyond forecast"), "number second", told=True, by=signed4, places=4
    )
    surplus_other = FigureColumn(_VARIANT, "number second", told=True, by=signed4, places=4)


class CalibrationTable(Table):
    """The classes of forecasts."""

    rules = Column(gettext_lazy("Rules"))
    low = FigureColumn(gettext_lazy("From"), "number", by=_loss, places=4)
    games = FigureColumn(gettext_lazy("Games"), "number", by=grouped)
    expected = FigureColumn(gettext_lazy("expected"), "number", by=_loss, places=4)
    scored = FigureColumn(gettext_lazy("scored"), "number", by=_loss, places=4)


class MovedTable(Table):
    """Numbers of players whose ratings differ, by the least difference."""

    css = "rows dense"
    least = FigureColumn(gettext_lazy("By at least"), "number", told=True, by=grouped)
    up = FigureColumn(gettext_lazy("higher"), "number second", told=True, by=grouped)
    down = FigureColumn(gettext_lazy("lower"), "number second", told=True, by=grouped)
    both = FigureColumn(gettext_lazy("together"), "number second", told=True, by=grouped)


class PersonTable(Table):
    """Players by name."""

    css = "rows dense"
    number = Column(gettext_lazy("No."), visible=False)
    player = Column(gettext_lazy("Player"), "name")
    old = FigureColumn(_IN_FORCE, "number second", told=True, by=rating, default="–")
    new = FigureColumn(_VARIANT, "number second", told=True, by=rating, default="–")
    move = FigureColumn(gettext_lazy("Difference"), "number", told=True, by=signed, default="–")


class DifferingTable(Table):
    """Lists that are not the same today."""

    css = "rows dense"
    day = Day(gettext_lazy("List"), "nowrap")
    players = FigureColumn(gettext_lazy("Players"), "number second", told=True, by=grouped)
    differing = FigureColumn(gettext_lazy("Different"), "number second", told=True, by=grouped)
    causes = Column(gettext_lazy("Why"), "second", told=True)


def _level_rows(report: Mapping[str, Any], *, last: bool = False) -> list[Row]:
    words = {
        codes.ALL: _("all rated"),
        codes.ACTIVE: _("active"),
        codes.COHORT: _("fixed group"),
        codes.NEW: _("new players"),
    }
    rows: list[Row] = []
    for level in report["level"][-1:] if last else report["level"]:
        for group in codes.GROUPS:
            for rules, spread in zip((_("In force"), _("Variant")), level["spread"], strict=True):
                values = zip(("count", "mean", "low", "median", "high"), spread[group] or (), strict=False)
                rows.append(
                    {"day": parse_date(level["day"]), "group": words[group], "rules": rules, **dict(values)}
                )
    return rows


def _rank_rows(report: Mapping[str, Any], *, last: bool = False) -> list[Row]:
    return [
        {"day": parse_date(level["day"]), "rank": rank, "old": old, "new": new}
        for level in (report["level"][-1:] if last else report["level"])
        for rank, old, new in zip(codes.RANKS, *level["ranks"], strict=True)
    ]


def _player_rows(report: Mapping[str, Any]) -> list[Row]:
    words = {
        "rated": _("rated players"),
        "active": _("active players: a rated game in the last twelve months"),
        "first_ratings": _("first ratings"),
        "established_ratings": _("players who became established"),
        "by_games": _("of these through games"),
        "games_to_first": _("games to the first rating, mean"),
        "games_to_first_median": _("games to the first rating, median"),
        "games_to_established": _("games until established, mean"),
        "games_to_established_median": _("games until established, median"),
    }
    return _pairs(words, report["players"])


def _rule_rows(report: Mapping[str, Any]) -> list[Row]:
    words = {
        "entries": _("results of a player in a tournament"),
        "adjusted": _("starts moved by the adjustment"),
        "repeated_events": _("tournaments calculated more than once"),
        "passes": _("calculations of tournaments"),
        "reset": _("ratings raised to a declared grade"),
        "event_drop": _("losses limited"),
        "floor": _("results that end at the floor"),
        "ceiling": _("results that end at the ceiling"),
        "sides": _("results of a player in a game"),
        "capped": _("of these, differences limited (400-point rule)"),
        "too_wide": _("results that do not count, difference too large"),
        "k_reduced": _("ratings calculated with a reduced K (many games)"),
        "below_floor": _("ratings lost below the lowest rating"),
        "first_most": _("first ratings limited to the maximum"),
        "round_robins": _("round robins that rate unrated players"),
        "list_adjusted": _("ratings changed by a one-time adjustment of a list"),
        "k_minimum": _("results with the minimum K"),
        "deviation_cap": _("results with the largest RD"),
        "both_established": _("results of established players against established players"),
        "against_provisional": _("results of established players against provisional players"),
        "provisional": _("results of provisional players against established players"),
        "both_provisional": _("results of provisional players against provisional players"),
        "conversion_raised": _("ratings raised by the conversion"),
        "conversion_lowered": _("ratings lowered by the conversion"),
        "conversion_same": _("ratings the conversion leaves as they are"),
        "conversion_limited": _("ratings the conversion puts at a limit"),
        "conversion_dropped": _("ratings lost by the conversion"),
    }
    return _pairs(words, report["rules"])


def _pairs(words: Mapping[str, str], both: Sequence[Mapping[str, float]]) -> list[Row]:
    return [
        {"what": label, "old": both[0].get(name, 0), "new": both[1].get(name, 0)}
        for name, label in words.items()
        if any(name in values for values in both)
    ]


def group_said(group: Sequence[Any]) -> str:
    """Name a group of games."""
    kind, *values = group
    if kind == "new":
        return _("a player with %(low)s to %(high)s games") % {"low": values[0], "high": values[1]}
    if kind == "known":
        return _("both players with %(n)s games and more") % {"n": values[0]}
    if kind == "band":
        low, high = (None if value is None else figures.plain(value) for value in values)
        if low is None:
            return _("mean rating below %(high)s") % {"high": high}
        if high is None:
            return _("mean rating from %(low)s on") % {"low": low}
        return _("mean rating from %(low)s to %(high)s") % {"low": low, "high": high}
    words = {
        "all": _("all games"),
        "juniors": _("a player under 18"),
        "adults": _("both players of 18 and more"),
        "even": _("even games"),
        "handicap": _("handicap games"),
        "white-favourite": _("even games, White is the favourite"),
        "black-favourite": _("even games, Black is the favourite"),
    }
    return words[kind]


def verdict_said(verdict: str) -> str:
    """Name the verdict of an interval on the variant."""
    words = {
        codes.BETTER: _("better"),
        codes.WORSE: _("worse"),
        codes.NONE: _("no difference"),
        codes.FEW: _("too few to tell"),
    }
    return words[verdict]


def _forecast_rows(report: Mapping[str, Any], *, by: str = "log_loss") -> list[Row]:
    rows = []
    for forecast in report["forecasts"]:
        rows.append(
            {
                "group": group_said(forecast["group"]),
                **loss_cells(forecast, by=by),
                **difference_cells(forecast[f"by_{by}"]),
                "surplus": forecast["surplus"][0],
                "surplus_other": forecast["surplus"][1],
            }
        )
    return rows


def loss_cells(forecast: Mapping[str, Any], *, by: str = "log_loss") -> Row:
    """Return the cells of games with the losses of both rules."""
    return {
        "games": forecast["games"],
        "events": forecast["events"],
        "old": forecast[by][0],
        "new": forecast[by][1],
    }


def difference_cells(found: Sequence[Any]) -> Row:
    """Return the cells of a difference of losses: [mean, low, high, verdict]."""
    mean, low, high, verdict = found
    return {
        "difference": mean,
        "interval": f"{signed4(low)} … {signed4(high)}",
        "low": low,
        "high": high,
        "verdict": verdict_said(verdict),
    }


def _brier_rows(report: Mapping[str, Any]) -> list[Row]:
    return _forecast_rows(report, by="brier")


def _calibration_rows(report: Mapping[str, Any]) -> list[Row]:
    return [
        {"rules": rules, "low": low, "games": games, "expected": expected, "scored": scored}
        for rules, bins in zip((_("In force"), _("Variant")), report["calibration"], strict=True)
        for low, games, expected, scored in bins
    ]


def moved_rows(persons: Mapping[str, Any]) -> list[Row]:
    """Arrange how many players moved by at least so much."""
    return [{"least": least, "up": up, "down": down, "both": up + down} for least, up, down in persons["by"]]


def person_rows(persons: Mapping[str, Any], kind: str, names: Mapping[int, tuple[str, str]]) -> list[Row]:
    """Arrange the players of a table of persons, as shown in public; who is no longer held has no name."""
    rows = []
    for key, *values in persons[kind]:
        old, new = (
            values if kind == "movers" else (None, values[0]) if kind == "enters" else (values[0], None)
        )
        name, url = names.get(key, ("–", ""))
        move = None if old is None or new is None else figures.moved(old, new)
        number = key if key in names else None
        rows.append({"number": number, "player": name, "url": url, "old": old, "new": new, "move": move})
    return rows


# Name in an address: table, rows.
TABLES: Mapping[str, tuple[type[Table], Callable[[Mapping[str, Any]], list[Row]]]] = {
    "level": (LevelTable, _level_rows),
    "ranks": (RankTable, _rank_rows),
    "players": (PairTable, _player_rows),
    "log-loss": (ForecastTable, _forecast_rows),
    "brier": (BrierTable, _brier_rows),
    "calibration": (CalibrationTable, _calibration_rows),
    "moved": (MovedTable, lambda report: moved_rows(report["persons"])),
    "rules": (PairTable, _rule_rows),
}
PERSONS = ("movers", "enters", "leaves")


def tables_of(report: Mapping[str, Any], names: Mapping[int, tuple[str, str]]) -> dict[str, Table]:
    """Return the tables of the page: of level and ranks the last day, the charts have the others."""
    tables = {name.replace("-", "_"): kind(rows(report)) for name, (kind, rows) in TABLES.items()}
    tables["level"] = LevelTable(_level_rows(report, last=True), exclude=("day",))
    tables["ranks"] = RankTable(_rank_rows(report, last=True), exclude=("day",))
    tables["brier"] = BrierTable(_brier_rows(report), exclude=("games", "events"))
    for kind in PERSONS:
        tables[kind] = PersonTable(person_rows(report["persons"], kind, names))
    return tables
