"""Approved and revoked tournaments with entrants, games and byes, as in their public tables."""

from collections.abc import Iterator

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from federation.models.display_name import PUBLIC, public_name, shown_title
from federation.vocabulary.countries import fide_letters
from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from ratings.snapshots.parts import Part
from ratings.snapshots.values import CHUNK, Row, moment
from tournaments.models import Bye, Entry, Game, Tournament
from tournaments.models.stages import Stage
from tournaments.reports.outcomes import ByeKind, Outcome, bye_score, scores, was_played
from tournaments.revisions.public import public_tournaments


def tournaments(_part: Part) -> Iterator[Row]:
    """Yield the revision everybody sees of every tournament."""
    rows = public_tournaments().annotate(entrants=Count("entries")).order_by("number")
    names = ("number", "revision", "stage", "decided", "reason", "name", "start", "end", "place", "country")
    rest = ("online", "discipline", "rate", "time_class", "rounds", "entrants")
    for number, revision, stage, decided, reason, *more in rows.values_list(*names, *rest).iterator(
        chunk_size=CHUNK
    ):
        is_revoked = stage == Stage.REVOKED
        why = (moment(decided), reason) if is_revoked else (None, "")
        yield (number, revision, stage, *why, *more)


def entrants(_part: Part) -> Iterator[Row]:
    """Yield the entrants of these tournaments by number, with the names they chose to be shown by."""
    rows = Entry.objects.filter(tournament__in=_shown()).order_by("tournament__number", "number")
    who = ("player_id", "surname", "given_name", "player__privacy", "player__club_hidden")
    names = ("tournament__number", "number", "place", *who, "grade", "club", "country")
    more = ("tournament__discipline", "player__federation__code", "title", "rating_written")
    for row in rows.values_list(*names, *more).iterator(chunk_size=CHUNK):
        (
            *head,
            player,
            surname,
            given,
            privacy,
            club_hidden,
            grade,
            club,
            country,
            game,
            federation,
            title,
            rating,
        ) = row
        name = " ".join(filter(None, public_name(player, surname, given, privacy or PUBLIC)))
        if "federation" in DISCIPLINES[game].entrants:
            country = fide_letters(federation or country)
        club = "" if club_hidden else club
        yield (*head, player, name, grade, club, country, shown_title(title, privacy or PUBLIC), rating)


def games(_part: Part) -> Iterator[Row]:
    """Yield the games of these tournaments."""
    rows = Game.objects.filter(tournament__in=_shown())
    names = ("tournament__number", "round", "white__number", "black__number")
    more = ("white__player_id", "black__player_id", "outcome", "by_default", "handicap", "colour_known")
    for row in rows.order_by(*names[:3]).values_list(*names, *more).iterator(chunk_size=CHUNK):
        *head, outcome, by_default, handicap, colours = row
        ended = Outcome(outcome)
        white, black = scores(ended)
        played = was_played(ended, by_default=by_default)
        yield (*head, white / 2, black / 2, ended is not Outcome.UNKNOWN, played, handicap, colours)


def byes(_part: Part) -> Iterator[Row]:
    """Yield the byes of these tournaments, but of who has a game in the same round."""
    sat = Q(white=OuterRef("entry")) | Q(black=OuterRef("entry"))
    playing = Game.objects.filter(sat, tournament=OuterRef("tournament"), round=OuterRef("round"))
    rows = Bye.objects.filter(~Exists(playing), tournament__in=_shown())
    names = ("tournament__number", "round", "entry__number")
    for *head, kind in rows.order_by(*names).values_list(*names, "kind").iterator(chunk_size=CHUNK):
        yield (*head, bye_score(ByeKind(kind)) / 2)


def _shown() -> QuerySet[Tournament, int]:
    return public_tournaments().values_list("pk", flat=True)
