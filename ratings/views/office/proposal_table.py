"""The table of what a run would change, row by row."""

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from federation.language.dates import format_date
from federation.web.tables import Column, Table
from ratings.cadence.shared.sequence import day_of
from ratings.charts import figures
from ratings.models import Proposal

NONE = "–"


class ProposalTable(Table):
    """Proposals of one run: who, by which event, from where to where."""

    is_sorted, blank = True, "—"
    player = Column(_("Player"), "name", order_by=("player__search_key", "sequence"))
    event = Column(_("Tournament"), "second", accessor="tournament", order_by="sequence", empty_values=())
    kind = Column(_("Kind"), "second")
    games = Column(_("Games"), "number phone-off")
    so_far = Column(_("Current"), "number", default=NONE)
    after = Column(_("Proposed"), "number")
    move = Column(pgettext_lazy("of a rating", "Change"), "number", default=NONE)

    def render_player(self, record: Proposal, value: object) -> SafeString:
        """Link what the run does to the player, event by event."""
        address = reverse("run-player", args=[record.run_id, record.player_id])
        return format_html('<a href="{}">{}</a>', address, value)

    def render_event(self, record: Proposal) -> str | SafeString:
        """Link what the tournament does to every rating, or name the office's decision."""
        if record.tournament:
            address = reverse("effects", args=[record.tournament.number])
            return format_html('<a href="{}">{}</a>', address, record.tournament.name)
        if record.manual_event:
            return str(record.manual_event)
        return gettext("list of %(day)s") % {"day": format_date(day_of(record.sequence))}

    def render_so_far(self, value: float) -> str:
        """Return the rating that stands; who is rated for the first time has none."""
        return figures.plain(value)

    def render_after(self, record: Proposal, value: float) -> str:
        """Return the rating proposed; a row that goes has none."""
        return NONE if record.kind == Proposal.Kind.GONE else figures.plain(value)

    def render_move(self, record: Proposal) -> SafeString:
        """Return the difference of what both columns show, sign first."""
        so_far: float = vars(record)["so_far"]  # no field: the query adds it
        change = figures.moved(so_far, record.after or 0.0)
        return format_html(
            '<span class="change {}">{}</span>', figures.direction(change), figures.signed(change)
        )
