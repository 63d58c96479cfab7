"""Games of players by the interface for programs: those of one, and those of two against each other."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Field, Path, Query, Router, Schema

from federation.api.problems import Refused
from federation.api.public_api import open_to_all
from ratings.api.crosstables import PerformanceTold, performance_told
from ratings.api.players import find_player
from ratings.api.records import FOUND, Number, PlayerHead, player_head
from ratings.cadence.by_period.event_games import performances
from ratings.players import head_to_head
from ratings.players.games_played import Behind, PlayedGame, games_of
from ratings.players.head_to_head import Comparison, Encounter, scores_of
from ratings.rulebook.expected_score import expected_score

MOST = 500
_CURSOR = (
    r"^([1-9][0-9]{0,5}\.[0-9]{1,9}\.[0-9]{1,5}\.[0-9]{1,18})?$"  # ordinal of the day, number, round, key
)
_RESULTS = ("lost", "drawn", "won")
Other = Annotated[int, Path(ge=1, le=2**31 - 1, description="public number of the other player")]
router = Router(tags=["players"])


class GamesAsked(Schema):
    """A part of the games, behind a cursor."""

    cursor: str = Field("", pattern=_CURSOR, description="`next` of the page before")
    limit: int = Field(100, ge=1, le=MOST)


class OpponentTold(Schema):
    """An opponent as shown in public; `number` is null for one not recognised in the register."""

    number: int | None
    surname: str
    given_name: str


class GameTold(Schema):
    """A game of an approved tournament, seen by the player. `day` is the first day of the tournament.

    `colour`: w, b, or "" where it is not known; `result`: won, drawn or lost.
    """

    day: date
    tournament: int
    tournament_name: str
    game: str
    round: int
    opponent: OpponentTold
    colour: str
    handicap: int
    result: str


class TournamentPerformance(PerformanceTold):
    """The performance in a tournament of chess, in all its games, those of other pages too."""

    tournament: int


class GamesTold(Schema):
    """A page of the games of a player, newest first; `next`: cursor of the next page, null on the last.

    `performances`: of the tournaments of chess on this page in which a rated opponent was met.
    """

    number: int
    items: list[GameTold]
    performances: list[TournamentPerformance]
    next: str | None


class PairAsked(Schema):
    """A part of the games of two, behind so many."""

    cursor: int = Field(0, ge=0, le=1_000_000, description="`next` of the page before")
    limit: int = Field(50, ge=1, le=MOST)


class PairScore(Schema):
    """Games of one kind (go, chess, or an online system), as the first player saw them."""

    game: str
    won: int
    drawn: int
    lost: int


class PairStanding(Schema):
    """Both in one system, on the list of `listed`, null: live; `expected` is the score of the first."""

    system: str
    listed: date | None
    rating: float
    other_rating: float
    expected: float | None


class PairGame(Schema):
    """A game between the two, as the first player saw it; `score` is 1, 0.5 or 0."""

    day: date
    game: str
    name: str
    url: str
    score: float
    colour: str
    handicap: int


class PairTold(Schema):
    """Two players against each other; `count` is the number of games on all pages, newest first."""

    player: PlayerHead
    other: PlayerHead
    standings: list[PairStanding]
    scores: list[PairScore]
    count: int
    items: list[PairGame]
    next: int | None


@router.get("/{number}/games", response={200: GamesTold, 302: None, **FOUND})
@open_to_all(cost=2)
def player_games(request: HttpRequest, number: Number, asked: Query[GamesAsked]) -> Any:
    """Return the games of a player in approved tournaments; games won by forfeit are not among them."""
    del request  # Ninja gives it to every operation
    person = find_player(number)
    if person.merged_into_id is not None:
        return HttpResponseRedirect(f"/api/v1/players/{person.merged_into_id}/games")
    found = games_of(person, behind=_read(asked.cursor), most=asked.limit + 1)
    page = found[: asked.limit]
    following = _cursor(page[-1].place) if len(found) > len(page) else None
    return GamesTold(
        number=person.pk,
        items=[_told(game) for game in page],
        performances=_performances(person.pk, page),
        next=following,
    )


@router.get("/{number}/against/{other}", response={200: PairTold, 302: None, **FOUND})
@open_to_all(cost=2)
def players_against(request: HttpRequest, number: Number, other: Other, asked: Query[PairAsked]) -> Any:
    """Compare two players: where both stand, how their games ended, and every game."""
    del request  # Ninja gives it to every operation
    if number == other:
        raise Refused(422, "same-player", _("Two different players are needed."))
    pair = (find_player(number), find_player(other))
    if any(player.merged_into_id for player in pair):
        first, second = (player.merged_into_id or player.pk for player in pair)
        return HttpResponseRedirect(f"/api/v1/players/{first}/against/{second}")
    now = head_to_head.comparisons(pair, timezone.now())
    games = head_to_head.between(pair, [comparison.system for comparison in now if comparison.day is None])
    last = asked.cursor + asked.limit
    return PairTold(
        player=player_head(pair[0]),
        other=player_head(pair[1]),
        standings=[_standing(comparison) for comparison in now],
        scores=[
            PairScore(game=score.game, won=score.won, drawn=score.drawn, lost=score.lost)
            for score in scores_of(games)
        ],
        count=len(games),
        items=[_met(encounter) for encounter in games[asked.cursor : last]],
        next=last if len(games) > last else None,
    )


def _read(cursor: str) -> Behind | None:
    """Read a cursor; None for the first page."""
    if not cursor:
        return None
    ordinal, number, round_, key = map(int, cursor.split("."))
    return Behind(date.fromordinal(ordinal), number, round_, key)


def _cursor(place: Behind) -> str:
    return f"{place.start.toordinal()}.{place.tournament}.{place.round}.{place.key}"


def _told(game: PlayedGame) -> GameTold:
    who = game.opponent.player or game.opponent
    return GameTold(
        day=game.tournament.start,
        tournament=game.tournament.number,
        tournament_name=game.tournament.name,
        game=game.tournament.discipline,
        round=game.round,
        opponent=OpponentTold(number=game.opponent.player_id, surname=who.surname, given_name=who.given_name),
        colour=game.colour,
        handicap=game.handicap,
        result=_RESULTS[game.half_points],
    )


def _performances(player: int, games: Sequence[PlayedGame]) -> list[TournamentPerformance]:
    """Return the performances in the tournaments of games, newest first."""
    tournaments = {game.tournament.pk: game.tournament for game in games}
    performed = performances(tournaments.values(), players=[player]).whole
    return [
        TournamentPerformance(tournament=event.number, **performance.dict())
        for key, event in tournaments.items()
        if (performance := performance_told(performed.get((key, player)))) is not None
    ]


def _standing(comparison: Comparison) -> PairStanding:
    expected = (
        expected_score(comparison.edition, comparison.own, comparison.other) if comparison.edition else None
    )
    return PairStanding(
        system=comparison.system,
        listed=comparison.day,
        rating=comparison.own.rating,
        other_rating=comparison.other.rating,
        expected=expected,
    )


def _met(encounter: Encounter) -> PairGame:
    return PairGame(
        day=encounter.day,
        game=encounter.game,
        name=encounter.name,
        url=encounter.address,
        score=encounter.score,
        colour=encounter.colour,
        handicap=encounter.handicap,
    )
