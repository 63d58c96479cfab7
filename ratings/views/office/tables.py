"""The inner tables: columns, sorting, classes; long public lists have their own compiled template."""

from typing import ClassVar

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models import Club
from ratings.exports import spreadsheet
from tournaments.models import Tournament


def lay_out(table: tables.Table, request: HttpRequest, *, per_page: int) -> None:
    """Order a table as the address asks and turn to its page; how long a page is, no address says."""
    table.request = request
    asked = request.GET.getlist(table.prefixed_order_by_field)
    if wanted := [name for name in asked if name.removeprefix("-") in table.columns.names()]:
        table.order_by = wanted
    table.paginate(per_page=per_page)
    table.page = table.paginator.get_page(request.GET.get("page", "1"))


def export(table: tables.Table, name: str) -> HttpResponse:
    """Return all rows of a table, in the order it has, as a file for a spreadsheet."""
    lines = (["" if cell is None else str(cell) for cell in line] for line in table.as_values())
    answer = HttpResponse(spreadsheet.render_table(lines), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


class TournamentTable(tables.Table):  # type: ignore[misc]  # the library has no types
    """Tournaments of a year."""

    start = tables.DateColumn(
        format="j N Y", verbose_name=_("Start"), attrs={"td": {"class": "nowrap second"}}
    )
    name = tables.Column(verbose_name=_("Tournament"), linkify=True, attrs={"td": {"class": "name"}})
    discipline = tables.Column(
        verbose_name=pgettext_lazy("Go or chess", "Game"), attrs={"td": {"class": "second nowrap"}}
    )
    place = tables.Column(verbose_name=_("Place"), attrs={"td": {"class": "second"}})
    rounds = tables.Column(
        verbose_name=_("Rounds"), attrs={"td": {"class": "number phone-off"}, "th": {"class": "number"}}
    )
    entrants = tables.Column(
        verbose_name=_("Players"),
        attrs={"td": {"class": "number second", "data_label": _("Players")}, "th": {"class": "number"}},
    )

    class Meta:
        model = Tournament
        fields: ClassVar = ("start", "name", "discipline", "place", "rounds", "entrants")
        template_name = "parts/table.html"
        empty_text = _("No tournament has been approved yet.")

    def render_discipline(self, record: Tournament) -> str:
        """Name the game; of chess with its rate of play, which decides where it counts."""
        named = (record.get_discipline_display(), record.get_rate_display())
        return ", ".join(str(part) for part in named if part)

    def render_place(self, record: Tournament) -> str:
        """Name the place with its country."""
        return ", ".join(part for part in (record.place, record.country) if part)


class ClubTable(tables.Table):  # type: ignore[misc]  # the library has no types
    """Clubs with the number of their players."""

    code = tables.Column(verbose_name=_("Code"), attrs={"td": {"class": "rank code"}})
    name = tables.Column(verbose_name=_("Club"), linkify=True, attrs={"td": {"class": "name"}})
    town = tables.Column(verbose_name=_("Town"), attrs={"td": {"class": "second"}})
    region = tables.Column(
        verbose_name=_("Region"), accessor="region__name", default="", attrs={"td": {"class": "second"}}
    )
    federation = tables.Column(
        verbose_name=_("Federation"), accessor="federation__code", attrs={"td": {"class": "second"}}
    )
    members = tables.Column(
        verbose_name=_("Players"),
        attrs={"td": {"class": "number second", "data_label": _("Players")}, "th": {"class": "number"}},
    )

    class Meta:
        model = Club
        fields: ClassVar = ("code", "name", "town", "region", "federation", "members")
        template_name = "parts/table.html"
        empty_text = _("No club is known yet.")
