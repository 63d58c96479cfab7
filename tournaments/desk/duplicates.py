"""Comparison of two tournaments with the same games, and a search for such pairs."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from django.db.models import Count

from tournaments.checks.warning_confirmations import key_of
from tournaments.inspection import same_games as rule
from tournaments.inspection.same_games import Games, Played, Result
from tournaments.models import Confirmation, Game, Tournament
from tournaments.models.stages import Stage
from tournaments.reports.outcomes import Outcome
from tournaments.revisions import same_games
from tournaments.revisions.report_to_models import stored_finding

Finding = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Compared:
    """What a revision shares with another tournament: the finding as stored, and its own games."""

    finding: Finding
    percent: int
    games: list[Game]

    @property
    def key(self) -> str:
        """What an officer settles the finding by."""
        return key_of(self.finding)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two approved tournaments with the same games; `settled`: an officer decided they differ."""

    earlier: Tournament
    later: Tournament
    count: int
    percent: int
    settled: bool


def compared(tournament: Tournament, other: Tournament) -> Compared | None:
    """Compare a revision with another tournament; None where they share too little to be found."""
    found = next((shared for shared in same_games.sharing(tournament) if shared.other.pk == other.pk), None)
    if found is None:
        return None
    games = list(_shared_games(tournament, found.equal.copy()))
    return Compared(stored_finding(found.finding), round(100 * found.share), games)


def _shared_games(tournament: Tournament, left: Counter[Result]) -> Iterator[Game]:
    rows = Game.objects.filter(tournament=tournament, by_default=False).select_related("white", "black")
    for game in rows.order_by("round", "board", "pk"):
        key = rule.result(Played(game.white.number, game.black.number, Outcome(game.outcome)))
        if left[key] > 0:
            left[key] -= 1
            yield game


def sizes(tournaments: Iterable[Tournament]) -> dict[int, dict[str, int]]:
    """Count entrants and games, by primary key of the tournament."""
    rows = Tournament.objects.filter(pk__in=[tournament.pk for tournament in tournaments])
    counted = rows.annotate(people=Count("entries", distinct=True), played=Count("games", distinct=True))
    return {pk: {"entrants": n, "games": m} for pk, n, m in counted.values_list("pk", "people", "played")}


def years() -> list[int]:
    """Return the years in which approved tournaments began, newest first."""
    approved = Tournament.objects.filter(stage=Stage.APPROVED.value)
    return [day.year for day in approved.dates("start", "year", order="DESC")]


def search(start: date, end: date) -> list[Pair]:
    """Return pairs of approved tournaments with the same games, the largest share first; three queries.

    Persons are players of the register. `start` and `end`: first and last day on which the later one began.
    """
    approved = Tournament.objects.filter(
        stage=Stage.APPROVED.value, start__lte=end, end__gte=start - rule.NEAR
    )
    tournaments = {tournament.pk: tournament for tournament in approved.defer("findings", "round_dates")}
    played = same_games.games_of(list(tournaments), persons="__player")
    games = {
        pk: Games(played.get(pk, ()), start=tournament.start, end=tournament.end)
        for pk, tournament in tournaments.items()
    }
    shared = {
        (first, second): rule.compare(games[first], games[second])
        for first, second in _candidates(tournaments, games)
        if tournaments[second].start >= start
    }
    keys = {
        pair: _keys(pair, tournaments, games)
        for pair, both in shared.items()
        if both.share >= rule.WARNING_SHARE
    }
    settled = _settled(key for both in keys.values() for key in both)
    pairs = [
        Pair(
            tournaments[pair[0]],
            tournaments[pair[1]],
            shared[pair].equal.total(),
            round(100 * shared[pair].share),
            not settled.isdisjoint(both),
        )
        for pair, both in keys.items()
    ]
    return sorted(pairs, key=lambda pair: (pair.settled, -pair.percent, pair.later.number))


def _candidates(tournaments: Mapping[int, Tournament], games: Mapping[int, Games]) -> list[tuple[int, int]]:
    """Return the pairs with enough equal games to be compared, the earlier first."""
    holders: dict[tuple[str, Result], list[int]] = defaultdict(list)
    for pk in sorted(tournaments, key=lambda key: (tournaments[key].start, tournaments[key].number)):
        for result in games[pk].results:
            holders[tournaments[pk].discipline, result].append(pk)
    equal = Counter(
        pair
        for several in holders.values()
        for pair in combinations(several, 2)
        if games[pair[0]].near(games[pair[1]])
    )
    smaller = {pair: min(len(games[pk]) for pk in pair) for pair in equal}
    return [pair for pair, count in equal.items() if count >= min(rule.LEAST, smaller[pair])]


def _keys(
    pair: tuple[int, int], tournaments: Mapping[int, Tournament], games: Mapping[int, Games]
) -> list[tuple[int, str]]:
    """Return what a pair is settled by: a tournament, and the key of the finding about the other one."""
    return [
        (
            ours,
            key_of(
                stored_finding(
                    same_games.finding_of(
                        tournaments[other], rule.compare(games[ours], games[other]), is_error=True
                    )
                )
            ),
        )
        for ours, other in (pair, pair[::-1])
    ]


def _settled(keys: Iterable[tuple[int, str]]) -> set[tuple[int, str]]:
    """Return the keys an officer has settled; one query."""
    wanted = set(keys)
    rows = Confirmation.objects.filter(code=same_games.CODE, tournament__in={pk for pk, _ in wanted})
    return wanted & set(rows.values_list("tournament", "key"))
