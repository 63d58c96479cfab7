"""The drawing of who was first when, with its words."""

from collections.abc import Sequence

from django.utils.text import capfirst
from django.utils.translation import ngettext

from federation.language.wording import labelled
from federation.vocabulary.names import full_name
from ratings.charts import reigns
from ratings.charts.figures import plain
from ratings.lists import top_lists
from ratings.views.drawings import safe_svg
from ratings.views.players.chart_figures import MONTH, SHORT, SIZES, Figure, day_writer, months


def figure(system: str, found: Sequence[top_lists.Reign], *, is_monthly: bool) -> Figure:
    """Draw reigns, newest first, each until the next begins; `is_monthly` names lists by month."""
    if not found:
        return Figure(system)
    day = day_writer(MONTH if is_monthly else SHORT)
    ends = [found[0].last, *(later.first for later in found)]
    drawn = [
        reigns.Reign(
            reign.player,
            full_name(reign.surname, reign.given_name),
            reign.first.toordinal(),
            until.toordinal(),
            _reign_words(reign, day(reign.first.toordinal()), day(reign.last.toordinal())),
        )
        for reign, until in zip(found, ends, strict=False)
    ]
    caption = _caption(found, day(found[-1].first.toordinal()), day(found[0].last.toordinal()))
    left_out = reigns.left_out(drawn)
    if left_out:
        words = ngettext(
            "%(n)s player who was first for less time is only in the table.",
            "%(n)s players who were first for less time are only in the table.",
            left_out,
        )
        caption = f"{caption} {words % {'n': left_out}}"
    named = months(found[-1].first.toordinal(), found[0].last.toordinal())
    drawings = [
        safe_svg(reigns.draw(drawn, width=width, label=caption, months=named)) for width, _high in SIZES
    ]
    return Figure(system, drawings, caption)


def _reign_words(reign: top_lists.Reign, first: str, last: str) -> str:
    lists = ngettext("%(n)s list", "%(n)s lists", reign.lists) % {"n": reign.lists}
    time = first if first == last else f"{first} – {last}"
    return labelled(full_name(reign.surname, reign.given_name), f"{time}, {lists}, {plain(reign.best)}")


def _caption(found: Sequence[top_lists.Reign], first: str, last: str) -> str:
    """Return how many led, since when, and who did longest."""
    lists: dict[int, int] = {}
    names = {reign.player: full_name(reign.surname, reign.given_name) for reign in found}
    for reign in found:
        lists[reign.player] = lists.get(reign.player, 0) + reign.lists
    most = max(lists, key=lists.__getitem__)
    summary = ngettext(
        "%(first)s to %(last)s: %(n)s number one.", "%(first)s to %(last)s: %(n)s number ones.", len(lists)
    ) % {"first": first, "last": last, "n": len(lists)}
    longest = ngettext(
        "Most often %(name)s, on %(n)s list.", "Most often %(name)s, on %(n)s lists.", lists[most]
    ) % {"name": names[most], "n": lists[most]}
    return capfirst(f"{summary} {longest}")  # it may begin with the name of a month
