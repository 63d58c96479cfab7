# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Stores a run's difference, posts it to the ledger and takes it back: set-based, on both databases."""

from collections.abc import Sequence

import numpy as np
from django.db import connection
from django.db.backends.utils import CursorWrapper

from federation.database import bulk
from federation.database.bulk import Column
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.comparison import GONE, MOVED, NEW, Difference, columns_of
from ratings.models import RatingRun

_NUMBERS = (
    "sequence",
    '"before"',
    '"start"',
    '"after"',
    "games",
    "total_games",
    "highest",
    "passes",
    "edition",
    "k",
    "hundredths",
    "peak",
    "pooled",
    "pooled_opponents",
    "pooled_points",
)
_PERIOD = _NUMBERS[-6:]
_SUBJECTS = ("player_id", "tournament_id", "manual_event_id")
MANY = 10_000  # rows from which fresh statistics are worth their while


def store(run: RatingRun, difference: Difference, *, names: Sequence[str]) -> None:
    """Write a run's proposals; `names` are the editions by number."""
    rows, editions = difference.rows, list(names)
    columns = {
        "kind": difference.kind,
        "change_id": _or_null(difference.change),
        "old_after": difference.old_after,
        "player_id": rows.player,
        "tournament_id": _or_null(rows.tournament),
        "manual_event_id": _or_null(rows.manual),
        "sequence": rows.sequence,
        "before": rows.before,
        "start": rows.start,
        "after": rows.after,
        "games": rows.games,
        "total_games": rows.total_games,
        "highest": rows.highest,
        "passes": rows.passes,
        "edition": rows.edition,
    }
    columns |= {name: column for name, column in columns_of(rows).items() if name in _PERIOD}
    # Numbers travel five times faster than texts: the edition's name is put in by the database.
    own = ", ".join(f'"{name}"' for name in columns if name != "edition")
    cases = " ".join(["WHEN %s THEN %s"] * len(editions))
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS staged_proposals")
        cursor.execute(
            f"CREATE TEMP TABLE staged_proposals AS SELECT {own}, total_games AS edition"
            " FROM ratings_proposal LIMIT 0"
        )
        bulk.write_columns("staged_proposals", columns)
        cursor.execute(
            f"INSERT INTO ratings_proposal (run_id, {own}, edition)"
            f" SELECT %s, {own}, CASE edition {cases} ELSE '' END FROM staged_proposals",
            [run.pk, *(part for pair in enumerate(editions) for part in pair)],
        )
        if difference.kind.size > MANY:
            cursor.execute("ANALYZE ratings_proposal")


def _or_null(keys: Longs) -> Column:
    masked: Column = np.ma.masked_equal(keys, 0)
    return masked


def post(run: RatingRun) -> None:
    """Make what a run proposes stand, and bring the current ratings of the players touched up to it."""
    proposed = "FROM ratings_proposal p WHERE p.run_id = %s AND p.kind = %s"
    counts = run.totals
    with connection.cursor() as cursor:
        _keep_displaced(cursor, run)
        if counts["gone"]:
            cursor.execute(
                f"DELETE FROM ratings_ratingchange WHERE id IN (SELECT p.change_id {proposed})",
                [run.pk, GONE],
            )
        if counts["moved"]:
            moves = ", ".join(f"{name} = p.{name}" for name in (*_NUMBERS, *_SUBJECTS))
            cursor.execute(
                f"UPDATE ratings_ratingchange SET {moves}, run_id = p.run_id {proposed}"
                " AND ratings_ratingchange.id = p.change_id",
                [run.pk, MOVED],
            )
        if counts["new"]:
            own = ", ".join((*_NUMBERS, *_SUBJECTS, "run_id"))
            cursor.execute(
                f"INSERT INTO ratings_ratingchange (system_id, {own}) SELECT %s, {own} {proposed}",
                [run.system_id, run.pk, NEW],
            )
        if counts["new"] + counts["moved"] > MANY:
            cursor.execute("ANALYZE ratings_ratingchange")
        if counts["new"] or counts["moved"] or counts["gone"]:
            _refresh_current(cursor, run, leaving=f' AND (kind = {GONE} OR "after" IS NULL)')


