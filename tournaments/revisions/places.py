"""Final places of the entrants of an approved tournament, stored in their entries.

What is approved never changes, so the place that its table shows is worked out once, at the approval.
"""

from collections.abc import Iterable
from datetime import date
from typing import Any, Protocol

from django.db import connection

from federation.database import bulk
from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from tournaments.reports import mcmahon
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.standings.table import Entrant, Free, Pairing, Row, arrange, arrange_by_tie_breaks


class PlayedTournament(Protocol):
    """What has to be known of a tournament; the model of today, or of a migration."""

    pk: Any
    start: date
    rounds: int
    discipline: str
    mcmahon: Any


def keep(tournament: PlayedTournament) -> None:
    """Write the places of a tournament's entrants into their entries."""
    _write((row.entrant.key, row.place) for row in _rows(tournament))


def keep_all(tournaments: Iterable[PlayedTournament]) -> int:
    """Write the places of many tournaments; return how many there were. Knows no model but by its columns."""
    count = 0
    for tournament in tournaments:
        keep(tournament)
        count += 1
    return count


def _rows(tournament: PlayedTournament) -> list[Row]:
    """Arrange a tournament as its page does; what a name or a player is makes no difference to places."""
    entrants = [
        Entrant(key, number, "", None, grade, "", "", rank)
        for key, number, grade, rank in bulk.rows(
            "SELECT id, number, grade, rank FROM tournaments_entry WHERE tournament_id = %s", [tournament.pk]
        )
    ]
    pairings = [
        Pairing(number, white, black, Outcome(outcome), by_default, handicap, known)
        for number, white, black, outcome, by_default, handicap, known in bulk.rows(
            "SELECT round, white_id, black_id, outcome, by_default, handicap, colour_known"
            " FROM tournaments_game WHERE tournament_id = %s",
            [tournament.pk],
        )
    ]
    byes = [
        Free(number, entry, ByeKind(kind))
        for number, entry, kind in bulk.rows(
            "SELECT round, entry_id, kind FROM tournaments_bye WHERE tournament_id = %s", [tournament.pk]
        )
    ]
    if tie_breaks := DISCIPLINES[tournament.discipline].tie_breaks:
        table, _turns = arrange_by_tie_breaks(
            entrants, pairings, byes, rounds=tournament.rounds, on=tournament.start, by=tie_breaks
        )
        return table.rows
    starts = mcmahon.loaded(tournament.mcmahon)
    return arrange(entrants, pairings, byes, rounds=tournament.rounds, mcmahon=starts).rows


def _write(places: Iterable[tuple[int, int]]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE tournaments_entry SET place = %s WHERE id = %s", [(place, key) for key, place in places]
        )
