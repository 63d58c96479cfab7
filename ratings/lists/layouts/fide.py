"""FIDE's lists: titles, K, years of birth, and the place inside a federation that is shown alone."""

from collections.abc import Iterable
from typing import ClassVar

from django.utils.html import escape
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.privacy.policy import Kind
from federation.vocabulary.countries import fide_letters
from ratings.lists.layouts import columns
from ratings.lists.layouts.cells import escaped
from ratings.lists.layouts.columns import INSIDE, Cells, Column, Rows, counts, each
from ratings.lists.layouts.list_table import Layout, ListTable

_BORN = pgettext_lazy("of a player", "Born")
_BETWEEN = ", "  # a surname and a given name, as FIDE writes them
_NATIONAL = pgettext_lazy("rank inside a federation", "National")


def _titles(_rows: Rows, titles: Iterable[str], of_women: Iterable[str]) -> tuple[Cells, ...]:
    """Return the titles, else those of women."""
    return (escaped([title or other for title, other in zip(titles, of_women, strict=True)]),)


def _letters(code: str) -> str:
    return escape(fide_letters(code))


def _year(born: int | None) -> str:
    return str(born or "")


class FideTable(ListTable):
    """A list of FIDE."""

    rank = columns.rank(th="rank", td="rank")
    inside = Column(_NATIONAL, counts, INSIDE, th="number", td="number second", named=_NATIONAL)
    here = columns.here()
    title = Column(
        pgettext_lazy("of a chess player", "Title"), _titles, "title", "women_title", td="second grade"
    )
    name = columns.name(columns.names(_BETWEEN))
    federation = Column(
        _("Federation"),
        each(_letters),
        "federation",
        td="second",
        cell='<span class="federation">{}</span>',
    )
    rating = columns.rating(pgettext_lazy("chess", "Rating"))
    change = columns.change()
    course = columns.course()
    games = columns.declared("period_games")
    k = columns.declared("k")
    born = columns.last(_BORN, _year, "birth_year", td="number second muted", named=_BORN)

    published_as: ClassVar[Kind] = Kind.FIDE


class BestTable(FideTable):
    """The best of all players; there are no other orders."""

    class Meta:
        orderable = False


class TopTable(FideTable):
    """The best of a group, each with the place in it; there are no other orders."""

    inside = Column("#", counts, INSIDE, th="rank", td="rank")
    rank = columns.rank(None, th="number", td="number second", named=_("Rank"))

    class Meta:
        orderable = False
        sequence: ClassVar = (INSIDE, "rank", "...")


FIDE = Layout(
    FideTable,
    filters="ratings/parts/filters_fide.html",
    side="ratings/parts/list_side_fide.html",
    has_top=True,
    is_monthly=True,
    by_register=True,
    is_looked_through=False,
    has_national_ranks=True,
    names_federations=True,
    between=_BETWEEN,
)
