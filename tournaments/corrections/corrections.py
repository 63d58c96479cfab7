"""Corrections: a game, a bye or an entrant of an open revision set right by hand.

No new file is needed, and the bytes handed in stay as they came. Every correction is a row with before and
after and a line of the journal, and everything is inspected again after it. A correction applies to the state
its author saw: if another one came first it is refused (`changed-meanwhile`) and nothing is written.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q

from federation.journal import journal
from federation.models import Account
from tournaments.checks.problems import Problem, Refused
from tournaments.entrants import entries
from tournaments.models import Bye, Correction, Entry, Game, Tournament
from tournaments.reports.outcomes import ByeKind
from tournaments.revisions import models_to_report, rounds
from tournaments.revisions.rounds import Cell, Played

_REMATCHED = frozenset({"surname", "given_name", "grade", "country", "club", "identifiers"})


@dataclass(frozen=True, slots=True)
class RoundChange:
    """What an entrant is to have done in a round: a game, a bye, or neither; `to` is where it belongs."""

    entrant: int
    round: int
    seen: str  # the state the decision is about (rounds.Cell.seen)
    to: int
    played: Played | None = None
    bye: ByeKind | None = None


@dataclass(frozen=True, slots=True)
class EntrantChange:
    """What is to be written of an entrant; fields as in rounds.entrant_row."""

    entrant: int
    seen: str
    values: Mapping[str, Any]


def correct_round(
    tournament: Tournament, change: RoundChange, *, account: Account | None
) -> Correction | None:
    """Correct an entrant's round; None if nothing differs and no finding needed it.

    A state confirmed after a look is stored too: findings of the reader on it are settled then. A game
    replaces the game or bye the two had in the round, but not a game with another opponent. Raises
    entries.Closed, Refused.
    """
    with transaction.atomic():
        current = entries.lock_open(tournament)
        now = rounds.cell_of(current, change.entrant, change.round)
        if now.seen != change.seen:
            raise Refused(Problem("changed-meanwhile"))
        people = _people(current, change)
        gone = _in_the_way(current, change, now)
        existing = _kept_game(now, gone, change)
        before = _rows(gone)
        for row in gone:
            if row is not existing:
                row.delete()
        after = _rows(_write(current, change, people, existing))
        touched = _touched_cells(change, before, after)
        if before == after and not _is_found_fault_with(current, touched):
            return None
        correction = Correction(
            tournament=current,
            kind=Correction.Kind.ROUND,
            entrant=change.entrant,
            round=change.round,
            before=before,
            after=after,
            account=account,
            touched=touched,
        )
        return _keep(correction)


def correct_entrant(
    tournament: Tournament, change: EntrantChange, *, account: Account | None
) -> Correction | None:
    """Correct what is written of an entrant, and match their player again unless an officer decided.

    None when nothing differs. Raises entries.Closed, Refused.
    """
    with transaction.atomic():
        current = entries.lock_open(tournament)
        entry = Entry.objects.filter(tournament=current, number=change.entrant).first()
        if entry is None:
            raise Refused(Problem("no-such-entrant", {"number": change.entrant}))
        previous = rounds.entrant_row(entry)
        if rounds.digest(previous) != change.seen:
            raise Refused(Problem("changed-meanwhile"))
        changed = [
            name for name in previous if name in change.values and change.values[name] != previous[name]
        ]
        if not changed:
            return None
        for name in changed:
            setattr(entry, name, change.values[name])
        entry.save(update_fields=changed)
        correction = Correction(
            tournament=current,
            kind=Correction.Kind.ENTRANT,
            entrant=change.entrant,
            account=account,
            before={name: previous[name] for name in changed},
            after={name: change.values[name] for name in changed},
            touched=[[change.entrant, None]],
        )
        if not _REMATCHED.isdisjoint(changed):
            entries.propose(current)
        return _keep(correction)


def note_facts(
    tournament: Tournament, before: Mapping[str, Any], after: Mapping[str, Any], account: Account | None
) -> None:
    """Keep that facts were corrected; the caller has written them."""
    correction = Correction(
        tournament=tournament,
        kind=Correction.Kind.FACTS,
        before=dict(before),
        after=dict(after),
        account=account,
    )
    correction.save()
    models_to_report.reinspect(tournament)


def copy(source: Tournament, target: Tournament) -> None:
    """Take the corrections of one revision over to one drafted from its rows."""
    copies = list(Correction.objects.filter(tournament=source).order_by("pk"))
    moments = [correction.at for correction in copies]
    for correction in copies:
        correction.pk, correction.tournament = None, target
        correction._state.adding = True
    for correction, at in zip(Correction.objects.bulk_create(copies), moments, strict=True):
        correction.at = at  # it was made then, by whom it was made
    Correction.objects.bulk_update(copies, ["at"])


def _keep(correction: Correction) -> Correction:
    """Write the correction and its line of the journal, and inspect the revision again."""
    correction.save()
    place = {"entrant": correction.entrant, "round": correction.round}
    journal.write(
        "tournament.corrected",
        correction.tournament,
        account=correction.account,
        number=correction.tournament.number,
        **{name: value for name, value in place.items() if value is not None},
        before=correction.before,
        after=correction.after,
    )
    models_to_report.reinspect(correction.tournament)
    return correction


def _people(tournament: Tournament, change: RoundChange) -> dict[int, Entry]:
    """Read the entrants of a change by number; Refused where one is missing or the change makes no sense."""
    played = change.played
    wanted = {change.entrant, *([played.opponent] if played else [])}
    people = {entry.number: entry for entry in Entry.objects.filter(tournament=tournament, number__in=wanted)}
    for number in sorted(wanted - people.keys()):
        raise Refused(Problem("no-such-entrant", {"number": number}))
    if played and played.opponent == change.entrant:
        raise Refused(Problem("plays-himself", {"name": str(people[change.entrant])}))
    last = max(tournament.rounds, change.round)
    if not 1 <= change.to <= last:
        raise Refused(Problem("no-such-round", {"round": change.to, "rounds": last}))
    return people


def _in_the_way(tournament: Tournament, change: RoundChange, now: Cell) -> list[Game | Bye]:
    """Return the rows the change replaces; Refused if one of the two has another opponent then."""
    gone: list[Game | Bye] = [*now.games, *now.byes]
    if change.played is None and change.bye is None:
        return gone
    sides = {change.entrant, *([change.played.opponent] if change.played else [])}
    games = Game.objects.filter(
        Q(white__number__in=sides) | Q(black__number__in=sides), tournament=tournament, round=change.to
    ).select_related("white", "black")
    own = {game.pk for game in now.games}
    for game in games:
        two = {game.white.number, game.black.number}
        if game.pk not in own and two == sides:
            gone.append(game)  # the same two: the game that was moved stands for it
        elif game.pk not in own:
            raise Refused(_plays_already(game, sides, change.to))
    byes = Bye.objects.filter(tournament=tournament, round=change.to, entry__number__in=sides)
    known = {bye.pk for bye in now.byes}
    return [*gone, *(bye for bye in byes.select_related("entry") if bye.pk not in known)]


def _plays_already(game: Game, sides: set[int], number: int) -> Problem:
    player, other = (game.white, game.black) if game.white.number in sides else (game.black, game.white)
    return Problem("plays-already", {"name": str(player), "opponent": str(other), "round": number})


def _kept_game(now: Cell, gone: Sequence[Game | Bye], change: RoundChange) -> Game | None:
    """Return the row a game stays in, so that it keeps its key."""
    games = [row for row in gone if isinstance(row, Game)]
    return next((game for game in games if game in now.games), None) if change.played else None


def _write(
    tournament: Tournament, change: RoundChange, people: Mapping[int, Entry], existing: Game | None
) -> list[Game | Bye]:
    """Write the game or the bye of a change."""
    if change.bye is not None:
        bye = Bye(tournament=tournament, entry=people[change.entrant], round=change.to, kind=change.bye.value)
        bye.save()
        return [bye]
    played = change.played
    if played is None:
        return []
    stood_white = existing is not None and existing.white.number == change.entrant
    white = played.colour == "w" or (played.colour == "" and (existing is None or stood_white))
    two = (people[change.entrant], people[played.opponent])
    game = existing or Game(tournament=tournament)
    game.round = change.to
    game.white, game.black = two if white else two[::-1]
    game.outcome = rounds.outcome_of(played, white=white).value
    game.by_default = played.by_default
    game.handicap = played.handicap
    game.colour_known = played.colour != ""
    game.save()
    return [game]


def _is_found_fault_with(tournament: Tournament, touched: list[list[int]]) -> bool:
    """Return whether a finding is about one of some cells."""
    places = [finding["place"] for finding in tournament.current_findings]
    return any([place.get("entrant"), place.get("round")] in touched for place in places)


def _rows(rows: Iterable[Game | Bye]) -> dict[str, Any]:
    games_and_byes = list(rows)
    return {
        "games": [rounds.game_row(row) for row in games_and_byes if isinstance(row, Game)],
        "byes": [rounds.bye_row(row) for row in games_and_byes if isinstance(row, Bye)],
    }


def _touched_cells(change: RoundChange, *states: Mapping[str, Any]) -> list[list[int]]:
    """Return the cells of the crosstable a change has to do with."""
    cells = {(change.entrant, change.round)}
    for state in states:
        cells |= {(row[side], row["round"]) for row in state["games"] for side in ("white", "black")}
        cells |= {(row["entrant"], row["round"]) for row in state["byes"]}
    return [list(cell) for cell in sorted(cells)]
