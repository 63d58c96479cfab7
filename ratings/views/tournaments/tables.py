"""The table of what was handed in."""

from datetime import date, datetime

from django.utils.translation import gettext as _text
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.language.dates import format_date
from federation.web.tables import Column, Day, Table
from ratings.site.handed_in import STEPS, HandedIn
from tournaments.models import Tournament


def title_of(tournament: Tournament) -> str:
    """Return the name of a tournament, its number where the file had none."""
    return tournament.name.strip() or _text("Tournament %(number)s") % {"number": tournament.number}


class HandedInTable(Table):
    """What was handed in, and where it stands."""

    blank = "–"
    name = Column(_("Tournament"), "name", accessor="tournament")
    place = Column(_("Place"), "second", accessor="tournament")
    start = Day(_("Start"), "second nowrap", accessor="tournament__start")
    end = Day(_("End"), "second nowrap phone-off", accessor="tournament__end")
    step = Column(pgettext_lazy("of a tournament", "Step"), "state")
    since = Day(_("Since"), "second nowrap", told=True)

    def render_name(self, value: Tournament) -> str:
        """Write the name; the page sets it as a link."""
        return title_of(value)

    def value_name(self, value: Tournament) -> str:
        """Write the name, for files."""
        return title_of(value)

    def render_place(self, value: Tournament) -> str:
        """Name the place with its country."""
        return ", ".join(part for part in (value.place, value.country) if part) or "–"

    def render_step(self, value: str, record: HandedIn) -> str:
        """Name the step, and the list a tournament counts for."""
        return step_words(value, record.due)

    def value_since(self, value: datetime | None) -> str:
        """Write the moment, for files."""
        return value.isoformat(timespec="minutes") if value else ""


def step_words(step: str, due: date | None) -> str:
    """Return a step in words; with the list a tournament counts for where it is known."""
    if due is None:
        return str(STEPS[step])
    told = _text("counts for the list of %(day)s") % {"day": format_date(due, "j F Y")}
    return f"{STEPS[step]}, {told}"
