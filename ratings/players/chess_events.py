"""Queries of a player's chess tournaments: performance, and contribution to lists."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from federation.models import Player
from federation.vocabulary.systems.catalogue import keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.by_period.counting import moves_of
from ratings.cadence.by_period.event_changes import EventChange, event_changes
from ratings.cadence.by_period.event_games import EventGames, event_games, performances_in
from ratings.cadence.traits import disciplines_of_lists
from ratings.lists.queries import calculated_lists
from ratings.players.header import Head, Person
from ratings.players.histories import Event, History
from ratings.rulebook.fide_performance import Performance
from ratings.rulebook.fide_periods import list_date
from tournaments.careers.packing import unpack
from tournaments.models import Tournament
from tournaments.models.stages import Stage


@dataclass(frozen=True, slots=True)
class Share:
    """What a tournament contributed to one list; nothing before that list is out."""

    system: str
    day: date
    is_published: bool
    change: EventChange | None  # of a player with a rating and a game that counted
    is_rated: bool  # the player, for this list
    has_calculation: bool  # a game of the player counted for the list


@dataclass(frozen=True, slots=True)
class ChessEvent:
    """A tournament of chess as one player sees it."""

    tournament: Tournament
    performance: Performance | None  # none without rated opponents
    shares: Sequence[Share]  # a long one counts for several lists, another for none

    @property
    def day(self) -> date:
        """The first day."""
        return self.tournament.start

    @property
    def key(self) -> int:
        """The key of the revision."""
        return self.tournament.pk

    @property
    def games(self) -> int:
        """Games against rated opponents."""
        return self.performance.games if self.performance else 0


@dataclass(frozen=True, slots=True)
class ChessEvents:
    """The newest tournaments of a player, newest first, and how many there are in all."""

    events: Sequence[ChessEvent] = ()
    count: int = 0


Shown = Sequence[Event | ChessEvent]


def newest(history: History, chess: ChessEvents, *, most: int | None) -> tuple[Shown, int]:
    """Return the newest events, of both games together, and how many there are besides."""
    both: list[Event | ChessEvent] = [*history.events, *chess.events]
    shown = sorted(both, key=lambda event: event.day, reverse=True)[:most]
    return shown, history.count + chess.count - len(shown)


def events_of(person: Person, head: Head, history: History, *, most: int | None) -> ChessEvents:
    """Read the newest `most` tournaments of chess; none where no system rates it, or all are rated as Go."""
    if not person.played or set(keys_of(Cadence.BY_PERIOD)).isdisjoint(head.order):
        return ChessEvents()
    others = set(unpack(person.played)["tournament"].tolist()) - history.tournaments
    return chess_events(person.player, others, most=most) if others else ChessEvents()


def chess_events(player: Player, among: Collection[int], *, most: int | None) -> ChessEvents:
    """Read the newest `most` (None: all) tournaments of a player; the queries do not grow with them.

    `among`: keys of the player's tournaments, which may be of another game.
    """
    rows = _tournaments(among)
    tournaments = list(rows[:most])
    count = len(tournaments) if most is None or len(tournaments) < most else rows.count()
    games = event_games(tournaments, players=[player.pk])
    performed = performances_in(games, [player.pk]).whole
    moves = moves_of(player.pk, {part.month for read in games for part in read.parts}) if games else {}
    changes = event_changes(games, moves)
    shares: dict[int, list[Share]] = {}
    counting = _counting(games)
    published = calculated_lists({list_date(month) for _, _, month in counting})
    rated = {
        (read.system.key, part.month)
        for read in games
        for part in read.parts
        if read.in_force(part.month - 1, player.pk)
    }
    for key, tournament, month in counting:
        day = list_date(month)
        share = Share(
            key,
            day,
            (key, day) in published,
            changes.get((key, tournament, month, player.pk)),
            (key, month) in rated,
            (key, month, player.pk) in moves,
        )
        shares.setdefault(tournament, []).append(share)
    events = [
        ChessEvent(tournament, performed.get((tournament.pk, player.pk)), shares.get(tournament.pk, ()))
        for tournament in tournaments
    ]
    return ChessEvents(events, count)


def _counting(games: Sequence[EventGames]) -> list[tuple[str, int, int]]:
    """Return for which lists tournaments count: system, key, list (a month)."""
    return [
        (read.system.key, *place)
        for read in games
        for place in sorted({(part.key, part.month) for part in read.parts})
    ]


def _tournaments(among: Collection[int]) -> QuerySet[Tournament]:
    approved = Tournament.objects.filter(pk__in=among, stage=Stage.APPROVED)
    rows = approved.filter(discipline__in=disciplines_of_lists())
    return rows.defer("mcmahon").order_by("-start", "-number")
