"""Live ratings of players in systems whose ratings move with every game."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from federation.models import Player
from federation.vocabulary.names import full_name
from ratings.cadence.shared.edition_in_force import edition_of
from ratings.cadence.shared.known import ListedPlayer
from ratings.models import CurrentRating
from ratings.rulebook.expected_score import Strength, aged
from ratings.rulebook.fics import FicsEdition


def live_strength(row: CurrentRating, moment: datetime) -> Strength:
    """Return a live rating with its deviation as it has grown since the last game."""
    return Strength(row.rating, live_deviation(row, moment) or 0.0)


def live_deviation(row: CurrentRating, moment: datetime) -> float | None:
    """Return a live deviation as it has grown since the last game; None where the system has none."""
    edition, now = edition_of(row.system, moment.date()), milliseconds(moment)
    if row.deviation is None or not isinstance(edition, FicsEdition):
        return None
    return aged(edition, row.deviation, since=now if row.moment is None else row.moment, to=now)


def milliseconds(moment: datetime) -> int:
    """Return a moment as streams count time: milliseconds since 1970, UTC."""
    return int(moment.timestamp() * 1000)


def known(system_key: str, players: Iterable[Player]) -> dict[int, ListedPlayer]:
    """Read where players stand now, their deviations aged to this moment; one query."""
    people = {player.pk: player for player in players}
    rows = CurrentRating.objects.filter(system__key=system_key, system__active=True, player__in=people)
    by_player = {}
    for row in rows.select_related("system"):
        deviation, player = live_deviation(row, timezone.now()), people[row.player_id]
        by_player[row.player_id] = ListedPlayer(
            name=full_name(player.surname, player.given_name),
            rating=round(row.rating, 1),
            number=row.player_id,
            games=row.games,
            deviation=None if deviation is None else round(deviation, 1),
        )
    return by_player