_OWN = ", ".join((*_NUMBERS, *_SUBJECTS))


def _keep_displaced(cursor: CursorWrapper, run: RatingRun) -> None:
    """Store the rows a run is about to replace or remove, in place of those of earlier runs."""
    cursor.execute(
        "DELETE FROM ratings_displaced"
        " WHERE run_id IN (SELECT id FROM ratings_ratingrun WHERE system_id = %s)",
        [run.system_id],
    )
    if run.totals["moved"] or run.totals["gone"]:
        cursor.execute(
            f"INSERT INTO ratings_displaced (run_id, change_id, previous_run_id, {_OWN})"
            f" SELECT %s, id, run_id, {_OWN} FROM ratings_ratingchange WHERE id IN"
            " (SELECT change_id FROM ratings_proposal WHERE run_id = %s AND kind IN (%s, %s))",
            [run.pk, run.pk, MOVED, GONE],
        )


def take_back(run: RatingRun) -> None:
    """Restore the ledger of before the run, keys included; only for the newest applied run."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM ratings_ratingchange WHERE system_id = %s AND run_id = %s", [run.system_id, run.pk]
        )
        cursor.execute(
            f"INSERT INTO ratings_ratingchange (id, system_id, run_id, {_OWN})"
            f" SELECT change_id, %s, previous_run_id, {_OWN} FROM ratings_displaced WHERE run_id = %s",
            [run.system_id, run.pk],
        )
        cursor.execute("DELETE FROM ratings_displaced WHERE run_id = %s", [run.pk])
        _refresh_current(cursor, run, leaving="")


def _refresh_current(cursor: CursorWrapper, run: RatingRun, *, leaving: str) -> None:
    """Write the current ratings of the players a run touches, from their last rows in the ledger.

    `leaving` narrows the proposals to those after which a player may have no rating. Their last row decides:
    a decision may leave a player unrated who had a rating.
    """
    touched = "player_id IN (SELECT player_id FROM ratings_proposal WHERE run_id = %s{})"
    own = (
        "{0}.system_id = ratings_currentrating.system_id AND {0}.player_id = ratings_currentrating.player_id"
    )
    cursor.execute(
        f"DELETE FROM ratings_currentrating WHERE system_id = %s AND {touched.format(leaving)} AND NOT EXISTS"
        f' (SELECT 1 FROM ratings_ratingchange c WHERE {own.format("c")} AND c."after" IS NOT NULL'
        f" AND c.sequence = (SELECT MAX(l.sequence) FROM ratings_ratingchange l WHERE {own.format('l')}))",
        [run.system_id, run.pk],
    )
    values = ("rating", "games", "highest_rating", "events", "last_played", "sequence")
    cursor.execute(
        f"INSERT INTO ratings_currentrating (system_id, player_id, {', '.join(values)})"
        ' SELECT c.system_id, c.player_id, c."after", c.total_games, a.highest_rating, a.events,'
        " a.last_played, c.sequence FROM (SELECT r.player_id, MAX(r.sequence) AS sequence,"
        ' MAX(r."after") AS highest_rating, COUNT(CASE WHEN r.games > 0 THEN 1 END) AS events,'
        ' MAX(CASE WHEN r.games > 0 THEN t."start" END) AS last_played'
        " FROM ratings_ratingchange r LEFT JOIN tournaments_tournament t ON t.id = r.tournament_id"
        f" WHERE r.system_id = %s AND r.{touched.format('')} GROUP BY r.player_id) a"
        " JOIN ratings_ratingchange c"
        " ON c.player_id = a.player_id AND c.sequence = a.sequence"
        ' WHERE c.system_id = %s AND c."after" IS NOT NULL'
        " ON CONFLICT (system_id, player_id) DO UPDATE SET "
        + ", ".join(f"{name} = excluded.{name}" for name in values),
        [run.system_id, run.pk, run.system_id],
    )
