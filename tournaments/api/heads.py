"""Head of an approved tournament by the interface for programs."""

from datetime import date, datetime

from ninja import Schema

from tournaments.models import Tournament
from tournaments.models.stages import Stage


class TournamentHead(Schema):
    """A tournament that was approved; `revision` counts its corrections from 1.

    `stage`: `approved`, or `revoked` where it was taken out of the ratings, `revoked` when and `reason` why.
    """

    number: int
    revision: int
    stage: str
    revoked: datetime | None
    reason: str
    name: str
    start: date
    end: date
    place: str
    country: str
    online: bool
    game: str
    rate: str
    time_class: str
    rounds: int
    entrants: int
    url: str
    crosstable_url: str


def tournament_head(tournament: Tournament, *, entrants: int) -> TournamentHead:
    """Describe a tournament."""
    is_revoked = tournament.stage == Stage.REVOKED
    return TournamentHead(
        number=tournament.number,
        revision=tournament.revision,
        stage=tournament.stage,
        revoked=tournament.decided if is_revoked else None,
        reason=tournament.reason if is_revoked else "",
        name=tournament.name,
        start=tournament.start,
        end=tournament.end,
        place=tournament.place,
        country=tournament.country,
        online=tournament.online,
        game=tournament.discipline,
        rate=tournament.rate,
        time_class=tournament.time_class,
        rounds=tournament.rounds,
        entrants=entrants,
        url=tournament.get_absolute_url(),
        crosstable_url=f"/api/v1/tournaments/{tournament.number}/crosstable",
    )
