"""The table of what a run would change, row by row."""

from typing import ClassVar

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from federation.language.dates import written
from ratings.cadence.shared.sequence import day_of
from ratings.charts import figures
from ratings.models import Proposal

NONE = "–"
_NUMBER = {"td": {"class": "number"}, "th": {"class": "number"}}


class ProposalTable(tables.Table):  # type: ignore[misc]  # the library has no types
    """Proposals of one run: who, by which event, from where to where."""

    player = tables.Column(
        verbose_name=_("Player"), order_by=("player__search_key", "sequence"),
        attrs={"td": {"class": "name"}},
    )  # fmt: skip
    event = tables.Column(
        verbose_name=_("Event"), accessor="tournament", order_by="sequence", empty_values=(),
        attrs={"td": {"class": "second"}},
    )  # fmt: skip
    kind = tables.Column(verbose_name=_("Kind"), attrs={"td": {"class": "second"}})
    games = tables.Column(
        verbose_name=_("Games"), attrs={"td": {"class": "number phone-off"}, "th": {"class": "number"}}
    )
    so_far = tables.Column(verbose_name=_("So far"), default=NONE, attrs=_NUMBER)
    after = tables.Column(verbose_name=_("Proposed"), attrs=_NUMBER)
    move = tables.Column(verbose_name=pgettext_lazy("of a rating", "Change"), default=NONE, attrs=_NUMBER)

    class Meta:
        model = Proposal
        fields: ClassVar = ("player", "event", "kind", "games", "so_far", "after", "move")
        template_name = "parts/table.html"
        empty_text = _("Nothing changes.")

    def render_player(self, record: Proposal, value: object) -> SafeString:
        """Link what the run does to the player, event by event."""
        address = reverse("run-player", args=[record.run_id, record.player_id])
        return format_html('<a href="{}">{}</a>', address, value)

    def render_event(self, record: Proposal) -> str | SafeString:
        """Link the tournament, or name the office's decision."""
        if record.tournament:
            return format_html(
                '<a href="{}">{}</a>', record.tournament.get_absolute_url(), record.tournament.name
            )
        if record.manual_event:
            return str(record.manual_event)
        return gettext("list of %(day)s") % {"day": written(day_of(record.sequence))}

    def render_so_far(self, value: float) -> str:
        """Set the rating that stands; who is rated for the first time has none."""
        return figures.plain(value)

    def render_after(self, record: Proposal, value: float) -> str:
        """Set the rating proposed; a row that goes has none."""
        return NONE if record.kind == Proposal.Kind.GONE else figures.plain(value)

    def render_move(self, value: float) -> SafeString:
        """Set the difference, sign first."""
        return format_html(
            '<span class="change {}">{}</span>', figures.direction(value), figures.signed(value)
        )
