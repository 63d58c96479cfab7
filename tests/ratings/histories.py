"""Small invented federations for the tests of the ledger, the runs and the lists."""

from dataclasses import dataclass
from datetime import date

import numpy as np

from federation.models import Federation, Player
from ratings.models import RatingChange, RatingRun, RatingSystem
from ratings.runs.recalculation import apply, compute, mark_stale, request_run
from tournaments.careers import stored_games
from tournaments.models import Entry, Game, Tournament
from tournaments.models.stages import Stage
from tournaments.revisions import places

NUMBERS = ("before", "start", "after", "games", "total_games", "highest", "passes", "edition")


@dataclass(frozen=True)
class Played:
    """A game as the tests write it: places in the list of players, White first."""

    round: int
    white: int
    black: int
    score: int  # White's half points
    handicap: int = 0
    by_default: bool = False


def people(count: int) -> list[Player]:
    """Enrol invented players."""
    home, _ = Federation.objects.get_or_create(code="FR", defaults={"name": "France"})
    return [
        Player.objects.create(
            surname=f"Surname{place}",
            given_name="Given",
            search_key=f"surname{place} given",
            federation=home,
            grade="5k",
        )
        for place in range(count)
    ]


def hold(
    start: date, players: list[Player], games: list[Played], *, number: int, **facts: object
) -> Tournament:
    """Hold an approved tournament; grades come round: 1k, 2k ... 30k, 1k, so that ratings differ."""
    defaults = {
        "revision": 1, "stage": Stage.APPROVED.value, "end": start, "time_class": "A",
        "rated_for": ["ffg", "egf"],
    }  # fmt: skip
    tournament = Tournament.objects.create(
        number=number,
        name=f"Tournament {number}",
        start=start,
        rounds=max((game.round for game in games), default=1),
        **(defaults | facts),
    )
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            number=place + 1,
            player=player,
            surname=player.surname,
            grade=f"{place % 30 + 1}k",
        )
        for place, player in enumerate(players)
    )
    Game.objects.bulk_create(
        Game(
            tournament=tournament,
            round=game.round,
            white=entries[game.white],
            black=entries[game.black],
            outcome=game.score,
            handicap=game.handicap,
            by_default=game.by_default,
        )
        for game in games
    )
    if tournament.stage == Stage.APPROVED:
        stored_games.refresh([tournament.pk])
        places.keep(tournament)
    return tournament


def round_robin(players: int, *, chance: np.random.Generator | None = None) -> list[Played]:
    """Let everybody meet everybody, each pair in a round of its own; White wins unless chance decides."""
    pairs = [(one, other) for one in range(players) for other in range(one + 1, players)]
    scores = chance.integers(0, 3, len(pairs)) if chance else np.full(len(pairs), 2)
    return [
        Played(place + 1, *pair, int(score))
        for place, (pair, score) in enumerate(zip(pairs, scores, strict=True))
    ]


def recalculate(system: RatingSystem, *, whole: bool = False) -> RatingRun:
    """Request, compute and apply a run, as an officer does."""
    system.refresh_from_db()
    return apply(compute(request_run(system, whole=whole), whole=whole), account=None)


def ledger(system: RatingSystem) -> dict[tuple[int, int], tuple[object, ...]]:
    """Return every row that stands by place and player, its numbers as they are."""
    rows = RatingChange.objects.filter(system=system).values_list(
        "sequence", "player_id", *NUMBERS, "tournament_id", "manual_event_id"
    )
    return {row[:2]: row[2:] for row in rows}


def stale(system: RatingSystem, since: date) -> RatingSystem:
    """Mark a system stale and give it as it is now."""
    mark_stale(system, since)
    system.refresh_from_db()
    return system
