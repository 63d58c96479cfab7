"""Public texts of journal lines about tournaments: submitted, approved, out of the ratings."""

from collections.abc import Mapping, Sequence

from federation.changes.players import whole
from federation.journal import acts
from federation.journal.acts import PublicEvent
from federation.models import JournalEntry
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.revisions.public import shows_handed_in

_HIDDEN = {Stage.DRAFT.value, Stage.WITHDRAWN.value}


def head(tournament: Tournament) -> dict[str, object]:
    """Return a tournament as everybody may know it."""
    return {
        "number": tournament.number,
        "revision": tournament.revision,
        "name": tournament.name,
        "place": tournament.place,
        "start": tournament.start.isoformat(),
        "end": tournament.end.isoformat(),
        "game": tournament.discipline,
        "url": whole(tournament.get_absolute_url()),
    }


def tell_tournaments(lines: Sequence[JournalEntry]) -> Mapping[int, PublicEvent]:
    """Report moves of tournaments; submissions only where the office shows them, not once back."""
    shown = shows_handed_in()
    tournaments = Tournament.objects.in_bulk([int(line.subject_id) for line in lines])
    events = {}
    for line in lines:
        tournament = tournaments.get(int(line.subject_id))
        is_inside = line.act == "tournament.submitted" and not shown
        if tournament is not None and not is_inside and tournament.stage not in _HIDDEN:
            events[line.pk] = PublicEvent(acts.event_of(line.act), {"tournament": head(tournament)})
    return events
