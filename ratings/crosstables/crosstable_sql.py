"""The SQL of one tournament's table, written out: building it took longer than running it."""

from collections.abc import Sequence
from typing import Any

from django.db import connection

from federation.database import bulk
from federation.database.joined_rows import Part, columns, cut, made, perhaps
from federation.models.display_name import PUBLIC
from ratings.models import PublishedList, RatingRun, RatingSystem
from tournaments.models import Tournament, Upload
from tournaments.models.stages import SHOWN

_TOLD = tuple(field.attname for field in Upload._meta.concrete_fields if field.name != "content")
_EVENT = (Part(Tournament, "t"), Part(Upload, "u", _TOLD))
_LISTED = Part(PublishedList, "l", ("id", "system_id", "date", "revision", "published"))
_RATED = (Part(RatingSystem, "s"), Part(RatingRun, "r", ("id", "decided")))


def public(number: int) -> Tournament | None:
    """Read the revision of a tournament everybody sees with the file it came from, but for its content.

    The approved one, else the one revoked last (as
    `tournaments.revisions.public` finds it, with its file in one statement).
    """
    if not bulk.is_key(number):
        return None
    rows = bulk.rows(
        f"SELECT {columns(*_EVENT)} FROM tournaments_tournament t"  # noqa: S608 - columns of our own models
        " LEFT JOIN tournaments_upload u ON u.id = t.upload_id"
        " WHERE t.number = %s AND t.stage IN (%s, %s) ORDER BY t.stage, t.revision DESC LIMIT 1",
        [number, *SHOWN],
    )
    if not rows:
        return None
    event, file = cut(_EVENT)
    tournament = made(_EVENT[0], rows[0][event])
    tournament.upload = perhaps(_EVENT[1], rows[0][file])
    return tournament


def entrants(tournament: int) -> list[tuple[Any, ...]]:
    """Read who took part: key, number, player, grade, club, country, rank, surname, given name, privacy."""
    return bulk.rows(
        "SELECT e.id, e.number, e.player_id, e.grade, CASE WHEN p.club_hidden THEN '' ELSE e.club END,"
        " e.country, e.rank, e.surname, e.given_name, coalesce(p.privacy, %s) FROM tournaments_entry e"
        " LEFT JOIN federation_player p ON p.id = e.player_id WHERE e.tournament_id = %s",
        [PUBLIC, tournament],
    )


def games(tournament: int) -> list[tuple[Any, ...]]:
    """Read who met whom: round, white, black, outcome, by default, handicap, whether the colour is known."""
    return bulk.rows(
        "SELECT round, white_id, black_id, outcome, by_default, handicap, colour_known"
        " FROM tournaments_game WHERE tournament_id = %s",
        [tournament],
    )


def byes(tournament: int) -> list[tuple[Any, ...]]:
    """Read who had no opponent: round, entrant, kind."""
    return bulk.rows(
        "SELECT round, entry_id, kind FROM tournaments_bye WHERE tournament_id = %s", [tournament]
    )


def moves(number: int) -> list[tuple[Any, ...]]:
    """Read what a tournament did to ratings: player, system, before, start, after, games, edition, revision.

    The revision is the one the ledger names: after a correction each system keeps the one it has rated until
    its next run.
    """
    return bulk.rows(
        "SELECT c.player_id, s.key, c.before, c.start, c.after, c.games, c.edition, t.revision"
        " FROM tournaments_tournament t JOIN ratings_ratingchange c ON c.tournament_id = t.id"
        " JOIN ratings_ratingsystem s ON s.id = c.system_id"
        " WHERE t.number = %s AND s.active ORDER BY s.position",
        [number],
    )


def systems_and_runs(number: int) -> list[tuple[RatingSystem, RatingRun | None, int | None]]:
    """Read the systems of the office, the run by which each has rated a tournament, and which revision."""
    rows = bulk.rows(
        f"SELECT {columns(*_RATED)}, c.revision"  # noqa: S608 - as above
        " FROM ratings_ratingsystem s LEFT JOIN (SELECT DISTINCT m.system_id, m.run_id, t.revision"
        " FROM tournaments_tournament t JOIN ratings_ratingchange m ON m.tournament_id = t.id"
        " WHERE t.number = %s) c ON c.system_id = s.id LEFT JOIN ratings_ratingrun r ON r.id = c.run_id"
        " WHERE s.active ORDER BY s.position, s.key",
        [number],
    )
    system, run = cut(_RATED)
    return [(made(_RATED[0], row[system]), perhaps(_RATED[1], row[run]), row[-1]) for row in rows]


def first_lists(systems: Sequence[int], tournament: Tournament) -> list[PublishedList]:
    """Read the lists of some systems that know of a tournament, those published first at the front.

    Dated behind it, published since its approval (an archive may not know when it was), and an entrant
    is on it with a game played since.
    """
    start = connection.ops.adapt_datefield_value(tournament.start)
    since = connection.ops.adapt_datetimefield_value(tournament.decided)
    rows = bulk.rows(
        f"SELECT {columns(_LISTED)} FROM ratings_publishedlist l"  # noqa: S608 - as above
        f" WHERE l.system_id IN ({', '.join(['%s'] * len(systems))}) AND l.ready AND l.date >= %s"
        f" AND l.published {'>= %s' if since else 'IS NOT NULL'}"
        " AND EXISTS (SELECT 1 FROM ratings_listentry e JOIN tournaments_entry t ON t.player_id = e.player_id"
        " WHERE e.list_id = l.id AND t.tournament_id = %s AND e.last_played >= %s)"
        " ORDER BY l.published, l.revision",
        [*systems, start, *([since] if since else []), tournament.pk, start],
    )
    return [made(_LISTED, row) for row in rows]
