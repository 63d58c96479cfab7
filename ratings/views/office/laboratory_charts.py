"""The drawings of a simulation's report."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ratings.charts import calibration, charts
from ratings.laboratory.figures import codes
from ratings.rulebook.systems import SYSTEMS
from ratings.templatetags.palmares import share
from ratings.views.drawings import safe_svg
from ratings.views.players.chart_figures import months

SIZES, SQUARE = ((1000, 300), (358, 240)), (480, 420)  # for a desk and for a phone


def of_level(report: Mapping[str, Any], system: str, group: str) -> list[SafeString]:
    """Draw the mean rating of a group under both rules, day by day; nothing for fewer than two days."""
    series = []
    for place, (name, look) in enumerate(((_("in force"), "other"), (_("variant"), "own"))):
        means = [
            (date.fromisoformat(level["day"]).toordinal(), level["spread"][place][group][1])
            for level in report["level"]
            if level["spread"][place][group]
        ]
        series.append(charts.Line(name, look, [day for day, _mean in means], [mean for _day, mean in means]))
    days = [day for line in series for day in line.days]
    if len(set(days)) < 2:
        return []
    chart = charts.Chart(series, SYSTEMS[system].scale, months=months(min(days), max(days)), least=1)
    words = {codes.ACTIVE: _("Mean rating of the active players under both rules.")}
    label = words.get(group, _("Mean rating of the fixed group under both rules."))
    return [safe_svg(charts.draw(chart, size=size, label=label)) for size in SIZES]


def of_calibration(bins: Sequence[Sequence[float]], label: str) -> SafeString:
    """Draw the calibration of one of the rules."""
    dots = [
        calibration.Dot(expected, scored, int(games), f"{share(expected)} · {share(scored)} · {int(games)}")
        for _low, games, expected, scored in bins
    ]
    words = calibration.Words(
        label=label,
        expected=_("expected"),
        scored=_("scored"),
        perfect=_("as forecast"),
        ticks=[(place / 5, f"{20 * place}%") for place in range(6)],
    )
    return safe_svg(calibration.draw(dots, words, size=SQUARE))
