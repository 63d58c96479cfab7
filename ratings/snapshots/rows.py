"""Rows of the tables of the snapshot, as values of their columns, in one order.

What a page or a program is shown is what is here: names by `public_name`, tournaments by
`public_tournaments`, lists that are published, games that stand. Rows are read a few thousand at a time.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from federation.models import Club, Federation, Identifier, Player
from federation.models.display_name import PUBLIC, public_name, shown_title, shown_value, shows_numbers
from federation.vocabulary.countries import fide_letters
from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from federation.vocabulary.player_fields import public_fields
from ratings.lists.entry_rows import shown_fields
from ratings.lists.queries import systems as active_systems
from ratings.models import ListEntry, PublishedList, Statistic
from ratings.rulebook.list_fields import API, stored_in
from ratings.rulebook.systems import SYSTEMS
from ratings.snapshots.parts import ENTRIES, ONLINE_GAMES, ONLINE_SEATS, Part, bounds
from ratings.snapshots.tables import CHUNK, Row, as_json, moment
from ratings.statistics import kinds
from tournaments.models import Bye, Entry, Game, Seat, TableGame, Tournament
from tournaments.models.stages import Stage
from tournaments.reports.outcomes import ByeKind, Outcome, bye_score, scores, was_played
from tournaments.revisions.public import public_tournaments


def rows_of(part: Part) -> Iterator[Row]:
    """Yield the rows of a part."""
    return _READERS[part.table](part)


def _systems(_part: Part) -> Iterator[Row]:
    for row in active_systems():
        if row.key in SYSTEMS:
            rules = SYSTEMS[row.key]
            replaced = as_json(row.parameters)
            yield row.key, rules.name, rules.game, rules.cadence.value, row.edition, replaced


def _federations(_part: Part) -> Iterator[Row]:
    rows = Federation.objects.order_by("code").values_list("code", "fide_code", "name")
    yield from rows.iterator(chunk_size=CHUNK)


def _clubs(_part: Part) -> Iterator[Row]:
    clubs = Club.objects.select_related("federation", "region").annotate(
        members=Count("players", filter=Q(players__club_hidden=False))
    )
    for club in clubs.order_by("code").iterator(chunk_size=CHUNK):
        region = club.region.name if club.region else ""
        head = (club.code, club.name, club.town, region, club.federation.code)
        yield (*head, club.members, club.closed, club.website)


def _players(_part: Part) -> Iterator[Row]:
    """Yield everybody whose number stands for himself; numbers of other registers of who is shown by name."""
    club = ("club__code", "club_code", "club__name", "club_text")
    names = ("pk", "surname", "given_name", "privacy", "club_hidden", "federation__code", *club)
    fields = public_fields()
    more = [field.name for field in fields]
    birth = more.index("birth_year")
    rows = Player.objects.filter(merged_into=None).order_by("pk").values_list(*names, *more)
    numbers = _identifiers()
    current: tuple[int, Mapping[str, str]] = (0, {})
    for row in rows.iterator(chunk_size=CHUNK):
        number, surname, given, privacy, club_hidden, federation, code, named, name, text, *rest = row
        born = rest[birth]
        while current[0] < number:
            current = next(numbers, (number, {}))
        known = current[1] if current[0] == number and shows_numbers(born, privacy) else {}
        yield (
            number,
            *public_name(number, surname, given, privacy),
            federation,
            *(("", "") if club_hidden else (code or named, name or text)),
            *(shown_value(field, value, privacy) for field, value in zip(fields, rest, strict=True)),
            *(known.get(scheme, "") for scheme in Identifier.Scheme.values),
        )


def _identifiers() -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the numbers of players in other registers, by rising player."""
    identifiers = Identifier.objects.order_by("player_id").values_list("player_id", "scheme", "value")
    for player, group in groupby(identifiers.iterator(chunk_size=CHUNK), key=itemgetter(0)):
        yield player, {scheme: value for _player, scheme, value in group}


def _merged_numbers(_part: Part) -> Iterator[Row]:
    players = Player.objects.exclude(merged_into=None).order_by("pk").values_list("pk", "merged_into_id")
    yield from players.iterator(chunk_size=CHUNK)


def _lists(_part: Part) -> Iterator[Row]:
    names = ("system__key", "date", "revision", "published", "note", "players", "active_players")
    lists = PublishedList.objects.filter(ready=True, system__active=True).order_by(*names[:3])
    for *head, published, note, players, active, established, regions in lists.values_list(
        *names, "established", "regions"
    ):
        yield (*head, moment(published), note, players, active, established, as_json(regions))


def _entries(part: Part) -> Iterator[Row]:
    """Yield the entries of the lists of a year, list by list."""
    lists = PublishedList.objects.filter(
        ready=True, system__active=True, system__key=part.system, date__year=part.year
    )
    for key, day, revision in lists.order_by("date", "revision").values_list("pk", "date", "revision"):
        columns = shown_fields(part.system, day, stored_in(API))
        rows: QuerySet[ListEntry, Row] = (
            ListEntry.objects.filter(list=key).order_by("position").values_list(*columns)
        )
        for row in rows.iterator(chunk_size=CHUNK):
            yield (day, revision, *row)


def _statistics(_part: Part) -> Iterator[Row]:
    rows = Statistic.objects.filter(system__active=True, data__layout=kinds.LAYOUT).select_related("system")
    for row in rows.order_by("system__key", "kind"):
        figures = kinds.plain(kinds.read(kinds.RECORDS[row.kind], row.data))
        yield row.system.key, row.kind, moment(row.made), as_json(figures)


def online_games(part: Part) -> Iterator[Row]:
    """Yield the games in the order they ended."""
    rows = TableGame.objects.filter(system=part.system, withdrawn=None, ended__range=bounds(part.year))
    names = ("server__key", "code", "ended", "white_id", "black_id", "score", "max_points")
    for server, code, ended, white, black, score, points in (
        rows.order_by("ended", "server__key", "code").values_list(*names).iterator(chunk_size=CHUNK)
    ):
        at = moment(datetime.fromtimestamp(ended / 1000, UTC))
        yield server, code, at, white, black, None if white is None else score / 2, points


def online_seats(part: Part) -> Iterator[Row]:
    """Yield the seats of games of more than two, game by game."""
    rows = Seat.objects.filter(
        game__system=part.system, game__withdrawn=None, game__ended__range=bounds(part.year)
    )
    order = ("game__ended", "game__server__key", "game__code", "number")
    names = ("game__server__key", "game__code", "number", "player_id", "place", "team")
    yield from rows.order_by(*order).values_list(*names).iterator(chunk_size=CHUNK)


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


_READERS: Mapping[str, Callable[[Part], Iterator[Row]]] = {
    "systems": _systems,
    "federations": _federations,
    "clubs": _clubs,
    "players": _players,
    "merged_numbers": _merged_numbers,
    "lists": _lists,
    ENTRIES: _entries,
    "tournaments": tournaments,
    "entrants": entrants,
    "games": games,
    "byes": byes,
    ONLINE_GAMES: online_games,
    ONLINE_SEATS: online_seats,
    "statistics": _statistics,
}
