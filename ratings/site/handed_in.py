"""Uploaded tournaments and how far they have come, for everyone, without names of people."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from ratings.site import home_lists, pending
from ratings.site.home_lists import Board
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.revisions import public

_TOLD = timedelta(days=90)  # how long an approved tournament is shown
REVIEW, RETURNED, APPROVED, RATED, LISTED = "review", "returned", "approved", "rated", "listed"
STEPS: dict[str, str | Promise] = {
    REVIEW: pgettext_lazy("tournament", "waiting for review"),
    RETURNED: pgettext_lazy("tournament", "returned to the organiser"),
    APPROVED: pgettext_lazy("tournament", "approved"),
    RATED: _("rated, awaiting a list"),
    LISTED: pgettext_lazy("tournament", "on the list"),
}


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A tournament as everybody may see it; `since`: when it came to its step, where that is known.

    `due`: the list it counts for, where the rules say so.
    """

    tournament: Tournament
    step: str
    since: datetime | None
    due: date | None = None

    @property
    def title(self) -> str:
        """The name of the tournament, its number where the file had none."""
        return self.tournament.name.strip() or gettext("Tournament %(number)s") % {
            "number": self.tournament.number
        }

    @property
    def where(self) -> str:
        """The place with its country."""
        return ", ".join(part for part in (self.tournament.place, self.tournament.country) if part)


def tournaments(*, text: str = "", step: str = "") -> Sequence[HandedIn]:
    """Return what is on its way or came on a list lately, what moved last first; five queries.

    `text`: letters of the name or the place; `step`: one of STEPS, "" for all.
    """
    revisions = public.handed_in(since=timezone.now() - _TOLD, text=text)
    boards, _recent = home_lists.boards(home_lists.systems())
    rows = [_row(revision, boards) for revision in revisions]
    moved = timezone.now() - 2 * _TOLD  # of those no moment is known of
    return sorted(
        (row for row in rows if step in ("", row.step)),
        key=lambda row: (_moment(row) or moved, row.tournament.number),
        reverse=True,
    )


def _row(tournament: Tournament, boards: Sequence[Board]) -> HandedIn:
    stage = Stage(tournament.stage)
    if stage is Stage.SUBMITTED:
        return HandedIn(tournament, REVIEW, tournament.submitted)
    if stage is Stage.RETURNED:
        return HandedIn(tournament, RETURNED, tournament.decided)
    waiting = pending.waiting_for(tournament, boards)
    if waiting is not None:
        return HandedIn(tournament, RATED if waiting.is_rated else APPROVED, tournament.decided, waiting.due)
    if pending.counts_for_lists(tournament, boards):
        return HandedIn(tournament, LISTED, None)
    return HandedIn(tournament, APPROVED, tournament.decided)


def _moment(row: HandedIn) -> datetime | None:
    return row.since or row.tournament.decided
