"""Other tournaments that hold the games of a revision. Reads only."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from federation.vocabulary.names import key_of
from tournaments.inspection import same_games as rule
from tournaments.inspection.same_games import Games, Played, Result
from tournaments.models import Entry, Game, Tournament
from tournaments.models.stages import OPEN, UNDECIDED, Stage
from tournaments.reports.findings import Finding, error, warning
from tournaments.reports.outcomes import Outcome
from tournaments.revisions.report_to_models import EARLIEST

CODE = "same-games"
_RATEABLE = (Outcome.BLACK_WINS, Outcome.DRAW, Outcome.WHITE_WINS)
_SAME_NAME = frozenset({"name-same", "name-swapped", "name-known", "name-transcribed", "number-same"})
_STANDING = (*UNDECIDED, Stage.APPROVED.value)
_OTHERS = ("pk", "number", "stage", "organiser_id", "start", "end")


@dataclass(frozen=True, slots=True)
class Shared:
    """Another tournament with games of the one looked at, and what is found by that.

    `equal`: which games they are, by the numbers of the entries; `share`: of the smaller tournament.
    """

    other: Tournament
    equal: Counter[Result]
    share: float
    finding: Finding


def sharing(
    tournament: Tournament, rows: Sequence[Entry] | None = None, *, stages: Collection[str] = _STANDING
) -> list[Shared]:
    """Return the tournaments that share games with a revision, by number; four queries at most.

    `rows`: its entries, where they are not those stored; `stages`: of the tournaments compared. An error from
    `ERROR_SHARE` on, or where all such tournaments together hold that part of the games. What another
    organiser has only begun is a warning: it does not prevent submitting the same games.
    """
    entries = list(Entry.objects.filter(tournament=tournament).only(*_PERSON)) if rows is None else rows
    others = {other.pk: other for other in _near(tournament, stages)} if tournament.start >= EARLIEST else {}
    persons = _others_persons(entries, others) if others else {}
    alike = [pk for pk, people in persons.items() if len(people) > 1]
    games = games_of([tournament.pk, *alike]) if alike else {}
    ours = _as_games(games.get(tournament.pk, ()), tournament, {row.pk: row.number for row in entries})
    compared = {pk: rule.compare(ours, _as_games(games.get(pk, ()), others[pk], persons[pk])) for pk in alike}
    found = {pk: both for pk, both in compared.items() if both.share >= rule.WARNING_SHARE}
    is_whole = rule.covered([both.equal for both in found.values()], ours) >= rule.ERROR_SHARE
    return [
        Shared(
            others[pk],
            both.equal,
            both.share,
            _finding(tournament, others[pk], both, is_error=is_whole or both.share >= rule.ERROR_SHARE),
        )
        for pk, both in sorted(found.items(), key=lambda item: others[item[0]].number)
    ]


def _finding(tournament: Tournament, other: Tournament, found: rule.Comparison, *, is_error: bool) -> Finding:
    is_begun = other.stage in OPEN and other.organiser_id != tournament.organiser_id
    return finding_of(other, found, is_error=is_error and not is_begun)


def finding_of(other: Tournament, found: rule.Comparison, *, is_error: bool) -> Finding:
    """Return the finding about a tournament that shares games with another."""
    make = error if is_error else warning
    return make(CODE, number=other.number, count=found.equal.total(), games=found.games)


_PERSON = ("tournament_id", "number", "player_id", "surname", "given_name", "country", "suggestions")


def _near(tournament: Tournament, stages: Collection[str]) -> QuerySet[Tournament]:
    days = {"start__lte": tournament.end + rule.NEAR, "end__gte": tournament.start - rule.NEAR}
    near = Tournament.objects.filter(discipline=tournament.discipline, stage__in=stages, **days)
    return near.exclude(number=tournament.number).only(*_OTHERS, "name")


def _others_persons(
    entries: Sequence[Entry], others: Mapping[int, Tournament]
) -> Mapping[int, dict[int, int]]:
    """Return, by tournament, the own number of each of their entries that is one of our persons.

    By player, as matched or as the name suggests; else by name and country where one of both has no player.
    """
    players = _by_player(entries)
    by_name = {_name(row): row for row in reversed(entries)}
    rows = Entry.objects.filter(Q(player__in=players) | Q(player=None), tournament__in=list(others))
    persons: dict[int, dict[int, int]] = defaultdict(dict)
    for row in rows.only(*_PERSON):
        same = players.get(row.player_id or 0) or _namesake(row, by_name.get(_name(row)))
        if same is not None:
            persons[row.tournament_id][row.pk] = same.number
    return persons


def _by_player(entries: Iterable[Entry]) -> dict[int, Entry]:
    """Return our entries by the player they are, or those an undecided one may be by name."""
    players: dict[int, Entry] = {}
    for row in entries:
        for player in [row.player_id] if row.player_id else _same_name(row):
            players.setdefault(player, row)
    return players


def _same_name(row: Entry) -> list[int]:
    return [
        suggested["player"]
        for suggested in row.suggestions
        if suggested["player"] and any(code in _SAME_NAME for code, _ in suggested["reasons"])
    ]


def _name(row: Entry) -> str:
    return " ".join(sorted(key_of(row.surname, row.given_name).split()))


def _namesake(row: Entry, ours: Entry | None) -> Entry | None:
    """Return our entry of the name where both can be one person."""
    if ours is None or (row.player_id and ours.player_id):
        return None
    return ours if not (row.country and ours.country) or row.country == ours.country else None


def games_of(tournaments: Collection[int], *, persons: str = "") -> Mapping[int, list[Played]]:
    """Read the rateable games by tournament; of entries, or of what `persons` names of them ("__player")."""
    games: dict[int, list[Played]] = defaultdict(list)
    rows = Game.objects.filter(tournament__in=tournaments, by_default=False, outcome__in=_RATEABLE)
    columns = ("tournament", f"white{persons}", f"black{persons}", "outcome", "colour_known")
    for tournament, white, black, outcome, known in rows.order_by().values_list(*columns).iterator():
        if white and black:
            games[tournament].append(Played(white, black, Outcome(outcome), known))
    return games


def _as_games(played: Iterable[Played], tournament: Tournament, persons: Mapping[int, int]) -> Games:
    """Return games between our persons; a stranger has a number none of them has."""
    ours = (
        replace(game, white=persons.get(game.white, -game.white), black=persons.get(game.black, -game.black))
        for game in played
    )
    return Games(ours, start=tournament.start, end=tournament.end)
