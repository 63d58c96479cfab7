"""The tables of the rules: formats of files, constants of an edition."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.language.wording import grouped
from federation.web.tables import Column, Moment, Table
from ratings.templatetags.palmares import change, constant, rating


class FormatTable(Table):
    """Formats of files."""

    css = "rows dense"
    label = Column(_("Format"), "name")
    extension = Column(_("Ending"), "second")
    is_read = Column(_("Read"), "second", told=True, by=constant)
    is_written = Column(pgettext_lazy("file format", "Written"), "second", told=True, by=constant)


class ConstantTable(Table):
    """Constants of an edition beside those of the one before."""

    css = "rows dense constants-table"
    words = Column(_("Meaning"), "wide")
    value = Column(
        _("Value"),
        lambda record: "number changed" if record.is_changed else "number",
        head="number",
        by=constant,
    )
    before = Column(
        _("Previous edition"),
        "number second",
        told=lambda record: _("before") if record.is_changed else None,
    )
    name = Column(_("Name in jobs"), "second")


class LogTable(Table):
    """Entries of the public log."""

    css = "rows dense log"
    place = Column(_("Entry"), "number", by=str)
    at = Moment(_("Written"), "second nowrap")
    what = Column(_("What"), "name", empty_values=())
    digest = Column(_("SHA-256 of the rows"), "second digest")


class TodayTable(Table):
    """Values of a list that are others with today's data, each with its cause."""

    css = "rows dense"
    player = Column(_("Player"), "name", empty_values=())
    listed = Column(_("On the list"), "number second", told=True, by=rating, default="–")
    today = Column(_("Today"), "number second", told=True, by=rating, default="–")
    change = Column(pgettext_lazy("of a rating", "Change"), "number", by=change, default="")
    why = Column(_("Why"), "second wide", empty_values=())


class YearTable(Table):
    """The files of a table of one system, a year each."""

    year = Column(_("Year"), heads_row=True)
    rows = Column(_("Rows"), "number", told=True, by=grouped)
    made = Moment(_("As of"), "second nw", told=True)
    csv = Column("CSV", "nw", told=True)
    parquet = Column("Parquet", "nw second", told=True)


class PartTable(YearTable):
    """The files of tables that come in one piece."""

    title = Column(pgettext_lazy("of data", "Table"), heads_row=True)

    class Meta:
        sequence = ("title", "...")
        exclude = ("year",)
