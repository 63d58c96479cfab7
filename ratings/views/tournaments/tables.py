"""The table of what was handed in."""

from datetime import date

from django.utils.translation import gettext as _text
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.language.dates import format_date
from federation.web.tables import Column, Day, Table
from ratings.site.handed_in import STEPS, HandedIn


class HandedInTable(Table):
    """What was handed in, and where it stands."""

    blank = "–"
    name = Column(_("Tournament"), "name", accessor="title")
    place = Column(_("Place"), "second", accessor="where")
    start = Day(_("Start"), "second nowrap", accessor="tournament__start")
    end = Day(_("End"), "second nowrap phone-off", accessor="tournament__end")
    step = Column(pgettext_lazy("of a tournament", "Status"), "second")
    since = Day(pgettext_lazy("step of a tournament", "Since"), "second nowrap", told=True)

    def render_step(self, value: str, record: HandedIn) -> str:
        """Name the step, and the list a tournament counts for."""
        return step_words(value, record.due)


def step_words(step: str, due: date | None) -> str:
    """Return a step in words; with the list a tournament counts for where it is known."""
    if due is None:
        return str(STEPS[step])
    told = _text("counts for the list of %(day)s") % {"day": format_date(due, "j F Y")}
    return f"{STEPS[step]}, {told}"
